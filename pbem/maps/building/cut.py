"""A map that is a part of another one: cut out anew whenever the larger map changes.

Decides what of the larger map a rectangle of one sheet keeps: every fact, side and line within it,
with its provenance. Its own head (`cut:` says of what and how much) stays as it is written. Leaves
off-map places and what joins them to the larger map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import FileTrouble, error
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes, read_data_text
from pbem.core.maps.hexes import Sheet
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
    sheet = sheet_of(rule["sheet"], whole["grid"][rule["sheet"]])
    hexes = _hexes(sheet, rule)
    parts = [
        *_head(own, whole, rule),
        *_layers(whole, sheet, rule),
        *_features(whole, hexes),
        *_places(whole, hexes),
        *_waters(whole, _seas(whole, sheet, rule)),
        *_countries(whole, _lands(whole, sheet, rule), hexes),
    ]
    return "\n".join(parts) + "\n"


def _read(path: Path) -> dict[str, Any]:
    data = read_data_text(decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path))
    assert isinstance(data, dict)
    return data


def _hexes(sheet: Sheet, rule: Data) -> frozenset[str]:
    (first, last), (low, high) = rule["columns"], rule["rows"]
    return frozenset(
        hex_id
        for row in range(low, high + 1)
        for hex_id in sheet.numbering.texts(list(range(first, last + 1)), row)
    )


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


def _rows(name: str, layer: Data, sheet: Sheet, rule: Data) -> Iterator[tuple[int, str, list[str]]]:
    """Each row of a layer within the rectangle: its number, its first hex, its letters."""
    (first, last), (low, high) = rule["columns"], rule["rows"]
    eastwards = (
        range(last, first - 1, -1) if sheet.columns_from == "east" else range(first, last + 1)
    )
    gap = "-" if name == "terrain" else "."
    for line in str(layer["rows"]).splitlines():
        begin, _, rest = line.strip().partition(":")
        found = sheet.numbering.read(begin)
        if found and low <= found[1] <= high:
            column, row = found
            letters = dict(enumerate(rest.split()))
            at = (abs(here - column) if _is_on(sheet, here, column) else -1 for here in eastwards)
            kept = [letters.get(place, gap) for place in at]
            yield row, sheet.numbering.texts([eastwards[0]], row)[0], kept


def _is_on(sheet: Sheet, column: int, begin: int) -> bool:
    """Whether a column lies in a row that begins further west, or with it."""
    return column <= begin if sheet.columns_from == "east" else column >= begin


def _layers(whole: Data, sheet: Sheet, rule: Data) -> Iterator[str]:
    yield "layers:"
    for name, layer in whole["layers"].items():
        rows = list(_rows(name, layer, sheet, rule))
        used = {letter for _, _, letters in rows for letter in letters} - set(_GAPS)
        if not used:
            continue
        yield f"  {name}:\n    provenance: {quote(layer['provenance'])}\n    legend:"
        yield from (f"      {key}: {flow(v)}" for key, v in layer["legend"].items() if key in used)
        yield "    rows: |2" if _is_half_west(sheet, rows[0][0]) else "    rows: |"
        wide = max(map(len, used))
        for row, begin, letters in rows:
            words = " ".join(letter.ljust(wide) for letter in letters).rstrip()
            yield f"      {' ' * (not _is_half_west(sheet, row))}{begin}: {words}"


def _is_half_west(sheet: Sheet, row: int) -> bool:
    return sheet.half_hex_west == ("odd" if row % 2 else "even")


def _values(whole: Data, name: str, sheet: Sheet, rule: Data) -> dict[str, None]:
    """What the letters of a layer that are used within the rectangle stand for."""
    layer = whole["layers"][name]
    found: dict[str, None] = {}
    for _, _, letters in _rows(name, layer, sheet, rule):
        for letter in letters:
            value = layer["legend"].get(letter, [])
            value = value[name] if isinstance(value, dict) else value
            found |= dict.fromkeys(value if isinstance(value, list) else [value])
    return found


def _seas(whole: Data, sheet: Sheet, rule: Data) -> dict[str, None]:
    return _values(whole, "sea", sheet, rule)


def _lands(whole: Data, sheet: Sheet, rule: Data) -> dict[str, None]:
    return _values(whole, "country", sheet, rule)


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
