"""Victory Points: the chart agrees with the book, every reading changes what is scored."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from unit.gw.shipped import BOOK

from pbem.core.maps.board import Board
from pbem.core.reading.scene import Scene
from pbem.core.record.state import Place, Power, State, Track, Unit, group_id
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.victory.game_end import MovedCapitals, captured_capitals, goes_on, limit_of
from pbem.systems.gw.victory.objectives import JUDGES, groups_of
from pbem.systems.gw.victory.victory import Score, Tie, score, totals, winner
from pbem.systems.gw.victory.victory_paragraphs import victory_points
from pbem.systems.gw.world.vocabulary import Alliance

OUTSIDE_THE_TABLE = "soviet-spain"  # 13.1


@cache
def game(*choices: tuple[str, str]) -> Game:
    roster = default_roster("gw", "global-war-1939")
    return load_game(replace(roster, choices=tuple(Choice(*choice) for choice in choices)))


@cache
def start() -> State:
    return first_state(default_roster("gw", "global-war-1939"))


def column(name: str) -> dict[str, str]:
    cells = BOOK.chart("victory-objectives")
    rows = cells.table("objectives").rows.names
    return {row: cells.at(row, name, "objectives").text for row in rows}


def holding(state: State, **zones: str) -> State:
    """The state with zones in other hands."""
    found = dict(state.places)
    for zone, holder in zones.items():
        name = zone.replace("_", "-")
        found[name] = replace(found.get(name, Place(name)), controller=holder)
    return replace(state, places=found)


def power(state: State, name: str, **parts: object) -> State:
    known: Power = state.powers[name]
    return replace(state, powers={**state.powers, name: replace(known, **parts)})  # type: ignore[arg-type]


def scored(state: State, *choices: tuple[str, str]) -> Score:
    played = game(*choices)
    return score(played.at(state), played.at(state))


def points(state: State, title: str, nation: str, *choices: tuple[str, str]) -> int:
    """What a nation scores for an objective."""
    found = scored(state, *choices).objectives
    return next(one.points for one in found if (one.title, one.nation) == (title, nation))


# --- the chart -------------------------------------------------------------------------------


def test_table_3_1() -> None:
    cells = BOOK.chart("victory-objectives")
    nations, most = column("nation"), column("points")
    sums: Counter[str] = Counter()
    for row, nation in nations.items():
        sums[nation] += int(most[row]) if row != OUTSIDE_THE_TABLE else 0
    table = {n: cells.at(n, "points", "totals").text for n in cells.table("totals").rows.names}
    assert {nation: str(number) for nation, number in sums.items()} == table
    sides = Counter[str]()
    for nation, number in sums.items():
        sides[start().side_of(nation)] += number
    assert sides == dict.fromkeys(Alliance, 18)


def test_every_rule_judges_and_every_zone_is_on_the_board() -> None:
    board: Board = game().board
    assert {*column("rule").values()} == {*JUDGES}
    zones = {zone for row in column("rule") for z in groups_of(BOOK, row).values() for zone in z}
    cities = BOOK.chart("victory-objectives").table("cities").rows.names
    assert [zone for zone in sorted({*zones, *cities}) if zone not in board] == []
    assert {z for z in board.places if board.fact(z, "objective") is True} == {*cities}


def test_the_war_begins_even() -> None:
    """In July 1939 nobody has gained anything yet, and China is invaded."""
    found = scored(start())
    gains = ("Lebensraum", "Expand the Empire", "Raw Materials", "Worldwide Communism")
    assert [one.points for one in found.objectives if one.title in gains] == [0, 0, 0, 0]
    assert sum(city.side == "axis" for city in found.cities) == 4  # Nanking is Japan's
    assert [(loss.nation, loss.zones) for loss in found.losses] == [
        ("nationalist-china", ("nanking", "shantung"))
    ]


# --- readings --------------------------------------------------------------------------------


def test_a_surrendered_nation_still_loses_unless_it_is_spared() -> None:
    beaten = power(holding(start(), bavaria="great-britain"), "germany", flags={"surrendered": "x"})
    losses = [loss.nation for loss in scored(beaten).losses]
    spared = [loss.nation for loss in scored(beaten, ("GW-R-3-a", "spared")).losses]
    assert ("germany" in losses, "germany" in spared) == (True, False)


def test_what_the_chinese_factions_can_lose() -> None:
    losses = {loss.nation: len(loss.zones) for loss in scored(start(), ("GW-R-3-e", "all")).losses}
    assert losses == {"nationalist-china": 10, "communist-china": 10}


def test_a_city_of_a_surrendered_nation() -> None:
    beaten = power(start(), "italy", flags={"surrendered": "france"})
    kept = totals(scored(beaten, ("GW-R-3-c", "point")))["axis"]
    assert kept - totals(scored(beaten))["axis"] == 1


def test_none_is_twice_none() -> None:
    state = holding(start(), malta="great-britain")
    away = {name: u for name, u in state.units.items() if not u.at.startswith("sea:m")}
    empty = replace(state, units=away)
    assert points(empty, "Mediterranean Security", "great-britain") == 0
    other = ("GW-R-3.4-a", "twice-none")
    assert points(empty, "Mediterranean Security", "great-britain", other) == 1


def test_soviet_gains_that_another_objective_names() -> None:
    state = holding(start(), latvia="soviet-union", estonia="soviet-union")
    assert points(state, "Worldwide Communism", "soviet-union") == 2
    assert points(state, "Worldwide Communism", "soviet-union", ("GW-R-3.4-b", "all-named")) == 0


def test_a_naval_base() -> None:
    """Leningrad's Major Shipyard counts unless Major Ports alone do."""
    lost = holding(start(), crimea="germany", primorsky_krai="japan")
    assert points(lost, "Ice Free Port", "soviet-union") == 1
    assert points(lost, "Ice Free Port", "soviet-union", ("GW-R-3.4-c", "major-ports")) == 0


