"""`python -m pbem.store.proving SYSTEM`: cases in a process of their own, and what they run.

Cases come as JSON on the standard input, what those that passed have run goes as JSON to the
standard output. In a fresh process the sources can be taken down before any is loaded. `sound` says
whether the proofs may be kept: the sources are still as they were, and nothing else was read.
"""

from __future__ import annotations

import builtins
import io
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from pbem.store.sources import KINDS, PACKAGE, ROOT, Sources, take_down

_DATA: Final = tuple(ROOT / name for name in ("schemas", "scenarios", "orders", "tests"))


def main(
    system: str,
    around: Callable[[], AbstractContextManager[None]] = nullcontext,
    besides: Collection[Path] = (),
) -> None:
    """Prove the cases of the standard input; `around` them more may be looked at, by `besides`."""
    opened: set[str] = set()
    before = take_down(system)
    with _noting(opened), around():
        proofs = _proofs(json.load(sys.stdin))
    strange = (name for name in strangers(before, opened) if Path(name).resolve() not in besides)
    sound = take_down(system) == before and not list(strange)
    json.dump(
        {
            "digest": before.digest,
            "environment": before.environment,
            "sound": sound,
            "proofs": proofs,
        },
        sys.stdout,
    )


@contextmanager
def _noting(opened: set[str]) -> Iterator[None]:
    """Note the names of all files that are opened (an audit hook would see every frame too)."""
    usual = io.open

    def noted(file: Any, *given: Any, **named: Any) -> Any:
        opened.add(str(file))
        return usual(file, *given, **named)

    io.open = builtins.open = noted
    try:
        yield
    finally:
        io.open = builtins.open = usual


def _proofs(cases: Iterable[Any]) -> dict[str, list[str]]:
    from pbem.core.cases.cases import Case, run_case
    from pbem.store.proofs import digest_of

    found = {}
    for row in cases:
        case = Case(**row)
        result = run_case(case)
        if result.passed:
            found[digest_of(case)] = sorted(result.ran)
    return found


def strangers(sources: Sources, opened: Iterable[str]) -> Iterator[str]:
    """What was read of pbem but is not among the sources: a proof may rest on it."""
    loaded = {str(getattr(module, "__file__", None)) for module in list(sys.modules.values())}
    for name in sorted({*loaded, *opened}):
        path = Path(name).resolve()
        is_ours = any(path.is_relative_to(folder) for folder in (PACKAGE, *_DATA))
        matters = path.suffix == ".yaml" or (is_ours and path.suffix in KINDS)
        known = path in sources.stamps or path.is_relative_to(PACKAGE / "store")
        if matters and not known:
            yield name


if __name__ == "__main__":
    main(sys.argv[1])
