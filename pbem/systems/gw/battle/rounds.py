"""The sequence of a battle, on land and at sea alike (9.1, 9.3, 9.4), as functions over values.

A line of a retreat order is one condition or a list of which all must hold; the attacker retreats
at the end of the first round after which a line holds.

Decides: what a die says and whose hits count as one; that a side fires type by type and the other
takes its losses after each; that first strikes are simultaneous; that the attacker fires before the
defender; when he breaks off, when a round is over, and the battle. Dice come through a function
that is asked for each volley, and losses may too, so that the step that conducts a battle, the odds
and the tests all play these same rounds.
Leaves to `land_battle` and `naval_battle`: who fires in a stage, what a hit takes, who fires back,
who leaves at the end of a round, how the battle ends.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Final, Generic, Protocol, TypeVar

from pbem.core.choices.conditions import Condition, Fact, all_hold, parse_conditions
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.readings import DefendingHits

C = TypeVar("C")


# --- dice ----------------------------------------------------------------------------------------


SIDES_OF_DIE = 12


class Stage(StrEnum):
    """When dice are rolled: before everything else in round one, in round one, or later."""

    FIRST_STRIKE = "first-strike"
    FIRST_ROUND = "first-round"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice of one kind of unit: each hits on `value` or less, selects on `selects` or less."""

    index: int
    count: int
    value: int
    selects: int = 0
    breaks_down: bool = False


@dataclass(frozen=True, slots=True)
class Volley(Generic[C]):
    """The dice that one unit type rolls together in a stage, and what its hits demand.

    `selected`: what those demand whose casualty the shooter names. `single`: however many hits,
    they cause one casualty.
    """

    name: str
    dice: tuple[Dice, ...]
    stage: Stage
    claim: C
    selected: C
    single: bool = False

    @property
    def count(self) -> int:
        """How many dice are rolled."""
        return sum(dice.count for dice in self.dice)


class Reading(Enum):
    """What one die says."""

    MISS = 0
    HIT = 1
    SELECTED = 2
    BREAKDOWN = 3


@dataclass(frozen=True, slots=True)
class Hits:
    """The hits of a volley: those whose casualty the shooter names, the others, the breakdowns."""

    selected: int = 0
    ordinary: int = 0
    broken: tuple[int, ...] = ()


@implements("GW-9.1-b4", "GW-9.3-5", "GW-9.5-4", "GW-1.9-3", "GW-1.9-d1", "GW-0.9-11", "GW-9.1-d1")
def read(dice: Dice, face: int) -> Reading:
    """One die against a value (9.1); a natural 12 stops a vehicle in the desert (1.9)."""
    if face <= dice.value:
        return Reading.SELECTED if face <= dice.selects else Reading.HIT
    if dice.breaks_down and face == SIDES_OF_DIE:
        return Reading.BREAKDOWN
    return Reading.MISS


def fire(volley: Volley[C], faces: Sequence[int]) -> Hits:
    """The hits of a volley's dice, given in the order of its groups of dice."""
    if len(faces) != volley.count:
        raise ValueError(f"{volley.name} rolls {volley.count} dice, not {len(faces)}")
    selected = ordinary = start = 0
    broken: list[int] = []
    for dice in volley.dice:
        for face in faces[start : start + dice.count]:
            reading = read(dice, face)
            selected += reading is Reading.SELECTED
            ordinary += reading is Reading.HIT
            if reading is Reading.BREAKDOWN:
                broken.append(dice.index)
        start += dice.count
    if volley.single:
        selected, ordinary = one_hit(selected, ordinary)
    return Hits(selected, ordinary, tuple(broken))


def one_hit(selected: int, ordinary: int) -> tuple[int, int]:
    """One of some hits, if there are any: a selected one before others."""
    return (1, 0) if selected else (0, min(1, ordinary))


@implements("GW-9.1-4")
def is_single(role: Role, rules: Rules, stage: Stage) -> bool:
    """Whether a type of defenders causes one casualty only, by the reading of 9.1."""
    regular = role is Role.DEFENDER and stage is not Stage.FIRST_STRIKE
    return regular and rules.reading(DefendingHits) is DefendingHits.ONE_EACH_TYPE


# --- orders and facts ----------------------------------------------------------------------------


Lines = tuple[tuple[Condition, ...], ...]

FACTS: Final[Mapping[str, str]] = {
    "round": "rounds fought so far",
    "units": "own units left",
    "land": "own land units left",
    "air": "own aircraft left",
    "strength": "sum of the values of the own dice after round one",
    "enemy units": "enemy units left",
    "enemy land": "enemy land units left",
    "enemy air": "enemy aircraft left",
    "enemy strength": "sum of the values of the enemy dice after round one",
    "odds": "strength against enemy strength, as in 3-2; unknown when the enemy has no dice",
}

_OF_A_FORCE: Final = ("units", "land", "air", "strength")

