"""The scenarios of America in Flames: set up as their tables say, and legal.

Written anew by `python tests/unit/aif/test_aif_scenarios.py`, when a change of a table is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from pbem.core.cases.shelf import shelf
from pbem.core.data.counters import Counter
from pbem.core.data.yamlio import read_data
from pbem.core.record.state import State
from pbem.core.record.statefile import write_state
from pbem.core.rules.fit import misfits
from pbem.systems.flames.scenarios.setting_up import set_up
from pbem.systems.flames.world.position import Position, position_of
from pbem.systems.flames.world.stacking import excess
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import Pool

HOME: Final = Path(__file__).parents[3] / "scenarios/aif"
SCENARIOS: Final = ("rio-grande",)


@cache
def table(name: str) -> Mapping[str, Any]:
    """A scenario's table of forces."""
    found: Mapping[str, Any] = read_data(HOME / name / "forces.yaml")
    return found


def force_pool(counter: Counter) -> object:
    """No optional rule has a pool of its own."""
    return Pool.FORCE


def built(name: str) -> State:
    """A scenario's position anew from its table of forces."""
    return set_up(shelf("aif").game(name), table(name), force_pool)


@cache
def position(name: str) -> Position:
    return position_of(shelf("aif").game(name), shelf("aif").start(name))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_what_the_table_makes(name: str) -> None:
    assert write_state(built(name)) == (HOME / name / "setup.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_legal(name: str) -> None:
    here = position(name)
    assert list(misfits(here.game, here.state)) == []
    places = sorted({piece.at for piece in here.on_map})
    assert places
    assert [(place, excess(here, place, land)) for place in places for land in (True, False)
            if excess(here, place, land)] == []  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_everybody_is_in_supply(name: str) -> None:
    here = position(name)
    assert [piece.name for piece in here.on_map if not in_supply(here, piece)] == []


if __name__ == "__main__":
    for scenario in SCENARIOS:
        (HOME / scenario / "setup.yaml").write_text(write_state(built(scenario)), encoding="utf-8")
