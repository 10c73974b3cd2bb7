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
from pbem.core.maps.board import Board
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
from pbem.systems.gw.world.duties import ON_PATROL, RAIDS
from pbem.systems.gw.world.halves import players_at
from pbem.systems.gw.world.movement import has_moved
from pbem.systems.gw.world.nations import acting, enemies_in
from pbem.systems.gw.world.passages import Traveller
from pbem.systems.gw.world.sea_movement import stops
from pbem.systems.gw.world.units import Piece, duty_of, pieces
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
def present(position: Position, units: Iterable[Unit]) -> list[Piece]:
    """Units in a sea zone with the aircraft of their Carriers; none takes off a damaged one."""
    found: list[Piece] = []
    for ship in pieces(position.book, units):
        found.append(ship)
        if ship.type.is_carrier and not ship.hits:
            found += pieces(position.book, cargo_of(position.state, ship.unit))
    return found


@implements("GW-8.7-1", "GW-8.7-2", "GW-8.7-3", "GW-8.7-9")
def patrols(board: Board, piece: Piece) -> bool:
    """Whether an aircraft is on patrol: so ordered, there since earlier, or of a Carrier (8.7)."""
    aboard = piece.at not in board
    return piece.is_air and (aboard or not has_moved(piece.unit) or piece.duty in ON_PATROL)


@implements("GW-8.9-1", "GW-8.9-2", "GW-8.9-5", "GW-8.9-7", "GW-8.9-10", "GW-9.10-1")
def declines(boat: Piece, both: Sides[list[Piece]], role: Role) -> bool:
    """Whether a submarine declines combat: as its player says (8.9).

    Where he says nothing a raider does, and one that would defend with submarines alone, but not
    against Transports that nobody escorts.
    """
    if not boat.is_submarine:
        return False
    if boat.unit.marked(UnitMark.STANCE):
        return boat.unit.mark(UnitMark.STANCE) == Stance.DECLINE
    if boat.duty in RAIDS:
        return True
    own, enemy = both.seen(role)
    alone = all(other.is_submarine for other in own)
    return role is Role.DEFENDER and alone and not unescorted(enemy)


def unescorted(force: Iterable[Piece]) -> bool:
    """Whether some units are Transports without anybody who would fight for them."""
    return all(piece.type.is_transport for piece in force)


def line_of(umpire: Umpire, role: Role, both: Sides[list[Piece]], order: BattleOrder) -> Line:
    """The units of a side that fight, and what each is."""
    own, enemy = both.seen(role)
    held = any(patrols(umpire.board, piece) for piece in enemy)
    free = not _is_mixed(own) or umpire.reading(MixedStack) is MixedStack.FREE
    groups = []
    for piece in sorted(own, key=lambda piece: piece.id):
        shy = free and declines(piece, both, role)
        if not shy or held:
            ship, flying = afloat(umpire, piece.type), patrols(umpire.board, piece)
            groups.append((piece.unit, Kind(ship, piece.hits, flying, shy)))
    return Line(role, tuple(groups), seat_of(umpire, role, own, order))


def _is_mixed(force: Iterable[Piece]) -> bool:
    """Whether submarines stand beside ships."""
    return len({piece.is_submarine for piece in force if piece.is_naval}) == 2


def seat_of(umpire: Umpire, role: Role, units: Iterable[Piece], order: BattleOrder) -> Seat:
    """Who answers for a side."""
    owners = {unit.owner for unit in units}
    position, zone = umpire.position, order.zone
    players = sorted({p for owner in owners for p in players_at(position, owner, zone)})
    return Seat(role, order.zone, tuple(players), order.words if role is Role.ATTACKER else {})


@implements("GW-0.5-4", "GW-0.5-5", "GW-0.5-10", "GW-0.5-11", "GW-9.11-13")
def attackers_in(umpire: Umpire, order: BattleOrder) -> list[Piece]:
    """Who attacks: those who came to fight, or all on turn if just the battle is ordered (0.5).

    Ships that escort since earlier or fell back from a battle do not. Submarines that came to raid
    and are held by aircraft on patrol fight alone. Where some units screen, the others leave the
    fight to them (9.7).
    """
    position = umpire.position
    nations = [power.id for power in acting(position)]
    there = [unit for unit in position.state.at(order.zone) if unit.owner in nations]
    units = [unit for unit in there if not (_escorts_still(unit) or fell_back(unit))]
    own = pieces(position.book, units)
    fresh = [piece for piece in own if comes_to_fight(umpire, piece)]
    if all(map(is_raiding_submarine, fresh)):
        return screening(own) if order.words else fresh
    return screening(with_patrols(umpire, own))


