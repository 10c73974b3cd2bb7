"""The odds of a naval battle: every way it can go, or battles fought one by one.

Exact: pairs of forces are followed round by round while orders ask for the round, then each pair is
settled once, from the strongest to the weakest; ways with a chance below NEGLIGIBLE are not
followed. A battle that comes to more than MOST_PAIRS pairs, or takes more than MOST_WAYS ways
between them, is simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.naval_battle import NavalBattle
from pbem.systems.gw.battle.naval_fire import take_hit, volleys
from pbem.systems.gw.battle.naval_forces import Aim, Fleet
from pbem.systems.gw.battle.rounds import (
    SIDES_OF_DIE,
    Hits,
    Outcome,
    Rounds,
    Stage,
    Standing,
    Take,
    Volley,
    suffer,
)
from pbem.systems.gw.battle.ship_damage import markers_of
from pbem.systems.gw.odds.odds_laws import NotExact, Spread, hits_of, last_round_asked
from pbem.systems.gw.odds.odds_simulated import Ended, dice, ended, thrown

MOST_PAIRS: Final = 20_000
MOST_WAYS: Final = 500_000
MOST_ROUNDS: Final = 20
NEGLIGIBLE: Final = 1e-13
FACES: Final = range(1, SIDES_OF_DIE + 1)
DAMAGE: Final = {  # the chances of damage markers by the die of 15.5
    number: times / SIDES_OF_DIE for number, times in Counter(map(markers_of, FACES)).items()
}

Positions = dict[Standing, float]


class Volleys:
    """What one side's fire leaves of the other, remembered."""

    def __init__(self, firer: Fleet, target: Fleet, by_dice: bool) -> None:
        self.firer = firer
        self.target = target
        self.damage = DAMAGE if by_dice else {1: 1.0}
        self._after: dict[tuple[Counts, Aim], Spread] = {}
        self._volleys: dict[tuple[Counts, Stage], tuple[Volley[Aim], ...]] = {}
        self._known: dict[tuple[Counts, Counts, Stage], Spread] = {}

    def spread(self, firing: Counts, facing: Counts, stage: Stage) -> Spread:
        """The chances of what is left of the target."""
        key = (firing, facing, stage)
        if key not in self._known:
            if (firing, stage) not in self._volleys:
                self._volleys[firing, stage] = volleys(self.firer, firing, stage)
            spread: Spread = {facing: 1.0}
            for volley in self._volleys[firing, stage]:
                spread = self._struck(spread, volley)
            self._known[key] = spread
        return self._known[key]

    def _struck(self, spread: Spread, volley: Volley[Aim]) -> Spread:
        """The chances of what is left after a volley."""
        joint = hits_of(volley)
        result: Spread = {}
        for counts, weight in spread.items():
            for selected, ordinary, chance in joint:
                aims = (volley.selected,) * selected + (volley.claim,) * ordinary
                for left, part in self._suffered(counts, aims).items():
                    result[left] = result.get(left, 0.0) + weight * chance * part
        return result

    def _suffered(self, counts: Counts, aims: Sequence[Aim]) -> Spread:
        """The chances of what hits leave, one after the other."""
        spread: Spread = {counts: 1.0}
        for aim in aims:
            after: Spread = {}
            for left, chance in spread.items():
                for struck, part in self._hit(left, aim).items():
                    after[struck] = after.get(struck, 0.0) + chance * part
            spread = after
        return spread

    def _hit(self, counts: Counts, aim: Aim) -> Spread:
        """The chances of what one hit leaves: dice tell how much it damages a capital ship."""
        key = (counts, aim)
        if key not in self._after:
            after: Spread = {}
            for number, chance in self.damage.items():
                left = take_hit(self.target, counts, aim, damaging(number))
                after[left] = after.get(left, 0.0) + chance
            self._after[key] = after
        return self._after[key]


def damaging(number: int) -> Callable[[Fleet, int], int]:
    """How much hits damage ships when a die says so much for a capital ship (15.5)."""
    return lambda fleet, index: number if is_capital(fleet, index) else 1


def is_capital(fleet: Fleet, index: int) -> bool:
    """Whether a kind of ship is a capital ship, whose damage is rolled for (15.5)."""
    return "capital" in fleet.kinds[index].unit.classes


