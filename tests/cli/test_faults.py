"""Killed, an error of the disk or a full disk at any write: a game is whole, and goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from cli import faults
from cli.faults import FAULTS, KILL, ROWS, SLOW, Faults, called, faulty, prepared, tried
from cli.test_json import ANSWERERS

from pbem.cli.common import write_out

READS = {
    *("scenarios", "validate", "show", "report", "explain", "replay", "audit", "rules", "charts"),
    *("schema", "odds", "map-check", "map-show", "commitments", "dice", "keys"),
}


def test_every_command_has_a_row_or_writes_nothing() -> None:
    """A new command fails here until it says which it is."""
    written = {row.command for row in ROWS.values()}
    assert not READS & (written | SLOW)
    assert READS | written | SLOW == {*ANSWERERS}


def _options(command: click.Command) -> set[str]:
    return {name for param in command.params for name in param.opts}


def test_what_only_reads_has_no_option_that_writes() -> None:
    reads_a_folder = {"report", "explain", "replay", "audit", "dice"}
    for name in sorted(READS - reads_a_folder):
        assert not _options(ANSWERERS[name]) & {"--out", "--write", "--corrections"}, name


@pytest.mark.parametrize("words", [
    "validate duel/orders/rosa.yaml --game duel", "show --game duel", "report --game duel",
    "explain --game duel", "audit --game duel", "replay --game duel", "commitments duel",
    "scenarios", "rules list toy", "charts list toy", "schema orders",
])  # fmt: skip
def test_what_only_reads_writes_caches_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    faults.played(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = faults.stood(tmp_path)
    with faulty(Faults("EIO", 0)):
        code, said = called(*words.split())
    assert code in (0, 1, 2), said
    assert faults.stood(tmp_path) == before
    assert words.split()[0] in READS


@pytest.mark.parametrize("name", ROWS)
def test_a_fault_at_a_write_loses_nothing(tmp_path: Path, name: str) -> None:
    """A few here, spread over the calls; `make soak` tries them all."""
    ready = prepared(name, tmp_path / "row")
    assert ready.calls > 5
    for number, fault in enumerate(FAULTS):
        at = ready.calls * (number + 1) // (len(FAULTS) + 1)
        assert tried(ready, tmp_path / "here", fault, at) == ""


@pytest.mark.parametrize("fault", FAULTS)
def test_every_kind_of_fault_strikes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    ready = prepared("view a state over a file", tmp_path / "row")
    monkeypatch.chdir(ready.before)
    code, _ = faults.struck(ready.row, fault, 2)
    assert code == (-signal.SIGKILL if fault == KILL else 1)
    assert (ready.before / "out").read_text() == "what was there before\n"


def _over(path: Path, text: str) -> None:
    path.write_text(text)


@pytest.mark.parametrize(("write", "sound"), [(write_out, True), (_over, False)])
def test_a_program_that_writes_over_a_file_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[..., None], sound: bool
) -> None:
    monkeypatch.setattr("pbem.cli.view.write_out", write)
    ready = prepared("view a state over a file", tmp_path / "row")
    found = [tried(ready, tmp_path / "here", "EIO", at) for at in range(ready.calls)]
    assert (not any(found)) == sound
