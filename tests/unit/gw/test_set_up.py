"""The world scenarios: their set-ups are what the builder makes of the tables, and they are sound.

Written anew by `python tests/unit/gw/test_set_up.py`, when a change of a table is meant.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from unit.gw.shipped import BOOK

from pbem.core.cases.shelf import shelf
from pbem.core.data.yamlio import read_data
from pbem.core.record.state import ON_TURN, Clock, Place, State, Track
from pbem.core.record.statefile import write_state
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.economy.incomes import starting_figures, value_of_zones
from pbem.systems.gw.economy.placement import Delivery, placement
from pbem.systems.gw.scenarios.setting_up import Table, set_up
from pbem.systems.gw.world.cargo import cargo_of, room_for
from pbem.systems.gw.world.nations import MAJOR_POWERS, acting, is_sea, turn_number
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.vocabulary import Nation, Relation, UnitMark

ROOT: Final = Path(__file__).parents[3]
HOME: Final = ROOT / "scenarios/gw"
SCENARIOS: Final = ("global-war-1936", "global-war-1939")
SHORT: Final = ("spanish-civil-war-1936", "china-1937")
STATED: Final = {  # stated incomes, and the zones that must be worth as much
    "global-war-1936": {"great-britain": 25, "united-states": 63, "france": 18, "soviet-union": 46,
                        "japan": 16, "nationalist-china": 6, "communist-china": 2, "anzac": 7},
    "global-war-1939": {"great-britain": 25, "united-states": 63, "france": 18, "soviet-union": 46,
                        "japan": 24, "nationalist-china": 7, "communist-china": 2, "anzac": 7,
                        "germany": 24, "italy": 10},
}  # fmt: skip
PLAYERS: Final = {"hans", "olga", "kenji", "anna", "ruth", "marie", "gino", "walt"}


def short_set_up(game: Game, neutrals: Table, table: Table) -> State:
    """The position of a short scenario: its own nations with what they hold, and who is first.

    Of nations that `holds` names only those zones are on the board.
    """
    whole = set_up(game, neutrals, table)
    turn, kept, first = str(table["turn"]), tuple(table["nations"]), str(table["first"])
    powers = {name: power for name, power in whole.powers.items() if name in kept}
    clock = Clock(turn, turn_number(game.book, first), powers[first].side, "combat", 0)
    tracks = {name: track for name, track in whole.tracks.items() if name != ON_TURN}
    state = replace(
        whole,
        clock=clock,
        powers=powers,
        places={z: p for z, p in whole.places.items() if _is_kept(p, table)},
        units={u: one for u, one in whole.units.items() if one.owner in kept},
        tracks=tracks,
    )
    movers = " ".join(power.id for power in acting(game.at(state)))
    return replace(state, tracks={**tracks, ON_TURN: Track(ON_TURN, movers)})


def _is_kept(place: Place, table: Table) -> bool:
    """Whether a short scenario has a zone: of a nation of its own, and named if it names any."""
    holder = str(place.controller)
    named = table.get("holds", {}).get(holder)
    return holder in table["nations"] and (named is None or place.id in named)


def built(name: str) -> State:
    """A scenario's position anew from its table of forces."""
    neutrals = read_data(HOME / "neutral-forces.yaml")
    makes = short_set_up if name in SHORT else set_up
    return makes(shelf("gw").game(name), neutrals, read_data(HOME / name / "forces.yaml"))


