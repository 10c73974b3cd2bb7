"""Sea routes that are no borders: Northern Sea Route, Baltic-White Sea Canal (1.15, 1.19).

`{units: {submarine: 1}, from: A14, to: A9, by: Baltic-White Sea Canal}` in non-combat movement: the
whole movement of one vessel in a turn. Others than the possessor need his leave.

Decides: who may take a route, and how many.
Leaves to `passages`: what routes admit; to `sea_movement`: ordinary ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Until
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.cargo import follow, mark_events
from pbem.systems.gw.world.move_orders import Check, Named
from pbem.systems.gw.world.movement import LEFT, sent, type_of
from pbem.systems.gw.world.names import id_said
from pbem.systems.gw.world.nations import one_power
from pbem.systems.gw.world.passages import leave, passage, possessor
from pbem.systems.gw.world.treaties import GERMANY, NAZI_SOVIET, SOVIET_UNION, in_force


class SeaRoutes(Reading, id="GW-R-1.19-a"):
    """Whether leave gives a nation a vessel of its own on a sea route."""

    ONE_EACH = "one-each"
    ONE_IN_ALL = "one-in-all"


ROUTE: Final = "route"
NORTHERN: Final = "northern-sea-route"


def route_named(book: Book, text: str) -> str:
    """The id of a route that a player typed; nothing if there is none."""
    folded = id_said(text)
    known = book.chart("passages").table().rows.names
    is_route = folded in known and book.chart("passages").at(folded, "kind").text == ROUTE
    return (
        folded if is_route and folded in book.chart("movement").table("closure").rows.names else ""
    )


@implements("GW-1.15-10", "GW-1.19-1", "GW-1.19-2", "GW-1.19-3", "GW-AppB-2")
def take_route(check: Check, units: Sequence[Named], origin: str, goal: str) -> None:
    """One vessel goes from one end of a route to the other, its whole move (1.15, 1.19)."""
    said = str(check.order.data["by"])
    name = route_named(check.book, said)
    if not name:
        check.complain("unknown-route", f"there is no route '{said}'", cite="1.19", about="by")
        return
    one, (unit, count) = passage(check.book, name), units[0]
    ends = {f"sea:{check.book.chart('passages').at(name, end).text}" for end in ("from", "to")}
    kind, power = type_of(check.book, unit), unit.owner
    holder = possessor(check.state, one)
    if {origin, goal} != ends:
        check.complain("wrong-ends", f"{said} does not join these zones", cite="1.19", about="by")
    elif not kind.is_naval or not one.lets_in(kind):
        check.complain(
            "not-admitted", f"{said} does not admit {kind.name}", cite="1.15", about=kind.id
        )
    elif len(units) > 1 or count + used(check, power, name) > 1:
        check.complain("one-only", f"one vessel a turn may take {said}", cite="1.19", about="units")
    elif not may_use(check.position, holder, name, power):
        check.complain(
            "no-leave", f"{holder or 'nobody'} gave no leave to use {said}", cite="1.19", about="by"
        )
    else:
        events = sent(unit, goal, count, {LEFT: 0})
        check.does(events)
        there = follow(unit if unit.count is None else replace(unit, count=count), events)
        check.does(mark_events(there, ROUTE, name, Until.TURN, count))


@implements("GW-14.2-8", "GW-1.19-3")
def may_use(position: Position, holder: str, name: str, power: str) -> bool:
    """Whether a power may take a route: its own, with leave, or Germany's by the pact (14.2)."""
    if one_power(power, holder) or leave(position.state, holder, name, power) is True:
        return True
    return power == GERMANY and holder == SOVIET_UNION and in_force(position, NAZI_SOVIET)


def used(check: Check, power: str, name: str) -> int:
    """How many vessels of a power, or of all, took a route in this calendar turn."""
    in_all = check.reading(SeaRoutes) is SeaRoutes.ONE_IN_ALL
    return sum(
        unit.size
        for unit in check.state.units.values()
        if (in_all or one_power(power, unit.owner))
        and ROUTE in unit.marks
        and unit.marks[ROUTE].value == name
    )
