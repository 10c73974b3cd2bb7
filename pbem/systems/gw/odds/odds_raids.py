"""The odds of raids: strategic bombing (9.16) and convoy raiding (9.11); always exact.

format: pbem-odds/1                    format: pbem-odds/1
system: gw                             system: gw
battle: air-raid                       battle: convoy-raid
attacker:                              raiders: {submarine: 3}
  units: {strategic-bomber: 2}         escorts: {destroyer: 1}
defender:                              patrol: {medium-bomber: 1}
  units: {fighter: 1}                  advanced_asw: true
  radar: true                          left: 12      # what the lines can still lose
target: {damage: 2, maximum: 20}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role, Sides
from pbem.core.rules.system import Told
from pbem.systems.gw.battle.air_raid import (
    D6,
    D12,
    Facility,
    Raid,
    bombing_dice,
    flak_value,
    interception_value,
    lose,
    loss_order,
)
from pbem.systems.gw.battle.convoy_raid import (
    Convoy,
    convoy_modifier,
    defence_rolls,
    may_escort,
    may_raid,
    raid_damage,
    raider_modifier,
)
from pbem.systems.gw.odds.odds_laws import binomial
from pbem.systems.gw.odds.sheet import Sheet
from pbem.systems.gw.world.capture import damaged
from pbem.systems.gw.world.options import DEFAULT_OPTIONS
from pbem.systems.gw.world.units import UnitType, unit_type

Chances = dict[int, float]
MOST_POINTS: Final = 1_000


@dataclass(frozen=True, slots=True)
class RaidOdds:
    """The chances of numbers: damage or IPP, and losses."""

    title: str
    tables: Mapping[str, Mapping[int, float]]


def raid_told(sheet: Sheet) -> Told:
    """The odds of the raid that a sheet describes."""
    found = RAIDS[sheet.kind](sheet)
    return Told(text=text(found), data=plain(found))


def added(first: Mapping[int, float], second: Mapping[int, float]) -> Chances:
    """The chances of the sum of two numbers."""
    total: Chances = {}
    for value, chance in first.items():
        for more, other in second.items():
            total[value + more] = total.get(value + more, 0.0) + chance * other
    return total


def sum_of(laws: Iterable[Mapping[int, float]]) -> Chances:
    """The chances of the sum of some numbers."""
    total: Chances = {0: 1.0}
    for law in laws:
        total = added(total, law)
    return total


def hits(count: int, value: int) -> Chances:
    """The chances of the hits of some twelve-sided dice."""
    return dict(enumerate(binomial(count, min(value, D12) / D12)))


def six_sided(count: int) -> Chances:
    """The chances of the sum of some six-sided dice."""
    return sum_of([dict.fromkeys(range(1, D6 + 1), 1 / D6)] * count)


def raid_chances(raid: Raid) -> Mapping[str, Chances]:
    """The chances of damage and of the losses of both sides in strategic bombing (9.16)."""
    own, enemy = (air_hits(raid, role) for role in Role)
    book = raid.rules.book
    flying = {name: n for name, n in raid.attacker.items() if unit_type(book, name).is_air}
    rockets = {name: n for name, n in raid.attacker.items() if name not in flying}
    damage: Chances = {}
    lost: Chances = {}
    for met, chance in enemy.items() if flying and raid.defender else [(0, 1.0)]:
        left = lose(flying, met, loss_order(book, flying))
        guns = _shot_by_guns(raid, left)
        gone = sum(flying.values()) - sum(left.values())
        _mix(lost, {gone + shot: p for shot, p in guns.items()}, chance)
        _mix(damage, _damage(raid, {**left, **rockets}), chance)
    shot_down: Chances = {}
    fighters = sum(raid.defender.values())
    for number, chance in own.items() if flying else [(0, 1.0)]:
        _mix(shot_down, {min(number, fighters): 1.0}, chance)
    return {"damage": damage, "attackers lost": lost, "interceptors lost": shot_down}


def _shot_by_guns(raid: Raid, wing: Mapping[str, int]) -> Chances:
    """The chances of the hits of the target's guns on the bombers of a wing."""
    if not raid.target.guns:
        return {0: 1.0}
    bombers = sum(count for name, count in wing.items() if bombing_dice(raid.rules.book, name))
    return hits(bombers, flak_value(raid.rules))


def air_hits(raid: Raid, role: Role) -> Chances:
    """The chances of the hits that a side makes in interception; none if nobody is met."""
    if not raid.defender:
        return {0: 1.0}
    wing, radar = raid.attacker if role is Role.ATTACKER else raid.defender, role in raid.radar
    return sum_of(
        hits(count, interception_value(raid.rules.book, name, radar))
        for name, count in wing.items()
    )


def _damage(raid: Raid, bombers: Mapping[str, int]) -> Chances:
    """The chances of the damage that some bombers add to a facility (9.18)."""
    dice = sum(count * bombing_dice(raid.rules.book, name) for name, count in bombers.items())
    target = raid.target
    result: Chances = {}
    for total, chance in six_sided(dice).items():
        more = damaged(target.damage, total, target.maximum) - target.damage
        result[more] = result.get(more, 0.0) + chance
    return result


def _mix(into: Chances, law: Mapping[int, float], weight: float) -> None:
    for value, chance in law.items():
        into[value] = into.get(value, 0.0) + chance * weight


