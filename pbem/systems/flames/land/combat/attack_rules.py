"""Which land attacks are legal (11.15.1): target, attackers, powers, limits; the notional unit.

Decides what is wrong with an attack, whether a notional unit defends a hex too, and with what.
Leaves the order to `attacks`, how units land in an enemy's hex to their chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.systems.flames.impulse.actions import refusal
from pbem.systems.flames.land.combat_table import WinterisedDivisions, half_winterised
from pbem.systems.flames.land.combatants import (
    Odds,
    ScaleBelowEven,
    defending,
    odds_of,
    weather_shift,
)
from pbem.systems.flames.world.control import enemy_units, is_enemy_hex
from pbem.systems.flames.world.land_factors import Combatant, barring, defence_multiplier
from pbem.systems.flames.world.partisans import hostile_units, may_be_fought_in, work_together
from pbem.systems.flames.world.position import FLAK, PARTISAN, Piece, Position
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.supply import in_supply, linked_at_all
from pbem.systems.flames.world.surprise import surprised_in_attack
from pbem.systems.flames.world.vocabulary import UnitMark
from pbem.systems.flames.world.zoc import enemy_zoc

NOTIONAL: Final = "notional"

CITE: Final = "11.15.1"
ACTIVITY: Final = "land-attack"


def defenders_at(position: Position, place: str, by: Piece) -> tuple[Piece, ...]:
    """The land units in a hex that a unit fights."""
    return tuple(piece for piece in hostile_units(position, place, by) if piece.is_land)


@implements("WIF-11.15.1-2", "AIF-11.16.1-2")
def target_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """What is wrong with the target: an enemy's, or with a partisan, and a land unit (11.15.1).

    Against who drops into it any hex has one: a notional unit.
    """
    if not pieces:
        return [error("nobody", "no unit attacks", cite=CITE, about="with")]
    label = position.label(place)
    for piece in pieces:
        if not may_be_fought_in(position, place, piece):
            message = f"{label} is not controlled by an enemy of {position.called(piece.owner)}"
            hint = f"enemies next to {piece.name}: {_prey(position, piece)}"
            return [error("not-enemy", message, hint=hint, cite=CITE, about=place)]
    landed = any(piece.at == place for piece in pieces)
    if not landed and not defenders_at(position, place, pieces[0]):
        hint = f"march in (land); enemies next to {pieces[0].name}: {_prey(position, pieces[0])}"
        message = f"no enemy land unit is in {label}"
        return [error("empty", message, hint=hint, cite=CITE, about=place)]
    return []


def is_target(position: Position, place: str, power: str) -> bool:
    """Whether a power's units may attack or drop into a hex: an enemy's, or with partisans."""
    there = enemy_units(position, place, power)
    return is_enemy_hex(position, place, power) or any(p.kind == PARTISAN for p in there)


@implements(
    "WIF-22.2-19", "WIF-22.12-4", "WIF-11.15.1-3a", "WIF-11.15.1-3c", "WIF-11.15.1-3d",
    "WIF-11.15.1-6", "WIF-2.4.3-1", "AIF-11.16.1-3", "AIF-11.16.1-6", "AIF-2.4.3-1",
)  # fmt: skip
def readiness(position: Position, piece: Piece) -> str:
    """Why a unit cannot attack anything now; empty when it can (11.15.1)."""
    if not piece.is_land:
        return f"{piece.name} is no land unit"
    if piece.kind == FLAK:
        return f"{piece.name} is flak and takes part in no land attack"
    if piece.is_air_cav and not piece.landing:
        return f"{piece.name} attacks only where it lands (paradrop)"
    if piece.face_down:
        return f"{piece.name} is face-down"
    if piece.unit.marked(UnitMark.ATTACKED):
        return f"{piece.name} has already attacked"
    if piece.counter.is_a("bracketed"):
        return f"{piece.name} has its combat factors in brackets"
    return "" if in_supply(position, piece) else f"{piece.name} is out of supply"


@implements(
    "WIF-2.1.1-5", "WIF-11.15.1-3b", "WIF-11.15.1-4", "WIF-11.15.1-8b", "WIF-11.15.1-8d",
    "AIF-11.16.1-3", "AIF-11.16.1-4", "AIF-11.16.1-8", "AIF-11.16.1-9",
)  # fmt: skip
def unit_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """Which of the units may not attack the hex, and why (11.15.1)."""
    findings = []
    for piece in pieces:
        why = readiness(position, piece)
        if not why and piece.landing:
            here = position.label(piece.at)
            why = "" if piece.at == place else f"{piece.name} must attack {here}, where it landed"
        elif not why and not position.board.adjacent(piece.at, place):
            why = f"{piece.name} in {position.label(piece.at)} is not adjacent"
        elif not why:
            barrier = _barrier(position, piece, place)
            why = f"{piece.name} cannot attack across {barrier}" if barrier else ""
        if why:
            hint = _instead(position, piece, place)
            findings.append(error("cannot-attack", why, hint=hint, cite=CITE, about=piece.id))
    return findings


def _prey(position: Position, piece: Piece) -> str:
    """The hexes next to a unit that it could attack."""
    near = position.board.neighbours[piece.at] if piece.at in position.board else ()
    found = [at for at in near if defenders_at(position, at, piece)]
    return ", ".join(map(position.label, found)) or "none"


def _barrier(position: Position, piece: Piece, place: str) -> str:
    """What hinders a unit from attacking the next hex; nothing if it may."""
    ground = position.ground
    return barring(piece.terrain_kind, ground.sides(piece.at, place), ground.chart) or ""


def _instead(position: Position, piece: Piece, place: str) -> str:
    """Who could attack a hex instead of a unit that cannot."""
    ready = [
        other.name
        for at in position.board.neighbours[place]
        for other in position.land_at(at)
        if other.owner == piece.owner and not readiness(position, other)
        if not _barrier(position, other, place)
    ]
    told = f"who could attack it: {', '.join(ready) or 'none of yours is next to it'}"
    wants = piece.is_land and not piece.face_down and not in_supply(position, piece)
    helped = "; an HQ may give it emergency supply (supply: HQ)"
    return told + (helped if wants and position.kits.emergency_supply else "")


@implements("WIF-11.15.1-5", "AIF-18.2-1")
def power_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """Powers that do not co-operate never attack one hex; limits of the action (11.15.1, 10.2)."""
    called = position.called
    for piece in (*pieces, *attacking_already(position, place)):
        if not work_together(position, pieces[0], piece):
            who = pieces[0].name if pieces[0].owner == piece.owner else called(pieces[0].owner)
            message = f"{who} does not co-operate with {piece.name}"
            return [error("no-co-operation", message, cite=CITE, about=piece.id)]
    return [
        finding
        for power in charged(position, pieces, place)
        for finding in refusal(position, power, ACTIVITY)
    ]


def attacking_already(position: Position, place: str) -> list[Piece]:
    """The units that attack a hex by an earlier order, or have landed there and must attack it."""
    return [
        piece
        for piece in position.on_map
        if piece.unit.mark(UnitMark.ATTACKED) == place or (piece.landing and piece.at == place)
    ]


@implements("WIF-11.15-4", "AIF-11.16-4")
def charged(position: Position, pieces: Iterable[Piece], place: str) -> tuple[str, ...]:
    """The major powers that make one more land attack with these units against a hex (11.15).

    Who has dropped into it is charged for that already.
    """
    powers = dict.fromkeys(position.major(piece.owner) for piece in pieces)
    already = {position.major(piece.owner) for piece in attacking_already(position, place)}
    return tuple(power for power in powers if power not in already)


# --- the notional unit (11.15.1) -----------------------------------------------------------------


@implements(
    "WIF-11.15.1-12a", "WIF-11.15.1-12b", "WIF-11.15.1-12c", "WIF-11.15.1-12d", "WIF-11.15.1-12e",
    "WIF-11.15.1-12f", "WIF-11.15.1-12g", "AIF-11.14-12", "AIF-11.15-8",
)  # fmt: skip
def notional_reasons(
    *,
    city: bool = False,
    home: bool = False,
    covered: bool = False,
    bombardment: Sequence[int] = (),
    cut_off: bool = False,
    surprised: bool = False,
) -> dict[str, int]:
    """What a notional unit's factors are made of, before terrain (11.15.1).

    `covered`: alone in the hex, in the zone of control of friends; `bombardment`: for each invading
    unit the modifier of the section that it comes from, in the weather of the hex.
    """
    parts = {
        "unit": 1,
        "city": int(city),
        "home": int(home),
        "zone-of-control": int(covered),
        "sections": sum(bombardment),
        "cut-off": -int(cut_off),
        "surprise": -int(surprised),
    }
    return {name: value for name, value in parts.items() if value}


@implements("WIF-11.15.1-12a", "AIF-11.14-12")
def notional_value(reasons: Mapping[str, int]) -> int:
    """The factors of a notional unit before terrain: never less than nothing (11.15.1)."""
    return max(0, sum(reasons.values()))


@implements("WIF-11.15.1-13a", "AIF-11.14-14")
def notional_factors(value: int, terrain: str, chart: Chart) -> Fraction:
    """What a notional unit counts in a terrain, which helps it as it helps others (11.15.1)."""
    return value * defence_multiplier(NOTIONAL, terrain, chart)


def landing(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Those of some attackers that dropped or invaded, and so attack the hex where they are."""
    return tuple(piece for piece in pieces if piece.landing)


