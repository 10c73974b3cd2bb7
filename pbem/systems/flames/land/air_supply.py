"""Air supply (11.17.1): air transports bring reorganisation points to a hex.

Decides where they may fly and how many points each that gets through gives. Leaves who is
reorganised with them to `reorganisation`, flights and air combats to `raids`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.systems.flames.air.air_to_air import BOMBER
from pbem.systems.flames.air.flights import Mission, flown_distance
from pbem.systems.flames.air.sorties import Sky
from pbem.systems.flames.strikes.raids import Raid, RaidKind, fly_raids, raid_section
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked, names
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import UnitMark


def needy(position: Position, place: str, power: str) -> tuple[Piece, ...]:
    """The face-down units in a hex that a power's aircraft could help up."""
    return tuple(
        piece
        for piece in position.at(place)
        if piece.face_down and not piece.is_hq and position.cooperate(power, piece.owner)
    )


def places_in_need(position: Position) -> tuple[str, ...]:
    """The hexes to which the active side could fly supply."""
    own = position.state.powers_of(position.state.clock.side)
    places = sorted({piece.at for piece in position.on_map})
    return tuple(p for p in places if any(needy(position, p, power.id) for power in own))


@implements("WIF-11.17.1-1", "AIF-11.18.1-1")
def why_not_supply(position: Position, raid: Raid, place: str) -> str:
    """Why it is of no use to fly supply to a hex; empty when it is."""
    if needy(position, place, raid.bombers[0].owner):
        return ""
    return "no face-down unit of yours or of a friend is there"


def in_words(position: Position, raid: Raid) -> str:
    """The receipt: who flies supply where."""
    return f"air supply to {position.label(raid.targets[0])}: {names(raid.bombers)}"


@implements("WIF-11.17.1-3", "WIF-11.17.1-5", "AIF-11.18.1-3")
def points_of(position: Position, piece: Piece, place: str) -> int:
    """The reorganisation points that an air transport brings to a hex (11.17.1).

    One; a large one two, where it has flown no further than half its range, which is
    rounded as all else (2.6).
    """
    large = position.kits.is_large(piece)
    near = flown_distance(position, piece.at, place) <= rounded(Fraction(piece.range, 2))
    return 2 if large and near else 1


def loaded(position: Position, raid: Raid) -> tuple[Event, ...]:
    """What a receipt takes for granted: that all of them get through."""
    place = raid.targets[0]
    return tuple(c for piece in raid.bombers for c in marked(piece, UnitMark.AIR_SUPPLY, place))


SUPPLY: Final = RaidKind(
    section="air_supply",
    mission=Mission.RESUPPLY,
    activity="air-supply",
    cite="11.17.1",
    candidates=places_in_need,
    concerned=lambda *_: (),
    problem=why_not_supply,
    words=in_words,
    foretold=loaded,
)
AIR_SUPPLY: Final = raid_section(SUPPLY, "Air supply", "reorganisation")


@implements("WIF-11.17.1-2", "AIF-11.18.1-2")
def fly_air_supply(umpire: Umpire) -> Sky:
    """Air transports fly supply; those that get through are marked with their hex (11.17.1)."""
    if not umpire.orders(AIR_SUPPLY.name):
        return Sky()
    sky, targets = fly_raids(umpire, SUPPLY)
    side = umpire.state.clock.side
    for place in targets:
        for flight in sky.over(umpire.position, place, side, BOMBER):
            umpire.apply(*marked(flight.piece, UnitMark.AIR_SUPPLY, place))
    return sky
