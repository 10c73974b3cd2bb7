"""A position that no rule could go on with is told, each trouble with what would be legal."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from unit.edited import with_power, with_track

from pbem.core.record.state import Mark, State, Unit, regrouped
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.awaw.sound import sound
from pbem.systems.awaw.world.position import Position

SCENARIOS = ("poland-1939", "europe-first-year", "pacific-1941")
TURN = "it is a year and a season, as 1941-summer"
PLAYER_TURN = "it is a player turn, as 1941-summer.axis"


@cache
def game() -> Game:
    return load_game(default_roster("awaw", "poland-1939"))


@cache
def start() -> State:
    return first_state(default_roster("awaw", "poland-1939"))


def told(state: State) -> tuple[str, ...]:
    return tuple(sound(Position(game(), state, state)))


def power(name: str, **parts: Any) -> State:
    return with_power(start(), name, **parts)


def track(name: str, value: Any) -> State:
    return with_track(start(), name, value)


def unit(**marks: Any) -> State:
    named = {name.replace("_", "-"): Mark(value=value) for name, value in marks.items()}
    made = regrouped(Unit("", "ger-inf-3-3", "germany", "L31", 1, named))
    return replace(start(), units={made.id: made})


def clock(**parts: Any) -> State:
    return replace(start(), clock=replace(start().clock, **parts))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenarios_are_sound(name: str) -> None:
    roster = default_roster("awaw", name)
    state = first_state(roster)
    assert tuple(sound(Position(load_game(roster), state, state))) == ()


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        (clock(turn="1939-autumn"), f"the clock: there is no turn '1939-autumn'; {TURN}"),
        (clock(impulse=3), "the clock: there is no player turn number 3; it is 1 or 2"),
        (clock(impulse=2), "the clock: player turn 2 is allied, not 'axis'"),
        (track("last-turn", "1939"), f"last-turn: there is no turn '1939'; {TURN}"),
        (track("first-turn", 1939), f"first-turn: there is no turn '1939'; {TURN}"),
        (track("rgt", "high"), "rgt is 'high'; it is a whole number"),
        (track("winter", True), "winter is 'True'; it is a whole number"),
        (track("deploying", "poland ruritania"), "deploying: there is no power 'ruritania'"),
        (track("on-turn", "ruritania"), "on-turn: there is no power 'ruritania'"),
        (track("first-target.germany", "estern"), "first-target.germany is 'estern'; "),
        (track("conceded", "germany"), "conceded is 'germany'; "),
        (track("weather", "mud"), "the tracks: nothing is known of a track 'weather'; "),
        (power("germany", side="axes"), "germany: there is no side 'axes'; "),
        (power("germany", flags={"faction": "axis"}), "germany: faction is 'axis'; "),
        (power("sweden", flags={"status": "friend"}), "sweden: status is 'friend'; "),
        (power("sweden", flags={"patron": "germania"}), "sweden: patron is 'germania'; "),
        (power("sweden", flags={"to-set-up": "nobody"}), "sweden: to-set-up is 'nobody'; "),
        (
            power("germany", flags={"declared-norge": "1939-fall.axis"}),
            "germany: declared-norge is 'norge'; ",
        ),
        (
            power("germany", flags={"declared-norway": "1939-fall"}),
            f"germany: declared-norway is '1939-fall'; {PLAYER_TURN}",
        ),
        (power("germany", flags={"luck": 1}), "germany: nothing is known of a flag 'luck'; "),
        (power("germany", counters={"gold": 1}), "germany: nothing is known of a counter 'gold'; "),
        (power("germany", counters={"base": -1}), "germany: base is -1; it is never less than 0"),
        (
            power("germany", counters={"paid.north": 3}),
            "germany: the front of paid.north is 'north'; ",
        ),
        (
            power("germany", relations={"ruritania": "war"}),
            "germany: there is no power 'ruritania'",
        ),
        (power("germany", relations={"germany": "war"}), "germany: it is at war with itself"),
        (
            power("germany", relations={"poland": "peace"}),
            "germany: 'peace' with poland is no relation; it is war, or none",
        ),
        (
            power("germany", relations={"sweden": "war"}),
            "germany is at war with sweden, and sweden not with germany",
        ),
        (unit(sleepy=None), ": nothing is known of a mark 'sleepy'; "),
        (unit(attacked="north"), ": attacked is 'north'; "),
        (unit(overran="north"), ": overran is 'north'; "),
        (unit(front="north"), ": front is 'north'; "),
        (unit(defends="Atlantis"), ": defends is 'Atlantis', which is no place"),
        (unit(defends=None), ": defends is 'None', which is no place"),
        (unit(inverted="1940"), f": inverted is '1940'; {PLAYER_TURN}, or nothing"),
    ],
)
def test_what_no_rule_could_go_on_with_is_told_once(state: State, trouble: str) -> None:
    found = [one for one in told(state) if trouble in one]
    assert len(found) == 1, told(state)


@pytest.mark.parametrize(
    "state",
    [
        power("germany", counters={"brps": -3}),
        unit(inverted=None),
        unit(inverted="1940-spring.allied"),
        unit(defends="N33", attacked="eastern"),
        track("usjt", -2),
        track("first-target.germany", "eastern"),
        clock(impulse=2, side="allied"),
    ],
)
def test_what_may_be_is_not_told(state: State) -> None:
    assert told(state) == ()
