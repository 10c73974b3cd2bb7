"""What players are told: targets of bombs, facts of a choice, wars and annexations."""

from __future__ import annotations

import pytest

from pbem.core.record.events import PlaceChanged
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.combat.air.bombing_targets import title
from pbem.systems.gw.combat.battle_choices import BATTLE_FACTS, BEGIN_FACTS
from pbem.systems.gw.moves.attacks import reading_of
from pbem.systems.gw.world.vocabulary import Marker

ROSTER = default_roster("gw", "global-war-1939")
STATE = first_state(ROSTER)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("rail:bavaria", "Railroad"),
        ("major-factory", "Major Factory"),
        ("building-rail:bavaria", "Railroad under construction"),
        ("building-air-base", "Air Base under construction"),
    ],
)
def test_a_target_in_words(name: str, told: str) -> None:
    assert title(name) == told


def test_when_a_battle_begins_nothing_is_lost_yet() -> None:
    assert {"land", "enemy ships", "odds"} <= BEGIN_FACTS.keys()
    assert {"round", "strength", "units"} <= BATTLE_FACTS.keys() - BEGIN_FACTS.keys()


def test_an_annexation_is_read_back_as_no_war() -> None:
    events = [PlaceChanged("austria", "marker", None, "germany", Marker.INVADED_BY)]
    assert reading_of(events, load_game(ROSTER).at(STATE)) == "; annexes Austria without a war"
