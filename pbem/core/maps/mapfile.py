"""From a map file (`pbem-map/1`) with its parts and corrections to the board.

docs/maps.md shows the format. A correction file has the sections of a map file but `grid`; what it
says replaces what the map says, `remove` takes things away and `add` makes places. Every problem is
a finding with file and line; a map with a problem gives no board at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import text_of
from pbem.core.maps.areas import touching
from pbem.core.maps.board import Board
from pbem.core.maps.draft import Draft, Source
from pbem.core.maps.hexes import Point
from pbem.core.maps.sections.reader import CORRECTIONS, FORMAT, PART
from pbem.core.maps.sections.table import begin, read_sections

Texts = tuple[tuple[str, str], ...]  # (file name, text) of every file

_MOST_KEPT: Final = 32
_KEPT: Final[dict[Texts, tuple[Texts, Board]]] = {}  # with the texts of the parts


@dataclass(frozen=True, slots=True)
class Reading:
    """A board with the texts that it was read from."""

    board: Board
    draft: Draft
    sources: tuple[Source, ...]
    parts: tuple[Source, ...]


def load_board(path: Path, corrections: Sequence[Path] = ()) -> Board:
    """The board of a map file with its corrections laid over it, in their order.

    It is read once a process, and anew when the map, a part or a correction has another text.
    """
    given = _texts((path, *corrections))
    kept = _KEPT.get(given)
    if kept is None or kept[0] != _texts(Path(name) for name, _ in kept[0]):
        reading = read_texts(given)
        parts = tuple((source.name, source.text) for source in reading.parts)
        kept = _KEPT[given] = parts, reading.board
        if len(_KEPT) > _MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
    return kept[1]


def _texts(paths: Iterable[Path]) -> Texts:
    return tuple(text_of(path)[::-1] for path in paths)


def read_map(path: Path, corrections: Sequence[Path] = ()) -> Reading:
    """The same with what is needed to find the line of a fact."""
    return read_texts(_texts((path, *corrections)))


def board_from_text(text: str, name: str = "map") -> Board:
    """The board of a map given as text."""
    return board_from_texts([(name, text)])


def board_from_texts(texts: Sequence[tuple[str, str]]) -> Board:
    """The board of a map text and its corrections: (file name, text) each."""
    return read_texts(texts).board


def read_texts(texts: Sequence[tuple[str, str]]) -> Reading:
    """A map text and its corrections, read together; FileTrouble holds all that is wrong."""
    draft = Draft()
    main, *fixes = [Source(name, text) for name, text in texts]
    parts = _read_whole(draft, main)
    sources = (main, *parts, *fixes)
    _stop_at_problems(sources)
    for source in fixes:
        read_sections([begin(draft, source, CORRECTIONS)[0]])
        _stop_at_problems(sources)
    neighbours = _neighbours(draft)
    _check_edges(draft, neighbours)
    _check_added(draft)
    _stop_at_problems(sources)
    return Reading(_board(draft, neighbours), draft, sources, parts)


def _read_whole(draft: Draft, main: Source) -> tuple[Source, ...]:
    """Read a map with its parts, section by section, so that a part may name places of another.

    What comes back are the parts.
    """
    reader, names = begin(draft, main, FORMAT)
    paths = [Path(main.name).with_name(name) for name in names]
    parts = tuple(Source(name, text) for name, text in _texts(paths))
    read_sections([reader, *(begin(draft, part, PART)[0] for part in parts)])
    return parts


def _stop_at_problems(sources: Sequence[Source]) -> None:
    findings = [finding for source in sources for finding in source.findings]
    if findings:
        raise FileTrouble("\n".join(map(str, findings)), findings=findings)


def _neighbours(draft: Draft) -> dict[str, tuple[str, ...]]:
    """Hexes clockwise from the north-east, then what is joined by a line, in byte order."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(sorted(draft.places), ())
    for hexes in draft.planes.values():
        _hex_neighbours(hexes, found)
    for place, others in touching(draft.joined).items():
        found[place] += tuple(other for other in others if other not in found[place])
    return found


def _hex_neighbours(hexes: Mapping[Point, str], found: dict[str, tuple[str, ...]]) -> None:
    """The neighbours of all hexes of a plane, row by row: much quicker than hex by hex."""
    west = min((x for x, _ in hexes), default=0) - 3
    width = max((x for x, _ in hexes), default=0) - west + 4
    rows: dict[int, list[str]] = {}
    for (x, y), hex_id in hexes.items():
        if y not in rows:
            rows[y] = [""] * width
        rows[y][x - west] = hex_id
    empty = [""] * width
    for y, row in rows.items():
        above, below = rows.get(y + 1, empty), rows.get(y - 1, empty)
        for at in (2, 3):  # a row has hexes on whole or on half columns, seldom on both
            six = (
                above[at + 1 :: 2], row[at + 2 :: 2], below[at + 1 :: 2],
                below[at - 1 :: 2], row[at - 2 :: 2], above[at - 1 :: 2],
            )  # fmt: skip
            for hex_id, around in zip(row[at::2], zip(*six, strict=False), strict=False):
                if hex_id:
                    found[hex_id] = tuple(filter(None, around)) if "" in around else around


def _check_edges(draft: Draft, neighbours: Mapping[str, tuple[str, ...]]) -> None:
    for feature, edges in draft.edges.items():
        for (a, b), edge in edges.items():
            if b not in neighbours[a]:
                edge.source.problem("map-side", f"{feature}: {a} and {b} do not touch", edge.path)


def _check_added(draft: Draft) -> None:
    for place, edge in draft.added.items():
        if place in draft.places and place not in draft.facts.get("terrain", {}):
            hint = f"layers: {{terrain: {{legend: …, rows: '{place}: …'}}}}"
            edge.source.problem("map-add", f"{place} is added without terrain", edge.path, hint)
    for land, edge in draft.founded.items():
        if draft.countries and not {"name", "kind"} <= draft.countries.get(land, {}).keys():
            hint = f"countries: {{at: {{{land}: {{name: …, kind: home}}}}}}"
            message = f"the country {land} is added without name and kind"
            edge.source.problem("map-add", message, edge.path, hint)


def _board(draft: Draft, neighbours: dict[str, tuple[str, ...]]) -> Board:
    return Board(
        id=draft.head["map"],
        title=draft.head["title"],
        date=draft.head["date"],
        places=tuple(neighbours),
        by_fact={fact: draft.facts[fact] for fact in sorted(draft.facts)},
        neighbours=neighbours,
        borders=_borders(draft),
        spots=draft.spots,
        planes=draft.planes,
        sheets=draft.sheets,
        layers=tuple(draft.layers),
        exceptions=draft.exceptions,
        implements=draft.implements,
        expected=tuple(draft.expected),
        countries={
            land: draft.countries[land] for land in sorted(draft.countries) if draft.countries[land]
        },
    )


def _borders(draft: Draft) -> dict[tuple[str, str], tuple[str, ...]]:
    """The features of every side by name, found from either side."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for feature in sorted(draft.edges):
        for a, b in draft.edges[feature]:
            found[a, b] = found[b, a] = (*found.get((a, b), ()), feature)
    return found
