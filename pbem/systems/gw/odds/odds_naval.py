"""The odds of a naval battle: every way it can go, or battles fought one by one.

Exact: pairs of forces are followed round by round while orders ask for the round, then each pair is
settled once, from the strongest to the weakest; ways with a chance below NEGLIGIBLE are not
followed. A battle that comes to more than MOST_PAIRS pairs, or takes more than MOST_WAYS ways
between them, is simulated.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.choices.conditions import number
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.fire import Stage
from pbem.systems.gw.battle.naval_battle import (
    NavalBattle,
    NavalOutcome,
    NavalPosition,
    alive,
    defenders_firing,
    dive,
    ending,
    fight,
    start,
    without_lone_transports,
)
from pbem.systems.gw.battle.naval_fire import Salvo, salvos, take_hit
from pbem.systems.gw.battle.naval_forces import Aim, Fleet
from pbem.systems.gw.odds.odds_laws import NotExact, Spread, as_one, combined
from pbem.systems.gw.odds.odds_simulated import dice

MOST_PAIRS: Final = 20_000
MOST_WAYS: Final = 500_000
MOST_ROUNDS: Final = 20
NEGLIGIBLE: Final = 1e-13

Ended = tuple[NavalOutcome, Counts, Counts]
Positions = dict[NavalPosition, float]


class Volleys:
    """What one side's fire leaves of the other, remembered."""

    def __init__(self, firer: Fleet, target: Fleet) -> None:
        self.firer = firer
        self.target = target
        self._after: dict[tuple[Counts, Aim], Counts] = {}
        self._salvos: dict[tuple[Counts, Stage], tuple[Salvo, ...]] = {}
        self._known: dict[tuple[Counts, Counts, Stage], Spread] = {}

    def spread(self, firing: Counts, facing: Counts, stage: Stage) -> Spread:
        """The chances of what is left of the target."""
        key = (firing, facing, stage)
        if key not in self._known:
            if (firing, stage) not in self._salvos:
                self._salvos[firing, stage] = salvos(self.firer, firing, stage)
            spread: Spread = {facing: 1.0}
            for salvo in self._salvos[firing, stage]:
                spread = self._struck(spread, salvo)
            self._known[key] = spread
        return self._known[key]

    def _struck(self, spread: Spread, salvo: Salvo) -> Spread:
        """The chances of what is left after a salvo: selected hits first, then the others."""
        joint = combined(tuple((dice.count, dice.value, dice.selects) for dice in salvo.dice))
        joint = as_one(joint) if salvo.single else joint
        result: Spread = {}
        for counts, weight in spread.items():
            for selected, ordinary, chance in joint:
                left = self._hit(self._hit(counts, salvo.selected, selected), salvo.aim, ordinary)
                result[left] = result.get(left, 0.0) + weight * chance
        return result

    def _hit(self, counts: Counts, aim: Aim, hits: int) -> Counts:
        for _ in range(hits):
            key = (counts, aim)
            if key not in self._after:
                self._after[key] = take_hit(self.target, counts, aim)
            counts = self._after[key]
        return counts


