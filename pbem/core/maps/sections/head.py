"""The head of a map file: what map it is, or of which map it is a part or a correction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.core.data.yamlio import read_public_text
from pbem.core.maps.sections.reader import CORRECTIONS, FORMAT, PART, Reader

FORMAT_HEAD: Final = ("map", "title", "date", "implements", "note", "parts", "cut")
_HEAD: Final[Mapping[str, tuple[str, ...]]] = {
    FORMAT: FORMAT_HEAD,
    PART: ("of", "note"),
    CORRECTIONS: ("of", "why", "date", "author", "note"),
}
_CUT: Final = ("of", "sheet", "columns", "rows")
_CUT_ALSO: Final = ("without", "beyond")  # countries left out, off-map places kept
_PART_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\.yaml")


def read_head(reader: Reader, sections: Sequence[str]) -> tuple[str, ...]:
    """Read the head of a file; the files of the other parts of the map, if it names any."""
    data = reader.mapping(read_public_text(reader.source.text, reader.source.name), ())
    whole = reader.format == PART and data.get("format") == FORMAT and "map" in data
    if data.get("format") != reader.format and not whole:
        reader.problem(
            "map-format", f"the file must begin with 'format: {reader.format}'", ("format",)
        )
        return ()
    reader.data = data
    head = _HEAD[FORMAT if whole else reader.format]
    reader.known(data, ("format", *head, *sections), ())
    if whole:  # a whole map as a part of a larger one keeps its head to itself
        reader.draft.wholes += (str(data["map"]),)
    elif reader.format == FORMAT:
        _own_head(reader, data)
    else:
        _head_of_another(reader, data)
    return _part_names(reader, data.get("parts", []))


def _own_head(reader: Reader, data: Mapping[str, object]) -> None:
    head = reader.draft.head
    for key in ("map", "title", "date"):
        head[key] = reader.string(data.get(key, ""), (key,))
    if not head["map"]:
        reader.problem("map-id", "the map has no id", (), "write 'map: some-name'")
    _check_cut(reader, data.get("cut", {}))
    clauses = data.get("implements", [])
    if isinstance(clauses, list) and all(isinstance(clause, str) for clause in clauses):
        reader.draft.implements = tuple(clauses)
    else:
        reader.problem("map-shape", "here belongs a list of clauses", ("implements",))


def _check_cut(reader: Reader, value: object) -> None:
    """Of which map a file is cut, and the rectangle; only who builds it anew needs that."""
    rule = reader.mapping(value, ("cut",))
    reader.known(rule, (*_CUT, *_CUT_ALSO), ("cut",))
    ranges = [rule.get(key) for key in ("columns", "rows")]
    if rule and not (rule.keys() >= set(_CUT) and all(map(_is_range, ranges))):
        hint = "cut: {of: wif-europe, sheet: E, columns: [13, 27], rows: [34, 45]}"
        reader.problem("map-cut", "a cut names a map, a sheet, columns and rows", ("cut",), hint)


def _is_range(value: Any) -> bool:
    """The first and the last of a run of numbers."""
    whole = isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)
    return whole and value[0] <= value[1]


def _head_of_another(reader: Reader, data: Mapping[str, object]) -> None:
    """A part says of which map it is; a correction says also why."""
    if data.get("of") not in (reader.draft.head["map"], *(reader.draft.wholes * reader.corrects)):
        these = "these corrections are" if reader.corrects else "this is a part"
        reader.problem(
            "map-other",
            f"{these} of '{data.get('of')}'",
            ("of",),
            f"the map is '{reader.draft.head['map']}'",
        )
    if reader.corrects:
        why = reader.string(data.get("why", ""), ("why",))
        if not why:
            reader.problem("map-why", "a correction says why it is made", ("why",))
        reader.default_provenance = f"corrected: {why}"
        if "date" in data:
            reader.draft.head["date"] = reader.string(data["date"], ("date",))


def _part_names(reader: Reader, value: Any) -> tuple[str, ...]:
    """The files, beside this one, that hold the rest of the map."""
    names = value if isinstance(value, list) else [value]
    for number, name in enumerate(names):
        if not _is_part(name):
            hint = "the name of a file in the same folder, seas.yaml"
            reader.problem("map-part", f"{name!r} is no part", ("parts", number), hint)
    return () if reader.source.findings else tuple(names)


def parts_named(data: object) -> tuple[str, ...]:
    """The files beside a map that its data names as parts; a name that leads elsewhere is none."""
    said = data.get("parts", []) if isinstance(data, Mapping) else []
    return tuple(filter(_is_part, said if isinstance(said, list) else [said]))


def _is_part(name: object) -> bool:
    return isinstance(name, str) and _PART_NAME.fullmatch(name) is not None
