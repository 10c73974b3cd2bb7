"""Land units as they stand in a combat: printed factors, terrain, hexsides, supply (11.15.1).

Decides what each unit of a position brings to it. Leaves the arithmetic to `land_factors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.land.land_verdicts import Force
from pbem.systems.flames.world.control import enemy_units
from pbem.systems.flames.world.land_factors import (
    Combatant,
    KeptFractions,
    SeveralHexsides,
    attack_column,
    attack_multiplier,
    defence_multiplier,
    defending_factors,
    eased,
    gun_factors,
    gun_multiplier,
    kept_fraction,
)
from pbem.systems.flames.world.local_units import home_of_territorial, is_in
from pbem.systems.flames.world.position import (
    A_BOMB,
    FLAK,
    PARTISAN,
    SUPPLY_UNIT,
    V_WEAPON,
    Piece,
    Position,
    major,
)
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import halving_sides
from pbem.systems.flames.world.vocabulary import LandingWay, UnitMark
from pbem.systems.flames.world.winter import is_winterised

COVER: Final = ("forest", "jungle")
ALONE: Final = "alone"  # words of a verdict: why factors are not as printed
DOUBLED: Final = "against-armour"
ENGINEERS: Final = "engineers"
OFFENSIVE: Final = "by-offensive-points"
FACTIONS: Final = "factions"
COMMUNIST: Final = "communist"  # the class of the counters of China's other faction
ASIDE: Final = (SUPPLY_UNIT, V_WEAPON, A_BOMB)  # beside flak


@implements("WIF-11.15.1-16")
def attacking(
    position: Position, pieces: Iterable[Piece], place: str, here: str = ""
) -> tuple[Combatant, ...]:
    """Units that attack a hex, with their modified factors (11.15.1).

    From where they stand; in an overrun all of them from the hex `here`.
    """
    attackers = tuple(pieces)
    enemies = tuple(p for piece in attackers[:1] for p in enemy_units(position, place, piece.owner))
    kept = position.reading(KeptFractions)
    ways = [_way(position, p, here or p.at, place, attackers=attackers) for p in attackers]
    helped = brought_over(ways)
    found = []
    for way in ways:
        printed, why = _doubled(*_before_ground(position, way.piece, enemies, way.here), way, place)
        easily = way.piece.id in helped
        factors = kept_fraction(printed * (way.eased if easily else way.multiplier), kept)
        reasons = (*why, ENGINEERS) if easily else why
        combatant = _combatant(position, way.piece, factors, place)
        found.append(replace(combatant, across=way.across, why=reasons))
    return tuple(found)


@implements("WIF-16.3.3-1")
def _doubled(
    factors: Fraction, why: tuple[str, ...], way: Way, place: str
) -> tuple[Fraction, tuple[str, ...]]:
    """The factors of an attacker, twice where an HQ helps it by offensive points (16.3.3)."""
    if way.piece.unit.mark(UnitMark.DOUBLED) != place:
        return factors, why
    return 2 * factors, (*why, OFFENSIVE)


@dataclass(frozen=True, slots=True)
class Way:
    """How a unit comes at a hex: over what, and what that leaves of its factors.

    `eased`: what is left where engineers bring it over.
    """

    piece: Piece
    here: str
    across: tuple[str, ...]
    multiplier: Fraction
    eased: Fraction

    @property
    def gain(self) -> Fraction:
        """The factors that engineers give it."""
        return Fraction(self.piece.combat) * (self.eased - self.multiplier)


def _way(
    position: Position, piece: Piece, here: str, place: str, *, attackers: Sequence[Piece]
) -> Way:
    ground, rule = position.ground, position.reading(SeveralHexsides)
    sides = attacked_sides(position, piece, here, place)
    across = halving_sides(position, piece, place, sides, attackers=attackers)
    column, chart = attack_column(piece.terrain_kind), ground.chart
    plain = attack_multiplier(column, across, chart, rule)
    return Way(
        piece, here, across, plain, attack_multiplier(column, eased(across, chart), chart, rule)
    )


@implements("WIF-22.1.1-11")
def brought_over(ways: Sequence[Way]) -> frozenset[str]:
    """Who is not halved or thirded thanks to engineers (22.1.1).

    They, and as many in their stack as their printed factor: those who gain most.
    """
    crews = [way for way in ways if way.piece.is_engineer]
    helped = {way.piece.id for way in crews if way.gain}
    for crew in crews:
        stack = [w for w in ways if w.here == crew.here and w.gain and w.piece.id not in helped]
        stack.sort(key=lambda way: (-way.gain, way.piece.id))
        helped.update(way.piece.id for way in stack[: int(crew.piece.combat)])
    return frozenset(helped)


def _before_ground(
    position: Position, piece: Piece, enemies: Sequence[Piece], here: str
) -> tuple[Fraction, tuple[str, ...]]:
    """A unit's factors before the ground, in attack from a hex, and why (22.2)."""
    if attacks_at_half(position, piece):
        return Fraction(piece.combat) / 2, (FACTIONS,)
    factors, why = _own_factors(position, piece, here)
    times, doubled = _circled(piece, enemies, attacks=True)
    return factors * times, (*why, *doubled)


