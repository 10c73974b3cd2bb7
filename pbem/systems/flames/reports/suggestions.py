"""What a form suggests that may be ordered in an impulse.

Decides nothing that matters: each line is an example of what could be said. Leaves what a player
wants to him.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pbem.systems.flames.impulse.battle_decisions import HQ_SUPPORT
from pbem.systems.flames.land.air_supply import places_in_need
from pbem.systems.flames.land.paradrop import can_drop
from pbem.systems.flames.land.rail import is_station
from pbem.systems.flames.world.position import Piece, Position

Orders = Iterator[Any]


def own_units(position: Position, fits: Callable[[Piece], bool]) -> tuple[Piece, ...]:
    """The player's face-up units on the map of some kind."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    pieces = (p for p in position.on_map if p.owner in own and not p.face_down and fits(p))
    return tuple(sorted(pieces, key=lambda piece: piece.id))


def land_units(position: Position) -> tuple[Piece, ...]:
    """The player's face-up land units on the map."""
    return own_units(position, lambda piece: piece.is_land)


def air_units(position: Position) -> tuple[Piece, ...]:
    """The player's face-up aircraft on the map."""
    return own_units(position, lambda piece: piece.is_air)


def enemy_hexes(position: Position) -> tuple[str, ...]:
    """The hexes with units of others, those nearest to the player's first."""
    sides = {power.side for power in position.state.powers_of_player(position.player)}
    hexes = {p.at for p in position.on_map if position.powers[p.owner].side not in sides}
    own = {other for piece in land_units(position) for other in position.board.neighbours[piece.at]}
    return tuple(sorted(hexes, key=lambda place: (place not in own, place)))


def _action(position: Position) -> Orders:
    for power in position.state.powers_of_player(position.player):
        yield {position.title(power.id): "land"}


def _strikes(position: Position) -> Orders:
    for plane in air_units(position):
        yield from ({"fly": [plane.name], "at": place} for place in enemy_hexes(position)[:8])


def _moves(position: Position) -> Orders:
    for piece in land_units(position):
        for place in position.board.neighbours[piece.at]:
            yield {"units": [piece.name], "to": place}


def holds(position: Position, place: str) -> bool:
    """Whether a power of the player controls a place."""
    holder = position.controller(place)
    return holder is not None and position.player in position.powers[holder].players


def _rail(position: Position) -> Orders:
    own = [piece for piece in land_units(position) if is_station(position, piece.at, piece)]
    cities = [at for at in position.board.by_fact.get("city", {}) if holds(position, at)]
    for piece in own[:8]:
        ends = (at for at in cities if at != piece.at and is_station(position, at, piece))
        yield from ({"units": piece.name, "to": position.label(at)} for at in ends)


def _attacks(position: Position) -> Orders:
    for place in enemy_hexes(position):
        beside = set(position.board.neighbours[place])
        near = [piece.name for piece in land_units(position) if piece.at in beside]
        if near:
            yield {"at": place, "with": near[:3], "if": "odds >= 3-1"}


def _rebase(position: Position) -> Orders:
    hexes = dict.fromkeys(piece.at for piece in land_units(position))
    for plane in air_units(position):
        yield from ({"units": plane.name, "to": place} for place in hexes if place != plane.at)


def _reorganise(position: Position) -> Orders:
    yield ["any ARM", "any FTR"]


def _air_supply(position: Position) -> Orders:
    for plane in air_units(position):
        yield from ({"fly": [plane.name], "at": place} for place in places_in_need(position)[:8])


def _air_transport(position: Position) -> Orders:
    hexes = dict.fromkeys(piece.at for piece in land_units(position))
    for plane in air_units(position):
        for piece in position.land_at(plane.at):
            for place in hexes:
                yield {"fly": [plane.name], "carry": [piece.name], "at": place}


def _paradrop(position: Position) -> Orders:
    for plane in air_units(position):
        for piece in position.land_at(plane.at):
            near = position.board.neighbours[plane.at]
            goals = dict.fromkeys([*near, *enemy_hexes(position)[:8]])
            for place in goals if can_drop(piece, position.kits) else ():
                yield {"fly": [plane.name], "drop": [piece.name], "at": place}


def _initiative(position: Position) -> Orders:
    yield {"reroll": "again", "go": "first"}


def _defence(position: Position) -> Orders:
    if HQ_SUPPORT in position.game.system.kinds:
        for hq in own_units(position, lambda piece: piece.is_hq)[:1]:
            yield {"at": hq.at, "hq": hq.name, "table": "ask"}
    yield {"table": "assault"}


def _in_battle(position: Position) -> Orders:
    yield {"table": "blitzkrieg", "lose": ["INF", "MOT", "ARM"]}


def _interception(position: Position) -> Orders:
    yield {"at": "any", "if": "air >= 0", "fly": "1 best FTR"}


OF_IMPULSES: Final[Mapping[str, Callable[[Position], Orders]]] = {
    "action": _action,
    "ground_strike": _strikes,
    "land": _moves,
    "rail": _rail,
    "attacks": _attacks,
    "rebase": _rebase,
    "reorganise": _reorganise,
    "air_supply": _air_supply,
    "air_transport": _air_transport,
    "paradrop": _paradrop,
    "initiative": _initiative,
    "defend": _defence,
    "in_battle": _in_battle,
    "intercept": _interception,
}
