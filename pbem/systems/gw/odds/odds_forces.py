"""The forces that a side may come to in a battle, numbered, with matrices for what hits leave.

Forces stand from strong to weak, so that every matrix of losses is upper triangular.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pbem.systems.gw.battle.casualties import ANY_UNIT, Claim, Counts
from pbem.systems.gw.battle.fire import Battery, Side, ready, volley_of
from pbem.systems.gw.battle.rounds import Stage
from pbem.systems.gw.odds.odds_laws import MOST_FORCES, Law, Losses, NotExact, Pmf, joined, law_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Barrage:
    """A force's fire after round one: laws that must be followed in order, then plain hits."""

    before: tuple[Law, ...]
    plain: Pmf


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways from a force (row) to another (cell of a matrix) by some laws and n plain hits.

    `hits` names a chance: of exactly n plain hits, or, where these take the last unit, of n or
    more, which stand behind the others. `weights` are the chances of the laws.
    """

    rows: Ints
    cells: Ints
    hits: Ints
    weights: Floats


class Barrages:
    """The fire of a side's forces in later rounds; equal volleys have their law worked out once."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self._known: dict[tuple[tuple[int, ...], Counts, Counts], Law | None] = {}

    def of(self, counts: Counts) -> Barrage:
        """The fire of a force."""
        battery = ready(self.side, counts, Stage.LATER)
        found = (self._law(group, battery) for group in self.side.firing)
        laws = joined(law for law in found if law)
        if laws and laws[-1].plain:
            return Barrage(laws[:-1], tuple(chance for _, _, chance in laws[-1].joint))
        return Barrage(laws, (1.0,))

    def _law(self, group: tuple[int, ...], battery: Battery) -> Law | None:
        counts, pairs = battery.counts, battery.pairs
        key = (group, tuple(counts[i] for i in group), tuple(pairs[i] for i in group))
        if key not in self._known:
            volley = volley_of(battery, group, 0)
            self._known[key] = law_of(volley) if volley else None
        return self._known[key]


def claims_of(enemy: Side) -> tuple[Claim, ...]:
    """What an enemy's hits can demand after round one."""
    named = [Claim(rating.versus, shooter_names=True) for rating in enemy.later if rating.selects]
    return tuple(dict.fromkeys([ANY_UNIT, *named]))


