"""The tables that players look up: every unit and facility, with what the book prints."""

from __future__ import annotations

from pbem.core.cases.shelf import shelf
from pbem.systems.gw.lookups import LOOKUPS

BOOK = shelf("gw").book


def test_units_have_cost_values_place_and_time() -> None:
    table = LOOKUPS["units"](BOOK)
    assert table.columns == ("cost", "attack", "defence", "move", "built in", "from")
    assert len(table.rows) == len(BOOK.counters)
    assert table.rows["Medium Armor"] == ("6", "6", "5", "2", "a factory", "1940-jan")
    assert table.rows["Militia"] == ("2", "1", "2", "1", "any own zone of value", "")
    assert table.rows["Battleship"] == ("5+5+5", "8", "8", "2", "major shipyard", "")
    assert table.rows["Jet Fighter"][-1] == "jet fighter"
    assert table.rows["Air Transport"][1:3] == ("–", "–")


def test_costs_and_sequence() -> None:
    costs, sequence = LOOKUPS["costs"](BOOK), LOOKUPS["sequence"](BOOK)
    assert costs.rows["minor factory"][:2] == ("8", "7 to medium factory")
    assert costs.rows["air base"] == ("3+3", "–", "5", "any own zone")
    steps = list(sequence.rows)
    assert steps.index("production") < steps.index("combat movement") < steps.index("place units")
    assert sequence.rows["ORDERS: combat"] == ("", "combat movement and combat")
