"""Charts as data: frozen tables with a provenance for every cell.

A chart has one or more tables of cells. Its kind says how a table is read: which axis is a name,
which is a number that is clamped at the ends (a modified roll, odds) or must fall into a band.
A cell that nobody has supplied raises MissingData: it never counts as nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pbem.core.data.exact import exact
from pbem.core.data.findings import FileTrouble, MissingCell, MissingData, suggest
from pbem.core.data.yamlio import flow_text, listed, read_public_text, text_of

FORMAT: Final = "pbem-chart/1"
BLANK: Final = "?"

Number = int | Fraction
Key = str | int | Fraction


class Provenance(StrEnum):
    """Where a value comes from; `reported` is a source outside the rulebook."""

    PRINTED = "printed"
    TRANSCRIBED = "transcribed"
    CHECKED = "checked"
    REPORTED = "reported"
    RECALLED = "recalled"
    RECONSTRUCTED = "reconstructed"
    RULED = "ruled"  # by the moderator, in one run
    MISSING = "missing"


class Kind(StrEnum):
    """How the tables of a chart are read: columns, then rows."""

    ODDS = "odds-table"  # columns by odds, rows by modified roll; both clamped at the ends
    BANDED = "banded-columns"  # columns by bands of numbers, rows by roll, clamped
    TOTAL = "total-table"  # no columns, rows by total, clamped
    ROLLS = "roll-table"  # columns by name, rows by roll, clamped
    VALUE = "dice-against-value"  # no columns, rows by number, clamped: roll the value or less
    KEYED = "keyed-table"  # columns and rows by name


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a chart."""

    value: str | int
    provenance: Provenance
    cite: str = ""

    @property
    def number(self) -> Number:
        """The value as a number: `2`, `-1`, `1/2`."""
        value = _fraction(self.value)
        if value is None:
            raise MissingData(f"a cell of a chart holds '{self.value}', and a number is wanted")
        return value.numerator if value.denominator == 1 else value

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return _fraction(self.value) is not None

    @property
    def text(self) -> str:
        """The value as text."""
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Axis:
    """The names along one side of a table; with bounds, a number finds the name it falls under."""

    names: tuple[str, ...]
    lows: tuple[Number, ...] = ()
    least: Number | None = None
    most: Number | None = None

    def find(self, key: Key) -> str | None:
        """The name for a key, or None if the axis does not reach it."""
        if str(key) in self.names:
            return str(key)
        number = _number(key) if self.lows else None
        if number is None or self._outside(number):
            return None
        return self.names[max(0, bisect_right(self.lows, number) - 1)]

    def _outside(self, number: Number) -> bool:
        below = self.least is not None and number < self.least
        return below or (self.most is not None and number >= self.most + 1)


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a chart; `columns` has the one name `` where there are no columns."""

    name: str
    columns: Axis
    rows: Axis
    cells: Mapping[tuple[str, str], Cell]


@dataclass(frozen=True, slots=True)
class KnownCell:
    """What the rulebook or another source gives away about a cell: the chart must agree."""

    table: str
    column: str
    row: str
    test: str
    value: object
    provenance: Provenance
    cite: str

    @property
    def place(self) -> str:
        """Where the cell is, in words."""
        return " ".join(part for part in (self.table, self.column, self.row) if part)

    def holds(self, value: str | int) -> bool:
        """Whether a value agrees with what is known."""
        return bool(TESTS[self.test](value, self.value))


class Address(NamedTuple):
    """A cell of a chart."""

    chart: str
    table: str
    column: str
    row: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of a game with its tables, where they come from and what is known of them.

    `heard` hears of every cell that is read and that the moderator ruled.
    """

    id: str
    system: str
    title: str
    rule: str
    kind: Kind
    dice: str
    provenance: Provenance
    confidence: str
    how: str
    tables: Mapping[str, Table]
    known: tuple[KnownCell, ...]
    notes: tuple[str, ...] = ()
    implements: tuple[str, ...] = ()
    heard: Callable[[Address], None] | None = field(default=None, compare=False, repr=False)

    def lookup(self, *, roll: Key, column: Key = "", table: str = "") -> Cell:
        """The cell of a (modified) roll, total or row; MissingData where there is none."""
        chosen = self.table(table)
        column_name, row_name = chosen.columns.find(column), chosen.rows.find(roll)
        if column_name is None or row_name is None:
            raise MissingData(
                f"the chart {self.id} has no cell {_place(table, column, roll)}",
                hint=_axis_hint(chosen, column if column_name is None else roll, column_name),
            )
        cell = chosen.cells[column_name, row_name]
        if cell.provenance is Provenance.MISSING:
            raise MissingCell(self.id, table, column_name, row_name)
        if cell.provenance is Provenance.RULED and self.heard is not None:
            self.heard(Address(self.id, table, column_name, row_name))
        return cell

    def at(self, row: Key, column: Key = "", table: str = "") -> Cell:
        """The cell of a keyed table."""
        return self.lookup(roll=row, column=column, table=table)

    def passes(self, roll: int, row: Key, table: str = "") -> bool:
        """Dice against value: whether the roll is the row's value or less."""
        return roll <= self.at(row, table=table).number

    def table(self, name: str = "") -> Table:
        """A table by its name."""
        if name not in self.tables:
            raise MissingData(
                f"the chart {self.id} has no table {name!r}", hint=suggest(name, self.tables)
            )
        return self.tables[name]

    @property
    def is_supplied(self) -> bool:
        """Whether somebody has supplied any of its cells."""
        cells = (cell for table in self.tables.values() for cell in table.cells.values())
        return any(cell.provenance is not Provenance.MISSING for cell in cells)

    @property
    def is_exact(self) -> bool:
        """Whether the chart is the real one: printed in the rulebook or copied by the owner."""
        return self.provenance in (Provenance.PRINTED, Provenance.TRANSCRIBED)


