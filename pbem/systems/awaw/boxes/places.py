"""What places the words of rule 5 mean: ports of a front, islands, hexes beside a box, its gates.

Decides which places belong to a group of the passages chart, in which theater a place lies, and how
many hexes off the board a box is from a gate. Leaves the ways themselves to `ways`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.world.boxes import hexes_beside, is_box
from pbem.systems.awaw.world.hexes import front_of, has_land
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.vocabulary import Marker

EUROPE: Final = "awaw-europe"
PACIFIC: Final = "awaw-pacific"
ANY: Final = "any"
BOX: Final = "box:"
SW_BOXES: Final = ("box:atlantic-sw", "box:pacific-sw", "box:indian-ocean-sw")
MURMANSK: Final = "box:murmansk"
ETHIOPIA: Final = "box:ethiopia"
SOUTH_AFRICA: Final = "box:south-africa"
BOTH: Final = "awaw-both"


class AfricanTheater(Reading, id="AWAW-R-5.38-b"):
    """In which theater the South Africa box counts."""

    EUROPE = "europe"
    NEITHER = "neither"


@implements("AWAW-5.91-1")
def is_sw_box(place: str) -> bool:
    """Whether a place is one of the three SW boxes."""
    return place in SW_BOXES


def is_port(position: Position, place: str) -> bool:
    """Whether ships may be based at a place: a port, a port counter, a box with ports."""
    board = position.board
    return bool(board.fact(place, "port")) or position.state.marker(place, Marker.PORT) is not None


def named(board: Board, names: str) -> tuple[str, ...]:
    """The places of a list of names that are on a map."""
    found = (board.find(name.strip()).place for name in names.split(","))
    return tuple(place for place in found if place)


def belongs(position: Position, group: str, place: str, box: str) -> bool:
    """Whether a place is what a word of the chart means; `box` lies at the other end."""
    if f"{BOX}{group}" in position.board:
        return place == f"{BOX}{group}"
    if is_box(place):
        return group == "any-port" and is_port(position, place)
    chart = position.book.chart("passages")
    how = chart.at(group, "how", "groups").text
    if how == "beside":
        return place in hexes_beside(position, box)
    return _fits(position, how, chart.at(group, "of", "groups").text, place)


def _fits(position: Position, how: str, of: str, place: str) -> bool:
    board = position.board
    if how == "named":
        return place in named(board, of)
    if how == "built":
        return place in named(board, of) and position.state.marker(place, Marker.PORT) is not None
    if how == "country":
        return board.country(place) == of
    here = of in (ANY, board.id, front_of(board, place))
    return here and (is_port(position, place) if how == "ports" else has_land(board, place))


def theater_of(position: Position, place: str) -> str:
    """The theater in which a place lies: a hex on its map, a box as the chart says."""
    if not is_box(place):
        return position.board.id
    if place == SOUTH_AFRICA and position.reading(AfricanTheater) is AfricanTheater.NEITHER:
        return BOTH
    return f"awaw-{position.book.chart('boxes').at(place, 'theater', 'places').text}"


# --- gates ---------------------------------------------------------------------------------------


def gates(position: Position, box: str) -> Iterator[tuple[str, int]]:
    """The hexes of this map through which ships sail from a box, and how many off-board hexes away
    each is.
    """
    table = position.book.chart("gates").table("gates")
    for name in table.rows.names:
        row = {column: table.cells[column, name].value for column in table.columns.names}
        if row["box"] != box or row["map"] != position.board.id:
            continue
        for place in _edge(position.board, str(row["hexes"])):
            yield place, int(row["away"])


@implements("AWAW-5.28A-1", "AWAW-5.38A-1", "AWAW-5.48A-1", "AWAW-5.58A-1")
def is_gate(position: Position, box: str, place: str) -> bool:
    """Whether a path of naval activity leads from a box onto the map over a hex."""
    return any(gate == place for gate, _ in gates(position, box))


@implements("AWAW-5.932-1", "AWAW-5.932-2", "AWAW-5.932-5", "AWAW-5.12B-1")
def off_board(position: Position, box: str, gate: str) -> int | None:
    """How many hexes off the board a box is from a gate; None where that is none of its."""
    return next((away for place, away in gates(position, box) if place == gate), None)


def _edge(board: Board, said: str) -> tuple[str, ...]:
    """The hexes of a gate: named one by one, or the edge of the map on which a box lies."""
    if said.startswith(BOX):
        return tuple(p for p in board.neighbours.get(said, ()) if not is_box(p))
    return tuple(said.split())