@pytest.fixture(params=SCENARIOS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", (*SCENARIOS, *SHORT))
def test_the_set_up_is_what_its_table_makes(name: str) -> None:
    assert (HOME / name / "setup.yaml").read_text(encoding="utf-8") == write_state(built(name))


def test_the_position_is_sound(name: str) -> None:
    roster = default_roster("gw", name)
    game, state = load_game(roster), first_state(roster)
    assert list(misfits(game, state)) == []
    for zone in game.board.places:
        nation = game.board.text(zone, "nation")
        assert (state.controller(zone) is not None) == bool(nation)
        assert nation in (*state.powers, Nation.SPAIN, "")
    for unit in state.units.values():
        kind = unit_type(BOOK, unit.counter)
        if unit.at in game.board:
            assert is_sea(game.board, unit.at) == kind.is_naval, unit.id
            assert kind.is_naval or state.controller(unit.at) == unit.owner, unit.id
        aboard = [
            unit_type(BOOK, one.counter) for one in cargo_of(state, unit) for _ in range(one.size)
        ]
        assert not aboard or room_for(BOOK, kind, aboard), unit.id


@pytest.mark.parametrize("name", SHORT)
def test_short_scenarios_hold_their_own_nations_only(name: str) -> None:
    roster = default_roster("gw", name)
    game, state = load_game(roster), first_state(roster)
    assert list(misfits(game, state)) == []
    assert {place.controller for place in state.places.values()} == set(state.powers)
    assert {unit.owner for unit in state.units.values()} <= set(state.powers)
    assert set(state.players()) == set(roster.players)
    for power in state.powers.values():
        assert all(state.powers[foe].relations[power.id] == Relation.WAR for foe in power.relations)


def test_spain_is_that_of_the_printed_chart() -> None:
    """The six zones and the units of both sides (13.1)."""
    state = first_state(default_roster("gw", "spanish-civil-war-1936"))
    totals: Counter[tuple[str, str]] = Counter()
    for unit in state.units.values():
        totals[unit.owner, unit.counter] += unit.size
    assert totals == {
        ("nationalist-spain", "infantry"): 3, ("nationalist-spain", "artillery"): 2,
        ("nationalist-spain", "cavalry"): 1, ("nationalist-spain", "militia"): 1,
        ("nationalist-spain", "fighter"): 1, ("nationalist-spain", "heavy-cruiser"): 1,
        ("nationalist-spain", "naval-transport"): 1,
        ("republican-spain", "infantry"): 5, ("republican-spain", "cavalry"): 1,
        ("republican-spain", "militia"): 2, ("republican-spain", "fighter"): 1,
        ("republican-spain", "medium-bomber"): 1, ("republican-spain", "heavy-cruiser"): 1,
        ("republican-spain", "destroyer"): 1, ("republican-spain", "coastal-submarine"): 1,
    }  # fmt: skip


def test_wars_are_symmetrical_and_players_run_every_nation_with_money(name: str) -> None:
    state = first_state(default_roster("gw", name))
    for power in state.powers.values():
        assert all(state.powers[foe].relations[power.id] == Relation.WAR for foe in power.relations)
        assert bool(power.players) or "cash" not in power.counters
        assert power.id not in MAJOR_POWERS or power.players
    assert set(state.players()) == PLAYERS
    assert state.due == ("hans",)


def test_zones_are_worth_what_is_stated(name: str) -> None:
    roster = default_roster("gw", name)
    game, state = load_game(roster), first_state(roster)
    for nation, worth in STATED[name].items():
        assert value_of_zones(position_of(game, state), nation) == worth, nation


def test_money_is_as_the_sheets_have_it(name: str) -> None:
    state = first_state(default_roster("gw", name))
    year = int(state.clock.turn[:4])
    for nation in ("japan", "communist-china", "nationalist-china", "anzac", "united-states"):
        counters = state.powers[nation].counters
        assert (counters["cash"], counters["income"]) == starting_figures(BOOK, nation, year)
    stated = {1936: {"great-britain": 11}, 1939: {"germany": 24, "italy": 10}}[year]
    for nation, income in stated.items():
        assert state.powers[nation].counters["income"] == income


def test_ships_in_production_can_come_out_where_they_are_meant_to(name: str) -> None:
    roster = default_roster("gw", name)
    game, state = load_game(roster), first_state(roster)
    ships = [unit for unit in state.units.values() if unit.at.startswith("track:")]
    assert len(ships) >= 9
    for ship in ships:
        zone, sea = str(ship.marks[UnitMark.FOR].value), str(ship.marks[UnitMark.SEA].value)
        kind = unit_type(BOOK, ship.counter)
        _, left, reason = placement(position_of(game, state), Delivery(ship.owner, kind, zone, sea))
        assert left, (ship.id, reason)


def test_neutrals_are_those_of_the_printed_chart(name: str) -> None:
    """All that stays neutral: what became German by 1939, and Spain, is left out."""
    state = first_state(default_roster("gw", name))
    gone = {"warlords", "nationalist-spain", "austria", "czechoslovakia"}
    totals: Counter[str] = Counter()
    for unit in state.units.values():
        if state.powers[unit.owner].side == "neutral" and unit.owner not in gone:
            totals[unit.counter] += unit.size
    assert totals == {
        "militia": 45, "infantry": 54, "mountain-infantry": 6, "motorized-infantry": 1,
        "cavalry": 9, "artillery": 3, "fighter": 5, "seaplane": 2, "naval-transport": 2,
        "torpedo-boat-destroyer": 11, "destroyer": 6, "heavy-cruiser": 1,
        "coastal-defense-ship": 9, "coastal-submarine": 2, "submarine": 1,
    }  # fmt: skip


if __name__ == "__main__":
    for scenario in (*SCENARIOS, *SHORT):
        (HOME / scenario / "setup.yaml").write_text(write_state(built(scenario)), encoding="utf-8")
