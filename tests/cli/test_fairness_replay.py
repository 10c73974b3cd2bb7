"""What a log tells of play itself: no verifier knows the rules, and whoever plays it again sees it.

Each fraud is well made: chained anew, what is thrown again thrown again. What a player kept shows
nothing of it; the replay of the game's directory, into which the forged log is put, disagrees.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.judging import Judged, keep, keep_opened
from cli.shared import Pbem, send
from cli.test_corrections import marches
from cli.test_fairness_chain import AMENDMENT, Rows, chained, forged, rows_of
from cli.test_fairness_told import play_on
from cli.test_upgrade import use
from page import of_program, results

from pbem.audit.checks import dice_key, read_log
from pbem.core.record.dice import throw
from pbem.core.record.ledger import line_hash
from pbem.core.record.program import Program

Forge = Callable[[Rows], object]


def first(rows: Rows, kind: str) -> dict[str, Any]:
    """The first line of a kind."""
    return next(row for row in rows if row["kind"] == kind)


def only_replayed(
    judged: Judged, pbem: Pbem, game: Path, kept: Path, forge: tuple[str, Forge]
) -> None:
    """Both verifiers see nothing in the log of a run; the replay of it disagrees."""
    run, change = forge
    judged(forged(kept, run, change))
    folder = game / f"runs/{run}"
    shutil.copy(kept / f"log-{run}.jsonl", folder / "ledger.jsonl")
    said = of_program(pbem("audit", "--game", game, "--run", run, "--format", "json").out)
    assert results(said, "replay") == {"disagrees"}


@pytest.fixture
def marched(pbem: Pbem, duel: Path) -> Path:
    """A game with two runs, of which the second has moves."""
    assert pbem("adjudicate", "--game", duel).code == 0
    marches(duel)
    assert pbem("adjudicate", "--game", duel).code == 0
    return duel


@pytest.fixture
def amended(pbem: Pbem, marched: Path) -> Path:
    """The same, with an amendment of the second."""
    amendment = send(marched, "a.yaml", AMENDMENT.format(after="2"))
    assert pbem("amend", amendment, "--game", marched).code == 0
    return marched


# --- play ----------------------------------------------------------------------------------------


def test_orders_that_are_told_otherwise_show_in_the_replay(
    pbem: Pbem, marched: Path, judged: Judged, tmp_path: Path
) -> None:
    """Another place than in the file whose fingerprint stands in the head."""

    def change(rows: Rows) -> None:
        first(rows, "order")["body"]["reading"] = "Lion Red Home > Hill"
        first(rows, "event")["body"]["new"] = "hill"

    kept = keep(marched, tmp_path / "kept", "1", "2")
    only_replayed(judged, pbem, marched, kept, ("2", change))


def test_an_outcome_that_was_turned_round_shows_in_the_replay(
    pbem: Pbem, marched: Path, judged: Judged, tmp_path: Path
) -> None:
    def change(rows: Rows) -> None:
        first(rows, "verdict")["body"]["outcome"] = "gold"

    kept = keep(marched, tmp_path / "kept", "1")
    only_replayed(judged, pbem, marched, kept, ("1", change))


def test_a_position_that_is_told_otherwise_where_two_runs_meet_shows_in_the_replay(
    pbem: Pbem, marched: Path, judged: Judged, tmp_path: Path
) -> None:
    """The end of one log and the head of the next one alike."""
    kept = keep(marched, tmp_path / "kept", "1", "2")

    def change(rows: Rows) -> None:
        rows[-1]["body"]["state"] = "ab" * 32

    def follow(rows: Rows) -> None:
        last = (kept / "log-1.jsonl").read_text().splitlines()[-1]
        rows[0]["body"] |= {"state": "ab" * 32, "previous": line_hash(last)}

    only_replayed(
        judged, pbem, marched, forged(forged(kept, "1", change), "2", follow), ("1", same)
    )


def same(rows: Rows) -> None:
    """It is forged already."""


def sky(rows: Rows) -> dict[str, Any]:
    """The die of the weather, on which nothing else in the log hangs."""
    return next(row for row in rows if row["path"].endswith("weather/sky"))


def ground(rows: Rows) -> None:
    """The die hangs on a path that he found by trying, and shows what he wants."""
    log = read_log(chained(rows))
    key = dice_key(log, bytes.fromhex(log.body("digest")["key"]))
    die = sky(rows)
    paths = (f"{die['path']}-{n}" for n in range(99))
    die["path"] = next(path for path in paths if list(throw(key, path, 1, 6)) == [6])
    die["body"]["throws"] = [[6]]


def for_somebody_else(rows: Rows) -> None:
    first(rows, "roll")["body"]["by"] = "azure"


def left_out(rows: Rows) -> None:
    rows.remove(sky(rows))


def of_one_side(rows: Rows) -> None:
    """Another die than the rules throw, which shows what he wants."""
    sky(rows)["body"] |= {"dice": "1d1", "throws": [[1]]}


def as_a_secret(rows: Rows) -> None:
    """An open die, told as if the rules threw it in secret."""
    die = sky(rows)
    rows[rows.index(die)] = {"kind": "sealed", "path": die["path"], "seal": "ab" * 32}


@pytest.mark.parametrize("change", [ground, for_somebody_else, left_out, of_one_side, as_a_secret])
def test_a_die_that_hangs_elsewhere_shows_in_the_replay(
    pbem: Pbem, siege: Path, judged: Judged, tmp_path: Path, change: Forge
) -> None:
    play_on(pbem, siege)
    kept = keep(siege, tmp_path / "kept", "1", "1.1", "2")
    only_replayed(judged, pbem, siege, kept, ("2", change))


def test_that_nobody_replayed_a_run_is_left_out_and_shows_in_the_replay(
    pbem: Pbem, marched: Path, judged: Judged, tmp_path: Path
) -> None:
    """A log that was invented by a worker, and does not say that it was his."""

    def change(rows: Rows) -> None:
        first(rows, "verdict")["body"]["facts"]["side"] = "blue"

    kept = keep(marched, tmp_path / "kept", "1")
    assert "unreplayed" not in rows_of(kept / "log-1.jsonl")[0]["body"]
    only_replayed(judged, pbem, marched, kept, ("1", change))


# --- amendments and upgrades ---------------------------------------------------------------------


def by_another(rows: Rows) -> None:
    """In the correction, and in the paragraph that tells of it."""
    first(rows, "correction")["body"]["author"] = "Bea"
    first(rows, "verdict")["body"]["facts"]["author"] = "Bea"


def to_another_place(rows: Rows) -> None:
    first(rows, "event")["body"]["new"] = "hill"


@pytest.mark.parametrize("change", [by_another, to_another_place])
def test_an_amendment_that_is_told_otherwise_shows_in_the_replay(
    pbem: Pbem, amended: Path, judged: Judged, tmp_path: Path, change: Forge
) -> None:
    """Its file has its fingerprint in the head, and is in the game's directory."""
    kept = keep(amended, tmp_path / "kept", "1", "2", "2.1")
    only_replayed(judged, pbem, amended, kept, ("2.1", change))


