"""One change at a time, in a forked process, and the tests that reach it run there.

A change of a function replaces the code of the functions that are loaded; a change of a value of
a module, or of one of its classes, needs a fresh process, into which it is imported; a change of
a data file is read instead of the file. A trial ends with the first test that fails. One that
takes far longer than the tests do unchanged is noticed too: it hangs.
"""

from __future__ import annotations

import inspect
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

from pbem.core.cases.cases import Case, problems_of
from tests.mutants import code, data
from tests.mutants.change import DATA, ROOT, Change
from tests.mutants.reach import caches, case_of, forget

SLACK: Final = 20.0  # seconds that a trial may take beyond ten times what its tests take
TROUBLE: Final = "!"  # how an answer begins that is none


@dataclass(frozen=True, slots=True)
class Trial:
    """A change and the tests that may notice it, the likeliest first."""

    change: Change
    tests: tuple[pytest.Item, ...]
    seconds: float


def passes(item: pytest.Item) -> bool:
    """Whether a case is as it says, or a unit test passes, run by itself."""
    if case := case_of(item):
        try:
            return _is_as_it_says(case)
        except Exception:  # a rule that breaks down is noticed too
            return False
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _is_as_it_says(case: Case) -> bool:
    """Whether a case is as it says, in words that its system knows."""
    from unit.words import words_known

    with words_known(case):
        return not problems_of(case)


def noticed(trials: Sequence[Trial], workers: int) -> Iterator[tuple[Trial, str]]:
    """Each trial with the name of the test that noticed its change, `` where none did."""
    waiting = list(reversed(trials))
    caches()  # looked for once, before processes are forked
    running: dict[int, tuple[Trial, int, float]] = {}
    while waiting or running:
        while waiting and len(running) < workers:
            trial = waiting.pop()
            pipe, process = _start(trial)
            running[pipe] = trial, process, time.monotonic() + SLACK + 10 * trial.seconds
        ready, _, _ = select.select(list(running), [], [], 0.5)
        for pipe, (trial, process, until) in list(running.items()):
            if pipe not in ready and time.monotonic() < until:
                continue
            told = _end(pipe, process, hanging=pipe not in ready)
            if told.startswith(TROUBLE):
                raise RuntimeError(f"{trial.change.told} cannot be tried: {told}")
            del running[pipe]
            yield trial, told


def _start(trial: Trial) -> tuple[int, int]:
    """A process that tries a change; what it finds comes through the pipe."""
    out, into = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process:
        os.close(into)
        return out, process
    os.close(out)
    os.setpgrp()
    try:
        told = _try(trial)
    except BaseException as trouble:
        told = f"{TROUBLE} {type(trouble).__name__}: {trouble}"
    os.write(into, told.encode()[:4000])
    os._exit(0)


def _end(pipe: int, process: int, hanging: bool) -> str:
    if hanging:
        os.killpg(process, signal.SIGKILL)
    parts = []
    while part := os.read(pipe, 4096):
        parts.append(part)
    os.close(pipe)
    _, status = os.waitpid(process, 0)
    if hanging:
        return "(hangs)"
    return "(dies)" if status else b"".join(parts).decode()


def _try(trial: Trial) -> str:
    """The test that notices the change; `` if all pass."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    if needs_fresh_process(trial.change):
        return _try_elsewhere(trial)
    _make(trial.change)
    return next((item.nodeid for item in trial.tests if not passes(item)), "")


# --- making a change in this process -----------------------------------------------------------


def needs_fresh_process(change: Change) -> bool:
    """Whether a change acts when its module is imported: a value, not the body of a function."""
    return change.kind not in DATA and _function(change) is None


def _function(change: Change) -> FunctionType | None:
    """The loaded function whose body a change is in, under whatever decorates it."""
    module = sys.modules.get(change.file.removesuffix(".py").replace("/", "."))
    found: Any = module
    for name in change.owner.split("."):
        found = vars(found).get(name) if hasattr(found, "__dict__") else None
    for inner in ("fget", "func", "__func__"):
        found = getattr(found, inner, found)
    found = inspect.unwrap(found) if callable(found) else None
    return found if isinstance(found, FunctionType) else None


def _make(change: Change) -> None:
    if change.kind in DATA:
        _read_instead(ROOT / change.file, data.changed_text(change))
    else:
        function = _function(change)
        assert function is not None
        function.__code__ = code.function_code(code.changed_module(change), change.owner)
    forget()


def _read_instead(path: Path, text: str) -> None:
    """Let a file be read as another text, wherever files are read."""
    from pbem.core.data import yamlio

    usual = yamlio.read_bytes

    def read_bytes(asked: Path, limit: int) -> bytes:
        same = Path(asked).absolute() == path
        return text.encode() if same else usual(asked, limit)

    for module in list(sys.modules.values()):
        if isinstance(module, ModuleType) and getattr(module, "read_bytes", None) is usual:
            module.read_bytes = read_bytes  # type: ignore[attr-defined]


# --- a change that acts at import --------------------------------------------------------------


def _try_elsewhere(trial: Trial) -> str:
    """The same in a fresh process, which imports the change."""
    change = trial.change
    names = [item.nodeid for item in trial.tests]
    wanted = {"file": change.file, "id": change.id, "tests": names}
    found = subprocess.run(
        [sys.executable, "-m", "tests.mutants.fresh"],
        cwd=ROOT,
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in found.stdout.splitlines() if line.startswith("noticed by: ")]
    return told[-1].removeprefix("noticed by: ") if told else "(cannot be imported)"
