"""The rulebook as code: the clause registry, @implements, interpretations and coverage.

Every system declares its own clauses (`clauses.yaml`) and ambiguities (`interpretations.yaml`).
`@implements` ties a function to clause ids; what is not tied is listed by `coverage`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_IMPLEMENTERS: Final[dict[str, list[str]]] = {}


def implements(*clauses: str) -> Callable[[F], F]:
    """Tie a function to the clauses that it carries out."""
    if not clauses:
        raise ValueError("name at least one clause")

    def register(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"
        for clause in clauses:
            known = _IMPLEMENTERS.setdefault(clause, [])
            if name not in known:
                known.append(name)
        return function

    return register


def implementers(clause: str) -> tuple[str, ...]:
    """The functions that carry out a clause, by dotted name."""
    return tuple(sorted(_IMPLEMENTERS.get(clause, ())))


def implemented_clauses() -> frozenset[str]:
    """Every clause that some function claims."""
    return frozenset(_IMPLEMENTERS)
