"""Beginnings and ends of scenarios: setting up, objectives, resigning, who is judged and wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from situations import checked, codes, europe, pacific, piece, unit

from pbem.core.record.events import apply
from pbem.core.record.state import Track
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.awaw.politics.setting_up import _survivors, check_set_up
from pbem.systems.awaw.turn.conquests import capitals_of
from pbem.systems.awaw.victory.deciding import (
    Contender,
    Reached,
    _conquered,
    _players,
    _sides,
    _wanted,
    _winners,
)
from pbem.systems.awaw.victory.deploying import check_deployment
from pbem.systems.awaw.victory.objectives import (
    axis_is_conquered,
    counts_for,
    followed,
    has_two_sides,
    held_by,
    marks_objectives,
    objectives,
    winner,
)
from pbem.systems.awaw.victory.resigning import check_resignation, partners_of
from pbem.systems.awaw.victory.starting import (
    may_start_in,
    raiders_at_sea,
    rule_against,
    wars_at_start,
)
from pbem.systems.awaw.world.calendar import player_turn_after, setting_up_now
from pbem.systems.awaw.world.position import Position

SEATS = {
    "germany": {"players": ["hans"]},
    "italy": {"players": ["hans"]},
    "japan": {"players": ["kenji"]},
    "britain": {"players": ["anna"]},
    "united-states": {"players": ["bill"]},
    "france": {"players": ["marie"]},
    "russia": {"players": ["olga"]},
}


def seated(**players: list[str]) -> Position:
    """The majors with their players, some changed."""
    changed = {name.replace("_", "-"): {"players": who} for name, who in players.items()}
    return europe(powers={**SEATS, **changed}, wars=[])


@pytest.mark.parametrize(
    ("levels", "won"),
    [
        ({"axis": 1, "allied": 0}, "axis"),
        ({"axis": 0, "allied": 0}, ""),
        ({"axis": 0}, ""),
        ({"axis": 1, "allied": 1}, ""),
        ({"axis": 1, "allied": 2}, "allied"),
    ],
)
def test_the_higher_level_wins(levels: dict[str, int], won: str) -> None:
    assert winner(levels, over=True) == won


def reached(name: str, level: int) -> Reached:
    return Reached(Contender(name, (), (), 0), level)


def test_of_two_sides_one_wins_and_of_many_all_that_reached_a_level() -> None:
    levels = (reached("axis", 2), reached("allied", 1))
    assert list(_winners(levels, True, "")) == ["axis"]
    assert list(_winners(levels, False, "")) == ["axis", "allied"]
    assert list(_winners((reached("axis", 0), reached("allied", 1)), False, "")) == ["allied"]
    assert list(_winners((), True, "axis")) == ["allied"]
    assert list(_winners((), False, "axis")) == ["allied"]
    assert list(_winners((reached("axis", 1), reached("allied", 1)), True, "")) == []


def test_the_questions_name_sides_or_players_with_their_powers() -> None:
    position = seated()
    side = _wanted(position, next(_sides(position)))
    assert side.question.startswith("Which level of victory is reached by the Axis side?")
    many = [_wanted(position, one).question.split("reached by ")[1] for one in _players(position)]
    assert many == [
        f"{who}? 0: the conditions are not met."
        for who in (
            "Hans with Germany or Italy (whichever held more objectives when taken)",
            "Kenji with Japan",
            "Anna, Bill with Britain or United States (whichever held more objectives when taken)",
            "Marie with France",
            "Olga with Russia",
        )
    ]


def test_of_several_powers_that_with_the_most_objectives_decides() -> None:
    powers = {**SEATS, "italy": {"players": ["hans"], "counters": {"objectives": 1}}}
    position = europe(powers=powers, wars=[])
    first = next(_players(position))
    assert (first.name, first.powers, first.players) == ("italy", ("italy",), ("hans",))
    assert first.objectives == 0
    assert followed({"germany": 1, "italy": 1}, ["germany", "italy"]) == ("germany", "italy")
    assert followed({}, ["germany", "italy"]) == ("germany", "italy")
    assert followed({"italy": 1}, ["germany", "italy"]) == ("italy",)


@pytest.mark.parametrize(
    ("players", "two"),
    [
        ({}, False),
        ({"japan": ["hans"], "france": ["anna"], "russia": ["bill"]}, True),
        ({"japan": [], "france": [], "russia": []}, True),
        ({"japan": [], "france": [], "russia": ["olga"]}, False),
        ({"germany": [], "italy": [], "japan": [], "france": [], "russia": ["olga"]}, True),
        ({"britain": [], "united_states": [], "japan": [], "france": []}, True),
        ({"britain": [], "united_states": [], "japan": []}, False),
    ],
)
def test_games_with_two_left_have_two_sides(players: dict[str, list[str]], two: bool) -> None:
    assert has_two_sides(seated(**players).state, multi_player=True) == two
    assert has_two_sides(seated(**players).state, multi_player=False)


def test_conquered_powers() -> None:
    down = {"flags": {"surrendered": True}}
    one = europe(powers={"germany": down, "norway": down})
    assert (_conquered(one), axis_is_conquered(one.state)) == (("germany",), False)
    both = europe(powers={"germany": down, "italy": down})
    assert _conquered(both) == ("germany", "italy", "european-axis")


@pytest.mark.parametrize(
    ("holder", "of_two", "of_many"),
    [
        ("germany", "axis", "european-axis"),
        ("britain", "allied", "western-allies"),
        ("italy", "axis", "european-axis"),
        ("russia", "allied", "russia"),
        ("hungary", "axis", "european-axis"),
        ("norway", "", ""),
        ("", "", ""),
    ],
)
def test_for_whom_objectives_count(holder: str, of_two: str, of_many: str) -> None:
    powers = {"norway": {}, "hungary": {"side": "axis", "flags": {"patron": "germany"}}}
    control = {"N33": holder} if holder else {}
    position = europe(powers=powers, lands={}, control=control, wars=[])
    assert (counts_for(position, "N33"), counts_for(position, "N33", False)) == (of_two, of_many)


def test_britain_is_allied_whatever_becomes_of_it() -> None:
    powers = {"britain": {"side": "neutral"}}
    position = europe(powers=powers, lands={}, control={"N33": "britain"})
    assert counts_for(position, "N33") == "allied"
    assert held_by(position, "britain") == 0


# --- resigning ---


def resigned(position: Position, player: str, **data: Any) -> list[str]:
    return codes(checked(check_resignation, position, player, **data))


def led(position: Position, **leaders: str) -> Position:
    roster = replace(position.game.roster, leaders=leaders)
    game = replace(position.game, roster=roster)
    return Position(game, position.state, position.state)


def test_the_leader_concedes_or_the_only_player_of_a_side() -> None:
    alone = led(seated(japan=["hans"]))
    assert resigned(alone, "hans", do="concede") == []
    ruling = checked(check_resignation, alone, "hans", do="Concede")
    assert apply(alone.state, ruling.events).track("conceded") == "axis"
    assert resigned(led(seated()), "hans", do="concede") == ["not-yours"]
    assert resigned(led(seated(), axis="kenji"), "kenji", do="concede") == []
    assert resigned(led(seated(), axis="kenji"), "hans", do="concede") == ["not-yours"]
    assert resigned(led(alone, axis="kenji"), "hans", do="concede") == ["not-yours"]


def many(position: Position) -> Position:
    options = {**position.game.roster.options, "multi_player": True}
    game: Game = load_game(replace(position.game.roster, options=options))
    return Position(game, position.state, position.state)


@pytest.mark.parametrize(
    ("player", "of", "to", "found"),
    [
        ("hans", "Italy", "kenji", ["no-partner"]),
        ("anna", "Britain", "bill", []),
        ("anna", "Britain", "anna", ["no-partner"]),
        ("anna", "Britain", "hans", ["no-partner"]),
        ("hans", "Britain", "bill", ["not-yours"]),
        ("marie", "France", "anna", []),
        ("olga", "Russia", "anna", ["no-partner"]),
        ("marie", "Atlantis", "anna", ["unknown-power"]),
    ],
)
def test_players_withdraw_for_partners(player: str, of: str, to: str, found: list[str]) -> None:
    position = many(seated())
    assert resigned(position, player, do="withdraw", of=of, to=to) == found
    assert "two-sides" in resigned(seated(), "anna", do="withdraw", of="Britain", to="bill")
    assert resigned(position, player, do="shrug") == ["unknown"]


def test_partners_are_of_the_faction() -> None:
    assert partners_of(seated(), "britain") == ("marie", "bill")
    assert partners_of(seated(), "germany") == ("hans",)
    assert partners_of(seated(), "russia") == ()


# --- setting up ---


def deploying(*units: dict[str, Any], turn: str = "germany italy", **more: Any) -> Position:
    control = {"Y22": "italy", "N34": "italy"}
    return europe(*units, powers=SEATS, tracks={"deploying": turn}, control=control, **more)


@pytest.mark.parametrize(
    ("counter", "owner", "to", "found"),
    [
        ("ger-inf-3-3", "germany", "N33", []),
        ("ger-inf-3-3", "germany", "O25", ["not-there"]),
        ("ger-inf-3-3", "germany", "box:urals", ["not-there"]),
        ("ita-inf-2-3", "italy", "Y22", []),
        ("ger-army-air", "germany", "M33", ["no-base"]),
        ("ger-army-air", "germany", "N32", []),
        ("ger-destroyer", "germany", "N32", ["no-base"]),
        ("ger-destroyer", "germany", "J31", []),
        ("rus-inf-2-3", "russia", "M36", ["no-units"]),
    ],
)
def test_where_units_are_set_up(counter: str, owner: str, to: str, found: list[str]) -> None:
    position = deploying(unit(counter, owner, "J30", count=2))
    data = {"units": "all", "from": "J30", "to": to}
    assert codes(checked(check_deployment, position, **data)) == found


def test_powers_are_set_up_in_their_order() -> None:
    def now(turn: str) -> tuple[str, ...]:
        return setting_up_now(deploying(turn=turn).state)

    assert now("germany italy japan") == ("germany", "italy")
    assert now("japan germany italy") == ("japan",)
    assert setting_up_now(seated().state) == ()
    late = deploying(unit("ger-inf-3-3", "germany", "J30", count=2), turn="japan germany")
    data = {"units": "all", "from": "J30", "to": "N33"}
    assert codes(checked(check_deployment, late, **data)) == ["not-your-turn"]


def test_nobody_is_left_to_set_up_without_a_track() -> None:
    state = first_state(default_roster("awaw", "poland-1939"))
    assert setting_up_now(state) == ()
    named = replace(state, tracks={**state.tracks, "deploying": Track("deploying", "poland")})
    assert setting_up_now(named) == ("poland",)


@pytest.mark.parametrize(
    ("counter", "owner", "box", "may"),
    [
        ("bri-strategic-bomber", "britain", "box:atlantic-sw", True),
        ("bri-strategic-bomber", "britain", "box:pacific-sw", False),
        ("usa-strategic-bomber", "united-states", "box:atlantic-sw", False),
        ("ger-submarine", "germany", "box:atlantic-sw", True),
        ("bri-transport", "britain", "box:pacific-sw", True),
        ("bri-destroyer", "britain", "box:atlantic-sw", False),
        ("ger-deutschland", "germany", "box:atlantic-sw", True),
        ("ger-scharnhorst", "germany", "box:atlantic-sw", False),
        ("usa-inf-3-4", "united-states", "box:atlantic-us", True),
        ("usa-inf-3-4", "united-states", "box:india", False),
        ("bri-inf-3-4", "britain", "box:india", False),
        ("saf-inf-3-4", "britain", "box:south-africa", True),
        ("saf-inf-3-4", "britain", "box:ethiopia", False),
        ("ger-inf-3-3", "germany", "box:atlantic-us", False),
    ],
)
def test_who_begins_in_boxes(counter: str, owner: str, box: str, may: bool) -> None:
    position = europe(unit(counter, owner, box), tracks={"campaign": "european"})
    assert may_start_in(position, piece(position), box) == may


def test_pocket_battleships_and_pairs_of_bombers() -> None:
    printed = ["european", "barbarossa", "battle-of-the-atlantic", "pacific", "no such"]
    told = [raiders_at_sea(europe(tracks={"campaign": name})) for name in printed]
    assert told == [True, False, True, False, False]
    assert not raiders_at_sea(europe())
    two = europe(unit("bri-strategic-bomber", "britain", "box:atlantic-sw", count=2))
    assert not may_start_in(two, piece(two), "box:atlantic-sw")


@pytest.mark.parametrize(
    ("counter", "owner", "at", "rule"),
    [
        ("fra-inf-1-3", "france", "O25", "7.23"),
        ("fra-inf-2-3", "france", "O25", ""),
        ("ger-inf-3-3", "germany", "O25", "7.24"),
        ("ita-inf-2-3", "italy", "N33", "7.24"),
        ("ger-inf-3-3", "germany", "N33", ""),
        ("ger-inf-3-3", "hungary", "N33", ""),
        ("ger-inf-3-3", "germany", "M34", ""),
        ("ger-inf-3-3", "germany", "pool:germany/force", ""),
        ("ger-inf-3-3", "germany", "box:urals", "7.31"),
        ("ger-inf-3-3", "sweden", "J30", "7.24"),
    ],
)
def test_whose_areas_units_begin_in(counter: str, owner: str, at: str, rule: str) -> None:
    powers = {"hungary": {"flags": {"patron": "germany"}}, "sweden": {}}
    control = {"M34": "hungary"}
    position = europe(unit(counter, owner, at), powers=powers, control=control)
    assert rule_against(position, piece(position)) == rule


def test_wars_at_the_start_are_told_once() -> None:
    position = europe(wars=[["germany", "britain"], ["japan", "china"]])
    assert wars_at_start(position) == (("britain", "germany"), ("china", "japan"))


# --- minor countries that are attacked ---


def attacked(*more: str, **data: Any) -> list[str]:
    powers: dict[str, Any] = {"britain": {"players": ["anna"]}}
    for name in ("denmark", *more):
        powers[name] = {"players": ["anna"], "flags": {"to-set-up": "germany"}}
    rows = [
        unit("minor-inf-1-3", name, f"pool:{name}/force", count=2)
        for name in powers
        if name != "britain"
    ]
    position = europe(*rows, powers=powers, control={"G31": "denmark", "J30": "denmark"})
    return codes(checked(check_set_up, position, "anna", **data))


def test_which_country_is_set_up_and_where() -> None:
    assert attacked(units="all", at="G31") == []
    assert attacked("norway", units="all", at="G31") == ["which-country"]
    assert attacked("norway", units="all", at="G31", of="Denmark") == []
    assert attacked(units="all", at="G31", of="Britain") == [
        "not-waiting",
        "no-units",
        "not-its-own",
    ]
    assert attacked(units="all", at="N33") == ["not-its-own"]
    assert attacked(units="all", at="Atlantis") == ["unknown-place"]


def test_the_pacific_has_its_own_map() -> None:
    assert held_by(pacific(), "japan") == 0


def test_a_scenario_without_america_has_its_players() -> None:
    roster = default_roster("awaw", "poland-1939")
    state = first_state(roster)
    found = [one.players for one in _players(Position(load_game(roster), state, state))]
    assert found == [("hans",), ("anna",), ("marie",)]


def test_who_survives_was_attacked_in_this_player_turn() -> None:
    def survivors(when: str, **minor: Any) -> list[tuple[str, str]]:
        flags = {"faction": "european-axis", "declared-norway": when}
        powers = {"germany": {"flags": flags}, "norway": minor}
        return list(_survivors(europe(powers=powers, control={"D34": "norway"}).state))

    assert survivors("1942-summer.axis") == [("norway", "germany")]
    assert survivors("1942-spring.axis") == []
    assert survivors("1942-summer.axis", flags={"patron": "britain"}) == []
    assert survivors("1942-summer.axis", flags={"status": "conquered"}) == []


def test_a_country_without_a_capital_has_its_first_hex() -> None:
    position = europe(powers={"estonia": {"homes": ["estonia"]}, "france": {"homes": ["france"]}})
    own = [p for p in position.board.places if position.board.country(p) == "estonia"]
    marked = [p for p in own if position.board.fact(p, "capital")]
    assert list(capitals_of(position, "estonia")) == (marked or own[:1])
    assert list(capitals_of(position, "france")) == ["N23"]


def test_the_allies_follow_the_axis() -> None:
    clock = europe().state.clock
    assert player_turn_after(clock) == ("1942-summer", 2, "allied")
    later = replace(clock, impulse=2, side="allied")
    assert player_turn_after(later) == ("1942-fall", 1, "axis")


def test_who_may_be_an_heir_is_told() -> None:
    hint = checked(
        check_resignation, many(seated()), "anna", do="withdraw", of="Britain", to="hans"
    )
    assert hint.findings[0].hint == "marie, bill"
    alone = many(seated(france=["olga"], united_states=["olga"]))
    lone = checked(check_resignation, alone, "olga", do="withdraw", of="France", to="hans")
    assert lone.findings[0].hint == "anna"


def test_a_map_that_tells_its_objectives_has_them_counted() -> None:
    powers = {**SEATS, "hungary": {"side": "axis", "flags": {"patron": "germany"}}}
    control = {"N33": "germany", "M33": "hungary", "M34": "italy", "K24": "britain", "N34": ""}
    control = {place: holder for place, holder in control.items() if holder}
    position = europe(powers=powers, lands={}, control=control, wars=[])
    assert not marks_objectives(position.board)
    told = dict.fromkeys([*control, "N34"], True)
    board = replace(position.board, by_fact={**position.board.by_fact, "objective": told})
    game = replace(position.game, board=board)
    marked = Position(game, position.state, position.state)
    assert marks_objectives(board)
    assert objectives(marked) == {"allied": 1, "axis": 3}
    assert objectives(marked, two_sides=False) == {"european-axis": 3, "western-allies": 1}
    held = [held_by(marked, power) for power in ("germany", "italy", "britain", "japan")]
    assert held == [2, 1, 1, 0]
    axis, allied = _sides(marked)
    assert (axis.objectives, allied.objectives) == (3, 1)
    assert [one.objectives for one in _players(marked)] == [3, 0, 1, 1, 0]
    assert dict(_wanted(marked, axis).facts)["objectives"] == 3
    assert "objectives" not in dict(_wanted(position, axis).facts)
