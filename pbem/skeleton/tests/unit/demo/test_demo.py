"""Demo: its cases pass, its forms are legal, its readings play differently."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.cases.cases import Case, case_files, read_cases, run_case
from pbem.core.cases.coverage import clauses_of
from pbem.core.orders.orders import read_orders, read_standing
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.moderation.form import form
from pbem.skeleton.demo import SYSTEM

FOLDER = Path(__file__).parents[2] / "rulebook" / "demo"
CASES = [case for path in case_files([FOLDER]) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    result = run_case(case)
    assert not result.problems, f"{case.where}\n" + "\n".join(result.problems)
    assert not result.idle, f"{case.where} names clauses whose code it does not run"
    assert set(case.clauses) <= set(clauses_of(SYSTEM))


@pytest.mark.parametrize("player", ["nora", "sven"])
def test_the_form_of_a_player_is_a_legal_file(player: str) -> None:
    roster = default_roster("demo", "first")
    game, state = load_game(roster), first_state(roster)
    text = form(game, state, player).encode()
    read = read_orders if player in state.due else read_standing
    assert read(game, text, "form.yaml").findings == ()
