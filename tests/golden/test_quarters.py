"""Golden runs of a first quarter of scenarios of The War, one run for each window of orders.

Written anew, as the samples are, by `PYTHONPATH=tests python tests/golden/test_samples.py`, when a
change is meant; by this file alone without them.
"""

from __future__ import annotations

from typing import Final

import pytest
from golden.series import STATE, Series, assert_nothing_refused, reports

QUARTERS: Final = (  # with the order files of each window
    Series("tw", "france-1940", (("hans",), ("hans-second-half",), ("marie", "anna")), "8"),
    Series("tw", "barbarossa-1941", (("hans",), ("ivan",)), "1941"),
)
NEXT: Final = {"france-1940": '"1940-summer"', "barbarossa-1941": '"1941-fall"'}

Played = tuple[Series, dict[str, str]]


@pytest.fixture(scope="module", params=QUARTERS, ids=lambda series: series.scenario)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    series: Series = request.param
    return series, dict(series.play(tmp_path_factory.mktemp(series.scenario)))


def test_the_golden_quarter(played: Played) -> None:
    series, files = played
    assert files == series.kept()


def test_no_order_of_the_quarter_is_refused(played: Played) -> None:
    assert_nothing_refused(played[1])


def test_the_quarter_ends_where_the_next_begins(played: Played) -> None:
    series, files = played
    turn = NEXT[series.scenario]
    clock = f"clock: {{turn: {turn}, impulse: 1, side: axis, window: operations, run: "
    assert f"{clock}{len(series.windows)}}}" in files[STATE]


def test_reports_fit_the_page(played: Played) -> None:
    for _, text in reports(played[1]):
        assert max(map(len, text.splitlines())) <= 78


if __name__ == "__main__":
    for quarter in QUARTERS:
        quarter.write()
