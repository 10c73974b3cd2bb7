"""The exact odds of a land battle: every way it can go, with its chance.

Round one is followed case by case. In later rounds nothing depends on the round (but for a retreat
order that asks for it), so each pair of forces is settled once, strongest attacker first. Pairs
with a chance below NEGLIGIBLE are not followed: with MOST_PAIRS of them 1e-8 at the very most, and
1e-11 in the battles of the tests.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.fire import Side, can_hit, land_units, ready, side_facts, works_volleys
from pbem.systems.gw.battle.land_battle import FactsOf, LandBattle
from pbem.systems.gw.battle.rounds import Outcome, Stage, Standing, facts_asked, none_of
from pbem.systems.gw.odds.odds_forces import Bools, Floats, Forces, Ints
from pbem.systems.gw.odds.odds_laws import (
    Law,
    Losses,
    NotExact,
    Spread,
    last_round_asked,
    law_of,
    spread_all,
    strike_spread,
)

MOST_PAIRS = 500_000
MOST_CASES = 150
MOST_ROUNDS = 20

NEGLIGIBLE = 1e-14

Case = tuple[float, Spread, Spread]
Struck = dict[tuple[Law, ...], Floats]

OUTCOMES = tuple(Outcome)
GOES_ON = -1


@dataclass(frozen=True, slots=True)
class Endings:
    """The chance of every way a battle ends: for each outcome a matrix over the forces left."""

    attacker: Sequence[Counts]
    defender: Sequence[Counts]
    chances: Mapping[Outcome, Floats]


def exact(battle: LandBattle) -> Endings:
    """The exact odds; raises NotExact where they are not followed."""
    if any(rating.breaks_down for rating in battle.sides.attacker.first_round):
        raise NotExact("vehicles may break down in the desert (1.9)")
    if last_round_asked(battle.retreat) > MOST_ROUNDS:
        raise NotExact(f"the retreat order asks for a round after round {MOST_ROUNDS}")
    standing = battle.start()
    outcome = battle.ending(standing)
    if outcome:
        left, facing = standing.forces
        return Endings([left], [facing], {outcome: np.ones((1, 1))})
    return Pairs(battle).follow()


def after_round_one(battle: LandBattle, losses: Sides[Losses]) -> list[Case]:
    """What round one leaves (9.5), as cases: chance, spread of attackers, spread of defenders.

    After first strike, each case, the fire of both sides is independent.
    """
    (own, enemy), (attacker, defender) = battle.sides, losses
    first, then = Stage.FIRST_STRIKE, Stage.FIRST_ROUND
    works = [law_of(volley) for volley in works_volleys(enemy)]
    struck = spread_all(attacker, {own.start: 1.0}, works, True)
    lefts = strike_spread(ready(enemy, enemy.start, first), attacker, struck)
    facings = strike_spread(ready(own, own.start, first), defender, {enemy.start: 1.0})
    if len(lefts) * len(facings) > MOST_CASES:
        raise NotExact(f"first strike alone can end in more than {MOST_CASES} ways")
    return [
        (
            chance * other,
            strike_spread(ready(enemy, facing, then), attacker, {left: 1.0}),
            strike_spread(ready(own, left, then), defender, {facing: 1.0}),
        )
        for left, chance in lefts.items()
        for facing, other in facings.items()
    ]


class Pairs:
    """The chances of all pairs of forces, followed from round one to the end."""

    def __init__(self, battle: LandBattle, cases: Sequence[Case] | None = None) -> None:
        self.battle = battle
        losses = battle.sides.map(Losses)
        cases = after_round_one(battle, losses) if cases is None else cases
        lefts = {counts for _, spread, _ in cases for counts in spread}
        facings = {counts for _, _, spread in cases for counts in spread}
        self.attacker = Forces(losses.attacker, sorted(lefts), battle.sides.defender)
        self.defender = Forces(losses.defender, sorted(facings), battle.sides.attacker)
        if len(self.attacker) * len(self.defender) > MOST_PAIRS:
            raise NotExact(f"it can come to more than {MOST_PAIRS} different pairs of forces")
        self.fires = grouped_fire(self.defender, self.attacker)
        self.chances = self._opening(cases)
        self.ended = {outcome: np.zeros_like(self.chances) for outcome in OUTCOMES}

    def _opening(self, cases: Iterable[Case]) -> Floats:
        """The chances of all pairs after round one."""
        chances = np.zeros((len(self.attacker), len(self.defender)))
        for chance, lefts, facings in cases:
            rows = [self.attacker.index[counts] for counts in lefts]
            columns = [self.defender.index[counts] for counts in facings]
            both = np.outer(list(lefts.values()), list(facings.values()))
            chances[np.ix_(rows, columns)] += chance * both
        return chances

    def follow(self) -> Endings:
        """Round by round while the retreat order asks for the round, then all others at once."""
        last = last_round_asked(self.battle.retreat)
        for rounds in range(1, last + 1):
            self._one_round(self._end(self._codes(rounds)))
        codes = self._codes(last + 1)
        self._all_rounds(self._end(codes))
        self._end(codes)
        return Endings(self.attacker.states, self.defender.states, self.ended)

    def _codes(self, rounds: int) -> Ints:
        return ending_codes(self.battle, self.attacker.states, self.defender.states, rounds)

    def _end(self, codes: Ints) -> Floats:
        """Put aside the pairs whose battle ends now; returns a one for every pair that goes on."""
        for code, outcome in enumerate(OUTCOMES):
            self.ended[outcome] += np.where(codes == code, self.chances, 0.0)
        going = np.where(codes == GOES_ON, 1.0, 0.0)
        self.chances = self.chances * going
        return going

    def _one_round(self, going: Floats) -> None:
        """Fight one round from every pair that goes on."""
        source, self.chances = self.chances * going, np.zeros_like(self.chances)
        for place in range(len(self.attacker)):
            came = np.flatnonzero(source[place] > NEGLIGIBLE)
            if len(came):
                first = int(came[0])
                facing = self.defender.struck_all(self.attacker.barrages[place], first)
                self._pass_on(place, source[place, first:], facing, self._struck(place))

    def _all_rounds(self, going: Floats) -> None:
        """Fight on from every pair that goes on until every battle has ended.

        What an attacking force loses leads to weaker forces, which come later.
        """
        for place in range(len(self.attacker)):
            came = np.flatnonzero(self.chances[place] * going[place] > NEGLIGIBLE)
            if not len(came):
                continue
            first = int(came[0])
            onward = going[place, first:]
            struck = self._struck(place)
            facing = self.defender.struck_all(self.attacker.barrages[place], first)
            unhurt = onward * self._unhurt_chances(struck)[first:]
            arrived = self._unhurt(self.chances[place, first:], unhurt, facing, first)
            self.chances[place, first:] = arrived * (1.0 - onward)
            for left in struck.values():
                left[:, 0] = 0.0
            self._pass_on(place, arrived * onward, facing, struck)

    def _struck(self, place: int) -> Struck:
        """What each kind of defenders' fire leaves of an attacking force, by plain hits."""
        return {before: self.attacker.struck_one(place, before) for before in self.fires}

    def _unhurt_chances(self, struck: Struck) -> Floats:
        """The chance that each defending force leaves an attacking force as it is."""
        chances = np.empty(len(self.defender))
        for before, (known, plain) in self.fires.items():
            chances[known] = plain[known] @ struck[before][:, 0]
        return chances

    def _pass_on(self, place: int, moving: Floats, facing: Floats, struck: Struck) -> None:
        """Add what a round makes of an attacking force against the last defending forces."""
        first = len(self.defender) - len(moving)
        rows = np.flatnonzero(moving > NEGLIGIBLE)
        left = np.empty((len(rows), len(self.attacker) - place))
        for before, (known, plain) in self.fires.items():
            here = known[rows + first]
            left[here] = plain[rows[here] + first] @ struck[before]
        left *= moving[rows, None]
        reached = np.flatnonzero(left.sum(axis=0) > NEGLIGIBLE)
        self.chances[place + reached, first:] += left[:, reached].T @ facing[rows]

    def _unhurt(self, came: Floats, unhurt: Floats, facing: Floats, first: int) -> Floats:
        """The chances to come to each defending force with the attacker unhurt all along.

        From strong to weak; rounds in which nobody is hurt are a geometric series.
        """
        arrived = came.copy()
        nobody = 1.0 / (1.0 - unhurt * np.diagonal(facing))
        for begin, end in self.defender.levels:
            begin, end = max(begin - first, 0), end - first
            if end > 0:
                arrived[begin:end] *= nobody[begin:end]
                passed = arrived[begin:end] * unhurt[begin:end]
                arrived[end:] += passed @ facing[begin:end, end:]
        return arrived