NEVER: Final[Lines] = ()
SAVE_AIR: Final[Lines] = (parse_conditions("land = 0"),)
HOPELESS: Final[Lines] = (parse_conditions("odds < 1-2"),)
USUAL: Final[Lines] = (
    *SAVE_AIR,
    *HOPELESS,
    parse_conditions(["land = 1", "air >= 1", "odds < 1-1"]),
)  # on land, of an attacker who says nothing; at sea it is HOPELESS
RETREATS: Final[Mapping[str, Lines]] = {"usual": USUAL, "save-air": SAVE_AIR, "never": NEVER}


def facts_asked(lines: Lines) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which facts of the own and of the enemy force the lines depend on."""
    names = {condition.fact for line in lines for condition in line}
    if "odds" in names:
        names |= {"strength", "enemy strength"}
    own = sorted(name for name in names if name in _OF_A_FORCE)
    enemy = sorted(name for name in _OF_A_FORCE if f"enemy {name}" in names)
    return tuple(own), tuple(enemy)


def facts_between(own: Mapping[str, int], enemy: Mapping[str, int], rounds: int) -> dict[str, Fact]:
    """The attacker's facts at the end of a round, from what each side has left."""
    facts: dict[str, Fact] = {"round": rounds, **own}
    facts |= {f"enemy {name}": value for name, value in enemy.items()}
    if enemy.get("strength") and "strength" in own:
        facts["odds"] = Fraction(own["strength"], enemy["strength"])
    return facts


def first_that_holds(lines: Lines, facts: Mapping[str, Fact]) -> tuple[Condition, ...] | None:
    """The line by which the retreat order applies, if any does."""
    return next((line for line in lines if all_hold(line, facts)), None)


class Fighter(Protocol):
    """What is known of every side that is ready to fight."""

    @property
    def start(self) -> Counts:
        """Its units at the beginning."""


S = TypeVar("S", bound=Fighter)

Throw = Callable[[Role, Volley[C]], Sequence[int]]
Take = Callable[[Role, Counts, Volley[C], Hits], Counts]
Turn = Callable[[Counts], Volley[C] | None]


class Outcome(StrEnum):
    """How a battle ends for the zone; nobody captures the sea."""

    CAPTURED = "captured"
    CLEARED = "cleared"
    HELD = "held"
    EMPTIED = "emptied"
    RETREATED = "retreated"
    DEADLOCK = "deadlock"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a battle stands after a number of rounds; `gone` left it unhurt."""

    round: int
    forces: Sides[Counts]
    gone: Sides[Counts]

    @property
    def alive(self) -> Sides[Counts]:
        """Everybody who was not lost, whether he left the battle or not."""
        return self.forces.beside(self.gone).map(lambda both: plus(*both))

    def put(self, role: Role, counts: Counts, gone: Counts | None = None) -> Standing:
        """The same with another force of a side, and others who left it."""
        away = self.gone if gone is None else self.gone.put(role, gone)
        return Standing(self.round, self.forces.put(role, counts), away)


def none_of(counts: Counts) -> Counts:
    """Nobody, in the roster of a force."""
    return (0,) * len(counts)


def plus(counts: Counts, more: Iterable[int]) -> Counts:
    """A force with others of its roster."""
    return tuple(count + other for count, other in zip(counts, more, strict=True))


def minus(counts: Counts, less: Iterable[int]) -> Counts:
    """A force without some of its roster, or what it lost since."""
    return tuple(count - fewer for count, fewer in zip(counts, less, strict=True))


@dataclass(frozen=True, slots=True)
class Battle(ABC, Generic[S, C]):
    """Two sides, the readings in force, and the attacker's retreat order."""

    sides: Sides[S]
    rules: Rules
    retreat: Lines = NEVER
    way_back: bool = True

    @abstractmethod
    def turns(self, role: Role, standing: Standing, stage: Stage) -> Iterable[Turn[C]]:
        """Who fires in a stage, in order: each at what his enemy has left by then."""

    @abstractmethod
    def struck(self, role: Role, counts: Counts, claim: C, stage: Stage) -> Counts:
        """What one hit leaves of a side, as it is ordered to take losses."""

    @abstractmethod
    def answering(self, standing: Standing, facing: Counts, broken: Sequence[int]) -> Standing:
        """Who fires back at whom, once the attacker's fire has left so many defenders."""

    @abstractmethod
    def closing(self, before: Standing, after: Standing, broken: Sequence[int]) -> Standing:
        """What remains when those have gone who leave at the end of a round."""

    @abstractmethod
    def settled(self, standing: Standing) -> Outcome | None:
        """How the battle has ended by losses, or None while it goes on."""

    @abstractmethod
    def may_retreat(self, counts: Counts) -> bool:
        """Whether the attacker can leave with what he has left."""

    @abstractmethod
    def facts(self, role: Role, standing: Standing, lines: Lines) -> Mapping[str, Fact]:
        """What a side knows of the battle, as far as some lines of orders ask."""

    def start(self) -> Standing:
        """How the battle stands before the first round."""
        forces = self.sides.map(lambda side: side.start)
        return Standing(0, forces, forces.map(none_of))

    def ordered(self, lines: Lines, role: Role, standing: Standing) -> bool:
        """Whether one of a side's lines holds now."""
        if not lines:
            return False
        return first_that_holds(lines, self.facts(role, standing, lines)) is not None

    @implements("GW-9.4-1", "GW-9.4-2", "GW-9.5-8", "GW-9.6-3")
    def retreats(self, standing: Standing) -> bool:
        """Step 7: whether the attacker breaks off now, as he ordered."""
        able = self.may_retreat(standing.forces.attacker)
        return able and self.ordered(self.retreat, Role.ATTACKER, standing)

    def ending(self, standing: Standing) -> Outcome | None:
        """How the battle ends after a round, by losses or by retreat; None if it goes on."""
        outcome = self.settled(standing)
        if outcome is None and standing.round and self.retreats(standing):
            return Outcome.RETREATED
        return outcome


