"""Hexes that the second impulse cuts off (10.2.8): whose they are when the enemy has moved too.

Decides which hexes a side has put out of supply, and that they are its own once the enemy's player
turn has not relieved them. Leaves the units in them to `supply`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_controller, set_place
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.hexes import has_fortress, is_land
from pbem.systems.tw.world.position import Position, now
from pbem.systems.tw.world.vocabulary import Marker


@implements("TW-10.2.8-1", "TW-1.2c-3")
def mark_pockets(umpire: Umpire) -> None:
    """After the second impulse: enemy hexes that had supply before it and have none now."""
    before = Position(umpire.game, umpire.since("impulse"), umpire.since("impulse"))
    after = now(umpire)
    side = after.clock.side
    foes = [one for one in after.powers if _fights(after, one, side)]
    cut = {one: _reach(before, one) - _reach(after, one) for one in foes}
    for place in tuple(umpire.state.places.values()):
        holder = place.controller or ""
        if holder in cut and place.id in cut[holder] and _is_open(after, place.id):
            by = next(p for p in after.powers if after.at_war(p, holder) and _is(after, p, side))
            umpire.apply(*set_place(umpire.state, place.id, "marker", Marker.POCKET, by))


def _is(position: Position, power: str, side: str) -> bool:
    return position.side_of(power) == side


def _fights(position: Position, power: str, side: str) -> bool:
    """Whether a power fights the side that moves."""
    return any(
        position.at_war(one, power) for one in position.powers if position.side_of(one) == side
    )


def _reach(position: Position, power: str) -> frozenset[str]:
    """All that the sources of a power supply, in full or not."""
    lines = lines_of(position, power)
    return lines.full | lines.limited


def _is_open(position: Position, place: str) -> bool:
    return is_land(position.board, place) and not has_fortress(position, place)


@implements("TW-10.2.8-1", "TW-1.2c-3")
def close_pockets(umpire: Umpire) -> None:
    """At the end of the enemy's player turn: what is still cut off, and not held, changes hands."""
    position = now(umpire)
    for hex_, captor in tuple(_closed(position)):
        umpire.apply(*set_controller(umpire.state, hex_, captor))
    for place in tuple(umpire.state.places.values()):
        captor = str(place.markers.get(Marker.POCKET) or "")
        if captor and position.side_of(captor) != position.clock.side:
            umpire.apply(*set_place(umpire.state, place.id, "marker", Marker.POCKET, None))


def _closed(position: Position) -> Iterator[tuple[str, str]]:
    """The hexes of pockets of the other side that nobody has relieved, each with its captor."""
    for place in position.places.values():
        captor, holder = str(place.markers.get(Marker.POCKET) or ""), place.controller or ""
        if not captor or not position.at_war(captor, holder):
            continue
        if position.side_of(captor) == position.clock.side or place.id in _reach(position, holder):
            continue
        if not position.enemy_ground(captor, place.id) and _is_open(position, place.id):
            yield place.id, captor
