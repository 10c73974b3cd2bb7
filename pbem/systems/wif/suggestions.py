"""Orders and standing lines that a form of World in Flames may show: they fit its player.

Decides what is worth showing: his own counters, hexes beside them, enemies near. Leaves it to the
checks of the sections which of it is legal; the form shows no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pbem.core.record.state import NEUTRAL
from pbem.systems.wif.economy.bombardment import places_to_bomb
from pbem.systems.wif.economy.building import cost_of, pools, type_of
from pbem.systems.wif.economy.evacuation import owner_of
from pbem.systems.wif.economy.holdings import (
    BLUE,
    factories_at,
    own_resources,
    usable_factories,
)
from pbem.systems.wif.economy.orders_of_powers import own_majors
from pbem.systems.wif.economy.scrapping import why_not_scrap
from pbem.systems.wif.economy.transport import rail_reach
from pbem.systems.wif.land.air_supply import places_in_need
from pbem.systems.wif.politics.declaring import why_not_declare
from pbem.systems.wif.politics.minors import initial_units, why_not_align
from pbem.systems.wif.politics.peace import why_not_surrender
from pbem.systems.wif.politics.reserves import callable_reserves
from pbem.systems.wif.turn.isolated import is_isolated
from pbem.systems.wif.turn.lending import why_not_lend
from pbem.systems.wif.turn.reinforcements import arriving
from pbem.systems.wif.world.arrivals import open_places
from pbem.systems.wif.world.calendar import next_turn
from pbem.systems.wif.world.control import at_war, major, major_powers
from pbem.systems.wif.world.named import plays
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.units import Piece
from pbem.systems.wif.world.vocabulary import PowerFlag, UnitMark

Orders = Iterator[Any]


def _own(position: Position, fits: Callable[[Piece], bool]) -> tuple[Piece, ...]:
    """The player's face-up units on the map of some kind."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    pieces = (p for p in position.on_map if p.owner in own and not p.face_down and fits(p))
    return tuple(sorted(pieces, key=lambda piece: piece.id))


def _land(position: Position) -> tuple[Piece, ...]:
    return _own(position, lambda piece: piece.is_land)


def _air(position: Position) -> tuple[Piece, ...]:
    return _own(position, lambda piece: piece.is_air)


def _enemies(position: Position) -> tuple[str, ...]:
    """The hexes with units of others, those nearest to the player's first."""
    sides = {power.side for power in position.state.powers_of_player(position.player)}
    hexes = {p.at for p in position.on_map if position.powers[p.owner].side not in sides}
    own = {other for piece in _land(position) for other in position.board.neighbours[piece.at]}
    return tuple(sorted(hexes, key=lambda place: (place not in own, place)))


def _action(position: Position) -> Orders:
    for power in position.state.powers_of_player(position.player):
        yield {_title(position, power.id): "land"}


def _supply(position: Position) -> Orders:
    for hq in _own(position, lambda piece: piece.is_hq):
        yield from ({"hq": hq.name, "units": [piece.name]} for piece in _land(position))


def _strikes(position: Position) -> Orders:
    for plane in _air(position):
        yield from ({"fly": [plane.name], "at": place} for place in _enemies(position)[:8])


def _bombardments(position: Position) -> Orders:
    for plane in _air(position):
        yield from ({"fly": [plane.name], "at": place} for place in places_to_bomb(position)[:8])


def _moves(position: Position) -> Orders:
    for piece in _land(position):
        for place in position.board.neighbours[piece.at]:
            yield {"units": [piece.name], "to": place}


def _rail(position: Position) -> Orders:
    hexes = dict.fromkeys(piece.at for piece in _land(position))
    for piece in _land(position)[:8]:
        yield from ({"units": piece.name, "to": place} for place in hexes if place != piece.at)


def _factories(position: Position) -> Orders:
    cities = [place for place in position.board.by_fact.get("city", {}) if place in position.places]
    for start in position.board.by_fact.get("factories", {}):
        if owner_of(position, start) and BLUE in factories_at(position, start):
            yield from ({"factory": start, "to": end} for end in cities if end != start)


def _attacks(position: Position) -> Orders:
    for place in _enemies(position):
        beside = set(position.board.neighbours[place])
        near = [piece.name for piece in _land(position) if piece.at in beside]
        if near:
            yield {"at": place, "with": near[:3], "if": "odds >= 3-1"}


def _rebase(position: Position) -> Orders:
    hexes = dict.fromkeys(piece.at for piece in _land(position))
    for plane in _air(position):
        yield from ({"units": plane.name, "to": place} for place in hexes if place != plane.at)


def _reorganise(position: Position) -> Orders:
    yield ["any ARM", "any FTR"]


