"""The kernel of results of ground combat: cells, tolls, and units that make up factors."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.rules.setup import default_roster, load_game
from pbem.systems.tw.combat.results import (
    Result,
    ResultKind,
    Toll,
    least_excess,
    result_of,
    toll_of,
)

TOLLS: Final = (  # the book's mountain corps is worth 6: 6, 9 and 12 factors go for it
    ("EX", 20, 6, Toll(6, None)),
    ("EX/PV", 20, 6, Toll(9, None)),
    ("2xEX", 20, 6, Toll(12, None)),
    ("½EX", 20, 7, Toll(4, None)),
    ("½EX", 3, 7, Toll(4, None)),
    ("EX", 5, 6, Toll(None, 5)),
    ("EX/PV", 5, 9, Toll(None, 8)),
    ("2xEX", 3, 9, Toll(None, 6)),
    ("EX", 6, 6, Toll(None, None)),
    ("AE", 9, 6, Toll(None, 0)),
    ("½AE", 9, 6, Toll(5, 0)),
    ("DE", 9, 6, Toll(0, None)),
    ("½DEΩ", 9, 7, Toll(0, 4)),
    ("DRΩ", 9, 6, Toll(0, 0)),
    ("DD3Ω", 9, 6, Toll(0, 0)),
)


def test_every_cell_of_the_table_is_understood() -> None:
    table = load_game(default_roster("tw", "france-1940")).book.chart("gcrt").table()
    found = {cell.text: result_of(cell.text) for cell in table.cells.values()}
    assert found["DD2Ω"] == Result(ResultKind.DEPLETED, depletions=2, omega=True)
    assert found["DD"] == Result(ResultKind.DEPLETED, depletions=1)
    assert {name for name, result in found.items() if result.retreats} == {
        "DRΩ", "DR", "DD", "DDΩ", "DD2Ω", "DD3Ω", "½DEΩ",
    } & found.keys()  # fmt: skip
    assert {name for name, result in found.items() if result.omega} == {
        name for name in found if name.endswith("Ω")
    }


@pytest.mark.parametrize(("text", "attack", "defence", "toll"), TOLLS)
def test_what_a_result_takes(text: str, attack: int, defence: int, toll: Toll) -> None:
    assert toll_of(result_of(text), attack, defence) == toll


@given(st.lists(st.integers(1, 19), max_size=7), st.integers(0, 60))
def test_no_other_units_make_up_factors_with_less_excess(factors: list[int], need: int) -> None:
    chosen = least_excess(factors, need)
    sums = [
        sum(some)
        for many in range(len(factors) + 1)
        for some in combinations(factors, many)
        if sum(some) >= need
    ]
    assert sum(factors[number] for number in chosen) == min(sums, default=sum(factors))
    assert len(set(chosen)) == len(chosen)
