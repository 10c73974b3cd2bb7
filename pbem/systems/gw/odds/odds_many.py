"""Land battles simulated a great many at a time: one array holds all of them.

The rules are those that play a battle: each is asked once for a force that comes up, and what it
says is remembered by the force's number (`Lazy`). The random bits are those of PCG64, read as
numbers of 53 bits, so that a seed gives the same odds everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import ANY_UNIT, Claim, Counts, take_hit
from pbem.systems.gw.battle.fire import (
    Rating,
    Side,
    aircraft,
    claim_of,
    fires,
    ready,
    volley_of,
    works_volleys,
)
from pbem.systems.gw.battle.land_battle import LandBattle, withdraw
from pbem.systems.gw.battle.readings import Breakdown
from pbem.systems.gw.battle.rounds import (
    SIDES_OF_DIE,
    Dice,
    Reading,
    Stage,
    Volley,
    none_of,
    plus,
    read,
)
from pbem.systems.gw.odds.odds_exact import OUTCOMES, remembered_facts, standing_at
from pbem.systems.gw.odds.odds_forces import Floats, Ints
from pbem.systems.gw.odds.odds_laws import Joint, Pmf, binomial, joint_of, last_round_asked
from pbem.systems.gw.odds.odds_simulated import Ended

GOES_ON = len(OUTCOMES)
_UNKNOWN = -1
_BITS = 53
NONE: Pmf = (1.0,)


class Lazy:
    """What a rule says for a number, or for each of two; it is asked once for each that comes."""

    def __init__(self, rule: Callable[[int, int], int]) -> None:
        self.rule = rule
        self.known: Ints = np.full((64, 1), _UNKNOWN, dtype=np.int64)

    def __call__(self, first: Ints, second: Ints | None = None) -> Ints:
        """The rule's answers, for all at once."""
        if not len(first):
            return first
        self._make_room(int(first.max()), 0 if second is None else int(second.max()))
        places = first if second is None else first * self.known.shape[1] + second
        found: Ints = self.known.take(places)
        if found.min() == _UNKNOWN:
            for place in np.unique(places[found == _UNKNOWN]).tolist():
                one, other = divmod(place, self.known.shape[1])
                self.known[one, other] = self.rule(one, other)
            found = self.known.take(places)
        return found

    def _make_room(self, first: int, second: int) -> None:
        rows, columns = self.known.shape
        if first >= rows or second >= columns:
            size = (max(rows, 2 * first), columns if second < columns else 2 * second)
            larger = np.full(size, _UNKNOWN, dtype=np.int64)
            larger[:rows, :columns] = self.known
            self.known = larger


