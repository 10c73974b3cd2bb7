"""Whether a map is sound: what an owner runs after correcting a sheet against the printed one.

The reader refuses what cannot be read (unknown hexes, sides between hexes that do not touch). This
looks for what can be read but cannot be true: a city at sea, a port without a sea, a railway that
ends in the middle of nowhere, a hex of no country. It knows only the facts that all hex games
share: terrain, country, zone, sea, city, port, factories, off_map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pbem.core.areas import pieces
from pbem.core.board import Board
from pbem.core.findings import Finding, error, warning

SEA: Final = "sea"
_ASHORE: Final = ("city", "capital", "factories", "resources", "oil")
_LINES: Final = ("rail", "road")
_AT_MOST_ONE: Final = ("alpine", "lake", "all-sea", "river", "canal")


def check(board: Board) -> list[Finding]:
    """All findings about a map, errors first."""
    checks: tuple[Callable[[Board], Iterator[Finding]], ...] = (
        _complete,
        _ashore,
        _coasts,
        _ports,
        _sea_areas,
        _sides,
        _line_ends,
        _lonely_areas,
    )
    found = [finding for one in checks for finding in one(board)]
    return sorted(found, key=lambda finding: (finding.severity, finding.code, finding.message))


def _hexes(board: Board) -> Iterator[str]:
    return (place for place in board.places if place in board.spots)


def _at_sea(board: Board, place: str) -> bool:
    return board.terrain(place) == SEA


def _complete(board: Board) -> Iterator[Finding]:
    """Every land hex has terrain and a country; every hex a zone, if the map has zones at all."""
    for fact in ("terrain", "country", "zone"):
        if fact not in board.by_fact:
            continue
        for place in _hexes(board):
            needless = fact == "country" and _at_sea(board, place)
            if board.fact(place, fact) is None and not needless:
                yield error("map-incomplete", f"{board.label(place)} has no {fact}")


def _ashore(board: Board) -> Iterator[Finding]:
    for fact in _ASHORE:
        for place in board.by_fact.get(fact, {}):
            if _at_sea(board, place):
                yield error("map-at-sea", f"{board.label(place)} is at sea and has: {fact}")


def _coasts(board: Board) -> Iterator[Finding]:
    """A hex touches a sea if and only if it is a coast (or is sea)."""
    if "sea" not in board.by_fact:
        return
    for place in _hexes(board):
        wet = _at_sea(board, place) or bool(board.fact(place, "coast"))
        if wet and not board.seas(place):
            yield error("map-coast", f"{board.label(place)} lies in no sea area")
        if not wet and board.seas(place):
            yield error("map-coast", f"{board.label(place)} lies in a sea area but is no coast")


def _ports(board: Board) -> Iterator[Finding]:
    for place in board.by_fact.get("port", {}):
        if not board.seas(place):
            yield error("map-port", f"the port {board.label(place)} touches no sea area")


def _sea_areas(board: Board) -> Iterator[Finding]:
    """Every sea area named exists, and its hexes form one piece."""
    members: dict[str, list[str]] = {}
    for place in _hexes(board):
        for sea in board.seas(place):
            members.setdefault(sea, []).append(place)
    for sea, hexes in sorted(members.items()):
        if sea not in board:
            yield error("map-sea", f"{board.label(hexes[0])} lies in {sea}, which is no area")
        for piece in pieces(board.neighbours, hexes)[1:]:
            yield warning("map-sea-cut", f"{sea}: {', '.join(piece[:6])} is cut off from the rest")


def _sides(board: Board) -> Iterator[Finding]:
    """Features that exclude each other do not share a side; an all-sea side has two wet hexes."""
    for (a, b), features in sorted(board.borders.items()):
        if a > b:
            continue
        both = [feature for feature in features if feature in _AT_MOST_ONE]
        if len(both) > 1:
            yield error("map-side-twice", f"the side {a}-{b} is {' and '.join(both)}")
        if "all-sea" in features and not (board.seas(a) and board.seas(b)):
            yield error("map-all-sea", f"the side {a}-{b} is all sea, but one hex has no sea")
        if all(_at_sea(board, place) for place in (a, b)) and features:
            yield error("map-at-sea", f"the side {a}-{b} is at sea and has: {', '.join(features)}")


def _line_ends(board: Board) -> Iterator[Finding]:
    """A line ends at a named place, where another line goes on, or at the edge of the map."""
    for feature in _LINES:
        ends: dict[str, int] = {}
        for (a, _), features in board.borders.items():
            if feature in features:
                ends[a] = ends.get(a, 0) + 1
        for place, count in sorted(ends.items()):
            if count == 1 and not board.name(place) and not _at_edge(board, place):
                yield warning(
                    "map-line-end", f"a {feature} line ends in {place}, a place without a name"
                )


def _at_edge(board: Board, place: str) -> bool:
    return len(board.neighbours[place]) < 6


def _lonely_areas(board: Board) -> Iterator[Finding]:
    """An area touches another one, unless the map has only one."""
    areas = [place for place in board.places if place not in board.spots]
    for place in areas:
        if len(areas) > 1 and not board.neighbours[place]:
            yield warning("map-alone", f"{board.label(place)} touches nothing")
