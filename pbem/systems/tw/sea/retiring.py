"""Depleted ships come home (7.10, 15.1.3.2): to the nearest shipyard, where they are repaired.

So do carriers whose aircraft are Depleted. Decides which shipyard, and takes the ships there once a
battle is over; they are not met on the way. Leaves their repair to `economy`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.tw.sea.navies import aircraft_of, has_room
from pbem.systems.tw.sea.waters import way_between
from pbem.systems.tw.world.geography import Box
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerName, UnitMark


class WhichYard(Reading, id="TW-R-7.10-a"):
    """To which shipyard a Depleted ship sails."""

    HOME = "home"
    FRIENDLY = "friendly"


@implements("TW-7.10-4", "TW-15.1.3.2-1", "TW-7.10-3", "TW-3.9.2-2")
def come_home(umpire: Umpire, pieces: Sequence[Piece]) -> None:
    """The Depleted ships of a battle that is over sail to a shipyard, their aircraft with them;
    those of bases on land stay there.
    """
    for ship in (piece for piece in umpire.position.still_at(pieces) if piece.is_naval):
        position = umpire.position
        aircraft = tuple(aircraft_of(position, (ship,)).values())
        worn = any(position.units[unit].marked(UnitMark.DEPLETED) for unit in aircraft)
        yard = nearest_yard(position, ship) if ship.is_depleted or worn else ""
        if yard and yard != ship.at:
            for unit in (ship.id, *aircraft):
                umpire.apply(UnitMoved(unit, ship.at, yard))


@implements("TW-15.1.5-1", "TW-15.1.5.2-4", "TW-8.8.3-1")
def yards_of(position: Position, power: str) -> Iterator[str]:
    """The shipyards to which ships of a power go: friendly ones at home, else any friendly one;
    Americans to America.
    """
    board = position.board
    if power == PowerName.UNITED_STATES:
        yield str(Box.US)
        return
    friendly = [p for p in board.by_fact.get("shipyard", {}) if position.is_friendly(power, p)]
    homes = position.powers[power].home_countries
    at_home = [place for place in friendly if board.country(place) in homes]
    home = position.reading(WhichYard) is WhichYard.HOME
    yield from at_home if home and at_home else friendly


@implements("TW-7.10-4")
def nearest_yard(position: Position, ship: Piece) -> str:
    """The nearest shipyard, in hexes, to which a way by sea leads; nothing where there is none.
    Ships that are not Depleted themselves need room in its port.
    """
    yards = tuple(
        yard
        for yard in yards_of(position, ship.owner)
        if ship.is_depleted or has_room(position, yard, (ship,))
    )
    if ship.at in yards:
        return ship.at
    ways = {yard: way_between(position, ship.owner, (ship.at, yard)) for yard in yards}
    far = {yard: position.board.distance(ship.at, yard) or 0 for yard in yards}
    ranked = sorted((far[yard], len(way), yard) for yard, way in ways.items() if way)
    return ranked[0][-1] if ranked else ""
