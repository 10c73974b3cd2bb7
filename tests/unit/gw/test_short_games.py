"""Short scenarios that are fought for a country: who is ahead, when they are over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.core.orders.inputs import Inputs, KeyedDice
from pbem.core.play.umpire import Umpire
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Place, State, Track
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.victory.game_end import goes_on
from pbem.systems.gw.victory.short_games import end_of_short_game, is_over, leader, shares
from pbem.systems.gw.world.vocabulary import TrackName

NATIONALISTS, REPUBLICANS = "nationalist-spain", "republican-spain"


def start(name: str) -> tuple[Game, State]:
    roster = default_roster("gw", name)
    return load_game(roster), first_state(roster)


def held(state: State, **zones: str) -> State:
    """The position with other possessors of some zones."""
    places = {zone.replace("_", "-"): who for zone, who in zones.items()}
    return replace(
        state, places={**state.places, **{zone: Place(zone, who) for zone, who in places.items()}}
    )


def at(state: State, turn: str, impulse: int) -> State:
    return replace(state, clock=replace(state.clock, turn=turn, impulse=impulse))


def tracked(state: State, name: str, value: str) -> State:
    return replace(state, tracks={**state.tracks, name: Track(name, value)})


def test_more_zones_of_spain_lead_and_madrid_decides_between_equals() -> None:
    game, state = start("spanish-civil-war-1936")
    assert [(one.nation, one.held) for one in shares(position_of(game, state))] == [
        (NATIONALISTS, 2), (REPUBLICANS, 4),
    ]  # fmt: skip
    assert leader(position_of(game, state)) == REPUBLICANS
    equal = held(state, basque_country=NATIONALISTS)
    assert leader(position_of(game, equal)) == REPUBLICANS
    swapped = held(equal, madrid=NATIONALISTS, basque_country=REPUBLICANS)
    assert leader(position_of(game, swapped)) == NATIONALISTS


def test_the_war_in_spain_ends_the_game_at_once() -> None:
    game, state = start("spanish-civil-war-1936")
    assert not is_over(game.at(state))
    won = tracked(state, "spanish-civil-war", "axis")
    assert is_over(game.at(won))
    assert leader(position_of(game, won)) == NATIONALISTS


@pytest.mark.parametrize(
    ("turn", "impulse", "over"),
    [("1938-jul", 6, False), ("1939-jan", 2, False), ("1939-jan", 6, True)],
)
def test_the_last_nation_of_the_last_turn_ends_it(turn: str, impulse: int, over: bool) -> None:
    game, state = start("spanish-civil-war-1936")
    assert is_over(game.at(at(state, turn, impulse))) is over


def test_china_is_won_by_what_is_held_above_par() -> None:
    game, state = start("china-1937")
    assert [(one.nation, one.held, one.par) for one in shares(position_of(game, state))] == [
        ("communist-china", 2, 2), ("japan", 0, 7), ("nationalist-china", 6, 7),
    ]  # fmt: skip
    assert leader(position_of(game, state)) == "communist-china"
    north = held(state, peking="japan", hopeh="japan", suiyuan="japan", shantung="japan")
    assert leader(position_of(game, held(north, nanking="japan"))) == "japan"
    assert (
        leader(position_of(game, held(state, kwangtung="nationalist-china"))) == "nationalist-china"
    )
    tied = held(state, suiyuan="nationalist-china")
    assert leader(position_of(game, tied)) == ""


def conducted(name: str, state: State) -> tuple[State, list[Entry]]:
    game, _ = start(name)
    dice = KeyedDice(bytes(32))
    umpire = Umpire(game, state, Inputs({}, dice, dice, bytes(32), 1))
    end_of_short_game(umpire)
    return umpire.state, [entry for entry in umpire.ledger.entries if entry.kind == "verdict"]


def test_the_end_is_written_down_and_nothing_goes_on() -> None:
    _, state = start("china-1937")
    assert goes_on(state)
    after, verdicts = conducted("china-1937", at(state, "1939-jan", 7))
    assert after.track(TrackName.GAME_OVER) == "comintern"
    assert not goes_on(after)
    (verdict,) = verdicts
    assert verdict.body["outcome"] == "communist-china"
    assert verdict.body["facts"]["shares"][2] == ["nationalist-china", 6, 7]
    before, none = conducted("china-1937", at(state, "1938-jul", 7))
    assert (before.track(TrackName.GAME_OVER), none) == (None, [])
