"""Every word that play writes into a position stands in the vocabulary, with its lifetime."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from unit.vocabularies import TESTS, Vocabulary, ledgers, played_cases

from pbem.core.cases.cases import Case
from pbem.core.record.statefile import read_state
from pbem.core.record.terms import Term
from pbem.core.rules.setup import default_roster, first_state
from pbem.systems.gw.world import vocabulary
from pbem.systems.gw.world.vocabulary import (
    MARK_VALUES,
    TRACK_VALUES,
    Alliance,
    Marker,
    PlaceFact,
    PowerCount,
    PowerFlag,
    Relation,
    TrackName,
    UnitMark,
)

WORDS: Final = Vocabulary(
    side=Alliance,
    mark=UnitMark,
    marker=Marker,
    fact=PlaceFact,
    counter=PowerCount,
    flag=PowerFlag,
    relation=Relation,
    track=TrackName,
    values={**MARK_VALUES, **TRACK_VALUES},
)
SCENARIOS: Final = sorted(path.name for path in TESTS.parent.glob("scenarios/gw/*/"))
STATES: Final = sorted(TESTS.glob("golden/gw-*/state.yaml"))
KINDS: Final = [kind for kind in vars(vocabulary).values() if kind in Term.__subclasses__()]


@pytest.mark.parametrize("ledger", ledgers("gw"), ids=lambda path: path.parent.name)
def test_the_words_of_golden_runs_are_known(ledger: Path) -> None:
    WORDS.check_ledger(ledger)


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.parent.name)
def test_the_words_of_the_positions_after_golden_runs_are_known(path: Path) -> None:
    WORDS.check_state(read_state(path))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_words_of_scenarios_are_known(name: str) -> None:
    WORDS.check_state(first_state(default_roster("gw", name)))


@pytest.mark.parametrize("case", played_cases("gw"), ids=lambda case: case.id)
def test_the_words_of_played_cases_are_known(case: Case) -> None:
    WORDS.check_case(case)


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_has_one_name_and_every_name_a_meaning(kind: type[Term]) -> None:
    assert len(kind) == len(kind.__members__)
    assert all(term.meaning for term in kind)
    assert {kind.term_for(term) for term in kind} == {*kind}


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("damage-building-air-base", Marker.DAMAGE),
        ("built-coastal-artillery:sea:a23", Marker.BUILT),
        ("lent-italy", PowerCount.LENT),
        ("lets:rail:japan", PowerFlag.LETS),
        ("tech-radar", PowerFlag.TECH),
        ("capital-lost", PowerFlag.CAPITAL_LOST),
        ("raids:libyan", TrackName.RAIDS),
        ("raids-libyan", None),
        ("capitals", None),
    ],
)
def test_what_names_follow_belongs_to_the_term_that_begins_it(word: str, term: Term | None) -> None:
    kind = type(term) if term else PowerFlag
    assert kind.term_for(word) is term


def test_a_word_is_made_of_a_beginning_and_names() -> None:
    assert PowerFlag.LETS.of("rail", "japan") == "lets:rail:japan"
    assert Marker.DAMAGE.of("air-base") == "damage-air-base"
