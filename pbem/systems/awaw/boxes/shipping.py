"""SW boxes (5.91 to 5.94): who may be in them, from where they come, what leaving them costs.

Decides which units lie in an SW box, the ports that ships of the Pacific one use, the way of German
submarines, when ships are inverted, and over which fronts bombers and interceptors fly. Leaves
strategic warfare (24 to 26) to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Clock
from pbem.systems.awaw.boxes.conditions import MOVEMENT, REDEPLOYMENT
from pbem.systems.awaw.boxes.holding import place_of
from pbem.systems.awaw.boxes.places import belongs, is_port, is_sw_box
from pbem.systems.awaw.world.alliances import faction_of
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.calendar import player_turn_after
from pbem.systems.awaw.world.hexes import front_of
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import Faction, Front, Marker, PowerName, UnitMark

PACIFIC_SW: Final = "box:pacific-sw"
INDIAN_OCEAN_SW: Final = "box:indian-ocean-sw"
HOME_BOXES: Final = ("box:pacific-us", "box:australia")
SUEZ: Final = "Suez"


@implements("AWAW-5.92-1", "AWAW-5.931-1", "AWAW-5.941-1", "AWAW-5.942-1")
def has_section(position: Position, piece: Piece, box: str) -> bool:
    """Whether an SW box has a section for a unit: lanes for ships and SW units that sail, airspace
    for bombers and interceptors alone. Transports and ASW keep to lanes of their own side.
    """
    if piece.counter.is_a("bombing"):
        return place_of(position, box, "air-fronts") != "none"
    if piece.kind in ("transport", "ASW"):
        lanes = place_of(position, box, "lanes").split()
        return faction_of(position.state, piece.owner) in lanes
    return piece.is_naval or piece.counter.is_a("submarine")


@implements("AWAW-5.932-3", "AWAW-5.932-4")
def is_home_port(position: Position, piece: Piece, box: str, port: str) -> bool:
    """Whether a ship may come to an SW box from a port and return: in the Pacific one British and
    American ships use Pearl Harbor, Tahiti and two boxes, Japanese ones Japan and Truk.
    """
    if box != PACIFIC_SW or not piece.is_naval:
        return True
    faction = faction_of(position.state, piece.owner)
    if faction is Faction.WESTERN_ALLIES:
        return port in HOME_BOXES or belongs(position, "western-home-ports", port, box)
    if faction is Faction.JAPAN:
        home = position.board.country(port) == PowerName.JAPAN and is_port(position, port)
        return home or belongs(position, "japanese-home-ports", port, box)
    return True


@implements("AWAW-5.932-4")
def is_intercepted_at_home(position: Position, piece: Piece, box: str) -> bool:
    """Whether ships that return from an SW box may be intercepted in the port where they arrive."""
    return box == PACIFIC_SW and faction_of(position.state, piece.owner) is Faction.JAPAN


@implements("AWAW-5.935-2")
def submarine_passes(position: Position, piece: Piece, origin: str, box: str) -> bool:
    """Whether a submarine may go to an SW box: German ones come to the Indian Ocean from a port of
    the Mediterranean alone, through a Suez canal that is open to them.
    """
    german = position.game.nationality(piece.unit) == PowerName.GERMANY
    if box != INDIAN_OCEAN_SW or not german or not piece.counter.is_a("submarine"):
        return True
    suez = position.board.find(SUEZ).place
    holder = position.holder(suez) if suez else ""
    canal = faction_of(position.state, holder) is Faction.EUROPEAN_AXIS
    inland = front_of(position.board, origin) == Front.MEDITERRANEAN
    return canal and inland


@implements("AWAW-5.934B-2", "AWAW-5.935-1")
def inverted_until(clock: Clock, phase: str, goal: str) -> str:
    """The player turn at whose end ships that left an SW box may be uninverted at the earliest;
    nothing for those that go on to another SW box.

    In movement that is their own, in redeployment the following one of the opponents.
    """
    if is_sw_box(goal):
        return ""
    if phase == MOVEMENT:
        return f"{clock.turn}.{clock.side}"
    turn, _, side = player_turn_after(clock)
    return f"{turn}.{side}"


@implements("AWAW-5.934B-3")
def bound_to_theater(box: str, phase: str) -> bool:
    """Whether ships that enter an SW box may be used in their theater alone for the turn."""
    return box == INDIAN_OCEAN_SW and phase == MOVEMENT


@implements("AWAW-5.943-1", "AWAW-5.943-2", "AWAW-5.92-1", "AWAW-5.944-1")
def may_fly_over(position: Position, piece: Piece, box: str, front: str) -> bool:
    """Whether a bomber or an interceptor may be put on a front of an SW box: where its faction
    controls an operational air base.
    """
    if front not in place_of(position, box, "air-fronts").split():
        return False
    return any(front_of(position.board, place) == front for place in air_bases(position, piece))


def air_bases(position: Position, piece: Piece) -> tuple[str, ...]:
    """The air bases on the map of a unit's faction: cities and airbase counters."""
    faction = faction_of(position.state, piece.owner)
    return tuple(
        place
        for place in position.board.places
        if not is_box(place)
        and (position.board.fact(place, "city") or position.state.marker(place, Marker.AIRBASE))
        and faction_of(position.state, position.holder(place)) is faction
    )


@implements("AWAW-5.944-2")
def may_defend(position: Position, piece: Piece, place: str) -> bool:
    """Whether interceptors may defend a hex: on their front, and of Russians and Western Allies
    none that the other holds.
    """
    if piece.unit.mark(UnitMark.FRONT) != front_of(position.board, place):
        return False
    pair = (Faction.RUSSIA, Faction.WESTERN_ALLIES)
    own = faction_of(position.state, piece.owner)
    other = faction_of(position.state, position.holder(place))
    return not (own in pair and other in pair and own is not other)


@implements("AWAW-5.934A-1")
def enters_now(piece: Piece, phase: str) -> bool:
    """Whether a unit may enter or leave SW boxes in a phase: submarines in redeployment alone."""
    return phase == REDEPLOYMENT or not piece.counter.is_a("submarine")
