"""Layers: rows of letters, a letter a hex, with a legend that says what each letter means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.maps.board import Expected, Value
from pbem.core.maps.draft import DocPath, Draft, Row, Run
from pbem.core.maps.hexes import Point, Sheet
from pbem.core.maps.sections.reader import Reader
from pbem.core.maps.sections.values import check_value

Legend = Mapping[str, Mapping[str, Value | None]]  # what each letter says
_EXPECTED: Final = ("north_to_south", "known")
_NO_HEX: Final = "-"
_NOTHING: Final = "."


def read_layers(reader: Reader, data: dict[str, object]) -> None:
    """Terrain first: it says which hexes there are."""
    for name in sorted(data, key=lambda layer: layer != "terrain"):
        path = ("layers", name)
        layer = reader.mapping(data[name], path)
        own = () if reader.corrects else ("default", *_EXPECTED)
        reader.known(layer, ("provenance", "note", "legend", "rows", *own), path)
        origin = reader.provenance(layer, "layers", name, path)
        reader.known_fact(name, path, "layer")
        legend = _legend(reader, name, layer.get("legend", {}), path)
        text = reader.string(layer.get("rows", ""), (*path, "rows"))
        rows = list(rows_of(reader, text, (*path, "rows")))
        if reader.corrects:
            for row in rows:
                _correct(reader, row, legend, origin)
            continue
        _expect(reader, name, layer, path)
        if name == "terrain":
            for row in rows:
                _new_hexes(reader, row)
        _fill(reader, rows, legend)
        if "default" in layer:
            _fill_rest(reader.draft, name, reader.value(layer["default"], (*path, "default")))


def _expect(reader: Reader, name: str, layer: Mapping[str, object], path: DocPath) -> None:
    """What the layer says that it must come out as; the soundness check looks whether it does."""
    if not any(key in layer for key in _EXPECTED):
        return
    known = reader.mapping(layer.get("known", {}), (*path, "known"))
    reader.draft.expected.append(
        Expected(
            name,
            reader.texts(layer.get("north_to_south", []), (*path, "north_to_south")),
            {value: reader.texts(known[value], (*path, "known", value)) for value in known},
        )
    )


def _legend(
    reader: Reader, name: str, data: object, path: DocPath
) -> dict[str, dict[str, Value | None]]:
    """What each letter stands for: a value of the layer's own fact, or several facts."""
    found: dict[str, dict[str, Value | None]] = {_NO_HEX: {}, _NOTHING: {}}
    for token, value in reader.mapping(data, (*path, "legend")).items():
        where = (*path, "legend", token)
        facts = value if isinstance(value, dict) else {name: value}
        found[token] = {fact: reader.value(facts[fact], where) for fact in facts}
        for fact in facts if isinstance(value, dict) else ():
            reader.known_fact(fact, where)
        for fact, meaning in found[token].items():
            check_value(reader, fact, meaning, where)
    return found


def rows_of(reader: Reader, text: str, path: DocPath) -> Iterator[Row]:
    """Each row of letters: hexes from the named one eastwards, a letter for each."""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        first, colon, rest = content.partition(":")
        tokens = rest.split()
        run = run_from(reader.draft, first.strip(), len(tokens)) if colon and tokens else None
        if run:
            yield Row(run, tokens, path, number)
        else:
            reader.problem(
                "map-row",
                f"the row '{content[:20]}' does not begin with the id of a hex",
                path,
                "write the westernmost hex, a colon, then one letter a hex eastwards",
                line=number,
            )


def run_from(draft: Draft, first: str, count: int) -> Run | None:
    """So many hexes from one eastwards, where a sheet of the map numbers it."""
    key = first, count
    if key not in draft.runs:
        for sheet in draft.sheets.values():
            if found := sheet.run(first, count):
                draft.runs[key] = Run(sheet, *found)
    return draft.runs.get(key)


# --- hexes that come into being ------------------------------------------------------------------


def _new_hexes(reader: Reader, row: Row) -> None:
    """The hexes of a terrain row come into being."""
    sheet = row.run.sheet
    ids, points = _fresh(reader, row, reader.draft.planes.get(sheet.plane, {}))
    come_into_being(reader.draft, sheet, ids, points)


def come_into_being(
    draft: Draft, sheet: Sheet, ids: Sequence[str], points: Sequence[Point]
) -> None:
    """New hexes of a sheet at their points."""
    draft.places.update(dict.fromkeys(ids))
    draft.spots.update(zip(ids, zip(repeat(sheet.plane), points), strict=False))
    draft.planes.setdefault(sheet.plane, {}).update(zip(points, ids, strict=True))
    if sheet.scale:
        draft.facts.setdefault("scale", {}).update(dict.fromkeys(ids, sheet.scale))


