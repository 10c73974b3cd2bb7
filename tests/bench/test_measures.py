"""The benchmarks measure what they say: whole impulses, sound dice, every ratio of the table."""

from __future__ import annotations

from pathlib import Path

from bench.bench_maps import sheets
from bench.impulse import impulse, march
from bench.measures import Measure, cache, dice, play, refuse_idle, table, work_of
from bench.turn import turn

from pbem.core.orders.orders import validate

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


def test_the_impulse_is_carried_out_whole() -> None:
    game = impulse(100, 190)
    files = game.files()
    outcome = play(game, files)
    refuse_idle(outcome, 100)
    kinds = {e.body["verdict"] for e in outcome.ledger.entries if e.kind == "verdict"}
    assert {"ground-strike", "land-combat"} <= kinds
    searches, hashed = work_of(lambda: play(game, files))
    assert len(searches) >= 97
    assert len(hashed) >= len(outcome.ledger.lines)


def test_marches_over_europe_are_carried_out() -> None:
    game = march(20, 1500)
    refuse_idle(play(game, game.files()), 20)
    assert len(game.state.units) == 1500


def test_the_whole_turn_is_carried_out() -> None:
    game = turn(200)
    outcome = play(game, game.files())
    refuse_idle(outcome, 200)
    battles = {e.path for e in outcome.ledger.entries if e.body.get("verdict") == "land-combat"}
    assert len(battles) >= 2
    assert outcome.state.clock.impulse == 2


def test_the_order_file_of_200_can_be_read_whole() -> None:
    game = impulse(200, 330, warned=True)
    receipt = validate(game.game, game.state, game.read())
    assert len(receipt.readings) == 200
    assert [f.code for f in receipt.submission.findings] == []


def test_every_built_map_is_measured() -> None:
    read = {name: read().id for name, read in sheets().items()}
    assert len(read) == 8
    assert all(name == known for name, known in read.items())


def test_measures_are_ratios() -> None:
    for measure in (*dice(1), *cache(1)):
        assert measure.seconds > 0 < measure.base
        assert measure.kept == (measure.seconds / measure.base <= measure.most)


def test_the_table_says_what_is_not_kept() -> None:
    rows = table([Measure("a", "b", 0.5, 1, 0.25), Measure("c", "d", 0.02, 1, 1 / 20)])
    assert "| a      | b         | 500  | 1,000     | 0.50    | 0.25      | NOT KEPT |" in rows
    assert "| c      | d         | 20   | 1,000     | 1/50    | 1/20      | kept     |" in rows


def test_the_page_has_every_measure() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for what in (
        "100 orders",
        "150 orders, 1,500 units on wif-europe",
        "600 orders on wif-europe",
        "supply of wif-europe",
        "cached state",
        "200 orders",
        "dice",
        "audit",
        "--help",
        "first window",
        "odds",
    ):
        assert what in text
