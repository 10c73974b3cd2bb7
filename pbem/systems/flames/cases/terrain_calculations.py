"""What cases may calculate of the map itself: every hex, and what joins it to the next ones.

Decides what a case writes and what it gets. Leaves lines and forts that were built to
`works_calculations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pbem.core.data.findings import UsageError
from pbem.core.maps.board import Board
from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.cases.situation import Asked, CaseBook, board_of
from pbem.systems.flames.world.terrain import RAIL, Ground

CROSSING: Final = ("MTN", "MAR", "INF")


def hexes(book: CaseBook, given: Given) -> Answer:
    """`of`: weather, terrain, points on foot, motorised, as if clear, supply lengths, limit."""
    ground = book.situation(given).ground
    return {place: _hex(ground, place) for place in given["of"]}


def _hex(ground: Ground, place: str) -> list[Any]:
    return [
        ground.weather[place],
        ground.terrain[place],
        ground.is_land(place),
        [ground.legs[place], ground.motors[place], ground.clear[place]],
        [ground.lengths[place], ground.lengths_in_weather[place], ground.path_limits[place]],
    ]


def reaches(book: CaseBook, given: Given) -> Answer:
    """`of`: the next hexes that a zone of control, a supply path, its railway part go into."""
    ground = book.situation(given).ground
    return {
        place: [
            sorted(ground.zoc_reach[place]),
            sorted(ground.path_reach[place]),
            sorted(ground.line_reach[place]),
        ]
        for place in given["of"]
    }


def sides(book: CaseBook, given: Given) -> Answer:
    """`pairs`: what lies between, and the points to cross of a mountain unit, a marine, others."""
    ground = book.situation(given).ground
    return {
        f"{here}-{there}": [
            list(ground.sides(here, there)),
            [ground.cross(here, there, kind) for kind in CROSSING],
        ]
        for here, there in given["pairs"]
    }


def looked_up(book: CaseBook, given: Given) -> Answer:
    """`map`, and of it `near` (places): what each touches; `lines`: where railways lead from each.

    `facts` (fact: places); `lands`: all hexes of each; `far` (pairs): the hexes between;
    `aligned` (countries): to whom each is, as the map says.
    """
    board = board_of(book, given)
    return {what: look(board, given[what]) for what, look in LOOKED.items() if what in given}


def _place(board: Board, name: str) -> str:
    """The place of that name, which the map has."""
    found = board.find(name)
    if found.place is None:
        raise UsageError(found.problem, hint=found.hint)
    return found.place


def _near(board: Board, names: Iterable[str]) -> dict[str, Any]:
    return {name: sorted(board.neighbours[_place(board, name)]) for name in names}


def _lines(board: Board, names: Iterable[str]) -> dict[str, Any]:
    found = {name: _place(board, name) for name in names}
    return {
        name: [near for near in sorted(board.neighbours[at]) if RAIL in board.border(at, near)]
        for name, at in found.items()
    }


def _facts(board: Board, asked: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    return {
        fact: {name: board.fact(_place(board, name), fact) for name in names}
        for fact, names in asked.items()
    }


def _lands(board: Board, lands: Iterable[str]) -> dict[str, Any]:
    return {land: [at for at in board.places if board.country(at) == land] for land in lands}


def _far(board: Board, pairs: Iterable[tuple[str, str]]) -> list[Any]:
    return [board.distance(_place(board, here), _place(board, there)) for here, there in pairs]


def _aligned(board: Board, lands: Iterable[str]) -> dict[str, Any]:
    return {land: board.countries[land].get("aligned") for land in lands}


LOOKED: Final[Mapping[str, Callable[[Board, Any], Any]]] = {
    "near": _near,
    "lines": _lines,
    "facts": _facts,
    "lands": _lands,
    "far": _far,
    "aligned": _aligned,
}
TERRAIN_CALCULATIONS: Final[Asked] = {
    "terrain.at-hexes": hexes,
    "terrain.reaches": reaches,
    "terrain.sides": sides,
    "map.places": looked_up,
}
