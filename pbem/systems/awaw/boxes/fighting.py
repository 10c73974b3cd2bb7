"""What fighting there is in mapboard boxes and from them (5.12 to 5.77): hardly any.

Decides which ground attacks, air missions, bombing, invasions and attrition boxes have part in.
Leaves strategic bombing itself (26) and attrition (14) to their own rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.awaw.boxes.holding import holder_of, may_intercept, told_of
from pbem.systems.awaw.boxes.lanes import Needs, load_of, needs, transports_left
from pbem.systems.awaw.boxes.places import MURMANSK, is_sw_box
from pbem.systems.awaw.boxes.ways import Way, ways
from pbem.systems.awaw.world.alliances import at_war, faction_of
from pbem.systems.awaw.world.boxes import HOLDERS, enemies_beside, hexes_beside, is_box
from pbem.systems.awaw.world.naming import Group, part_factors
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import PowerCount

BOMBING: Final = "strategic-bombing"
EXPLOITATION: Final = "exploitation"
OVER_SEA: Final = {"sea-transport": "movement", "invasion": "combat"}
AIR_RANGE: Final = 3  # results that let bombers reach America
AMERICAN: Final = ("box:atlantic-us", "box:pacific-us")
NO_AIR_COMBAT: Final = "nobody"

Barred = Iterator[tuple[str, str]]


def barred_by_boxes(
    position: Position, groups: Sequence[Group], kind: str, targets: Sequence[str]
) -> Barred:
    """Why an operation from a box or into one is not allowed, each with its rule."""
    for place in targets:
        for origin in dict.fromkeys(piece.at for piece, _ in groups):
            if is_box(origin) or is_box(place):
                own = [group for group in groups if group[0].at == origin]
                yield from _barred(position, own, kind, place)


def _barred(position: Position, groups: Sequence[Group], kind: str, place: str) -> Barred:
    piece, origin = groups[0][0], groups[0][0].at
    if kind == BOMBING:
        if not may_bomb(position, piece.owner, origin, place):
            yield "it is out of the reach of its bombers", "5.22"
    elif kind in OVER_SEA:
        yield from _by_sea(position, groups, kind, place)
    elif piece.is_ground:
        if not may_attack_on_the_ground(position, piece, kind, place):
            yield "no ground attack leads into a box or out of it", "5.27"
    elif is_air_mission(position, kind, piece):
        yield "no air mission leads into a box or out of it but strategic bombing", "5.12"


def _by_sea(position: Position, groups: Sequence[Group], kind: str, place: str) -> Barred:
    """Sea transport and invasions: where they lead."""
    for piece, _ in groups:
        if (piece.is_ground or piece.is_air) and not ways(
            position, piece, place, OVER_SEA[kind], how=kind
        ):
            what = kind.replace("-", " ")
            where = f"{position.label(piece.at)} to {position.label(place)}"
            yield f"no {what} leads from {where}", "5.28"


@implements("AWAW-5.12C-1")
def is_air_mission(position: Position, kind: str, piece: Piece) -> bool:
    """Whether an operation is a mission of air units, which boxes have no part in."""
    return piece.is_air and kind != BOMBING


@implements(
    "AWAW-5.27B-1", "AWAW-5.37B-1", "AWAW-5.47B-1", "AWAW-5.57B-1", "AWAW-5.67-1", "AWAW-5.77B-1",
    "AWAW-5.47B-4", "AWAW-5.57B-3", "AWAW-5.77B-3",
)  # fmt: skip
def may_attack_on_the_ground(position: Position, piece: Piece, kind: str, target: str) -> bool:
    """Whether a ground unit may attack from a box or into one: never. Armor may come into the
    India, Australia and Urals boxes as it exploits.
    """
    return kind == EXPLOITATION and bool(ways(position, piece, target, "combat", how=EXPLOITATION))


@implements(
    "AWAW-5.27B-1", "AWAW-5.37B-1", "AWAW-5.47B-5", "AWAW-5.57B-4", "AWAW-5.77B-4", "AWAW-5.22B-2",
)  # fmt: skip
def air_combat_by(position: Position, box: str) -> tuple[str, ...]:
    """Whose strategic bombing of a box, and nothing else, leads to air combat in it."""
    said = told_of(position, box, "bombed").text
    return () if said == NO_AIR_COMBAT else tuple(said.split())


@implements("AWAW-5.22B-1", "AWAW-5.22B-2", "AWAW-5.12C-1")
def may_bomb(position: Position, power: str, origin: str, target: str) -> bool:
    """Whether bombers of a power may bomb from a place to another, one of which is a box.

    Over the ocean it takes three air range results of its faction. SW boxes are where they fly.
    """
    if is_box(target) and not is_sw_box(target):
        far = target in AMERICAN
        return power in air_combat_by(position, target) and (not far or _ranges(position, power))
    return origin not in AMERICAN or _ranges(position, power)


@implements("AWAW-5.22B-1")
def may_escort(origin: str) -> bool:
    """Whether interceptors at a place may escort bombers: not from the U.S. boxes."""
    return origin not in AMERICAN


def _ranges(position: Position, power: str) -> bool:
    """Whether a faction has three air range results."""
    faction = faction_of(position.state, power)
    found = (
        position.state.counter(other, PowerCount.AIR_RANGE)
        for other in position.state.powers
        if faction_of(position.state, other) is faction
    )
    return max(found, default=0) >= AIR_RANGE


def intercepts(position: Position, piece: Piece) -> bool:
    """Whether ships where they are may intercept, as far as boxes say."""
    return not is_box(piece.at) or is_sw_box(piece.at) or may_intercept(position, piece.at)


# --- attrition -----------------------------------------------------------------------------------


@implements("AWAW-5.47B-2", "AWAW-5.57B-2", "AWAW-5.77B-2")
def in_attrition(position: Position, box: str, zone: Sequence[str]) -> tuple[Piece, ...]:
    """The ground units that a box brings to an attrition zone: its own where hexes of the zone
    touch it and enemies stand beside it.
    """
    if box not in HOLDERS or not set(zone) & set(hexes_beside(position, box)):
        return ()
    foes = enemies_beside(position, box)
    holder = holder_of(position, box)
    own = (p for p in position.at(box) if p.is_ground)
    return tuple(
        piece
        for piece in own
        if faction_of(position.state, piece.owner) is holder
        and any(at_war(position.state, piece.owner, foe.owner) for foe in foes)
    )


@implements("AWAW-5.47B-3", "AWAW-5.57B-2b", "AWAW-5.77B-2b")
def takes_hexes(attacked: Sequence[str], advances_from: Sequence[str] = ()) -> bool:
    """Whether hex results of attrition count: not those solely against a box, nor does anybody
    advance out of one.
    """
    if any(is_box(place) for place in advances_from):
        return False
    return any(not is_box(place) for place in attacked)


# --- convoys to Murmansk -------------------------------------------------------------------------


@implements("AWAW-5.82-1", "AWAW-5.83-1")
def joins_convoy_battle(position: Position, piece: Piece) -> bool:
    """Whether a unit may come into the Murmansk box: German air and naval units from Bergen and
    Scapa Flow, and Western Allied ships as part of a convoy.
    """
    return bool(ways(position, piece, MURMANSK, "convoy"))


@implements("AWAW-5.81-1")
def left_at_murmansk(position: Position) -> tuple[Piece, ...]:
    """The units that have to leave the Murmansk box when no battle is fought there."""
    return position.at(MURMANSK) if MURMANSK in position.board else ()


# --- ships that carry ----------------------------------------------------------------------------


def carried(
    position: Position, groups: Sequence[Group], kind: str, target: str
) -> tuple[Way, Needs] | None:
    """The way by which an operation carries units from a box or into one, and what that takes."""
    cargo = [group for group in groups if group[0].is_ground or group[0].is_air]
    phase = OVER_SEA[kind]
    found = [w for piece, _ in cargo for w in ways(position, piece, target, phase, how=kind)]
    if not found:
        return None
    owner = cargo[0][0].owner
    held = any(p.is_ground and at_war(position.state, owner, p.owner) for p in position.at(target))
    return found[0], needs(position, found[0], load_of(cargo), held)


def too_few_ships(position: Position, groups: Sequence[Group], needed: Needs) -> Barred:
    """Why the destroyers of an operation or the transports of an SW box do not suffice."""
    destroyers = sum(part_factors(p, many) for p, many in groups if p.kind == "DD")
    if destroyers < needed.destroyers:
        yield f"it takes {needed.destroyers} destroyer factors, {destroyers} are there", "5.28"
    yield from too_few_transports(position, groups[0][0].owner, needed)


def too_few_transports(position: Position, power: str, needed: Needs) -> Barred:
    """Why the transports of an SW box do not suffice."""
    if not needed.transports:
        return
    left, lane = transports_left(position, power, needed.lane), position.label(needed.lane)
    if left < needed.transports:
        yield f"it takes {needed.transports} transports of the {lane}, {left} are left", "5.28"
