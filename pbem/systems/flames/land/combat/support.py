"""Support of land combats by HQs (11.15.3) and from the air (11.15.4), before any is resolved.

Decides who of the HQs supports, the order of flights, air combat, which bombers' factors count and
which guns bombard in defence. Leaves the totals to `land_factors`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.choices.decisions import Decision, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_combat import air_combats
from pbem.systems.flames.air.air_to_air import BOMBER
from pbem.systems.flames.air.flights import Flight, Mission, pressed
from pbem.systems.flames.air.sorties import (
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
from pbem.systems.flames.impulse.battle_decisions import (
    ESCORT,
    GUN_SUPPORT,
    HQ_SUPPORT,
    SUPPORT,
    in_need_order,
)
from pbem.systems.flames.land.combat.attack_rules import defenders_at, nationality
from pbem.systems.flames.land.combat.attacks import Attack, declared_odds, known_odds
from pbem.systems.flames.strikes.ground_strike import is_tank_buster
from pbem.systems.flames.world.land_factors import Support
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import FIELD_GUN, Piece, Position, Umpire, other_side
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import is_surprised, unopposed

NEEDED_HELP: Final = 2  # odds of 2:1: guns fire in defence unless told otherwise


@dataclass(frozen=True, slots=True)
class AirSupport:
    """The bombers of both sides that got through to a land combat, and guns that bombard.

    `guns`: those that bombard, by id; `fired`: those that fired at the bombers.
    """

    attacker: tuple[Support, ...] = ()
    defender: tuple[Support, ...] = ()
    guns: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()

    def as_now(self, position: Position) -> AirSupport:
        """The support without guns that have been lost since (22.2)."""
        pieces = position.pieces(*self.guns)
        lost = [gun.id for gun in pieces if gun.at not in position.board]
        ours, theirs = (
            tuple(unit for unit in row if unit.id not in lost)
            for row in (self.attacker, self.defender)
        )
        return replace(self, attacker=ours, defender=theirs)


@implements("WIF-11.15.4-1", "WIF-14.2.1-1", "AIF-11.16.4-1", "AIF-14.2-1")
def fly_ground_support(umpire: Umpire, attacks: Sequence[Attack]) -> dict[str, AirSupport]:
    """The ground support of all attacks: flights, air combats, the return (11.15.4).

    Everybody has returned to base before the first attack is resolved.
    """
    active = umpire.state.clock.side
    inactive = other_side(active)
    places = tuple(attack.place for attack in attacks)
    sky = Sky()
    defence = defending_powers(umpire.position, attacks)
    sky.targets = defence
    fly_cap(umpire, sky, inactive, defence)
    awaited = umpire.position.kits.is_awaited(umpire, active)
    for attack in attacks:
        sky.launch(attack.flights(umpire.position), attack.homes, awaited=awaited)
    umpire.position.kits.fly_the_way(umpire, sky, active, defence)
    defend_from_the_air(umpire, sky, inactive, attacks)
    intercept(
        umpire, sky, active, {attack.place: attack.powers(umpire.position) for attack in attacks}
    )
    if sky.flights:
        air_combats(umpire, sky, places)
    umpire.position.kits.flak(umpire, sky, places)
    defending_guns = guns_in_defence(umpire, attacks)
    position = umpire.position
    support = {}
    for attack in attacks:
        place = attack.place
        ours, theirs = attack.guns, defending_guns.get(place, ())
        enemies = sky.targets.get(place, ())
        support[place] = AirSupport(
            (*bombers_over(position, sky, place, active), *in_support(position, ours, enemies)),
            (*bombers_over(position, sky, place, inactive), *in_support(position, theirs)),
            tuple(gun.id for gun in (*ours, *theirs)),
            tuple(gun for gun, fired in sky.shots.items() if place in fired),
        )
    sky.shots.clear()  # these guns lie face-down when the land combat is over (22.2)
    all_return(umpire, sky)
    return support


def defending_powers(position: Position, attacks: Sequence[Attack]) -> dict[str, tuple[str, ...]]:
    """Whose land units each attack is about, or whose notional unit (18.2)."""
    return {
        attack.place: tuple(
            dict.fromkeys(
                piece.owner
                for unit in position.pieces(*attack.units)
                for piece in defenders_at(position, attack.place, unit)
            )
        )
        or (nationality(position, position.pieces(*attack.units), attack.place),)
        for attack in attacks
    }


@implements("WIF-11.15.4-1", "WIF-14.2.5-3", "AIF-11.16.4-2")
def defend_from_the_air(umpire: Umpire, sky: Sky, side: str, attacks: Sequence[Attack]) -> None:
    """The defender sends to each hex interceptors, or both bombers and escorts (11.15.4)."""
    supported = defensive_bombers(umpire, sky, side, attacks)
    position = umpire.position
    concerned = {attack.place: attack.powers(position) for attack in attacks}
    position.kits.fly_the_way(umpire, sky, side, concerned)
    defence = defending_powers(umpire.position, attacks)
    others = {place: powers for place, powers in defence.items() if place not in supported}
    attackers = {attack.place: attack.units for attack in attacks}
    call = Call(ESCORT, Mission.ESCORT, side, "Who flies escort to", defence, attackers)
    arrived = [place for place in supported if sky.over(umpire.position, place, side, BOMBER)]
    fly_fighters(umpire, sky, call, arrived)
    intercept(umpire, sky, side, others)


def defensive_bombers(
    umpire: Umpire, sky: Sky, side: str, attacks: Sequence[Attack]
) -> tuple[str, ...]:
    """The defender's bombers fly; returns the hexes that they fly to."""
    by_place = {attack.place: attack for attack in attacks}
    defence = defending_powers(umpire.position, attacks)
    question = "Who flies ground support for the defence of"
    attackers = {attack.place: attack.units for attack in attacks}
    call = Call(SUPPORT, Mission.SUPPORT, side, question, defence, attackers)
    flown: list[str] = []
    for sortie in sorties(umpire, sky, call, by_place):
        position, place = umpire.position, sortie.target
        facts = {
            **known_odds(position, by_place[place]),
            **sky_facts(position, sky, place, side),
        }
        answer = umpire.decide(flying_decision(umpire, sky, sortie, facts))
        take_off(umpire, sky, sortie.flights, answer)
        flown += [place] if answer else []
    return tuple(dict.fromkeys(flown))


