"""A golden run of America in Flames: an impulse of either side, from order files to reports.

Written anew by `PYTHONPATH=tests python tests/golden/test_rio_grande.py`, when a change is meant.
"""

from __future__ import annotations

from typing import Final

import pytest
from golden.series import STATE, Series, assert_nothing_refused, reports

SERIES: Final = Series("aif", "rio-grande", (("1-heinz",), ("2-jay",)), "1945")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return dict(SERIES.play(tmp_path_factory.mktemp("rio-grande")))


def test_the_golden_run(played: dict[str, str]) -> None:
    assert played == SERIES.kept()


def test_no_order_is_refused(played: dict[str, str]) -> None:
    assert_nothing_refused(played)


def test_the_axis_moves_next(played: dict[str, str]) -> None:
    clock = 'clock: {turn: "1946-mj", impulse: 3, side: axis, window: orders, run: 2}'
    assert clock in played[STATE]


def test_reports_fit_the_page_and_name_the_rules_of_this_book(played: dict[str, str]) -> None:
    """The engine cites land combat as 11.15, ground strikes as 11.8."""
    told = "".join(text for _, text in reports(played))
    assert max(map(len, told.splitlines())) <= 78
    assert "(11.16.5)" in told and "(11.9)" in told
    assert "(11.15" not in told and "(11.8)" not in told


if __name__ == "__main__":
    SERIES.write()
