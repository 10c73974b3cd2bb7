"""Every word that play writes into a position stands in the vocabulary, with its lifetime."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from unit.vocabularies import ledgers
from unit.wif.eastern_front import start
from unit.words import words_of

from pbem.systems.wif.reports import NAMES
from pbem.systems.wif.world import vocabulary as words

WORDS: Final = words_of("wif")


@pytest.mark.parametrize("ledger", ledgers("wif"), ids=lambda path: path.parent.name)
def test_the_words_of_golden_runs_are_known(ledger: Path) -> None:
    WORDS.check_ledger(ledger)


def test_the_words_of_the_scenario_are_known() -> None:
    WORDS.check_state(start())


def test_reports_have_names_for_what_they_call_otherwise_than_states_do() -> None:
    assert [NAMES[word] for word in ("ussr", "allied", "force", "1941-ja")] == [
        "USSR", "Allied", "force pool", "Jul/Aug 1941",
    ]  # fmt: skip
    assert {NAMES[mark] for mark in words.UnitMark} >= {"face-down", "moved", "emergency supply"}