@implements("GW-0.5-5", "GW-8.7-2", "GW-9.6-6")
def with_patrols(umpire: Umpire, own: list[Piece]) -> list[Piece]:
    """Those of some units that attack: who moved or was named, and the aircraft on patrol (0.5).

    Ships that stood there beside the enemy stay out of it, but for the other reading; they fight
    where only Transports came, which would be lost before their eyes (9.6).
    """
    fresh = [piece for piece in own if piece.is_air or has_moved(piece.unit)]
    ships = [piece for piece in fresh if piece.is_naval]
    unarmed = bool(ships) and unescorted(ships)
    if unarmed or len(fresh) == len(own):
        return own
    return fresh if umpire.reading(FleetJoins) is FleetJoins.NAMED else own


@implements("GW-9.8-1", "GW-0.5-4")
def lies_off(position: Position, unit: Unit) -> bool:
    """Whether a ship began the turn beside enemy warships, and puts an assault ashore, not more.

    It attacks nobody: it takes a battle order to fight them. Submarines alone may still attack it.
    """
    lands = any(one.marked(UnitMark.ASSAULT) for one in cargo_of(position.state, unit))
    came = unit.marked(UnitMark.FROM)
    return lands and not came and bool(warships_in(position, unit.owner, unit.at))


@implements("GW-8.7-2", "GW-8.8-2", "GW-9.11-14", "GW-8.9-10", "GW-9.11-15")
def comes_to_fight(umpire: Umpire, piece: Piece) -> bool:
    """Whether a unit moved to fight, or met enemies that it may not ignore (8.7, 8.8, 9.11).

    Aircraft on patrol need not fight. Who escorts, raids or blockades fights those that stop it.
    """
    position, unit, duty = umpire.position, piece.unit, piece.duty
    if not has_moved(unit) or (piece.is_air and duty in ON_PATROL) or lies_off(position, unit):
        return False
    if duty not in (Duty.ESCORT, Duty.BLOCKADE, *RAIDS):
        return True
    held = unit.marked(UnitMark.FROM) and stops(
        position, Traveller(piece.type, unit.owner, combat=True), unit.at
    )
    if not held or not is_raiding_submarine(piece):
        return held
    return umpire.reading(HuntedRaiders) is HuntedRaiders.BOTH


def is_raiding_submarine(piece: Piece) -> bool:
    """Whether a unit is a submarine that raids or lays mines."""
    return piece.is_submarine and piece.duty in RAIDS


@implements("GW-8.9-10", "GW-9.11-15", "GW-8.7-4", "GW-9.11-16")
def defenders_in(position: Position, own: Sequence[Piece], zone: str) -> list[Unit]:
    """Who defends: escorts not against raiding submarines alone, patrols that decline not (8.7).

    Else escorts take part in a battle like every other ship.
    """
    raid, flying = all(map(is_raiding_submarine, own)), declining_patrols(position, own, zone)
    shy = [patrol.unit for patrol in flying if lets_be(position, patrol, own, zone)]
    return [
        unit
        for unit in enemies_in(position.state, own[0].owner, zone)
        if not (raid and duty_of(unit) == Duty.ESCORT) and unit not in shy
    ]


@implements("GW-8.7-4", "GW-9.11-16")
def declining_patrols(position: Position, own: Sequence[Piece], zone: str) -> list[Piece]:
    """The enemy's aircraft over a sea zone that may decline to fight: ships without aircraft came.

    A submarine is held by them.
    """
    if not own or any(piece.is_air or piece.is_submarine for piece in own):
        return []
    foes = pieces(position.book, enemies_in(position.state, own[0].owner, zone))
    return [piece for piece in foes if piece.is_air]


def lets_be(position: Position, patrol: Piece, foes: Sequence[Piece], zone: str) -> bool:
    """Whether an aircraft on patrol declines combat with ships: as its player says.

    Where he says nothing one on watch does, and one whose side has less than half the strength of
    what comes; not who scrambled.
    """
    said = patrol.unit.mark(UnitMark.STANCE)
    if said:
        return said == Stance.DECLINE
    if patrol.duty == Duty.WATCH:
        return True
    own = present(position, enemies_in(position.state, foes[0].owner, zone))
    ours, theirs = strength_of(own, Role.DEFENDER), strength_of(foes, Role.ATTACKER)
    return 2 * ours < theirs and not patrol.unit.marked(UnitMark.SCRAMBLED)


def strength_of(force: Iterable[Piece], role: Role) -> int:
    """The sum of the values with which some units would roll."""
    return sum(piece.size * (piece.type.printed(role) or 0) for piece in force)


@implements("GW-8.10-2", "GW-9.7-1", "GW-9.7-3", "GW-8.9-8")
def screening(force: list[Piece]) -> list[Piece]:
    """Those of some units in a sea zone that fight: the screen and the aircraft, if one screens."""
    screen = [piece for piece in force if piece.duty == Duty.SCREEN or piece.is_air]
    return screen if is_screened(piece.unit for piece in force) else force


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
    there = pieces(book, units)
    return [ship.unit for ship in there if ship.is_naval and ship.duty != Duty.SCREEN]
