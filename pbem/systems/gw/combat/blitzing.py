"""Blitz: armour that won quickly attacks once more in an adjacent zone (9.5, table 9-3, 8.2).

`blitz: {to: Paris, units: {medium-armor: 2, fighter: 1}}` stands in a battle's order; without units
all that may go do. An enemy zone without defenders falls in no round at all, so armour that goes
through it blitzes out of it in the same way.
Decides who goes on. Leaves the rules of it to `blitz`, the next battle to `land_combat`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Scalar, Unit
from pbem.core.record.verdicts import Judged, PlaceId
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.blitz import BlitzCompany, able_company, leads, quick_enough, why_not
from pbem.systems.gw.world.move_orders import ALL
from pbem.systems.gw.world.movement import landing_zones, movement_left, sent
from pbem.systems.gw.world.units import Group, type_of
from pbem.systems.gw.world.vocabulary import Cause, Counted, UnitMark


@dataclass(frozen=True, slots=True)
class Won:
    """A battle just won: where, who is left, after how many rounds, and whether by a landing."""

    zone: str
    left: Sequence[Unit]
    rounds: int
    landed: bool


@dataclass(frozen=True, slots=True)
class BlitzVerdict(Judged):
    """Armour goes on from a battle that it has won, or cannot: `why`."""

    kind: ClassVar[str] = "blitz"
    cite: ClassVar[str] = "9.5"

    to: PlaceId
    units: Counted
    why: Cause


@implements("GW-T9.3-1")
def blitz(umpire: Umpire, won: Won, further: BattleOrder, over: Collection[str]) -> bool:
    """The survivors of a won battle go on as ordered; whether they attack the further zone now."""
    zone, left, goal = won.zone, won.left, further.zone
    going = _going(umpire, left, further.words, goal)
    power = left[0].owner if left else ""
    reason = why_not(umpire.position, power, zone, goal)
    if goal in over:
        reason = reason or ("battle-over",)
    if not quick_enough(won.rounds):
        reason = ("too-long", str(won.rounds))
    elif won.landed:
        reason = ("amphibious",)
    elif not going:
        reason = reason or ("no-lead",)
    told = [(unit.counter, count) for unit, count in going]
    if reason:
        umpire.tell(BlitzVerdict(at=zone, result="stays", to=goal, units=told, why=reason))
        return False
    _go_on(umpire, going, zone, goal)
    umpire.tell(BlitzVerdict(at=zone, result="goes-on", to=goal, units=told, why=()))
    return True


def _go_on(umpire: Umpire, going: Iterable[Group], zone: str, goal: str) -> None:
    """Units enter the further zone; those on land remember whence."""
    for unit, count in going:
        marks: dict[UnitMark, Scalar] = {UnitMark.LEFT: movement_left(umpire.book, unit) - 1}
        if not type_of(umpire.book, unit).is_air:
            marks[UnitMark.FROM] = zone
        umpire.apply(*sent(unit, goal, count, marks))


def _going(
    umpire: Umpire, left: Sequence[Unit], wanted: Mapping[str, Any], goal: str
) -> list[Group]:
    """The units that are to go on and can: as ordered, else all; armour with what it takes along.

    Where armour has fallen, those who are named last stay.
    """
    able = [unit for unit in left if _has_movement(umpire, unit, goal)]
    said = wanted.get("units")
    able.sort(key=lambda unit: not leads(type_of(umpire.book, unit)))
    named = _named(able, said) if isinstance(said, dict) else [(u, u.size) for u in able]
    kinds = [(type_of(umpire.book, unit), count) for unit, count in named]
    counts = able_company(kinds, umpire.reading(BlitzCompany))
    return [(unit, count) for (unit, _), count in zip(named, counts, strict=True) if count]


def _named(able: Sequence[Unit], said: Mapping[str, Any]) -> list[Group]:
    found: list[Group] = []
    for name, count in said.items():
        units = [unit for unit in able if unit.counter == name]
        left = sum(unit.size for unit in units) if count == ALL else int(count)
        for unit in units:
            found.append((unit, min(left, unit.size)))
            left -= found[-1][1]
    return found


def _has_movement(umpire: Umpire, unit: Unit, goal: str) -> bool:
    """Whether a unit has a point left for the next zone, an aircraft also the way home."""
    points = movement_left(umpire.book, unit)
    if type_of(umpire.book, unit).is_air:
        return bool(landing_zones(umpire.position, unit, goal, points - 1))
    return points >= 1
