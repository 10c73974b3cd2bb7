"""Ships whose port is lost (7.1): they sail to the nearest friendly port with room.

The text says nothing of them; a note on captured shipyards lets ships under repair sail. Decides
where ships go whose port the enemy has taken, and who finds none.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.tw.sea.navies import aircraft_of, has_room
from pbem.systems.tw.sea.retiring import nearest_yard
from pbem.systems.tw.sea.sea_verdicts import PortLostVerdict
from pbem.systems.tw.sea.waters import is_area, way_between
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.boxes import is_box, why_shut
from pbem.systems.tw.world.hexes import is_port, ports_of
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import UnitMark


class PortLost(Reading, id="TW-R-7.1-a"):
    """What becomes of ships in a port that the enemy takes."""

    SAIL = "sail"
    LOST = "lost"


def leave_lost_ports(umpire: Umpire) -> None:
    """All ships go that lie where an enemy rules, or at a beach that is no beachhead any more."""
    for unit in sorted(umpire.state.units):
        position = umpire.position
        found = position.units[unit]
        if found.at in position.board and not is_area(found.at):
            ship = position.piece(found)
            if ship.is_naval and not _may_lie(position, ship):
                _leave(umpire, ship)


@implements("TW-8.8.7-3", "TW-7.1-1", "TW-7.7.4-1")
def _may_lie(position: Position, ship: Piece) -> bool:
    """Whether a ship may lie where it does: in a port not of the enemy's, or in a box that lets
    it in, whoever holds that, as Murmansk does Germans.
    """
    if is_box(ship.at) and not why_shut(position, ship, ship.at):
        return True
    hostile = position.at_war(ship.owner, position.holder(ship.at))
    return not hostile and (is_box(ship.at) or is_port(position, ship.at))


@implements("TW-7.1-1")
def _leave(umpire: Umpire, ship: Piece) -> None:
    """One ship with its aircraft goes to a port, or is lost."""
    position = umpire.position
    aircraft = [position.piece(position.units[a]) for a in aircraft_of(position, (ship,)).values()]
    lost = umpire.reading(PortLost) is PortLost.LOST
    port = "" if lost else refuge_of(position, ship)
    for piece in (ship, *aircraft):
        umpire.apply(*([UnitMoved(piece.id, ship.at, port)] if port else eliminated(piece)))
    umpire.tell(PortLostVerdict(ship.at, ship.id, port or None))


def refuge_of(position: Position, ship: Piece) -> str:
    """The nearest shipyard of a ship on the track, else the nearest friendly port with room."""
    if ship.unit.marked(UnitMark.DAMAGED):
        return nearest_yard(position, ship)
    return nearest_port(position, ship)


def nearest_port(position: Position, ship: Piece) -> str:
    """The nearest friendly port, in hexes, with room, to which a way by sea leads."""
    board = position.board
    ports: Sequence[str] = [
        port
        for port in ports_of(position)
        if port in board.spots
        and position.is_friendly(ship.owner, port)
        and has_room(position, port, (ship,))
        and way_between(position, ship.owner, (ship.at, port))
    ]
    return min(ports, key=lambda port: (board.distance(ship.at, port) or 0, port), default="")
