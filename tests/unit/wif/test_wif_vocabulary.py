"""Every word that play writes into a position stands in the vocabulary, with its lifetime."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from unit.vocabularies import Vocabulary, ledgers, played_cases
from unit.wif.eastern_front import start

from pbem.core.cases.cases import Case
from pbem.core.record.terms import Term
from pbem.systems.wif.reports import NAMES
from pbem.systems.wif.world import vocabulary
from pbem.systems.wif.world.vocabulary import (
    Action,
    Initiative,
    Marker,
    PlaceFact,
    PowerCount,
    PowerFlag,
    Relation,
    Side,
    Stage,
    TrackName,
    UnitMark,
    Weather,
)

WORDS: Final = Vocabulary(
    side=Side,
    mark=UnitMark,
    marker=Marker,
    fact=PlaceFact,
    counter=PowerCount,
    flag=PowerFlag,
    relation=Relation,
    track=TrackName,
    values={
        TrackName.ACTION: tuple(Action),
        TrackName.ACTION_STAGE: tuple(Stage),
        TrackName.FIRST_SIDE: tuple(Side),
        TrackName.INITIATIVE: tuple(Initiative),
        TrackName.WEATHER: tuple(Weather),
    },
)
KINDS: Final = [kind for kind in vars(vocabulary).values() if kind in Term.__subclasses__()]


@pytest.mark.parametrize("ledger", ledgers("wif"), ids=lambda path: path.parent.name)
def test_the_words_of_golden_runs_are_known(ledger: Path) -> None:
    WORDS.check_ledger(ledger)


def test_the_words_of_the_scenario_are_known() -> None:
    WORDS.check_state(start())


@pytest.mark.parametrize("case", played_cases("wif"), ids=lambda case: case.id)
def test_the_words_of_played_cases_are_known(case: Case) -> None:
    WORDS.check_case(case)


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_has_one_name_and_every_name_a_meaning(kind: type[Term]) -> None:
    assert len(kind) == len(kind.__members__)
    assert all(term.meaning for term in kind)
    assert {kind.term_for(term) for term in kind} == {*kind}


def test_what_names_follow_belongs_to_the_longest_beginning() -> None:
    assert TrackName.term_for("weather.arctic") is TrackName.WEATHER
    assert TrackName.term_for("weather.advance") is TrackName.WEATHER_ADVANCE
    assert TrackName.term_for("initiative-2") is None
    assert PowerCount.STRAITS_RAILED.of("E1", "E2") == "straits-railed-E1-E2"


def test_reports_have_names_for_what_they_call_otherwise_than_states_do() -> None:
    assert [NAMES[word] for word in ("ussr", "allied", "force", "1941-ja")] == [
        "USSR", "Allied", "force pool", "Jul/Aug 1941",
    ]  # fmt: skip
    assert {NAMES[mark] for mark in UnitMark} >= {"face-down", "moved", "emergency supply"}
