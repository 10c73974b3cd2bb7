"""Every word that play writes into a position stands in the vocabulary, with its lifetime."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from unit.vocabularies import TESTS, ledgers
from unit.words import words_of

from pbem.core.record.statefile import read_state
from pbem.core.rules.setup import default_roster, first_state

WORDS: Final = words_of("gw")
SCENARIOS: Final = sorted(path.name for path in TESTS.parent.glob("scenarios/gw/*/"))
STATES: Final = sorted(TESTS.glob("golden/gw-*/state.yaml"))


@pytest.mark.parametrize("ledger", ledgers("gw"), ids=lambda path: path.parent.name)
def test_the_words_of_golden_runs_are_known(ledger: Path) -> None:
    WORDS.check_ledger(ledger)


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.parent.name)
def test_the_words_of_the_positions_after_golden_runs_are_known(path: Path) -> None:
    WORDS.check_state(read_state(path))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_words_of_scenarios_are_known(name: str) -> None:
    WORDS.check_state(first_state(default_roster("gw", name)))
