"""Scenarios of A World at War: their set-ups are what the builder makes of the tables, and sound.

Written anew by `python tests/unit/awaw/test_awaw_set_up.py`, when a change of a table is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from pbem.core.data.yamlio import read_data
from pbem.core.record.state import State
from pbem.core.record.statefile import write_state
from pbem.core.rules.fit import misfits
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.awaw.scenarios.setting_up import MARKS, NOT_UNITS, set_up
from pbem.systems.awaw.victory.starting import misplaced
from pbem.systems.awaw.world.hexes import has_land
from pbem.systems.awaw.world.position import Position

HOME: Final = Path(__file__).parents[3] / "scenarios/awaw"
SCENARIOS: Final = ("europe-first-year", "pacific-1941")


def table_of(name: str) -> Mapping[str, Any]:
    """The table of forces of a scenario."""
    return read_data(HOME / name / "forces.yaml")


def built(name: str) -> State:
    """A scenario's position anew from its table of forces."""
    return set_up(load_game(default_roster("awaw", name)), table_of(name))


def rows_of(table: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Every row of a table: its power, its part, the row."""
    for power, said in table["forces"].items():
        for part, rows in said.items():
            several = rows.values() if part == "later" else [rows]
            yield from ((power, part, row) for some in several for row in some)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_made_of_its_table(name: str) -> None:
    assert built(name) == first_state(default_roster("awaw", name))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_fits_its_game_and_the_rules_of_setting_up(name: str) -> None:
    game = load_game(default_roster("awaw", name))
    state = first_state(game.roster)
    position = Position(game, state, state)
    assert list(misfits(game, state)) == []
    assert list(misplaced(position)) == []
    board = game.board
    lands = (p for p in board.places if has_land(board, p) and board.country(p))
    nobodys = [p for p in lands if state.controller(p) is None]
    assert nobodys == [p for p in board.places if board.fact(p, "unplayable")]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_mark_is_one_that_the_readme_explains(name: str) -> None:
    readme = (HOME / name / "README.md").read_text(encoding="utf-8")
    marks = {row.get("mark", "reconstructed") for _, _, row in rows_of(table_of(name))}
    assert marks <= set(MARKS)
    assert [mark for mark in marks if mark not in readme] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_ships_and_aircraft_begin_at_bases_and_two_units_in_a_hex(name: str) -> None:
    """The proposal keeps to two ground units a hex, five air factors, fifty of ships."""
    game = load_game(default_roster("awaw", name))
    state = first_state(game.roster)
    position = Position(game, state, state)
    for place in game.board.places:
        pieces = position.at(place)
        if place.startswith("box:") or not pieces:
            continue
        ground = [p for p in pieces if p.is_ground]
        assert sum(p.size for p in ground if p.kind != "replacement") <= 2, place
        assert sum(p.factors for p in pieces if p.is_naval) <= 50, place
        if any(p.is_naval for p in pieces):
            ported = game.board.fact(place, "port") or state.marker(place, "port")
            assert ported, place
        assert sum(p.factors for p in pieces if p.kind == "AAF") <= 5, place


def test_units_of_a_row_are_counted() -> None:
    for name in SCENARIOS:
        for power, _, row in rows_of(table_of(name)):
            words = [word for word in row if word not in NOT_UNITS]
            assert words, (name, power, row)


if __name__ == "__main__":
    for scenario in SCENARIOS:
        (HOME / scenario / "setup.yaml").write_text(write_state(built(scenario)), encoding="utf-8")