def reasons_at(position: Position, pieces: Sequence[Piece], place: str) -> dict[str, int]:
    """What the notional unit of a hex is made of against the units that attack it."""
    power = nationality(position, pieces, place)
    attacker = pieces[0].owner
    alone = not defenders_at(position, place, pieces[0])
    return notional_reasons(
        city=position.ground.is_city(place),
        home=is_home_of_holder(position, place),
        covered=alone and place in enemy_zoc(position, attacker),
        cut_off=place not in linked_at_all(position, power),
        surprised=is_surprised_by(position, pieces, power),
    )


@implements("WIF-11.15.1-12c")
def is_home_of_holder(position: Position, place: str) -> bool:
    """Whether a hex lies in the home country of the major power that controls it (11.15.1)."""
    holder = position.controller(place)
    if holder not in position.policy.majors:
        return False
    return position.country(place) in position.powers[holder].home_countries


@implements("WIF-11.15.1-12g")
def is_surprised_by(position: Position, pieces: Sequence[Piece], power: str) -> bool:
    """Whether one of the units surprises a power."""
    return surprised_in_attack(position, pieces, power)


@implements("WIF-11.15.1-11b", "AIF-11.14-11")
def nationality(position: Position, pieces: Sequence[Piece], place: str) -> str:
    """Whose the notional unit of a hex is: of who has a unit there, else of who controls the hex.

    Of several its owner's choice, which is always the one that is not surprised, if there is one.
    """
    owners = dict.fromkeys(p.owner for p in defenders_at(position, place, pieces[0]))
    ready = [owner for owner in owners if not is_surprised_by(position, pieces, owner)]
    return next(iter((*ready, *owners)), None) or str(position.controller(place))


