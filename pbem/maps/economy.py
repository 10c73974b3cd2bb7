"""The economy of a map as a table for players and owners: country by country, place by place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from pbem.core.maps.board import Board
from pbem.core.maps.economy import KINDS, PLAIN, Stand, Total, total

_COLUMNS: Final = ("factories", "resources", "oil", "objective", "port")
_SHORT: Final[Mapping[str, str]] = {
    "printed": "P",
    "historical": "H",
    "reconstructed": "R",
    "derived": "D",
    "corrected": "C",
    "transcribed": "T",
}
_NOTE: Final = """\
P printed in the rulebook, H from history, R reconstructed, C corrected, T transcribed; objective!
also counts for an automatic victory. What is wrong goes into a correction file (docs/maps.md):
places: {at: {W0836: {factories: [red, blue], resources: 1}}}
"""


def table(
    board: Board,
    lands: Mapping[str, Sequence[Stand]],
    *,
    whole: bool = True,
    ports: bool = False,
) -> str:
    """All countries with their places; `whole` adds the sum over them."""
    blocks = [_country(board, land, held, ports) for land, held in lands.items()]
    rows = [row for block in blocks for row in block]
    if whole:
        rows += [("", "", *_sums(total(chain.from_iterable(lands.values()))))]
        rows[-1] = ("all", *rows[-1][1:])
    widths = [max(len(row[n]) for row in (*rows, _HEAD)) for n in range(len(_HEAD))]
    lines = [_line(_HEAD, widths)]
    for block in blocks:
        lines += [_line(row, widths) for row in block]
    lines += [_line(rows[-1], widths)] if whole else []
    return f"{board.title or board.id}\n\n" + "\n".join(lines) + f"\n\n{_NOTE}"


_HEAD: Final = ("country, place", "", *_COLUMNS)


def _country(board: Board, land: str, held: Sequence[Stand], ports: bool) -> list[tuple[str, ...]]:
    """The sum of a country, and under it its places."""
    name = str(board.countries.get(land, {}).get("name", land or "no country"))
    shown = [stand for stand in held if ports or stand.counts]
    return [(name, "", *_sums(total(held))), *map(_row, shown)]


def _row(stand: Stand) -> tuple[str, ...]:
    marks = {fact: _SHORT.get(origin.partition(":")[0], "?") for fact, origin in stand.origins}
    kinds = total([stand]).factories
    objective = "objective!" if "victory" in stand.marks else "objective"
    return (
        f"  {stand.label}",
        next((mark for mark in ("capital", "city") if mark in stand.marks), ""),
        _marked(_factories(kinds), marks.get("factories")),
        _marked(_number(stand.resources), marks.get("resources")),
        _marked(_number(stand.oil), marks.get("oil")),
        _marked(objective if "objective" in stand.marks else "", marks.get("objective")),
        stand.port,
    )


def _sums(sums: Total) -> tuple[str, ...]:
    ports = [(sums.major_ports, "major"), (sums.minor_ports, "minor")]
    victory = f" ({sums.victory}!)" if sums.victory else ""
    return (
        _factories(sums.factories),
        _number(sums.resources),
        _number(sums.oil),
        f"{_number(sums.objectives)}{victory}",
        ", ".join(f"{count} {kind}" for count, kind in ports if count),
    )


def _factories(kinds: Iterable[tuple[str, int]]) -> str:
    """`1 red, 2 blue`; a number where the map says no kinds."""
    return ", ".join(str(n) if kind == PLAIN else f"{n} {kind}" for kind, n in _ordered(kinds))


def _ordered(kinds: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(kinds, key=lambda item: (*KINDS, PLAIN).index(item[0]))


def _number(count: int) -> str:
    return str(count) if count else ""


def _marked(text: str, mark: str | None) -> str:
    return f"{text} {mark}" if text and mark else text


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(map(str.ljust, row, widths)).rstrip()