class Draws:
    """Numbers of hits, drawn for many battles at once from laws that have numbers."""

    def __init__(self, seed: int) -> None:
        self.bits = np.random.PCG64(seed)
        self.number: dict[Pmf, int] = {}
        self.bounds: Floats = np.ones((8, 64))  # for so many hits (row) in a law (column)

    def law(self, chances: Pmf) -> int:
        """The number of a law: the chances of 0, 1, 2 … hits."""
        if chances not in self.number:
            number = self.number[chances] = len(self.number)
            rows, columns = self.bounds.shape
            if number >= columns or len(chances) > rows:
                larger = np.ones((max(rows, len(chances)), max(columns, 2 * number)))
                larger[:rows, :columns] = self.bounds
                self.bounds = larger
            self.bounds[: len(chances) - 1, number] = np.cumsum(chances[:-1])
        return self.number[chances]

    def hits(self, laws: Ints) -> Ints:
        """A number of hits by each of the laws."""
        numbers = (self.bits.random_raw(len(laws)) >> (64 - _BITS)) * 2.0**-_BITS
        drawn, going, hits = np.zeros_like(laws), np.arange(len(laws)), 0
        while len(going):
            more = np.flatnonzero(numbers >= self.bounds[hits].take(laws))
            going, numbers, laws = going.take(more), numbers.take(more), laws.take(more)
            hits += 1
            drawn[going] = hits
        return drawn


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice rolled together: the laws of their hits for each force that fires.

    The law of ordinary hits has a second number: of the selected hits before them, or, for
    Anti-Aircraft Artillery, of the aircraft that it faces; that of breakdowns: of all hits.
    """

    index: int
    selected: Lazy | None
    ordinary: Lazy
    broken: Lazy | None


@dataclass(frozen=True, slots=True)
class Salvo:
    """Shots whose hits fall on the same units."""

    to_selected: Claim
    to_ordinary: Claim
    shots: tuple[Shot, ...]
    at_aircraft: bool


class Camp:
    """A side with the forces that it has come to, by number, and what the rules say of them."""

    def __init__(self, side: Side, draws: Draws) -> None:
        self.side, self.draws = side, draws
        self.forces: list[Counts] = []
        self.number: dict[Counts, int] = {}
        self.aircraft = Lazy(lambda force, _: aircraft(self.side, self.forces[force]))
        self._after: dict[tuple[Claim, bool], Lazy] = {}
        self._salvos: dict[Stage, list[Salvo]] = {}

    def number_of(self, counts: Counts) -> int:
        """The number of a force."""
        if counts not in self.number:
            self.number[counts] = len(self.forces)
            self.forces.append(counts)
        return self.number[counts]

    def suffer(self, forces: Ints, hits: Ints, claim: Claim, stage: Stage) -> Ints:
        """What hits leave of many forces."""
        after, left = self._hit(claim, stage is not Stage.LATER), forces.copy()
        going = np.flatnonzero(hits)
        hits = hits.take(going)
        while len(going):
            left[going] = after(left.take(going))
            more = np.flatnonzero(hits > 1)
            going, hits = going.take(more), hits.take(more) - 1
        return left

    def _hit(self, claim: Claim, first_round: bool) -> Lazy:
        if (claim, first_round) not in self._after:

            def after(force: int, _: int) -> int:
                left = take_hit(self.side.losses, self.forces[force], claim, first_round)
                return self.number_of(left)

            self._after[claim, first_round] = Lazy(after)
        return self._after[claim, first_round]

    # --- fire

    def salvos(self, stage: Stage) -> list[Salvo]:
        """The side's fire in a stage; neighbouring volleys whose hits are all alike are one."""
        if stage not in self._salvos:
            groups = [g for g in self.side.firing if fires(self.side.units[g[0]], stage)]
            self._salvos[stage] = [
                self._salvo(tuple(together), stage)
                for plain, alike in groupby(groups, lambda group: self._is_plain(group, stage))
                for together in ([list(alike)] if plain else [[group] for group in alike])
            ]
        return self._salvos[stage]

    def _is_plain(self, group: Sequence[int], stage: Stage) -> bool:
        rating = self.side.ratings(stage)[group[0]]
        unit = self.side.units[group[0]]
        return not rating.selects and claim_of(unit, stage) == ANY_UNIT

    def _salvo(self, groups: Sequence[tuple[int, ...]], stage: Stage) -> Salvo:
        """The fire of some types of unit as one; vehicles that may break down roll by kind."""
        ratings, first = self.side.ratings(stage), groups[0][0]
        kinds = {(i, value) for g in groups for i in g for value in _values(ratings[i])}
        breaking = any(ratings[index].breaks_down for index, _ in kinds)
        named = Claim(ratings[first].versus, shooter_names=True)
        unit = self.side.units[first]
        return Salvo(
            named if ratings[first].selects else ANY_UNIT,
            claim_of(unit, stage),
            tuple(self._shot(groups, stage, kind) for kind in sorted(kinds))
            if breaking
            else (self._shot(groups, stage, None),),
            unit.anti_aircraft is not None,
        )

    def _shot(
        self, groups: Sequence[tuple[int, ...]], stage: Stage, kind: tuple[int, int] | None
    ) -> Shot:
        """The laws of some types of unit, or of one kind of dice among theirs."""
        at_aircraft = self.side.units[groups[0][0]].anti_aircraft is not None

        def dice(force: int, targets: int) -> list[Dice]:
            return [
                dice
                for volley in self._volleys(groups, stage, force, targets)
                for dice in volley.dice
                if kind in (None, (dice.index, dice.value))
            ]

        def selected(force: int, _: int) -> int:
            return self.draws.law(_selected(joint_of(dice(force, 0))))

        def ordinary(force: int, second: int) -> int:
            if at_aircraft:
                return self.draws.law(_ordinary(joint_of(dice(force, second)), 0))
            return self.draws.law(_ordinary(joint_of(dice(force, 0)), second))

        def broken(force: int, hits: int) -> int:
            return self.draws.law(_broken(dice(force, 0), hits))

        ratings = self.side.ratings(stage)
        selects = any(ratings[index].selects for group in groups for index in group)
        breaks = kind is not None and ratings[kind[0]].breaks_down
        return Shot(
            kind[0] if kind else -1,
            Lazy(selected) if selects else None,
            Lazy(ordinary),
            Lazy(broken) if breaks else None,
        )

    def _volleys(
        self, groups: Sequence[tuple[int, ...]], stage: Stage, force: int, targets: int
    ) -> Iterator[Volley[Claim]]:
        """The volleys of some types of unit in a force."""
        battery = ready(self.side, self.forces[force], stage)
        for group in groups:
            volley = volley_of(battery, group, targets)
            if volley is not None:
                yield volley


