"""Which functions that carry out clauses are called, noted at little cost.

While calls are noted each such function has a stub in place of its code. The first call meets the
stub, which puts the code back, notes the name, and calls again; all calls after it run as ever. A
profile, which would see every call of the program, takes four times as long.

Decides: that what is a generator is called when the first value is asked of it. Leaves to `cases`:
what is done with the names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final

from pbem.core.data.rulebook import functions_tied

_MARK: Final = "what tells"


@dataclass(slots=True)
class _Watched:
    """A function, its own code, and the stub that stands there until it is called."""

    function: FunctionType
    code: CodeType
    stub: CodeType


_WATCHED: Final[dict[str, _Watched]] = {}
_OPEN: Final[list[set[str]]] = []  # what those who record now have noted


@contextmanager
def calls_noted() -> Iterator[set[str]]:
    """Note the names of all tied functions that are called while this lasts."""
    for name, function in functions_tied():
        _watch(name, function)
    ran: set[str] = set()
    _OPEN.append(ran)
    try:
        yield ran
    finally:
        del _OPEN[-1]
        for watched in _WATCHED.values() if not _OPEN else ():
            _leave(watched)


def _leave(watched: _Watched) -> None:
    """Give a function that was not called its own code back."""
    if watched.function.__code__ is watched.stub:
        watched.function.__code__ = watched.code


def _watch(name: str, function: FunctionType) -> None:
    """Put the stub in place of the code that a function has now: it may have been replaced."""
    known = _WATCHED.get(name)
    if known is None or known.function is not function:
        known = _WATCHED[name] = _watched(name, function)
    elif function.__code__ is not known.stub:
        known.code = function.__code__
    function.__code__ = known.stub


def _watched(name: str, function: FunctionType) -> _Watched:
    def called(*args: object, **named: object) -> object:
        function.__code__ = watched.code
        for ran in _OPEN:
            ran.add(name)
        return function(*args, **named)

    watched = _Watched(function, function.__code__, _stub(function.__code__, called))
    return watched


def _stub(code: CodeType, called: Callable[..., object]) -> CodeType:
    """Code that calls something else, and looks from outside like the code whose place it takes."""
    model = _generates if code.co_flags & inspect.CO_GENERATOR else _returns
    body = model.__code__
    consts = tuple(called if const == _MARK else const for const in body.co_consts)
    return body.replace(
        co_consts=consts,
        co_freevars=code.co_freevars,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
        co_filename=code.co_filename,
        co_firstlineno=code.co_firstlineno,
    )


def _returns(*args: object, **named: object) -> object:
    called: Any = "what tells"
    return called(*args, **named)


def _generates(*args: object, **named: object) -> Any:
    called: Any = "what tells"
    return (yield from called(*args, **named))
