"""Every test can `import toy`: this folder is on the path because this file is in it.

With `--kept-proofs` (as `make test` does) the cases whose code or text has changed are proved
before all tests, with everything that tests look at (`looked_at`): `test_cases` need not play those
that passed once more, nor note what the others run.

Every verdict that any test writes is looked at: it holds ids and words of the rules alone. So is
every run: each order has one result.

Garbage is looked for less often than Python does by itself, and never among the tests and cases
that were collected: they live until the end.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "rulebook"
PASSED = pytest.StashKey[list[str]]()  # cases by their digest

gc.set_threshold(50_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--kept-proofs",
        action="store_true",
        help="prove the cases that have changed first, and rely on kept proofs for the rest",
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    """Prove what has changed, once for all processes of the run."""
    if session.config.getoption("--kept-proofs") and not hasattr(session.config, "workerinput"):
        session.config.stash[PASSED] = sorted(_proved_now())


def _proved_now() -> Iterator[str]:
    """The digests of the cases that had no proof, and passed under all that tests look at."""
    from pbem.core.cases.cases import case_files, read_cases
    from pbem.store.proofs import digest_of, kept, prove_apart

    for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
        known = kept(folder.name)
        cases = [case for path in case_files([folder]) for case in read_cases(path)]
        missing = [case for case in cases if digest_of(case) not in known]
        yield from prove_apart(folder.name, missing, "looked_at")[0] if missing else ()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of the run which cases have passed (pytest-xdist)."""
    node.workerinput["passed"] = node.config.stash.get(PASSED, [])


@pytest.fixture(scope="session")
def passed(request: pytest.FixtureRequest) -> frozenset[str]:
    """The digests of the cases that passed before all tests."""
    here = request.config.stash.get(PASSED, [])
    return frozenset(getattr(request.config, "workerinput", {"passed": here})["passed"])


def pytest_collection_finish() -> None:
    """What was collected is garbage no more than the tests themselves are."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _spelled() -> Iterator[None]:
    """Verdicts are spelled as they must be, in whatever is played here."""
    from spelling import spelled_verdicts

    with spelled_verdicts():
        yield


@pytest.fixture(scope="session", autouse=True)
def _unhurried() -> None:
    """Long work says nothing of how far it is, however slow the machine."""
    from pbem.cli import progress

    progress.FIRST = 3600.0


@pytest.fixture(scope="session", autouse=True)
def _settled() -> Iterator[None]:
    """No order ends without a result, in whatever is played here."""
    from settled import settled_orders

    with settled_orders():
        yield
