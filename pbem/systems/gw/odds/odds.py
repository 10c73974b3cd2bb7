"""The odds of a battle: how it ends, what is left, what is lost (`pbem odds FILE`).

On land exact as far as the states can be followed (`odds_exact`): at most 2,000 different forces a
side and 500,000 pairs of them, no breakdowns in the desert. At sea exact within the numbers of
`odds_naval`. Else simulated, with the error stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Final, Protocol, TypeVar

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.land_battle import Outcome
from pbem.systems.gw.battle.muster import Roster, counts_by_type
from pbem.systems.gw.battle.naval_battle import NavalOutcome
from pbem.systems.gw.odds.assault_file import AssaultQuestion, is_assault, read_assault_question
from pbem.systems.gw.odds.battle_file import Question, read_question
from pbem.systems.gw.odds.naval_file import NavalQuestion, is_naval, read_naval_question
from pbem.systems.gw.odds.odds_laws import Spread
from pbem.systems.gw.world.readings import DefendingHits
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
    method: str
    why: str
    battles: int
    seed: int
    outcomes: Mapping[StrEnum, Estimate]
    survivors: Mapping[StrEnum, tuple[Mapping[str, float], Mapping[str, float]]]
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


class Sides(Protocol):
    """A battle as the odds see it."""

    @property
    def attacker(self) -> Force:
        """The side on turn."""

    @property
    def defender(self) -> Force:
        """The other side."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The two sides of an assault, with everybody who was to land."""

    attacker: Force
    defender: Force


Kind = TypeVar("Kind", bound=StrEnum)
Marginals = Mapping[StrEnum, tuple[Spread, Spread]]


def odds_of(book: Book, document: Document) -> Odds:
    """The odds of the battle that a file describes."""
    if is_naval(document):
        return naval_odds(read_naval_question(book, document))
    if is_assault(document):
        return assault_odds(read_assault_question(book, document))
    return odds(read_question(book, document))


def naval_odds(question: NavalQuestion) -> Odds:
    """The odds of a naval battle: exact if they can be, else simulated."""
    from pbem.systems.gw.odds.odds_laws import NotExact
    from pbem.systems.gw.odds.odds_naval import exact, simulate

    why = "asked for"
    if question.method != "simulate":
        try:
            found = _marginals(exact(question.battle), 1.0, NavalOutcome)
            return _summary(
                question.battle.rules.book, question, question.battle, "exact", "", found, None
            )
        except NotExact as trouble:
            why = str(trouble)
            if question.method == "exact":
                raise PbemError(f"these odds cannot be exact: {why}", "method: simulate") from None
    endings = simulate(question.battle, question.battles, question.seed)
    found = _marginals(endings, 1 / question.battles, NavalOutcome)
    return _summary(
        question.battle.rules.book,
        question,
        question.battle,
        "simulated",
        why,
        found,
        question.battles,
    )


def assault_odds(question: AssaultQuestion) -> Odds:
    """The odds of an amphibious assault: exact if they can be, else simulated."""
    from pbem.systems.gw.odds.odds_assault import exact, simulate
    from pbem.systems.gw.odds.odds_laws import NotExact

    invasion, why = question.invasion, "asked for"
    landing = Landing(invasion.planned.whole.attacker, invasion.planned.whole.defender)
    if question.method != "simulate":
        try:
            found = _marginals(exact(invasion), 1.0, Outcome)
            return _summary(
                question.invasion.ground.rules.book, question, landing, "exact", "", found, None
            )
        except NotExact as trouble:
            why = str(trouble)
            if question.method == "exact":
                raise PbemError(f"these odds cannot be exact: {why}", "method: simulate") from None
    endings = simulate(invasion, question.battles, question.seed)
    found = _marginals(endings, 1 / question.battles, Outcome)
    return _summary(
        question.invasion.ground.rules.book,
        question,
        landing,
        "simulated",
        why,
        found,
        question.battles,
    )


