"""Ships and navies (7.0, 7.1, 7.11): ratings, what counts as how many Fleets, room in ports.

Decides the rating of a ship and of a force, which carrier has aircraft, how many ships a port
holds. Leaves battles to `battle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.skies import air_force_rating, air_rating_of
from pbem.systems.tw.sea.waters import is_area
from pbem.systems.tw.supply.lines import NONE, supply_of
from pbem.systems.tw.world.boxes import is_box
from pbem.systems.tw.world.boxes import room_of as room_of_box
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import is_port, is_starved
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import FOURTH, THIRD, governing
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerCount, UnitMark

ROOM: Final = 3  # Fleets in a port
MALTA_ROOM: Final = 1


class Beachhead(Reading, id="TW-R-7.7.4-a"):
    """For what a beachhead counts as a port."""

    SHIPS = "ships"
    CARGO = "cargo"


class Signs(Reading, id="TW-R-7.11-a"):
    """Whose signs hold where the matrix of navies and the paragraphs on them differ."""

    PARAGRAPHS = "paragraphs"
    MATRIX = "matrix"


class Stranded(Reading, id="TW-R-12.6.3-a"):
    """How ships fight that are met on their way from a port without supply, or struck in it."""

    RATING = "rating"
    DEPLETED = "depleted"


@implements("TW-12.6.3-2")
def is_stranded(position: Position, ship: Piece) -> bool:
    """Whether a ship comes from a port without supply, or lies in it; neutrals need none."""
    if not ship.is_naval or is_area(ship.at) or position.side_of(ship.owner) == NEUTRAL:
        return False
    return supply_of(position, ship) == NONE


@implements("TW-7.11.1-1", "TW-15.1.3.2-4", "TW-11.11.4-1", "TW-12.6.3-2")
def naval_rating_of(position: Position, piece: Piece) -> int:
    """The rating of a ship: its navy's, Fourth-Rate if Depleted or without supply; of an aircraft
    its air force's, also of a NAC, which is Fourth-Rate against aircraft alone.
    """
    if piece.is_depleted or is_stranded(position, piece):
        return FOURTH
    if piece.kind == Kind.NAC:
        return air_force_rating(position, piece.owner)
    if not piece.is_naval:
        return air_rating_of(position, piece)
    return navy_rating(position, piece.owner)


@implements("TW-7.11.1-1", "TW-7.11.2-1", "TW-7.11.3-1")
def navy_rating(position: Position, power: str) -> int:
    """The rating of a navy: what the chart says, or what it has risen to."""
    chart = position.book.chart("naval-modifiers")
    risen = position.state.counter(power, PowerCount.NAVY)
    if risen or power not in chart.table("rating").rows.names:
        return risen or THIRD
    return int(chart.at(power, "rating", "rating").number)


@implements("TW-7.11.5-1", "TW-7.11.5-2")
def governing_rating(position: Position, pieces: Iterable[Piece]) -> int:
    """The rating of a force: that of half of its units or more."""
    return governing(position, ((naval_rating_of(position, piece), 1) for piece in pieces))


@implements("TW-7.11.1-2")
def nationality(position: Position, mine: Iterable[Piece], theirs: Iterable[Piece]) -> int:
    """What the ratings of two forces add to the die of the first, in battle and interception."""
    return between(position, governing_rating(position, mine), governing_rating(position, theirs))


@implements("TW-7.11.1-2")
def between(position: Position, mine: int, theirs: int) -> int:
    """What one rating against another adds to the die."""
    signs = position.reading(Signs)
    table = "paragraphs" if signs is Signs.PARAGRAPHS else "nationality"
    return int(position.book.chart("naval-modifiers").at(str(theirs), str(mine), table).number)


# --- ships and their aircraft --------------------------------------------------------------------


@implements("TW-7.0-1")
def ships_at(position: Position, place: str) -> tuple[Piece, ...]:
    """The Fleets and CVs at a place."""
    return tuple(piece for piece in position.at(place) if piece.is_naval)


@implements("TW-1.2b-19", "TW-7.8-3")
def force_at(position: Position, power: str, place: str) -> tuple[Piece, ...]:
    """The whole ships of a power and of those who stand with it in one port, or on one patrol."""
    return tuple(
        ship
        for ship in ships_at(position, place)
        if position.stand_together(power, ship.owner) and not ship.is_depleted
    )


@implements("TW-11.6-1", "TW-2.6-CV-1")
def aircraft_of(position: Position, ships: Iterable[Piece]) -> dict[str, str]:
    """The NAC of each CV among some ships: those of a place and an owner, in byte order."""
    found: dict[str, str] = {}
    for ship in ships:
        if ship.kind == Kind.CV:
            at_hand = _naval_air(position, ship)
            decks = [one for one in ships_at(position, ship.at) if _is_like(one, ship)]
            number = [one.id for one in decks].index(ship.id)
            if number < len(at_hand):
                found[ship.id] = at_hand[number].id
    return found


def _is_like(one: Piece, ship: Piece) -> bool:
    return one.kind == ship.kind and one.owner == ship.owner


def _naval_air(position: Position, ship: Piece) -> list[Piece]:
    here = position.at(ship.at)
    return [one for one in here if one.kind == Kind.NAC and one.owner == ship.owner]


def deck_of(position: Position, ship: Piece) -> Piece | None:
    """The whole NAC of a whole carrier."""
    if ship.is_depleted:
        return None
    naval_air = aircraft_of(position, (ship,)).get(ship.id)
    piece = position.piece(position.units[naval_air]) if naval_air is not None else None
    return piece if piece is not None and not piece.is_depleted else None


def has_deck(position: Position, ship: Piece) -> bool:
    """Whether a ship is a whole carrier with a whole NAC."""
    return deck_of(position, ship) is not None


def any_deck(position: Position, ships: Iterable[Piece]) -> bool:
    """Whether some ship of a force is a whole carrier with a whole NAC."""
    return any(has_deck(position, ship) for ship in ships)


@implements("TW-7.9.5-4", "TW-1.2a-17", "TW-1.2b-9")
def halves_of(position: Position, piece: Piece, in_strait: bool) -> int:
    """What a unit counts in odds, in halves of a Fleet: carriers by their NAC, FTR in straits."""
    if piece.kind == Kind.FTR and not in_strait:
        return 0
    chart = position.book.chart("naval-modifiers")
    if piece.kind not in chart.table("worth").rows.names:
        return 0
    halves = int(chart.at(piece.kind, "halves", "worth").number)
    if piece.kind not in (Kind.CV, Kind.NAC):
        return halves
    aircraft = deck_of(position, piece) if piece.kind == Kind.CV else piece
    return halves * aircraft.strength if aircraft is not None and not aircraft.is_depleted else 0


@implements("TW-2.6-FLEET-1", "TW-2.6-CV-1", "TW-7.2-1")
def range_of(ships: Iterable[Piece]) -> int:
    """The sea areas of a mission that ships go together: the least of what is printed on them."""
    return min(int(ship.counter.rating("range")) for ship in ships)


@implements("TW-2.6-FLEET-1", "TW-2.6-CV-1", "TW-7.8-10")
def reach_of(ships: Iterable[Piece]) -> int:
    """The sea areas from which ships intercept together: the least of what is printed on them."""
    return min(int(ship.counter.rating("interception")) for ship in ships)


@implements("TW-7.8-11")
def counted(pieces: Sequence[Piece]) -> int:
    """How many units a force has for interception: a CV and its NAC are one."""
    return sum(piece.kind != Kind.NAC for piece in pieces)


# --- room in ports -------------------------------------------------------------------------------


@implements("TW-7.1-1", "TW-23.35-2", "TW-13.2.3-1", "TW-7.7.4-1")
def room_of(position: Position, place: str) -> int:
    """The Fleets that a place bases."""
    if is_box(place):
        return room_of_box(position, place)
    if not is_port(position, place) or is_starved(position, place):
        return 0
    if not position.board.fact(place, "port") and position.reading(Beachhead) is Beachhead.CARGO:
        return 0
    return MALTA_ROOM if position.board.country(place) == Land.MALTA else ROOM


@implements("TW-7.1-1")
def berths(position: Position, ships: Iterable[Piece]) -> int:
    """The room that ships take: a carrier alone none, ships on a shipyard's track none."""
    afloat = [ship for ship in ships if not ship.unit.marked(UnitMark.DAMAGED)]
    decks = aircraft_of(position, afloat)
    return sum(ship.kind == Kind.FLEET or ship.id in decks for ship in afloat)


def has_room(position: Position, place: str, coming: Sequence[Piece]) -> bool:
    """Whether a port holds some ships more."""
    names = {piece.id for piece in coming}
    there = [
        ship
        for ship in ships_at(position, place)
        if ship.id not in names and not position.at_war(ship.owner, coming[0].owner)
    ]
    return berths(position, there) + berths(position, coming) <= room_of(position, place)