def _values(rating: Rating) -> set[int]:
    """The values of the dice that units of a kind may roll."""
    return {value for value in (rating.value, rating.supported) if value}


# --- laws ------------------------------------------------------------------------------------


def _selected(joint: Joint) -> Pmf:
    """The chances of each number of selected hits."""
    chances = [0.0] * (1 + max(selected for selected, _, _ in joint))
    for selected, _, chance in joint:
        chances[selected] += chance
    return tuple(chances)


def _ordinary(joint: Joint, selected: int) -> Pmf:
    """The chances of each number of other hits, where so many were selected."""
    row = {ordinary: chance for chosen, ordinary, chance in joint if chosen == selected}
    whole = sum(row.values())
    return tuple(row.get(hits, 0.0) / whole for hits in range(max(row) + 1))


def _broken(dice: Sequence[Dice], hits: int) -> Pmf:
    """The chances of each number of breakdowns among dice of one kind that did not hit."""
    count = sum(one.count for one in dice) - hits
    if not count:
        return NONE
    faces = Counter(read(dice[0], face) for face in range(1, SIDES_OF_DIE + 1))
    missed = faces[Reading.MISS] + faces[Reading.BREAKDOWN]
    return binomial(count, faces[Reading.BREAKDOWN] / missed)


# --- the battles -----------------------------------------------------------------------------


