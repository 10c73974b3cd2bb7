"""docs/fairness.md names a test for each attack: each is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "fairness.md"


def test_every_attack_of_the_page_is_played() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").split("\n") if "`test_" in line]
    named = [re.findall(r"`(test_\w+)`", row) for row in rows]
    assert len(rows) >= 28 and all(len(tests) == 1 for tests in named)
    there = {
        name
        for path in (ROOT / "tests" / "cli").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {tests[0] for tests in named} <= there
