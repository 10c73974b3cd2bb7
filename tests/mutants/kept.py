"""What came of every change that was tried, kept between runs and for coverage.

One line for each change: where it is, what it does, the digest of its function, its clauses, the
test that noticed it, and the digest of that test (of a survivor: of the cases that name one of
its clauses). A line whose function or test has changed since is stale: it counts for nothing and
is written no more. `no-difference.yaml` holds the changes that change nothing, with the reason.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.yamlio import read_data
from tests.mutants.change import Change

HERE: Final = Path(__file__).parent
COLUMNS: Final = ("change", "digest", "line", "before", "after", "clauses", "noticed by", "tests")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one change."""

    change: str
    digest: str
    line: int
    before: str
    after: str
    clauses: tuple[str, ...]
    by: str
    tests: str

    @property
    def survived(self) -> bool:
        """Whether no test noticed it."""
        return not self.by


def outcome(change: Change, by: str, tests: str) -> Outcome:
    """What came of a change."""
    return Outcome(
        change.id,
        change.digest,
        change.line,
        change.before,
        change.after,
        change.clauses,
        by,
        tests,
    )


def path_of(system: str) -> Path:
    """Where the outcomes of a system are kept."""
    return HERE / "kept" / f"{system}.csv"


def read_outcomes(path: Path) -> dict[str, Outcome]:
    """The outcomes of a file, by change."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as stream:
        return {one.change: one for one in map(_row, csv.DictReader(stream))}


def _row(row: Mapping[str, str]) -> Outcome:
    return Outcome(
        row["change"], row["digest"], int(row["line"]), row["before"], row["after"],
        tuple(row["clauses"].split()), row["noticed by"], row["tests"],
    )  # fmt: skip


def outcomes_text(outcomes: Iterable[Outcome]) -> str:
    """The text of a file of outcomes, in the order of its changes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in sorted(outcomes, key=lambda o: o.change):
        clauses = " ".join(one.clauses)
        writer.writerow(
            (one.change, one.digest, one.line, one.before, one.after, clauses, one.by, one.tests)
        )
    return text.getvalue()


@dataclass(frozen=True, slots=True)
class Same:
    """A change that makes no difference, and why."""

    change: str
    before: str
    after: str
    why: str
    again: str


def no_difference() -> dict[str, Same]:
    """The changes that make no difference, by change; each was read twice."""
    rows = read_data(HERE / "no-difference.yaml")["changes"]
    return {row["change"]: Same(**row) for row in rows or ()}


def makes_none(change: Change, known: Mapping[str, Same]) -> bool:
    """Whether a change is one that is known to make no difference, and still the same change."""
    same = known.get(change.id)
    return same is not None and (same.before, same.after) == (change.before, change.after)


def strangers(changes: Iterable[Change], known: Mapping[str, Same]) -> Iterator[str]:
    """Of the changes said to make no difference, those that no longer exist."""
    there = {change.id for change in changes if makes_none(change, known)}
    yield from sorted(set(known) - there)
