"""The page of what two books share is what the code has now."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pbem.core.cases.sharing import chapters, charts, differences
from pbem.core.cases.sharing_page import page
from pbem.core.rules.system import find_system

PAGE: Final = Path(__file__).parents[2] / "docs/wif-and-aif.md"
AIF, WIF = find_system("aif"), find_system("wif")


def test_the_page_is_that_of_the_code() -> None:
    told = "pbem rules shared aif wif > docs/wif-and-aif.md"
    assert PAGE.read_text(encoding="utf-8") == page(AIF, WIF), told


def test_every_clause_stands_in_one_chapter_and_shared_ones_are_carried_out() -> None:
    rows = list(chapters(AIF, WIF))
    assert sum(row.clauses for row in rows) == 764
    assert all(row.common <= row.done <= row.clauses for row in rows)
    assert {row.chapter: row.common > 0 for row in rows}["2"]
    assert {row.chapter: row.done for row in rows}["24"] == 0  # players' notes


def test_books_differ_in_what_they_say_and_in_nothing_that_they_say_alike() -> None:
    found = {row.says: (row.one, row.other) for row in differences(AIF, WIF)}
    assert found["a source in the next hex is near enough in any weather"] == (False, True)
    assert all(one != other for one, other in found.values())
    assert list(differences(WIF, WIF)) == []


def test_cells_of_charts_are_compared_one_by_one() -> None:
    """One cell of the weather differs: rain in the arctic (8)."""
    found = {row.name: row for row in charts(AIF, WIF)}
    assert (found["weather"].different, found["air-to-air"].different) == (1, 0)
    assert [row.different for row in charts(WIF, WIF)] == [0] * len(list(charts(WIF, WIF)))
