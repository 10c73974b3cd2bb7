"""Ground strike (11.8): bombers turn enemy units on the ground face-down.

Decides what can be struck, the strikes and the step. Leaves flights and air combats to `raids`;
carrier planes, guns and offensive points to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.rules.readings import Reading
from pbem.systems.wif.air.air_missions import Flight, Mission, tactical
from pbem.systems.wif.air.air_to_air import BOMBER, FIGHTER
from pbem.systems.wif.air.sorties import Sky, all_return
from pbem.systems.wif.strikes.raids import Raid, RaidKind, fly_raids, raid_section
from pbem.systems.wif.strikes.strike_verdicts import Attack, StrikeRoll, StrikeVerdict
from pbem.systems.wif.world.control import foes, other_side
from pbem.systems.wif.world.land_factors import bombing_multiplier, strike_factors
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.stacking import check_stacking
from pbem.systems.wif.world.surprise import surprises
from pbem.systems.wif.world.units import ARMOUR, Piece, turned_down

CITE: Final = "11.8"


class FlownAircraft(Reading, id="WIF-11.8-R1"):
    """Whether aircraft that have flown in the step are struck where they took off."""

    AIRBORNE = "airborne"
    ON_GROUND = "on-ground"


class LaterBombers(Reading, id="WIF-11.8-R2"):
    """Whether a later bomber rolls against what an earlier one turned face-down."""

    IN_TURN = "in-turn"
    AT_ONCE = "at-once"


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-11.8-8")
def no_prey(position: Position, raid: Raid, place: str) -> str:
    """Why a hex is no target of a ground strike; empty when it is one."""
    if strike_targets(position, place, position.side(raid.bombers[0].owner)):
        return ""
    return "no face-up enemy land unit or aircraft is there"


def in_words(position: Position, raid: Raid) -> str:
    """The receipt: who flies where, with the factors that each bomber would have."""
    place = raid.targets[0]
    multiplier = multiplier_at(position, place)
    bombers = ", ".join(
        f"{f.piece.name} {strike_factors(Fraction(tactical(f.piece)), multiplier, f.extended)}"
        + (" (extended range)" if f.extended else "")
        for f in raid.flights(position, place)
        if f.role == BOMBER
    )
    return f"strike {position.label(place)}: {bombers}"


def struck_powers(position: Position, place: str, side: str) -> tuple[str, ...]:
    """The powers of a side whose units can be struck in a hex (18.2)."""
    pieces = strike_targets(position, place, other_side(side))
    return tuple(dict.fromkeys(piece.owner for piece in pieces))


def places_to_strike(position: Position) -> tuple[str, ...]:
    """The hexes with units that the active side could strike."""
    side, places = position.state.clock.side, sorted({piece.at for piece in position.on_map})
    return tuple(place for place in places if strike_targets(position, place, side))


STRIKE: Final = RaidKind(
    section="ground_strike",
    mission=Mission.STRIKE,
    activity="ground-strike",
    cite=CITE,
    candidates=places_to_strike,
    concerned=struck_powers,
    problem=no_prey,
    words=in_words,
)
GROUND_STRIKE: Final = raid_section(STRIKE, "Ground strikes", "ground-strike")


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.8-1")
def ground_strikes(umpire: Umpire) -> None:
    """The ground strike step, in its eight stages (11.8); nothing if nobody strikes."""
    if not umpire.orders(GROUND_STRIKE.name):
        return
    sky, targets = fly_raids(umpire, STRIKE)
    for place in targets:
        strike_hex(umpire, sky, place)
    all_return(umpire, sky)
    check_stacking(umpire)


# --- the strike ----------------------------------------------------------------------------------


@implements("WIF-11.8-2", "WIF-11.8-8")
def strike_targets(
    position: Position, place: str, side: str, aloft: Iterable[str] = ()
) -> tuple[Piece, ...]:
    """The enemy land units and aircraft in a hex that a ground strike can hit: face-up, landed."""
    hostile, flying = foes(position, side), frozenset(aloft)
    return tuple(
        piece
        for piece in position.at(place)
        if (piece.is_land or piece.is_air) and not piece.face_down and piece.id not in flying
        if piece.owner in hostile
    )


@implements("WIF-11.8-3")
def multiplier_at(position: Position, place: str) -> Fraction:
    """What weather and terrain of a hex leave of tactical factors (14.2.3, 14.5)."""
    ground = position.ground
    return bombing_multiplier(ground.weather[place], ground.terrain[place], ground.chart)


@implements("WIF-11.8-2", "WIF-11.8-8")
def strike_hex(umpire: Umpire, sky: Sky, place: str) -> None:
    """Every bomber that got through strikes the enemy units in its target hex (11.8)."""
    side = umpire.state.clock.side
    position = now(umpire)
    aloft = sky.flights if umpire.reading(FlownAircraft) is FlownAircraft.AIRBORNE else ()
    in_turn = umpire.reading(LaterBombers) is LaterBombers.IN_TURN
    targets = tuple(piece.id for piece in strike_targets(position, place, side, aloft))
    with umpire.step("strike", at=place):
        attacks = strikes(umpire, sky.over(position, place, side, BOMBER), targets, in_turn)
        hit = tuple(dict.fromkeys(unit for attack in attacks for unit in attack.hit))
        umpire.apply(*(c for p in now(umpire).pieces(*hit) for c in turned_down(p)))
        umpire.tell(
            StrikeVerdict(
                at=place,
                terrain=position.ground.terrain[place],
                weather=position.ground.weather[place],
                bombers=attacks,
                fighters=tuple(f.id for f in sky.over(position, place, side, FIGHTER)),
                targets=targets,
                hit=hit,
            )
        )


@implements("WIF-11.8-2")
def strikes(
    umpire: Umpire, bombers: Sequence[Flight], targets: Sequence[str], in_turn: bool
) -> tuple[Attack, ...]:
    """The bombers attack one after another; `in_turn`: no more those that are hit (11.8)."""
    attacks: list[Attack] = []
    left = tuple(targets)
    for bomber in bombers:
        attack = strike_by(umpire, bomber, left)
        attacks.append(attack)
        if in_turn:
            left = tuple(unit for unit in left if unit not in attack.hit)
    return tuple(attacks)


@implements("WIF-11.8-2", "WIF-11.8-d1")
def strike_by(umpire: Umpire, bomber: Flight, targets: Sequence[str]) -> Attack:
    """One bomber attacks units: a die against each, two for a tank buster against armour (11.8)."""
    position, printed = now(umpire), Fraction(tactical(bomber.piece))
    factors = strike_factors(printed, multiplier_at(position, bomber.target), bomber.extended)
    player = position.powers[bomber.piece.owner].players[0]
    rolls: list[StrikeRoll] = []
    with umpire.step(bomber.id):
        for target in position.pieces(*targets) if factors else ():
            caught = surprises(position, bomber.piece, target.owner)
            busts = is_tank_buster(position, bomber.piece)
            dice = strike_dice(target.kind, busts, caught)
            roll = umpire.roll(target.id, dice=dice, by=player, cite=CITE)
            hit = min(roll.values) <= factors
            rolls.append(StrikeRoll(target.id, roll.values, hit, caught))
    return Attack(bomber.id, printed, bomber.extended, factors, tuple(rolls))


@implements("WIF-11.8-4", "WIF-11.8-5", "WIF-11.8-7", "WIF-15.1-6", "WIF-15.1-d1")
def strike_dice(kind: str, tank_buster: bool, surprised: bool = False) -> str:
    """How many dice a bomber rolls against a unit (11.8).

    One, another against who is surprised, another of a tank buster against armour.
    """
    more = surprised + (tank_buster and kind in (*ARMOUR, "MECH"))
    return f"{1 + more}d10" if more else "d10"


def is_tank_buster(position: Position, bomber: Piece) -> bool:
    """Whether a bomber is one of the tank busters of option 8."""
    return position.options.aircraft_types and bomber.counter.is_a("tank-buster")