@implements("WIF-22.2-12", "WIF-22.2-14")
def able_guns(position: Position, attacks: Sequence[Attack], place: str) -> tuple[Piece, ...]:
    """The guns that may bombard in defence of a hex: beside it, themselves not attacked (22.2).

    Nor where all the defenders are surprised (15.1).
    """
    attacked = {attack.place for attack in attacks}
    powers = defending_powers(position, attacks)[place]
    if all(is_surprised(position, power) for power in powers):
        return ()
    return tuple(
        gun
        for spot in position.board.neighbours[place]
        if spot not in attacked
        for gun in position.land_at(spot)
        if gun.kind == FIELD_GUN
        and all(position.cooperate(gun.owner, power) for power in powers)
        and not position.kits.why_not_bombard(position, gun, place)
    )


def guns_in_defence(umpire: Umpire, attacks: Sequence[Attack]) -> dict[str, tuple[Piece, ...]]:
    """The guns that bombard in defence, by hex, as their owners choose (22.2)."""
    position = umpire.position
    by_place = {attack.place: attack for attack in attacks}
    found: dict[str, tuple[Piece, ...]] = {}
    players = umpire.state.players_of(other_side(umpire.state.clock.side))
    for place in in_need_order(umpire, GUN_SUPPORT, players, by_place):
        taken = {gun.id for row in found.values() for gun in row}
        guns = [gun for gun in able_guns(position, attacks, place) if gun.id not in taken]
        if guns:
            answer = umpire.decide(_gun_decision(umpire, by_place[place], guns))
            found[place] = tuple(gun for gun in guns if gun.id in answer.picks)
    return found


def _gun_decision(umpire: Umpire, attack: Attack, guns: Sequence[Piece]) -> Decision:
    position, place = umpire.position, attack.place
    facts = known_odds(position, attack)
    odds = declared_odds(position, position.pieces(*attack.units), place)
    pressing = odds is not None and odds.ratio >= NEEDED_HELP
    return GUN_SUPPORT.ask(
        f"Which guns bombard in defence of {position.label(place)}?",
        umpire.position.players_of([gun.owner for gun in guns]),
        (Option(gun.id, gun.name, frozenset({gun.kind}), gun.combat) for gun in guns),
        (gun.id for gun in guns if pressing),
        about=place,
        at=place,
        least=0,
        most=len(guns),
        facts={**facts, **hex_facts(position, place, guns[0].owner)},
        settle=Settle.ROLL_OFF,
    )


@implements("WIF-22.2-12")
def in_support(
    position: Position, guns: Sequence[Piece], enemies: Sequence[str] = ()
) -> tuple[Support, ...]:
    """Guns as they support a land combat: their combat factors as tactical ones (22.2)."""
    return tuple(
        Support(
            id=gun.id,
            name=gun.name,
            power=position.major(gun.owner),
            tactical=Fraction(gun.combat),
            surprise=unopposed(position, [gun], enemies),
        )
        for gun in guns
    )


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
        power=position.major(piece.owner),
        tactical=Fraction(pressed(flight)),
        extended=flight.extended,
        tank_buster=is_tank_buster(position, piece),
        surprise=unopposed(position, [piece], enemies, flight.target),
        helped=position.kits.is_helped(position, piece, flight.target),
    )


def air_powers(bombers: Sequence[Support], value: Fraction) -> tuple[str, ...]:
    """The major powers whose bombers add factors."""
    return tuple(dict.fromkeys(bomber.power for bomber in bombers)) if value else ()


