"""The Combat Phase (9.1): battles on land and at sea, bombing and raids, one after the other.

Aircraft on patrol that can land nowhere any more are lost (8.7). A patrol begins with a combat move
`as: patrol` (`announcing`) and ends with a non-combat move. Whether a landing place is in range is
looked at when battles are over, and when a nation's movement is.

Decides: in which order combats are fought, which one must come first, and which aircraft on patrol
are lost for want of a landing place.
Leaves to `combat`: each of them; to `non_combat_moves`: how patrols end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.state import REMOVED, Unit
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.systems.gw.combat.air.bombing import strategic_bombing
from pbem.systems.gw.combat.air.interception import INTERCEPTION_KINDS
from pbem.systems.gw.combat.air.scramble import land_scrambled, scramble
from pbem.systems.gw.combat.battle_orders import BATTLE, BattleOrder, battles_in_order, onward_of
from pbem.systems.gw.combat.land.amphibious_combat import BOMBARD, SHIPS_HIT, Waters
from pbem.systems.gw.combat.land.carpet_bombing import BOMBED, attrition, carpet_bombing
from pbem.systems.gw.combat.land.land_combat import land_combat
from pbem.systems.gw.combat.land_forces import bound_for, seas_of
from pbem.systems.gw.combat.sea.naval_combat import lines_in, naval_combat, take_stances
from pbem.systems.gw.combat.sea.naval_lines import is_screened
from pbem.systems.gw.combat.sea.raiding import RAIDING_KINDS, convoy_raid
from pbem.systems.gw.combat.sea.screening import after_the_screen, own_units
from pbem.systems.gw.world.cargo import moved
from pbem.systems.gw.world.duties import ATTRITION, CARPET, STRATEGIC, on_mission, takes_up
from pbem.systems.gw.world.facilities import has
from pbem.systems.gw.world.movement import LONG_RANGE, is_on_patrol, landing_zones, patrol_range
from pbem.systems.gw.world.nations import at_war, is_acting, is_sea
from pbem.systems.gw.world.units import ROCKET, duty_of, type_of, unit_type, units_told
from pbem.systems.gw.world.vocabulary import Duty, UnitMark

NO_BATTLES: Final[Mapping[str, Callable[[Umpire, BattleOrder], None]]] = {
    STRATEGIC: strategic_bombing,
    CARPET: carpet_bombing,
    ATTRITION: attrition,
    Duty.RAID: convoy_raid,
}
RAID_KINDS: Final = (*INTERCEPTION_KINDS, *RAIDING_KINDS, BOMBED, SHIPS_HIT, BOMBARD)


@dataclass(slots=True)
class Phase:
    """The Combat Phase in progress: what is still to be fought, and what was."""

    umpire: Umpire
    waiting: list[BattleOrder]
    over: list[str] = field(default_factory=list)
    fought: dict[str, bool] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)

    def next(self) -> None:
        """The next combat, or the one that must be fought before it."""
        order = first_combat(self.umpire.position, self.waiting)
        self.waiting.remove(order)
        further = self._fought(order)
        known = [(plan.kind, plan.zone) for plan in self.waiting]
        if further is not None and (BATTLE, further.zone) not in known:
            self.waiting.insert(0, further)

    def _fought(self, order: BattleOrder) -> BattleOrder | None:
        """One combat; where armour goes on from a land battle, the next."""
        with self.umpire.step(order.kind, order.zone):
            if order.kind != BATTLE:
                NO_BATTLES[order.kind](self.umpire, order)
            elif is_sea(self.umpire.board, order.zone):
                self._at_sea(order)
            else:
                self.over.append(order.zone)
                waters = Waters(self.fought, frozenset(self.entered))
                further = land_combat(self.umpire, order, self.over[:-1], waters)
                lose_rockets(self.umpire, order.zone)
                return further
        return None

    @implements("GW-9.7-4", "GW-9.7-7")
    def _at_sea(self, order: BattleOrder) -> None:
        """A naval battle; behind a screen that has won the others go on, and may fight again."""
        screened = is_screened(own_units(self.umpire, order.zone))
        outcome = naval_combat(self.umpire, order)
        if outcome is not None:
            self.fought[order.zone] = screened
        for zone in after_the_screen(self.umpire, order.zone, outcome) if screened else ():
            again = next((plan for plan in self.waiting if plan.zone == zone), BattleOrder(zone))
            if again in self.waiting:
                self.waiting.remove(again)
            with self.umpire.step("announced", zone):
                take_stances(self.umpire, again)
            if lines_in(self.umpire, again):
                self.entered.add(zone)
                self.waiting.insert(0, again)


@implements("GW-9.8-1", "GW-9.7-2")
def first_combat(position: Position, waiting: Sequence[BattleOrder]) -> BattleOrder:
    """The first combat in the attacker's order, but naval combat before its assault (9.8)."""
    order = waiting[0]
    if order.kind != BATTLE:
        return order
    before = [unit.at for unit in position.units.values() if onward_of(unit) == order.zone]
    before += seas_of(position.state, bound_for(position, order.zone))
    naval = [plan for plan in waiting if plan.kind == BATTLE and plan.zone in before]
    return naval[0] if naval else order


