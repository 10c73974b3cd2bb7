"""Who fights in an attack, and how strongly: factors, odds with their shifts, the die (10.1).

Decides the odds of an attack and the modifiers of its die. Leaves the value of each defender to
`battle`, who flies to `air`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.support import Mission, most_columns
from pbem.systems.tw.air.ways import Ways
from pbem.systems.tw.battle.defence import FOOT, Assault, defence_of
from pbem.systems.tw.battle.forces import assault_on, comes_ashore
from pbem.systems.tw.battle.odds import level_of, nationality_modifier
from pbem.systems.tw.combat.western import drops_surprise, surprise_modifier
from pbem.systems.tw.world.activity import effort_of
from pbem.systems.tw.world.commandos import doubled_by_commandos, is_stormed
from pbem.systems.tw.world.east import siberian_factor, surprises_soviets
from pbem.systems.tw.world.hexes import CLEAR, DESERT, ground, has_fortress, is_city, is_fortified
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import FIRST, army_rating, rating_in_battle, rating_of
from pbem.systems.tw.world.units import FLAK, Kind, Piece
from pbem.systems.tw.world.vocabulary import Effort, PowerName, UnitMark

TROOPS: Final = (Kind.ARM, Kind.MOT, Kind.MECH, Kind.CAV, Kind.INF)  # whom German flak helps
SPEARHEADS: Final = (Kind.ARM, Kind.MECH)
SECOND: Final = 2
CITY_ALONE: Final = Fraction(1, 2)  # what a city without ground units is worth


class FlakAgainst(Reading, id="TW-R-GCRT-a"):
    """Which attackers German Flak hinders."""

    ARM = "arm"
    ARM_OR_MECH = "arm-or-mech"


class SecondImpulseBonus(Reading, id="TW-R-GCRT-b"):
    """Against whom and where spearheads have their modifier in the second impulse."""

    FOOT_IN_THE_OPEN = "foot-in-the-open"
    ALL_BUT_OBJECTIVES = "all-but-objectives"


class ShoreInMixed(Reading, id="TW-R-7.7.3-c"):
    """Whether ships help an attack that some of the attackers make over land."""

    JOINED = "joined"
    ALONE = "alone"


class CityRating(Reading, id="TW-R-10.6.8-a"):
    """Whose rating the half factor of an unoccupied city has."""

    NONE = "none"
    OWNER = "owner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Units that attack a hex from where they stand, in an impulse; `shift` as an LLE allows."""

    place: str
    units: tuple[str, ...]
    impulse: int
    shift: bool = False
    advance: object = None  # who shall advance, in the order's words
    wing: tuple[str, ...] = ()  # aircraft that support it
    homes: tuple[tuple[str, str], ...] = ()  # where some of these land afterwards
    together: bool = False  # allies may join it
    ways: Ways = ()  # by way of which hexes some of them fly


@dataclass(frozen=True, slots=True)
class Forces:
    """Both sides of an attack, with what they are worth."""

    position: Position
    attack: Attack
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    how: Assault
    air: int = 0  # columns to the right by which aircraft shift the odds

    @property
    def power(self) -> str:
        return self.attackers[0].owner

    @property
    def attack_factors(self) -> Number:
        return total_of(map(self.attack_of, self.attackers))

    def attack_of(self, piece: Piece) -> Number:
        """What an attacker is worth here: one whom Commandos help ashore is worth double."""
        place = self.attack.place
        helped = doubled_by_commandos(self.position, self.attackers, place) == piece.id
        return (2 if helped else 1) * attack_of(self.position, piece, place)

    @property
    @implements("TW-10.6.8-2", "TW-2.6-CDO-4")
    def city_alone(self) -> bool:
        """Whether an enemy city without ground units meets those who have dropped on it, and a
        city or a port Commandos who have landed there or stand beside it.
        """
        position, place, attackers = self.position, self.attack.place, self.attackers
        held = position.at_war(self.power, position.holder(place))
        raid = all(piece.at == place or piece.kind == Kind.CDO for piece in attackers)
        dropped = raid and is_city(position.board, place)
        return not self.defenders and held and (dropped or is_stormed(position, attackers, place))

    @property
    def in_halves(self) -> bool:
        """Whether half factors fight, so that they are counted in halves."""
        half = any(piece.kind == Kind.CDO for piece in (*self.attackers, *self.defenders))
        return half or self.city_alone

    @property
    def defence_factors(self) -> Number:
        if self.city_alone:
            return CITY_ALONE
        return total_of(map(self.defence_of, self.defenders))

    def defence_of(self, piece: Piece) -> Number:
        """What a defender is worth in its hex."""
        return defence_of(self.position, piece, self.attack.place, self.how)

    def against(self, units: frozenset[str]) -> Forces:
        """The same attack against some of the units of the hex alone."""
        return replace(self, defenders=tuple(p for p in self.defenders if p.id in units))


