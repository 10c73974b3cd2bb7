"""The ways of resources by rail and road (13.6.1).

Decides which hexes a resource passes, zones of control, one straits hexside. Leaves how much goes
over a road to `kits/works/roads`, the sea to rules that are not played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.book import once
from pbem.systems.flames.economy.holdings import is_held
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.terrain import STRAITS
from pbem.systems.flames.world.vocabulary import Relation
from pbem.systems.flames.world.zoc import enemy_zoc

_Stop = tuple[str, str, bool]  # a hex, the hex before where lines cross, whether straits were used


@implements("WIF-13.6.1-10", "WIF-13.6.1-11", "WIF-19.1-1", "AIF-13.6.1-6")
def may_pass(position: Position, power: str, place: str) -> bool:
    """Whether a power's resources pass a hex: its own, a neutral minor's, a willing power's."""
    holder = position.controller(place)
    if holder is None or is_held(position, power, place):
        return holder is not None
    other = position.major(holder)
    if other == power:
        return False  # a partisan is in it
    if position.powers[holder].side == NEUTRAL and other == holder:
        return True
    return _is_willing(position, power, other)


def _is_willing(position: Position, power: str, other: str) -> bool:
    """Whether another power lets resources through (13.6.1)."""
    friends = position.side(other) == position.side(power)
    if friends and position.policy.industry.withholds(position, power, other):
        return False
    permit = position.powers[other].relations.get(power) == Relation.PERMIT
    return permit or position.cooperate(power, other)


@implements(
    "WIF-13.6.1-8", "WIF-13.6.1-9", "WIF-13.6.1-12", "WIF-13.6.1-13", "AIF-13.6.1-5",
    "AIF-13.6.1-7",
)  # fmt: skip
@once
def rail_reach(position: Position, power: str, start: str, taker: str = "") -> frozenset[str]:
    """The hexes to which a resource of a hex can be railed; its own always (13.6.1).

    `taker`: the power to which it is given, through whose hexes it goes as well.
    """
    powers = (power, taker) if taker else (power,)
    return rail_hexes(position, powers, start)


def rail_hexes(
    position: Position, powers: tuple[str, ...], start: str, closed: Container[str] = ()
) -> frozenset[str]:
    """The hexes to which a resource gets by the hexes of some powers, around closed ones."""
    return frozenset(stop[0] for stop in _explored(position, powers, start, closed))


def rail_way(
    position: Position, powers: tuple[str, ...], ends: tuple[str, str], closed: Container[str]
) -> tuple[str, ...]:
    """The hexes of a way from one hex to another around some closed ones; none without a way."""
    start, end = ends
    before = _explored(position, powers, start, closed)
    stop = next((stop for stop in before if stop[0] == end), None)
    found: list[str] = []
    while stop is not None:
        found.append(stop[0])
        stop = before[stop]
    return tuple(reversed(found))


def _explored(
    position: Position, powers: tuple[str, ...], start: str, closed: Container[str]
) -> dict[_Stop, _Stop | None]:
    """Where a resource of a hex can end, each with where it comes from; its own hex always."""
    zoc = frozenset().union(*(enemy_zoc(position, power) for power in powers))
    first: _Stop = (start, "", False)
    before: dict[_Stop, _Stop | None] = {first: None}
    if start in zoc and not _is_guarded(position, powers, start):
        return before
    seen, waiting = {first}, deque([first])
    while waiting:
        here = waiting.popleft()
        for there in _next_stops(position, powers, here):
            if there in seen or there[0] in closed:
                continue
            seen.add(there)
            place = there[0]
            if place not in zoc:
                waiting.append(there)
            elif not _is_guarded(position, powers, place):
                continue
            before[there] = here
    return before


def _next_stops(position: Position, powers: tuple[str, ...], stop: _Stop) -> Iterator[_Stop]:
    here, before, used = stop
    ground = position.ground
    for there in ground.board.neighbours[here]:
        by_line = ground.has_line(here, there)
        over = not by_line and not used and _crosses_straits(position, powers[0], here, there)
        if not (by_line or over) or not any(may_pass(position, p, there) for p in powers):
            continue
        if before and not ground.same_line(before, here, there):
            continue
        kept = here if ground.board.fact(there, "lines") else ""
        yield there, kept, used or over


@implements("WIF-13.6.1-14")
def _crosses_straits(position: Position, power: str, here: str, there: str) -> bool:
    """Straits between two railway hexes, which no enemy at sea closes (13.6.1, option 12)."""
    ground = position.ground
    if (here, there) in position.kits.closed_straits(position, power):
        return False
    straits = STRAITS in ground.sides(here, there)
    return straits and ground.on_railway(here) and ground.on_railway(there)


def _is_guarded(position: Position, powers: tuple[str, ...], place: str) -> bool:
    """Whether a friendly land unit stands in a hex."""
    sides = {position.side(power) for power in powers}
    return any(position.side(piece.owner) in sides for piece in position.land_at(place))
