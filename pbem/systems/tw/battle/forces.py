"""The factors of both sides of an attack on a hex (10.1).

Decides how many factors attack and defend, over which sides. Leaves who may attack to the orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.systems.tw.battle.defence import Assault, defence_of
from pbem.systems.tw.battle.odds import level_of
from pbem.systems.tw.world.hexes import has_river
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName, UnitMark

Attacker = tuple[Piece, str]  # a unit, and the hex from which it attacks


@implements("TW-11.14.4-1")
def assault_on(
    position: Position, attackers: Sequence[Attacker], target: str, impulse: int
) -> Assault:
    """What matters of an attack to its defenders."""
    across = all(has_river(position, origin, target) for _, origin in attackers)
    soviet = all(piece.owner == PowerName.SOVIET_UNION for piece, _ in attackers)
    dropped = all(piece.unit.marked(UnitMark.DROPPED) for piece, _ in attackers)
    landed = all(comes_ashore(piece, origin, target) for piece, origin in attackers)
    raid = any(piece.kind == Kind.CDO for piece, _ in attackers)
    return Assault(
        impulse=impulse, across=across, soviet=soviet, dropped=dropped, landed=landed, raid=raid
    )


@implements("TW-7.7.3-1")
def comes_ashore(piece: Piece, origin: str, target: str) -> bool:
    """Whether a unit attacks from the sea: in the hex itself in which it has landed."""
    return piece.unit.marked(UnitMark.LANDED) and origin == target


@implements("TW-10.1.2-1")
def why_not_together(position: Position, pieces: Iterable[Piece], target: str) -> str:
    """Why some units do not attack a hex together: all fight all who are attacked there."""
    powers = dict.fromkeys(piece.owner for piece in pieces)
    foes = {power: position.enemy_ground(power, target) for power in powers}
    for power, fought in foes.items():
        if any(foe not in fought for others in foes.values() for foe in others):
            return f"{position.title(power)} is not at war with all whom the others attack"
    return ""


@implements("TW-10.1.1-1", "TW-10.1.2-1")
def defence_of_hex(position: Position, power: str, target: str, how: Assault) -> Number:
    """All that a power's enemies in a hex are worth together."""
    enemies = position.enemy_ground(power, target)
    return sum(defence_of(position, piece, target, how) for piece in enemies)


def odds_against(
    position: Position, attackers: Sequence[Attacker], target: str, impulse: int
) -> int:
    """The level of the odds of an attack on a hex, without any shift."""
    power = attackers[0][0].owner
    how = assault_on(position, attackers, target, impulse)
    attack = sum(piece.strength for piece, _ in attackers)
    return level_of(attack, defence_of_hex(position, power, target, how))
