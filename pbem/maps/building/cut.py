"""A map that is a part of another one: cut out anew whenever the larger map changes.

Decides what of the larger map a rectangle of one sheet keeps: every fact, side and line within it,
with its provenance; not the hexes of countries that it is `without`. Of off-map places it keeps
those that it names (`beyond`), and what joins them to it. Its own head (`cut:` says of what and how
much) stays as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import FileTrouble, error
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes, read_data_text
from pbem.core.maps.hexes import Sheet
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.sections.head import FORMAT_HEAD
from pbem.core.maps.shipped import shipped_map
from pbem.maps.building.build import sheet_of
from pbem.maps.building.script import flow, folded, quote

_GAPS: Final = ("-", ".")
_COUNTRY_TIES: Final = ("touches", "capital")  # facts of a country that name what may lie outside

Data = Mapping[str, Any]
Part = Callable[[str, str, frozenset[str]], Iterator[tuple[str, list[str]]]]


def is_cut(path: Path) -> bool:
    """Whether a map file says that it is cut from another."""
    return "cut" in _read(path)


def cut(path: Path) -> str:
    """The text of a map file, anew from the map that it is cut from."""
    own = _read(path)
    rule = own["cut"]
    whole = _read(shipped_map(rule["of"]))
    if rule["sheet"] not in whole["grid"]:
        message = f"{path}: {rule['of']} has no sheet {rule['sheet']}"
        raise FileTrouble(message, findings=[error("map-cut", message)])
    piece = _Piece(whole, sheet_of(rule["sheet"], whole["grid"][rule["sheet"]]), rule)
    hexes = _hexes(piece)
    parts = [
        *_head(own, whole, rule),
        *_layers(piece, hexes),
        *_features(whole, hexes),
        *_places(whole, hexes),
        *_joins(whole, hexes),
        *_waters(whole, _values(piece, hexes, "sea")),
        *_countries(whole, _values(piece, hexes, "country"), hexes),
    ]
    return "\n".join(parts) + "\n"


@dataclass(frozen=True)
class _Piece:
    """A larger map, the sheet of it that is cut, and the rule by which."""

    whole: Data
    sheet: Sheet
    rule: Data


def _read(path: Path) -> dict[str, Any]:
    data = read_data_text(decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path))
    assert isinstance(data, dict)
    return data


def _hexes(piece: _Piece) -> frozenset[str]:
    """The hexes of the rectangle and the places beyond, but for those of countries left out."""
    (first, last), (low, high) = piece.rule["columns"], piece.rule["rows"]
    found = {
        hex_id
        for row in range(low, high + 1)
        for hex_id in piece.sheet.numbering.texts(list(range(first, last + 1)), row)
    }
    return frozenset(found - _left_out(piece)).union(piece.rule.get("beyond", ()))


def _left_out(piece: _Piece) -> set[str]:
    """The hexes of the countries that the rectangle is without."""
    without = piece.rule.get("without", ())
    if not without:
        return set()
    board = load_board(shipped_map(piece.rule["of"]))
    return {place for place in board.spots if board.country(place) in without}


def _head(own: Data, whole: Data, rule: Data) -> Iterator[str]:
    yield f"# Cut from {rule['of']} by `pbem map build`; edit nothing but this head: what is wrong"
    yield f"# here is wrong there, and goes into pbem/maps/data/{rule['of']}.yaml. docs/maps.md."
    yield "format: pbem-map/1"
    for key in FORMAT_HEAD:
        if key == "note" and key in own:
            yield "note: >-\n" + "\n".join(folded(own[key].split(), "  "))
        elif key in own:
            yield f"{key}: {flow(own[key]) if key != 'date' else quote(own[key], always=True)}"
    yield f"grid:\n  {rule['sheet']}: {flow(whole['grid'][rule['sheet']])}"


# layers


def _rows(piece: _Piece, hexes: frozenset[str], name: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each row of a layer within the rectangle: its number, its first hex, its letters."""
    layer, sheet = piece.whole["layers"][name], piece.sheet
    (first, last), (low, high) = piece.rule["columns"], piece.rule["rows"]
    eastwards = list(
        range(last, first - 1, -1) if sheet.columns_from == "east" else range(first, last + 1)
    )
    gap = "-" if name == "terrain" else "."
    for line in str(layer["rows"]).splitlines():
        begin, _, rest = line.strip().partition(":")
        found = sheet.numbering.read(begin)
        if found and low <= found[1] <= high:
            column, row = found
            letters = dict(enumerate(rest.split()))
            ids = sheet.numbering.texts(eastwards, row)
            kept = [
                letters.get(abs(eastwards[number] - column), gap)
                if hex_id in hexes and _is_on(sheet, eastwards[number], column)
                else gap
                for number, hex_id in enumerate(ids)
            ]
            yield row, ids[0], kept


def _is_on(sheet: Sheet, column: int, begin: int) -> bool:
    """Whether a column lies in a row that begins further west, or with it."""
    return column <= begin if sheet.columns_from == "east" else column >= begin