@implements("WIF-11.15.1-11a", "WIF-11.15.1-13b", "AIF-11.14-11", "AIF-11.14-14", "AIF-11.15-8")
def notional_unit(position: Position, pieces: Sequence[Piece], place: str) -> tuple[Combatant, ...]:
    """The notional unit that defends a hex against some attackers; none unless some land there.

    It is always face-down (11.15.1).
    """
    if not landing(pieces):
        return ()
    ground, power = position.ground, nationality(position, pieces, place)
    value = notional_value(reasons_at(position, pieces, place))
    unit = Combatant(
        id=NOTIONAL,
        name="notional unit",
        kind=NOTIONAL,
        power=power,
        printed=Fraction(value),
        factors=notional_factors(value, ground.terrain[place], ground.chart),
        face_down=True,
        winterised=power in position.policy.hardy.northern,
        controller=position.major(power),
    )
    return (unit,)


def facing(
    position: Position, pieces: Sequence[Piece], place: str, *, notional: bool = True
) -> tuple[Combatant, ...]:
    """Who defends a hex against some attackers: its land units, and its notional unit if any."""
    real = defending(position, defenders_at(position, place, pieces[0]), pieces)
    return (*real, *(notional_unit(position, pieces, place) if notional else ()))


@implements("AIF-11.16.1-5", "AIF-11.16.1-14")
def combat_odds(
    position: Position,
    place: str,
    attackers: Sequence[Combatant],
    totals: tuple[Fraction, Fraction],
) -> Odds | None:
    """The odds of both sides' totals at a hex; None where a side has no factors at all."""
    attack, defence = settled_totals(position, totals)
    if attack and not defence and position.values.odds_against_nothing:
        return Odds(attack, defence, position.values.odds_against_nothing, 0)
    if not attack or not defence:
        return None
    half = half_winterised(attackers, position.reading(WinterisedDivisions))
    ground, scale = position.ground, position.reading(ScaleBelowEven)
    shift = weather_shift(ground.weather[place], half)
    if ground.terrain[place] == "jungle" and not _all_know_jungle(position, attackers):
        shift += position.values.jungle_shift
    return odds_of(attack, defence, shift, scale if position.kits.tenths_count else None)


@implements("AIF-2.6-2", "AIF-11.16.5-1")
def settled_totals(
    position: Position, totals: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """The totals of both sides as odds are taken of them: in one book as whole numbers (2.6)."""
    if not position.values.whole_totals:
        return totals
    attack, defence = (Fraction(rounded(amount)) for amount in totals)
    return attack, defence


@implements("AIF-11.16.1-14")
def _all_know_jungle(position: Position, attackers: Sequence[Combatant]) -> bool:
    """Whether all attackers are of powers to which jungle is no hindrance (11.16.1)."""
    return all(unit.major in position.policy.hardy.jungle for unit in attackers)
