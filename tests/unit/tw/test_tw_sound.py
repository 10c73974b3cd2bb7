"""A position that no rule could go on with is told, each trouble with what would be legal."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from unit.edited import with_power, with_track

from pbem.core.record.state import Mark, Place, State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.sound import sound
from pbem.systems.tw.world.position import Position


@cache
def game() -> Game:
    return load_game(default_roster("tw", "france-1940"))


@cache
def start() -> State:
    return first_state(default_roster("tw", "france-1940"))


def told(state: State) -> tuple[str, ...]:
    return tuple(sound(Position(game(), state, state)))


def power(name: str, **parts: Any) -> State:
    return with_power(start(), name, **parts)


def track(name: str, value: Any) -> State:
    return with_track(start(), name, value)


def marked() -> State:
    unit = start().units["ger-8-8-arm.1"]
    tired = replace(unit, marks={"tired": Mark()})
    return replace(start(), units={**start().units, unit.id: tired})


def hidden() -> State:
    unit = replace(start().units["ger-8-8-arm.1"], secret=("hans",))
    return replace(start(), units={**start().units, unit.id: unit})


def test_the_start_is_sound() -> None:
    assert told(start()) == ()


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        (power("germany", side="red"), "germany: there is no side 'red'"),
        (power("belgium", flags={"patron": "frnace"}), "patron is 'frnace'; did you mean france?"),
        (power("germany", flags={"effort": "big"}), "germany: effort is 'big'"),
        (power("germany", flags={"last-sle": "1940"}), "last-sle: there is no turn '1940'"),
        (power("germany", counters={"army": 5}), "the rating of its army is 5; it is 1 to 4"),
        (power("germany", counters={"gold": 5}), "nothing is known of a counter 'gold'"),
        (power("germany", relations={"france": "peace"}), "'peace' with france is no relation"),
        (power("britain", players=("hans",)), "hans plays powers of both sides"),
        (hidden(), "ger-8-8-arm.1 is secret: all units lie open"),
        (track("last-turn", "1940-may"), "last-turn: there is no turn '1940-may'"),
        (track("first-winter", "1941-winter"), "first-winter is '1941-winter'; it is a year"),
        (track("mud", 1), "nothing is known of a track 'mud'"),
        (marked(), "nothing is known of a mark 'tired'"),
        (
            replace(start(), clock=replace(start().clock, impulse=2)),
            "player turn 2 is allied, not 'axis'",
        ),
        (
            replace(start(), clock=replace(start().clock, impulse=3)),
            "there is no player turn number 3",
        ),
        (
            replace(start(), places={"1426": Place("1426", "germany", markers={"wall": True})}),
            "nothing is known of a marker 'wall'",
        ),
    ],
)
def test_what_is_unsound_is_told(state: State, trouble: str) -> None:
    assert any(trouble in line for line in told(state)), told(state)
