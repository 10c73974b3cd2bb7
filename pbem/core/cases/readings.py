"""Cases that say what comes of each reading of an ambiguous rule: one is read as several.

`readings: {ID: {READING: {then: …}}}` stands where `then` would. Each reading becomes a case of
its own, in which it is chosen; what comes of it must not fit what is said of another reading.
Readings that no case can play yet stand in `unplayed.yaml` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.core.data.findings import FileTrouble, Finding, error, suggest
from pbem.core.data.rulebook import Interpretation, read_interpretations
from pbem.core.data.yamlio import Document, read_data
from pbem.core.rules.system import AnySystem, find_system

UNPLAYED_FORMAT: Final = "pbem-unplayed/1"


def interpretations_of(system: AnySystem) -> dict[str, Interpretation]:
    """The ambiguous rules of a system, by id."""
    path = system.folder / "interpretations.yaml"
    return read_interpretations(path) if path.is_file() else {}


def unplayed_of(system: AnySystem) -> dict[str, str]:
    """The ambiguous rules that no case can play yet, each with the reason."""
    path = system.folder / "unplayed.yaml"
    if not path.is_file():
        return {}
    data = read_data(path)
    if data.get("format") != UNPLAYED_FORMAT:
        raise FileTrouble(f"{path}: its first line is not `format: {UNPLAYED_FORMAT}`")
    return {name: why for why, names in data["unplayed"].items() for name in names}


def part_of(row: Mapping[str, object]) -> str:
    """The key of a case under which it says what is given."""
    return "adjudicate" if "adjudicate" in row else "given"


def interpretation_of(row: Mapping[str, Any]) -> str:
    """The ambiguous rule whose readings a case tells apart; nothing if it is any other case."""
    return next(iter(row.get("readings", {})), "")


def outcomes(row: Mapping[str, Any]) -> dict[str, object]:
    """What a case says that comes of each reading; nothing if it tells none apart."""
    said = row.get("readings", {}).get(interpretation_of(row), {})
    return {reading: one["then"] for reading, one in said.items()}


def by_reading(row: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """What a case says for each reading, by its name; any other case as it is, without a name."""
    name = interpretation_of(row)
    if not name:
        yield "", row
        return
    for reading, said in row["readings"][name].items():
        yield reading, {**row, **_given(row, name, reading, said), "then": said["then"]}


def _given(
    row: Mapping[str, Any], name: str, reading: str, said: Mapping[str, Any]
) -> Mapping[str, object]:
    """What is given where a reading is chosen: with dice of its own where it has some."""
    part = part_of(row)
    chosen = {**row[part].get("interpretations", {}), name: reading}
    given = {**row[part], "interpretations": chosen}
    if "dice" not in said:
        return {part: given}
    if part == "given":
        return {part: {**given, "dice": said["dice"]}}
    return {part: given, "dice": {**row.get("dice", {}), **said["dice"]}}


def not_told_apart(
    row: Mapping[str, object], differing: Callable[[object], Sequence[str]]
) -> Iterator[str]:
    """The other readings of which a case says something else, which fits this one too."""
    for other, said in outcomes(row).items():
        if said != row["then"] and not differing(said):
            yield f"what the case says of the reading '{other}' fits this reading too"


def misread(document: Document) -> list[Finding]:
    """What is wrong with the readings of a file of cases whose form is right."""
    rows = [(index, row) for index, row in enumerate(document.data["cases"]) if "readings" in row]
    if not rows:
        return []
    known = interpretations_of(find_system(document.data["system"]))
    return [finding for index, row in rows for finding in _misread(document, index, row, known)]


def _misread(
    document: Document, index: int, row: Mapping[str, Any], known: Mapping[str, Interpretation]
) -> Iterator[Finding]:
    name = interpretation_of(row)
    place = ("cases", index, "readings", name)
    if name not in known:
        where = document.where_key(place)
        yield error(
            "unknown-interpretation",
            f"there is no interpretation '{name}'",
            where=where,
            hint=suggest(name, known),
        )
        return
    yield from _unknown_readings(document, place, row["readings"][name], known[name])
    first, *others = outcomes(row).values()
    if all(other == first for other in others):
        yield error(
            "readings-alike",
            f"the same comes of all readings of {name}",
            where=document.where_key(place),
            hint="choose a position in which they differ",
        )
    part = part_of(row)
    if name in row[part].get("interpretations", {}):
        yield error(
            "reading-chosen-twice",
            f"{name} is chosen here, and by each of its `readings`",
            where=document.where_key(("cases", index, part, "interpretations", name)),
            hint="leave it out here",
        )


def _unknown_readings(
    document: Document, place: tuple[str | int, ...], said: Iterable[str], known: Interpretation
) -> Iterator[Finding]:
    for reading in said:
        if reading not in known.options:
            yield error(
                "unknown-reading",
                f"{known.id} has no reading '{reading}'",
                where=document.where_key((*place, reading)),
                hint=suggest(reading, known.options),
            )