class Course:
    """The chances of all positions of a battle, from the start to every ending."""

    def __init__(self, battle: NavalBattle) -> None:
        self.battle = battle
        self.own = Volleys(battle.attacker, battle.defender)
        self.enemy = Volleys(battle.defender, battle.attacker)
        self.dives = bool(battle.attacker.submerge or battle.defender.submerge)
        self.transports = any(
            unit.is_transport for unit in (*battle.attacker.units, *battle.defender.units)
        )
        self._endings: dict[NavalPosition, NavalOutcome | None] = {}
        self.ended: dict[Ended, float] = {}
        self.ways = 0

    def follow(self) -> Mapping[Ended, float]:
        """Round by round while orders ask for the round, then all other positions at once."""
        last = last_round_asked(self.battle)
        going: Positions = self._going({start(self.battle): 1.0})
        for _ in range(max(last, 1)):
            going = self._going(self._one_round(going))
        self._all_rounds(going, max(last, 1) + 1)
        return self.ended

    def _going(self, positions: Mapping[NavalPosition, float]) -> Positions:
        """Put aside the positions whose battle has ended."""
        going: Positions = {}
        for position, chance in positions.items():
            outcome = self._ending(position)
            if outcome is None:
                going[position] = chance
            else:
                self._end(outcome, position, chance)
        if len(going) > MOST_PAIRS:
            raise NotExact(f"it can come to more than {MOST_PAIRS} different pairs of forces")
        return going

    def _end(self, outcome: NavalOutcome, position: NavalPosition, chance: float) -> None:
        key = (outcome, *alive(position))
        self.ended[key] = self.ended.get(key, 0.0) + chance

    def _one_round(self, going: Positions) -> Positions:
        reached: Positions = {}
        for position, chance in going.items():
            for after, more in self._round(position):
                reached[after] = reached.get(after, 0.0) + chance * more
        return reached

    def _all_rounds(self, going: Positions, rounds: int) -> None:
        """Fight on from every position; the strongest first, for losses lead to weaker ones.

        From now on the round does not matter, so that every position is in the same one.
        """
        waiting = {replace(position, round=rounds): chance for position, chance in going.items()}
        levels: dict[int, Positions] = {}
        for position, chance in waiting.items():
            levels.setdefault(floating(self.battle, position), {})[position] = chance
        while levels:
            level = max(levels)
            for position, chance in levels.pop(level).items():
                if chance > NEGLIGIBLE:
                    self._settle(position, chance, levels)

    def _settle(self, position: NavalPosition, chance: float, levels: dict[int, Positions]) -> None:
        """Pass the chance of a position on to those that follow it when it changes at last."""
        ways: Positions = {}
        for after, share in self._round(position, 0):
            ways[after] = ways.get(after, 0.0) + share
        stays = ways.pop(position, 0.0)
        for after, share in ways.items():
            passed = chance * share / (1.0 - stays)
            outcome = self._ending(after)
            if outcome is not None:
                self._end(outcome, after, passed)
                continue
            level = levels.setdefault(floating(self.battle, after), {})
            level[after] = level.get(after, 0.0) + passed

    def _ending(self, position: NavalPosition) -> NavalOutcome | None:
        if position not in self._endings:
            self._endings[position] = ending(self.battle, position)
        return self._endings[position]

    def _round(
        self, position: NavalPosition, rounds: int = 1
    ) -> Iterator[tuple[NavalPosition, float]]:
        """Every way in which one round can go; it may count for none where it does not matter."""
        if position.round:
            yield from self._exchange(position, Stage.LATER, rounds)
            return
        stage = Stage.FIRST_STRIKE
        facings = self.own.spread(position.attacker, position.defender, stage)
        lefts = self.enemy.spread(position.defender, position.attacker, stage)
        for facing, chance in facings.items():
            for left, other in lefts.items():
                struck = replace(position, attacker=left, defender=facing)
                for after, more in self._exchange(struck, Stage.FIRST_ROUND, rounds):
                    yield after, chance * other * more

    def _exchange(
        self, position: NavalPosition, stage: Stage, rounds: int
    ) -> Iterator[tuple[NavalPosition, float]]:
        under = (position.attacker_submerged, position.defender_submerged)
        facings = self.own.spread(position.attacker, position.defender, stage)
        for facing, chance in facings.items():
            firing = defenders_firing(self.battle, position, facing)
            lefts = self.enemy.spread(firing, position.attacker, stage)
            self.ways += len(lefts)
            if self.ways > MOST_WAYS:
                raise NotExact(f"there are more than {MOST_WAYS} ways to follow")
            for left, other in lefts.items():
                if chance * other > NEGLIGIBLE:
                    fought = NavalPosition(position.round + rounds, left, facing, *under)
                    yield self._after(position, fought), chance * other

    def _after(self, before: NavalPosition, fought: NavalPosition) -> NavalPosition:
        """The position at the end of a round, once submarines dive and lone transports are lost."""
        if self.dives:
            fought = dive(self.battle, before, fought)
        return without_lone_transports(self.battle, fought) if self.transports else fought


def floating(battle: NavalBattle, position: NavalPosition) -> int:
    """How many hits both sides can still take in the battle; it never grows."""
    sides = ((battle.attacker, position.attacker), (battle.defender, position.defender))
    return sum(
        count * (kind.unit.hits - kind.damage)
        for fleet, counts in sides
        for count, kind in zip(counts, fleet.kinds, strict=True)
    )


def last_round_asked(battle: NavalBattle) -> int:
    """The last round after which an order may still change."""
    orders = (battle.retreat, battle.attacker.submerge, battle.defender.submerge)
    asked = [
        number(condition.value) or 0
        for lines in orders
        for line in lines
        for condition in line
        if condition.fact == "round"
    ]
    last = max((math.ceil(value) for value in asked), default=0)
    if last > MOST_ROUNDS:
        raise NotExact(f"the orders ask for a round after round {MOST_ROUNDS}")
    return last


def exact(battle: NavalBattle) -> Mapping[Ended, float]:
    """The chance of every ending; raises NotExact."""
    return Course(battle).follow()


def simulate(battle: NavalBattle, battles: int, seed: int) -> Counter[Ended]:
    """How often each ending came up."""
    stream = dice(seed)

    def throw(_: Fleet, salvo: Salvo) -> Sequence[int]:
        return [next(stream) for _ in range(salvo.count)]

    def endings() -> Iterable[Ended]:
        for _ in range(battles):
            outcome, position = fight(battle, throw)
            yield (outcome, *alive(position))

    return Counter(endings())
