"""Searches over places: cheapest path, reach, range, and labelled paths for supply.

One order decides between paths, everywhere: least cost, then fewest steps, then the byte order
of the places along the way. So a search answers the same on every machine, and a player can
foretell it. Costs are whole numbers from 0; a cost of None forbids the step.

A labelled path is one that goes through stages (some basic hexes, railway hexes, one sea leg):
each step gives a cost, counted against the limit, and the label (the stage) that it leads to.
The rules say what a step costs; nothing here knows terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

Neighbours = Mapping[str, Sequence[str]]
Cost = Callable[[str, str], int | None]

Node = TypeVar("Node", str, tuple[str, str])

_STEPS: Final = 20  # low bits of a key count the steps, the bits above them the cost


@dataclass(frozen=True, slots=True)
class Path:
    """The places from the start to the goal, both included, and what the steps cost together."""

    places: tuple[str, ...]
    cost: int

    @property
    def steps(self) -> int:
        return len(self.places) - 1


@dataclass(frozen=True, slots=True)
class LabelledPath:
    """A path with the label held at each of its places."""

    places: tuple[str, ...]
    labels: tuple[str, ...]
    cost: int


def cheapest_path(
    neighbours: Neighbours,
    start: str,
    goals: str | Collection[str],
    cost: Cost,
    *,
    limit: int | None = None,
    via: Sequence[str] = (),
) -> Path | None:
    """The best path to the goal (or the best of several goals) through `via` in its order."""
    final = {goals} if isinstance(goals, str) else goals
    path = Path((start,), 0)
    for leg_goals in (*({place} for place in via), final):
        left = None if limit is None else limit - path.cost
        leg = _leg(neighbours, path.places[-1], leg_goals, cost, left)
        if leg is None:
            return None
        path = Path(path.places + leg.places[1:], path.cost + leg.cost)
    return path


def _leg(
    neighbours: Neighbours, start: str, goals: Collection[str], cost: Cost, limit: int | None
) -> Path | None:
    field = _Field(start, _stepper(neighbours, cost), limit, goals.__contains__)
    places = field.best_path()
    return Path(places, field.cost_of(places[-1])) if places else None


def reachable(
    neighbours: Neighbours, start: str, cost: Cost, limit: int | None = None
) -> dict[str, int]:
    """Every place that can be reached within the limit, with its least cost; the start costs 0.

    In the order of cost, then steps, then id.
    """
    field = _Field(start, _stepper(neighbours, cost), limit, _nowhere)
    ranked = sorted((key, place) for place, key in field.best.items())
    return {place: key >> _STEPS for key, place in ranked}


def within(neighbours: Neighbours, start: str, most: int) -> dict[str, int]:
    """Every place at most so many steps away, with the number of steps: rings, nearest first."""
    steps = {start: 0}
    ring = [start]
    for distance in range(1, most + 1):
        found: list[str] = []
        for place in ring:
            for other in neighbours[place]:
                if other not in steps:
                    steps[other] = distance
                    found.append(other)
        ring = found
    return steps


def labelled_path(
    neighbours: Callable[[str], Iterable[str]],
    start: str,
    label: str,
    step: Callable[[str, str, str], tuple[int, str] | None],
    goal: Callable[[str, str], bool],
    *,
    limit: int | None = None,
) -> LabelledPath | None:
    """The best path whose last place and label satisfy the goal.

    `step(label, here, there)` gives the cost of the step and the label that holds there, or None.
    Among equal places along the way the label that comes first in byte order is taken.
    """
    expand = _labelled_stepper(neighbours, step)
    field = _Field((start, label), expand, limit, lambda node: goal(*node))
    nodes = field.best_path()
    if not nodes:
        return None
    places, labels = zip(*nodes, strict=True)
    return LabelledPath(places, labels, field.cost_of(nodes[-1]))


def labelled_reach(
    neighbours: Callable[[str], Iterable[str]],
    start: str,
    label: str,
    step: Callable[[str, str, str], str | None],
) -> tuple[tuple[str, str], ...]:
    """Every (place, label) to which steps lead, nearest first, the start among them.

    `step(label, here, there)` gives the label that holds there, or None.
    """
    found = [(start, label)]
    known = set(found)
    for here, held in found:
        for there in neighbours(here):
            label_there = step(held, here, there)
            if label_there is not None and (there, label_there) not in known:
                known.add((there, label_there))
                found.append((there, label_there))
    return tuple(found)


def _stepper(neighbours: Neighbours, cost: Cost) -> Callable[[str], Iterable[tuple[str, int]]]:
    def expand(here: str) -> Iterable[tuple[str, int]]:
        return [
            (there, paid) for there in neighbours[here] if (paid := cost(here, there)) is not None
        ]

    return expand


def _labelled_stepper(
    neighbours: Callable[[str], Iterable[str]],
    step: Callable[[str, str, str], tuple[int, str] | None],
) -> Callable[[tuple[str, str]], Iterable[tuple[tuple[str, str], int]]]:
    def expand(node: tuple[str, str]) -> Iterable[tuple[tuple[str, str], int]]:
        here, label = node
        return [
            ((there, taken[1]), taken[0])
            for there in neighbours(here)
            if (taken := step(label, here, there)) is not None
        ]

    return expand


def _nowhere(_: object) -> bool:
    return False


class _Field(Generic[Node]):
    """Dijkstra's search. A key holds cost and steps in one number, so one comparison ranks both.

    All equally good ways into a node are kept; the byte order picks one of them at the end.
    """

    __slots__ = ("before", "best", "goals", "start")

    def __init__(
        self,
        start: Node,
        expand: Callable[[Node], Iterable[tuple[Node, int]]],
        limit: int | None,
        goal: Callable[[Node], bool],
    ) -> None:
        self.start: Node = start
        self.best: dict[Node, int] = {start: 0}
        self.before: dict[Node, list[Node]] = {start: []}
        self.goals: list[Node] = []
        if limit is None or limit >= 0:
            self._spread(expand, limit, goal)

    def _spread(
        self,
        expand: Callable[[Node], Iterable[tuple[Node, int]]],
        limit: int | None,
        goal: Callable[[Node], bool],
    ) -> None:
        best, before = self.best, self.before
        most = 1 << 62 if limit is None else (limit + 1 << _STEPS) - 1
        queue = [(0, self.start)]
        while queue:
            key, here = heappop(queue)
            if key > best[here]:
                continue
            if key > most:
                break
            if goal(here):
                self.goals.append(here)
                most = key  # other goals count only if they are as good
                continue
            for there, paid in expand(here):
                new = key + (paid << _STEPS) + 1
                old = best.get(there)
                if old is None or new < old:
                    if new <= most:
                        best[there] = new
                        before[there] = [here]
                        heappush(queue, (new, there))
                elif new == old:
                    before[there].append(here)

    def cost_of(self, node: Node) -> int:
        return self.best[node] >> _STEPS

    def best_path(self) -> tuple[Node, ...]:
        """Of all best ways to the best goals the first in byte order; empty if there is none."""
        after: dict[Node, list[Node]] = {goal: [] for goal in self.goals}
        back = list(self.goals)
        while back:
            node = back.pop()
            for earlier in self.before[node]:
                if earlier in after:
                    after[earlier].append(node)
                else:
                    after[earlier] = [node]
                    back.append(earlier)
        if not after:
            return ()
        path = [self.start]
        while after[path[-1]]:
            path.append(min(after[path[-1]]))
        return tuple(path)
