"""docs/fairness.md names a test for each attack, and what both verifiers say: each is there."""

from __future__ import annotations

import ast
from pathlib import Path

from cli.judging import NOBODY, attacks, verdicts

HERE = Path(__file__).parent


def played_here() -> dict[str, set[str]]:
    """Every test of this folder, and what it asks for."""
    return {
        found.name: {arg.arg for arg in found.args.args}
        for path in HERE.glob("test_*.py")
        for found in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(found, ast.FunctionDef)
    }


def test_every_attack_of_the_page_is_played() -> None:
    named = [attack.test for attack in attacks()]
    assert len(named) >= 38
    assert len(set(named)) == len(named)
    assert set(named) <= {*played_here()}


def test_both_verifiers_judge_whatever_comes_to_a_player() -> None:
    """A row tells what they say, and its test asks them; or nothing comes of the attack."""
    asks = played_here()
    judging = {attack.test for attack in attacks() if attack.verdict != NOBODY}
    assert judging <= {name for name, asked in asks.items() if "judged" in asked}
    for attack in attacks():
        if attack.verdict != NOBODY:
            assert {verdict.who for verdict in verdicts(attack.verdict)} == {"pbem", "page"}
