"""What forbids offensive operations (9.11, 9.9): inverted units, bases, first turns, Italy.

Decides the special situations that the text has. Leaves supply and oil of bases (30, 33) to the
moderator, who marks isolated units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import State
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.world.alliances import (
    AXIS_FACTIONS,
    at_war,
    faction_of,
    stand_together,
)
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.hexes import front_of, within_sailing
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import (
    Faction,
    Front,
    Marker,
    PowerFlag,
    PowerName,
    Side,
    TrackName,
)

RAID: Final = "raid"
ATTRITION: Final = "attrition"
ROME: Final = "Rome"
PACIFIC_FRONTS: Final = (Front.PACIFIC, Front.ASIAN, Front.SOUTHEAST_ASIAN)
USJT_AWAKE: Final = 40
NAVAL_REACH: Final = 20
ON_THE_EAST: Final = ("AAF", "NAS", "jet", "air transport", "armor", "airborne")
ARMY_AIR: Final = ("AAF", "jet")
PACIFIC_MAP: Final = "awaw-pacific"
AFRICA: Final = (
    "algeria", "tunisia", "morocco", "spanish-morocco", "libya", "egypt",
)  # fmt: skip


class ClassicTarget(Reading, id="AWAW-R-9.91-a"):
    """Whether Germany may act against Poland alone in Fall 1939, or on the eastern front."""

    POLAND_ALONE = "poland-alone"
    NO_OTHER_FRONT = "no-other-front"


def barred(
    position: Position, pieces: Sequence[Piece], kind: str, targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Why an operation, or attrition, is not allowed, each with its rule."""
    owner = pieces[0].owner
    if kind == ATTRITION:
        yield from _first_turn(position, owner, targets)
        return
    yield from _not_ready(position, [one for one in pieces if one.is_air or one.is_naval], targets)
    if is_paralysed(position, owner, targets):
        yield "the Western Allies may not act in the Pacific after the Japanese attack", "9.92"
    if kind != RAID:
        yield from _first_turn(position, owner, targets)
    if any(position.game.nationality(one.unit) == PowerName.ITALY for one in pieces):
        yield from _italian(position, pieces, targets)


