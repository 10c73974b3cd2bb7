"""What a picture tells who points at a hex: every fact of it in words, under the hex's own id.

Decides the words. Leaves to the browser where they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pbem.core.maps.board import Board, Value
from pbem.maps.drawing.frame import Frame
from pbem.maps.drawing.names import area_name
from pbem.maps.drawing.svg import Svg, escape, num

_FIRST: Final = ("name", "terrain", "country", "zone", "sea", "scale", "also", "coast")
_YES: Final = {"iced_in": "iced in", "off_map": "off the map"}


def draw_hexes(svg: Svg, frame: Frame, held: Callable[[str], str]) -> None:
    """A hex that cannot be seen over every drawn one, with its id and what is known of it."""
    svg.definitions.setdefault(
        "hex",
        '<path id="hex" d="M0 -60l52 30v60l-52 30l-52 -30v-60z" fill="none" pointer-events="all"/>',
    )
    tell = Telling(frame.board)
    with svg.group("hexes"):
        for place, (x, y) in frame.centres.items():
            told = tell.place(place, held(place))
            svg.parts.append(
                f'<use href="#hex" id="{escape(place)}" x="{num(x)}" y="{num(y)}">'
                f"<title>{told}</title></use>"
            )


class Telling:
    """A board in words; what many hexes have in common is put into words once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._common: dict[tuple[object, ...], str] = {}
        self._more: dict[str, list[str]] = {}
        for place, word in (*_facts(board), *_sides(board)):
            self._more.setdefault(place, []).append(word)

    def place(self, place: str, held: str = "") -> str:
        """`E2140 Minsk: clear; USSR; city; zone n-temperate`, as XML can hold it."""
        by_fact = self.board.by_fact
        name = by_fact.get("name", {}).get(place)
        key = tuple([by_fact.get(fact, {}).get(place) for fact in _FIRST[1:5]])
        common = self._common.get(key)
        if common is None:
            common = self._common[key] = escape("; ".join(self._shared(place)))
        head = place if name is None else escape(f"{place} {name}")
        more = self._more.get(place, [])
        if held:
            more = [*more, f"held by {held}"]
        return f"{head}: {common}" + ("; " + escape("; ".join(more)) if more else "")

    def _shared(self, place: str) -> Iterator[str]:
        """Terrain, country, sea areas and weather zone."""
        board = self.board
        if board.terrain(place):
            yield board.terrain(place)
        if board.country(place):
            yield area_name(board, board.country(place))
        yield from (area_name(board, sea) for sea in board.seas(place))
        if board.zone(place):
            yield f"zone {board.zone(place)}"


def _facts(board: Board) -> Iterator[tuple[str, str]]:
    """What else the map says of places: each with a fact in words."""
    for place, value in board.by_fact.get("also", {}).items():
        yield place, f"also {_listed(value)}"
    for fact in sorted(set(board.by_fact) - set(_FIRST)):
        word = _YES.get(fact, fact.replace("_", " "))
        for place, value in board.by_fact[fact].items():
            if value is True:
                yield place, word
            elif value is not False:
                yield place, f"{word} {_listed(value)}"


def _listed(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _sides(board: Board) -> Iterator[tuple[str, str]]:
    """What lies on the sides of places, and towards which neighbours."""
    found: dict[tuple[str, str], list[str]] = {}
    for (place, other), features in sorted(board.borders.items()):
        for feature in features:
            found.setdefault((place, feature), []).append(other)
    for (place, feature), others in sorted(found.items()):
        yield place, f"{feature}: {' '.join(others)}"