@lru_cache(maxsize=1024)
def _fraction(value: str | int) -> Fraction | None:
    """A value as a number, if it is one."""
    try:
        return exact(value)
    except ValueError:
        return None


TESTS: Final[Mapping[str, Any]] = {
    "is": lambda value, known: str(value) == str(known),
    "is-not": lambda value, known: str(value) != str(known),
    "one-of": lambda value, known: str(value) in [str(item) for item in known],
    "matches": lambda value, known: re.fullmatch(known, str(value)) is not None,
    "at-least": lambda value, known: (found := _fraction(value)) is not None and found >= known,
    "at-most": lambda value, known: (found := _fraction(value)) is not None and found <= known,
}


# --- checks ----------------------------------------------------------------------------------


def check_known_cells(chart: Chart) -> list[str]:
    """Every known cell with which the chart disagrees, in words."""
    problems = []
    for known in chart.known:
        try:
            value = chart.lookup(roll=known.row, column=known.column, table=known.table).value
        except MissingData as trouble:
            problems.append(f"{chart.id}: {trouble.message}")
            continue
        if not known.holds(value):
            problems.append(
                f"{chart.id}: {known.place} is {value}, but should be "
                f"{known.test} {known.value} ({known.cite})"
            )
    return problems


def check_chart(chart: Chart) -> list[str]:
    """Everything wrong with a chart: gaps, cells not supplied, known cells that disagree.

    One of which nobody has supplied anything is as it should be: the moderator rules in its place.
    """
    if not chart.is_supplied:
        return []
    problems = [
        f"{chart.id}: {problem}"
        for table in chart.tables.values()
        for problem in (*_gaps(table.columns), *_gaps(table.rows), *_blanks(table))
    ]
    return problems + check_known_cells(chart)


def _gaps(axis: Axis) -> Iterator[str]:
    """Bands and rolls must follow one another; odds need only rise."""
    if any(low >= high for low, high in zip(axis.lows, axis.lows[1:], strict=False)):
        yield f"{', '.join(axis.names)} do not rise"
    if ":" in axis.names[0]:
        return
    for name, low in zip(axis.names, axis.lows[1:], strict=False):
        if _band(name)[1] != low - 1:
            yield f"there is a gap or an overlap after {name}"


def _blanks(table: Table) -> Iterator[str]:
    for (column, row), cell in table.cells.items():
        if cell.provenance is Provenance.MISSING:
            yield f"{_place(table.name, column, row)} is not supplied"


# --- reading ---------------------------------------------------------------------------------


