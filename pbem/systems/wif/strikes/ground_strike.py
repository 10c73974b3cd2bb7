"""Ground strike (11.8): bombers turn enemy units on the ground face-down.

Decides the whole step: combat air patrol, bombers and escorts, interception by both sides, air
combat, the strikes, the return. Leaves carrier planes, guns and offensive points to
later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pbem.core.choices.conditions import Condition, all_hold
from pbem.core.data.findings import Finding, error, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.air.air_combat import air_combats
from pbem.systems.wif.air.air_missions import (
    Flight,
    Mission,
    at_its_range,
    grounded,
    route_ban,
    tactical,
)
from pbem.systems.wif.air.air_to_air import BOMBER, FIGHTER
from pbem.systems.wif.air.sorties import (
    Sky,
    aircraft_of,
    all_return,
    fly_cap,
    intercept,
    sky_facts,
)
from pbem.systems.wif.impulse.actions import refusals, spent
from pbem.systems.wif.impulse.battle_decisions import SKY_FACTS
from pbem.systems.wif.strikes.strike_verdicts import Attack, StrikeRoll, StrikeVerdict
from pbem.systems.wif.world.control import estranged, foes, other_side
from pbem.systems.wif.world.land_factors import bombing_multiplier, strike_factors
from pbem.systems.wif.world.named import (
    AIRCRAFT,
    HEX_FACTS,
    find_places,
    find_units,
    hex_facts,
    named_twice,
    read_conditions,
)
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.stacking import check_stacking
from pbem.systems.wif.world.surprise import surprises
from pbem.systems.wif.world.units import ARMOUR, Piece, names, turned_down

FACTS: Final = {**SKY_FACTS, **HEX_FACTS}
CITE: Final = "11.8"
ACTIVITY: Final = "ground-strike"
FLYING: Final = ("fly", "escort")


class FlownAircraft(Reading, id="WIF-11.8-R1"):
    """Whether aircraft that have flown in the step are struck where they took off."""

    AIRBORNE = "airborne"
    ON_GROUND = "on-ground"


class LaterBombers(Reading, id="WIF-11.8-R2"):
    """Whether a later bomber rolls against what an earlier one turned face-down."""

    IN_TURN = "in-turn"
    AT_ONCE = "at-once"


# --- the order -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strike:
    """A legal ground strike: who flies, and the targets in the order of preference."""

    bombers: tuple[Piece, ...]
    escorts: tuple[Piece, ...]
    targets: tuple[str, ...]
    conditions: tuple[Condition, ...]
    extended: bool
    home: Any

    def flights(self, position: Position, target: str) -> tuple[Flight, ...]:
        """The flights to one of the targets."""
        return (
            *(
                at_its_range(position, Flight(piece, Mission.STRIKE, target, self.extended))
                for piece in self.bombers
            ),
            *(Flight(piece, Mission.ESCORT, target) for piece in self.escorts),
        )


def check_strike(position: Position, order: Order) -> Ruling:
    """`{fly: [Ju-87D, He-111H6], escort: Bf-109F2, at: [E2240, Minsk]}` (11.8)."""
    said = order.data
    fly = find_units(position, said["fly"], AIRCRAFT)
    escort = find_units(position, said.get("escort"), AIRCRAFT)
    places, troubles = find_places(position, said["at"])
    conditions, wrong = read_conditions(said.get("if"), FACTS)
    twice = named_twice(position, order, FLYING, AIRCRAFT)
    findings = [*fly.findings, *escort.findings, *troubles, *wrong, *twice]
    if findings:
        return Ruling(tuple(findings))
    strike = Strike(
        fly.pieces, escort.pieces, places, conditions, bool(said.get("extended")), said.get("home")
    )
    return _ruling(position, strike)


@implements("WIF-14.2.1-2")
def _ruling(position: Position, strike: Strike) -> Ruling:
    """Whether the aircraft may fly at all, and to which of the targets."""
    findings = _flight_troubles(position, strike)
    if findings:
        return Ruling(tuple(findings))
    found = [(place, target_problem(position, strike, place)) for place in strike.targets]
    problems = {place: why for place, why in found if why}
    legal = tuple(place for place, why in found if not why)
    if not legal:
        return Ruling(tuple(_no_target(position, place, why) for place, why in problems.items()))
    notes = tuple(_passed_over(position, place, why) for place, why in problems.items())
    plan = replace(strike, targets=legal)
    down = (change for p in (*plan.bombers, *plan.escorts) for change in turned_down(p))
    return Ruling(notes, in_words(position, plan), (*down, *cost(position, plan)), plan)


def _flight_troubles(position: Position, strike: Strike) -> list[Finding]:
    """Why these aircraft may not fly together, wherever they go."""
    return [
        *cannot_fly(position, strike.bombers, Mission.STRIKE),
        *cannot_fly(position, strike.escorts, Mission.ESCORT),
        *flying_strangers(position, (*strike.bombers, *strike.escorts)),
        *refusals(position, strike.bombers, ACTIVITY),
    ]


@implements("WIF-18.2-1")
def flying_strangers(
    position: Position, pieces: Sequence[Piece], aloft: Iterable[Flight] = ()
) -> list[Finding]:
    """Aircraft that do not co-operate with each other or with who flies there already (18.2)."""
    flown = (flight.piece.owner for flight in aloft)
    pair = estranged(position.state, (*flown, *(piece.owner for piece in pieces)))
    if pair is None:
        return []
    about = next(piece.id for piece in pieces if piece.owner == pair[1])
    message = f"{pair[1]} does not co-operate with {pair[0]}"
    return [error("no-co-operation", message, cite="18.2", about=about)]


def cannot_fly(position: Position, pieces: Iterable[Piece], mission: Mission) -> list[Finding]:
    """Why aircraft may not fly a mission, wherever it goes (14.2)."""
    return [
        error("grounded", why, cite="14.2.2", about=piece.id)
        for piece in pieces
        if (why := grounded(position, piece, mission))
    ]


def _no_target(position: Position, place: str, why: str) -> Finding:
    return error("no-target", f"{position.label(place)}: {why}", cite=CITE, about=place)


def _passed_over(position: Position, place: str, why: str) -> Finding:
    message = f"{position.label(place)} is passed over: {why}"
    return warning("second-choice", message, cite=CITE, about=place)


@implements("WIF-11.8-8")
def target_problem(position: Position, strike: Strike, place: str) -> str:
    """Why a hex cannot be struck by these aircraft; empty when it can."""
    if not strike_targets(position, place, position.side(strike.bombers[0].owner)):
        return "no face-up enemy land unit or aircraft is there"
    reasons = (route_ban(position, flight) for flight in strike.flights(position, place))
    return next((why for why in reasons if why), "")


@implements("WIF-10.2-8")
def cost(position: Position, strike: Strike) -> tuple[Any, ...]:
    """The changes that count each bomber as one air mission of its power (10.2)."""
    return spent(position, strike.bombers, ACTIVITY)


def in_words(position: Position, strike: Strike) -> str:
    """The receipt: who flies where, with the factors that each bomber would have."""
    first, *others = strike.targets
    multiplier = multiplier_at(position, first)
    bombers = ", ".join(
        f"{f.piece.name} {strike_factors(Fraction(tactical(f.piece)), multiplier, f.extended)}"
        + (" (extended range)" if f.extended else "")
        for f in strike.flights(position, first)
        if f.role == BOMBER
    )
    escort = f", escort {names(strike.escorts)}" if strike.escorts else ""
    second = f", else {', '.join(position.label(place) for place in others)}" if others else ""
    return f"strike {position.label(first)}{second}: {bombers}{escort}"


def strike_claims(position: Position, order: Order) -> tuple[str, ...]:
    """An aircraft flies by one order."""
    found = (find_units(position, order.data.get(key), AIRCRAFT) for key in FLYING)
    return tuple(f"air:{piece.id}" for named in found for piece in named.pieces)


GROUND_STRIKE: Final = Section(
    name="ground_strike",
    title="Ground strikes",
    step="ground-strike",
    schema="wif/ground_strike",
    cite=CITE,
    check=check_strike,
    facts=FACTS,
    claims=strike_claims,
)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.8-1")
def ground_strikes(umpire: Umpire) -> None:
    """The ground strike step, in its eight stages (11.8); nothing if nobody strikes."""
    if not umpire.orders(GROUND_STRIKE.name):
        return
    active = umpire.state.clock.side
    inactive = other_side(active)
    sky = Sky()
    fly_cap(
        umpire, sky, inactive, struck_powers(now(umpire), potential_targets(now(umpire), active))
    )
    targets = launch(umpire, sky)
    sky.targets = struck_powers(now(umpire), targets)
    intercept(umpire, sky, inactive, sky.targets)
    intercept(umpire, sky, active, dict.fromkeys(targets, ()))
    air_combats(umpire, sky, targets)
    for place in targets:
        strike_hex(umpire, sky, place)
    all_return(umpire, sky)
    check_stacking(umpire)


def struck_powers(position: Position, places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Whose units a ground strike of the active side is about, hex by hex (18.2)."""
    side = position.state.clock.side
    return {
        place: tuple(dict.fromkeys(p.owner for p in strike_targets(position, place, side)))
        for place in places
    }


