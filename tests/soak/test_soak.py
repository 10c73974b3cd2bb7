"""A soak keeps account of its seeds, goes on where it stopped, and says how to play one again."""

from __future__ import annotations

import json
import os
import shutil
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from mutations import WAYS
from post.games import plain_bytes

from pbem.core.data.findings import EXIT_WAITING, PbemError
from pbem.store.directory import GameDirectory
from soak import __main__ as soak
from soak import kills
from soak.files import files_job, unclear
from soak.heads import heads_job, may_be_hers
from soak.jobs import TESTS, jobs
from soak.kills import kills_job
from soak.letters import letters_job
from soak.logs import logs_job
from soak.workers import ROWS as WORKERS
from soak.workers import workers_job
from soak.worlds import TOY

FEW = ("gw-spanish-civil-war-1936", "wif-barbarossa-12", "tw-france-1940", "awaw-poland-1939")


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
    one, two = list(islice(jobs(), 500)), list(islice(jobs(), 500))
    assert one == two
    assert len({*one}) == 500
    files = {job.split(" ")[1] for job in one if job.startswith("tests ")}
    assert files >= {"property/test_play.py", "fuzz/test_readers.py", "cli/test_killed.py"}
    assert all((TESTS / file).is_file() for file in files)


@pytest.mark.parametrize("world", TOY)
def test_changed_files_get_a_message(world: str) -> None:
    """A few here; `make soak` tries thousands."""
    number = 40 if world not in ("odds", "cases", "maps") else 3
    trouble, tried = files_job(world, 1, number)
    assert trouble == ""
    assert tried["changed files"] == number <= tried["commands"]


@pytest.mark.parametrize("world", FEW)
def test_changed_files_of_every_system_get_a_message(world: str) -> None:
    trouble, tried = files_job(world, 1, 12)
    assert trouble == ""
    assert tried["changed files"] == 12 < tried["commands"]


@pytest.mark.parametrize("seed", [4, 6, 20])
def test_a_forged_log_gets_a_message(seed: int) -> None:
    """Among these a head whose body is no mapping, a change that is none, a unit without a name."""
    trouble, tried = logs_job("rewound", seed, 8)
    assert trouble == ""
    assert tried["forged logs"] == 8 < tried["commands"]


@pytest.mark.parametrize("world", FEW)
def test_a_forged_log_of_every_system_gets_a_message(world: str) -> None:
    trouble, tried = logs_job(world, 1, 3)
    assert trouble == ""
    assert tried["forged logs"] == 3 < tried["commands"]


@pytest.mark.parametrize("world", FEW)
def test_hostile_letters_have_one_outcome_and_stop_no_others(world: str) -> None:
    assert letters_job(world, 1, 2) == ("", {"letters": 20})


def test_a_forged_head_makes_no_letter_somebodys() -> None:
    assert heads_job("all", 1, 250) == ("", {"heads": 250})


def test_whose_a_head_is_can_be_told_without_the_program() -> None:
    """By this the program is judged."""
    assert may_be_hers(b'Subject: x\nFROM: "eve@z.org" <Anna@Y.org>\n\nFrom: eve@z.org')
    for forged in (
        b"From: anna@y.org, eve@z.org",
        b"From: anna@y.org\nFrom: eve@z.org",
        b"From :=?utf-8?q?x?=\nFrom: anna@y.org",
        b'From: "anna@y.org" <eve@z.org>',
        b"From: eve@z.org (anna@y.org)",
        b"Sender: anna@y.org\n\nFrom: anna@y.org",
    ):
        assert not may_be_hers(forged), forged


@pytest.mark.parametrize("row", WORKERS[:1])
def test_strangers_on_a_cluster_are_refused_or_answered(row: str) -> None:
    trouble, tried = workers_job(row, 1, 40)
    assert trouble == ""
    assert {*tried} == {"logs of workers", "parcels"}


@pytest.mark.parametrize("row", ["receive", "run", "send", "batch", "rewind-a-long-game"])
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
    assert "exit 70" in files_job("ready", 1, 30)[0]

    def changes(directory: GameDirectory, *_: object, **__: object) -> None:
        (directory.root / "orders/rosa.yaml").unlink()
        raise PbemError("refused")

    monkeypatch.setattr("pbem.store.runs.play", changes)
    assert "exit 1: it failed, and changed" in files_job("ready", 1, 30)[0]


@pytest.mark.parametrize(
    ("code", "answer", "messages", "as_json", "wrong"),
    [
        (0, "done\n", "", False, ""),
        (1, "", "pbem: orders/hans.yaml: this is no file of orders\n", False, ""),
        (1, '{"error": {}}', "", True, ""),
        (1, "", "", False, "it says nothing"),
        (2, "usage", "", False, "a message for nobody"),
        (1, "", "pbem: 'from'\n", False, "a message for nobody"),
        (1, "", "pbem: ('x', 3)\n", False, "a message for nobody"),
        (1, "", "x.yaml: KeyError at 3\n", False, "a message for nobody"),
        (1, "", "pbem: <pbem.core.State object at 0x7>\n", False, "a message for nobody"),
        (1, "", f"pbem: {'x' * 5000}\n", False, "a message of 5006 characters"),
        (0, "\x1b[2J", "", False, "it lets through"),
        (0, "", "pbem: \u202eevil\n", False, "it lets through"),
        (0, "done", "", True, "this is not JSON"),
    ],
)
def test_what_a_command_may_not_say(
    code: int, answer: str, messages: str, as_json: bool, wrong: str
) -> None:
    found = unclear(code, answer, messages, as_json)
    assert found.startswith(wrong) and bool(found) == bool(wrong)


class Waits(PbemError):
    """A command says that it is done as far as it can be."""

    exit_code = EXIT_WAITING


def test_a_command_that_writes_beside_its_folder_or_loses_a_file_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def beside(directory: GameDirectory, *_: object, **__: object) -> None:
        Path("../there").touch()
        raise PbemError("refused")

    monkeypatch.setattr("pbem.store.runs.play", beside)
    assert "it wrote beside its folder: ['there']" in files_job("ready", 1, 30)[0]

    def loses(directory: GameDirectory, *_: object, **__: object) -> None:
        (directory.root / "keys").unlink()
        raise Waits("for nothing")

    monkeypatch.setattr("pbem.store.runs.play", loses)
    assert "lost ['duel/keys']" in files_job("ready", 1, 30)[0]


def test_a_letter_that_is_lost_or_stops_those_behind_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stops(*_: object) -> None:
        raise KeyError("ours")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.post.intake.Intake.take", stops)
        assert "exit 70" in letters_job(FEW[0], 1, 1)[0]
    with monkeypatch.context() as patch:
        patch.setattr("pbem.post.kept.LETTER", "other.eml")
        assert "letters are not kept, or twice" in letters_job(FEW[0], 1, 1)[0]


@pytest.mark.parametrize("how", WAYS)
def test_a_file_is_changed_in_every_way_and_in_the_same_one_by_the_same_seed(how: str) -> None:
    text = b"window: toy-1\nplayer: rosa\nmarch: [{unit: Lion, to: ford, count: 2}]\n"
    changed = [WAYS[how](Random(seed), text, b"player: rolf\n") for seed in range(40)]
    assert sum(one != text for one in changed) > 20
    assert changed == [WAYS[how](Random(seed), text, b"player: rolf\n") for seed in range(40)]
