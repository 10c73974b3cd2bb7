"""Ground support (11.15.4): both sides fly bombers into land combats before any is resolved.

Decides the order of flights, air combat, and which bombers' factors count. Their totals are
computed in `land_factors`. Leaves guns and offensive points to later chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.systems.wif.air.air_combat import air_combats
from pbem.systems.wif.air.air_missions import Flight, Mission, tactical
from pbem.systems.wif.air.air_to_air import BOMBER
from pbem.systems.wif.air.sorties import (
    Call,
    Sky,
    all_return,
    fly_cap,
    fly_fighters,
    flying_decision,
    intercept,
    sky_facts,
    sorties,
    take_off,
)
from pbem.systems.wif.impulse.battle_decisions import ESCORT, SUPPORT
from pbem.systems.wif.land.combat.attack_rules import defenders_at
from pbem.systems.wif.land.combat.attacks import Attack, known_odds
from pbem.systems.wif.strikes.ground_strike import is_tank_buster
from pbem.systems.wif.world.control import major, other_side
from pbem.systems.wif.world.land_factors import Support
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.surprise import unopposed


@dataclass(frozen=True, slots=True)
class AirSupport:
    """The bombers of both sides that got through to a land combat."""

    attacker: tuple[Support, ...] = ()
    defender: tuple[Support, ...] = ()


@implements("WIF-11.15.4-1", "WIF-14.2.1-1")
def fly_ground_support(umpire: Umpire, attacks: Sequence[Attack]) -> dict[str, AirSupport]:
    """The ground support of all attacks: flights, air combats, the return (11.15.4).

    Everybody has returned to base before the first attack is resolved.
    """
    active = umpire.state.clock.side
    inactive = other_side(active)
    places = tuple(attack.place for attack in attacks)
    sky = Sky()
    defence = defending_powers(now(umpire), attacks)
    sky.targets = defence
    fly_cap(umpire, sky, inactive, defence)
    for attack in attacks:
        for flight in attack.flights(now(umpire)):
            sky.take_off([flight], attack.homes[flight.id])
    defend_from_the_air(umpire, sky, inactive, attacks)
    intercept(umpire, sky, active, {attack.place: attack.powers(now(umpire)) for attack in attacks})
    air_combats(umpire, sky, places)
    position = now(umpire)
    support = {
        place: AirSupport(
            bombers_over(position, sky, place, active), bombers_over(position, sky, place, inactive)
        )
        for place in places
    }
    all_return(umpire, sky)
    return support


def defending_powers(position: Position, attacks: Sequence[Attack]) -> dict[str, tuple[str, ...]]:
    """Whose land units each attack is about (18.2)."""
    return {
        attack.place: tuple(
            dict.fromkeys(
                piece.owner
                for power in attack.powers(position)
                for piece in defenders_at(position, attack.place, power)
            )
        )
        for attack in attacks
    }


@implements("WIF-11.15.4-1", "WIF-14.2.5-3")
def defend_from_the_air(umpire: Umpire, sky: Sky, side: str, attacks: Sequence[Attack]) -> None:
    """The defender sends to each hex interceptors, or both bombers and escorts (11.15.4)."""
    supported = defensive_bombers(umpire, sky, side, attacks)
    defence = defending_powers(now(umpire), attacks)
    others = {place: powers for place, powers in defence.items() if place not in supported}
    attackers = {attack.place: attack.units for attack in attacks}
    call = Call(ESCORT, Mission.ESCORT, side, "Who flies escort to", defence, attackers)
    fly_fighters(umpire, sky, call, supported)
    intercept(umpire, sky, side, others)


def defensive_bombers(
    umpire: Umpire, sky: Sky, side: str, attacks: Sequence[Attack]
) -> tuple[str, ...]:
    """The defender's bombers fly; returns the hexes that they fly to."""
    by_place = {attack.place: attack for attack in attacks}
    defence = defending_powers(now(umpire), attacks)
    question = "Who flies ground support for the defence of"
    attackers = {attack.place: attack.units for attack in attacks}
    call = Call(SUPPORT, Mission.SUPPORT, side, question, defence, attackers)
    flown: list[str] = []
    for sortie in sorties(umpire, sky, call, by_place):
        position, place = now(umpire), sortie.target
        facts = {
            **known_odds(position, by_place[place]),
            **sky_facts(position, sky, place, side),
        }
        answer = umpire.decide(flying_decision(umpire, sky, sortie, facts))
        take_off(sky, sortie.flights, answer)
        flown += [place] if answer else []
    return tuple(dict.fromkeys(flown))


@implements("WIF-14.3.2-3")
def bombers_over(position: Position, sky: Sky, place: str, side: str) -> tuple[Support, ...]:
    """A side's bombers that are still over a hex after the air combat."""
    enemies = sky.targets.get(place, ()) if side == position.state.clock.side else ()
    return tuple(
        _support(position, flight, enemies) for flight in sky.over(position, place, side, BOMBER)
    )


def _support(position: Position, flight: Flight, enemies: Sequence[str]) -> Support:
    piece = flight.piece
    return Support(
        id=piece.id,
        name=piece.name,
        power=major(position.state, piece.owner),
        tactical=Fraction(tactical(piece)),
        extended=flight.extended,
        tank_buster=is_tank_buster(position, piece),
        surprise=unopposed(position, [piece], enemies),
    )


def air_powers(bombers: Sequence[Support], value: Fraction) -> tuple[str, ...]:
    """The major powers whose bombers add factors."""
    return tuple(dict.fromkeys(bomber.power for bomber in bombers)) if value else ()
