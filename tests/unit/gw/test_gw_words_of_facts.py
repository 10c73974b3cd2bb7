"""The words that facts of decisions can have, as their kinds say: lines are warned by them."""

from __future__ import annotations

import pytest

from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import find_system
from pbem.systems.gw.world.nations import all_nations


@pytest.mark.parametrize("name", ["gw", "wif"])
def test_only_documented_facts_have_words(name: str) -> None:
    for kind in find_system(name).kinds:
        assert kind.values.keys() <= kind.facts.keys(), kind.name


@pytest.mark.parametrize("scenario", ["global-war-1936", "global-war-1939"])
def test_every_power_of_a_set_up_is_a_nation(scenario: str) -> None:
    roster = default_roster("gw", scenario)
    assert first_state(roster).powers.keys() <= set(all_nations(load_game(roster).board))
