"""Land units as they stand in a combat, and the odds of both sides (11.15.1, 11.15.5).

Decides what each unit of a position brings to it, by printed factors, terrain, hexsides, supply and
winter; odds, their weather and their fractions. Leaves the arithmetic of factors to `land_factors`,
what the odds bring to `combat_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
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
from pbem.systems.flames.world.position import (
    A_BOMB,
    FLAK,
    PARTISAN,
    SUPPLY_UNIT,
    V_WEAPON,
    Piece,
    Position,
)
from pbem.systems.flames.world.rounding import number
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import halving_sides
from pbem.systems.flames.world.vocabulary import LandingWay, UnitMark, Weather

WINTER: Final = frozenset({Weather.SNOW, Weather.BLIZZARD})
RELIEF: Final = 2
LOWEST_COLUMN: Final = -1

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
    home = piece.territory
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
        controller=position.major(piece.owner),
        dropped=piece.landing == LandingWay.AIR,
        abroad=bool(home) and not position.is_in(place, home),
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


# --- winter (11.10.2) ----------------------------------------------------------------------------


def is_winterised(position: Position, piece: Piece) -> bool:
    """Mountain and ski units, the northern countries, white print of who knows winter (11.10.2)."""
    if piece.kind == PARTISAN:
        return False
    hardy = position.policy.hardy
    if piece.kind in ("MTN", "SKI") or piece.owner in hardy.northern:
        return True
    return piece.is_white_print and piece.owner in hardy.winter


# --- odds (11.15.5) ------------------------------------------------------------------------------


SHIFTS: Final[Mapping[str, int]] = {
    Weather.FINE: 0,
    Weather.RAIN: -1,
    Weather.STORM: -2,
    Weather.SNOW: -2,
    Weather.BLIZZARD: -3,
}


class ScaleBelowEven(Reading, id="WIF-11.15.5-R13"):
    """On which scale the way between two odds below 1:1 is measured."""

    ATTACK_FACTORS = "attack-factors"
    DEFENCE_MULTIPLE = "defence-multiple"


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one attack: the step before and after weather, and the tenths of the next one."""

    attack: Fraction
    defence: Fraction
    basic: int
    shift: int
    tenths: int = 0

    @property
    def step(self) -> int:
        """The step of the ladder after weather, before a die for fractional odds."""
        return self.basic + self.shift

    @property
    def name(self) -> str:
        """The odds as tables name them: `3:2`."""
        return step_name(self.step)

    @property
    def ratio(self) -> Fraction:
        """What a condition such as `odds >= 3-1` is compared with."""
        return step_ratio(self.step)


def step_ratio(step: int) -> Fraction:
    """The ratio of a step of the ladder."""
    if step < 0:
        return Fraction(1, 1 - step)
    return Fraction(3, 2) if step == 1 else Fraction(max(step, 1))


def step_name(step: int) -> str:
    """The name of a step of the ladder: `1:2`, `3:2`, `4:1`."""
    ratio = step_ratio(step)
    return f"{ratio.numerator}:{ratio.denominator}"


@implements("WIF-11.15.5-7", "WIF-2.6-2", "AIF-11.16.5-4", "AIF-2.6-3")
def step_of(ratio: Fraction) -> int:
    """The step that a ratio reaches, rounded in favour of the defender (11.15.5)."""
    if ratio >= 2:
        return floor(ratio)
    if ratio >= 1:
        return 1 if ratio >= Fraction(3, 2) else 0
    return 1 - ceil(1 / ratio)


@implements(
    "WIF-11.15.5-8", "WIF-11.15.5-9", "WIF-11.15.5-10", "WIF-11.15.5-11", "AIF-8.2.7-1",
    "AIF-8.2.7-2",
)  # fmt: skip
def weather_shift(weather: str, winterised: bool) -> int:
    """How many steps weather takes away; half of the attackers winterised lessen it by two."""
    shift = SHIFTS[weather]
    return min(0, shift + RELIEF) if winterised and weather in WINTER else shift


@implements("WIF-11.15.5-13", "WIF-11.15.5-14")
def tenths_to_next(ratio: Fraction, scale: ScaleBelowEven = ScaleBelowEven.ATTACK_FACTORS) -> int:
    """How many tenths of the way to the next step a ratio has gone (option 26).

    Below 1:1 the way may be measured in attack factors or in the defender's multiple of them.
    """
    low, high = (step_ratio(step_of(ratio) + more) for more in (0, 1))
    if scale is ScaleBelowEven.DEFENCE_MULTIPLE and high <= 1:
        share = (1 / low - 1 / ratio) / (1 / low - 1 / high)
    else:
        share = (ratio - low) / (high - low)
    return floor(share * 10)


@implements("WIF-11.15.5-7", "WIF-11.15.5-12", "AIF-11.16.5-4", "AIF-11.16.5-5")
def odds_of(
    attack: Fraction,
    defence: Fraction,
    shift: int,
    scale: ScaleBelowEven | None = None,
) -> Odds:
    """The odds of an attack on a hex; both totals must be more than nothing (11.15.5).

    Weather moves them by `shift` along the whole ladder, before the last column of a table is a
    limit. Fractional odds count on a scale; there are none without it (option 26).
    """
    ratio = attack / defence
    tenths = tenths_to_next(ratio, scale) if scale else 0
    return Odds(attack, defence, step_of(ratio), shift, tenths)


@implements("WIF-11.15.5-23", "AIF-11.16.5-6")
def steps_below_table(step: int) -> int:
    """How many steps below 1:2 the odds are; each costs 1 on the die."""
    return max(0, LOWEST_COLUMN - step)


def lifted(odds: Odds, die: int) -> bool:
    """Whether the die for fractional odds gives the next step (option 26)."""
    return die <= odds.tenths


def odds_in_words(odds: Odds, weather: str) -> str:
    """`18:5 = 3:1, rain -1: 2:1 (60% for 3:1)`."""
    text = f"{number(odds.attack)}:{number(odds.defence)} = {step_name(odds.basic)}"
    text += f", {weather} {odds.shift}: {odds.name}" if odds.shift else ""
    return text + (f" ({10 * odds.tenths}% for {step_name(odds.step + 1)})" if odds.tenths else "")
