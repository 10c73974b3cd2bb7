"""Who commands where in a split United States."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.world.halves import decides_for_all, half_of, player_in, players_at

ROSTER = default_roster("gw", "global-war-1939")


@cache
def game() -> Game:
    return load_game(ROSTER)


def split() -> State:
    state = first_state(ROSTER)
    known = state.powers["united-states"]
    both = replace(known, players=("walt", "wes"), flags={"halves": "walt wes"})
    return replace(state, powers={**state.powers, "united-states": both})


def test_where_the_halves_meet() -> None:
    zones = {
        "east": (
            "washington",
            "new-york",
            "chicago",
            "rio-de-janeiro",
            "belgian-congo",
            "london",
            "sea:a26",
        ),
        "west": (
            "san-francisco",
            "texas",
            "hawaiian-islands",
            "luzon",
            "calcutta",
            "sea:p18",
            "sea:i2",
        ),
    }
    board = game().board
    assert {zone for known in zones.values() for zone in known} <= {*board.places}
    for half, known in zones.items():
        assert [zone for zone in known if half_of(game(), zone) != half] == []


def test_who_decides() -> None:
    state = split()
    assert player_in(position_of(game(), state), "luzon") == "wes"
    assert players_at(position_of(game(), state), "united-states", "london") == ("walt",)
    assert players_at(position_of(game(), state), "germany", "london") == ("hans",)
    assert decides_for_all(state, "united-states", "walt")
    assert not decides_for_all(state, "united-states", "wes")


def test_one_nation_has_one_player() -> None:
    state = first_state(ROSTER)
    assert player_in(position_of(game(), state), "luzon") == ""
    assert players_at(position_of(game(), state), "united-states", "luzon") == ("walt",)
    assert decides_for_all(state, "united-states", "walt")