def _marginals(
    endings: Mapping[tuple[Kind, Counts, Counts], float], weight: float, outcomes: Iterable[Kind]
) -> Marginals:
    """What is left of each side, outcome by outcome."""
    marginals: dict[StrEnum, tuple[Spread, Spread]] = {name: ({}, {}) for name in outcomes}
    for (outcome, left, facing), times in sorted(endings.items()):
        own, enemy = marginals[outcome]
        own[left] = own.get(left, 0.0) + times * weight
        enemy[facing] = enemy.get(facing, 0.0) + times * weight
    return marginals


def odds(question: Question) -> Odds:
    """The odds of a battle: exact if they can be, else simulated."""
    why = "asked for"
    if question.method != "simulate":
        from pbem.systems.gw.odds.odds_laws import NotExact

        try:
            return exact_odds(question)
        except NotExact as trouble:
            why = str(trouble)
            if question.method == "exact":
                raise PbemError(f"these odds cannot be exact: {why}", "method: simulate") from None
    return simulated_odds(question, why)


def exact_odds(question: Question) -> Odds:
    """The exact odds; raises NotExact."""
    from pbem.systems.gw.odds.odds_exact import exact

    endings = exact(question.battle)
    marginals: dict[StrEnum, tuple[Spread, Spread]] = {}
    for outcome, chances in endings.chances.items():
        own = _spread(endings.attacker, chances.sum(axis=1).tolist())
        enemy = _spread(endings.defender, chances.sum(axis=0).tolist())
        marginals[outcome] = (own, enemy)
    return _summary(
        question.battle.rules.book, question, question.battle, "exact", "", marginals, None
    )


def _spread(states: Iterable[Counts], chances: Iterable[float]) -> Spread:
    return {counts: chance for counts, chance in zip(states, chances, strict=True) if chance}


def simulated_odds(question: Question, why: str) -> Odds:
    """Odds from a great many battles; one by one where the hits of a type do not add up."""
    from pbem.systems.gw.odds.odds_many import simulate
    from pbem.systems.gw.odds.odds_simulated import one_by_one

    adds_up = question.battle.rules.reading(DefendingHits) is DefendingHits.EACH_HIT
    endings = (simulate if adds_up else one_by_one)(
        question.battle, question.battles, question.seed
    )
    marginals = _marginals(endings, 1 / question.battles, Outcome)
    return _summary(
        question.battle.rules.book,
        question,
        question.battle,
        "simulated",
        why,
        marginals,
        question.battles,
    )


def _summary(
    book: Book,
    question: Question | NavalQuestion | AssaultQuestion,
    battle: Sides,
    method: str,
    why: str,
    marginals: Marginals,
    battles: int | None,
) -> Odds:
    """The odds from what is left of each side for each outcome."""
    own, enemy = _whole(marginals, 0), _whole(marginals, 1)
    chances = {outcome: sum(marginals[outcome][0].values()) for outcome in marginals}
    return Odds(
        title=question.title,
        method=method,
        why=why,
        battles=battles or 0,
        seed=question.seed if battles else 0,
        outcomes={name: _chance(chance, battles) for name, chance in chances.items() if chance},
        survivors={
            name: _survivors(battle, marginals[name], chance)
            for name, chance in chances.items()
            if chance
        },
        attacker=_side_odds(book, battle.attacker, own, battles),
        defender=_side_odds(book, battle.defender, enemy, battles),
    )


def _whole(marginals: Marginals, side: int) -> Spread:
    """What is left of a side, over all outcomes."""
    total: Spread = {}
    for spreads in marginals.values():
        for counts, chance in spreads[side].items():
            total[counts] = total.get(counts, 0.0) + chance
    return total


def _survivors(
    battle: Sides, spreads: tuple[Spread, Spread], chance: float
) -> tuple[dict[str, float], dict[str, float]]:
    """Mean survivors of both sides by type, given an outcome."""
    attacker = _mean_units(battle.attacker, spreads[0], chance)
    return attacker, _mean_units(battle.defender, spreads[1], chance)


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
