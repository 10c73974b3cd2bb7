"""The odds of ground combat (10): all faces of its die, for each column to which aircraft shift it.

The step of play throws the die itself; both sides take losses, retreat and stay as they do where
nobody says otherwise. Decides nothing of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeVar

from pbem.core.data.charts import Number
from pbem.core.orders.inputs import DiceSource
from pbem.core.play.every_way import every_way
from pbem.core.play.rehearsal import rehearsal
from pbem.systems.tw.battle.odds import ratio_of
from pbem.systems.tw.combat.combat_verdicts import CombatVerdict
from pbem.systems.tw.combat.forces import Attack, Forces, forces_of, level
from pbem.systems.tw.combat.resolving import fight_out
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece

K = TypeVar("K", int, str)


class End(StrEnum):
    """How a combat ends."""

    TAKEN = "taken"
    HELD = "held"
    REPULSED = "repulsed"


MEANS: Final[Mapping[End, str]] = {
    End.TAKEN: "the hex is cleared",
    End.HELD: "the defenders hold, attackers are left",
    End.REPULSED: "all attackers are lost",
}


@dataclass(frozen=True, slots=True)
class Toll:
    """What one face of the die costs: factors and units lost, units Depleted."""

    result: str
    end: End
    lost: tuple[int, int]
    units: tuple[int, int]
    depleted: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Side:
    """What a side loses on average, of so many units and factors."""

    of: int
    factors: int
    units: Fraction
    lost: Fraction
    depleted: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundOdds:
    """Both sides' factors, the column, and the chances of results and of how it ends."""

    factors: tuple[Number, Number]
    ratio: str
    columns: Mapping[str, Fraction]
    modifiers: Mapping[str, int]
    results: Mapping[str, Fraction]
    ends: Mapping[End, Fraction]
    attacker: Side
    defender: Side


def ground_odds(position: Position, attack: Attack, shifts: Mapping[int, Fraction]) -> GroundOdds:
    """The odds of an attack, aircraft shifting it by so many columns with such chances."""
    forces = forces_of(position, attack)
    columns: dict[str, Fraction] = {}
    ways: list[tuple[Fraction, Toll]] = []
    verdict: CombatVerdict | None = None
    for air, chance in shifts.items():
        for part, (verdict, toll) in every_way(_thrower(position, replace(forces, air=air))):
            ways.append((chance * part, toll))
            columns[verdict.odds] = columns.get(verdict.odds, Fraction(0)) + chance * part
    assert verdict is not None, "an attack has a die"
    plain, _ = level(forces)
    ends = _added((str(toll.end), chance) for chance, toll in ways)
    return GroundOdds(
        factors=(forces.attack_factors, forces.defence_factors),
        ratio=ratio_of(plain),
        columns=columns,
        modifiers=verdict.modifiers,
        results=_added((toll.result, chance) for chance, toll in ways),
        ends={end: ends[str(end)] for end in End if str(end) in ends},
        attacker=_side(forces.attackers, ways, 0),
        defender=_side(forces.defenders, ways, 1),
    )


def _thrower(
    position: Position, forces: Forces
) -> Callable[[DiceSource], tuple[CombatVerdict, Toll]]:
    """An attack fought out by dice that fall as they are told: its verdict, and what it costs."""

    def act(dice: DiceSource) -> tuple[CombatVerdict, Toll]:
        umpire = rehearsal(position, dice)
        again = replace(forces, position=umpire.position)
        with umpire.step("odds", at=forces.attack.place):
            verdict = fight_out(umpire, again)
        return verdict, _toll_of(umpire.position, forces, verdict)

    return act


def _toll_of(position: Position, forces: Forces, verdict: CombatVerdict) -> Toll:
    place, power = forces.attack.place, forces.power
    lost = [_lost(pieces, verdict.lost) for pieces in (forces.attackers, forces.defenders)]
    worn = [_lost(pieces, verdict.depleted) for pieces in (forces.attackers, forces.defenders)]
    end = End.HELD
    if len(lost[0]) == len(forces.attackers):
        end = End.REPULSED
    elif not position.enemy_ground(power, place) and verdict.taken:
        end = End.TAKEN
    return Toll(
        verdict.result,
        end,
        (_factors(lost[0]), _factors(lost[1])),
        (len(lost[0]), len(lost[1])),
        (len(worn[0]), len(worn[1])),
    )


def _lost(pieces: Iterable[Piece], ids: Iterable[str]) -> list[Piece]:
    gone = tuple(ids)
    return [piece for piece in pieces if piece.id in gone]


def _factors(pieces: Iterable[Piece]) -> int:
    return sum(piece.strength for piece in pieces)


def _side(pieces: tuple[Piece, ...], ways: list[tuple[Fraction, Toll]], which: int) -> Side:
    return Side(
        len(pieces),
        _factors(pieces),
        sum((chance * toll.units[which] for chance, toll in ways), Fraction(0)),
        sum((chance * toll.lost[which] for chance, toll in ways), Fraction(0)),
        sum((chance * toll.depleted[which] for chance, toll in ways), Fraction(0)),
    )


def _added(pairs: Iterable[tuple[K, Fraction]]) -> dict[K, Fraction]:
    """The sum of the chances of each key, in the order of the keys."""
    found: dict[K, Fraction] = {}
    for key, chance in pairs:
        found[key] = found.get(key, Fraction(0)) + chance
    return dict(sorted(found.items()))
