"""The capture of a land zone in play (9.19, 9.20)."""

from __future__ import annotations

from pbem.core.events import Event, PlaceChanged, PowerChanged
from pbem.core.umpire import Umpire
from pbem.systems.gw.aftermath import Zone, captured
from pbem.systems.gw.nations import ALIGNED
from pbem.systems.gw.stocks import captured_on_the_stocks
from pbem.systems.gw.succession import earner, heir
from pbem.systems.gw.zones import WORKS_LOST, has_works, value_of_zone

INCOME = "income"


def capture(umpire: Umpire, zone: str, captor: str) -> None:
    """A nation captures a zone: its roundel goes on it; incomes change of nations that have one."""
    state, board = umpire.state, umpire.game.board
    holder = state.controller(zone) or ""
    alliances = {power.id: power.side for power in state.powers.values()}
    was = Zone(holder, heir(state, board.text(zone, "nation")), value_of_zone(board, zone))
    result = captured(was, captor, alliances)
    events: list[Event] = [PlaceChanged(zone, "controller", holder or None, result.possessor)]
    for owner, change in result.income.items():
        power = earner(state, owner)
        if power in state.powers and INCOME in state.powers[power].counters:
            level = state.powers[power].counters[INCOME]
            events.append(PowerChanged(power, "counter", INCOME, level, level + change))
    place = state.places.get(zone)
    if has_works(board, zone) and place is not None:
        events.append(PlaceChanged(zone, "marker", place.markers.get(WORKS_LOST), True, WORKS_LOST))
    if place is not None and place.markers.get(ALIGNED):
        events.append(PlaceChanged(zone, "marker", True, None, ALIGNED))
    umpire.apply(*[event for event in events if event.old != event.new])
    if umpire.game.options.ships_under_construction:
        umpire.apply(*captured_on_the_stocks(umpire.state, zone, result.possessor))
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
