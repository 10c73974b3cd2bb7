"""Every word that play writes into a position stands in the vocabulary, with its lifetime."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from unit.vocabularies import ledgers
from unit.wif.eastern_front import game, start
from unit.words import words_of

from pbem.core.record.changes import set_power
from pbem.core.record.events import apply
from pbem.systems.flames.impulse.actions import cleared_counts
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.vocabulary import UnitMark
from pbem.systems.wif.reports import NAMES

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
    assert {NAMES[mark] for mark in UnitMark} >= {"face-down", "moved", "emergency supply"}


def test_what_powers_count_for_an_impulse_is_cleared_after_it() -> None:
    """Words of the shared engine and of the book alike."""
    state, power = start(), "germany"
    counted = {"aligning": 1, "land-moves": 2, "build-points": 3, "surprised-by-italy": 1}
    for name, number in counted.items():
        state = apply(state, set_power(state, power, "counter", name, number))
    left = apply(state, cleared_counts(position_of(game(), state))).powers[power].counters
    assert {name: number for name, number in left.items() if name in counted} == {"build-points": 3}
