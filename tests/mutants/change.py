"""One small change: where it is, what it turns into what, and which clauses it belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from pbem.core.rules.system import find_system

ROOT: Final = Path(__file__).resolve().parents[2]


def folders_of(system: str) -> list[str]:
    """Where the code of a system lies: its package, and what it shares with others."""
    known = find_system(system)
    return [name.replace(".", "/") for name in (known.package, *known.shares)]


class Kind(StrEnum):
    """What sort of thing is changed."""

    COMPARISON = "comparison"
    CONSTANT = "constant"
    CONDITION = "condition dropped"
    BRANCH = "branch swapped"
    CALL = "call skipped"
    ARITHMETIC = "arithmetic"
    CHART = "cell of a chart"
    COUNTER = "value of a counter"
    BOARD = "fact of the board"


DATA: Final = frozenset({Kind.CHART, Kind.COUNTER, Kind.BOARD})


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one file: `number` counts those of a kind within a function or a file."""

    file: str
    owner: str  # the function, method or value; of a data file the path of keys
    kind: Kind
    number: int
    line: int
    last: int
    before: str
    after: str
    digest: str  # of the whole function or value, or of the data file
    start: int = 0  # data: the offsets of the text that is replaced
    end: int = 0
    clauses: tuple[str, ...] = field(default=(), compare=False)

    @property
    def id(self) -> str:
        """What the change is known by as long as its function stays as it is."""
        return f"{self.file}:{self.owner}:{self.kind}:{self.number}"

    @property
    def told(self) -> str:
        """The change on one line."""
        return f"{self.file}:{self.line}  {self.before}  ->  {self.after}"
