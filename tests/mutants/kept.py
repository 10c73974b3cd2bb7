"""What came of every change, kept for coverage (`pbem.store.bitten`), and what makes no difference.

`no-difference.yaml` holds the changes that change nothing that is played, with the reason.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.data.yamlio import read_data
from pbem.store.bitten import COLUMNS, KEPT, Digests, Tried
from tests.mutants.change import Change

NO_DIFFERENCE: Final = Path(__file__).parent / "no-difference.yaml"


def tried(change: Change, by: str, digests: Digests) -> Tried:
    """What came of a change, as it is kept."""
    tests = digests.tests(by)
    told = (change.id, change.digest, change.line, change.before, change.after)
    return Tried(*told, change.clauses, by, tests)


def path_of(system: str) -> Path:
    """Where the outcomes of a system are kept."""
    return KEPT / f"{system}.csv"


def keep(path: Path, outcomes: Iterable[Tried]) -> None:
    """Write the outcomes in the order of their changes, the whole file or nothing."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in sorted(outcomes, key=lambda o: o.change):
        where = (one.change, one.digest, one.line, one.before, one.after)
        writer.writerow((*where, " ".join(one.clauses), one.by, one.tests))
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(text.getvalue(), encoding="utf-8")
    fresh.replace(path)


@dataclass(frozen=True, slots=True)
class Same:
    """A change that makes no difference, and why: by who found it, and by who read it again."""

    change: str
    before: str
    after: str
    why: str
    again: str


def no_difference() -> dict[str, Same]:
    """The changes that make no difference, by change."""
    rows = read_data(NO_DIFFERENCE)["changes"]
    return {row["change"]: Same(**row) for row in rows or ()}


def makes_none(change: Change, known: Mapping[str, Same]) -> bool:
    """Whether a change is one that is known to make no difference, and still the same change."""
    same = known.get(change.id)
    return same is not None and (same.before, same.after) == (change.before, change.after)


def strangers(changes: Iterable[Change], known: Mapping[str, Same]) -> Iterator[str]:
    """Of the changes said to make no difference, those that no longer exist."""
    there = {change.id for change in changes if makes_none(change, known)}
    yield from sorted(set(known) - there)
