"""Movement of ships and submarines by sea (0.5, 0.8, 1.15, 1.19, 8.2, 8.9, 10.1).

Two routes are no borders: the Northern Sea Route and the Baltic-White Sea Canal.
`{units: {submarine: 1}, from: A14, to: A9, by: Baltic-White Sea Canal}` in non-combat movement is
the whole movement of one vessel in a turn. Others than the possessor need his leave.

Decides: the ways of ships from sea zone to sea zone, and what stops them; who may take a route,
and how many.
Leaves to `combat`: what happens where enemies meet; to `passages`: what routes admit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from pbem.core.data.naming import names_among
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.cargo import cargo_of, follow, mark_events, whereabouts
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.movement import points, sent
from pbem.systems.gw.world.nations import at_war, enemies_in, is_sea, one_power
from pbem.systems.gw.world.passages import Traveller, bar_between, leave, passage, possessor
from pbem.systems.gw.world.treaties import GERMANY, NAZI_SOVIET, SOVIET_UNION, in_force
from pbem.systems.gw.world.units import Group, duty_of, type_of
from pbem.systems.gw.world.vocabulary import Duty, UnitMark


class SeaRoutes(Reading, id="GW-R-1.19-a"):
    """Whether leave gives a nation a vessel of its own on a sea route."""

    ONE_EACH = "one-each"
    ONE_IN_ALL = "one-in-all"


Cost = Callable[[str, str], int | None]

NORTHERN: Final = "northern-sea-route"


@dataclass(frozen=True, slots=True)
class Sailing:
    """Where a ship is to go, by which zones, in a combat move or not, and the straits it forces."""

    ship: Unit
    goal: str
    via: Sequence[str] = ()
    combat: bool = False
    forces: frozenset[str] = frozenset()

    def traveller(self, book: Book) -> Traveller:
        """Who passes straits and canals on it."""
        return Traveller(type_of(book, self.ship), self.ship.owner, self.combat, self.forces)


@implements("GW-8.7-8", "GW-12.2-fleet-carrier", "GW-8.4-1")
def patrols_in(position: Position, power: str, zone: str) -> tuple[Unit, ...]:
    """Enemy aircraft that watch a sea zone: on patrol over it, or on a Carrier in it (8.7).

    From a damaged Carrier none takes off (12.2); what a Transport carries is cargo (8.4).
    """
    carriers = [
        unit
        for unit in position.state.at(zone)
        if type_of(position.book, unit).is_carrier and not unit.marked(UnitMark.DAMAGED)
    ]
    decks = (cargo for ship in carriers for cargo in cargo_of(position.state, ship))
    there = (*position.state.at(zone), *decks)
    return tuple(
        u
        for u in there
        if at_war(position.state, power, u.owner) and type_of(position.book, u).is_air
    )


@implements("GW-0.5-3", "GW-8.9-3", "GW-8.9-5", "GW-8.9-6", "GW-8.9-9", "GW-8.7-4", "GW-9.11-14")
def stops(position: Position, who: Traveller, zone: str, passing: bool = False) -> bool:
    """Whether enemies in a sea zone stop a ship that enters it.

    A submarine is stopped by aircraft on patrol in the zone and by nothing else. Other ships are
    stopped by every ship of the enemy but submarines and escorts, and by patrols; those on watch
    let ships pass that have no aircraft, but to come to them takes a combat move (8.2, example).
    `passing`: whether patrols stop such ships is their player's to say (`awaited`).
    """
    patrols = patrols_in(position, who.power, zone)
    if who.kind.is_submarine:
        return bool(patrols)
    unseen = who.combat and not who.kind.is_carrier
    if any(not unseen or not (passing or duty_of(unit) == Duty.WATCH) for unit in patrols):
        return True
    return any(
        type_of(position.book, u).is_naval
        and not type_of(position.book, u).is_submarine
        and duty_of(u) != Duty.ESCORT
        for u in enemies_in(position.state, who.power, zone)
    )


@implements("GW-8.9-7", "GW-8.7-4")
def awaited(position: Position, who: Traveller, zone: str) -> bool:
    """Whether enemies in a sea zone may fight a ship that passes it in a combat move, or let it.

    Submarines may, and patrols to which no Carrier comes.
    """
    if not who.combat or who.kind.is_submarine:
        return False
    foes = enemies_in(position.state, who.power, zone)
    boats = any(type_of(position.book, unit).is_submarine for unit in foes)
    return boats or (not who.kind.is_carrier and bool(patrols_in(position, who.power, zone)))


@implements("GW-0.5-6")
def sea_path(position: Position, sailing: Sailing) -> Path | None:
    """The cheapest path of a ship; it goes through no zone where enemies stop it.

    In non-combat movement it does not end in one either. Leaving such a zone is free (0.5). It
    goes where nobody may fight it on its way, if there is such a path.
    """
    wary = _cheapest(position, sailing, sea_cost(position, sailing, wary=True), sailing.via)
    return wary or _cheapest(position, sailing, sea_cost(position, sailing), sailing.via)


def _cheapest(
    position: Position, sailing: Sailing, cost: Cost, via: Sequence[str] = ()
) -> Path | None:
    """The cheapest path within the movement that the ship has now."""
    origin, most = whereabouts(position.state, sailing.ship), points(position, sailing.ship)
    neighbours = position.board.neighbours
    return cheapest_path(neighbours, origin, sailing.goal, cost, limit=most, via=via)


def sea_cost(position: Position, sailing: Sailing, wary: bool = False) -> Cost:
    """What a step costs a ship: 1, or nothing is possible; it `forces` some straits (15.6).

    `wary`: it passes nobody who may fight it.
    """
    who = sailing.traveller(position.book)

    def cost(here: str, there: str) -> int | None:
        if not is_sea(position.board, there) or bar_between(position, who, here, there):
            return None
        if who.combat and there == sailing.goal:
            return 1
        barred = stops(position, who, there, passing=who.combat)
        return None if barred or (wary and awaited(position, who, there)) else 1

    return cost


def why_barred(position: Position, sailing: Sailing) -> str:
    """The passage that a ship would need for its shortest way, if one bars it without force."""
    who = replace(sailing, forces=frozenset()).traveller(position.book)
    way = _cheapest(
        position, sailing, lambda _, there: 1 if is_sea(position.board, there) else None
    )
    steps = pairwise(way.places) if way else ()
    reasons = (bar_between(position, who, here, there) for here, there in steps)
    return next(filter(None, reasons), "")


def route_named(book: Book, text: str) -> str:
    """The id of a route that a player typed; nothing if there is none."""
    passages, closure = book.chart("passages"), book.chart("movement").table("closure").rows.names
    routes = [
        row
        for row in passages.table().rows.names
        if row in closure and passages.at(row, "kind").text == UnitMark.ROUTE
    ]
    found = names_among(routes).called(text)
    return found[0] if len(found) == 1 else ""


@implements("GW-1.15-10", "GW-1.19-1", "GW-1.19-2", "GW-1.19-3", "GW-AppB-2")
def take_route(check: Check, units: Sequence[Group], origin: str, goal: str) -> None:
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
        events = sent(unit, goal, count, {UnitMark.LEFT: 0})
        check.does(events)
        there = follow(unit if unit.count is None else replace(unit, count=count), events)
        check.does(mark_events(there, {UnitMark.ROUTE: name}, count))


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
        if (in_all or one_power(power, unit.owner)) and unit.mark(UnitMark.ROUTE) == name
    )
