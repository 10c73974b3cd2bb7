"""The laws of chance of land combat: how many hits a volley makes, and what they leave.

Every rule is asked of the modules that play a battle (`read` for a die, `volley_of` for the dice,
`take_hit` for a loss); here stands only arithmetic with probabilities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, comb
from typing import TypeVar

from pbem.core.choices.conditions import number
from pbem.systems.gw.battle.casualties import ANY_UNIT, Claim, Counts, take_hit
from pbem.systems.gw.battle.fire import Battery, Side, aircraft, volley_of
from pbem.systems.gw.battle.rounds import (
    SIDES_OF_DIE,
    Dice,
    Lines,
    Reading,
    Stage,
    Volley,
    one_hit,
    read,
)

MOST_FORCES = 2_000

Pmf = tuple[float, ...]
Joint = tuple[tuple[int, int, float], ...]
Spread = dict[Counts, float]
C = TypeVar("C")


class NotExact(Exception):
    """The battle is one that the exact odds do not follow; the message says why."""


def last_round_asked(lines: Lines) -> int:
    """The last round after which an order may still change."""
    asked = [
        number(condition.value) or 0
        for line in lines
        for condition in line
        if condition.fact == "round"
    ]
    return max((ceil(value) for value in asked), default=0)


@dataclass(frozen=True, slots=True)
class Law:
    """The chances of a volley: (selected hits, ordinary hits, probability), and their claims."""

    selected: Claim
    claim: Claim
    joint: Joint

    @property
    def plain(self) -> bool:
        """Whether every hit is one on any unit of the owner's choice."""
        return self.claim is ANY_UNIT and self.selected is ANY_UNIT


@cache
def face_chances(value: int, selects: int) -> tuple[float, float]:
    """The chances of one die to select and to hit otherwise."""
    dice = Dice(0, 1, value, selects)
    faces = [read(dice, face) for face in range(1, SIDES_OF_DIE + 1)]
    return faces.count(Reading.SELECTED) / SIDES_OF_DIE, faces.count(Reading.HIT) / SIDES_OF_DIE


@cache
def binomial(count: int, chance: float) -> Pmf:
    """The chances of 0, 1 … count successes."""
    return tuple(
        comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)
        for hits in range(count + 1)
    )


@cache
def dice_chances(count: int, value: int, selects: int) -> Joint:
    """The joint chances of selected and ordinary hits of some equal dice."""
    select, hit = face_chances(value, selects)
    chances = []
    for selected, first in enumerate(binomial(count, select)):
        rest = binomial(count - selected, hit / (1 - select) if select < 1 else 0.0)
        chances += [(selected, ordinary, first * second) for ordinary, second in enumerate(rest)]
    return tuple(chance for chance in chances if chance[2])


@cache
def combined(groups: tuple[tuple[int, int, int], ...]) -> Joint:
    """The joint chances of several groups of dice (count, value, selects) rolled together."""
    total: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for group in groups:
        added: dict[tuple[int, int], float] = {}
        for (selected, ordinary), chance in total.items():
            for more_selected, more_ordinary, more in dice_chances(*group):
                key = (selected + more_selected, ordinary + more_ordinary)
                added[key] = added.get(key, 0.0) + chance * more
        total = added
    return tuple((selected, ordinary, chance) for (selected, ordinary), chance in total.items())


def joint_of(dice: Iterable[Dice]) -> Joint:
    """The joint chances of some dice rolled together."""
    return combined(tuple((one.count, one.value, one.selects) for one in dice))


def hits_of(volley: Volley[C]) -> Joint:
    """The joint chances of the hits of a volley."""
    joint = joint_of(volley.dice)
    return as_one(joint) if volley.single else joint


def law_of(volley: Volley[Claim]) -> Law:
    """The law of one volley."""
    return Law(volley.selected, volley.claim, hits_of(volley))


