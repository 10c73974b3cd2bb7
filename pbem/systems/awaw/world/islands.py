"""Cities, ports and islands of the boards (4.6, 4.7): what the words of rule 4 mean on a map.

Decides which places are cities, capitals, ports and objectives, which islands have one hex, to what
group they belong, what is based and landed there. Leaves the air units that other places hold
(18.13), control in play (29.71) and beaches, which our maps do not know, to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.hexes import has_crossing_arrow, has_land, is_all_water
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import Marker

HAWAII: Final = "Hawaiian Islands"
MIDWAY: Final = "Midway"
UNPLAYABLE: Final = "unplayable"
DECORATION: Final = ("H31",)  # the island at the northern tip of Denmark, which is drawn only
NAS_ON_AN_ISLAND: Final = 1
LANDINGS: Final = ("sea-supply", "sea-transport", "invasion", "NR")
WITHOUT_PORT: Final = ("sea-supply", "NR")


@implements("AWAW-4.611-1")
def is_city(board: Board, place: str) -> bool:
    """Whether there is a city in a hex: capitals and ports are cities too."""
    return any(board.fact(place, name) for name in ("city", "port", "capital"))


@implements("AWAW-4.612-1")
def is_capital(board: Board, place: str) -> bool:
    """Whether a hex has a capital, be it of a colony."""
    return bool(board.fact(place, "capital"))


@implements("AWAW-4.613-1", "AWAW-4.613-4")
def is_objective(board: Board, place: str) -> bool:
    """Whether a hex is an objective: a red name, which an owner's map tells."""
    return bool(board.fact(place, "objective"))


@implements("AWAW-4.614-1")
def is_port(board: Board, place: str) -> bool:
    """Whether a hex has a port, where ships may be based."""
    return bool(board.fact(place, "port"))


@implements("AWAW-4.615-1")
def is_capital_port(board: Board, place: str) -> bool:
    """Whether a hex has both in one."""
    return is_capital(board, place) and is_port(board, place)


@implements("AWAW-4.614-2")
def coast_of(position: Position, port: str) -> str:
    """The coast of its hex on which a port lies, where a ship must come by that water."""
    table = position.book.chart("islands").table("coasts")
    name = position.board.name(port)
    return table.cells["coast", name].text if name in table.rows.names else ""


@implements("AWAW-4.631-1")
def holder_of_strait(position: Position, a: str, b: str) -> str | None:
    """Who controls the water under a crossing arrow: who holds the land on both sides of it."""
    if not has_crossing_arrow(position.board, a, b):
        return None
    holder = position.controller(a)
    return holder if holder == position.controller(b) else None


@implements("AWAW-4.73-1", "AWAW-4.42-2")
def is_one_hex_island(board: Board, place: str) -> bool:
    """Whether a hex is an island by itself; one that reaches into an unplayable hex is none."""
    if is_box(place) or not has_land(board, place) or board.fact(place, UNPLAYABLE):
        return False
    return not any(
        has_land(board, near) and not is_all_water(board, place, near)
        for near in board.neighbours[place]
        if not is_box(near)
    )


@implements("AWAW-4.72-1")
def may_be_invaded(board: Board, place: str) -> bool:
    """Whether a hex may be invaded: islands of one hex, but one of Denmark; else at beaches."""
    if place in DECORATION:
        return False
    return is_one_hex_island(board, place) or bool(board.fact(place, "beach"))


@implements("AWAW-4.731-1", "AWAW-4.731-2")
def has_room(position: Position, piece: Piece, place: str, squadrons: int = 0) -> bool:
    """Whether NAS or ships may be based on an island of one hex: one squadron, whatever other air
    units are there, and ships at a port counter alone. Other hexes are another matter.
    """
    if not is_one_hex_island(position.board, place):
        return True
    if piece.kind == "NAS":
        return squadrons < NAS_ON_AN_ISLAND
    return not piece.is_naval or _has_port(position, place)


def _has_port(position: Position, place: str) -> bool:
    marked = position.state.marker(place, Marker.PORT) is not None
    return marked or is_port(position.board, place)


@implements("AWAW-4.732-1", "AWAW-4.75-1")
def serves_as_port(position: Position, place: str, use: str) -> bool:
    """Whether a place serves as a port for what is landed: of islands of one hex for supply and
    redeployment, of three islands of two hexes for transport and invasion too, not for basing.
    """
    if _has_port(position, place):
        return True
    if use in WITHOUT_PORT and is_one_hex_island(position.board, place):
        return True
    table = position.book.chart("islands").table("two-hex")
    hexes = (table.cells["hexes", name].text.split() for name in table.rows.names)
    return use in LANDINGS and any(place in one for one in hexes)


# --- groups --------------------------------------------------------------------------------------


@implements("AWAW-4.74-1", "AWAW-4.74-2")
def group_of(position: Position, place: str, for_resistance: bool = False) -> str:
    """The group to which an island belongs; Midway is Hawaiian for Japanese resistance alone."""
    if for_resistance and place == position.board.find(MIDWAY).place:
        return HAWAII
    table = position.book.chart("islands").table("groups")
    found = (name for name in table.rows.names if place in islands_of(position, name))
    return next(found, "")


def islands_of(position: Position, group: str) -> tuple[str, ...]:
    """The places of a group of islands on this map."""
    names = position.book.chart("islands").at(group, "islands", "groups").text.split(",")
    found = (position.board.find(name.strip()).place for name in names)
    return tuple(place for place in found if place)


@implements("AWAW-4.741-1")
def holders_at_start(position: Position, group: str) -> tuple[str, ...]:
    """Who holds a group as a scenario begins: one major power; of the Marianas two share it."""
    return tuple(position.book.chart("islands").at(group, "holder", "groups").text.split())