def total_of(factors: Iterable[Number]) -> Number:
    """All factors together."""
    start: Number = 0
    return sum(factors, start)


def forces_of(position: Position, attack: Attack) -> Forces:
    """Both sides of an attack as they stand now."""
    attackers = tuple(position.piece(position.units[unit]) for unit in attack.units)
    origins = [(piece, piece.at) for piece in attackers]
    how = assault_on(position, origins, attack.place, attack.impulse)
    defenders = position.enemy_ground(attackers[0].owner, attack.place)
    return Forces(position, attack, attackers, defenders, how)


@implements("TW-10.0-6", "TW-2.6-ART-1")
def attack_of(position: Position, piece: Piece, place: str) -> Number:
    """What a unit is worth in an attack: artillery more against works, Siberians in Winter."""
    if piece.kind != Kind.ART:
        return piece.factors * siberian_factor(position, piece, place)
    if has_fortress(position, place):
        return 3 * piece.strength
    return (2 if is_fortified(position, place) else 1) * piece.strength


@implements("TW-10.1.1-1", "TW-GCRT-13", "TW-4.3-5")
def level(forces: Forces) -> tuple[int, int]:
    """The level of the odds before and after shifts: of aircraft, and one that an LLE gives."""
    plain = level_of(forces.attack_factors, forces.defence_factors)
    chart = forces.position.book.chart("gcrt-modifiers")
    shift = int(chart.at("lle", "shift", "column").number) if forces.attack.shift else 0
    guns = chart.at("shore-bombardment", "shift", "column") if _has_guns(forces) else None
    shore = int(guns.number) if guns else 0
    return plain, plain + shift + shore + forces.air


@implements("TW-7.7.3-1")
def _has_guns(forces: Forces) -> bool:
    """Whether ships help: those of who lands on the beach that is attacked, also beside others."""
    if forces.position.reading(ShoreInMixed) is ShoreInMixed.ALONE:
        return forces.how.landed
    place = forces.attack.place
    return any(comes_ashore(piece, piece.at, place) for piece in forces.attackers)


@implements("TW-11.14.1-3", "TW-11.3-1")
def mission_of(forces: Forces) -> Mission:
    """The aircraft of an attack, with the most columns that they shift: of parachutists one."""
    attack = forces.attack
    drop = all(piece.kind == Kind.PARA for piece in forces.attackers)
    most = 1 if drop else most_columns(forces.position, "oas")
    return Mission(attack.place, forces.power, attack.wing, most, attack.ways)


# --- the die -------------------------------------------------------------------------------------


def _nationality(forces: Forces) -> int:
    """What the ratings of both sides add; a city alone has none, if it is read so."""
    position = forces.position
    attack = rating_in_battle(position, forces.attackers)
    if not forces.city_alone:
        return nationality_modifier(position, attack, rating_in_battle(position, forces.defenders))
    if position.reading(CityRating) is CityRating.NONE:
        return 0
    owner = position.holder(forces.attack.place)
    return nationality_modifier(position, attack, army_rating(position, owner))


