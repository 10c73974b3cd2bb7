"""Receipts tell the strengths and odds of every ground attack that a file orders."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pbem.core.data.charts import Cell, Chart
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.orders import Receipt, read_orders, validate
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.awaw.combat.foretelling import ordered_odds

ATTACKS = [
    {"do": "ground attack", "units": {"armor 4-6": 2}, "from": "Breslau", "at": "Lodz"},
    {"do": "ground attack", "units": {"infantry": 2}, "from": "N32", "at": "M33"},
    {"do": "ground attack", "units": {"infantry": 2}, "from": "O32", "at": "Krakow"},
    {"do": "ground support", "units": {"AAF": 3}, "from": "Breslau", "at": "Lodz"},
]


@cache
def start() -> tuple[Game, State]:
    roster = default_roster("awaw", "poland-1939")
    return load_game(roster), first_state(roster)


def receipt(game: Game) -> Receipt:
    state = start()[1]
    head = {"window": "any", "for_state": "any", "player": "hans"}
    said = {**head, "combat": ATTACKS}
    text = "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())
    return validate(game, state, read_orders(game, text.encode(), "hans.yaml"))


def test_each_legal_attack_has_its_strengths_with_the_support_of_the_whole_file() -> None:
    told = ordered_odds(receipt(start()[0]))
    assert [(one.order.number if one.order else 0, one.text) for one in told] == [
        (
            1,
            "8 factors and 3 in the air against 2, which count as 4: 11:4 before defensive air",
        ),
        (3, "6 factors against 2, which count as 4: 6:4 before defensive air"),
    ]
    assert told[0].facts == {
        "attack": 8, "support": 3, "defence": 2, "modified": 4, "odds": "11:4",
    }  # fmt: skip


def test_where_an_owner_has_supplied_the_table_the_results_are_told() -> None:
    game = start()[0]
    charts = {**game.charts, "crt": supplied(game)}
    told = ordered_odds(receipt(replace(game, book=replace(game.book, charts=charts))))
    assert told[1].text.endswith("6:4 before defensive air; A on 2 of 6, D on 4 of 6")


def supplied(game: Game) -> Chart:
    """A table that somebody has filled in: A on a 1 and a 2, D on the rest."""
    chart = game.charts["crt"]
    table = chart.table()
    cells = {
        key: Cell("A" if key[1] in ("1", "2") else "D", game.charts["attrition"].provenance)
        for key in table.cells
    }
    return replace(chart, tables={"": replace(table, cells=cells)})
