"""The rulebook as code: the clause registry, @implements, and interpretations.

Every system declares its own clauses (`clauses.yaml`) and ambiguities (`interpretations.yaml`).
`@implements` ties a function to clause ids; a chart says `implements:` in its file. What is tied,
tested, waived or not yet done is counted by `pbem.core.cases.coverage`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar

from pbem.core.data.yamlio import read_public_text, text_of

F = TypeVar("F", bound=Callable[..., object])

_IMPLEMENTERS: Final[dict[str, list[str]]] = {}
_FUNCTIONS: Final[dict[str, FunctionType]] = {}  # by qualified name


def implements(*clauses: str) -> Callable[[F], F]:
    """Tie a function to the clauses that it carries out."""
    if not clauses:
        raise ValueError("name at least one clause")

    def register(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"
        _FUNCTIONS[name] = inspect.unwrap(function)
        for clause in clauses:
            known = _IMPLEMENTERS.setdefault(clause, [])
            if name not in known:
                known.append(name)
        return function

    return register


def implementers(clause: str) -> tuple[str, ...]:
    """The functions that carry out a clause, by dotted name."""
    return tuple(sorted(_IMPLEMENTERS.get(clause, ())))


def place_of(implementer: str) -> str:
    """The file and the line of a function that carries out a clause: `pbem/core/play/run.py:17`."""
    function = _FUNCTIONS[implementer]
    file = Path(function.__code__.co_filename)
    root = file.parents[function.__module__.count(".")]
    return f"{file.relative_to(root).as_posix()}:{function.__code__.co_firstlineno}"


def functions_tied() -> Iterable[tuple[str, FunctionType]]:
    """Every function that carries out a clause, by dotted name."""
    return _FUNCTIONS.items()


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rulebook."""

    id: str
    title: str
    kind: str
    option: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Interpretation:
    """An ambiguous rule: the question, the readings, and the one that holds unless chosen."""

    id: str
    rule: str
    question: str
    options: Mapping[str, str]
    default: str
    why: str = ""
    needs_option: object = None


@dataclass(frozen=True, slots=True)
class OptionalRule:
    """A switch of `game.yaml`: which rule it is, whether it is on unless said, what it does.

    `needs` names rules without which it says nothing, `excludes` those that are never played
    beside it.
    """

    name: str
    rule: str
    default: bool
    does: str
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


def read_optional_rules(path: Path) -> tuple[OptionalRule, ...]:
    """The optional rules of a system, in the book's order; none where it describes none."""
    return _optional_rules(*text_of(path)) if path.is_file() else ()


@lru_cache(maxsize=32)
def _optional_rules(text: str, name: str) -> tuple[OptionalRule, ...]:
    return tuple(map(_optional_rule, read_public_text(text, name)["options"]))


def _optional_rule(row: Mapping[str, Any]) -> OptionalRule:
    others = {key: tuple(row.get(key, ())) for key in ("needs", "excludes")}
    return OptionalRule(**{**row, **others})


def read_interpretations(path: Path) -> dict[str, Interpretation]:
    """The ambiguities of a system, by id."""
    return {item.id: item for item in _interpretations(*text_of(path))}


@lru_cache(maxsize=32)
def _interpretations(text: str, name: str) -> tuple[Interpretation, ...]:
    return tuple(Interpretation(**row) for row in read_public_text(text, name)["interpretations"])


def read_clauses(path: Path) -> dict[str, Clause]:
    """The clauses of a system, by id, in the book's order."""
    return {row["id"]: Clause(**row) for row in read_public_text(*text_of(path))["clauses"]}
