"""The capture of a land zone in play (9.19, 9.20)."""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, PlaceChanged, PowerChanged
from pbem.core.rules.position import Position
from pbem.systems.gw.world.aftermath import Zone, captured
from pbem.systems.gw.world.coastal_artillery import GUNS
from pbem.systems.gw.world.nations import ALIGNED, NEUTRAL
from pbem.systems.gw.world.stocks import captured_on_the_stocks
from pbem.systems.gw.world.succession import earner, heir
from pbem.systems.gw.world.zones import (
    BUILT,
    FORTIFICATION,
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
    events: list[Event] = []
    for kind in WORKS:
        for border, number in built_on(place, kind).items():
            events.append(PlaceChanged(zone, "marker", number, None, f"{BUILT}{kind}:{border}"))
        printed = 1 if kind in listed(position.board, zone, "facilities") else None
        if place.facts.get(kind, printed):
            events.append(PlaceChanged(zone, "fact", place.facts.get(kind), 0, kind))
    if has_works(position.book, position.board, zone):
        lost = place.markers.get(WORKS_LOST)
        events.append(PlaceChanged(zone, "marker", lost, True, WORKS_LOST))
    return events


def capture(umpire: Umpire, zone: str, captor: str) -> None:
    """A nation captures a zone: its roundel goes on it; incomes change of nations that have one."""
    position, board = umpire.position, umpire.board
    holder = position.controller(zone) or ""
    alliances = {one.id: one.side for one in position.powers.values() if one.side != NEUTRAL}
    was = Zone(holder, heir(position.state, board.text(zone, "nation")), value_of_zone(board, zone))
    result = captured(was, captor, alliances)
    events: list[Event] = [PlaceChanged(zone, "controller", holder or None, result.possessor)]
    for owner, change in result.income.items():
        power = earner(position.state, owner)
        if power in position.powers and INCOME in position.powers[power].counters:
            level = position.powers[power].counters[INCOME]
            events.append(PowerChanged(power, "counter", INCOME, level, max(0, level + change)))
    events += works_removed(position, zone)
    place = position.places.get(zone)
    if place is not None and place.markers.get(ALIGNED):
        events.append(PlaceChanged(zone, "marker", True, None, ALIGNED))
    umpire.apply(*[event for event in events if event.old != event.new])
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
