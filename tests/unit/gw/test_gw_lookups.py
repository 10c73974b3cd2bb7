"""The tables that players look up: every unit and facility, with what the book prints."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Cell, Provenance
from pbem.systems.gw.lookups import LOOKUPS
from pbem.systems.gw.world.vocabulary import title

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


def test_every_nation_finds_what_it_may() -> None:
    rows = LOOKUPS["who-may"](BOOK).rows
    for nation in BOOK.chart("national-order").table("nations").rows.names:
        assert any(row.startswith(f"{title(nation)}: ") for row in rows)
    names = list(rows)
    assert names.index("Germany: convoys") < names.index("Soviet Union: war on")
    assert names.index("Nationalist China: places") < names.index("Danish Straits: passage")


def test_who_may_declare_war() -> None:
    rows = LOOKUPS["who-may"](BOOK).rows
    assert rows["Germany: war on"] == (
        "Axis: never; Allies, Comintern, neutrals, warlords: at any time",
        "5.5",
        "printed, reported",
    )
    assert rows["Soviet Union: war on"][0] == (
        "Axis, Allies, neutrals, warlords: at income 46 (by GW-R-5.5-b, sheet: 19), "
        "or at war with a Major Power; Comintern: never"
    )
    assert rows["Great Britain: war on"][0].startswith("Axis, Comintern, neutrals, warlords")
    assert rows["Great Britain: penalty"][0].startswith("pays 10 IPPs")
    assert "Italy: penalty" not in rows
    assert rows["Soviet Union: attacks not"][0].startswith("Romania, Hungary, Finland while")
    assert rows["Germany: annexes"][0] == "Austria, Bohemia, Slovakia, one a turn"
    assert rows["Italy: annexes"][0] == "Albania"


def test_who_may_build_influence_and_lose() -> None:
    rows = LOOKUPS["who-may"](BOOK).rows
    assert "Medium Armor 1938-jul" in rows["Germany: buys from"][0]
    assert [row for row in rows if row.endswith("also builds")] == [
        f"{nation}: also builds"
        for nation in ("Great Britain", "Far East Command", "France", "Italy")
    ]
    assert rows["Communist China: builds"][::2] == (
        "Militia, Infantry, Cavalry, Mountain Infantry; others once evolved, with a factory",
        "reported",
    )
    assert rows["United States: influences"][0].count(",") == 12
    assert rows["United States: lend-lease"] == ("at peace from income 15 on", "5, 7.9", "reported")
    assert rows["United States: convoys"][0] == (
        "loses at most: New York - Rio de Janeiro 5, Great Lakes 2, Panama 4, Hawaii 2, "
        "Philippines 2"
    )
    assert rows["ANZAC: convoys"] == ("loses at most: East Asian 2", "1.6, 9.11", "reported")


def test_who_opens_a_passage() -> None:
    rows = LOOKUPS["who-may"](BOOK).rows
    seaway = rows["St Lawrence Seaway: passage"]
    assert seaway[0] == "possessor of Ottawa or United States gives or refuses leave"
    assert rows["Northern Sea Route: passage"][0] == "Soviet Union gives or refuses leave"


def test_who_may_follows_the_charts_of_a_game() -> None:
    sheet = BOOK.chart("war-declarations")
    penalty = sheet.tables["penalty"]
    cells = {**penalty.cells, ("ipps", "france"): Cell(7, Provenance.TRANSCRIBED)}
    own = replace(sheet, tables={**sheet.tables, "penalty": replace(penalty, cells=cells)})
    rows = LOOKUPS["who-may"](replace(BOOK, charts={**BOOK.charts, sheet.id: own})).rows
    assert rows["France: penalty"][0].startswith("pays 7 IPPs")
    assert rows["France: penalty"][2] == "transcribed"