def by_one_and_another(rows: Rows) -> None:
    first(rows, "correction")["body"]["author"] = "Bea"


def by_nobody(rows: Rows) -> None:
    rows.remove(first(rows, "correction"))


def with_one_more(rows: Rows) -> None:
    rows.insert(
        3, {**first(rows, "event"), "body": {**first(rows, "event")["body"], "unit": "lion"}}
    )


def without_its_event(rows: Rows) -> None:
    rows.remove(first(rows, "event"))


def for_another_reason(rows: Rows) -> None:
    first(rows, "verdict")["body"]["outcome"] = "so"


@pytest.mark.parametrize(
    "change",
    [by_one_and_another, by_nobody, with_one_more, without_its_event, for_another_reason],
)
def test_an_amendment_that_does_not_agree_with_itself_is_found(
    amended: Path, judged: Judged, tmp_path: Path, change: Forge
) -> None:
    kept = keep(amended, tmp_path / "kept", "1", "2", "2.1")
    for said in judged.both(kept):
        assert results(said, "arithmetic") == {"agrees"}
    judged(forged(kept, "2.1", change))


def test_an_upgrade_that_moves_a_hidden_counter_shows_in_the_replay(
    pbem: Pbem, marched: Path, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same position is sealed with two keys: nobody sees it before the opening."""
    use(monkeypatch, Program(digest="ab" * 32))
    words = ("--author", "Mod", "--reason", "a typing error")
    assert pbem("upgrade", "--game", marched, *words).code == 0
    kept = keep(marched, tmp_path / "kept", "1", "2", "2.1")

    def change(rows: Rows) -> None:
        rows[-1]["body"]["state"] = "ab" * 32

    only_replayed(judged, pbem, marched, kept, ("2.1", change))


# --- secrets -------------------------------------------------------------------------------------


def test_who_might_see_a_secret_shows_in_the_replay(
    pbem: Pbem, marched: Path, judged: Judged, tmp_path: Path
) -> None:
    """No seal hides it: the rows of the opened secrets name another player."""
    kept = keep_opened(pbem, marched, tmp_path / "kept", "1")
    path = kept / "secrets-1.jsonl"
    rows = rows_of(path)
    assert rows[0]["secret"] == ["rolf", "rosa"]
    rows[0]["secret"] = ["bea"]
    lines = (json.dumps(row, sort_keys=True, separators=(",", ":")) for row in rows)
    path.write_text("".join(line + "\n" for line in lines))
    judged(kept)
    shutil.copy(path, marched / "runs/1/secrets.jsonl")
    said = of_program(pbem("audit", "--game", marched, "--run", "1", "--format", "json").out)
    assert results(said, "replay") == {"disagrees"}