@implements("TW-10.8-2", "TW-21.7.5-1")
def modifiers_of(forces: Forces) -> tuple[Modifier, ...]:
    """What is added to the die of an attack."""
    position = forces.position
    chart = position.book.chart("gcrt-modifiers")
    soviet = all(piece.owner == PowerName.SOVIET_UNION for piece in forces.attackers)
    surprise = surprise_modifier(position, forces.attackers, forces.defenders, forces.attack.place)
    said = (
        (surprise, bool(surprise)),
        ("western-surprise-para", _drops(forces)),
        ("barbarossa", surprises_soviets(position, forces.attackers, forces.defenders)),
        ("lle", is_limited(forces)),
        ("second-impulse", is_spearhead(forces)),
        ("german-flak", meets_german_flak(forces)),
        ("soviet-attacker", soviet),
    )
    found = [Modifier("nationality", _nationality(forces))]
    found += [
        Modifier(row, int(chart.at(row, "modifier", "die").number)) for row, is_so in said if is_so
    ]
    return tuple(modifier for modifier in found if modifier.value)


def _drops(forces: Forces) -> bool:
    """Whether parachutists help a surprise (18.2)."""
    place = forces.attack.place
    return drops_surprise(forces.position, forces.attackers, forces.defenders, place)


@implements("TW-4.3-3", "TW-4.3-4")
def is_limited(forces: Forces) -> bool:
    """Whether powers with a Limited Effort bring half of the factors of an attack, or more."""
    position = forces.position
    limited = [p for p in forces.attackers if effort_of(position, p.owner) is Effort.LLE]
    whole = total_of(piece.factors for piece in forces.attackers)
    return 2 * total_of(piece.factors for piece in limited) >= whole


@implements(
    "TW-10.2.5-2", "TW-10.5-2", "TW-10.6.5-1", "TW-10.6.4-1", "TW-10.6.8-2", "TW-1.2d-9",
)  # fmt: skip
def is_spearhead(forces: Forces) -> bool:
    """Whether the greater part of an attack has the modifier of the second impulse."""
    position, place = forces.position, forces.attack.place
    works = has_fortress(position, place) or is_fortified(position, place)
    if forces.attack.impulse != SECOND or works:
        return False
    wide = position.reading(SecondImpulseBonus) is SecondImpulseBonus.ALL_BUT_OBJECTIVES
    if not (_open_to_all if wide else _open_to_foot)(forces):
        return False
    spear = sum(p.strength for p in forces.attackers if _is_spear(position, p, wide))
    return 2 * spear > sum(piece.strength for piece in forces.attackers)


def _is_spear(position: Position, piece: Piece, wide: bool) -> bool:
    """Whether a First-Rate ARM or MECH unit, so no Depleted one, began the impulse in a breach."""
    began = wide or piece.unit.marked(UnitMark.SPEARHEAD)
    return piece.kind in SPEARHEADS and began and rating_of(position, piece) == FIRST


def _open_to_foot(forces: Forces) -> bool:
    position, place = forces.position, forces.attack.place
    open_ground = ground(position, place) in (CLEAR, DESERT[0])
    city = is_city(position.board, place)
    return open_ground and not city and all(p.kind in FOOT for p in forces.defenders)


def _open_to_all(forces: Forces) -> bool:
    position, place = forces.position, forces.attack.place
    terrain = ground(position, place)
    return terrain in (CLEAR, DESERT[0], "forest") and not position.board.fact(place, "objective")


@implements("TW-11.12.2-2", "TW-1.2c-8")
def meets_german_flak(forces: Forces) -> bool:
    """Whether armor, of the Soviets or the Western Allies, attacks German Flak beside troops."""
    wide = forces.position.reading(FlakAgainst) is FlakAgainst.ARM_OR_MECH
    kinds = SPEARHEADS if wide else SPEARHEADS[:1]
    armor = any(p.kind in kinds for p in forces.attackers)
    flak = any(p.kind in FLAK and p.owner == PowerName.GERMANY for p in forces.defenders)
    return armor and flak and any(p.kind in TROOPS for p in forces.defenders)


def least_missed(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Units in the order in which they are least missed: Depleted ones, foot, then armor."""
    return tuple(sorted(pieces, key=lambda p: (not p.is_depleted, p.exploits, p.strength, p.id)))
