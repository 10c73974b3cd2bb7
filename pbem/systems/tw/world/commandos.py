"""Commandos (2.6): one British and one German unit of half a factor, which variants bring.

They land from the sea on beaches and ports, and from the air. British ones may hide in countries
that Germany holds, and are flown home from there at a risk. Decides who hides where, what they take
by an attack alone, and how much they double. Leaves how they come there to `move` and `sea`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.calendar import year_of
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import is_city
from pbem.systems.tw.world.position import ORDER, Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName, Side

HIDES_FROM: Final = 1942
OCCUPIED: Final = (Land.FRANCE, Land.CZECH_REPUBLIC)  # homes that count as minor countries
OUT_OF_REACH: Final = (Land.USSR,)
DOUBLED: Final = (Kind.INF, Kind.MOT)


class BehindTheLines(Reading, id="TW-R-2.6-d"):
    """How British Commandos live in a country that Germany holds."""

    HIDDEN = "hidden"
    SUPPLIED = "supplied"


class GermanCountries(Reading, id="TW-R-2.6-e"):
    """What of a minor country Germany must control, for Commandos to be dropped there."""

    HEX = "hex"
    CAPITALS = "capitals"


@implements("TW-2.6-CDO-5")
def may_hide(position: Position, piece: Piece, place: str) -> bool:
    """Whether British Commandos may be dropped anywhere in a country: from 1942 on, in minor ones
    that Germany controls, occupied France and Bohemia among them, and not in the Soviet Union.
    """
    if piece.kind != Kind.CDO or piece.owner != PowerName.BRITAIN:
        return False
    if year_of(position.clock.turn) < HIDES_FROM or not _is_german(position, place):
        return False
    country = position.board.country(place)
    return country in OCCUPIED or country not in _homes(position)


def _is_german(position: Position, place: str) -> bool:
    """Whether Germany controls a hex; or the capitals of its country, if it is read so."""
    country = position.board.country(place)
    by_hex = position.reading(GermanCountries) is GermanCountries.HEX or country in OCCUPIED
    capitals = position.board.by_fact.get("capital", {})
    asked = [place] if by_hex else [one for one, of in capitals.items() if of == country]
    holders = {position.patron(position.holder(one)) for one in asked}
    return holders == {PowerName.GERMANY}


def _homes(position: Position) -> frozenset[str]:
    """The countries at home of the major powers."""
    majors = (position.powers[name] for name in ORDER if name in position.powers)
    return frozenset(OUT_OF_REACH).union(*(power.home_countries for power in majors))


@implements("TW-2.6-CDO-5")
def is_hidden(position: Position, piece: Piece) -> bool:
    """Whether Commandos hide where they are: they need no supply, and no city in their hands."""
    if not may_hide(position, piece, piece.at):
        return False
    free = not position.enemy_ground(piece.owner, piece.at)
    return free and position.reading(BehindTheLines) is BehindTheLines.HIDDEN


@implements("TW-2.6-CDO-4")
def is_stormed(position: Position, pieces: Sequence[Piece], place: str) -> bool:
    """Whether some units take a hex that nobody defends by an attack alone: Commandos by themselves
    a city or a port of others.
    """
    board = position.board
    town = is_city(board, place) or bool(board.fact(place, "port"))
    raid = all(piece.kind == Kind.CDO for piece in pieces)
    return town and raid and not position.is_friendly(pieces[0].owner, place)


@implements("TW-2.6-CDO-2")
def doubled_by_commandos(position: Position, pieces: Iterable[Piece], place: str) -> str:
    """The INF or MOT unit from the sea, which lands on beaches alone, that Allied Commandos double
    who are in the hex with it: the strongest; nobody where there is none.
    """
    ashore = [piece for piece in pieces if piece.at == place]
    if not any(is_allied(position, piece) for piece in ashore):
        return ""
    may_be = [piece for piece in ashore if piece.kind in DOUBLED]
    return min(may_be, key=lambda p: (-p.strength, p.id)).id if may_be else ""


def is_allied(position: Position, piece: Piece) -> bool:
    """Whether a unit is Commandos of the Allies."""
    return piece.kind == Kind.CDO and position.side_of(piece.owner) == Side.ALLIED
