"""How many small changes of a clause's rules the tests noticed, as `make mutants` last found it.

`make mutants` keeps what came of every change that it tried, one line each, in the checkout. A
line counts as long as the function (or the data file) is the one that was changed, and the test
that noticed the change is as it was. A change that nobody noticed counts until it is tried again,
which `make mutants` does as soon as any test has changed. What is stale counts for nothing; an
installed program has no lines.
"""

from __future__ import annotations

import ast
import csv
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from pbem.core.cases.cases import Case
from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes
from pbem.store.proofs import digest_of
from pbem.store.sources import ROOT

KEPT: Final = ROOT / "tests" / "mutants" / "kept"
UNIT_TESTS: Final = ROOT / "tests" / "unit"
COLUMNS: Final = ("change", "digest", "line", "before", "after", "clauses", "noticed by", "tests")
SHORT: Final = 16  # hexadecimal digits of a digest in the file


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one change: `by` names the test that noticed it, or nobody."""

    change: str  # file:owner:kind:number
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

    @property
    def file(self) -> str:
        """The file that was changed."""
        return self.change.partition(":")[0]

    @property
    def owner(self) -> str:
        """The function or value that was changed; in a data file the path of keys."""
        return self.change.split(":")[1]


@dataclass(frozen=True, slots=True)
class Bitten:
    """Some changes, and which of them were noticed."""

    tried: frozenset[str] = frozenset()
    noticed: frozenset[str] = frozenset()

    def __or__(self, other: Bitten) -> Bitten:
        return Bitten(self.tried | other.tried, self.noticed | other.noticed)

    def __str__(self) -> str:
        return f"{len(self.noticed)}/{len(self.tried)}" if self.tried else "-"


def bitten(
    system: str, cases: Sequence[Case], only: Collection[str] | None = None
) -> dict[str, Bitten]:
    """For each clause, the changes of its rules that were tried, as far as that is not stale.

    A chart may belong to a whole rule, `GW-12.2`: its changes stand under that number. Of some
    clauses only if they are named, which is quicker.
    """
    digests = Digests(cases)
    found: dict[str, Bitten] = {}
    for one in lines_of(system, only):
        if digests.stand(one):
            tried = frozenset({one.change})
            new = Bitten(tried, frozenset() if one.survived else tried)
            for clause in one.clauses:
                found[clause] = found.get(clause, Bitten()) | new
    return found


def lines_of(system: str, only: Collection[str] | None = None) -> Iterator[Tried]:
    """The changes that were tried; of some clauses, and the rules they stand under, if named."""
    wanted = {name for clause in only or () for name in (clause, clause.rpartition("-")[0])}
    for one in read_tried(KEPT / f"{system}.csv").values():
        if only is None or not wanted.isdisjoint(one.clauses):
            yield one


def noticing(system: str, only: Collection[str]) -> set[str]:
    """The ids of the cases, as their files have them, that noticed changes of some clauses."""
    names = (case_of(one.by).split(":") for one in lines_of(system, only))
    return {parts[1] for parts in names if len(parts) > 1}


def case_of(test: str) -> str:
    """The case that a test is, `gw:GW-RAID`; `` for any other test."""
    return test.partition("[")[2].removesuffix("]")


def bitten_of(clause: str, known: Mapping[str, Bitten]) -> Bitten:
    """The changes of a clause, with those of the rule that it stands under."""
    rule = clause.rpartition("-")[0]
    return known.get(clause, Bitten()) | known.get(rule, Bitten())


def read_tried(path: Path) -> dict[str, Tried]:
    """The lines of a file, by change; none where the file is missing or strange."""
    try:
        text = decode(read_bytes(path, MAX_DATA_BYTES), str(path))
        return {one.change: one for one in map(_tried, csv.DictReader(text.splitlines()))}
    except (FileTrouble, ValueError, KeyError, AttributeError):
        return {}


def _tried(row: Mapping[str, str]) -> Tried:
    clauses = tuple(row["clauses"].split())
    first = (row["change"], row["digest"], int(row["line"]), row["before"], row["after"])
    return Tried(*first, clauses, row["noticed by"], row["tests"])


class Digests:
    """What functions, data files and tests are now, to tell what is stale."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self.cases = {f"{case.system}:{case.id}": digest_of(case).encode() for case in cases}

    @cached_property
    def all(self) -> str:
        """The digest of all cases and unit tests."""
        systems = sorted({name.partition(":")[0] for name in self.cases})
        units = (p for name in systems for p in sorted((UNIT_TESTS / name).glob("*.py")))
        return short(*self.cases.values(), *(file_digest(path).encode() for path in units))

    def stand(self, one: Tried) -> bool:
        """Whether a line is still true of the program, or may be (a survivor)."""
        return one.digest == code_digest(one) and (one.survived or self.is_fresh(one))

    def is_fresh(self, one: Tried) -> bool:
        """Whether the tests are as they were when a change was tried."""
        return one.tests == self.tests(one.by)

    def tests(self, by: str) -> str:
        """The digest of the test that noticed a change; where none did, of all tests."""
        if not by:
            return self.all
        case = self.cases.get(case_of(by))
        return short(case) if case else unit_test_digest(by.partition("::")[0])


def code_digest(one: Tried) -> str | None:
    """The digest of the function, or of the data file, that a line is about; None if it is gone."""
    path = ROOT / one.file
    return owners(path).get(one.owner) if path.suffix == ".py" else file_digest(path)


@cache
def owners(path: Path) -> dict[str, str]:
    """The digest of every function, method and value of a module; of one that is gone, nothing."""
    if not path.is_file():
        return {}
    tree = ast.parse(decode(read_bytes(path, MAX_DATA_BYTES), str(path)))
    return {name: digest_of_code(statement) for name, statement in parts(tree)}


def parts(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The functions, methods and values of a module, each with its name."""
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                if name := _name(inner):
                    yield f"{statement.name}.{name}", inner
        elif name := _name(statement):
            yield name, statement


def _name(statement: ast.stmt) -> str:
    """The function or the value that a statement defines; `` for any other."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return statement.name
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0])
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        return ast.unparse(statement.target)
    return ""


def digest_of_code(statement: ast.stmt) -> str:
    """A digest of what a function does: not of its comments and line breaks."""
    return short(ast.dump(statement).encode())


@cache
def file_digest(path: Path) -> str:
    """The digest of a file; of one that cannot be read, that of nothing."""
    try:
        return short(read_bytes(path, MAX_DATA_BYTES))
    except FileTrouble:
        return short()


@cache
def unit_test_digest(name: str) -> str:
    """The digest of a file of unit tests, with what lies beside it for all of them."""
    path = ROOT / name
    shared = [p for p in sorted(path.parent.glob("*.py")) if not p.name.startswith("test_")]
    return short(*(file_digest(p).encode() for p in (path, *shared)))


def short(*parts: bytes) -> str:
    """A short digest of some texts."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:SHORT]
