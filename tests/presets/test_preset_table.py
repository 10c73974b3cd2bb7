"""The guide's table of presets is what `make presets` has kept, and that is what is played."""

from __future__ import annotations

import pytest

from pbem.core.rules.sides import Role
from presets import impulses
from presets.__main__ import GUIDE, as_row, read_kept, table, with_table
from presets.playing import PRESETS, tally

REPLAYED = ("(none)", "cautious", "thrifty", "small-ships-first")


def test_the_guide_tells_what_is_kept() -> None:
    text = GUIDE.read_text("utf-8")
    assert with_table(text, table(read_kept())) == text
    assert tuple(read_kept()) == PRESETS


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("preset", REPLAYED)
def test_the_first_battle_of_each_position_ends_as_kept(preset: str, role: Role) -> None:
    assert as_row(tally(role, preset, 1)) == read_kept()[preset][str(role)]["first"]


def test_keeping_a_land_unit_takes_more_zones_than_the_clubs_order() -> None:
    kept = read_kept()
    zones = {name: kept[name]["attacker"]["all"][1] for name in ("(none)", "club")}
    assert zones["(none)"] > zones["club"]


def test_the_guide_of_world_in_flames_tells_what_is_kept() -> None:
    text = impulses.GUIDE.read_text("utf-8")
    assert with_table(text, impulses.table()) == text
    assert tuple(impulses.kept()) == impulses.PRESETS
    assert all(rows["all"][0] == 25 for rows in impulses.kept().values())


@pytest.mark.parametrize("preset", impulses.PRESETS)
def test_the_first_impulse_ends_as_kept(preset: str) -> None:
    toll = impulses.fought(impulses.opening(), preset, "preset 0")
    assert toll.row == impulses.kept()[preset]["first"]
