"""What is carried over to a foreseen position is what would be worked out there anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unit.wif.eastern_front import game, start

from pbem.core.record.events import Event, PlaceChanged, PowerChanged, UnitChanged, UnitMoved, apply
from pbem.core.record.state import REMOVED, Mark, Until
from pbem.systems.flames.world.control import enemies, enemy_occupied, entry_bans, foes, opponents
from pbem.systems.flames.world.foreseen import after
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.supply import (
    blocked,
    network,
    primary_sources,
    secondary_sources,
    serving_cities,
    supply_of,
)
from pbem.systems.flames.world.zoc import enemy_zoc
from pbem.systems.wif.position import Position

CHANGES = {
    f"{unit.id} to {place}": [UnitMoved(unit.id, unit.at, place)]
    for unit in start().units.values()
    for place in (REMOVED, *game().board.neighbours.get(unit.at, ())[:1])
}
MARK = UnitChanged("ger-xx-inf", "mark", None, Mark(Until.STEP), "moved")


def worked_out(position: Position) -> list[object]:
    """Everything that positions pass on, for every power."""
    return [
        (
            enemies(position, power),
            foes(position, position.side(power)),
            enemy_zoc(position, power),
            enemy_occupied(position, power),
            entry_bans(position, power),
            network(position, power),
            [supply_of(position, power).reaches(place) for place in game().board.spots],
        )
        for power in position.state.powers
    ]


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_nothing_is_carried_over_that_a_move_changes(changes: list[Event]) -> None:
    before = position_of(game(), start())
    worked_out(before)
    assert worked_out(after(before, changes)) == worked_out(
        Position(game(), apply(start(), changes), 1)
    )


def test_marks_and_counters_of_powers_leave_all_as_it_was() -> None:
    before = position_of(game(), start())
    worked_out(before)
    counted = PowerChanged("germany", "counter", "land-moves", None, 1)
    found = after(before, [MARK, counted])
    assert {key[0] for key in found.derived} == {
        "zoc", "occupied", blocked, enemies, entry_bans, foes, network, opponents, primary_sources,
        secondary_sources, serving_cities, supply_of,
    }  # fmt: skip
    assert worked_out(found) == worked_out(before)


def test_a_move_of_infantry_leaves_what_only_the_enemy_changes() -> None:
    before = position_of(game(), start())
    worked_out(before)
    unit = start().units["ger-xx-inf"]
    found = after(before, [UnitMoved(unit.id, unit.at, "E2440")])
    assert ("zoc", ("ussr",)) in found.derived
    assert ("zoc", ("germany",)) not in found.derived
    assert (network, "germany") not in found.derived


def test_a_hex_that_changes_hands_leaves_nothing() -> None:
    before = position_of(game(), start())
    worked_out(before)
    taken = PlaceChanged("E2341", "controller", start().controller("E2341"), "germany")
    assert after(before, [taken]).derived == {}


def test_what_is_derived_is_kept_with_the_state_for_one_game() -> None:
    state = start()
    first = position_of(game(), state)
    assert first.kept("a", lambda: 1) == position_of(game(), state).kept("a", lambda: 2) == 1
    other = replace(game(), roster=replace(game().roster, game="other"))
    assert position_of(other, state).kept("a", lambda: 2) == 2
