"""The capture of a land zone in play (9.19, 9.20).

Decides: what events follow when a nation takes a zone.
Leaves to `aftermath`: whose it is then; to `combat`: when a zone is captured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_controller, set_place, set_power
from pbem.core.record.events import Event
from pbem.core.rules.position import Position
from pbem.systems.gw.world.aftermath import Zone, captured
from pbem.systems.gw.world.nations import ALIGNED, NEUTRAL
from pbem.systems.gw.world.stocks import captured_on_the_stocks
from pbem.systems.gw.world.succession import earner, heir
from pbem.systems.gw.world.zones import (
    BUILT,
    FORTIFICATION,
    GUNS,
    WORKS_LOST,
    built_on,
    has_works,
    listed,
    value_of_zone,
)

INCOME = "income"
WORKS: Final = (FORTIFICATION, GUNS)


@implements("GW-9.19-2", "GW-12.7-4", "GW-12.9-4")
def works_removed(position: Position, zone: str) -> list[Event]:
    """Fortifications and Coastal Artillery are gone when their zone is conquered (12.7, 12.9)."""
    place = position.places.get(zone)
    if place is None:
        return []
    state = position.state
    events: list[Event] = []
    for kind in WORKS:
        for border in built_on(place, kind):
            events += set_place(state, zone, "marker", f"{BUILT}{kind}:{border}", None)
        printed = 1 if kind in listed(position.board, zone, "facilities") else None
        if place.facts.get(kind, printed):
            events += set_place(state, zone, "fact", kind, 0)
    if has_works(position.book, position.board, zone):
        events += set_place(state, zone, "marker", WORKS_LOST, True)
    return events


def _incomes_moved(position: Position, changes: Mapping[str, int]) -> Iterator[Event]:
    """The income of a zone goes over, between nations that have one."""
    for owner, change in changes.items():
        power = earner(position.state, owner)
        if power in position.powers and INCOME in position.powers[power].counters:
            level = max(0, position.powers[power].counters[INCOME] + change)
            yield from set_power(position.state, power, "counter", INCOME, level)


def capture(umpire: Umpire, zone: str, captor: str) -> None:
    """A nation captures a zone: its roundel goes on it; incomes change of nations that have one."""
    position, board = umpire.position, umpire.board
    holder = position.controller(zone) or ""
    alliances = {one.id: one.side for one in position.powers.values() if one.side != NEUTRAL}
    was = Zone(holder, heir(position.state, board.text(zone, "nation")), value_of_zone(board, zone))
    result = captured(was, captor, alliances)
    umpire.apply(
        *set_controller(position.state, zone, result.possessor),
        *_incomes_moved(position, result.income),
        *works_removed(position, zone),
        *set_place(position.state, zone, "marker", ALIGNED, None),
    )
    if umpire.options.ships_under_construction:
        umpire.apply(*captured_on_the_stocks(umpire.position, zone, result.possessor))
    umpire.verdict(
        "capture",
        result.possessor,
        cite="9.19",
        at=zone,
        captor=captor,
        printed=was.printed,
        was=holder,
        value=was.value,
    )
