"""The odds of an air combat (14.3): rounds, bounces, aborts, who gets through.

The combat is followed from round to round through every pair of lines that can come of it, until it
is over in all but a hair's breadth of cases; whoever has a choice makes it as he does where nobody
says otherwise, and aborts as the file says. Decides nothing of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from pbem.core.choices.conditions import Condition, all_hold
from pbem.core.rules.readings import Rules
from pbem.systems.flames.air.air_battle import LastAircraft
from pbem.systems.flames.air.air_to_air import (
    ABORTED,
    BOMBER,
    CLEARED,
    DESTROYED,
    FIGHTER,
    NO_EFFECT,
    Conditions,
    Lines,
    Plane,
    TwinEngines,
    alone,
    bounce_values,
    bounceable,
    can_fire,
    candidates,
    cleared_at_start,
    column_of,
    combat_value,
    firer_chooses,
    has_jet_edge,
    is_hampered,
    is_over,
    may_bounce,
    one_worse,
    rating_of,
    strength,
    usual_plane,
)

AIR_TABLE: Final = "air-to-air"
ENOUGH: Final = 1e-9
MOST_ROUNDS: Final = 400
Results = list[tuple[float, str]]
FATES: Final[Mapping[str, str]] = {DESTROYED: "lost", ABORTED: "aborted", CLEARED: "through"}


@dataclass(frozen=True, slots=True)
class Skies:
    """What an air combat is fought under: conditions, readings, prices, when a side leaves."""

    rules: Rules
    under: Conditions
    bounce: bool
    cost: Mapping[str, int]
    abort: tuple[tuple[Condition, ...], ...]  # inactive side first
    thrown: dict[tuple[int, bool], Results] = field(default_factory=dict)

    def results(self, value: int, worse: bool) -> Results:
        """The results of two dice in a column with their chances, one worse where that is so."""
        key = column_of(value), worse
        if key not in self.thrown:
            chart, found = self.rules.book.chart(AIR_TABLE), dict[str, int]()
            for total in range(2, 21):
                cell = chart.lookup(column=key[0], roll=total).text
                result = one_worse(cell) if worse else cell
                found[result] = found.get(result, 0) + 10 - abs(total - 11)
            self.thrown[key] = [(many / 100, result) for result, many in found.items()]
        return self.thrown[key]


Key = tuple[tuple[tuple[str, ...], ...], tuple[int, int], tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides' lines, the inactive one first, how many each has lost, and who left just now."""

    lines: tuple[Lines, Lines]
    lost: tuple[int, int] = (0, 0)
    told: tuple[tuple[str, str], ...] = ()

    def struck(self, side: int, plane: Plane, what: str) -> Sides:
        """After a result has struck an aircraft of a side."""
        own = self.lines[side]
        left = own.clear(plane) if what == CLEARED else own.without(plane)
        lost = [*self.lost]
        lost[side] += what == DESTROYED
        told = (*self.told, (plane.id, FATES[what]))
        return Sides(self._with(side, left), (lost[0], lost[1]), told)

    def to_rear(self, side: int, plane: Plane) -> Sides:
        """After a fighter has gone to the rear of its line, where it is still there."""
        if plane not in self.lines[side].fighters:
            return self
        return replace(self, lines=self._with(side, self.lines[side].to_rear(plane)))

    def _with(self, side: int, lines: Lines) -> tuple[Lines, Lines]:
        return (lines, self.lines[1]) if side == 0 else (self.lines[0], lines)

    @property
    def over(self) -> bool:
        """Whether a side has nobody left in the combat."""
        return is_over(*self.lines)

    @property
    def key(self) -> Key:
        """What tells it from others."""
        lines = tuple(
            tuple(plane.id for plane in line)
            for one in self.lines
            for line in (one.fighters, one.bombers, one.cleared)
        )
        return lines, self.lost, self.told

    @property
    def settled(self) -> Sides:
        """The same with everything in one order, so that two ways to it are one."""
        first, second = (
            replace(one, cleared=tuple(sorted(one.cleared, key=lambda plane: plane.id)))
            for one in self.lines
        )
        return Sides((first, second), self.lost, tuple(sorted(self.told)))


Ways = list[tuple[float, Sides]]


class Cases:
    """Several ways in which a combat may stand, those that are the same put together."""

    def __init__(self) -> None:
        self.found: dict[Key, tuple[float, Sides]] = {}

    def add(self, chance: float, sides: Sides) -> None:
        """Add a way in which it may stand."""
        key = sides.key
        known, there = self.found.get(key, (0.0, sides))
        self.found[key] = known + chance, there

    @property
    def ways(self) -> Ways:
        """All of them, with their chances."""
        return list(self.found.values())