class Battles:
    """All battles at once, round by round."""

    def __init__(self, battle: LandBattle, seed: int) -> None:
        self.battle, self.draws = replace(battle, facts_of=remembered_facts()), Draws(seed)
        self.camps = battle.sides.map(lambda side: Camp(side, self.draws))
        self.withdrawn = Camp(battle.sides.attacker, self.draws)
        self._leaving: dict[int, tuple[Lazy, Lazy]] = {}

    def fight(self, battles: int) -> Counter[Ended]:
        """How often each ending came up; attackers that broke down count as survivors."""
        start = self.battle.sides.attacker.start
        left = np.full(battles, self.camps.attacker.number_of(start))
        facing = np.full(battles, self.camps.defender.number_of(self.battle.sides.defender.start))
        gone = np.full(battles, self.withdrawn.number_of(none_of(start)))
        endings: Counter[Ended] = Counter()
        last, rounds, outcomes = last_round_asked(self.battle.retreat) + 1, 0, self._outcomes(0)
        while len(left):
            ended = outcomes(left, facing)
            over = np.flatnonzero(ended != GOES_ON)
            endings += self._told(*(part.take(over) for part in (ended, left, facing, gone)))
            going = np.flatnonzero(ended == GOES_ON)
            left, facing, gone = (part.take(going) for part in (left, facing, gone))
            left, facing, gone = self._round(left, facing, gone, rounds)
            rounds += 1
            outcomes = self._outcomes(rounds) if rounds <= last else outcomes
        return endings

    def _outcomes(self, rounds: int) -> Lazy:
        """How a battle ends after a round, for the forces of both sides."""

        def outcome(left: int, facing: int) -> int:
            own, enemy = self.camps.attacker.forces[left], self.camps.defender.forces[facing]
            found = self.battle.ending(standing_at(rounds, own, enemy))
            return GOES_ON if found is None else OUTCOMES.index(found)

        return Lazy(outcome)

    def _told(self, ended: Ints, left: Ints, facing: Ints, gone: Ints) -> Counter[Ended]:
        told: Counter[Ended] = Counter()
        alike = Counter(
            zip(ended.tolist(), left.tolist(), facing.tolist(), gone.tolist(), strict=True)
        )
        for (code, own, enemy, away), times in alike.items():
            alive = plus(self.camps.attacker.forces[own], self.withdrawn.forces[away])
            told[OUTCOMES[code], alive, self.camps.defender.forces[enemy]] += times
        return told

    def _round(self, left: Ints, facing: Ints, gone: Ints, rounds: int) -> tuple[Ints, Ints, Ints]:
        """One round of every battle that goes on, as `Rounds` fights one."""
        if not rounds:
            left, facing = self._first_strike(left, facing)
        stage = Stage.LATER if rounds else Stage.FIRST_ROUND
        struck, broken = self._strike(Role.ATTACKER, Sides(left, facing), stage)
        at_once = self.battle.rules.reading(Breakdown) is Breakdown.AT_ONCE
        if at_once:
            left, gone = self._withdraw(left, gone, broken)
        left, _ = self._strike(Role.DEFENDER, Sides(left, facing), stage)
        if not at_once:
            left, gone = self._withdraw(left, gone, broken)
        return left, struck, gone

    def _first_strike(self, left: Ints, facing: Ints) -> tuple[Ints, Ints]:
        stage = Stage.FIRST_STRIKE
        struck, _ = self._strike(Role.ATTACKER, Sides(left, facing), stage)
        for volley in works_volleys(self.battle.sides.defender):
            law = self.draws.law(_ordinary(joint_of(volley.dice), 0))
            hits = self.draws.hits(np.full(len(left), law))
            left = self.camps.attacker.suffer(left, hits, volley.claim, stage)
        left, _ = self._strike(Role.DEFENDER, Sides(left, facing), stage)
        return left, struck

    def _strike(self, role: Role, both: Sides[Ints], stage: Stage) -> tuple[Ints, dict[int, Ints]]:
        """One side fires, type by type, in every battle; also who breaks down."""
        firer, target = self.camps.seen(role)
        forces, facing = both.seen(role)
        breakdowns: dict[int, Ints] = {}
        for salvo in firer.salvos(stage):
            targets = target.aircraft(facing) if salvo.at_aircraft else None
            selected, ordinary = np.zeros_like(facing), np.zeros_like(facing)
            for shot in salvo.shots:
                chosen = self.draws.hits(shot.selected(forces)) if shot.selected else targets
                hits = self.draws.hits(shot.ordinary(forces, chosen))
                ordinary += hits
                if shot.selected and chosen is not None:
                    selected += chosen
                    hits = hits + chosen
                if shot.broken:
                    broken = self.draws.hits(shot.broken(forces, hits))
                    breakdowns[shot.index] = breakdowns.get(shot.index, 0) + broken
            facing = target.suffer(facing, selected, salvo.to_selected, stage)
            facing = target.suffer(facing, ordinary, salvo.to_ordinary, stage)
        return facing, breakdowns

    # --- breakdowns

    def _withdraw(self, left: Ints, gone: Ints, broken: dict[int, Ints]) -> tuple[Ints, Ints]:
        """Vehicles that broke down leave, as far as units of their kind are still alive (1.9)."""
        for index, numbers in broken.items():
            staying, away = self._after_leaving(index)
            left, gone = left.copy(), gone.copy()
            going = np.flatnonzero(numbers)
            while len(going):
                before = left.take(going), gone.take(going)
                left[going], gone[going] = staying(*before), away(*before)
                numbers = numbers - 1
                going = going[numbers.take(going) > 0]
        return left, gone

    def _after_leaving(self, index: int) -> tuple[Lazy, Lazy]:
        """What `withdraw` leaves of a force, and all that have gone then."""
        if index not in self._leaving:

            def after(left: int, gone: int) -> tuple[Counts, Counts]:
                own, away = self.camps.attacker, self.withdrawn
                return withdraw(own.forces[left], away.forces[gone], (index,))

            self._leaving[index] = (
                Lazy(lambda left, gone: self.camps.attacker.number_of(after(left, gone)[0])),
                Lazy(lambda left, gone: self.withdrawn.number_of(after(left, gone)[1])),
            )
        return self._leaving[index]


def simulate(battle: LandBattle, battles: int, seed: int) -> Counter[Ended]:
    """How often each ending came up in so many battles."""
    return Battles(battle, seed).fight(battles)
