"""What two books have in common that share rules, and where they differ: counted from the code.

Decides what counts: a clause is common when a function that carries it out carries out one of the
other book too; books differ by values, of which each says what it means, and by cells of charts
of one name. Leaves how it is printed to the command.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import groupby

from pbem.core.cases.coverage import chart_claims, clauses_of, import_all
from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implementers
from pbem.core.rules.system import AnySystem


@dataclass(frozen=True, slots=True)
class ChapterShared:
    """A chapter of a book: its clauses, those carried out, those by rules of both books."""

    chapter: str
    clauses: int
    done: int
    common: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs: what it says, what the books have, the clauses of both."""

    says: str
    one: object
    other: object
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChartShared:
    """A chart that both books have: how many cells are the same, how many are not, or only here."""

    name: str
    same: int
    different: int
    alone: int


def chapter_of(clause: str) -> str:
    """`11` for `WIF-11.15.5-7`: the chapter of a clause."""
    return clause.split("-")[1].partition(".")[0]


def chapters(one: AnySystem, other: AnySystem) -> Iterator[ChapterShared]:
    """How far the chapters of a book are carried out, and by rules that the other book has too."""
    import_all(one)
    import_all(other)
    known, charts = clauses_of(one), chart_claims(one)
    theirs = {name for clause in clauses_of(other) for name in implementers(clause)}
    for chapter, found in groupby(sorted(known, key=_order), key=chapter_of):
        ids = list(found)
        done = [clause for clause in ids if implementers(clause) or charts.get(clause)]
        common = [clause for clause in done if theirs.intersection(implementers(clause))]
        yield ChapterShared(chapter, len(ids), len(done), len(common))


def _order(clause: str) -> tuple[int, str]:
    """Chapters by their numbers."""
    chapter = chapter_of(clause)
    return int(chapter), clause


def differences(one: AnySystem, other: AnySystem) -> Iterator[Difference]:
    """The values of one book that are not those of the other, in the order of their fields."""
    for field in fields(one.values) if one.values is not None else ():
        mine, theirs = (getattr(system.values, field.name) for system in (one, other))
        if mine != theirs:
            says, clauses = field.metadata["says"], field.metadata["clauses"]
            yield Difference(says, mine, theirs, clauses)


def charts(one: AnySystem, other: AnySystem) -> Iterator[ChartShared]:
    """The charts that both books have."""
    mine, theirs = (shelf(system.name).book.charts for system in (one, other))
    for name in sorted(mine.keys() & theirs.keys()):
        here, there = _cells(mine[name]), _cells(theirs[name])
        both = here.keys() & there.keys()
        same = sum(here[key] == there[key] for key in both)
        yield ChartShared(name, same, len(both) - same, len(here) - len(both))


def _cells(chart: Chart) -> dict[tuple[str, str, str], str]:
    """The cells of all tables of a chart, as they are printed."""
    return {
        (name, *key): cell.text
        for name, table in chart.tables.items()
        for key, cell in table.cells.items()
    }
