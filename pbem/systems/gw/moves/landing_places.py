"""Where aircraft that make a combat move will land (8.3): zones, decks, and Carriers yet to come.

Decides: which landing place a flight may count on. Leaves to `movement` what is in reach now, to
`retreating` where aircraft come down in the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.data.findings import warning
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.record.state import Unit
from pbem.core.rules.readings import Reading
from pbem.systems.gw.combat.advanced_carriers import decks_among
from pbem.systems.gw.world.cargo import with_room
from pbem.systems.gw.world.move_orders import Check, Trip
from pbem.systems.gw.world.movement import air_cost, has_moved, landing_zones
from pbem.systems.gw.world.nations import aligned, is_acting, is_sea
from pbem.systems.gw.world.sea_movement import Sailing, sea_path
from pbem.systems.gw.world.units import type_of


class ComingCarriers(Reading, id="GW-R-8.3-b"):
    """Whether aircraft that fly to fight may count on a Carrier that has yet to move."""

    MAY_COME = "may-come"
    WHERE_IT_IS = "where-it-is"


@implements("GW-8.3-3", "GW-8.4-4")
def base_for(check: Check, unit: Unit, trip: Trip, left: int) -> str:
    """Where an aircraft will land: as ordered, else where it took off, else the nearest zone."""
    position, label = check.position, check.label
    near = decks_among(position.game, unit, landing_zones(position, unit, trip.goal, left))
    if (trip.land and trip.land not in near) or not near:
        goal = next(_decks_to_come(check, unit, trip, left), "")
        if goal:
            return goal
    if trip.land and trip.land not in near:
        hint = f"in reach: {', '.join(map(label, near))}" if near else ""
        message = f"cannot land in {label(trip.land)}"
        check.complain("cannot-land", message, hint, "8.3", "land")
        return ""
    if not near:
        message = f"{type_of(check.book, unit).name} could not get back from {label(trip.goal)}"
        hint = f"{left} movement would be left"
        check.complain("cannot-land", message, hint, "8.3", trip.goal)
        return ""
    return trip.land or (trip.origin if trip.origin in near else near[0])


@implements("GW-8.3-3")
def _decks_to_come(check: Check, unit: Unit, trip: Trip, left: int) -> Iterator[str]:
    """The sea zones in reach, or the one ordered, into which a Carrier can move before it lands."""
    position, decks = check.position, _waiting_decks(check, unit)
    cost = air_cost(position, unit.owner, "")
    near = reachable(position.board.neighbours, trip.goal, cost, left)
    for zone in near:
        if not is_sea(check.board, zone) or trip.land not in ("", zone):
            continue
        if any(sea_path(position, Sailing(ship, zone)) for ship in decks):
            if check.reading(ComingCarriers) is ComingCarriers.WHERE_IT_IS:
                return
            _warn_to_bring_it(check, unit, zone)
            yield zone


def _waiting_decks(check: Check, unit: Unit) -> list[Unit]:
    """The Carriers with room for an aircraft that have yet to move."""
    position, kind = check.position, type_of(check.book, unit)
    return [
        ship
        for ship in check.state.units.values()
        if type_of(check.book, ship).is_carrier
        and ship.at in check.board
        and is_acting(position, ship.owner)
        and aligned(check.state, unit.owner, ship.owner)
        and not has_moved(ship)
        and with_room(position, [ship], kind) is not None
    ]


def _warn_to_bring_it(check: Check, unit: Unit, zone: str) -> None:
    """Before play, who counts on a Carrier is told that he has to move it."""
    name, where = type_of(check.book, unit).name, check.label(zone)
    told = f"{name} is lost unless a Carrier with room comes to {where} in non-combat movement"
    if not check.position.in_play:
        check.findings.append(warning("needs-deck", told, cite="8.3", about="land"))
