"""When a scenario is over: one that names no last turn goes on."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.rules.setup import default_roster, first_state
from pbem.systems.tw.turn.ending import goes_on, is_last


def test_without_a_last_turn_there_is_always_another() -> None:
    state = replace(first_state(default_roster("tw", "france-1940")), tracks={})
    assert not is_last(state)
    assert goes_on(state)
