"""Where ships retreat to from a naval battle, the force behind a screen (9.4, 9.7), and aircraft.

By an option (9.4 of the checklist) aircraft whose Carrier has sunk leave the battle; without it
they fight on and look for a place to land when the battle is over.

Decides: where ships go, and which aircraft leave.
Leaves to `naval_losses`: where aircraft land.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import Event
from pbem.core.record.state import Unit
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.combat.battle_orders import Fought
from pbem.systems.gw.combat.land.amphibious_combat import NoAssaultVerdict
from pbem.systems.gw.combat.retreating import land_aircraft, shares
from pbem.systems.gw.combat.sea.naval_fight import SeaFight
from pbem.systems.gw.combat.sea.naval_losses import land_without_deck
from pbem.systems.gw.world.cargo import cargo_of, follow, mark_events, moved
from pbem.systems.gw.world.duties import takes_up
from pbem.systems.gw.world.units import counted, type_of
from pbem.systems.gw.world.vocabulary import Counted, UnitMark


@implements("GW-9.4-2", "GW-9.4-3", "GW-9.4-7", "GW-9.4-8")
def sail_back(fight: SeaFight) -> None:
    """Ships go back where they came from, those that were there with them; aircraft land (9.4).

    Submarines that have submerged stay, and those that lay there alone, whom nothing leads back.
    The order may send ships to several such zones.
    """
    umpire = fight.umpire
    line = fight.lines.attacker
    away = Role.ATTACKER in fight.away
    groups = [u for u, kind in line.groups if not (away and kind.unit.is_submarine)]
    ships = [unit for unit in groups if type_of(fight.umpire.book, unit).is_naval and fight.origins]
    for unit, count, goal in shares(ships, fight.origins, fight.order.retreat_to):
        sail(umpire, unit, count, goal)
    for unit in groups:
        if type_of(fight.umpire.book, unit).is_air and unit.marked(UnitMark.BASE):
            land_aircraft(umpire, umpire.state.units[unit.id])


def origins_of(ships: Iterable[Unit]) -> list[str]:
    """The zones from which some ships came, in byte order."""
    return sorted({str(unit.mark(UnitMark.FROM)) for unit in ships if unit.marked(UnitMark.FROM)})


@implements("GW-9.4-3")
def sail(umpire: Umpire, unit: Unit, count: int, goal: str) -> Unit:
    """Some ships go to a sea zone in the Combat Phase: they move no more, and land nobody.

    They are marked as having come from there (`naval_lines.fell_back`).
    """
    stood_down(umpire, [unit])
    events: list[Event] = [moved(unit, goal, count)]
    events += takes_up(follow(unit, events), "", count)
    umpire.apply(*events)
    there = follow(unit, events)
    marks = mark_events(there, {UnitMark.LEFT: 0, UnitMark.FROM: goal}, count)
    umpire.apply(*marks)
    return follow(there, marks)


def stood_down(umpire: Umpire, ships: Sequence[Unit]) -> None:
    """What some ships carry assaults nothing any more in this turn (9.7, 9.8)."""
    for ship in ships:
        for cargo in cargo_of(umpire.state, ship):
            if not cargo.marked(UnitMark.ASSAULT):
                continue
            umpire.apply(*mark_events(cargo, {UnitMark.ASSAULT: None}, cargo.size))
            umpire.tell(
                NoAssaultVerdict(
                    at=str(cargo.mark(UnitMark.ASSAULT)),
                    result="stood-down",
                    sea=ship.at,
                    attacker=[cargo.owner],
                    units=counted([cargo]),
                    ships=[],
                )
            )


@dataclass(frozen=True, slots=True)
class CarrierAircraftVerdict(Fought):
    """Aircraft leave a battle because their Carrier has sunk."""

    kind: ClassVar[str] = "carrier-aircraft"
    cite: ClassVar[str] = "9.4"

    attacker_gone: Counted
    defender_gone: Counted


@implements("GW-9.4-13")
def leave_the_battle(fight: SeaFight) -> None:
    """At the end of a round aircraft without a deck land one space away at most, or are lost."""
    umpire, zone = fight.umpire, fight.order.zone
    if not umpire.options.carrier_aircraft_retreat:
        return
    gone = Sides.of(lambda role: _take_out(fight, role))
    if not any(gone):
        return
    land_without_deck(umpire, zone)
    umpire.tell(
        CarrierAircraftVerdict(
            at=zone,
            result="retreated",
            attacker=fight.powers.attacker,
            defender=fight.powers.defender,
            attacker_gone=gone.attacker,
            defender_gone=gone.defender,
        )
    )


def _take_out(fight: SeaFight, role: Role) -> Counted:
    """Take a side's aircraft without a deck out of the battle; which they are."""
    line, fleet = fight.lines.own(role), fight.battle.sides.own(role)
    counts = list(fight.standing.forces.own(role))
    found: list[tuple[str, int]] = []
    for unit, kind in line.groups:
        if unit.marked(UnitMark.NO_DECK):
            counts[fleet.kinds.index(kind)] -= unit.size
            found.append((unit.counter, unit.size))
    stay = tuple(group for group in line.groups if not group[0].marked(UnitMark.NO_DECK))
    fight.lines = fight.lines.put(role, replace(line, groups=stay))
    fight.standing = fight.standing.put(role, tuple(counts))
    return found
