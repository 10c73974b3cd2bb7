"""Every case under tests/rulebook, one test each; no id stands twice, no clause is named idly.

Every word that a case begins with, writes and leaves stands in the vocabulary of its system, with
its lifetime, and so do the facts of its decisions.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.words import words_known

from pbem.core.cases.cases import Case, Result, case_files, problems_of, read_cases, run_case
from pbem.core.cases.coverage import clauses_of
from pbem.core.rules.system import find_system
from pbem.store.proofs import Proofs, digest_of, kept

FOLDER = Path(__file__).parent / "rulebook"
CASES = [case for path in case_files([FOLDER]) for case in read_cases(path)]
SYSTEMS = sorted({case.system for case in CASES})


@pytest.fixture(scope="session")
def proofs(request: pytest.FixtureRequest) -> Proofs:
    """What cases are known to run; nothing unless kept proofs are asked for."""
    if not request.config.getoption("--kept-proofs"):
        return {}
    return {case: ran for name in SYSTEMS for case, ran in kept(name).items()}


@pytest.mark.parametrize("case", CASES, ids=[f"{case.system}:{case.id}" for case in CASES])
def test_case(case: Case, proofs: Proofs, passed: frozenset[str]) -> None:
    digest = digest_of(case)
    ran = proofs.get(digest)
    result = _played(case, ran) if ran is None or digest not in passed else Result(case, (), ran)
    assert not result.idle, f"{case.where} names clauses whose code it does not run"


def _played(case: Case, ran: frozenset[str] | None) -> Result:
    """What comes of a case, played here; what it runs need not be noted where that is known."""
    with words_known(case):
        result = run_case(case) if ran is None else Result(case, problems_of(case), ran)
        assert not result.problems, f"{case.where}\n" + "\n".join(result.problems)
    return result


def test_no_case_has_the_id_of_another() -> None:
    ids = [case.id for case in CASES]
    assert sorted(ids) == sorted(set(ids))


def test_cases_name_clauses_of_the_book() -> None:
    known = {name: set(clauses_of(find_system(name))) for name in SYSTEMS}
    for case in CASES:
        unknown = set(case.clauses) - known[case.system]
        assert not unknown, f"{case.where} names {sorted(unknown)}"