@implements("WIF-14.2.5-2")
def potential_targets(position: Position, active: str) -> tuple[str, ...]:
    """The hexes that a bomber of the active side could strike (11.8)."""
    bombers = [
        piece
        for power in position.state.powers_of(active)
        for piece in aircraft_of(position, power.id)
        if not grounded(position, piece, Mission.STRIKE)
    ]
    places = sorted({piece.at for piece in position.on_map})
    return tuple(
        place
        for place in places
        if strike_targets(position, place, active)
        and any(
            not route_ban(position, at_its_range(position, Flight(piece, Mission.STRIKE, place)))
            for piece in bombers
        )
    )


def launch(umpire: Umpire, sky: Sky) -> tuple[str, ...]:
    """The active side's bombers and escorts take off; returns the hexes struck, in order."""
    targets: list[str] = []
    for order, ruling in umpire.sound_orders(GROUND_STRIKE.name):
        strike: Strike = ruling.plan
        flown = [piece for piece in (*strike.bombers, *strike.escorts) if piece.id in sky.flights]
        if flown:
            umpire.reject(order, [_flies_twice(flown)])
            continue
        target = chosen_target(umpire, sky, strike)
        if target is None:
            umpire.reject(order, [_unmet(strike.conditions)])
            continue
        position = now(umpire)
        there = sky.over(position, target, position.state.clock.side)
        strange = flying_strangers(position, (*strike.bombers, *strike.escorts), there)
        if strange:
            umpire.reject(order, strange)
            continue
        sky.take_off(strike.flights(position, target), strike.home)
        umpire.apply(*cost(position, strike))
        umpire.done(order, ruling.reading)
        targets.append(target)
    return tuple(dict.fromkeys(targets))


def chosen_target(umpire: Umpire, sky: Sky, strike: Strike) -> str | None:
    """The first target for which the conditions hold, with the enemy's air patrol in sight."""
    position = now(umpire)
    owner = strike.bombers[0].owner
    for place in strike.targets:
        facts = {
            **sky_facts(position, sky, place, position.side(owner)),
            **hex_facts(position, place, owner),
        }
        if all_hold(strike.conditions, facts):
            return place
    return None


def _flies_twice(flown: Sequence[Piece]) -> Finding:
    return error("flies-twice", f"{names(flown)} flies by an order before this one", cite="14.2")


def _unmet(conditions: Iterable[Condition]) -> Finding:
    said = ", ".join(str(condition) for condition in conditions)
    return error("condition", f"'{said}' held for no target", cite=CITE)


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
