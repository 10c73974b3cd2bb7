"""Bases of aircraft (11.1): cities, airbases, and open ground for fighters.

Decides how many aircraft a hex holds, and who may land there. Leaves who flies to the missions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.air.flights import reached
from pbem.systems.tw.world.boxes import is_box, why_shut
from pbem.systems.tw.world.hexes import CLEAR, DESERT, is_city, is_one_hex_island, is_starved
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName
from pbem.systems.tw.world.west import may_base_french

ON_AN_ISLAND: Final = 1  # aircraft on an island of one hex
BOMBERS: Final = (Kind.TAC, Kind.MDM)


def slots_of(position: Position, place: str) -> int:
    """The aircraft of any kind that a hex bases: one for its city, one for an airbase."""
    return is_city(position.board, place) + bool(position.state.marker(place, Marker.AIRBASE))


def is_open_ground(position: Position, place: str) -> bool:
    """Whether a fighter lands in a hex without a base: clear ground, a beach, desert."""
    board = position.board
    return board.terrain(place) in (CLEAR, DESERT[0]) or bool(board.fact(place, "beach"))


@implements("TW-11.1-1", "TW-11.1-2", "TW-2.6-AIRBASE-1")
def holds(position: Position, place: str, aircraft: Iterable[Piece]) -> bool:
    """Whether a hex has room for some aircraft: one fighter needs no base on open ground."""
    there = tuple(aircraft)
    slots = slots_of(position, place)
    fighters = sum(piece.kind == Kind.FTR for piece in there)
    free = min(fighters, int(is_open_ground(position, place)))
    most = ON_AN_ISLAND if is_one_hex_island(position.board, place) else len(there)
    return len(there) - free <= slots and len(there) <= most


@implements("TW-10.6.1-2", "TW-11.2.1-3", "TW-13.2.3-1", "TW-2.6-FTR-1")
def is_base(position: Position, piece: Piece, place: str) -> bool:
    """Whether a hex is a base for a unit, room or none: friendly, without enemies, not starved; or
    a box that lets it in.
    """
    if is_box(place):
        return not why_shut(position, piece, place)
    if not position.is_friendly(piece.owner, place) or position.enemy_ground(piece.owner, place):
        return False
    if is_starved(position, place):
        return False
    open_ground = piece.kind == Kind.FTR and is_open_ground(position, place)
    return open_ground or slots_of(position, place) > 0


@implements("TW-11.1-2", "TW-11.2.2-1")
def may_land(position: Position, piece: Piece, place: str) -> bool:
    """Whether a hex is a base for an aircraft, with room."""
    if not is_base(position, piece, place):
        return False
    if is_box(place):
        return True
    there = [one for one in position.at(place) if one.id != piece.id]
    aboard = tuple(_aboard(there))
    based = [one for one in there if one.is_air and one.id not in aboard]
    return holds(position, place, (*based, piece))


@implements("TW-11.11.4-1")
def is_fit(piece: Piece) -> bool:
    """Whether an aircraft flies missions: a Depleted NAC flies none."""
    return piece.kind != Kind.NAC or not piece.is_depleted


def is_aboard(position: Position, piece: Piece) -> bool:
    """Whether a NAC is on the deck of a carrier, and so not based on land."""
    return piece.id in _aboard(position.at(piece.at))


def _aboard(there: Sequence[Piece]) -> Iterator[str]:
    """The NAC on the decks of carriers in a port, who need no base on land."""
    decks = Counter(one.owner for one in there if one.kind == Kind.CV)
    for one in there:
        if one.kind == Kind.NAC and decks[one.owner]:
            decks[one.owner] -= 1
            yield one.id


@implements("TW-18.2-3")
def may_stay(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft may land in a hex by its player's will: French ones for a time at the
    border alone, unless they flee.
    """
    free = piece.owner != PowerName.FRANCE or may_base_french(position, place)
    return free and may_land(position, piece, place)


def why_not_stay(position: Position, piece: Piece, place: str) -> str:
    """How it is told that an aircraft may not stay in a hex."""
    name = piece.counter.name
    if may_land(position, piece, place):
        return f"{position.label(place)} is not at the border, where {name} is based now"
    if is_box(place):
        return why_shut(position, piece, place)
    return f"{position.label(place)} has no room for {name}"


def bases_within(position: Position, piece: Piece, most: int) -> dict[str, int]:
    """The hexes within a range where an aircraft may land: how far each.

    The nearest come first, of these the ones with the fewest enemies beside them.
    """
    found = reached(position, piece, most)
    bases = [one for one in found if may_land(position, piece, one)]
    threats = {one: _threats(position, piece, one) for one in bases}
    return {one: found[one] for one in sorted(bases, key=lambda b: (found[b], threats[b], b))}


def _threats(position: Position, piece: Piece, place: str) -> int:
    """The enemy ground units beside a hex."""
    beside = position.board.neighbours[place]
    return sum(len(position.enemy_ground(piece.owner, one)) for one in beside)
