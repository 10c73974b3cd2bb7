"""Ground strike (11.8): bombers turn enemy units on the ground face-down.

Decides what can be struck, the strikes and the step. Leaves flights and air combats to `raids`,
carrier planes to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_to_air import BOMBER, FIGHTER
from pbem.systems.flames.air.flights import Mission, multiplier_at, pressed, tactical
from pbem.systems.flames.air.sorties import Sky, all_return
from pbem.systems.flames.strikes.raids import Raid, RaidKind, fly_raids, raid_section
from pbem.systems.flames.strikes.strike_verdicts import Attack, StrikeRoll, StrikeVerdict
from pbem.systems.flames.strikes.volleys import BOMBARD, Volley, chosen_hex
from pbem.systems.flames.world.control import foes
from pbem.systems.flames.world.homes import destroy, turn_down
from pbem.systems.flames.world.land_factors import strike_factors
from pbem.systems.flames.world.position import (
    ARMOUR,
    Piece,
    Position,
    Umpire,
    names,
    other_side,
    turned_down,
)
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.surprise import surprises

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
    for bomber in raid.bombers:
        if why := peace_ban(position, bomber.owner, place):
            return why
    if strike_targets(position, place, position.side(raid.bombers[0].owner)):
        return ""
    return "no face-up enemy land unit or aircraft is there"


@implements("WIF-9.8-1")
def peace_ban(position: Position, power: str, place: str) -> str:
    """Why a power may attack nobody in a hex: it is at peace with who holds it (9.8)."""
    called = position.called
    holder = position.controller(place)
    if holder is None or position.side(holder) not in position.state.rivals(position.side(power)):
        return ""
    war = position.at_war(power, holder)
    return "" if war else f"{called(power)} is not at war with {called(holder)}, who controls it"


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


@implements("WIF-11.8-1", "WIF-22.2-16", "AIF-11.9-1")
def ground_strikes(umpire: Umpire) -> None:
    """The ground strike step, in its eight stages (11.8); nothing if nobody strikes.

    Guns strike with the bombers, rockets after all others; then they turn face-down (22.2).
    """
    if not umpire.orders(GROUND_STRIKE.name) and not umpire.orders(BOMBARD.name):
        return
    flown = bool(umpire.orders(GROUND_STRIKE.name))
    sky, targets = fly_raids(umpire, STRIKE) if flown else (Sky(), ())
    guns, rockets = announced(umpire, sky)
    for place in dict.fromkeys((*targets, *guns)):
        strike_hex(umpire, sky, place, guns.get(place, ()))
    fired = [gun for row in guns.values() for gun in row]
    for volley in rockets:
        place, _ = chosen_hex(umpire.position, volley, {})
        if place:
            with umpire.step("rockets", at=volley.guns[0].id):
                strike_hex(umpire, Sky(), place, volley.guns)
            fired += volley.guns
    all_return(umpire, sky)
    turn_down(umpire, [gun.id for gun in fired])
    check_stacking(umpire)


@implements("WIF-22.2-12", "WIF-22.2-17")
def announced(umpire: Umpire, sky: Sky) -> tuple[dict[str, tuple[Piece, ...]], list[Volley]]:
    """The guns that strike with the bombers, by hex, and the rockets that wait (22.2)."""
    guns: dict[str, tuple[Piece, ...]] = {}
    rockets: list[Volley] = []
    fired: set[str] = set()
    for order, ruling in umpire.sound_orders(BOMBARD.name):
        volley: Volley = ruling.plan
        if again := fired.intersection(gun.id for gun in volley.guns):
            why = f"{names(umpire.position.pieces(*sorted(again)))} bombards by another order"
            umpire.refuse(order, [error("fires-once", why, cite="22.2", about="guns")])
            continue
        with_others = tuple(gun for gun in volley.guns if gun not in volley.rockets)
        if volley.rockets:
            rockets.append(replace(volley, guns=volley.rockets))
        if with_others:
            place, why = chosen_hex(
                umpire.position,
                replace(volley, guns=with_others),
                strikers_by_hex(umpire, sky, guns),
            )
            if not place:
                umpire.reject(order, [error("no-target", why, cite="22.2")])
                continue
            guns[place] = (*guns.get(place, ()), *with_others)
        fired |= {gun.id for gun in volley.guns}
        umpire.done(order, ruling.reading)
    return guns, rockets


def strikers_by_hex(
    umpire: Umpire, sky: Sky, guns: Mapping[str, Sequence[Piece]]
) -> dict[str, list[str]]:
    """The powers whose bombers and guns strike each hex already (18.2)."""
    side, found = umpire.state.clock.side, dict[str, list[str]]()
    for flight in sky.flights.values():
        if umpire.position.side(flight.piece.owner) == side:
            found.setdefault(flight.target, []).append(flight.piece.owner)
    for place, row in guns.items():
        found.setdefault(place, []).extend(gun.owner for gun in row)
    return found


# --- the strike ----------------------------------------------------------------------------------


@implements("WIF-11.8-2", "WIF-11.8-8", "WIF-22.17-2", "AIF-11.9-2")
def strike_targets(
    position: Position, place: str, side: str, aloft: Iterable[str] = ()
) -> tuple[Piece, ...]:
    """The enemy land units and aircraft in a hex that a ground strike can hit: face-up, landed.

    V-weapons also when they are face-down (22.17).
    In an enemy's hex all of the other side are, also those at peace (9.8).
    """
    hostile, flying = foes(position, side), frozenset(aloft)
    rivals = position.state.rivals(side) if position.controller(place) in hostile else ()
    return tuple(
        piece
        for piece in position.at(place)
        if piece.id not in flying
        if not piece.face_down or piece.is_v_weapon
        if piece.owner in hostile or position.side(piece.owner) in rivals
    )


@implements("WIF-11.8-2", "WIF-11.8-8", "AIF-11.9-2")
def strike_hex(umpire: Umpire, sky: Sky, place: str, guns: Sequence[Piece] = ()) -> None:
    """Every bomber that got through strikes the enemy units in its target, so do guns (11.8)."""
    side = umpire.state.clock.side
    position = umpire.position
    aloft = sky.flights if umpire.reading(FlownAircraft) is FlownAircraft.AIRBORNE else ()
    in_turn = umpire.reading(LaterBombers) is LaterBombers.IN_TURN
    targets = tuple(piece.id for piece in strike_targets(position, place, side, aloft))
    with umpire.step("strike", at=place):
        bombers = [
            Striker(f.piece, place, Fraction(pressed(f)), f.extended)
            for f in sky.over(position, place, side, BOMBER)
        ]
        strikers = [*bombers, *(Striker(gun, place, Fraction(gun.combat)) for gun in guns)]
        attacks = strikes(umpire, strikers, targets, in_turn)
        hit = tuple(dict.fromkeys(unit for attack in attacks for unit in attack.hit))
        gone = suffer(umpire, attacks, in_turn)
        umpire.tell(
            StrikeVerdict(
                at=place,
                terrain=position.ground.terrain[place],
                weather=position.ground.weather[place],
                bombers=attacks,
                fighters=tuple(f.id for f in sky.over(position, place, side, FIGHTER)),
                targets=targets,
                hit=hit,
                destroyed=gone,
            )
        )


@implements("WIF-11.8-2")
def strikes(
    umpire: Umpire, strikers: Sequence[Striker], targets: Sequence[str], in_turn: bool
) -> tuple[Attack, ...]:
    """Bombers and guns attack one after another; `in_turn`: no more those that are hit (11.8)."""
    attacks: list[Attack] = []
    left = tuple(targets)
    for striker in strikers:
        attack = strike_by(umpire, striker, left)
        attacks.append(attack)
        if in_turn:
            stays = {p.id for p in umpire.position.pieces(*attack.hit) if p.is_v_weapon}
            left = tuple(unit for unit in left if unit not in attack.hit or unit in stays)
    return tuple(attacks)


@implements("WIF-11.8-2")
def suffer(umpire: Umpire, attacks: Sequence[Attack], in_turn: bool) -> tuple[str, ...]:
    """Units that are hit turn face-down; those that are destroyed instead (22.17)."""
    struck = [unit for attack in attacks for unit in attack.hit]
    pieces = umpire.position.pieces(*dict.fromkeys(struck))
    gone = [p for p in pieces if is_destroyed(p, struck.count(p.id), in_turn)]
    umpire.apply(*turned_down(*(p for p in pieces if p not in gone)))
    destroy(umpire, gone)
    return tuple(piece.id for piece in gone)


@implements("WIF-22.17-2")
def is_destroyed(piece: Piece, hits: int, in_turn: bool) -> bool:
    """Whether hits destroy a unit: a V-weapon that lay face-down when it was hit (22.17)."""
    if not piece.is_v_weapon:
        return False
    return piece.face_down or (in_turn and hits > 1)


@dataclass(frozen=True, slots=True)
class Striker:
    """A bomber or a gun that strikes a hex, with its factors before weather and terrain."""

    piece: Piece
    place: str
    factors: Fraction
    extended: bool = False


@implements("WIF-11.8-2", "WIF-11.8-d1", "WIF-22.2-12", "AIF-11.9-2", "AIF-11.9-d1")
def strike_by(umpire: Umpire, striker: Striker, targets: Sequence[str]) -> Attack:
    """One bomber attacks units: a die against each, two for a tank buster against armour (11.8).

    A gun does so with its combat factor (22.2).
    """
    position, piece, printed = umpire.position, striker.piece, striker.factors
    factors = strike_factors(printed, multiplier_at(position, striker.place), striker.extended)
    player = position.powers[piece.owner].players[0]
    rolls: list[StrikeRoll] = []
    with umpire.step(piece.id):
        for target in position.pieces(*targets) if factors else ():
            caught = surprises(position, piece, target.owner, striker.place)
            busts = is_tank_buster(position, piece)
            helped = piece.is_air and position.kits.is_helped(position, piece, striker.place)
            dice = strike_dice(target.kind, busts, caught, helped)
            roll = umpire.roll(target.id, dice=dice, by=player, cite=CITE)
            hit = min(roll.values) + roll.modified - roll.total <= factors
            rolls.append(StrikeRoll(target.id, roll.values, hit, caught))
    return Attack(piece.id, printed, striker.extended, factors, tuple(rolls))


@implements(
    "WIF-11.8-4", "WIF-11.8-5", "WIF-11.8-7", "WIF-15.1-6", "WIF-15.1-d1", "WIF-11.8-6",
    "AIF-11.9-3", "AIF-15-5",
)  # fmt: skip
def strike_dice(kind: str, tank_buster: bool, surprised: bool = False, helped: bool = False) -> str:
    """How many dice a bomber rolls against a unit (11.8).

    One, another against who is surprised, another of a tank buster against armour, another within
    range of an HQ that helps by offensive points.
    """
    more = surprised + (tank_buster and kind in (*ARMOUR, "MECH")) + helped
    return f"{1 + more}d10" if more else "d10"


def is_tank_buster(position: Position, bomber: Piece) -> bool:
    """Whether a bomber is a tank buster, where it matters."""
    return position.kits.is_tank_buster(bomber)
