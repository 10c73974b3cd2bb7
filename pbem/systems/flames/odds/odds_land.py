"""The odds of a land combat (11.15): every way in which its dice can fall, and what is lost then.

The steps of play throw the dice themselves; each side takes its losses as it does where nobody says
otherwise. Decides nothing of play. Leaves retreats and advances to play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeVar

from pbem.core.orders.inputs import DiceSource
from pbem.core.play.every_way import every_way
from pbem.core.play.rehearsal import rehearsal
from pbem.systems.flames.land.combat.attack_rules import combat_odds
from pbem.systems.flames.land.combat.land_results import (
    BREAKTHROUGH,
    RETREATED,
    spares_notional,
    weakest_first,
)
from pbem.systems.flames.land.combat.resolution import (
    Combat,
    benefits,
    choose_table,
    one_die,
    two_dice,
)
from pbem.systems.flames.land.combat_table import (
    ATTACKERS_LOST,
    AUTOMATIC,
    DaggerRounding,
    ExtraLoss,
    Result,
    attacker_losses,
    first_losses,
    read_result,
    stay_face_up,
    without_die,
)
from pbem.systems.flames.land.combatants import Odds
from pbem.systems.flames.world.land_factors import Combatant
from pbem.systems.flames.world.position import Position, Umpire


class End(StrEnum):
    """What becomes of the defenders who are not destroyed."""

    BREAKTHROUGH = "breakthrough"
    SHATTERED = "shattered"
    RETREAT = "retreat"
    DESTROYED = "destroyed"
    HELD = "held"


MEANS: Final[Mapping[End, str]] = {
    End.BREAKTHROUGH: "breakthrough: defenders shattered, the attackers go on",
    End.SHATTERED: "defenders shattered, the hex is taken",
    End.RETREAT: "defenders retreat, the hex is taken",
    End.DESTROYED: "defenders destroyed, the hex is taken",
    End.HELD: "defenders hold",
}
WHOLLY_LOST: Final = "without factors"

K = TypeVar("K", int, End)


@dataclass(frozen=True, slots=True)
class Toll:
    """What one result costs, the usual units being lost: their ids, and how many stay face-up."""

    end: End
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    face_up: int


@dataclass(frozen=True, slots=True)
class Mean:
    """What a side loses on average, of how many units, and what that costs to build."""

    units: Fraction
    of: int
    cost: Fraction


@dataclass(frozen=True, slots=True)
class TableOdds:
    """The chances on one of the tables: of its results, and of how the combat ends."""

    results: Mapping[str, Fraction]
    ends: Mapping[End, Fraction]
    attacker: Mean
    defender: Mean
    attackers_left: Mapping[int, Fraction]
    defenders_left: Mapping[int, Fraction]
    face_up: Fraction
    modifiers: Mapping[str, int | Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LandOdds:
    """Both sides' factors, the odds, who chooses the table, and the chances on each."""

    attack: Fraction
    defence: Fraction
    odds: Odds | None
    chooser: str
    usual: str
    tables: Mapping[str, TableOdds]


def land_odds(combat: Combat, tables: Iterable[str] = ()) -> LandOdds:
    """The odds of a combat that is ready to be thrown.

    On the table that is chosen where nobody says otherwise, or on some that are named.
    """
    attack, defence = combat.totals
    if without_die(attack, defence) == ATTACKERS_LOST:
        everyone = {WHOLLY_LOST: _all_lost(combat)}
        return LandOdds(attack, defence, None, "", WHOLLY_LOST, everyone)
    position = combat.umpire.position
    combat.odds = combat_odds(position, combat.place, combat.attackers, combat.totals)
    usual = combat.table = choose_table(combat)
    found = {table: _on_table(combat, table) for table in tables or (usual,)}
    return LandOdds(attack, defence, combat.odds, str(combat.facts["chooser"]), usual, found)


def _on_table(combat: Combat, table: str) -> TableOdds:
    """The chances on a table: of every result, and of what it costs."""
    first = _as_it_stands(combat, table)
    if combat.odds is None:
        return _weighed(first, {AUTOMATIC[table]: Fraction(1)})
    throw = two_dice if combat.umpire.position.kits.two_dice else one_die
    chances: dict[str, Fraction] = {}
    modifiers: Mapping[str, int | Fraction] = {}
    for chance, (result, facts) in every_way(_thrown(first, combat.odds, throw)):
        chances[result] = chances.get(result, Fraction(0)) + chance
        modifiers = modifiers or facts
    return _weighed(first, dict(sorted(chances.items())), modifiers)


Throw = Callable[[Combat, Odds], Result]
Thrown = tuple[str, Mapping[str, int | Fraction]]


def _thrown(combat: Combat, odds: Odds, throw: Throw) -> Callable[[DiceSource], Thrown]:
    """A throw of the combat by dice that fall as they are told: the result, the modifiers."""
    position = combat.umpire.position

    def act(dice: DiceSource) -> Thrown:
        again = _as_it_stands(combat, combat.table, rehearsal(position, dice))
        result = throw(again, odds)
        return result.text, again.facts["modifiers"]

    return act