# --- HQ support (11.15.3) ------------------------------------------------------------------------


class HqCooperation(Reading, id="WIF-11.15.3-R2"):
    """With whom in a mixed stack a defending HQ must co-operate."""

    SOME = "some"
    EVERY = "every"


class LostHq(Reading, id="WIF-11.15.3-R3"):
    """Whether an HQ still supports that was lost since its support was announced."""

    LAPSES = "lapses"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Defence:
    """The defenders of a hex, and with whom of them a supporting HQ must co-operate."""

    place: str
    units: Sequence[Piece]
    cooperation: HqCooperation


@implements("WIF-11.15.3-3a", "WIF-11.15.3-3b", "WIF-11.15.3-3c", "WIF-11.15.3-3d", "WIF-2.4.3-4",
            "WIF-15.1-11")  # fmt: skip
def defending_hqs(
    position: Position, defence: Defence, attacked: Collection[str]
) -> tuple[Piece, ...]:
    """The HQs that may support the defenders of a hex: in it or next to it (11.15.3)."""
    hexes = (defence.place, *position.board.neighbours[defence.place])
    return tuple(
        piece
        for spot in hexes
        if spot == defence.place or spot not in attacked
        for piece in position.land_at(spot)
        if piece.is_hq
        and not piece.face_down
        and not is_surprised(position, piece.owner)
        and in_supply(position, piece)
        and supports(position, piece, defence)
    )


def supports(position: Position, hq: Piece, defence: Defence) -> bool:
    """Whether an HQ co-operates with the defenders and is not cut off by the hexside."""
    friends = [u for u in defence.units if position.cooperate(hq.owner, u.owner)]
    everybody = defence.cooperation is HqCooperation.EVERY
    if not friends or (everybody and len(friends) < len(defence.units)):
        return False
    if hq.at == defence.place:
        return True
    kinds = (hq.terrain_kind, *(unit.terrain_kind for unit in friends))
    return any(position.ground.cross(hq.at, defence.place, kind) is not None for kind in kinds)


@implements("WIF-11.15.3-1", "WIF-11.15.3-3a")
def defensive_support(umpire: Umpire, attacks: Sequence[Attack]) -> dict[str, str]:
    """The defender's HQ for each attacked hex, after the attacker's are known (11.15.3)."""
    position = umpire.position
    if not position.kits.hq_support:
        return {}
    side = other_side(umpire.state.clock.side)
    by_place = {attack.place: attack for attack in attacks}
    chosen: dict[str, str] = {}
    players = umpire.state.players_of(side)
    for place in in_need_order(umpire, HQ_SUPPORT, players, by_place):
        attack = by_place[place]
        defenders = defenders_at(position, place, position.pieces(*attack.units)[0])
        rule = umpire.reading(HqCooperation) if _mixed(defenders) else HqCooperation.SOME
        hqs = defending_hqs(position, Defence(place, defenders, rule), by_place)
        free = [hq for hq in hqs if hq.id not in chosen.values()]
        if free:
            answer = umpire.decide(_decision(umpire, attack, free))
            chosen |= {place: answer.pick} if answer else {}
    return chosen


def _mixed(pieces: Sequence[Piece]) -> bool:
    return len({piece.owner for piece in pieces}) > 1


def _decision(umpire: Umpire, attack: Attack, hqs: Sequence[Piece]) -> Decision:
    position, place = umpire.position, attack.place
    return HQ_SUPPORT.ask(
        f"Which HQ supports the defence of {position.label(place)}?",
        umpire.position.players_of([hq.owner for hq in hqs]),
        (Option(hq.id, hq.name, frozenset({hq.kind, "HQ"}), hq.reorganisation) for hq in hqs),
        about=place,
        at=place,
        least=0,
        most=1,
        facts={
            **known_odds(position, attack),
            "enemy hq": reorganisation_value(position, attack.hq),
            **hex_facts(position, place, hqs[0].owner),
        },
        settle=Settle.ROLL_OFF,
    )


@implements("WIF-11.15.3-2", "WIF-11.15.3-3a")
def supporting_hqs(umpire: Umpire, attack: Attack, defending: Mapping[str, str]) -> tuple[str, str]:
    """The HQs that support both sides when an attack is resolved, by id; empty without.

    By the usual reading not one that has been lost since, or that attacks no more (11.15.3).
    """
    own, enemy = attack.hq, defending.get(attack.place, "")
    gone = {hq for hq in (own, enemy) if hq and umpire.state.units[hq].at not in umpire.board}
    gone |= {own} - {"", *attack.units}
    if gone and umpire.reading(LostHq) is LostHq.STANDS:
        gone = set()
    return "" if own in gone else own, "" if enemy in gone else enemy


def reorganisation_value(position: Position, hq: str) -> int:
    """The reorganisation value of an HQ; 0 where there is none."""
    return position.pieces(hq)[0].reorganisation if hq else 0