class Course:
    """The chances of all positions of a battle, from the start to every ending."""

    def __init__(self, battle: NavalBattle) -> None:
        self.battle = battle
        self.own, self.enemy = Sides.of(self._fire)
        self.leave = bool(battle.air_groups) or any(
            fleet.submerge or any(unit.is_transport for unit in fleet.units)
            for fleet in battle.sides
        )
        self._endings: dict[Standing, Outcome | None] = {}
        self.ended: dict[Ended, float] = {}
        self.ways = 0

    def _fire(self, role: Role) -> Volleys:
        firer, target = self.battle.sides.seen(role)
        return Volleys(firer, target, self.battle.by_dice)

    def follow(self) -> Mapping[Ended, float]:
        """Round by round while orders ask for the round, then all other positions at once."""
        last = last_round(self.battle)
        going: Positions = self._going({self.battle.start(): 1.0})
        for _ in range(max(last, 1)):
            going = self._going(self._one_round(going))
        self._all_rounds(going, max(last, 1) + 1)
        return self.ended

    def _going(self, positions: Mapping[Standing, float]) -> Positions:
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

    def _end(self, outcome: Outcome, position: Standing, chance: float) -> None:
        key = ended(outcome, position)
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

    def _settle(self, position: Standing, chance: float, levels: dict[int, Positions]) -> None:
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

    def _ending(self, position: Standing) -> Outcome | None:
        if position not in self._endings:
            self._endings[position] = self.battle.ending(position)
        return self._endings[position]

    def _round(self, position: Standing, rounds: int = 1) -> Iterator[tuple[Standing, float]]:
        """Every way in which one round can go; it may count for none where it does not matter."""
        if position.round:
            yield from self._exchange(position, Stage.LATER, rounds)
            return
        stage, (own, enemy) = Stage.FIRST_STRIKE, position.forces
        facings = self.own.spread(own, enemy, stage)
        lefts = self.enemy.spread(enemy, own, stage)
        for facing, chance in facings.items():
            for left, other in lefts.items():
                struck = replace(position, forces=Sides(left, facing))
                for after, more in self._exchange(struck, Stage.FIRST_ROUND, rounds):
                    yield after, chance * other * more

    def _exchange(
        self, position: Standing, stage: Stage, rounds: int
    ) -> Iterator[tuple[Standing, float]]:
        own, enemy = position.forces
        for facing, chance in self.own.spread(own, enemy, stage).items():
            answer = self.battle.answering(position, facing, ())
            lefts = self.enemy.spread(answer.forces.defender, answer.forces.attacker, stage)
            self.ways += len(lefts)
            if self.ways > MOST_WAYS:
                raise NotExact(f"there are more than {MOST_WAYS} ways to follow")
            for left, other in lefts.items():
                if chance * other > NEGLIGIBLE:
                    after = Standing(position.round + rounds, Sides(left, facing), answer.gone)
                    if self.leave:
                        after = self.battle.closing(position, after, ())
                    yield after, chance * other


def floating(battle: NavalBattle, position: Standing) -> int:
    """How many hits both sides can still take in the battle; it never grows."""
    return sum(
        count * (kind.unit.hits - kind.damage)
        for fleet, counts in battle.sides.beside(position.forces)
        for count, kind in zip(counts, fleet.kinds, strict=True)
    )


def last_round(battle: NavalBattle) -> int:
    """The last round after which an order may still change; raises NotExact if it is too late."""
    own, enemy = battle.sides
    last = last_round_asked(battle.retreat + own.submerge + enemy.submerge)
    if last > MOST_ROUNDS:
        raise NotExact(f"the orders ask for a round after round {MOST_ROUNDS}")
    return last


def exact(battle: NavalBattle) -> Mapping[Ended, float]:
    """The chance of every ending; raises NotExact."""
    return Course(battle).follow()


def simulate(battle: NavalBattle, battles: int, seed: int) -> Counter[Ended]:
    """How often each ending came up."""
    stream = dice(seed)
    take = _by_dice(battle, stream) if battle.by_dice else None
    rounds = Rounds(battle, thrown(stream), take)
    return Counter(ended(*rounds.all()) for _ in range(battles))


def _by_dice(battle: NavalBattle, stream: Iterator[int]) -> Take[Aim]:
    """What hits leave of a side when dice tell how much they damage capital ships (15.5)."""

    def markers(fleet: Fleet, index: int) -> int:
        return markers_of(next(stream)) if is_capital(fleet, index) else 1

    def take(role: Role, counts: Counts, volley: Volley[Aim], hits: Hits) -> Counts:
        fleet = battle.sides.own(role)
        return suffer(counts, volley, hits, lambda left, aim: take_hit(fleet, left, aim, markers))

    return take
