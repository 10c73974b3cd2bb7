"""The scenarios made from tables of forces: set up as their tables say, legal, as history has it.

Written anew by `python tests/unit/wif/test_wif_scenarios.py`, when a change of a table is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from pbem.core.cases.shelf import shelf
from pbem.core.data.yamlio import MAX_DATA_BYTES, read_bytes, read_data
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.shipped import shipped_map
from pbem.core.record.state import State
from pbem.core.record.statefile import write_state
from pbem.core.rules.fit import misfits
from pbem.maps.building.cut import cut
from pbem.systems.flames.scenarios.setting_up import set_up
from pbem.systems.flames.world.control import is_friendly
from pbem.systems.flames.world.position import Position, position_of
from pbem.systems.flames.world.stacking import excess
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.wif.world.option_pools import option_pool

HOME: Final = Path(__file__).parents[3] / "scenarios/wif"
SCENARIOS: Final = ("barbarossa", "typhoon")
MARKS: Final = {"published", "historical", "reconstructed"}
ELSEWHERE: Final = {  # counters of other scenarios and years: on other fronts, in Asia, of options
    "ger-fw-190a2", "ger-lxxi-inf", "ussr-2-inf", "ussr-zoya-k", "yug-tito",
    "fra-syria-2-terr", "fra-syria-3-terr", "ita-libya-3-terr", "ita-syria-2-terr",
    "ita-syria-3-terr", "ger-1-sup", "ger-2-sup", "ussr-1-sup", "ger-1-eng-div", "ussr-1-nkvd-div",
    "ger-1-flak", "ger-wasserfall", "ussr-1-flak", "ussr-2-flak", "ussr-gd-cav-acv", "ger-a-10",
    "ger-v-1-a", "ger-v-1-b", "ger-v-2", "usa-a-bomb", "usa-b-29a",
}  # fmt: skip


@cache
def table(name: str) -> dict[str, Any]:
    """A scenario's table of forces."""
    found: dict[str, Any] = read_data(HOME / name / "forces.yaml")
    return found


def built(name: str) -> State:
    """A scenario's position anew from its table of forces."""
    return set_up(shelf("wif").game(name), table(name), option_pool)


@cache
def position(name: str) -> Position:
    return position_of(shelf("wif").game(name), shelf("wif").start(name))


def barbarossa() -> Position:
    return position("barbarossa")


