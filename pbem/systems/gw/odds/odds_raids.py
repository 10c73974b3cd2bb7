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

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role
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
from pbem.systems.gw.odds.battle_file import MOST_UNITS, Path, Reader
from pbem.systems.gw.odds.odds_laws import binomial
from pbem.systems.gw.world.capture import damaged
from pbem.systems.gw.world.units import unit_type

Chances = dict[int, float]
RAIDS: Final = ("air-raid", "convoy-raid")
MOST_POINTS: Final = 1_000


@dataclass(frozen=True, slots=True)
class RaidOdds:
    """The chances of numbers: damage or IPP, and losses."""

    title: str
    tables: Mapping[str, Mapping[int, float]]


def is_raid(document: Document) -> bool:
    """Whether a file describes a raid."""
    return isinstance(document.data, dict) and document.data.get("battle") in RAIDS


def raid_told(book: Book, document: Document) -> Told:
    """The odds of the raid that a file describes."""
    reader = RaidReader(book, document)
    data = document.data
    found = reader.air_raid(data) if data["battle"] == "air-raid" else reader.convoy_raid(data)
    reader.refuse()
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
    own, enemy = (
        _interception(raid, role, wing)
        for role, wing in ((Role.ATTACKER, raid.attacker), (Role.DEFENDER, raid.defender))
    )
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


def _interception(raid: Raid, role: Role, wing: Mapping[str, int]) -> Chances:
    """The chances of the hits that a side makes in interception; none if nobody is met."""
    if not raid.defender:
        return {0: 1.0}
    radar = role in raid.radar
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


class RaidReader(Reader):
    """Reads a raid and collects what is wrong with it."""

    def air_raid(self, data: Mapping[str, Any]) -> RaidOdds:
        """Strategic bombing; useless when there are findings."""
        keys = ("format", "system", "battle", "title", "attacker", "defender", "target")
        self._head(data, keys)
        wings, radar = [], []
        for role in Role:
            side = self.mapping((role,), data.get(role), ("name", "units", "radar"))
            wings.append(self.wing((role, "units"), side.get("units"), role))
            if self.truth((role, "radar"), side.get("radar", False)):
                radar.append(role)
        if not wings[0]:
            self.complain(("attacker",), "the attacker has no units", "write units: {...}")
        row = self.mapping(("target",), data.get("target"), ("damage", "maximum", "guns"))
        target = Facility(
            self.whole(("target", "damage"), row.get("damage", 0), 0, MOST_POINTS),
            self.whole(("target", "maximum"), row.get("maximum", MOST_POINTS), 1, MOST_POINTS),
            self.truth(("target", "guns"), row.get("guns", True)),
        )
        raid = Raid(wings[0], wings[1], target, tuple(radar), rules=Rules(self.book))
        title = str(data.get("title", "Strategic bombing"))
        return RaidOdds(title, {} if self.findings else raid_chances(raid))

    def _head(self, data: Mapping[str, Any], keys: Iterable[str]) -> None:
        self.is_ours(data)
        self.mapping((), data, tuple(keys))

    def wing(self, path: Path, value: object, role: Role) -> dict[str, int]:
        """Aircraft that bomb, escort or intercept."""
        found = self.numbers(path, value)
        for name in found:
            fits = bool(interception_value(self.book, name, False))
            if role is Role.ATTACKER:
                fits = fits or bool(bombing_dice(self.book, name))
            else:
                fits = fits and not bombing_dice(self.book, name)
            if not fits:
                self.complain(
                    (*path, name), f"{unit_type(self.book, name).name} has no part in this (9.16)"
                )
        return found

    def numbers(self, path: Path, value: object) -> dict[str, int]:
        """Units by type and number."""
        found: dict[str, int] = {}
        for name, count in self.mapping(path, value, None).items():
            try:
                unit = unit_type(self.book, name)
            except PbemError as trouble:
                self.complain((*path, name), trouble.message, trouble.hint)
                continue
            found[unit.id] = self.whole((*path, name), count, 1, MOST_UNITS)
        return found

    def convoy_raid(self, data: Mapping[str, Any]) -> RaidOdds:
        """A convoy raid, by every optional rule; useless when there are findings."""
        more = ("raiders", "mines", "escorts", "patrol", "radar", "advanced_asw", "left")
        self._head(data, ("format", "system", "battle", "title", "interpretations", *more))
        raiders = self.numbers(("raiders",), data.get("raiders"))
        escorts = self.numbers(("escorts",), data.get("escorts"))
        patrols = self.numbers(("patrol",), data.get("patrol"))
        mines = self.truth(("mines",), data.get("mines", False))
        self._fitting(raiders, escorts, patrols, mines)
        convoy = Convoy(
            escorts,
            patrols,
            self.truth(("radar",), data.get("radar", False)),
            self.truth(("advanced_asw",), data.get("advanced_asw", False)),
            rules=self.readings(data),
        )
        left = self.whole(("left",), data.get("left", MOST_POINTS), 0, MOST_POINTS)
        title = str(data.get("title", "Convoy raid"))
        done = {} if self.findings else convoy_chances(raiders, convoy, left, mines)
        return RaidOdds(title, done)

    def _fitting(
        self,
        raiders: Mapping[str, int],
        escorts: Mapping[str, int],
        patrols: Mapping[str, int],
        mines: bool,
    ) -> None:
        """Complain about units that cannot do what they are said to do."""
        if not raiders:
            self.complain(("raiders",), "there are no raiders", "write raiders: {submarine: 1}")
        for name in raiders:
            unit = unit_type(self.book, name)
            if unit.is_air and not mines:
                self.complain(("raiders", name), "aircraft that raid are met first (9.14)")
            elif not may_raid(unit, mines, True, True, True, bool(escorts)):
                self.complain(("raiders", name), f"{unit.name} cannot raid so (9.11-9.13)")
        for name in escorts:
            if not may_escort(unit_type(self.book, name)):
                self.complain(
                    ("escorts", name), f"{unit_type(self.book, name).name} cannot escort (9.11)"
                )
        for name in patrols:
            if not unit_type(self.book, name).is_air:
                self.complain(
                    ("patrol", name), f"{unit_type(self.book, name).name} flies no patrol (8.7)"
                )


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