def _as_it_stands(combat: Combat, table: str, umpire: Umpire | None = None) -> Combat:
    """A combat on a table of which nothing has been told yet."""
    again = copy(combat)
    again.table, again.facts, again.umpire = table, {}, umpire or combat.umpire
    return again


# --- what a result costs --------------------------------------------------------------------------


def toll_of(combat: Combat, result: Result) -> Toll:
    """What a result does to both sides, the usual units being lost (11.15.5)."""
    lost = tuple(unit.id for unit in _attackers_lost(combat, result))
    usual = weakest_first(combat.umpire.position, combat.real_defenders)
    killed = tuple(unit.id for unit in usual[: result.defender])
    notional = combat.notional is not None and spares_notional(result)
    end = _end(result, len(usual) - len(killed) + notional)
    if end is End.HELD:
        lost += tuple(u.id for u in combat.attackers if u.dropped and u.id not in lost)
    up = sum(unit.id not in lost and not unit.face_down for unit in combat.attackers)
    rule = combat.umpire.reading(DaggerRounding)
    return Toll(
        end=end,
        attackers=lost,
        defenders=killed,
        face_up=min(up, stay_face_up(result.facing, up, rule)),
    )


def _end(result: Result, left: int) -> End:
    if result.effect == BREAKTHROUGH:
        return End.BREAKTHROUGH
    if not left:
        return End.DESTROYED
    if not result.effect:
        return End.HELD
    return End.RETREAT if result.effect == RETREATED else End.SHATTERED


def _attackers_lost(combat: Combat, result: Result) -> list[Combatant]:
    """The attackers that are lost: the first of those who gained a benefit, then the weakest."""
    many = attacker_losses(
        result, combat.attackers, combat.ground, combat.umpire.reading(ExtraLoss)
    )
    if not many:
        return []
    position, everyone = combat.umpire.position, combat.attackers
    first = first_losses(everyone, **benefits(combat))
    head = weakest_first(position, [unit for unit in everyone if unit.id in first])[:1]
    rest = weakest_first(position, [unit for unit in everyone if unit not in head])
    return [*head, *rest[: many - 1]]


def _all_lost(combat: Combat) -> TableOdds:
    """An attack without any factors: every attacker is lost (11.15.5)."""
    toll = Toll(End.HELD, tuple(unit.id for unit in combat.attackers), (), 0)
    return _summed(combat, {WHOLLY_LOST: Fraction(1)}, [(Fraction(1), toll)])


def _weighed(
    combat: Combat,
    results: Mapping[str, Fraction],
    modifiers: Mapping[str, int | Fraction] | None = None,
) -> TableOdds:
    """The chances of results with what each costs."""
    tolls = [(chance, toll_of(combat, read_result(text))) for text, chance in results.items()]
    return _summed(combat, results, tolls, modifiers or {})


def _summed(
    combat: Combat,
    results: Mapping[str, Fraction],
    tolls: Sequence[tuple[Fraction, Toll]],
    modifiers: Mapping[str, int | Fraction] | None = None,
) -> TableOdds:
    position = combat.umpire.position
    ours = [(chance, toll.attackers) for chance, toll in tolls]
    theirs = [(chance, toll.defenders) for chance, toll in tolls]
    ends = _added((toll.end, chance) for chance, toll in tolls)
    return TableOdds(
        results=results,
        ends={end: ends[end] for end in End if end in ends},
        attacker=_mean(position, len(combat.attackers), ours),
        defender=_mean(position, len(combat.real_defenders), theirs),
        attackers_left=_left(len(combat.attackers), ours),
        defenders_left=_left(len(combat.real_defenders), theirs),
        face_up=sum((chance * toll.face_up for chance, toll in tolls), Fraction(0)),
        modifiers=modifiers or {},
    )


def _mean(position: Position, of: int, lost: Iterable[tuple[Fraction, Sequence[str]]]) -> Mean:
    units = cost = Fraction(0)
    for chance, ids in lost:
        units += chance * len(ids)
        prices = (piece.counter.or_nothing("cost") for piece in position.pieces(*ids))
        cost += chance * sum(map(Fraction, prices), Fraction(0))
    return Mean(units, of, cost)


def _left(of: int, lost: Iterable[tuple[Fraction, Sequence[str]]]) -> dict[int, Fraction]:
    """The chances of the numbers of units that are not destroyed, the highest number first."""
    found = _added((of - len(ids), chance) for chance, ids in lost)
    return {number: found[number] for number in sorted(found, reverse=True)}


def _added(pairs: Iterable[tuple[K, Fraction]]) -> dict[K, Fraction]:
    """The sum of the chances of each key."""
    found: dict[K, Fraction] = {}
    for key, chance in pairs:
        found[key] = found.get(key, Fraction(0)) + chance
    return found
