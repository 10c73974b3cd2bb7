"""Which tests reach which lines of a system's code: measured once, kept, and measured anew
for the tests that changed (or for all, where code changed).

Tests are the cases of a system, each one by itself, and its unit tests. Golden runs, random games
and odds are no part of them: they notice much, and say of nothing what the book says.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import is_hypothesis_test

from pbem.core.cases.cases import Case
from pbem.core.cases.shelf import shelf
from pbem.core.rules.setup import forget_books
from pbem.store import proofs
from pbem.store.bitten import short, unit_test_digest
from tests.mutants.change import ROOT, Change, folders_of

FORMAT: Final = "pbem-reach/1"
APART: Final = ("random", "odds")  # in the names of files of tests that are left out


@dataclass(frozen=True, slots=True)
class Reached:
    """What one test reaches: of each file the lines, as the bits of a number; and how long."""

    digest: str
    seconds: float
    lines: Mapping[str, int]

    def reaches(self, change: Change) -> bool:
        """Whether the test runs any line of a change."""
        width = change.last - change.line + 1
        return bool(self.lines.get(change.file, 0) >> change.line & ((1 << width) - 1))


def folders_of_tests(system: str) -> list[str]:
    """What pytest is given: the cases, and the unit tests of a system."""
    return [str(ROOT / "tests" / "test_cases.py"), str(ROOT / "tests" / "unit" / system)]


def belongs(item: pytest.Item, system: str) -> bool:
    """Whether a test is one of a system's cases or unit tests, and always does the same."""
    if (case := case_of(item)) is not None:
        return case.system == system
    apart = any(word in Path(item.path).stem for word in APART)
    chance = is_hypothesis_test(getattr(item, "obj", None))
    return "tests/unit/" in item.nodeid and not apart and not chance


def case_of(item: pytest.Item) -> Case | None:
    """The case that a test runs; None of a unit test."""
    callspec = getattr(item, "callspec", None)
    return callspec.params.get("case") if callspec else None


def digest_of(item: pytest.Item) -> str:
    """The digest of a case, or of the file of a unit test with what it shares with others."""
    case = case_of(item)
    text = proofs.digest_of(case) if case else unit_test_digest(item.nodeid.partition("::")[0])
    return short(text.encode())


def code_digest(system: str) -> str:
    """The digest of everything but tests that a system's tests run."""
    folders = ("pbem/core", *folders_of(system), "schemas", f"scenarios/{system}")
    paths = [
        p for folder in folders for p in sorted((ROOT / folder).rglob("*")) if p.suffix in _READ
    ]
    return short(
        *(part for p in paths for part in (str(p.relative_to(ROOT)).encode(), p.read_bytes()))
    )


_READ: Final = (".py", ".yaml", ".json")


Runner = Callable[[pytest.Item], bool]


def measured(
    system: str, items: Iterable[pytest.Item], run: Runner, kept: Path
) -> dict[str, Reached]:
    """What every test reaches, by its name; a test that fails unchanged stops everything."""
    known = _read(kept, code_digest(system))
    fresh = [item for item in items if _stale(item, known)]
    found = {i.nodeid: known[i.nodeid] for i in items if i.nodeid in known} | _trace(
        system, fresh, run
    )
    if fresh:
        _write(kept, code_digest(system), found)
    return found


def _stale(item: pytest.Item, known: Mapping[str, Reached]) -> bool:
    return item.nodeid not in known or known[item.nodeid].digest != digest_of(item)


def _trace(system: str, items: list[pytest.Item], run: Runner) -> dict[str, Reached]:
    from coverage import Coverage

    if not items:
        return {}
    cover = Coverage(data_file=None, source=[str(ROOT / at) for at in folders_of(system)])
    seconds: dict[str, float] = {}
    cover.start()
    for item in items:
        forget()
        cover.switch_context(item.nodeid)
        began = time.perf_counter()
        if not run(item):
            raise SystemExit(f"{item.nodeid} fails without any change")
        seconds[item.nodeid] = round(time.perf_counter() - began, 4)
    cover.stop()
    lines: dict[str, dict[str, int]] = {item.nodeid: {} for item in items}
    measured_data = cover.get_data()
    for path in measured_data.measured_files():
        file = str(Path(path).relative_to(ROOT))
        for line, contexts in measured_data.contexts_by_lineno(path).items():
            for context in set(contexts) & lines.keys():
                lines[context][file] = lines[context].get(file, 0) | 1 << line
    return {i.nodeid: Reached(digest_of(i), seconds[i.nodeid], lines[i.nodeid]) for i in items}


@cache
def caches() -> list[Any]:
    """Every cache of rules and of tests. Those of the core keep files under their own text."""
    gc.unfreeze()  # nobody finds what is frozen
    found_now = [
        found
        for found in gc.get_objects()
        if isinstance(found, _lru_cache_wrapper)
        and not str(found.__module__).startswith(("pbem.core.", "pbem.store.", "tests.mutants."))
    ]
    gc.freeze()
    return found_now


def forget() -> None:
    """Empty the caches, so that what a test reaches does not depend on the tests before it."""
    forget_books()
    shelf.cache_clear()
    for found in caches():
        found.cache_clear()


def _read(path: Path, code: str) -> dict[str, Reached]:
    """What is kept, if it was measured on this code."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if data.get("format") != FORMAT or data.get("code") != code:
        return {}
    return {
        name: Reached(digest, seconds, {file: int(bits, 16) for file, bits in lines.items()})
        for name, (digest, seconds, lines) in data["tests"].items()
    }


def _write(path: Path, code: str, found: Mapping[str, Reached]) -> None:
    rows = {
        name: (r.digest, r.seconds, {file: f"{bits:x}" for file, bits in r.lines.items()})
        for name, r in found.items()
    }
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps({"format": FORMAT, "code": code, "tests": rows}), encoding="utf-8")
    fresh.replace(path)
