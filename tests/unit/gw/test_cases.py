"""The rulebook cases of Global War, run on the functions of this system.

For as long as the system is not registered with the core, whose own runner takes over then.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.cases import Case, calculated, case_files, compare, read_cases
from pbem.systems.gw.calculations import CALCULATIONS

FOLDER = Path(__file__).parents[2] / "rulebook" / "gw"
CASES = [case for path in case_files([FOLDER]) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    function = CALCULATIONS[case.data["calculate"]]
    problems = compare(case.data["then"], calculated(function, case.data["given"]), "")
    assert problems == []
