"""`python -m looked_at SYSTEM`: cases proved as by `pbem.store.proving`, under the eyes of tests.

A case passes only if its verdicts are spelled as they must be, its orders have one result each and
its words are known: `test_cases` need not play it once more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.store.proving import main

if TYPE_CHECKING:
    from pbem.core.cases.cases import Case, Result

TESTS: Final = Path(__file__).resolve().parent


@contextmanager
def looked_at() -> Iterator[None]:
    """While this lasts, what tests find wrong is a problem of the case that does it."""
    import pytest
    from settled import settled_orders
    from spelling import spelled_verdicts
    from unit.words import words_known

    from pbem.core.cases import cases

    run = cases.run_case

    def run_looked_at(case: Case) -> Result:
        try:
            with words_known(case):
                return run(case)
        except AssertionError as wrong:
            return cases.Result(case, (str(wrong),), frozenset())

    with spelled_verdicts(), settled_orders(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(cases, "run_case", run_looked_at)
        yield


if __name__ == "__main__":
    main(sys.argv[1], looked_at, frozenset(TESTS.rglob("*.py")))