class Forces:
    """All forces that a side may have after round one."""

    def __init__(self, losses: Losses, beginnings: Iterable[Counts], enemy: Side) -> None:
        claims = claims_of(enemy)
        self.side = losses.side
        self.states = _descendants(losses, beginnings, claims)
        self.index = {counts: place for place, counts in enumerate(self.states)}
        self.after = {claim: self._after(losses, claim) for claim in claims}
        self.jumps = _jumps(self.after[ANY_UNIT])
        barrages = Barrages(self.side)
        self.barrages = [barrages.of(counts) for counts in self.states]
        self.levels = _levels(self.states)
        self._before: dict[tuple[Law, ...], Floats] = {}
        self._known_ways: dict[tuple[Law, ...], Ways] = {}

    def __len__(self) -> int:
        return len(self.states)

    def _after(self, losses: Losses, claim: Claim) -> Ints:
        """The force that one hit leaves of each force."""
        return np.array([self.index[losses.after(counts, claim, False)] for counts in self.states])

    def before(self, laws: tuple[Law, ...]) -> Floats:
        """What some laws leave of each force, as a matrix from force to force."""
        if laws not in self._before:
            matrix = np.eye(len(self))
            for law in laws:
                matrix = matrix @ self._matrix(law)
            self._before[laws] = matrix
        return self._before[laws]

    def _matrix(self, law: Law) -> Floats:
        """What one volley leaves of each force: selected hits first, then the others."""
        rows = np.arange(len(self))
        matrix = np.zeros((len(self), len(self)))
        for selected, ordinary, chance in law.joint:
            left = rows
            for claim, hits in ((law.selected, selected), (law.claim, ordinary)):
                for _ in range(hits):
                    left = self.after[claim][left]
            matrix[rows, left] += chance
        return matrix

    def struck_all(self, fire: Barrage, first: int) -> Floats:
        """What one barrage leaves of each force from `first` on: row to column."""
        size = len(self)
        ways = self._ways(fire.before)
        begin = int(np.searchsorted(ways.rows, first))
        plain = self.folded(fire.plain)
        chances = np.concatenate([plain, np.cumsum(plain[::-1])[::-1]])
        weights = chances[ways.hits[begin:]] * ways.weights[begin:]
        return _sums(ways.cells[begin:] - first * size, weights, (size - first, size))[:, first:]

    def _ways(self, before: tuple[Law, ...]) -> Ways:
        """Every way in which some laws and then n plain hits lead from a force to another."""
        if before not in self._known_ways:
            matrix, depth = self.before(before), len(self.jumps)
            rows, middles = np.nonzero(matrix)
            most = (self.jumps[1:] != self.jumps[:-1]).sum(axis=0)[middles]
            hits, way = np.nonzero(np.arange(depth)[:, None] <= most)
            way, hits = way[order := np.argsort(way, kind="stable")], hits[order]
            self._known_ways[before] = Ways(
                rows=rows[way],
                cells=self.jumps[hits, middles[way]] + rows[way] * len(self),
                hits=np.where(hits == most[way], hits + depth, hits),
                weights=matrix[rows, middles][way],
            )
        return self._known_ways[before]

    def struck_one(self, place: int, before: tuple[Law, ...]) -> Floats:
        """What some laws and then n plain hits leave of one force: row n, columns from it on."""
        row = self.before(before)[place]
        numbers = np.arange(len(self.jumps))
        left = np.zeros((len(self.jumps), len(self) - place))
        for reached in np.flatnonzero(row):
            left[numbers, self.jumps[:, reached] - place] += row[reached]
        return left

    def folded(self, chances: Pmf) -> Floats:
        """Chances of each number of plain hits; those beyond the last unit count as the last."""
        depth = len(self.jumps)
        result = np.zeros(depth)
        result[: len(chances)] = chances[:depth]
        result[-1] += sum(chances[depth:])
        return result


def _sums(places: Ints, weights: Floats, shape: tuple[int, int]) -> Floats:
    """A matrix with weights added up at flat places."""
    flat = np.bincount(places.ravel(), weights, shape[0] * shape[1]).astype(np.float64, copy=False)
    return flat.reshape(shape)


def _jumps(after_one: Ints) -> Ints:
    """Row n: the force that n plain hits leave of each force, until nothing more is lost."""
    rows = [np.arange(len(after_one))]
    while (after_one[rows[-1]] != rows[-1]).any():
        rows.append(after_one[rows[-1]])
    return np.array(rows)


def _levels(states: Sequence[Counts]) -> tuple[tuple[int, int], ...]:
    """Where the forces of equal numbers of units begin and end."""
    sizes = [sum(counts) for counts in states]
    begins = [place for place, size in enumerate(sizes) if not place or size != sizes[place - 1]]
    return tuple(pairwise([*begins, len(states)]))


def _descendants(
    losses: Losses, beginnings: Iterable[Counts], claims: Sequence[Claim]
) -> list[Counts]:
    """Every force that later hits can leave, from strong to weak."""
    found = dict.fromkeys(beginnings)
    waiting = list(found)
    while waiting:
        counts = waiting.pop()
        for claim in claims:
            left = losses.after(counts, claim, False)
            if left not in found:
                found[left] = None
                waiting.append(left)
        if len(found) > MOST_FORCES:
            raise NotExact(f"a side can come to more than {MOST_FORCES} different forces")
    return sorted(found, key=lambda counts: (-sum(counts), counts))