def always(volley: Volley[C]) -> Turn[C]:
    """A turn to fire that does not depend on who is left of the enemy."""
    return lambda _: volley


def suffer(
    counts: Counts, volley: Volley[C], hits: Hits, hit: Callable[[Counts, C], Counts]
) -> Counts:
    """What a volley's hits leave of a force: selected hits first, then the others."""
    for claim, number in ((volley.selected, hits.selected), (volley.claim, hits.ordinary)):
        for _ in range(number):
            counts = hit(counts, claim)
    return counts


@dataclass(frozen=True, slots=True)
class Rounds(Generic[S, C]):
    """The rounds of a battle with somebody's dice; losses fall as ordered if nobody takes them."""

    battle: Battle[S, C]
    throw: Throw[C]
    take: Take[C] | None = None

    def shot(self, role: Role, facing: Counts, volley: Volley[C]) -> tuple[Counts, tuple[int, ...]]:
        """One volley of a side: what it leaves of the other, and the firer's breakdowns."""
        hits, target = fire(volley, self.throw(role, volley)), role.opponent
        if self.take is not None:
            return self.take(target, facing, volley, hits), hits.broken
        struck, stage = self.battle.struck, volley.stage
        left = suffer(facing, volley, hits, lambda now, claim: struck(target, now, claim, stage))
        return left, hits.broken

    @implements("GW-9.1-3", "GW-9.1-b3", "GW-9.1-b5", "GW-9.1-b6", "GW-9.5-5", "GW-9.5-7")
    @implements("GW-9.6-2")
    def strike(
        self, role: Role, standing: Standing, stage: Stage
    ) -> tuple[Counts, tuple[int, ...]]:
        """One side fires, type by type; after each type the other side takes its losses (9.1).

        Returns what is left of the other, and the firer's breakdowns.
        """
        facing = standing.forces.enemy(role)
        broken: list[int] = []
        for turn in self.battle.turns(role, standing, stage):
            volley = turn(facing)
            if volley is not None:
                facing, more = self.shot(role, facing, volley)
                broken += more
        return facing, tuple(broken)

    @implements("GW-9.1-5", "GW-9.1-b7", "GW-9.3-2", "GW-9.5-2", "GW-9.6-1", "GW-12.7-2")
    def first_strike(self, standing: Standing) -> Standing:
        """Step 1 (round one): units and works with First Strike fire at the same time (9.3)."""
        facing, _ = self.strike(Role.ATTACKER, standing, Stage.FIRST_STRIKE)
        left, _ = self.strike(Role.DEFENDER, standing, Stage.FIRST_STRIKE)
        return Standing(standing.round, Sides(left, facing), standing.gone)

    @implements("GW-9.1-4", "GW-9.5-1", "GW-9.5-4", "GW-9.5-5", "GW-9.5-6", "GW-9.5-7")
    @implements("GW-9.6-2", "GW-9.6-3")
    def exchange(self, standing: Standing, stage: Stage) -> Standing:
        """Steps 3 to 6: the attacker fires; the defender fires with those set aside too (9.5)."""
        facing, broken = self.strike(Role.ATTACKER, standing, stage)
        answer = self.battle.answering(standing, facing, broken)
        left, _ = self.strike(Role.DEFENDER, answer, stage)
        after = Standing(standing.round + 1, Sides(left, facing), answer.gone)
        return self.battle.closing(standing, after, broken)

    @implements("GW-9.5-1", "GW-9.5-8", "GW-9.6-1", "GW-9.6-2", "GW-9.6-3")
    def one(self, standing: Standing) -> Standing:
        """One round; first strike and air superiority belong to the first (9.5, 9.6)."""
        if standing.round:
            return self.exchange(standing, Stage.LATER)
        return self.exchange(self.first_strike(standing), Stage.FIRST_ROUND)

    def all(self) -> tuple[Outcome, Standing]:
        """A whole battle, decided by the orders that both sides gave beforehand."""
        standing = self.battle.start()
        outcome = self.battle.ending(standing)
        while outcome is None:
            standing = self.one(standing)
            outcome = self.battle.ending(standing)
        return outcome, standing
