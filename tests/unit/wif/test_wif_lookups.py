"""The tables that players of World in Flames look up, with what counters and charts hold."""

from __future__ import annotations

from pbem.core.cases.shelf import shelf
from pbem.systems.wif.lookups import LOOKUPS

BOOK = shelf("wif").book


def test_units_have_their_ratings() -> None:
    table = LOOKUPS["units"](BOOK)
    assert len(table.rows) == len(BOOK.counters)
    told = dict(zip(table.columns, table.rows["ger-rundstedt"], strict=True))
    assert told["name"] == "Rundstedt"
    assert (told["combat"], told["movement"], told["reorg."], told["cost"]) == ("7", "4", "4", "8")
    flyer = dict(zip(table.columns, table.rows["ger-bf-109e3"], strict=True))
    assert (flyer["combat"], flyer["air-to-air"], flyer["range"]) == ("–", "6", "3")
    assert table.rows["ussr-3-inf"][-1] == "printed"


def test_terrain_has_costs_defence_and_overruns() -> None:
    table = LOOKUPS["terrain"](BOOK)
    assert table.rows["forest"] == ("2", "2", "3", "4", "×1", "×1", "no")
    assert table.rows["mountain"] == ("2", "3", "4", "6", "×3", "×2", "no")
    assert table.rows["clear"][-1] == "yes"
    assert table.provenance == "reconstructed"
    assert "rain ×2" in table.notes[0]


def test_hexsides_have_what_they_add_and_halve() -> None:
    rows = LOOKUPS["hexsides"](BOOK).rows
    assert rows["alpine"] == ("1", "none", "none", "1/2", "none", "none", "none")
    assert rows["fort"] == ("–", "–", "–", "1/3", "1/3", "1", "1/3")


def test_the_sequence_is_that_of_a_turn() -> None:
    rows = LOOKUPS["sequence"](BOOK).rows
    steps = list(rows)
    assert steps[0] == "ORDERS: orders"
    assert steps.index("ground strike") < steps.index("land movement") < steps.index("land combat")
    assert steps.index("last impulse test") < steps.index("initiative")
    assert rows["land combat"] == ("11.15", "")
