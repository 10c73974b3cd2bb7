"""The odds of a battle: how it ends, what is left, what is lost (`pbem odds FILE`).

On land exact as far as the states can be followed (`odds_exact`): at most 2,000 different forces a
side and 500,000 pairs of them, no breakdowns in the desert. At sea exact within the numbers of
`odds_naval`. Else simulated, with the error stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final, Protocol

from pbem.core.data.findings import PbemError
from pbem.core.rules.book import Book
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Counts, Roster, counts_by_type
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.naval_battle import NavalBattle
from pbem.systems.gw.battle.readings import DefendingHits
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.odds import odds_assault, odds_naval
from pbem.systems.gw.odds.assault_file import assault_question, is_assault
from pbem.systems.gw.odds.battle_file import land_question
from pbem.systems.gw.odds.naval_file import naval_question
from pbem.systems.gw.odds.odds_assault import Invasion
from pbem.systems.gw.odds.odds_laws import NotExact, Spread
from pbem.systems.gw.odds.odds_simulated import one_by_one
from pbem.systems.gw.odds.sheet import Question, Sheet
from pbem.systems.gw.world.units import unit_type

STANDARD_ERRORS: Final = 2.576
CONFIDENCE: Final = "99 %"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance or a mean, and how far off it may be (nothing when exact)."""

    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class SideOdds:
    """One side's mean losses and the chances of the number of units it has left."""

    name: str
    started: Mapping[str, int]
    lost: Mapping[str, Estimate]
    lost_cost: Estimate
    left: Mapping[int, Estimate]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a battle and how they were found."""

    title: str
    at_sea: bool
    method: str
    why: str
    battles: int
    seed: int
    outcomes: Mapping[Outcome, Estimate]
    survivors: Mapping[Outcome, Sides[Mapping[str, float]]]
    attacker: SideOdds
    defender: SideOdds


class Force(Roster, Protocol):
    """A side as the odds see it."""

    @property
    def name(self) -> str:
        """What the player calls it."""

    @property
    def start(self) -> Counts:
        """Its units at the beginning."""


Fought = LandBattle | NavalBattle | Invasion
Ended = Mapping[tuple[Outcome, Counts, Counts], float]
Marginals = Mapping[Outcome, Sides[Spread]]


@dataclass(frozen=True, slots=True)
class Found:
    """What is left of each side, outcome by outcome, and from how many battles if not exactly."""

    marginals: Marginals
    why: str = ""
    battles: int | None = None


def odds_of(sheet: Sheet) -> Odds:
    """The odds of the battle that a sheet describes."""
    if sheet.kind == "naval":
        return odds(naval_question(sheet))
    return odds(assault_question(sheet) if is_assault(sheet) else land_question(sheet))


def odds(question: Question[Fought]) -> Odds:
    """The odds of a battle: exact if they can be, else simulated."""
    why = "asked for"
    if question.method != "simulate":
        try:
            return _summary(question, Found(_exactly(question.battle)))
        except NotExact as trouble:
            why = str(trouble)
            if question.method == "exact":
                raise PbemError(f"these odds cannot be exact: {why}", "method: simulate") from None
    return _summary(question, Found(_by_battles(question), why, question.battles))


def _marginals(endings: Ended, battles: int = 1) -> Marginals:
    """What is left of each side, outcome by outcome."""
    weight = 1 / battles
    marginals: Marginals = {outcome: Sides({}, {}) for outcome in Outcome}
    for (outcome, *left), times in sorted(endings.items()):
        for spread, counts in marginals[outcome].beside(Sides(*left)):
            spread[counts] = spread.get(counts, 0.0) + times * weight
    return marginals


def _exactly(battle: Fought) -> Marginals:
    """What exact odds say; raises NotExact."""
    if isinstance(battle, NavalBattle):
        return _marginals(odds_naval.exact(battle))
    if isinstance(battle, Invasion):
        return _marginals(odds_assault.exact(battle))
    from pbem.systems.gw.odds.odds_exact import exact

    endings = exact(battle)
    return {
        outcome: Sides(
            _spread(endings.attacker, chances.sum(axis=1).tolist()),
            _spread(endings.defender, chances.sum(axis=0).tolist()),
        )
        for outcome, chances in endings.chances.items()
    }


def _spread(states: Iterable[Counts], chances: Iterable[float]) -> Spread:
    return {counts: chance for counts, chance in zip(states, chances, strict=True) if chance}


def _by_battles(question: Question[Fought]) -> Marginals:
    """Battles one by one; on land all at once where the hits of a type add up."""
    from pbem.systems.gw.odds import odds_many

    battle, times, seed = question.battle, question.battles, question.seed
    if isinstance(battle, NavalBattle):
        endings = odds_naval.simulate(battle, times, seed)
    elif isinstance(battle, Invasion):
        endings = odds_assault.simulate(battle, times, seed)
    elif battle.rules.reading(DefendingHits) is DefendingHits.EACH_HIT:
        endings = odds_many.simulate(battle, times, seed)
    else:
        endings = one_by_one(battle, times, seed)
    return _marginals(endings, times)


def _summary(question: Question[Fought], found: Found) -> Odds:
    """The odds from what is left of each side for each outcome."""
    battle = question.battle
    fought = battle.planned.whole if isinstance(battle, Invasion) else battle
    sides: Sides[Force] = Sides.of(fought.sides.own)
    book, marginals, battles = fought.rules.book, found.marginals, found.battles
    chances = {outcome: sum(both.attacker.values()) for outcome, both in marginals.items()}
    own, enemy = Sides.of(
        lambda role: _side_odds(book, sides.own(role), _whole(marginals, role), battles)
    )
    return Odds(
        title=question.title,
        at_sea=isinstance(battle, NavalBattle),
        method="simulated" if battles else "exact",
        why=found.why,
        battles=battles or 0,
        seed=question.seed if battles else 0,
        outcomes={name: _chance(chance, battles) for name, chance in chances.items() if chance},
        survivors={
            name: _survivors(sides, marginals[name], chance)
            for name, chance in chances.items()
            if chance
        },
        attacker=own,
        defender=enemy,
    )


def _whole(marginals: Marginals, role: Role) -> Spread:
    """What is left of a side, over all outcomes."""
    total: Spread = {}
    for both in marginals.values():
        for counts, chance in both.own(role).items():
            total[counts] = total.get(counts, 0.0) + chance
    return total


def _survivors(
    sides: Sides[Force], spreads: Sides[Spread], chance: float
) -> Sides[Mapping[str, float]]:
    """Mean survivors of both sides by type, given an outcome."""
    return sides.beside(spreads).map(lambda both: _mean_units(*both, chance))


def _mean_units(side: Force, spread: Spread, chance: float) -> dict[str, float]:
    means = dict.fromkeys(counts_by_type(side, side.start), 0.0)
    for counts, weight in spread.items():
        for name, count in counts_by_type(side, counts).items():
            means[name] += weight * count / chance
    return means


def _side_odds(book: Book, side: Force, spread: Spread, battles: int | None) -> SideOdds:
    """Mean losses by type and by cost, and how many units are left."""
    started = counts_by_type(side, side.start)
    lost: dict[str, list[tuple[float, float]]] = {name: [] for name in started}
    costs: list[tuple[float, float]] = []
    left: dict[int, float] = {}
    for counts, chance in spread.items():
        alive = counts_by_type(side, counts)
        gone = {name: count - alive.get(name, 0) for name, count in started.items()}
        for name, count in gone.items():
            lost[name].append((count, chance))
        cost = sum(unit_type(book, name).cost * count for name, count in gone.items())
        costs.append((cost, chance))
        left[sum(counts)] = left.get(sum(counts), 0.0) + chance
    return SideOdds(
        name=side.name,
        started=started,
        lost={name: _mean(values, battles) for name, values in lost.items()},
        lost_cost=_mean(costs, battles),
        left={number: _chance(left[number], battles) for number in sorted(left)},
    )


def _chance(chance: float, battles: int | None) -> Estimate:
    """A chance, with the wider half of Wilson's interval as its error when it was simulated."""
    if battles is None:
        return Estimate(chance)
    z = STANDARD_ERRORS
    spread = z * sqrt(chance * (1 - chance) / battles + z * z / (4 * battles * battles))
    middle = (chance + z * z / (2 * battles)) / (1 + z * z / battles)
    return Estimate(chance, abs(middle - chance) + spread / (1 + z * z / battles))


def _mean(values: list[tuple[float, float]], battles: int | None) -> Estimate:
    """A mean, with its error when it was simulated; rare values may not have come up at all."""
    mean = sum(value * chance for value, chance in values)
    if battles is None:
        return Estimate(mean)
    variance = sum((value - mean) ** 2 * chance for value, chance in values)
    unseen = max(value for value, _ in values) * STANDARD_ERRORS**2 / battles
    return Estimate(mean, STANDARD_ERRORS * sqrt(variance / battles) + unseen)
