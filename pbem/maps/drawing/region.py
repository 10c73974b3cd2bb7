"""Parts of a map as a user names them: `minsk:4`, `E2640-E2235`, `country:poland`, `sheet:E`.

Several parts stand with commas between them; without any, the whole map is meant.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import UsageError, suggest
from pbem.core.maps.board import Board
from pbem.core.maps.paths import within

SHEET: Final = "sheet"
_WAYS: Final = "write PLACE:RADIUS, CORNER-CORNER, FACT:VALUE (country:poland) or sheet:NAME"


def region(board: Board, text: str) -> tuple[str, ...]:
    """The places of a region, in the board's order; UsageError when it names nothing."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        return board.places
    wanted = {place for part in parts for place in _part(board, part)}
    return tuple(place for place in board.places if place in wanted)


def find_place(board: Board, text: str) -> str:
    """The place that a user names."""
    found = board.find(text)
    if found.place is None:
        raise UsageError(found.problem, hint=found.hint)
    return found.place


def _part(board: Board, text: str) -> list[str]:
    name, colon, value = text.rpartition(":")
    if colon and value.isdecimal():
        return _around(board, name, int(value))
    if text in board or board.find(text).place:
        return _around(board, text, 0)
    if colon:
        return _with_fact(board, name, value)
    first, dash, second = text.partition("-")
    if dash:
        return _rectangle(board, find_place(board, first), find_place(board, second))
    found = board.find(text)
    raise UsageError(found.problem, hint=found.hint or _WAYS)


def _around(board: Board, name: str, radius: int) -> list[str]:
    place = find_place(board, name)
    return [place] if radius == 0 else list(within(board.neighbours, place, radius))


def _with_fact(board: Board, fact: str, value: str) -> list[str]:
    if fact == SHEET:
        sheet = board.sheets.get(value)
        if sheet is None:
            raise UsageError(f"this map has no sheet '{value}'", hint=suggest(value, board.sheets))
        return [place for place in board.spots if sheet.numbering.read(place)]
    values = board.by_fact.get(fact)
    if values is None:
        raise UsageError(f"this map knows no '{fact}'", hint=suggest(fact, board.by_fact))
    found = [place for place, said in values.items() if value in _words(said)]
    if not found:
        known = {word for said in values.values() for word in _words(said)}
        raise UsageError(f"no place has {fact} '{value}'", hint=suggest(value, known))
    return found


def _words(said: object) -> list[str]:
    return [str(one) for one in said] if isinstance(said, tuple) else [str(said)]


def _rectangle(board: Board, first: str, second: str) -> list[str]:
    """The hexes between two opposite corners of one grid."""
    a, b = board.spots.get(first), board.spots.get(second)
    if a is None or b is None or a[0] != b[0]:
        raise UsageError(f"{first} and {second} are not corners on one grid", hint=_WAYS)
    (west, east), (south, north) = sorted((a[1][0], b[1][0])), sorted((a[1][1], b[1][1]))
    plane = board.planes[a[0]]
    return [
        place
        for (x, y), place in plane.items()
        if west - 1 <= x <= east + 1 and south <= y <= north
    ]
