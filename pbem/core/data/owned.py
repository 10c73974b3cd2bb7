"""Charts and counters of an owner: looked at before they take the place of the program's.

They are typed by hand, and rules rely on them. Decides whether a file has the form of its schema,
and whether a chart or a counter is of the kind of the one that it replaces: a number stands where
that has one. Leaves to `charts` and `counters` what their cells and ratings mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.core.data import schemas
from pbem.core.data.charts import BLANK, Chart, Table, load_chart
from pbem.core.data.counters import Catalogue, Counter, load_counters
from pbem.core.data.findings import FileTrouble, error, suggest
from pbem.core.data.yamlio import Path_, listed, read_public_text, read_text_as_document, text_of

Wrong = tuple[Path_, str, str]  # where it stands, what was found, what would be right
_AS_PRINTED = "`pbem charts template` writes a chart as the program wants it"


def own_charts(folder: Path, system: str, charts: Mapping[str, Chart]) -> dict[str, Chart]:
    """The charts of a game, with those of its owner in the place of the program's."""
    own = [own_chart(path, system, charts) for path in listed(folder)]
    return dict(sorted({**charts, **{chart.id: chart for chart in own}}.items()))


def own_chart(path: Path, system: str, charts: Mapping[str, Chart]) -> Chart:
    """A chart of an owner; FileTrouble has all that is wrong with its file."""
    said = _said("core/charts", path)
    own = load_chart(path)
    _refuse(path, [*_of_another(said, system), *_unlike(said, own, charts.get(own.id))])
    return own


def own_counters(path: Path, system: str, known: Catalogue) -> Catalogue:
    """The counters of a game, with those of its owner in the place of the program's."""
    said = _said("core/counters", path)
    _refuse(path, [*_of_another(said, system), *_untyped(said)])
    own = load_counters(path).counters
    _refuse(path, list(_other_ratings(said, own, known.counters)))
    return Catalogue({**known.counters, **own})


# --- files ---------------------------------------------------------------------------------------


def _said(schema: str, path: Path) -> Any:
    """What a file says, which has the form of its schema."""
    text, name = text_of(path)
    said = read_public_text(text, name)
    if next(schemas.validator(schema).problems(said), None) is None:
        return said
    document = read_text_as_document(text, name)
    found = schemas.check(schema, document.data, document)
    raise FileTrouble(f"{name} has not the form of its kind", findings=found)


def _refuse(path: Path, wrong: list[Wrong]) -> None:
    """Refuse a file, with each thing that is wrong at its line."""
    if not wrong:
        return
    text, name = text_of(path)
    where = read_text_as_document(text, name).where
    found = [error("not-legal", what, where=where(at), hint=hint) for at, what, hint in wrong]
    raise FileTrouble(f"{name} cannot be played with", findings=found)


def _of_another(said: Mapping[str, object], system: str) -> Iterator[Wrong]:
    if said["system"] != system:
        yield ("system",), f"this is of '{said['system']}'", f"the game is of {system}"


# --- charts --------------------------------------------------------------------------------------


def _unlike(said: Mapping[str, object], own: Chart, known: Chart | None) -> Iterator[Wrong]:
    """In what a chart is of another kind than the one that it replaces."""
    if known is None:
        return
    for key, ours in (("kind", str(known.kind)), ("dice", known.dice)):
        if said.get(key, "") != ours:
            found = schemas.shown(said.get(key))
            yield (key,), f"{key}: found {found}, it is '{ours}'", _AS_PRINTED
    for name, table in known.tables.items():
        at: Path_ = ("tables", name) if "tables" in said else ()
        if name not in own.tables:
            yield ("tables",), f"the table '{name}' is missing", _AS_PRINTED
            continue
        for column in table.columns.names:
            if column not in own.tables[name].columns.names:
                yield (*at, "columns"), f"the column '{column}' is missing", _AS_PRINTED
        yield from _no_numbers(at, own.tables[name], table)


def _no_numbers(at: Path_, own: Table, known: Table) -> Iterator[Wrong]:
    """The cells that are no numbers, in columns where the program has numbers alone."""
    for number, column in enumerate(own.columns.names):
        cells = [cell for (name, _), cell in known.cells.items() if name == column]
        if not cells or not all(cell.is_number for cell in cells):
            continue
        for row in own.rows.names:
            cell = own.cells[column, row]
            if not cell.is_number and cell.text != BLANK:
                what = f"found '{cell.text}', and {column or 'this column'} has numbers alone"
                yield (*at, "rows", row, number), what, "write a number; `?` for what is unknown"


# --- counters ------------------------------------------------------------------------------------


def _untyped(said: Mapping[str, Any]) -> Iterator[Wrong]:
    """The counters whose type the file does not have."""
    types = [str(row["id"]) for row in said.get("types", ())]
    for number, row in enumerate(said.get("counters", ())):
        if "type" in row and str(row["type"]) not in types:
            message = f"there is no type '{row['type']}' in this file"
            yield ("counters", number, "type"), message, suggest(str(row["type"]), types)


def _other_ratings(
    said: Mapping[str, Any], own: Mapping[str, Counter], known: Mapping[str, Counter]
) -> Iterator[Wrong]:
    """The ratings that are no numbers, where the program's counter has a number."""
    for number, row in enumerate(said.get("counters", ())):
        ours = known.get(str(row["id"]))
        for name, value in own[str(row["id"])].ratings.items():
            rated = ours.ratings.get(name, value) if ours else value
            if isinstance(value, str) and not isinstance(rated, str):
                what = f"{name}: found '{value}', and a number stands there"
                yield ("counters", number, "ratings", name), what, "write a number"
