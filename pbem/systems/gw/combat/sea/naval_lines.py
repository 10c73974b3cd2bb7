"""Who fights in a naval battle (0.5, 8.7, 8.9, 9.7): ships, patrols, submarines that will.

Submarines that alone defend, and raiders, decline combat unless their players say otherwise; where
the enemy's aircraft on patrol hold them, they must fight a round. Ships `as: screen` fight for the
others of their zone.
Decides who is in each line, and what each unit is there. Leaves the rounds to `naval_combat`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.naval_forces import Kind, NavalForce, NavalPlan, Squadron
from pbem.systems.gw.battle.ship_damage import afloat
from pbem.systems.gw.combat.battle_choices import Seat
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.land_forces import warships_in
from pbem.systems.gw.world.cargo import cargo_of
from pbem.systems.gw.world.duties import ON_PATROL, RAIDS, duty_of
from pbem.systems.gw.world.halves import players_at
from pbem.systems.gw.world.movement import has_moved
from pbem.systems.gw.world.nations import acting, enemies_in
from pbem.systems.gw.world.passages import Traveller
from pbem.systems.gw.world.sea_movement import stops
from pbem.systems.gw.world.units import hits_of, type_of
from pbem.systems.gw.world.vocabulary import Duty, Stance, UnitMark


class MixedStack(Reading, id="GW-R-8.9-b"):
    """Whether submarines beside ships of their own may decline."""

    FREE = "free"
    WITH_FLEET = "with-fleet"


class FleetJoins(Reading, id="GW-R-0.5-b"):
    """Which of the ships that stood in a sea zone before the turn attack there (0.5)."""

    NAMED = "named"
    ALL = "all"


class HuntedRaiders(Reading, id="GW-R-8.9-d"):
    """How often aircraft on patrol fire at a submarine that raids in their zone."""

    BOTH = "both"
    RAID_ONLY = "raid-only"


@dataclass(frozen=True, slots=True)
class Line:
    """One side on the board: its groups, and what each is in this battle."""

    role: Role
    groups: tuple[tuple[Unit, Kind], ...]
    seat: Seat

    @property
    def powers(self) -> list[str]:
        """Every nation of the side, that of most of its units first."""
        sizes: Counter[str] = Counter()
        for unit, _ in self.groups:
            sizes[unit.owner] += unit.size
        return sorted(sizes, key=lambda power: -sizes[power])

    def force(self, plan: NavalPlan) -> NavalForce:
        """The side as the rules see it."""
        squadrons = tuple(Squadron(kind, unit.size) for unit, kind in self.groups)
        return NavalForce(self.powers[0], squadrons, plan)


@implements("GW-8.7-9", "GW-12.2-fleet-carrier")
def present(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """Units in a sea zone with the aircraft of their Carriers; none takes off a damaged one."""
    found: list[Unit] = []
    for unit in units:
        found.append(unit)
        if type_of(position.book, unit).is_carrier and not unit.marked(UnitMark.DAMAGED):
            found += cargo_of(position.state, unit)
    return found


@implements("GW-8.7-1", "GW-8.7-2", "GW-8.7-3", "GW-8.7-9")
def patrols(umpire: Umpire, unit: Unit) -> bool:
    """Whether an aircraft is on patrol: so ordered, there since earlier, or of a Carrier (8.7)."""
    if not type_of(umpire.book, unit).is_air:
        return False
    aboard = unit.at not in umpire.board
    return aboard or not has_moved(unit) or duty_of(unit) in ON_PATROL


@implements("GW-8.9-1", "GW-8.9-2", "GW-8.9-5", "GW-8.9-7", "GW-8.9-10", "GW-9.10-1")
def declines(book: Book, unit: Unit, both: Sides[list[Unit]], role: Role) -> bool:
    """Whether a submarine declines combat: as its player says (8.9).

    Where he says nothing a raider does, and one that would defend with submarines alone, but not
    against Transports that nobody escorts.
    """
    if not type_of(book, unit).is_submarine:
        return False
    if unit.marked(UnitMark.STANCE):
        return unit.mark(UnitMark.STANCE) == Stance.DECLINE
    if duty_of(unit) in RAIDS:
        return True
    own, enemy = both.seen(role)
    alone = all(type_of(book, other).is_submarine for other in own)
    return role is Role.DEFENDER and alone and not unescorted(book, enemy)


def unescorted(book: Book, units: Iterable[Unit]) -> bool:
    """Whether some units are Transports without anybody who would fight for them."""
    return all(type_of(book, unit).is_transport for unit in units)


def line_of(umpire: Umpire, role: Role, both: Sides[list[Unit]], order: BattleOrder) -> Line:
    """The units of a side that fight, and what each is."""
    units, enemy = both.seen(role)
    held = any(patrols(umpire, unit) for unit in enemy)
    free = not _is_mixed(umpire.book, units) or umpire.reading(MixedStack) is MixedStack.FREE
    groups = []
    for unit in sorted(units, key=lambda unit: unit.id):
        shy = free and declines(umpire.book, unit, both, role)
        if shy and not held:
            continue
        ship = afloat(umpire, type_of(umpire.book, unit))
        groups.append((unit, Kind(ship, hits_of(unit), patrols(umpire, unit), shy)))
    return Line(role, tuple(groups), seat_of(umpire, role, units, order))


def _is_mixed(book: Book, units: Iterable[Unit]) -> bool:
    """Whether submarines stand beside ships."""
    under = {type_of(book, unit).is_submarine for unit in units if type_of(book, unit).is_naval}
    return len(under) == 2


def seat_of(umpire: Umpire, role: Role, units: Iterable[Unit], order: BattleOrder) -> Seat:
    """Who answers for a side."""
    owners = {unit.owner for unit in units}
    position, zone = umpire.position, order.zone
    players = sorted({p for owner in owners for p in players_at(position, owner, zone)})
    return Seat(role, order.zone, tuple(players), order.words if role is Role.ATTACKER else {})


@implements("GW-0.5-4", "GW-0.5-5", "GW-0.5-10", "GW-0.5-11", "GW-9.11-13")
def attackers_in(umpire: Umpire, order: BattleOrder) -> list[Unit]:
    """Who attacks: those who came to fight, or all on turn if just the battle is ordered (0.5).

    Ships that escort since earlier or fell back from a battle do not. Submarines that came to raid
    and are held by aircraft on patrol fight alone. Where some units screen, the others leave the
    fight to them (9.7).
    """
    position = umpire.position
    nations = [power.id for power in acting(position)]
    there = [unit for unit in position.state.at(order.zone) if unit.owner in nations]
    units = [unit for unit in there if not (_escorts_still(unit) or fell_back(unit))]
    fresh = [unit for unit in units if comes_to_fight(umpire, unit)]
    if all(is_raiding_submarine(umpire.book, unit) for unit in fresh):
        return screening(umpire.book, units) if order.words else fresh
    return screening(umpire.book, with_patrols(umpire, units))


@implements("GW-0.5-5", "GW-8.7-2", "GW-9.6-6")
def with_patrols(umpire: Umpire, units: Sequence[Unit]) -> list[Unit]:
    """Those of some units that attack: who moved or was named, and the aircraft on patrol (0.5).

    Ships that stood there beside the enemy stay out of it, but for the other reading; they fight
    where only Transports came, which would be lost before their eyes (9.6).
    """
    fresh = [unit for unit in units if has_moved(unit) or type_of(umpire.book, unit).is_air]
    ships = [kind for unit in fresh if (kind := type_of(umpire.book, unit)).is_naval]
    unarmed = bool(ships) and all(kind.is_transport for kind in ships)
    if unarmed or len(fresh) == len(units):
        return list(units)
    return fresh if umpire.reading(FleetJoins) is FleetJoins.NAMED else list(units)


@implements("GW-9.8-1", "GW-0.5-4")
def lies_off(position: Position, unit: Unit) -> bool:
    """Whether a ship began the turn beside enemy warships, and puts an assault ashore, not more.

    It attacks nobody: it takes a battle order to fight them. Submarines alone may still attack it.
    """
    lands = any(one.marked(UnitMark.ASSAULT) for one in cargo_of(position.state, unit))
    came = unit.marked(UnitMark.FROM)
    return lands and not came and bool(warships_in(position, unit.owner, unit.at))


@implements("GW-8.7-2", "GW-8.8-2", "GW-9.11-14", "GW-8.9-10", "GW-9.11-15")
def comes_to_fight(umpire: Umpire, unit: Unit) -> bool:
    """Whether a unit moved to fight, or met enemies that it may not ignore (8.7, 8.8, 9.11).

    Aircraft on patrol need not fight. Who escorts, raids or blockades fights those that stop it.
    """
    position, kind, duty = umpire.position, type_of(umpire.book, unit), duty_of(unit)
    if not has_moved(unit) or (kind.is_air and duty in ON_PATROL) or lies_off(position, unit):
        return False
    if duty not in (Duty.ESCORT, Duty.BLOCKADE, *RAIDS):
        return True
    held = unit.marked(UnitMark.FROM) and stops(
        position, Traveller(kind, unit.owner, combat=True), unit.at
    )
    if not held or not is_raiding_submarine(umpire.book, unit):
        return held
    return umpire.reading(HuntedRaiders) is HuntedRaiders.BOTH


def is_raiding_submarine(book: Book, unit: Unit) -> bool:
    """Whether a unit is a submarine that raids or lays mines."""
    return type_of(book, unit).is_submarine and duty_of(unit) in RAIDS


@implements("GW-8.9-10", "GW-9.11-15", "GW-8.7-4", "GW-9.11-16")
def defenders_in(position: Position, own: Sequence[Unit], zone: str) -> list[Unit]:
    """Who defends: escorts not against raiding submarines alone, patrols that decline not (8.7).

    Else escorts take part in a battle like every other ship.
    """
    raid = all(is_raiding_submarine(position.book, unit) for unit in own)
    shy = [u for u in declining_patrols(position, own, zone) if lets_be(position, u, own, zone)]
    return [
        unit
        for unit in enemies_in(position.state, own[0].owner, zone)
        if not (raid and duty_of(unit) == Duty.ESCORT) and unit not in shy
    ]


@implements("GW-8.7-4", "GW-9.11-16")
def declining_patrols(position: Position, own: Sequence[Unit], zone: str) -> list[Unit]:
    """The enemy's aircraft over a sea zone that may decline to fight: ships without aircraft came.

    A submarine is held by them.
    """
    kinds = [type_of(position.book, unit) for unit in own]
    if not own or any(kind.is_air or kind.is_submarine for kind in kinds):
        return []
    foes = enemies_in(position.state, own[0].owner, zone)
    return [unit for unit in foes if type_of(position.book, unit).is_air]


def lets_be(position: Position, patrol: Unit, foes: Sequence[Unit], zone: str) -> bool:
    """Whether an aircraft on patrol declines combat with ships: as its player says.

    Where he says nothing one on watch does, and one whose side has less than half the strength of
    what comes; not who scrambled.
    """
    said = patrol.mark(UnitMark.STANCE)
    if said:
        return said == Stance.DECLINE
    if duty_of(patrol) == Duty.WATCH:
        return True
    own = present(position, enemies_in(position.state, foes[0].owner, zone))
    ours, theirs = (
        strength_of(position, own, Role.DEFENDER),
        strength_of(position, foes, Role.ATTACKER),
    )
    return 2 * ours < theirs and not patrol.marked(UnitMark.SCRAMBLED)


def strength_of(position: Position, units: Iterable[Unit], role: Role) -> int:
    """The sum of the values with which some units would roll."""
    return sum(unit.size * (type_of(position.book, unit).printed(role) or 0) for unit in units)


@implements("GW-8.10-2", "GW-9.7-1", "GW-9.7-3", "GW-8.9-8")
def screening(book: Book, units: Sequence[Unit]) -> list[Unit]:
    """Those of some units in a sea zone that fight: the screen and the aircraft, if one screens."""
    screen = [unit for unit in units if duty_of(unit) == Duty.SCREEN or type_of(book, unit).is_air]
    return screen if is_screened(units) else list(units)


def _escorts_still(unit: Unit) -> bool:
    """Whether a ship escorts since an earlier turn."""
    return duty_of(unit) == Duty.ESCORT and not has_moved(unit)


def fell_back(unit: Unit) -> bool:
    """Whether a ship went back to the zone it stands in from a battle of this Combat Phase."""
    return unit.mark(UnitMark.FROM) == unit.at


def is_screened(units: Iterable[Unit]) -> bool:
    """Whether some of the units are a screening force."""
    return any(duty_of(unit) == Duty.SCREEN for unit in units)


def moving_force(book: Book, units: Iterable[Unit]) -> list[Unit]:
    """The ships that a screening force fights for (8.10)."""
    return [unit for unit in units if type_of(book, unit).is_naval and duty_of(unit) != Duty.SCREEN]