@dataclass(slots=True)
class AirOdds:
    """The chances of every aircraft's fate, of the rounds fought, of losses and bombers through.

    By side, the inactive one first; `values` are those of the first round.
    """

    start: tuple[Lines, Lines]
    values: tuple[int, int]
    fates: dict[str, dict[str, float]] = field(default_factory=dict)
    rounds: dict[int, float] = field(default_factory=dict)
    through: tuple[dict[int, float], dict[int, float]] = field(default_factory=lambda: ({}, {}))
    lost: tuple[dict[int, float], dict[int, float]] = field(default_factory=lambda: ({}, {}))

    def leave(self, fates: Mapping[tuple[str, str], float], chance: float) -> None:
        """Count those who leave the combat in a round."""
        for (plane, fate), share in fates.items():
            if fate != FATES[CLEARED]:
                _add(self.fates.setdefault(plane, {}), fate, chance * share)

    def end(self, sides: Sides, chance: float, rounds: int) -> None:
        """Count one end of the combat: bombers that are cleared or still there go on."""
        _add(self.rounds, rounds, chance)
        for side in (0, 1):
            lines = sides.lines[side]
            through = (*lines.bombers, *lines.cleared)
            for plane in (*lines.fighters, *through):
                fate = "through" if plane in through else "stays"
                _add(self.fates.setdefault(plane.id, {}), fate, chance)
            _add(self.through[side], len(through), chance)
            _add(self.lost[side], sides.lost[side], chance)


K = TypeVar("K", int, str, tuple[str, str])


def _add(row: dict[K, float], key: K, chance: float) -> None:
    row[key] = row.get(key, 0.0) + chance


def air_odds(start: tuple[Lines, Lines], skies: Skies) -> AirOdds:
    """What comes of an air combat between two sides, the inactive one first (14.3.2)."""
    found = AirOdds(start, _values(start, skies.under))
    standing: Ways = [(1.0, Sides(start))]
    known: dict[Key, Round] = {}
    for number in range(1, MOST_ROUNDS + 1):
        after = Cases()
        for chance, sides in _begun(found, standing, number - 1):
            if sides.key not in known:
                known[sides.key] = _round(sides, skies)
            fought = known[sides.key]
            found.leave(fought.fates, chance)
            for way, there in fought.ways:
                left = _aborts(sides, there, skies, number) if any(skies.abort) else there
                found.leave(dict.fromkeys(left.told, 1.0), chance * way)
                after.add(chance * way, replace(left, told=()) if left.told else left)
        standing = after.ways
        if sum(chance for chance, _ in standing) < ENOUGH:
            break
    return found


def _begun(found: AirOdds, standing: Ways, rounds: int) -> Ways:
    """Those combats that go on into another round; the others are counted as over."""
    begun = Cases()
    for chance, sides in standing:
        open_ = Sides(_cleared(sides.lines), sides.lost).settled
        if open_.over:
            found.end(open_, chance, rounds)
        else:
            begun.add(chance, open_)
    return begun.ways


def _cleared(lines: tuple[Lines, Lines]) -> tuple[Lines, Lines]:
    own, enemy = lines
    return cleared_at_start(own, enemy), cleared_at_start(enemy, own)


def _values(lines: tuple[Lines, Lines], under: Conditions) -> tuple[int, int]:
    first, second = (strength(one, under) for one in lines)
    return combat_value(first, second), combat_value(second, first)


# --- a round --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Round:
    """What comes of a round: how the combat may stand after it, and who may have left it."""

    ways: Ways
    fates: Mapping[tuple[str, str], float]


def _round(start: Sides, skies: Skies) -> Round:
    """Every way in which a round can go: both fire, the inactive side first (14.3.2)."""
    plain, bounced = [(1.0, start)], Ways()
    for side in (0, 1):
        if can_fire(start.lines[side]):
            told = Cases(), Cases()
            for was_bounce, ways in ((False, plain), (True, bounced)):
                for before, sides in ways:
                    shots = _fire(side, sides, start, skies, was_bounce=was_bounce)
                    for chance, there, is_bounce in shots:
                        told[is_bounce].add(before * chance, there)
            plain, bounced = told[0].ways, told[1].ways
    merged, fates = Cases(), dict[tuple[str, str], float]()
    for chance, sides in (*plain, *bounced):
        after = _jets(start, sides, skies.under.types)
        for fate in after.told:
            _add(fates, fate, chance)
        merged.add(chance, replace(after, told=()).settled)
    return Round(merged.ways, fates)


def _fire(
    side: int, sides: Sides, start: Sides, skies: Skies, *, was_bounce: bool
) -> Iterator[tuple[float, Sides, bool]]:
    """What a side's shot does: to whom a result strikes, or the bounce that comes instead."""
    ended = skies.rules.reading(LastAircraft) is LastAircraft.ENDS
    if (was_bounce and sides.over) or (ended and not sides.lines[side].planes):
        yield 1.0, sides, was_bounce
        return
    value = _values(start.lines, skies.under)[side]
    for chance, result in _results(value, (start.lines[side], start.lines[1 - side]), skies):
        bounces = _bounce(1 - side, sides, result, skies)
        if bounces is not None:
            yield from ((chance * way, after, True) for way, after in bounces)
        else:
            yield chance, _carried_out(side, sides, result, skies), False