def load_charts(*folders: Path) -> dict[str, Chart]:
    """The charts of some folders by id; a later folder replaces what an earlier one has."""
    charts: dict[str, Chart] = {}
    for folder in folders:
        for path in listed(folder):
            chart = load_chart(path)
            charts[chart.id] = chart
    return dict(sorted(charts.items()))


def load_chart(path: Path) -> Chart:
    """Read a chart file; FileTrouble tells what is wrong with it."""
    return _chart(*text_of(path))


@lru_cache(maxsize=256)
def _chart(text: str, name: str) -> Chart:
    data = read_public_text(text, name)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FileTrouble(f"{name}: not a chart file", hint=f"its first line is `format: {FORMAT}`")
    try:
        return chart_from(data)
    except KeyError as trouble:
        raise FileTrouble(f"{name}: {trouble} is missing") from None
    except (AttributeError, TypeError, ValueError) as trouble:
        raise FileTrouble(f"{name}: not a sound chart: {trouble}") from None


def chart_from(data: Mapping[str, Any]) -> Chart:
    """A chart from plain data (the form that `schemas/core/charts.schema.json` describes)."""
    kind = Kind(data["kind"])
    provenance = Provenance(data["provenance"])
    known = tuple(_known_from(item) for item in data.get("known", ()))
    own = {(item.table, item.column, item.row): item for item in known if item.test == "is"}
    tables = data.get("tables", {"": data})
    return Chart(
        id=str(data["chart"]),
        system=str(data["system"]),
        title=str(data["title"]),
        rule=str(data["rule"]),
        kind=kind,
        dice=str(data.get("dice", "")),
        provenance=provenance,
        confidence=str(data.get("confidence", "")),
        how=str(data.get("how", "")),
        tables={name: _table_from(name, kind, table, provenance, own)
                for name, table in tables.items()},
        known=known,
        notes=tuple(data.get("notes", ())),
        implements=tuple(data.get("implements", ())),
    )  # fmt: skip


def _table_from(
    name: str,
    kind: Kind,
    data: Mapping[str, Any],
    provenance: Provenance,
    known: Mapping[tuple[str, str, str], KnownCell],
) -> Table:
    columns = _columns(kind, [str(column) for column in data.get("columns", [""])])
    provenance = Provenance(data.get("provenance", provenance))
    special = {_address(item): item for item in data.get("cells", ())}
    cells = {}
    for row, values in data["rows"].items():
        listed = values if isinstance(values, list) else [values]
        if len(listed) != len(columns.names):
            raise ValueError(f"{name} row {row}: {len(listed)} cells, {len(columns.names)} columns")
        for column, value in zip(columns.names, listed, strict=True):
            note = special.get((column, row), {})
            cells[column, row] = _cell(value, note, known.get((name, column, row)), provenance)
    return Table(name, columns, _rows(kind, list(data["rows"])), cells)


def _address(item: Mapping[str, object]) -> tuple[str, str]:
    return str(item.get("column", "")), str(item["row"])


def _cell(
    value: object, note: Mapping[str, Any], known: KnownCell | None, provenance: Provenance
) -> Cell:
    """A cell with its own provenance: as noted for it, as known of it, else the table's."""
    if value is None or value == BLANK:
        return Cell(BLANK, Provenance.MISSING)
    if not isinstance(value, str | int):
        raise ValueError(f"a cell holds {value!r}")
    if note:
        return Cell(value, Provenance(note["provenance"]), str(note.get("cite", "")))
    if known and known.holds(value):
        return Cell(value, known.provenance, known.cite)
    return Cell(value, provenance)


def _known_from(data: Mapping[str, Any]) -> KnownCell:
    tests = [name for name in TESTS if name in data]
    if len(tests) != 1:
        raise ValueError(f"a known cell needs one of {', '.join(TESTS)}")
    return KnownCell(
        table=str(data.get("table", "")),
        column=str(data.get("column", "")),
        row=str(data["row"]),
        test=tests[0],
        value=_wanted(tests[0], data[tests[0]]),
        provenance=Provenance(data["provenance"]),
        cite=str(data["cite"]),
    )


# what a cell is compared with: short, and nothing in it that makes a comparison take for ever
_SIGN: Final = r"(?:\\.|\[[^][\\]+\]|[^][\\(){}*+|^$?])"
_PATTERN: Final = re.compile(rf"(?:{_SIGN}\??){{0,16}}(?:{_SIGN}[*+](?:{_SIGN}\??){{0,16}})?")


