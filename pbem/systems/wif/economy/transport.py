"""The ways of resources by rail and road (13.6.1).

Decides which hexes a resource passes, zones of control, one straits hexside. Leaves the sea, and
the five goods of a road that was built (option 32), to later chapters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.book import once
from pbem.systems.wif.economy.holdings import is_held
from pbem.systems.wif.world.control import at_war, cooperate, major
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.vocabulary import PowerName, Relation
from pbem.systems.wif.world.zoc import enemy_zoc

STRAITS: Final = "straits"
_Stop = tuple[str, str, bool]  # a hex, the hex before where lines cross, whether straits were used


@implements("WIF-13.6.1-10", "WIF-13.6.1-11", "WIF-19.1-1")
def may_pass(position: Position, power: str, place: str) -> bool:
    """Whether a power's resources pass a hex: its own, a neutral minor's, a willing friend's."""
    holder = position.controller(place)
    if holder is None or is_held(position, power, place):
        return holder is not None
    other = major(position.state, holder)
    if other == power:
        return False  # a partisan is in it
    if position.powers[holder].side == NEUTRAL and other == holder:
        return True
    return position.side(other) == position.side(power) and _is_willing(position, power, other)


def _is_willing(position: Position, power: str, other: str) -> bool:
    """Whether another power of the side lets resources through; the USSR only at war (13.6.1)."""
    state = position.state
    if other == PowerName.USSR and not _fights_germany(position):
        return False
    permit = state.powers[other].relations.get(power) == Relation.PERMIT
    return permit or cooperate(state, power, other)


def _fights_germany(position: Position) -> bool:
    """Whether the USSR is at war with Germany."""
    both = PowerName.USSR, PowerName.GERMANY
    return all(one in position.powers for one in both) and at_war(position.state, *both)


@implements("WIF-13.6.1-8", "WIF-13.6.1-9", "WIF-13.6.1-12", "WIF-13.6.1-13")
@once
def rail_reach(position: Position, power: str, start: str) -> frozenset[str]:
    """The hexes to which a resource of a hex can be railed; its own always (13.6.1)."""
    zoc = enemy_zoc(position, power)
    found = {start}
    if start in zoc and not _is_guarded(position, power, start):
        return frozenset(found)
    first: _Stop = (start, "", False)
    seen, waiting = {first}, deque([first])
    while waiting:
        here = waiting.popleft()
        for there in _next_stops(position, power, here):
            if there in seen:
                continue
            seen.add(there)
            place = there[0]
            if place not in zoc:
                waiting.append(there)
            elif not _is_guarded(position, power, place):
                continue
            found.add(place)
    return frozenset(found)


def _next_stops(position: Position, power: str, stop: _Stop) -> Iterator[_Stop]:
    here, before, used = stop
    ground = position.ground
    for there in ground.board.neighbours[here]:
        by_line = ground.has_line(here, there)
        over = not by_line and not used and _crosses_straits(position, here, there)
        if not (by_line or over) or not may_pass(position, power, there):
            continue
        if before and not ground.same_line(before, here, there):
            continue
        kept = here if ground.board.fact(there, "lines") else ""
        yield there, kept, used or over


def _crosses_straits(position: Position, here: str, there: str) -> bool:
    """Straits between two railway hexes (13.6.1)."""
    ground = position.ground
    straits = STRAITS in ground.sides(here, there)
    return straits and ground.on_railway(here) and ground.on_railway(there)


def _is_guarded(position: Position, power: str, place: str) -> bool:
    """Whether a friendly land unit stands in a hex."""
    side = position.side(power)
    return any(position.side(piece.owner) == side for piece in position.land_at(place))