def rows(forces: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every row of a unit in a table of forces."""
    for part in ("on-map", "on-alignment", "reserves", "arriving", "force-pool", "militia"):
        for said in forces.get(part, {}).values():
            yield from said


@pytest.mark.parametrize("name", ("barbarossa", "barbarossa-12", "typhoon"))
def test_the_map_is_the_part_of_europe_that_its_head_names(name: str) -> None:
    path = HOME / name / "map.yaml"
    assert cut(path).encode() == read_bytes(path, MAX_DATA_BYTES)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_what_the_table_makes(name: str) -> None:
    assert write_state(built(name)) == (HOME / name / "setup.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_sound(name: str) -> None:
    found = position(name)
    assert list(misfits(found.game, found.state)) == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_has_its_mark_and_stands_there_once(name: str) -> None:
    said = list(rows(table(name)))
    parts = [table(name).get(part, {}) for part in ("of-later-years", "of-options")]
    later = [unit for part in parts for names in part.values() for unit in names]
    units = [row["unit"] for row in said] + later
    assert {row["mark"] for row in said} <= MARKS
    assert all(row["why"] for row in said)
    assert [unit for unit, times in Counter(units).items() if times > 1] == []
    partisans = position(name).book.counters.of_class("partisan")
    assert sorted(position(name).units) == sorted({*units, *partisans})


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_stack_is_legal_and_on_friendly_ground(name: str) -> None:
    found = position(name)
    for place in sorted({unit.at for unit in found.units_on_map}):
        sides = {found.side(piece.owner) for piece in found.at(place)}
        assert [is_friendly(found, place, side) for side in sides] == [True], place
        assert excess(found, place, land=True) == 0, place
        assert excess(found, place, land=False) == 0, place


def in_play(found: Position, owners: tuple[str, ...]) -> tuple[int, int]:
    """How many land units and aircraft of some powers are on the map."""
    pieces = [piece for piece in found.on_map if piece.owner in owners]
    return sum(piece.is_land for piece in pieces), sum(piece.is_air for piece in pieces)


# --- Barbarossa: what is published ---------------------------------------------------------------


def test_barbarossa_has_the_published_numbers_of_units() -> None:
    assert in_play(barbarossa(), ("ussr",)) == (29, 9)
    assert in_play(barbarossa(), ("germany", "rumania", "slovakia")) == (46, 16)


def test_barbarossa_begins_as_published() -> None:
    state = barbarossa().state
    tracks = {name: state.track(name) for name in ("initiative", "first-side", "last-turn")}
    assert tracks == {"initiative": "axis-1", "first-side": "axis", "last-turn": "1942-jf"}
    assert (state.clock.turn, state.clock.impulse, state.clock.side) == ("1941-mj", 1, "axis")
    assert all(not power.relations for power in state.powers.values())


def test_an_eight_gives_the_weather_of_the_first_impulse() -> None:
    chart, state = barbarossa().book.charts["weather"], barbarossa().state
    for zone in sorted(map(str, set(barbarossa().board.by_fact["zone"].values()))):
        assert state.track(f"weather.{zone}") == chart.lookup(table="mj", column=zone, roll=8).text
    for name in ("asterisks", "advance"):
        assert (
            state.track(f"weather.{name}") == chart.lookup(table="mj", column=name, roll=8).number
        )


def test_the_examples_of_the_book_stand_where_it_shows_them() -> None:
    """13.6.3, example 1, of May/Jun 1941."""
    shown = {
        unit.id: unit.at for unit in barbarossa().units_on_map if marked(unit.id) == "published"
    }
    assert shown == {
        "ussr-23-gar": "E2341",
        "ussr-54-gar": "E2341",
        "ussr-30-gar": "E2342",
        "ussr-40-gar": "E2342",
        "ussr-timoshenko": "E2140",
        "ussr-i-16": "E2140",
    }


def marked(unit: str) -> str:
    return next(str(row["mark"]) for row in rows(table("barbarossa")) if row["unit"] == unit)


def test_who_holds_what_is_as_published() -> None:
    board, held = barbarossa().board, barbarossa().places
    for place, known in held.items():
        country, region = board.country(place), board.text(place, "region")
        if country in ("estonia", "latvia", "lithuania") or region == "east-poland":
            assert known.controller == "ussr"
        elif country == "poland":
            assert known.controller == "germany"
        else:
            assert known.controller == country
    assert {board.country(place) for place in board.by_fact["region"]} >= {"ussr", "hungary"}
    assert "E2024" not in board  # South Dobruja is Bulgarian
    assert board.country("E1829") == board.country("E2151") == "ussr"
    assert board.country("E2428") == "hungary"


# --- Barbarossa: sound as a game -----------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_everybody_is_in_supply_at_the_start(name: str) -> None:
    found = position(name)
    assert [piece.name for piece in found.on_map if not in_supply(found, piece)] == []


def test_every_counter_of_the_front_is_in_play_once() -> None:
    assert {counter.id for counter in barbarossa().book.counters} - set(
        barbarossa().units
    ) == ELSEWHERE


def test_units_wait_in_the_pool_of_their_mark_and_their_year() -> None:
    for unit in barbarossa().units.values():
        counter, pool = barbarossa().book.counters[unit.counter], unit.at.partition("/")[2]
        year = counter.or_nothing("year")
        if pool == "reserve":
            assert counter.is_a("reserve") or counter.is_a("reserve-against-germany")
        if pool == "militia":
            assert counter.is_a("undated")
        if pool.isdigit():
            assert pool == str(year)
        if pool in ("force", "set-up") or not pool:
            assert year <= 1941


def test_what_arrives_can_have_been_begun_before_the_war() -> None:
    """13.6.5: the last production before the game was that of Mar/Apr 1941; what takes less time
    than from then on has been there already.
    """
    turns = {"1941-ja": 2, "1941-so": 3}
    for unit in barbarossa().units.values():
        if unit.at.startswith("track:"):
            turn = unit.at.partition("/")[2]
            assert barbarossa().book.counters[unit.counter].rating("turns") >= turns[turn]


def test_neutral_units_are_set_up_at_home_and_no_stack_is_too_large() -> None:
    waiting = [unit for unit in barbarossa().units.values() if unit.at.endswith("/set-up")]
    kinds = Counter((unit.mark("set-up-at"), barbarossa().piece(unit).is_land) for unit in waiting)
    assert len(waiting) == 10
    assert max(kinds.values()) == 2
    for unit in waiting:
        assert barbarossa().board.country(str(unit.mark("set-up-at"))) == unit.owner


def test_the_city_of_every_militia_is_at_home() -> None:
    for unit in barbarossa().units.values():
        counter = barbarossa().book.counters[unit.counter]
        if counter.kind == "MIL":
            (city,) = barbarossa().board.find(str(counter.ratings["city"])).places
            assert barbarossa().board.find(counter.name.removesuffix(" MIL")).places == (city,)
            assert barbarossa().board.fact(city, "city")
            assert barbarossa().board.country(city) in (counter.power, "ussr")


def test_railways_leave_the_map_where_supply_comes_in() -> None:
    sources = {place.id for place in barbarossa().places.values() if "supply-source" in place.facts}
    board, whole = barbarossa().board, load_board(shipped_map("wif-europe"))
    rails = [pair for pair, features in whole.borders.items() if "rail" in features]
    assert sources <= {a for a, b in rails if a in board and b not in board}
    assert sources <= {a for a, b in rails if a in board and b in board}
    assert all(is_friendly(barbarossa(), place, "axis") for place in sources)


def test_forty_cities_count_and_all_are_soviet_at_the_start() -> None:
    worth = [place for place in barbarossa().places.values() if "victory-points" in place.facts]
    assert len(worth) == 40
    assert {place.controller for place in worth} == {"ussr"}
    assert all(barbarossa().board.fact(place.id, "city") for place in worth)
    homes = ("ussr", "poland", "estonia", "latvia", "lithuania")
    cities = {
        place
        for place in barbarossa().board.by_fact["city"]
        if barbarossa().board.country(place) in homes
        and barbarossa().state.controller(place) == "ussr"
        and place in barbarossa().board.spots
    }
    assert {place.id for place in worth} == cities


if __name__ == "__main__":
    for scenario in SCENARIOS:
        (HOME / scenario / "setup.yaml").write_text(write_state(built(scenario)), encoding="utf-8")