def combat(umpire: Umpire) -> None:
    """The Combat Phase: one combat after the other (9.1); armour may go on from one to the next."""
    phase = Phase(umpire, battles_in_order(umpire))
    announcements(umpire, [order for order in phase.waiting if order.kind == BATTLE])
    while phase.waiting:
        phase.next()
    land_scrambled(umpire)
    lose_patrols(umpire)


@implements("GW-8.10-4", "GW-8.6-4")
def announcements(umpire: Umpire, orders: Sequence[BattleOrder]) -> None:
    """After the combat moves: first submarines fight or decline, then aircraft scramble (8.10)."""
    at_sea = [order for order in orders if is_sea(umpire.board, order.zone)]
    for order in at_sea:
        with umpire.step("announced", order.zone):
            take_stances(umpire, order)
    for order in orders:
        with umpire.step("announced", order.zone):
            scramble(umpire, order.zone, _attackers(umpire, order))


def _attackers(umpire: Umpire, order: BattleOrder) -> list[Unit]:
    """Who attacks in a zone; nobody where submarines leave nobody to fight."""
    if is_sea(umpire.board, order.zone):
        lines = lines_in(umpire, order)
        if lines is None or not all(line.groups for line in lines):
            return []
        return [unit for unit, _ in lines.attacker.groups]
    bound = bound_for(umpire.position, order.zone)
    return [*(unit for unit in own_units(umpire, order.zone) if not on_mission(unit)), *bound]


@dataclass(frozen=True, slots=True)
class PatrolVerdict(Judged):
    """Aircraft on patrol that can land nowhere any more are lost."""

    kind: ClassVar[str] = "patrol"
    cite: ClassVar[str] = "8.7"

    owner: PowerId
    unit: str
    count: int
    range: int


@implements("GW-8.7-5", "GW-8.7-6", "GW-8.7-7", "GW-8.7-8")
def lose_patrols(umpire: Umpire) -> None:
    """Patrols without a landing place in their range, or cut off from it, are lost (8.7).

    Aircraft that have landed are on watch no more.
    """
    for unit in tuple(umpire.state.units.values()):
        if not is_on_patrol(umpire.book, umpire.board, unit):
            if duty_of(unit) == Duty.WATCH:
                umpire.apply(*takes_up(unit, "", unit.size))
            continue
        if _flies_home(umpire, unit):
            continue
        reach = patrol_range(type_of(umpire.book, unit), has(umpire.state, unit.owner, LONG_RANGE))
        if landing_zones(_as_it_looks(umpire, unit.owner), unit, unit.at, reach):
            continue
        umpire.apply(moved(unit, REMOVED, unit.size))
        umpire.tell(
            PatrolVerdict(
                at=unit.at,
                result="lost",
                owner=unit.owner,
                unit=unit.counter,
                count=unit.size,
                range=reach,
            )
        )


def _as_it_looks(umpire: Umpire, power: str) -> Position:
    """The position for a nation; in the turn of another it asks nothing of how the turn began."""
    position = umpire.position
    return position if is_acting(position, power) else replace(position, start=position.state)


def _flies_home(umpire: Umpire, unit: Unit) -> bool:
    """Whether an aircraft fought and will land in this turn."""
    return unit.marked(UnitMark.BASE) and is_acting(umpire.position, unit.owner)


@dataclass(frozen=True, slots=True)
class RocketsVerdict(Judged):
    """Rockets that stood alone are overrun."""

    kind: ClassVar[str] = "rockets"
    cite: ClassVar[str] = "7.8"

    owner: PowerId
    count: int


def patrol_lines(verdict: PatrolVerdict, scene: Scene) -> Sequence[str]:
    """Aircraft on patrol that could land nowhere any more."""
    unit = units_told(scene.book, [(verdict.unit, verdict.count)])
    where, why = scene.place(verdict.where), f"no landing place within {verdict.range}"
    return [f"PATROL LOST (8.7)  {scene.title(verdict.owner)}: {unit} over {where}, {why}"]


def rockets_lines(verdict: RocketsVerdict, scene: Scene) -> Sequence[str]:
    """Rockets that were overrun."""
    unit, place = (
        units_told(scene.book, [("strategic-rocket", verdict.count)]),
        scene.place(verdict.where),
    )
    return [f"ROCKETS LOST (7.8)  {scene.title(verdict.owner)}: {unit}, alone in {place}"]


@implements("GW-7.8-11")
def lose_rockets(umpire: Umpire, zone: str) -> None:
    """Rockets that are alone in a zone with enemy land units are lost (7.8)."""
    for rocket in umpire.state.at(zone):
        if _is_overrun(umpire.position, rocket):
            umpire.apply(moved(rocket, REMOVED, rocket.size))
            umpire.tell(
                RocketsVerdict(at=zone, result="lost", owner=rocket.owner, count=rocket.size)
            )


def _is_overrun(position: Position, rocket: Unit) -> bool:
    """Whether a unit has only enemies in its zone, beside rockets: any other has itself there."""
    others = [unit for unit in position.state.at(rocket.at) if unit.counter != ROCKET]
    enemies = [unit for unit in others if at_war(position.state, rocket.owner, unit.owner)]
    return len(enemies) == len(others) and any(
        unit_type(position.book, u.counter).is_land for u in enemies
    )
