"""A position that no rule could go on with is told, each trouble with what would be legal."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbem.core.record.state import Mark, State, Track, Unit, regrouped
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.sound import sound

SCENARIOS = ("sea-lion-1940", "france-1940", "global-war-1936", "global-war-1939")


@cache
def game() -> Game:
    return load_game(default_roster("gw", "sea-lion-1940"))


@cache
def start() -> State:
    return first_state(default_roster("gw", "sea-lion-1940"))


def power(name: str, **parts: Any) -> State:
    known = start().powers[name]
    return replace(start(), powers={**start().powers, name: replace(known, **parts)})


def track(name: str, value: Any) -> State:
    return replace(start(), tracks={**start().tracks, name: Track(name, value)})


def unit(at: str = "berlin", **marks: Any) -> State:
    named = {name.replace("_", "-"): Mark(value=value) for name, value in marks.items()}
    made = regrouped(Unit("", "infantry", "germany", at, 1, named))
    return replace(start(), units={made.id: made})


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenarios_are_sound(name: str) -> None:
    roster = default_roster("gw", name)
    assert sound(position_of(load_game(roster), first_state(roster))) == ()


@pytest.mark.parametrize("turn", ["banana", "1941", "1941-jun", "41-jan", "1941-jan-2"])
def test_a_turn_is_a_year_and_a_month(turn: str) -> None:
    state = replace(start(), clock=replace(start().clock, turn=turn))
    legal = "it is a year and jan or jul, as 1941-jan"
    assert sound(position_of(game(), state)) == (f"the clock: there is no turn '{turn}'; {legal}",)
    assert sound(position_of(game(), track("last-turn", turn))) == (
        f"last-turn: there is no turn '{turn}'; {legal}",
    )


@pytest.mark.parametrize("number", [0, 8])
def test_nations_take_turns_one_to_seven(number: int) -> None:
    state = replace(start(), clock=replace(start().clock, impulse=number))
    assert sound(position_of(game(), state)) == (
        f"the clock: there is no turn of a nation number {number}; they have the numbers 1 to 7",
    )


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"side": "axs"}, "germany: there is no Alliance 'axs'; did you mean axis?"),
        ({"relations": {"germny": "war"}}, "germany: there is no power 'germny' to be at war with"),
        ({"relations": {"germany": "war"}}, "germany: it is at war with itself"),
        ({"flags": {"surrendered": "brtain"}}, "germany: surrendered is 'brtain'"),
        ({"flags": {"capital": "pariss"}}, "germany: there is no place 'pariss' for its capital"),
        ({"counters": {"cash": -1}}, "germany: cash is -1; it is never less than 0"),
    ],
)
def test_what_a_nation_names_is_there(parts: dict[str, Any], said: str) -> None:
    told = sound(position_of(game(), power("germany", **parts)))
    assert told[0].startswith(said) or any(text.startswith(said) for text in told)


def test_wars_have_two_sides() -> None:
    assert sound(position_of(game(), power("germany", relations={}))) == (
        "great-britain is at war with germany, and germany not with great-britain",
    )
    assert sound(position_of(game(), power("germany", relations={"great-britain": "peace"}))) == (
        "germany: 'peace' with great-britain is no relation; it is war, or none",
        "great-britain is at war with germany, and germany not with great-britain",
    )


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("truce-china", "of-a-sort", "truce-china is 'of-a-sort'; known: broken, in-force"),
        ("victory", 1938, "victory is '1938'; did you mean 1939 or 1936?"),
        ("on-turn", "germany itly", "on-turn: there is no power 'itly'"),
    ],
)
def test_tracks_have_words_that_rules_know(name: str, value: Any, said: str) -> None:
    assert sound(position_of(game(), track(name, value))) == (said,)


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"lft": 1}, "nothing is known of a mark 'lft'; did you mean left?"),
        ({"left": "1"}, "left is '1'; it is a number"),
        ({"base": "pariss"}, "base is 'pariss', which is no place"),
        ({"sea": "london"}, "sea is 'london', which is no sea zone"),
    ],
)
def test_marks_are_those_of_the_rules(marks: dict[str, Any], said: str) -> None:
    state = unit(**marks)
    assert sound(position_of(game(), state)) == (f"{next(iter(state.units))}: {said}",)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"counters": {"csh": 1}}, "a counter 'csh'; did you mean cash?"),
        ({"flags": {"capital-lst": "italy"}}, "a flag 'capital-lst'; did you mean capital-lost"),
        ({"flags": {"lets-rail:italy": True}}, "a flag 'lets-rail:italy'; "),
    ],
)
def test_what_is_said_of_a_nation_is_a_word_of_the_rules(parts: dict[str, Any], said: str) -> None:
    told = sound(position_of(game(), power("germany", **parts)))
    assert len(told) == 1
    assert told[0].startswith(f"germany: nothing is known of {said}")


def test_markers_and_tracks_are_words_of_the_rules() -> None:
    place = replace(start().places["berlin"], markers={"damage-rail:saxony": 1, "damaged": 1})
    state = replace(start(), places={**start().places, "berlin": place})
    assert sound(position_of(game(), state)) == (
        "berlin: nothing is known of a marker 'damaged'; did you mean damage-?",
    )
    assert sound(position_of(game(), track("raids:libyan", 1))) == ()
    assert sound(position_of(game(), track("gameover", "axis"))) == (
        "the tracks: nothing is known of a track 'gameover'; did you mean game-over?",
    )


def ship(counter: str, damage: int) -> State:
    made = regrouped(Unit("", counter, "germany", "sea:a12", 1, {"damaged": Mark(value=damage)}))
    return replace(start(), units={made.id: made})


@pytest.mark.parametrize(
    ("counter", "damage", "said"),
    [
        ("battlecruiser", 1, "damaged is 1; Battlecruiser is lost by hit number 1"),
        ("battleship", 2, "damaged is 2; Battleship is lost by hit number 2"),
        ("heavy-battleship", 3, "damaged is 3; Heavy Battleship is lost by hit number 3"),
        ("heavy-carrier", 2, "damaged is 2; Heavy Carrier is lost by hit number 2"),
    ],
)
def test_a_ship_bears_fewer_hits_than_sink_it(counter: str, damage: int, said: str) -> None:
    afloat, lost = ship(counter, damage - 1), ship(counter, damage)
    assert sound(position_of(game(), afloat)) == ()
    assert sound(position_of(game(), lost)) == (f"{next(iter(lost.units))}: {said}",)


def test_by_the_option_of_capital_ship_damage_a_heavy_carrier_bears_two_hits() -> None:
    roster = default_roster("gw", "sea-lion-1940")
    dies = load_game(replace(roster, options={**roster.options, "capital_ship_damage": True}))
    assert sound(position_of(dies, ship("heavy-carrier", 2))) == ()
    assert len(sound(position_of(dies, ship("heavy-carrier", 3)))) == 1


def test_cargo_has_a_carrier() -> None:
    assert sound(position_of(game(), unit(at="in:nowhere"))) == (
        "germany:infantry@in:nowhere: nobody carries it; no unit bears the mark hold=nowhere",
    )