def _fresh(reader: Reader, row: Row, plane: Mapping[Point, str]) -> tuple[list[str], list[Point]]:
    """The hexes of a row without the gaps; one that is there already is a problem."""
    places, run = reader.draft.places, row.run
    unused = places.keys().isdisjoint(run.ids) and plane.keys().isdisjoint(run.points)
    if unused and _NO_HEX not in row.tokens:
        return run.ids, run.points
    here = [n for n, token in enumerate(row.tokens) if token != _NO_HEX]
    ids, points = [run.ids[n] for n in here], [run.points[n] for n in here]
    for hex_id, point in zip(ids, points, strict=True):
        if hex_id in places:
            _row_problem(reader, row, "map-double", f"{hex_id} stands in two rows")
        elif point in plane:
            _row_problem(reader, row, "map-double", f"{hex_id} lies where {plane[point]} lies")
    return ids, points


# --- what the letters say ------------------------------------------------------------------------


def _fill(reader: Reader, rows: Sequence[Row], legend: Legend) -> None:
    """Give the hexes of a layer what their letters say, the whole layer at once."""
    draft = reader.draft
    ids = [hex_id for row in rows for hex_id in row.run.ids]
    tokens = [token for row in rows for token in row.tokens]
    if not (legend.keys() >= set(tokens) and draft.places.keys() >= set(ids)):
        parts = [_sound_part(reader, row, legend) for row in rows]
        ids = [hex_id for part, _ in parts for hex_id in part]
        tokens = [token for _, part in parts for token in part]
    used = set(tokens)
    for fact, table in _by_fact(legend).items():
        if used <= table.keys():
            found = dict(zip(ids, map(table.__getitem__, tokens), strict=True))
        else:
            found = _meant(ids, tokens, table)
        known = draft.facts.get(fact)
        draft.facts[fact] = known | found if known else found


def _meant(
    ids: Sequence[str], tokens: Sequence[str], table: Mapping[str, Value]
) -> dict[str, Value]:
    """What the letters say of some hexes, where they say anything."""
    pairs = zip(ids, tokens, strict=True)
    return {hex_id: table[token] for hex_id, token in pairs if token in table}


def _by_fact(legend: Legend) -> dict[str, dict[str, Value]]:
    """The legend the other way round: for each fact what each letter gives it."""
    found: dict[str, dict[str, Value]] = {}
    for token, facts in legend.items():
        for fact, value in facts.items():
            if value is not None:
                found.setdefault(fact, {})[token] = value
    return found


def _sound_part(reader: Reader, row: Row, legend: Legend) -> tuple[list[str], list[str]]:
    """The hexes of a row that are on the map, with their letters; the rest are problems."""
    ids: list[str] = []
    tokens: list[str] = []
    for hex_id, token in zip(row.run.ids, row.tokens, strict=True):
        if token not in legend:
            _unknown_letter(reader, row, hex_id, token=token, legend=legend)
        elif hex_id in reader.draft.places:
            ids.append(hex_id)
            tokens.append(token)
        elif token not in (_NO_HEX, _NOTHING):
            reader.known_place(hex_id, row.path, row.line)
    return ids, tokens


def _fill_rest(draft: Draft, fact: str, value: Value | None) -> None:
    """The value of every hex that no row of the layer mentions."""
    values = draft.facts.setdefault(fact, {})
    if value is not None:
        draft.facts[fact] = dict.fromkeys(draft.spots, value) | values


def _correct(reader: Reader, row: Row, legend: Legend, origin: str) -> None:
    """Overlay the hexes of one row; a dot leaves a hex as it is."""
    for hex_id, token in zip(row.run.ids, row.tokens, strict=True):
        if token not in legend:
            _unknown_letter(reader, row, hex_id, token=token, legend=legend)
        elif legend[token] and reader.known_place(hex_id, row.path, row.line):
            for fact, value in legend[token].items():
                reader.put(hex_id, fact, value, origin)


def _unknown_letter(reader: Reader, row: Row, hex_id: str, *, token: str, legend: Legend) -> None:
    hint = suggest(token, legend)
    message = f"{hex_id}: '{token}' is not in the legend"
    _row_problem(reader, row, "map-letter", message, hint=hint)


def _row_problem(reader: Reader, row: Row, code: str, message: str, *, hint: str = "") -> None:
    reader.problem(code, message, row.path, hint, line=row.line)
