"""Which single cells of the charts of the impulse have a source of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import pbem.systems.wif
from pbem.core.data.charts import load_charts

FOLDER = Path(pbem.systems.wif.__file__).parent / "data" / "charts"
REROLLS = [
    f"{space} {side}-reroll" for space in ("axis-1", "0", "allied-1") for side in ("allied", "axis")
]


@pytest.mark.parametrize(
    ("name", "table", "source", "cells"),
    [
        (
            "activity-limits",
            "1939",
            "recalled",
            ["commonwealth naval-air", "germany land-air", "japan naval-air", "ussr land-air"],
        ),
        ("activity-limits", "1943", "printed", ["usa combined-air"]),
        ("activity-limits", "1945", "printed", ["usa combined-air"]),
        ("initiative-track", "", "reconstructed", REROLLS),
    ],
)
def test_cells_with_a_source_of_their_own(
    name: str, table: str, source: str, cells: list[str]
) -> None:
    known = load_charts(FOLDER)[name].table(table).cells
    found = [
        f"{row} {column}" for (column, row), cell in known.items() if cell.provenance == source
    ]
    assert sorted(found) == sorted(cells)