def as_one(joint: Joint) -> Joint:
    """The chances where all hits together count as one."""
    total: dict[tuple[int, int], float] = {}
    for selected, ordinary, chance in joint:
        hit = one_hit(selected, ordinary)
        total[hit] = total.get(hit, 0.0) + chance
    return tuple((*hit, chance) for hit, chance in sorted(total.items()))


def joined(laws: Iterable[Law]) -> tuple[Law, ...]:
    """The same fire with neighbouring plain volleys made one: their hits simply add up."""
    result: list[Law] = []
    for law in laws:
        if law.plain and result and result[-1].plain:
            result[-1] = Law(ANY_UNIT, ANY_UNIT, _added(result[-1].joint, law.joint))
        else:
            result.append(law)
    return tuple(result)


@cache
def _added(first: Joint, second: Joint) -> Joint:
    """The chances of the sum of two plain laws."""
    total = [0.0] * (len(first) + len(second) - 1)
    for _, hits, chance in first:
        for _, more, other in second:
            total[hits + more] += chance * other
    return tuple((0, hits, chance) for hits, chance in enumerate(total))


class Losses:
    """What hits leave of a side's forces, remembered; the rule itself is `take_hit`."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self._after: dict[tuple[Claim, bool], dict[Counts, Counts]] = {}

    def after(self, counts: Counts, claim: Claim, first_round: bool) -> Counts:
        """The force after one hit."""
        known = self._after.setdefault((claim, first_round), {})
        if counts not in known:
            known[counts] = take_hit(self.side.losses, counts, claim, first_round)
        return known[counts]

    def spread(self, spread: Mapping[Counts, float], law: Law, first_round: bool) -> Spread:
        """The chances of what is left after a volley."""
        result: Spread = {}
        for counts, weight in spread.items():
            for left, chance in self._outcomes(counts, law, first_round):
                result[left] = result.get(left, 0.0) + weight * chance
            if len(result) > MOST_FORCES:
                raise NotExact(f"a side can come to more than {MOST_FORCES} different forces")
        return result

    def _outcomes(
        self, counts: Counts, law: Law, first_round: bool
    ) -> Iterable[tuple[Counts, float]]:
        """What a volley leaves of one force: selected hits first, then the others."""
        rows: dict[int, list[Counts]] = {}
        for selected, ordinary, chance in law.joint:
            if selected not in rows:
                left = counts
                for _ in range(selected):
                    left = self.after(left, law.selected, first_round)
                rows[selected] = [left]
            row = rows[selected]
            while len(row) <= ordinary:
                row.append(self.after(row[-1], law.claim, first_round))
            yield row[ordinary], chance


def strike_spread(battery: Battery, target: Losses, facing: Spread) -> Spread:
    """The chances of what one side's fire leaves of the other, type by type (9.1)."""
    firer, first_round = battery.side, battery.stage is not Stage.LATER
    spread = dict(facing)
    laws: list[Law] = []
    for group in firer.firing:
        if firer.units[group[0]].anti_aircraft is None:
            volley = volley_of(battery, group, 0)
            laws += [law_of(volley)] if volley else []
            continue
        spread = spread_all(target, spread, laws, first_round)
        laws = []
        result: Spread = {}
        for faced, part in _by_aircraft(target.side, spread).items():
            volley = volley_of(battery, group, faced)
            shot = spread_all(target, part, [law_of(volley)] if volley else [], first_round)
            for left, chance in shot.items():
                result[left] = result.get(left, 0.0) + chance
        spread = result
    return spread_all(target, spread, laws, first_round)


def spread_all(target: Losses, spread: Spread, laws: Sequence[Law], first_round: bool) -> Spread:
    """The chances of what is left after several volleys."""
    for law in joined(laws):
        spread = target.spread(spread, law, first_round)
    return spread


def _by_aircraft(side: Side, spread: Spread) -> dict[int, Spread]:
    """A spread in parts with equal numbers of aircraft."""
    parts: dict[int, Spread] = {}
    for counts, chance in spread.items():
        parts.setdefault(aircraft(side, counts), {})[counts] = chance
    return parts