def _own_factors(position: Position, piece: Piece, at: str) -> tuple[Fraction, tuple[str, ...]]:
    """The factors that a unit has in a hex: a gun by itself one; and why (22.2)."""
    if not piece.is_gun:
        return Fraction(piece.combat), ()
    lonely = not piece.is_self_propelled and is_alone(position, piece, at)
    factors = gun_factors(Fraction(piece.combat), piece.kind, lonely)
    return factors, (ALONE,) if factors < piece.combat and piece.kind != FLAK else ()


def _circled(
    piece: Piece, enemies: Sequence[Piece], *, attacks: bool
) -> tuple[int, tuple[str, ...]]:
    """By what a gun's circle multiplies its factors against these enemies, and why (22.2)."""
    kinds = [enemy.kind for enemy in enemies if enemy.is_land]
    times = gun_multiplier(piece.counter.classes, attacks, kinds) if piece.is_gun else 1
    return times, (DOUBLED,) if times > 1 else ()


@implements("WIF-11.15.1-15")
def attacks_at_half(position: Position, piece: Piece) -> bool:
    """Whether a unit is one of the Nationalist Chinese: they attack with half (11.15.1)."""
    return piece.owner in position.policy.hesitant and not piece.counter.is_a(COMMUNIST)


@implements("WIF-22.2-4")
def is_alone(position: Position, gun: Piece, place: str) -> bool:
    """Whether no land unit of its side but guns is with a gun in a hex (22.2)."""
    side = position.side(gun.owner)
    return all(p.is_gun or position.side(p.owner) != side for p in position.land_at(place))


@implements("WIF-11.15.1-9d", "AIF-11.16.1-12")
def attacked_sides(position: Position, piece: Piece, here: str, place: str) -> tuple[str, ...]:
    """What lies on the hexside over which a unit attacks; who has dropped there crosses none."""
    return () if piece.landing else position.ground.attacked_sides(here, place)


@implements(
    "WIF-2.4.3-3", "WIF-11.15.1-7a", "WIF-11.15.1-10a", "WIF-11.15.1-10b", "WIF-11.15.1-10c",
    "AIF-2.4.3-2", "AIF-11.16.1-7", "AIF-11.16.1-13",
)  # fmt: skip
def defending(
    position: Position, pieces: Iterable[Piece], attackers: Sequence[Piece] = ()
) -> tuple[Combatant, ...]:
    """Units that defend their hex, as supply and terrain leave their factors now (11.15.1)."""
    ground = position.ground
    found = []
    for piece in pieces:
        supplied = in_supply(position, piece)
        printed, why = strength(position, piece)
        times, doubled = _circled(piece, attackers, attacks=False)
        factors = times * defending_factors(
            printed,
            face_down=piece.face_down,
            supplied=supplied,
            white_print=piece.is_white_print,
            division=piece.is_division,
        )
        multiplier = defence_multiplier(piece.terrain_kind, ground.terrain[piece.at], ground.chart)
        combatant = _combatant(position, piece, factors * multiplier, piece.at)
        found.append(replace(combatant, supplied=supplied, why=(*why, *doubled)))
    return tuple(found)


@implements("WIF-13.1.3-12", "AIF-13.1-16")
def strength(position: Position, piece: Piece) -> tuple[Fraction, tuple[str, ...]]:
    """The factors of a defender before all else, and why: partisans in cover have 1 more (13.1.3).

    Guns have fewer by themselves (22.2).
    """
    hidden = piece.kind == PARTISAN and position.ground.terrain[piece.at] in COVER
    printed, why = _own_factors(position, piece, piece.at)
    return printed + hidden, why


@implements("WIF-11.15.5-17")
def is_at_home_in_jungle(position: Position, piece: Piece) -> bool:
    """White print and of who knows jungles, or a Marine: jungle does not hinder it (11.15.5)."""
    knows = piece.kind == "MAR" or piece.owner in position.policy.hardy.jungle
    return piece.is_white_print and knows


def _combatant(position: Position, piece: Piece, factors: Fraction, place: str) -> Combatant:
    home = home_of_territorial(piece)
    return Combatant(
        id=piece.id,
        name=piece.name,
        kind=piece.kind,
        power=piece.owner,
        printed=Fraction(piece.combat),
        factors=factors,
        division=piece.is_division,
        face_down=piece.face_down,
        winterised=is_winterised(position, piece),
        engineer=piece.is_engineer,
        jungle=is_at_home_in_jungle(position, piece),
        controller=major(position.state, piece.owner),
        dropped=piece.landing == LandingWay.AIR,
        abroad=bool(home) and not is_in(position, place, home),
        aside=piece.kind == FLAK or any(map(piece.counter.is_a, ASIDE)),
    )


def force(units: Iterable[Combatant]) -> tuple[Force, ...]:
    """Units as a verdict tells of them: what is printed, what it counts, and why that differs."""
    return tuple(
        Force(
            unit=unit.id,
            printed=unit.printed,
            factors=unit.factors,
            across=unit.across,
            face_down=unit.face_down,
            supplied=unit.supplied,
            why=unit.why,
        )
        for unit in units
    )
