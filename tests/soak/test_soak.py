"""A soak keeps account of its seeds, goes on where it stopped, and says how to play one again."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from soak import __main__ as soak
from soak.jobs import TESTS, jobs


def test_a_stopped_soak_goes_on_and_a_failure_says_how_to_see_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "soak.jsonl"
    log.write_text('{"job": "gw nowhere 1", "commit": "old", "trouble": "x"}\n{"job": "gw nowh')
    monkeypatch.setattr(soak, "jobs", lambda: iter(["gw nowhere 1", "gw nowhere 2"]))
    assert soak.main(["--hours", "1", "--log", str(log)]) == 1
    told = capsys.readouterr().out
    assert "make soak AGAIN='gw nowhere 2'" in told
    assert "1 jobs ended, 1 had before" in told
    (*_, last) = log.read_text().splitlines()
    assert json.loads(last)["job"] == "gw nowhere 2"
    assert "there is no scenario 'gw/nowhere'" in json.loads(last)["trouble"]
    assert soak.main(["--hours", "1", "--log", str(log)]) == 1, "what failed is not forgotten"
    assert "0 jobs ended, 2 had before" in capsys.readouterr().out
    assert soak.main(["--again", "gw nowhere 2"]) == 1


def test_the_jobs_are_the_same_in_every_soak_and_name_files_that_are_there() -> None:
    one, two = list(islice(jobs(), 200)), list(islice(jobs(), 200))
    assert one == two
    assert len({*one}) == 200
    files = {job.split(" ")[1] for job in one if job.startswith("tests ")}
    assert files >= {"property/test_play.py", "fuzz/test_readers.py", "cli/test_killed.py"}
    assert all((TESTS / file).is_file() for file in files)