def grouped_fire(firer: Forces, target: Forces) -> dict[tuple[Law, ...], tuple[Bools, Floats]]:
    """For the laws before plain hits: which forces have them, and the chances of the plain hits."""
    plain = np.array([target.folded(fire.plain) for fire in firer.barrages])
    laws = dict.fromkeys(fire.before for fire in firer.barrages)
    return {
        before: (np.array([fire.before == before for fire in firer.barrages]), plain)
        for before in laws
    }


def ending_codes(
    battle: LandBattle, lefts: Sequence[Counts], facings: Sequence[Counts], rounds: int
) -> Ints:
    """How each pair of forces ends after a round: an index of OUTCOMES, or GOES_ON.

    `ending` is asked once for all pairs that are alike in everything it looks at.
    """
    own, enemy = battle.sides
    own_names, enemy_names = facts_asked(battle.retreat)

    facts = remembered_facts()
    asking = replace(battle, facts_of=facts)

    def own_features(counts: Counts) -> Hashable:
        asked = facts(own, counts, own_names).items()
        abilities = (can_hit(own, counts), battle.may_retreat(counts))
        return (any(counts), bool(land_units(own, counts)), *abilities, *asked)

    def enemy_features(counts: Counts) -> Hashable:
        asked = facts(enemy, counts, enemy_names).items()
        return (any(counts), can_hit(enemy, counts), *asked)

    def code(left: Counts, facing: Counts) -> int:
        outcome = asking.ending(standing_at(rounds, left, facing))
        return GOES_ON if outcome is None else OUTCOMES.index(outcome)

    rows, row_classes = _classes([own_features(counts) for counts in lefts])
    columns, column_classes = _classes([enemy_features(counts) for counts in facings])
    table = np.array([[code(lefts[i], facings[j]) for j in columns] for i in rows])
    return table[np.ix_(row_classes, column_classes)]


def _classes(features: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """One member of each class of equal features, and the class of everything."""
    numbers: dict[Hashable, int] = {}
    classes = [numbers.setdefault(feature, len(numbers)) for feature in features]
    return [classes.index(number_) for number_ in range(len(numbers))], classes


def standing_at(rounds: int, left: Counts, facing: Counts) -> Standing:
    """A battle that nobody has left so far."""
    forces = Sides(left, facing)
    return Standing(rounds, forces, forces.map(none_of))


def remembered_facts() -> FactsOf:
    """The facts of forces, each found out once."""
    known: dict[tuple[Role, Counts], dict[str, int]] = {}

    def facts(side: Side, counts: Counts, names: tuple[str, ...]) -> dict[str, int]:
        key = (side.role, counts)
        if key not in known:
            known[key] = side_facts(side, counts, names)
        return known[key]

    return facts
