"""What a picture tells who points at a hex: every fact of it in words, under the hex's own id.

Decides the words. Leaves to the browser where they show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pbem.core.maps.board import Board
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
        known = sorted(set(board.by_fact) - set(_FIRST))
        self._rare = {fact: board.by_fact[fact] for fact in known}

    def place(self, place: str, held: str = "") -> str:
        """`E2140 Minsk: clear; USSR; city; zone n-temperate`, as XML can hold it."""
        by_fact = self.board.by_fact
        name = by_fact.get("name", {}).get(place)
        key = tuple([by_fact.get(fact, {}).get(place) for fact in _FIRST[1:5]])
        common = self._common.get(key)
        if common is None:
            common = self._common[key] = escape("; ".join(self._shared(place)))
        head = place if name is None else escape(f"{place} {name}")
        rest = [fact for fact, values in self._rare.items() if place in values]
        more = [*self._facts(place, rest), *self._sides(place)]
        if held:
            more.append(f"held by {held}")
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

    def _facts(self, place: str, rest: list[str]) -> Iterator[str]:
        """What else the map says of a place."""
        also = self.board.fact(place, "also")
        if also is not None:
            yield "also " + (", ".join(map(str, also)) if isinstance(also, tuple) else str(also))
        for fact in rest:
            value = self._rare[fact][place]
            word = _YES.get(fact, fact.replace("_", " "))
            if isinstance(value, tuple):
                yield f"{word} {', '.join(map(str, value))}"
            elif value is True:
                yield word
            elif value is not False:
                yield f"{word} {value}"

    def _sides(self, place: str) -> Iterator[str]:
        """What lies on the sides of a hex, and towards which neighbours."""
        board = self.board
        found: dict[str, list[str]] = {}
        for other in board.neighbours[place]:
            for feature in board.borders.get((place, other), ()):
                found.setdefault(feature, []).append(other)
        yield from (f"{feature}: {' '.join(others)}" for feature, others in sorted(found.items()))
