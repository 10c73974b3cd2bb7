"""What a receipt warns ships of that make a combat move: they are legal, and may end badly.

Decides what is told. Leaves to `combat` what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.data.findings import warning
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position
from pbem.systems.gw.combat.land_forces import warships_in
from pbem.systems.gw.combat.sea.naval_lines import lies_off
from pbem.systems.gw.world.move_orders import Check, Trip
from pbem.systems.gw.world.nations import is_acting
from pbem.systems.gw.world.passages import Traveller
from pbem.systems.gw.world.sea_movement import awaited
from pbem.systems.gw.world.units import type_of


@implements("GW-9.6-6", "GW-9.8-2")
def warn_of_warships(check: Check, trip: Trip) -> None:
    """Before play, who sends Transports to enemy warships is told what these do to them."""
    if check.position.in_play or not check.ok or not trip.combat:
        return
    goal, label = trip.goal, check.label(trip.goal)
    own = [unit for unit in check.state.at(goal) if is_acting(check.position, unit.owner)]
    ships = _in_danger(check.position, own)
    if any(lies_off(check.position, ship) for ship in ships):
        told = f"no assault leaves {label} before the enemy warships there are eliminated"
        hint = f"to fight them order the battle: battles: [{{at: {label}}}]"
        check.findings.append(warning("warships", told, hint=hint, cite="9.8", about=goal))
    elif ships and len(ships) == len(own):
        told = f"Transports alone with enemy warships in {label} are lost without a die"
        hint = "send warships or aircraft along, or another way"
        check.findings.append(warning("alone", told, hint=hint, cite="9.6", about=goal))


def _in_danger(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """The Transports among units at sea, where enemy warships are."""
    ships = [unit for unit in units if type_of(position.book, unit).is_transport]
    return [ship for ship in ships if warships_in(position, ship.owner, ship.at)]


@implements("GW-8.9-7", "GW-8.7-4")
def warn_of_meetings(check: Check, trip: Trip, ways: Iterable[Path]) -> None:
    """Before play, who passes enemy submarines or patrols is told that they may stop him."""
    if check.position.in_play or not trip.ships(check):
        return
    ship = trip.ships(check)[0][0]
    who = Traveller(type_of(check.book, ship), ship.owner, trip.combat)
    passed = dict.fromkeys(zone for way in ways for zone in way.places[1:-1])
    zones = [check.label(zone) for zone in passed if awaited(check.position, who, zone)]
    if zones:
        told = f"enemy submarines or patrols may stop the ships in {', '.join(zones)}"
        hint = "they go round them where a way is free; escorts may deter them"
        check.findings.append(warning("awaited", told, hint=hint, cite="8.9", about="to"))
