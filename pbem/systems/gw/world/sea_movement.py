"""Movement of ships and submarines from sea zone to sea zone (0.5, 0.8, 1.15, 8.2, 8.9, 10.1).

Decides: the ways of ships, and what stops them.
Leaves to `combat`: what happens where enemies meet; to `routes`: ways that are no borders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.systems.gw.world.cargo import aboard, whereabouts
from pbem.systems.gw.world.duties import ESCORT, WATCH, duty_of
from pbem.systems.gw.world.movement import points, type_of
from pbem.systems.gw.world.nations import at_war, enemies_in
from pbem.systems.gw.world.passages import Traveller, bar_between
from pbem.systems.gw.world.zones import is_sea

Cost = Callable[[str, str], int | None]


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


@implements("GW-8.7-8")
def patrols_in(position: Position, power: str, zone: str) -> tuple[Unit, ...]:
    """Enemy aircraft that watch a sea zone: on patrol over it, or on a Carrier in it (8.7)."""
    there = (*position.state.at(zone), *aboard(position.state, zone))
    return tuple(
        u
        for u in there
        if at_war(position.state, power, u.owner) and type_of(position.book, u).is_air
    )


@implements("GW-0.5-3", "GW-8.9-3", "GW-8.9-5", "GW-8.9-6", "GW-8.9-9", "GW-8.7-4", "GW-9.11-14")
def stops(position: Position, who: Traveller, zone: str) -> bool:
    """Whether enemies in a sea zone stop a ship that enters it.

    A submarine is stopped by aircraft on patrol in the zone and by nothing else. Other ships are
    stopped by every ship of the enemy but submarines and escorts, and by patrols; those on watch
    let ships pass that have no aircraft, but to come to them takes a combat move (8.2, example).
    """
    patrols = patrols_in(position, who.power, zone)
    if who.kind.is_submarine:
        return bool(patrols)
    unseen = who.combat and not who.kind.is_carrier
    if any(not unseen or duty_of(unit) != WATCH for unit in patrols):
        return True
    return any(
        type_of(position.book, u).is_naval
        and not type_of(position.book, u).is_submarine
        and duty_of(u) != ESCORT
        for u in enemies_in(position.state, who.power, zone)
    )


@implements("GW-0.5-6")
def sea_path(position: Position, sailing: Sailing) -> Path | None:
    """The cheapest path of a ship; it goes through no zone where enemies stop it.

    In non-combat movement it does not end in one either. Leaving such a zone is free (0.5).
    """
    return _cheapest(position, sailing, sea_cost(position, sailing), sailing.via)


def _cheapest(
    position: Position, sailing: Sailing, cost: Cost, via: Sequence[str] = ()
) -> Path | None:
    """The cheapest path within the movement that the ship has now."""
    origin, most = whereabouts(position.state, sailing.ship), points(position, sailing.ship)
    neighbours = position.board.neighbours
    return cheapest_path(neighbours, origin, sailing.goal, cost, limit=most, via=via)


def sea_cost(position: Position, sailing: Sailing) -> Cost:
    """What a step costs a ship: 1, or nothing is possible; it `forces` some straits (15.6)."""
    who = sailing.traveller(position.book)

    def cost(here: str, there: str) -> int | None:
        if not is_sea(position.board, there) or bar_between(position, who, here, there):
            return None
        fights = who.combat and there == sailing.goal
        return 1 if fights or not stops(position, who, there) else None

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
