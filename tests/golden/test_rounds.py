"""Golden runs of a whole first round of scenarios, one run for each turn of nations.

Written anew, as the samples are, by `PYTHONPATH=tests python tests/golden/test_samples.py`, when a
change is meant; by this file alone without them.
"""

from __future__ import annotations

from typing import Final

import pytest
from golden.series import STATE, Series, assert_nothing_refused, reports

WORLD: Final = (
    ("hans",), ("olga",), ("kenji",), ("anna", "ruth"), ("marie",), ("gino",), ("walt",)
)  # fmt: skip
SPAIN: Final = (("1-hans-germany",), ("2-olga",), ("3-hans-italy",))
CHINA: Final = (("1-kenji",), ("2-walt",), ("3-olga",))
ROUNDS: Final = (  # with the order files of each turn
    Series("gw", "global-war-1936", WORLD, "1936"),
    Series("gw", "global-war-1939", WORLD, "1939"),
    Series("gw", "spanish-civil-war-1936", SPAIN, "36"),
    Series("gw", "china-1937", CHINA, "37"),
)
NEXT: Final = {  # the turn after the round
    "global-war-1936": '"1937-jan", impulse: 1, side: axis',
    "global-war-1939": '"1940-jan", impulse: 1, side: axis',
    "spanish-civil-war-1936": '"1937-jan", impulse: 1, side: axis',
    "china-1937": '"1938-jan", impulse: 3, side: axis',
}

Played = tuple[Series, dict[str, str]]


@pytest.fixture(scope="module", params=ROUNDS, ids=lambda series: series.scenario)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    series: Series = request.param
    return series, dict(series.play(tmp_path_factory.mktemp(series.scenario)))


def test_the_golden_round(played: Played) -> None:
    series, files = played
    assert files == series.kept()


def test_no_order_of_the_round_is_refused(played: Played) -> None:
    assert_nothing_refused(played[1])


def test_the_round_ends_where_the_next_begins(played: Played) -> None:
    series, files = played
    clock = f"clock: {{turn: {NEXT[series.scenario]}, window: combat, run: {len(series.windows)}}}"
    assert clock in files[STATE]


def test_reports_fit_the_page_and_keep_no_accounts(played: Played) -> None:
    for _, text in reports(played[1]):
        assert max(map(len, text.splitlines())) <= 78
        assert "now hold" not in text


if __name__ == "__main__":
    for round_ in ROUNDS:
        round_.write()
