"""Guards Banner armies and heavy weapons: who fights well is promoted (22.4, 22.11, option 52).

Decides the score of a combat, which unit may become which, and the exchange. Leaves the years on
the backs of counters that are not known to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.choices.decisions import Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitMoved
from pbem.systems.flames.impulse.battle_decisions import PROMOTE
from pbem.systems.flames.kits.heavy.versions import replaced, replaced_by, version_of
from pbem.systems.flames.land.combat.combat_verdicts import PromotionVerdict
from pbem.systems.flames.land.combat.land_results import Aftermath, surviving
from pbem.systems.flames.land.combat.resolution import Combat
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.land_factors import HALF
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    leaves_map,
    other_side,
    pool_of,
    turned_down,
)
from pbem.systems.flames.world.vocabulary import Pool
from pbem.systems.wif.world.vocabulary import PowerName

CITE: Final = "22.4"
GUARDS: Final = "guards"
VALUES: Final[Mapping[str, int]] = {"destroyed": 3, "shattered": 2, "retreated": 1}


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a unit in a combat: destroyed, shattered or retreated."""

    piece: Piece
    what: str


@dataclass(frozen=True, slots=True)
class Fates:
    """How a combat ended for one side: what became of whom, and who is left on the map."""

    fates: tuple[Fate, ...]
    left: tuple[Piece, ...]


@implements("WIF-22.4-3")
def fates_of_sides(combat: Combat, after: Aftermath) -> tuple[Fates, Fates]:
    """What became of the attackers and of the defenders, and who of them is left (22.4)."""
    pieces = combat.umpire.position.pieces

    def fates(**words: Collection[str]) -> tuple[Fate, ...]:
        return tuple(Fate(piece, what) for what, ids in words.items() for piece in pieces(*ids))

    ours = fates(destroyed=(*after.attackers_lost, *after.failed))
    theirs = fates(
        destroyed=(*after.defenders_lost, *after.died_retreating),
        shattered=after.shattered,
        retreated=tuple(after.retreated),
    )
    return (
        Fates(ours, surviving(combat, combat.attackers)),
        Fates(theirs, surviving(combat, combat.real_defenders)),
    )


@implements("WIF-22.4-3")
def value_of(fate: Fate) -> Fraction:
    """What a unit's fate counts: twice for an HQ, half for a division (22.4)."""
    value = Fraction(VALUES[fate.what])
    if fate.piece.is_hq:
        return value * 2
    return value * HALF if fate.piece.is_division else value


@implements("WIF-22.4-3")
def score(enemies: Iterable[Fate], own: Iterable[Fate]) -> Fraction:
    """What a combat is worth to a side: the enemy's fates less its own (22.4)."""
    return sum(map(value_of, enemies), Fraction(0)) - sum(map(value_of, own), Fraction(0))


@implements("WIF-22.4-1")
def in_reserve(position: Position) -> tuple[Piece, ...]:
    """The Guards that a unit may be promoted to: once the USSR is at war with a major power."""
    state = position.state
    others = major_powers(state, other_side(position.side(PowerName.USSR)))
    if not any(position.at_war(PowerName.USSR, power) for power in others):
        return ()
    return position.at(f"pool:{PowerName.USSR}/{Pool.GUARDS}")


@implements("WIF-22.4-4", "WIF-22.4-7")
def promotions(
    position: Position, units: Sequence[Piece], points: Fraction
) -> tuple[tuple[Piece, Piece], ...]:
    """Which Soviet units may become which Guards: of their kind and size, if points suffice."""
    return tuple(
        (unit, guards)
        for unit in units
        for guards in in_reserve(position)
        if (unit.kind, unit.is_division) == (guards.kind, guards.is_division)
        and unit.combat + points >= guards.combat
    )


@implements("WIF-22.11-7")
def upgrades(
    position: Position, units: Sequence[Piece], points: Fraction, foes: Sequence[Piece]
) -> tuple[tuple[Piece, Piece], ...]:
    """Which of some units may become heavy weapons of their designation, if points suffice."""
    pairs = ((unit, version_of(position, unit)) for unit in units)
    return tuple(
        (unit, heavy)
        for unit, heavy in pairs
        if heavy is not None
        and unit.combat + points >= heavy.combat
        and counts_against(position, unit.owner, foes)
    )


@implements("WIF-22.11-7")
def counts_against(position: Position, power: str, foes: Sequence[Piece]) -> bool:
    """Whether a combat with some units may bring a power heavy weapons: whom it is with (22.11)."""
    owners = {foe.owner for foe in foes if foe.is_land and foe.kind != PARTISAN}
    great = {o for o in owners if position.major(o) == o}
    if position.is_neutral(position.major(power)):
        return False
    if position.major(power) != power or power in position.policy.factions:
        return bool(owners)
    strong = position.policy.great
    wanted = strong if power in strong else great - position.policy.factions
    return not owners.isdisjoint(wanted)


@implements("WIF-22.4-5")
def promoted(unit: Piece, guards: Piece) -> tuple[Event, ...]:
    """Guards stand in a unit's place, as it lay, and it is in its pool (22.4).

    Where heavy weapons do, it leaves the game (22.11).
    """
    if replaced_by(guards.counter):
        return replaced(unit, guards, down=False)
    down = turned_down(guards) if unit.face_down else ()
    return (
        *leaves_map(unit, pool_of(unit)),
        UnitMoved(guards.id, guards.at, unit.at, guards.unit.count),
        *down,
    )


def promote(combat: Combat, after: Aftermath) -> None:
    """After a combat each power may promote one of its units that survived it (22.4, 22.11).

    Not after one with partisans alone.
    """
    umpire, place = combat.umpire, combat.place
    sides = fates_of_sides(combat, after)
    for own, enemy in (sides, sides[::-1]):
        foes = [*(fate.piece for fate in enemy.fates), *enemy.left]
        points = score(enemy.fates, own.fates)
        if points <= 0 or all(foe.kind == PARTISAN for foe in foes):
            continue
        for owner in dict.fromkeys(piece.owner for piece in own.left):
            units = [piece for piece in own.left if piece.owner == owner]
            position = umpire.position
            pairs = upgrades(position, units, points, foes)
            if owner == PowerName.USSR:
                pairs = (*promotions(position, units, points), *pairs)
            _choose(umpire, place, pairs, points)


def _choose(
    umpire: Umpire, place: str, found: Sequence[tuple[Piece, Piece]], points: Fraction
) -> None:
    if not found:
        return
    position, owner = umpire.position, found[0][0].owner
    pairs = {f"{a.id}>{b.id}": (a, b) for a, b in found}
    gains = {name: Fraction(b.combat) - a.combat for name, (a, b) in pairs.items()}
    best = max(pairs, key=lambda name: gains[name])
    answer = umpire.decide(
        PROMOTE.ask(
            "Which unit is promoted?",
            position.powers[owner].players,
            (
                Option(name, f"{a.name} to {b.name}", frozenset({a.kind, a.name}), gains[name])
                for name, (a, b) in pairs.items()
            ),
            (best,) if gains[best] > 0 else (),
            about="promotion" if owner == PowerName.USSR else f"promotion-{owner}",
            at=place,
            least=0,
            most=1,
            facts={"points": points, **hex_facts(position, place, owner)},
            settle=Settle.ROLL_OFF,
        )
    )
    if answer:
        unit, guards = pairs[answer.pick]
        umpire.apply(*promoted(unit, guards))
        umpire.tell(PromotionVerdict(place, unit=unit.id, guards=guards.id, points=points))


KIT: Final = Kits(promote=promote)