@implements("AWAW-9.11-2")
def _not_ready(
    position: Position, pieces: Sequence[Piece], targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Air units and ships act uninverted, from bases of their own, ships within their reach."""
    if any(one.is_inverted for one in pieces):
        yield "inverted units do not take part in operations", "9.11"
    for place, naval in dict.fromkeys((one.at, one.is_naval) for one in pieces):
        if not is_own_base(position, pieces[0].owner, place, naval=naval):
            yield f"{position.label(place)} is no base of its own", "9.11"
    yield from _too_far_to_fly(position, pieces, targets)
    ports = dict.fromkeys(one.at for one in pieces if one.is_naval)
    if any(out_of_reach(position, port, target) for port in ports for target in targets):
        yield f"ships act within {NAVAL_REACH} hexes of their base", "9.72"


def _too_far_to_fly(
    position: Position, pieces: Sequence[Piece], targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for one in pieces:
        if not all(in_air_range(position.board, one, at) for at in targets):
            yield f"{one.counter.name} in {position.label(one.at)} does not fly so far", "6.21"


@implements("AWAW-6.21-1")
def in_air_range(board: Board, piece: Piece, target: str) -> bool:
    """Whether a hex lies within the range of an air unit, the larger one in Europe; one that prints
    none flies as far as the moderator lets it.
    """
    name = "range-pacific" if board.id == PACIFIC_MAP else "range"
    if not piece.counter.has(name) or is_box(piece.at) or is_box(target):
        return True
    away = board.distance(piece.at, target)
    return away is not None and away <= int(piece.counter.rating(name))


@implements("AWAW-9.72-1")
def out_of_reach(position: Position, base: str, target: str) -> bool:
    """Whether a target is further than ships act; front boundaries do not matter to them."""
    return not is_box(base) and not within_sailing(position.board, base, target, NAVAL_REACH)


@implements("AWAW-9.72-2")
def winter_front(board: Board, sailed_through: str) -> str:
    """The front whose winter binds an invasion: that through which the ships sail, not that of the
    hex that is invaded.
    """
    return front_of(board, sailed_through)


@implements(
    "AWAW-9.11-2", "AWAW-3.11-9", "AWAW-3.11-13", "AWAW-3.11-24", "AWAW-3.11-31", "AWAW-3.11-63",
    "AWAW-3.11-64", "AWAW-3.11-67",
)  # fmt: skip
def is_own_base(position: Position, owner: str, place: str, *, naval: bool = False) -> bool:
    """Whether units at a place act from a base of their faction's: ships from a port, a port
    counter or a box, air units from any city, an airbase or port counter, or a box. That it is
    fully supplied and free of oil effects is the moderator's to say.
    """
    board, state = position.board, position.state
    printed = bool(board.fact(place, "port")) or (not naval and bool(board.fact(place, "city")))
    counters = (Marker.PORT,) if naval else (Marker.PORT, Marker.AIRBASE)
    placed = any(state.marker(place, name) for name in counters)
    own = stand_together(state, owner, position.holder(place))
    return is_box(place) or ((printed or placed) and own)


@implements("AWAW-9.91-1", "AWAW-9.91-2")
def _first_turn(
    position: Position, owner: str, targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The first turn binds Axis powers."""
    if position.track(TrackName.FIRST_TURN) != position.clock.turn:
        return
    bound = _after_gathering_storm if position.options.gathering_storm else _in_the_classic_game
    yield from bound(position, owner, targets)


@implements("AWAW-9.91-1")
def _after_gathering_storm(
    position: Position, owner: str, targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Each to the front of the minor country that it attacked last."""
    bound = position.track(TrackName.FIRST_TARGET.of(owner))
    if bound is not None and any(front_of(position.board, place) != bound for place in targets):
        yield f"in the first turn it acts on the {bound} front alone", "9.91"


@implements("AWAW-9.91-2")
def _in_the_classic_game(
    position: Position, owner: str, targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Germany to Poland, and to the eastern front."""
    if owner != PowerName.GERMANY:
        return
    closed = (Front.WESTERN, Front.MEDITERRANEAN)
    strict = position.reading(ClassicTarget) is ClassicTarget.POLAND_ALONE
    if strict and not all(is_polish(position, place) for place in targets):
        yield "in Fall 1939 Germany acts against Poland alone", "9.91"
    elif not strict and any(front_of(position.board, place) in closed for place in targets):
        yield "in Fall 1939 Germany does not act in the west or the Mediterranean", "9.91"


def is_polish(position: Position, place: str) -> bool:
    """Whether a place is Poland's, or its units stand there."""
    there = any(one.owner == PowerName.POLAND for one in position.at(place))
    return there or position.board.country(place) == PowerName.POLAND


@implements("AWAW-9.92-1", "AWAW-9.92-2", "AWAW-9.92-3")
def is_paralysed(position: Position, owner: str, targets: Sequence[str]) -> bool:
    """Whether the Western Allies may not act in the Pacific: in the Allied player turn after Japan
    has attacked Britain or the United States, unless tensions had reached 40. The United States
    are free if Japan declared war on Britain alone; China and Russia always are.
    """
    state = position.state
    if faction_of(state, owner) is not Faction.WESTERN_ALLIES or owner == PowerName.CHINA:
        return False
    if not any(front_of(position.board, place) in PACIFIC_FRONTS for place in targets):
        return False
    attacked = [
        power
        for power in (PowerName.BRITAIN, PowerName.UNITED_STATES)
        if _attacked_now(state, power)
    ]
    if not attacked or int(state.track(TrackName.USJT_AT_WAR) or 0) >= USJT_AWAKE:
        return False
    return owner != PowerName.UNITED_STATES or PowerName.UNITED_STATES in attacked


def _attacked_now(state: State, power: str) -> bool:
    """Whether Japan declared war on a power in the Axis player turn of this game turn."""
    said = state.flag(PowerName.JAPAN, PowerFlag.DECLARED.of(power))
    now = f"{state.clock.turn}.{Side.AXIS}"
    return said == now and at_war(state, PowerName.JAPAN, power)


@implements("AWAW-9.93-1", "AWAW-9.93-2")
def _italian(
    position: Position, pieces: Sequence[Piece], targets: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """What Italian units may not do."""
    fronts = [front_of(position.board, place) for place in targets]
    if Front.EASTERN in fronts and any(one.kind in ON_THE_EAST for one in pieces):
        yield "Italian air, armor and airborne units do not act on the eastern front", "9.93"
    if rome_is_allied(position):
        yield "Italian units do not act while Rome is under Allied control", "9.93"
    elif not axis_in_africa(position):
        yield "Italian units do not act while no Axis unit is in Africa", "9.93"


def rome_is_allied(position: Position) -> bool:
    """Whether Rome is in hands other than the Axis'."""
    place = position.board.find(ROME).place
    holder = position.controller(place) if place else None
    return holder is not None and faction_of(position.state, holder) not in AXIS_FACTIONS


def axis_in_africa(position: Position) -> bool:
    """Whether any Axis unit is in Africa, the Ethiopia box included."""
    return any(
        (position.board.country(unit.at) in AFRICA or unit.at == "box:ethiopia")
        and faction_of(position.state, unit.owner) is Faction.EUROPEAN_AXIS
        for unit in position.units.values()
    )
