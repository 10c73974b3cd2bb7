"""A soak keeps account of its seeds, goes on where it stopped, and says how to play one again."""

from __future__ import annotations

import json
import os
import shutil
from itertools import islice
from pathlib import Path

import pytest
from post.games import plain_bytes

from pbem.core.data.findings import PbemError
from pbem.store.directory import GameDirectory
from soak import __main__ as soak
from soak import kills
from soak.files import WORLDS, files_job
from soak.jobs import TESTS, jobs
from soak.kills import kills_job


def test_a_stopped_soak_goes_on_and_a_failure_says_how_to_see_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "soak.jsonl"
    old = '{"job": "gw nowhere 1", "commit": "old", "trouble": "x", "tried": {"changed files": 5}}'
    log.write_text(old + '\n{"job": "gw nowh')
    monkeypatch.setattr(soak, "jobs", lambda: iter(["gw nowhere 1", "gw nowhere 2"]))
    assert soak.main(["--hours", "1", "--log", str(log)]) == 1
    told = capsys.readouterr().out
    assert "make soak AGAIN='gw nowhere 2'" in told
    assert "1 jobs ended, 1 had before" in told
    assert "tried in all: 5 changed files" in told
    (*_, last) = log.read_text().splitlines()
    assert json.loads(last)["job"] == "gw nowhere 2"
    assert "there is no scenario 'gw/nowhere'" in json.loads(last)["trouble"]
    assert soak.main(["--hours", "1", "--log", str(log)]) == 1, "what failed is not forgotten"
    assert "0 jobs ended, 2 had before" in capsys.readouterr().out
    assert soak.main(["--again", "gw nowhere 2"]) == 1


def test_the_jobs_are_the_same_in_every_soak_and_name_files_that_are_there() -> None:
    one, two = list(islice(jobs(), 300)), list(islice(jobs(), 300))
    assert one == two
    assert len({*one}) == 300
    files = {job.split(" ")[1] for job in one if job.startswith("tests ")}
    assert files >= {"property/test_play.py", "fuzz/test_readers.py", "cli/test_killed.py"}
    assert all((TESTS / file).is_file() for file in files)


@pytest.mark.parametrize("world", WORLDS)
def test_changed_files_get_a_message(world: str) -> None:
    """A few here; `make soak` tries thousands."""
    number = 40 if world not in ("odds", "cases", "maps") else 3
    assert files_job(world, 1, number) == ("", number)


@pytest.mark.parametrize("row", ["receive", "run", "send", "batch"])
def test_what_is_killed_at_a_random_moment_is_whole_when_called_again(row: str) -> None:
    """One here; `make soak ONLY=kills` tries hundreds, on a cluster too."""
    assert kills_job(row, 1, 1) == ("", 1)


def test_two_batches_at_once_do_not_collide(tmp_path: Path) -> None:
    """Each leaves to the other what that is at work on, and nobody fails."""
    ready = kills.prepared("batch")
    shutil.copytree(ready.folder, tmp_path / "here")
    both = [kills._begun(tmp_path / "here", ready.words) for _ in range(2)]
    codes = {os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in both}
    assert codes <= {0, 5}
    assert kills._whole_again(ready, tmp_path / "here") == ""


def test_a_batch_that_loses_or_doubles_something_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost(root: Path) -> dict[str, bytes]:
        return {name: data for name, data in plain_bytes(root).items() if "run-001" not in name}

    kills_job("run", 1, 1)
    monkeypatch.setattr("soak.kills.plain_bytes", lost)
    assert "lost ['game-000/outbox/run-001" in kills_job("run", 1, 1)[0]


def test_a_command_that_stumbles_or_changes_what_it_refuses_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stumbles(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr("pbem.store.runs.play", stumbles)
    assert "exit 70" in files_job("ready", 1, 100)[0]

    def changes(directory: GameDirectory, *_: object, **__: object) -> None:
        (directory.root / "orders/rosa.yaml").unlink()
        raise PbemError("refused")

    monkeypatch.setattr("pbem.store.runs.play", changes)
    assert "it failed (1), and changed" in files_job("ready", 1, 100)[0]
