"""Every case under tests/rulebook, one test each; no id stands twice, no clause is named idly."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.cases import Case, case_files, read_cases, run_case
from pbem.core.coverage import clauses_of, import_all
from pbem.core.system import find_system

FOLDER = Path(__file__).parent / "rulebook"
CASES = [case for path in case_files([FOLDER]) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.system}:{case.id}" for case in CASES])
def test_case(case: Case) -> None:
    result = run_case(case)
    assert not result.problems, f"{case.where}\n" + "\n".join(result.problems)
    assert not result.idle, f"{case.where} names clauses whose code it does not run"


def test_no_case_has_the_id_of_another() -> None:
    ids = [case.id for case in CASES]
    assert sorted(ids) == sorted(set(ids))


def test_cases_name_clauses_of_the_book() -> None:
    for case in CASES:
        import_all(find_system(case.system))
        unknown = set(case.clauses) - set(clauses_of(find_system(case.system)))
        assert not unknown, f"{case.where} names {sorted(unknown)}"
