"""Moves that enter a foreign zone without a war: annexation, and attacks by a pact (0.9, 14.2).

The zone bears the marker `invaded-by: NATION` until combat is over. Decides which zones may be
entered so, and marks them. Leaves what comes of it to `annexation` and to the battles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event, PlaceChanged
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import ALLIES, INVADED, at_war, invader_of
from pbem.systems.gw.world.treaties import CHART, GERMANY, in_force
from pbem.systems.gw.world.wording import title

NONE: Final = "none"
FIGHTS: Final = "fights"
STRIKES: Final = ("strategic bombing", "carpet bombing", "attrition")  # these take no zone
ANNEXED: Final = "annexed-in:"  # flag of the annexer: the turn of its last annexation of a group
WARSAW: Final = "warsaw"
POLISH: Final = ("lubelskie", "east-poland")


def cell(book: Book, zone: str, column: str) -> str:
    """What the chart says of a zone that can be entered without a war."""
    return book.chart(CHART).at(zone, column, "zones").text


def zones_for(book: Book, power: str) -> tuple[str, ...]:
    """The zones that a nation may enter without a war."""
    return tuple(
        z for z in book.chart(CHART).table("zones").rows.names if cell(book, z, "by") == power
    )


# --- the move --------------------------------------------------------------------------------


@implements("GW-0.9-4", "GW-14.2-3", "GW-14.2-4", "GW-14.2-5")
def may_enter(position: Position, power: str, zone: str) -> bool:
    """Whether a nation may move into a zone against its possessor without a war (0.9, 14.2)."""
    book, holder = position.book, position.controller(zone) or ""
    if zone not in zones_for(book, power) or holder in ("", power):
        return False
    pact = cell(book, zone, "pact")
    if at_war(position.state, power, holder) or (pact != NONE and not in_force(position, pact)):
        return False
    owns = holder == position.board.text(zone, "nation")
    if zone not in POLISH:
        return owns
    allied = holder in position.powers and position.side_of(holder) == ALLIES
    return (owns or allied) and position.controller(WARSAW) == GERMANY


def enters_without_war(check: Check, power: str, zone: str) -> bool:
    """Let a move into a zone be an annexation, or an attack that a pact allows, if it is one."""
    position = check.position
    if check.order.data.get("as") in STRIKES:
        return False
    if not may_enter(position, power, zone):
        return False
    if invader_of(position.state, zone) == power:
        return True
    group = cell(check.book, zone, "group")
    if group != NONE and _annexed_already(position, power, group):
        check.complain(
            "one-a-turn",
            f"{title(power)} has annexed a nation in this turn",
            "one of Austria, Bohemia and Slovakia a turn; a war must be declared first",
            "0.9",
            zone,
        )
        return True
    check.does(set_place(position.state, zone, "marker", INVADED, power))
    return True


def entered(book: Book, events: Iterable[Event]) -> Iterator[str]:
    """What the player is told of his move: `; annexes Austria without a war`."""
    for event in events:
        if isinstance(event, PlaceChanged) and event.name == INVADED:
            verb = "attacks" if cell(book, event.place, "forces") == FIGHTS else "annexes"
            yield f"; {verb} {title(event.place)} without a war"


def _annexed_already(position: Position, power: str, group: str) -> bool:
    """Whether a nation annexes another zone of a group in this turn, or has."""
    if position.powers[power].flags.get(f"{ANNEXED}{group}") == position.clock.turn:
        return True
    return any(
        cell(position.book, zone, "group") == group and invader_of(position.state, zone) == power
        for zone in zones_for(position.book, power)
    )


def invaded(state: State) -> tuple[str, ...]:
    """The zones that are entered without a war in this turn."""
    return tuple(sorted(zone for zone in state.places if invader_of(state, zone)))