def convoy_chances(
    raiders: Mapping[str, int], convoy: Convoy, left: int, mines: bool
) -> Mapping[str, Chances]:
    """The chances of the IPP lost and of the raiders lost (9.11)."""
    against = convoy_modifier(convoy, mines)
    laws = [
        _one_raid(
            raider_modifier(convoy.rules.book, unit_type(convoy.rules.book, name), mines),
            against,
        )
        for name, count in raiders.items()
        for _ in range(count)
    ]
    paid: Chances = {}
    for total, chance in sum_of(laws).items():
        _mix(paid, {min(total, left): 1.0}, chance)
    submarines = sum(
        n for name, n in raiders.items() if unit_type(convoy.rules.book, name).is_submarine
    )
    rolls = defence_rolls(convoy, submarines, mines)
    sunk: Chances = {}
    for number, chance in sum_of(hits(count, value) for _, count, value in rolls).items():
        _mix(sunk, {min(number, sum(raiders.values())): 1.0}, chance)
    return {"IPP lost": paid, "raiders lost": sunk}


def _one_raid(adds: int, against: int) -> Chances:
    """The chances of what one raider costs the convoy."""
    result: Chances = {}
    for raider in range(1, D6 + 1):
        for convoy in range(1, D6 + 1):
            _mix(result, {raid_damage(raider, convoy, adds, against): 1.0}, 1 / D6**2)
    return result


def air_raid(sheet: Sheet) -> RaidOdds:
    """Strategic bombing, with the odds of it."""
    wings = Sides.of(lambda role: _wing(sheet, role))
    if not wings.attacker:
        sheet.complain(("attacker",), "the attacker has no units", "write units: {...}")
    bombed = sheet.at("target", usual={})
    damage, maximum = bombed.get("damage", 0), bombed.get("maximum", MOST_POINTS)
    target = Facility(damage, maximum, bombed.get("guns", True))
    radar = tuple(role for role in Role if sheet.at(role, "radar"))
    raid = Raid(wings.attacker, wings.defender, target, radar, rules=Rules(sheet.book))
    sheet.refuse()
    return RaidOdds(sheet.title("Strategic bombing"), raid_chances(raid))


def _wing(sheet: Sheet, role: Role) -> Mapping[str, int]:
    """Aircraft that bomb, escort or intercept."""

    def bar(unit: UnitType) -> str:
        fights = interception_value(sheet.book, unit.id, False)
        bombs = bombing_dice(sheet.book, unit.id)
        fits = fights or bombs if role is Role.ATTACKER else fights and not bombs
        return "" if fits else f"{unit.name} has no part in this (9.16)"

    return sheet.numbers(role, "units", bar=bar)


def convoy_raid(sheet: Sheet) -> RaidOdds:
    """A convoy raid, by every optional rule, with the odds of it."""
    mines = sheet.at("mines", usual=False)
    escorts = sheet.numbers("escorts", bar=_no_escort)
    patrols = sheet.numbers("patrol", bar=_no_patrol)

    def bar(unit: UnitType) -> str:
        if unit.is_air and not mines:
            return "aircraft that raid are met first (9.14)"
        fits = may_raid(unit, mines, DEFAULT_OPTIONS, bool(escorts))
        return "" if fits else f"{unit.name} cannot raid so (9.11-9.13)"

    raiders = sheet.numbers("raiders", bar=bar)
    if not raiders:
        sheet.complain(("raiders",), "there are no raiders", "write raiders: {submarine: 1}")
    technologies = (sheet.at("radar", usual=False), sheet.at("advanced_asw", usual=False))
    convoy = Convoy(escorts, patrols, *technologies, rules=sheet.rules())
    sheet.refuse()
    left = sheet.at("left", usual=MOST_POINTS)
    return RaidOdds(sheet.title("Convoy raid"), convoy_chances(raiders, convoy, left, mines))


def _no_escort(unit: UnitType) -> str:
    return "" if may_escort(unit) else f"{unit.name} cannot escort (9.11)"


def _no_patrol(unit: UnitType) -> str:
    return "" if unit.is_air else f"{unit.name} flies no patrol (8.7)"


RAIDS: Final = {"air-raid": air_raid, "convoy-raid": convoy_raid}


def mean(chances: Mapping[int, float]) -> float:
    """The mean of a number."""
    return sum(value * chance for value, chance in chances.items())


def text(odds: RaidOdds) -> str:
    """The odds as a page; chances under half a per cent are left out."""
    lines = [odds.title, "Exact odds."]
    for name, chances in odds.tables.items():
        lines += ["", f"{name.upper()} (mean {mean(chances):.2f})"]
        shown = [
            f"{value:>4}  {100 * chances[value]:5.1f} %"
            for value in sorted(chances)
            if chances[value] >= 0.005
        ]
        lines += shown
    return "\n".join(lines) + "\n"


def plain(odds: RaidOdds) -> dict[str, Any]:
    """The odds as plain data."""
    tables = {
        name: {
            "mean": mean(chances),
            "chances": {str(value): chances[value] for value in sorted(chances)},
        }
        for name, chances in odds.tables.items()
    }
    return {"title": odds.title, "method": "exact", **tables}