def _results(value: int, facing: tuple[Lines, Lines], skies: Skies) -> Results:
    """The results of two dice in a column, as twin engines or the night leave them."""
    worse = is_hampered(*facing, skies.under, skies.rules.reading(TwinEngines))
    return skies.results(value, worse)


def _carried_out(side: int, sides: Sides, result: str, skies: Skies) -> Sides:
    """The lines when a result has struck whom it strikes where nobody says otherwise."""
    struck = candidates(result, sides.lines[1 - side])
    if not struck:
        return sides
    own, clearing = firer_chooses(result), result[1] == CLEARED
    plane = usual_plane(struck, own, clearing, skies.cost) if len(struck) > 1 else struck[0]
    return sides.struck(1 - side, plane, result[1])


# --- bounces and jets -----------------------------------------------------------------------------


def _bounce(side: int, sides: Sides, result: str, skies: Skies) -> Ways | None:
    """What comes of the bounce that a side fights instead of a clearance; None if it does not.

    It bounces, as usual, where it has no bomber and its best fighter is no worse (option 44).
    """
    own, enemy = sides.lines[side], sides.lines[1 - side]
    if not skies.bounce or own.bombers or not may_bounce(result, own, enemy):
        return None
    under = skies.under
    bouncer = max(own.fighters, key=lambda plane: rating_of(plane, under))
    targets = bounceable(result, own, enemy, under.types)
    called = min(targets, key=lambda plane: (rating_of(plane, under), plane.role == BOMBER))
    if bounce_values(bouncer, called, under)[0] < 0:
        return None
    met = _who_meets(side, sides, called, under)
    pair = (bouncer, met) if side == 0 else (met, bouncer)
    ours, theirs = bounce_values(bouncer, met, under)
    values = (ours, theirs) if side == 0 else (theirs, ours)
    found = []
    for chance, after in _duel(sides, pair, values, skies):
        back = after.to_rear(side, bouncer)
        found.append((chance, back.to_rear(1 - side, met) if met is not called else back))
    return found


def _who_meets(side: int, sides: Sides, called: Plane, under: Conditions) -> Plane:
    """A jet in front meets the bouncer for the one that is called, if it fights better (14.3.3)."""
    own, enemy = sides.lines[1 - side], sides.lines[side]
    front = own.fighters[0] if own.fighters else None
    if front is None or not under.types or not has_jet_edge(front, enemy):
        return called
    return front if rating_of(front, under) > rating_of(called, under) else called


def _duel(sides: Sides, pair: tuple[Plane, Plane], values: tuple[int, int], skies: Skies) -> Ways:
    """One round between two aircraft alone, the inactive side's first."""
    ended = skies.rules.reading(LastAircraft) is LastAircraft.ENDS
    ways: Ways = [(1.0, sides)]
    for side in (0, 1):
        own, target = pair[side], pair[1 - side]
        if not can_fire(alone(own)):
            continue
        shots = _results(values[side], (alone(own), alone(target)), skies)
        after = Cases()
        for before, there in ways:
            if ended and own not in there.lines[side].planes:
                after.add(before, there)
                continue
            for chance, result in shots:
                after.add(before * chance, _hit(there, 1 - side, target, result))
        ways = after.ways
    return ways


def _hit(sides: Sides, side: int, target: Plane, result: str) -> Sides:
    what = result[1:]
    if result == NO_EFFECT or (what == CLEARED and target.role == FIGHTER):
        return sides
    return sides.struck(side, target, what)


def _jets(start: Sides, sides: Sides, types: bool) -> Sides:
    """Jet bombers in front that survived the round get through (14.3.3, option 8)."""
    for side in (1, 0) if types else ():
        front = next(iter(start.lines[side].bombers), None)
        if front is None or not has_jet_edge(front, start.lines[1 - side]):
            continue
        if front in sides.lines[side].bombers:
            sides = sides.struck(side, front, CLEARED)
    return sides


# --- aborts ---------------------------------------------------------------------------------------


def _aborts(before: Sides, sides: Sides, skies: Skies, number: int) -> Sides:
    """The lines when whoever breaks off after a round has done so, the active side first."""
    values = _values(before.lines, skies.under)
    for side in (1, 0):
        own, enemy = sides.lines[side], sides.lines[1 - side]
        said = skies.abort[side]
        if not said or is_over(cleared_at_start(own, enemy), cleared_at_start(enemy, own)):
            continue
        facts = {
            "air": values[side],
            "round": number,
            "enemy fighters": len(enemy.fighters),
            "enemy bombers": len(enemy.bombers),
            "own fighters": len(own.fighters),
            "own bombers": len(own.bombers),
        }
        if all_hold(said, facts):
            for plane in own.planes:
                sides = sides.struck(side, plane, ABORTED)
    return sides.settled


def mean(chances: Mapping[int, float]) -> float:
    """The mean of a number with its chances."""
    return sum(number * chance for number, chance in chances.items())