def _layers(piece: _Piece, hexes: frozenset[str]) -> Iterator[str]:
    sheet = piece.sheet
    yield "layers:"
    for name, layer in piece.whole["layers"].items():
        rows = list(_rows(piece, hexes, name))
        used = {letter for _, _, letters in rows for letter in letters} - set(_GAPS)
        if not used:
            continue
        yield f"  {name}:\n    provenance: {quote(layer['provenance'])}\n    legend:"
        yield from (f"      {key}: {flow(v)}" for key, v in layer["legend"].items() if key in used)
        yield "    rows: |2"  # the first row may be indented further than the next
        wide = max(map(len, used))
        for row, begin, letters in rows:
            words = " ".join(letter.ljust(wide) for letter in letters).rstrip()
            yield f"      {' ' * (not _is_half_west(sheet, row))}{begin}: {words}"


def _is_half_west(sheet: Sheet, row: int) -> bool:
    return sheet.half_hex_west == ("odd" if row % 2 else "even")


def _values(piece: _Piece, hexes: frozenset[str], name: str) -> dict[str, None]:
    """What a layer says of the hexes within the rectangle, and what the places beyond it are of."""
    legend = piece.whole["layers"][name]["legend"]
    found: dict[str, None] = {}
    for _, _, letters in _rows(piece, hexes, name):
        for letter in letters:
            value = legend.get(letter, [])
            found |= dict.fromkeys(_listed(value[name] if isinstance(value, dict) else value))
    for place in piece.rule.get("beyond", ()):
        found |= dict.fromkeys(_listed(piece.whole["places"]["at"][place].get(name, [])))
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# sides and lines


def _features(whole: Data, hexes: frozenset[str]) -> Iterator[str]:
    kinds: tuple[tuple[str, str, Part], ...] = (
        ("hexsides", "sides", _sides), ("links", "lines", _runs)
    )  # fmt: skip
    for section, key, part in kinds:
        found = [
            (
                feature,
                layer,
                [run for name, text in layer[key].items() for run in part(name, text, hexes)],
            )
            for feature, layer in whole.get(section, {}).items()
        ]
        if any(runs for _, _, runs in found):
            yield f"{section}:"
        for feature, layer, runs in found:
            if runs:
                yield f"  {feature}:\n    provenance: {quote(layer['provenance'])}\n    {key}:"
            for name, words in runs:
                yield f"      {quote(name)}: >-"
                yield from folded(words, "        ")


def _sides(name: str, text: str, hexes: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    """The sides of one name within the rectangle."""
    kept = [side for side in text.split() if hexes.issuperset(side.split("-"))]
    if kept:
        yield name, kept


def _runs(name: str, text: str, hexes: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    """A line as far as it runs within the rectangle, in pieces where it leaves it between."""
    runs: list[list[str]] = []
    for a, b in pairwise(text.split()):
        if hexes.issuperset((a, b)):
            if runs and runs[-1][-1] == a:
                runs[-1].append(b)
            else:
                runs.append([a, b])
    for number, run in enumerate(runs, 1):
        yield name if number == 1 else f"{name} ({number})", run


# places, areas, countries


def _places(whole: Data, hexes: frozenset[str]) -> Iterator[str]:
    yield f"places:\n  provenance: {quote(whole['places']['provenance'])}\n  at:"
    for place, facts in whole["places"]["at"].items():
        if place in hexes:
            yield f"    {place}: {flow(facts)}"


def _joins(whole: Data, hexes: frozenset[str]) -> Iterator[str]:
    """What joins places beyond the rectangle to hexes within it."""
    lines = {
        name: [place for place in text.split() if place in hexes]
        for name, text in whole.get("joins", {"lines": {}})["lines"].items()
        if text.split()[0] in hexes
    }
    if lines:
        yield f"joins:\n  provenance: {quote(whole['joins']['provenance'])}\n  lines:"
        yield from (f"    {quote(name)}: {' '.join(places)}" for name, places in lines.items())


def _waters(whole: Data, seas: Mapping[str, None]) -> Iterator[str]:
    if not seas:
        return
    areas = whole["areas"]
    yield f"areas:\n  provenance: {quote(areas['provenance'])}\n  common: {flow(areas['common'])}"
    yield "  at:"
    yield from (f"    {quote(sea)}: {flow(areas['at'][sea])}" for sea in areas["at"] if sea in seas)
    between = {
        sea: [other for other in others if other in seas]
        for sea, others in whole["borders"]["between"].items()
        if sea in seas
    }
    if any(between.values()):
        yield f"borders:\n  provenance: {quote(whole['borders']['provenance'])}\n  between:"
        yield from (
            f"    {quote(sea)}: {flow(others)}" for sea, others in between.items() if others
        )


def _countries(whole: Data, lands: Mapping[str, None], hexes: frozenset[str]) -> Iterator[str]:
    yield f"countries:\n  provenance: {quote(whole['countries']['provenance'])}\n  at:"
    for land, facts in whole["countries"]["at"].items():
        if land in lands:
            kept = {key: value for key, value in facts.items() if key not in _COUNTRY_TIES}
            if facts.get("capital") in hexes:
                kept["capital"] = facts["capital"]
            kept["touches"] = [other for other in facts["touches"] if other in lands]
            yield f"    {land}: {flow(kept)}"