def _wanted(test: str, said: Any) -> object:
    """What a known cell is compared with."""
    if test == "matches":
        if not _PATTERN.fullmatch(str(said)):
            likes = "a few signs, \\signs and [sets], each perhaps with '?', one with '*' or '+'"
            raise ValueError(f"matches {said!r}: write {likes}")
        try:
            re.compile(said)
        except re.error as trouble:
            raise ValueError(f"matches {said!r}: {trouble}") from None
    return exact(said) if test in ("at-least", "at-most") else said


def _columns(kind: Kind, names: Sequence[str]) -> Axis:
    if kind is Kind.ODDS:
        return Axis(tuple(names), tuple(ratio(name) for name in names))
    return _banded(names) if kind is Kind.BANDED else Axis(tuple(names))


def _rows(kind: Kind, names: Sequence[str]) -> Axis:
    if kind is Kind.KEYED:
        return Axis(tuple(names))
    return Axis(tuple(names), tuple(map(_row_number, names)))


def _row_number(name: str) -> int:
    try:
        return int(name)
    except ValueError:
        raise ValueError(f"row {name!r} is not a number") from None


def _banded(names: Sequence[str]) -> Axis:
    """An axis of bands: `..-7`, `-6..-5`, `4`, `8..`; the ends may be open."""
    bands = [_band(name) for name in names]
    lows = tuple(bands[0][1] or 0 if low is None else low for low, _ in bands)
    return Axis(tuple(names), lows, least=bands[0][0], most=bands[-1][1])


def _band(name: str) -> tuple[int | None, int | None]:
    low, dots, high = name.partition("..")
    if not dots:
        return int(low), int(low)
    return (int(low) if low else None), (int(high) if high else None)


def ratio(odds: str) -> Fraction:
    """Odds as a number: `3:2`, or `3-2` as players type it."""
    match = re.fullmatch(r"([0-9]+)[:-]([1-9][0-9]*)", odds)
    if not match:
        raise ValueError(f"{odds!r} is not odds such as 3:1")
    return Fraction(int(match[1]), int(match[2]))


def _number(key: Key) -> Number | None:
    if not isinstance(key, str):
        return key
    if ":" not in key:
        return _fraction(key)
    try:
        return ratio(key)
    except ValueError:
        return None


def _place(table: str, column: Key, row: Key) -> str:
    return " ".join(str(part) for part in (table, column, row) if part != "")


def _axis_hint(table: Table, key: Key, column_found: str | None) -> str:
    return suggest(str(key), (table.columns if column_found is None else table.rows).names)


# --- writing ---------------------------------------------------------------------------------


def template_text(chart: Chart) -> str:
    """A chart file with every cell left open, for an owner of the game to fill in."""
    head = {
        "format": FORMAT,
        "chart": chart.id,
        "system": chart.system,
        "title": chart.title,
        "rule": chart.rule,
        "kind": str(chart.kind),
        "dice": chart.dice,
        "provenance": str(Provenance.TRANSCRIBED),
    }
    lines = [f"{key}: {flow_text(value)}" for key, value in head.items()]
    lines.append("tables:")
    for table in chart.tables.values():
        lines.append(f"  {flow_text(table.name)}:")
        lines.extend(f"    {line}" for line in _blank_table(table))
    lines.extend(("known:", *_known_lines(chart.known)) if chart.known else ())
    return "\n".join(lines) + "\n"


def _blank_table(table: Table) -> Iterable[str]:
    keyless = table.columns.names == ("",)
    if not keyless:
        yield f"columns: {flow_text(list(table.columns.names))}"
    yield "rows:"
    blank = flow_text(BLANK if keyless else [BLANK] * len(table.columns.names))
    for row in table.rows.names:
        yield f"  {flow_text(row)}: {blank}"


def _known_lines(known: Iterable[KnownCell]) -> Iterator[str]:
    for item in known:
        data = {"table": item.table, "column": item.column, "row": item.row}
        data = {key: value for key, value in data.items() if value}
        rest = {item.test: item.value, "provenance": str(item.provenance), "cite": item.cite}
        yield f"  - {flow_text({**data, **rest})}"
