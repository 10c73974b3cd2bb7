"""Who counts for stacking, of counters that no scenario has yet."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.record.state import Unit
from pbem.core.rules.setup import default_roster, load_game
from pbem.systems.tw.world.stacking import counts
from pbem.systems.tw.world.units import Piece


def test_divisions_that_the_rules_name_do_not_count() -> None:
    """The 90th Light and the Hermann Goering Division are marked so (9.6)."""
    plain = load_game(default_roster("tw", "france-1940")).book.counters["ger-4-8-mech"]
    named = replace(plain, classes=("free-stacking",))
    unit = Unit("light", plain.id, "germany", "1530")
    assert counts(Piece(unit, plain))
    assert not counts(Piece(unit, named))
