"""Which cells of charts have a source of their own, and which: reports of play tell it."""

from __future__ import annotations

from typing import Final

from pbem.core.cases.shelf import shelf

SOURCES: Final[dict[str, dict[str, list[str]]]] = {
    "convoy-lines": {
        "printed: 9.11": ["lines soviet-arctic title"],
        "printed: 15.2": ["lines west-african title", "lines east-african title"],
        "reported: sheet of the later edition": [
            "lines east-asian course",
            "lines tokyo course",
            "lines nagasaki course",
            "shares east-asian anzac",
            "shares tokyo japan",
            "shares nagasaki japan",
        ],
        "printed: table 4-4": ["lines new-york-rio from", "lines new-york-rio to"],
        "printed: 1.15": ["lines great-lakes course"],
        "printed: 9.11: the only line without a value": ["shares soviet-arctic united-states"],
        "printed: 15.2: 3 and 3 are moved away": ["shares mediterranean great-britain"],
    },
    "french-surrender": {
        "reported: later edition, 4.11.2": [
            "army infantry at",
            "army artillery at",
            "army fighter at",
        ],
    },
    "income-events": {
        "reconstructed: 5.2": ["wars france-others roll", "wars france-others in-pact"],
        "printed: table 4-5": ["events argentina united-states"],
    },
    "narrow-crossings": {
        "reconstructed: on the map only": ["london-belgium units", "london-picardy units"],
        "printed: 1.21": ["london-belgium kind", "london-picardy kind"],
        "reconstructed: no source names this crossing": [
            "southern-italy-sicily one",
            "southern-italy-sicily units",
            "kyushu-honshu one",
            "kyushu-honshu units",
        ],
    },
    "national-sheets": {
        "printed: 3.4": ["income germany income-1939", "income italy income-1939"],
        "printed: 5.2": [
            "income great-britain income-1936",
            "income great-britain wartime",
            "increases great-britain d12-from",
        ],
        "printed: 5": [
            "income united-states cash-1936",
            "income united-states income-1936",
            "income united-states cash-1939",
            "income united-states income-1939",
            "income united-states wartime",
        ],
        "printed: 7.2": ["from germany strategic-bomber", "from others strategic-bomber"],
        "reported: later edition 15.7": ["builds nationalist-china anywhere"],
        "reported: later edition 15.2": ["builds communist-china anywhere"],
    },
    "pacts": {
        "reported: later edition, 5.6": [
            "zones austria forces",
            "zones austria group",
            "zones austria incomes",
            "zones bohemia forces",
            "zones bohemia group",
            "zones bohemia incomes",
            "zones slovakia forces",
            "zones slovakia group",
            "zones slovakia incomes",
            "zones albania forces",
            "zones albania group",
            "zones albania incomes",
        ],
    },
    "passages": {
        "reconstructed: between North Sea and Baltic (note 8)": [
            "danish-straits from",
            "danish-straits to",
        ],
        "reported: the later edition (10.10)": ["strait-of-gibraltar to"],
        "reconstructed: geography": ["turkish-straits to", "panama-canal from", "panama-canal to"],
        "reported: the later edition (1.8); the book says Canada and the USA": [
            "st-lawrence-seaway zones"
        ],
    },
    "surrender": {
        "printed: 5": [
            "conditions united-states when",
            "conditions united-states test",
            "conditions united-states zones",
        ],
        "printed: 9.22": ["conditions italy zones"],
    },
    "united-states": {
        "printed: 2.3": ["regions south-america half", "regions africa half", "regions asia half"],
    },
    "victory-objectives": {
        "reconstructed: 3.4": [
            "low-numbers sea:a1 number",
            "low-numbers sea:a2 number",
            "low-numbers sea:a3 number",
            "low-numbers sea:a4 number",
            "low-numbers sea:a5 number",
        ],
    },
    "war-declarations": {
        "printed: 4.5": [
            "may germany axis",
            "may italy axis",
            "may japan axis",
            "may soviet-union comintern",
            "may great-britain allies",
            "may france allies",
            "may united-states allies",
        ],
        "printed: 5.2, 5.5": ["may great-britain axis"],
        "printed: 5": [
            "may united-states axis",
            "may united-states comintern",
            "may united-states neutral",
        ],
    },
}


def test_cells_with_a_source_of_their_own() -> None:
    found: dict[str, dict[str, list[str]]] = {}
    for chart in shelf("gw").book.charts.values():
        for name, table in chart.tables.items():
            for (column, row), cell in table.cells.items():
                if cell.cite:
                    source = found.setdefault(chart.id, {})
                    cells = source.setdefault(f"{cell.provenance}: {cell.cite}", [])
                    cells.append(f"{name} {row} {column}".strip())
    assert found == SOURCES
