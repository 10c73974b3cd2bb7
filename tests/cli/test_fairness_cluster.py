"""Workers of a cluster who lie to the moderator, and a moderator who believes them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from cli.judging import Judged, keep
from cli.shared import Pbem, Said, every_byte, levies
from clusters import Reply, certificates, honest, stranger
from page import Page, files_under

from pbem.core.record.dice import RunKeys

NOW = ("--now", "2026-11-20 12:00 UTC")


@pytest.fixture
def hall(pbem: Pbem, tmp_path: Path) -> Path:
    """A folder with one game whose first window has its orders."""
    game = tmp_path / "hall/duel"
    game.parent.mkdir()
    assert pbem("new", "toy/duel", game).code == 0
    levies(game)
    return game.parent


def steel(parcel: bytes) -> bytes:
    """Who plays, and lets the council take what nobody chose: no rule of its form is broken."""
    log = honest(parcel)
    assert log.count(b'"picks":["bread"]') == 2
    return log.replace(b'"picks":["bread"]', b'"picks":["steel"]')


@pytest.fixture
def unlucky(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lot falls on no run."""
    monkeypatch.setattr(RunKeys, "lot", 1)


def played(pbem: Pbem, hall: Path, reply: Reply, replay: str = "all") -> Said:
    """A batch on a cluster of one worker."""
    with stranger(hall.parent / "there", reply) as at:
        file = certificates(hall, "moderator", [at])
        file.write_text(f"{file.read_text()}replay: {replay}\n")
        return pbem("batch", hall, "--cluster", *NOW)


def test_a_lying_worker_is_named_and_nothing_of_it_is_written(
    pbem: Pbem, hall: Path, tmp_path: Path
) -> None:
    shutil.copytree(hall, tmp_path / "alone")
    said = played(pbem, hall, steel)
    assert said.code == 1
    lied = "sent another log, from line 12 on; this program's own counts"
    row = next(line for line in said.out.splitlines() if line.startswith("toy-1"))
    assert "played" in row
    assert lied in row
    assert re.search(f"^run 1 of toy-1: the worker 'cellar' at .* {lied}; it gets", said.err, re.M)
    assert pbem("batch", tmp_path / "alone", *NOW).code == 0
    assert every_byte(hall / "duel") == every_byte(tmp_path / "alone/duel")


@pytest.mark.usefixtures("unlucky")
def test_a_run_that_nobody_replayed_says_so(
    pbem: Pbem, hall: Path, tmp_path: Path, judged: Judged, page: Page
) -> None:
    said = played(pbem, hall, honest, "1 in 2")
    assert (said.code, said.err) == (0, "")
    assert re.search("played by the worker 'cellar' at .*, not replayed", said.out)
    game = hall / "duel"
    note = "NOTES  played by the worker 'cellar' of a cluster, and not replayed by the\n"
    reports = sorted((game / "runs/1").glob("report*.txt"))
    assert len(reports) == 4
    assert all(note in path.read_text() for path in reports)
    assert note in pbem("report", "--game", game).out
    assert note in pbem("report", "--game", game, "--player", "rosa").out
    assert pbem("audit", "--game", game).code == 0
    kept = keep(game, tmp_path / "kept", "1")
    judged(kept)
    for rows in (judged.by_program(kept), page.audit(files_under(kept))):
        (replay,) = (row.told for row in rows if row.check == "replay")
        assert "the moderator" in replay
        assert "'cellar' of a cluster played it" in replay


@pytest.mark.usefixtures("unlucky")
def test_a_lie_that_nobody_replayed_is_found_by_an_audit(pbem: Pbem, hall: Path) -> None:
    assert played(pbem, hall, steel, "1 in 2").code == 0
    said = pbem("audit", "--game", hall / "duel")
    assert said.code == 4
    assert re.search(r"replay +WRONG .*\n +line 12: is not what the replay writes", said.out)


def test_an_honest_worker_changes_no_byte(pbem: Pbem, hall: Path, tmp_path: Path) -> None:
    shutil.copytree(hall, tmp_path / "alone")
    said, right = played(pbem, hall, honest), pbem("batch", tmp_path / "alone", *NOW)
    assert (said.code, said.out, said.err) == (0, right.out, "")
    assert every_byte(hall / "duel") == every_byte(tmp_path / "alone/duel")


def test_a_run_that_is_played_again_is_so_on_a_cluster_too(
    pbem: Pbem, hall: Path, tmp_path: Path
) -> None:
    """Its report tells what came out otherwise, which no worker is told of."""
    assert pbem("batch", hall, *NOW).code == 0
    assert pbem("rewind", "--game", hall / "duel", "--to", "0", "--why", "a slip").code == 0
    shutil.copytree(hall, tmp_path / "alone")
    assert played(pbem, hall, honest).code == pbem("batch", tmp_path / "alone", *NOW).code == 0
    assert "played again: everything came" in (hall / "duel/runs/1/report.txt").read_text()
    assert every_byte(hall / "duel") == every_byte(tmp_path / "alone/duel")