def test_fascist_spain() -> None:
    board = game().board
    spain = [zone for zone in board.places if board.text(zone, "home") == "spain"]
    state = holding(start(), **dict.fromkeys(spain, "germany"))
    other = ("GW-R-3.4-e", "germany")
    assert points(state, "Triumph of Fascism", "italy") == 1
    assert points(state, "Triumph of Fascism", "italy", other) == 0
    assert points(state, "Spanish Civil War", "germany", other) == 1


def test_the_income_to_be_contained() -> None:
    trade = {
        **start().tracks,
        "pact-molotov-ribbentrop": Track("pact-molotov-ribbentrop", "in-force"),
    }
    state = replace(start(), tracks=trade)
    assert points(state, "Contain Fascism", "united-states") == 1
    other = ("GW-R-3.4-f", "with-bonus")
    assert points(state, "Contain Fascism", "united-states", other) == 0


def test_republican_spain_scores_in_1936() -> None:
    tracks = {
        "victory": Track("victory", "1936"),
        "spanish-civil-war": Track("spanish-civil-war", "comintern"),
    }
    state = replace(start(), tracks={**start().tracks, **tracks})
    assert points(state, "Spanish Civil War", "soviet-union") == 1
    found = scored(state, ("GW-R-3.4-g", "no-point")).objectives
    assert [o for o in found if (o.nation, o.title) == ("soviet-union", "Spanish Civil War")] == []


def test_free_france_scores_for_france() -> None:
    beaten = power(start(), "france", flags={"surrendered": "germany"})
    assert {one.nation for one in scored(beaten).objectives} >= {"free-france"}
    nobody = {one.nation for one in scored(beaten, ("GW-R-3.4-h", "nobody")).objectives}
    assert nobody.isdisjoint({"france", "free-france"})


@pytest.mark.parametrize(
    ("axis", "allies", "comintern", "tie", "victor"),
    [
        (9, 8, 7, Tie.FOR_THE_LEAD, "axis"),
        (9, 9, 7, Tie.FOR_THE_LEAD, ""),
        (9, 7, 7, Tie.FOR_THE_LEAD, "axis"),
        (9, 7, 7, Tie.ANY, ""),
        (9, 8, 7, Tie.ANY, "axis"),
        (1, 1, 1, Tie.FOR_THE_LEAD, ""),
    ],
)
def test_who_wins(axis: int, allies: int, comintern: int, tie: Tie, victor: str) -> None:
    assert winner(dict(zip(Alliance, (axis, allies, comintern), strict=True)), tie) == victor


def test_a_capital_that_was_moved() -> None:
    state = holding(start(), london="germany")
    moved = power(state, "great-britain", flags={"capital": "scotland"})
    assert captured_capitals(position_of(game(), state), MovedCapitals.PRESENT) == ("london",)
    assert captured_capitals(position_of(game(), moved), MovedCapitals.PRINTED) == ("london",)
    assert captured_capitals(position_of(game(), moved), MovedCapitals.PRESENT) == ()


# --- the end ---------------------------------------------------------------------------------


def test_the_numbers_of_the_variable_end() -> None:
    turns = ("1944-jan", "1944-jul", "1945-jan", "1945-jul", "1946-jan", "1946-jul", "1949-jan")
    assert [limit_of(BOOK, turn) for turn in turns] == [None, 1, 2, 3, 5, 6, 6]


def test_the_game_goes_on_until_it_is_over() -> None:
    late = replace(start(), clock=replace(start().clock, turn="1950-jan"))
    over = replace(late, tracks={**late.tracks, "game-over": Track("game-over", "axis")})
    country = replace(late, tracks={"last-turn": Track("last-turn", "1945-jul")})
    assert [goes_on(state) for state in (start(), late, over, country)] == [
        True,
        True,
        False,
        False,
    ]


def test_the_report_tells_the_points_as_they_stand() -> None:
    told = victory_points(Scene(game(), "", start(), start(), ()))
    numbers = totals(scored(start()))
    ranked = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    words = ", ".join(f"{side.title()} {number}" for side, number in ranked)
    assert told == [f"Victory Points if the game ended now: {words} (last turn July 1945)"]
    ship = Unit("", "battleship", "italy", "sea:m1", 40)
    ship = replace(ship, id=group_id(ship))
    fleet = replace(start(), units={**start().units, ship.id: ship})
    assert totals(scored(fleet))["axis"] == numbers["axis"] + 1