def _air_supply(position: Position) -> Orders:
    for plane in _air(position):
        yield from ({"fly": [plane.name], "at": place} for place in places_in_need(position)[:8])


def _set_up(position: Position) -> Orders:
    for power in position.state.powers.values():
        if power.flags.get(PowerFlag.MAY_ALIGN) in own_majors(position):
            for unit in initial_units(position.state, power.id):
                piece = position.piece(unit)
                yield {"units": piece.name, "to": piece.unit.mark(UnitMark.SET_UP_AT)}


def _wars(position: Position) -> Orders:
    sides_first = sorted(position.powers, key=lambda one: position.side(one) == NEUTRAL)
    for power in own_majors(position):
        for target in sides_first:
            if target != power and not why_not_declare(position.state, power, target):
                yield [_title(position, target)]


def _alignments(position: Position) -> Orders:
    for power in own_majors(position):
        for minor in position.powers:
            if not why_not_align(position.state, power, minor):
                yield [_title(position, minor)]


def _peace(position: Position) -> Orders:
    majors = [foe for foe in position.powers if major(position.state, foe) == foe]
    for power in own_majors(position):
        yield from ([_title(position, foe)] for foe in majors if at_war(position.state, power, foe))


def _surrender(position: Position) -> Orders:
    for power in own_majors(position):
        if not why_not_surrender(position, power):
            yield [_title(position, power)]


def _title(position: Position, power: str) -> str:
    return position.game.system.words.names.get(power, power.title())


def _reserves(position: Position) -> Orders:
    yield from ([piece.name] for piece in callable_reserves(position))


def _lending(position: Position) -> Orders:
    for power in own_majors(position):
        for other in major_powers(position.state, position.side(power)):
            if not why_not_lend(position, power, other):
                yield {"to": _title(position, other), "points": 1}


def _air_transport(position: Position) -> Orders:
    hexes = dict.fromkeys(piece.at for piece in _land(position))
    for plane in _air(position):
        for piece in position.land_at(plane.at):
            for place in hexes:
                yield {"fly": [plane.name], "carry": [piece.name], "at": place}


def _routes(position: Position) -> Orders:
    for power in own_majors(position):
        for start in own_resources(position, power):
            reach = rail_reach(position, power, start)
            near = [end for end in usable_factories(position, power) if end in reach]
            yield from ({"from": position.label(start), "to": position.label(end)} for end in near)


def _builds(position: Position) -> Orders:
    for power in own_majors(position):
        kinds = dict.fromkeys(
            (type_of(p.counter), cost_of(p.counter)) for p in pools(position, power)
        )
        yield from ({"build": kind, "cost": cost} for kind, cost in kinds)


def _scrap(position: Position) -> Orders:
    own = [piece for power in own_majors(position) for piece in pools(position, power)]
    yield from ([piece.name] for piece in own if not why_not_scrap(position, piece))


def _reinforce(position: Position) -> Orders:
    turn = next_turn(position.clock.turn)
    for piece in arriving(position, turn):
        if plays(position, piece):
            yield from ({"units": piece.name, "to": at} for at in open_places(position, piece))


def _disband(position: Position) -> Orders:
    pieces = [p for p in position.on_map if plays(position, p)]
    yield from ([piece.name] for piece in pieces if is_isolated(position, piece))


def _initiative(position: Position) -> Orders:
    yield {"reroll": "again", "go": "first"}


def _defence(position: Position) -> Orders:
    for hq in _own(position, lambda piece: piece.is_hq)[:1]:
        yield {"at": hq.at, "hq": hq.name, "table": "ask"}
    yield {"table": "assault"}


def _in_battle(position: Position) -> Orders:
    yield {"table": "blitzkrieg", "lose": ["INF", "MOT", "ARM"]}


def _interception(position: Position) -> Orders:
    yield {"at": "any", "if": "air >= 0", "fly": "1 best FTR"}


SUGGESTIONS: Final[Mapping[str, Callable[[Position], Orders]]] = {
    "action": _action,
    "emergency_supply": _supply,
    "strategic_bombardment": _bombardments,
    "ground_strike": _strikes,
    "rail": _rail,
    "rail_factory": _factories,
    "land": _moves,
    "attacks": _attacks,
    "rebase": _rebase,
    "air_transport": _air_transport,
    "air_supply": _air_supply,
    "reorganise": _reorganise,
    "set_up": _set_up,
    "declare_war": _wars,
    "align": _alignments,
    "call_out": _reserves,
    "peace": _peace,
    "surrender": _surrender,
    "lend": _lending,
    "routes": _routes,
    "scrap": _scrap,
    "build": _builds,
    "reinforce": _reinforce,
    "disband": _disband,
    "initiative": _initiative,
    "defend": _defence,
    "in_battle": _in_battle,
    "intercept": _interception,
}
