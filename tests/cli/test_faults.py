"""Killed, an error of the disk or a full disk at any write: a game is whole, and goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import click
import pytest
from cli import faults
from cli.faults import (
    FAULTS,
    KILL,
    ROWS,
    SLOW,
    UNTRIED,
    Faults,
    Prepared,
    called,
    faulty,
    prepared,
    tried,
)
from cli.shared import HEAD, send
from cli.test_json import ANSWERERS

from pbem.cli.common import write_out

WHOLE = ("adjudicate a run", "rewind a run", "open a game")  # at each call in every test run
CHANGING = ("rename", "replace", "rmdir")  # all other calls write what is swept away
STORE = Path(__file__).parents[2] / "pbem/store"
READS = {
    *("scenarios", "validate", "show", "report", "explain", "replay", "audit", "rules", "charts"),
    *("schema", "odds", "map-check", "map-show", "map-economy", "dice", "keys", "status"),
    *("protest-list", "worker"),
}


def test_every_command_has_a_row_or_writes_nothing() -> None:
    """A new command fails here until it says which it is."""
    written = {row.command for row in (*ROWS.values(), *SLOW.values())} | UNTRIED
    assert not READS & written
    assert READS | written == {*ANSWERERS}


def _options(command: click.Command) -> set[str]:
    return {name for param in command.params for name in param.opts}


def test_what_only_reads_has_no_option_that_writes() -> None:
    reads_a_folder = {"report", "explain", "replay", "audit", "dice"}
    for name in sorted(READS - reads_a_folder):
        assert not _options(ANSWERERS[name]) & {"--out", "--write", "--corrections"}, name


@pytest.mark.parametrize("words", [
    "validate duel/orders/rosa.yaml --game duel", "show --game duel", "report --game duel",
    "explain 4 --run 1 --game duel", "audit --game duel", "dice --game duel",
    "replay --override t1.1.red/levy/crimson/draw-1=2 --game duel", "keys duel/keys --game duel",
    "scenarios", "rules list toy", "charts list toy", "schema core/amend",
    "map check wif/barbarossa-12", "map show Minsk --map wif/barbarossa-12",
])  # fmt: skip
def test_what_only_reads_writes_caches_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    faults.played(tmp_path)
    send(tmp_path, "duel/orders/rosa.yaml", HEAD.format(player="rosa"))
    monkeypatch.chdir(tmp_path)
    before = faults.stood(tmp_path)
    with faulty(Faults("EIO", 0)):
        code, said = called(*words.split())
    assert code == 0, said
    assert faults.stood(tmp_path) == before
    assert {words.split()[0], "-".join(words.split()[:2])} & READS


@cache
def turn() -> int:
    """A number that changes with the program: what is not tried today is tried another day."""
    files = sorted(STORE.glob("*.py"))
    return int(sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:8], 16)


def struck_at(name: str, ready: Prepared) -> list[tuple[str, int]]:
    """The faults to try, and at which calls; `make soak` tries all at all."""
    calls, kinds = len(ready.names), len(FAULTS)
    if name in WHOLE:
        return [(FAULTS[(at + turn()) % kinds], at) for at in range(calls)]
    some = [(fault, (turn() + calls * at // kinds) % calls) for at, fault in enumerate(FAULTS)]
    return [*((KILL, at) for at in range(calls) if ready.names[at] in CHANGING), *some]


@pytest.mark.parametrize("name", ROWS)
def test_a_fault_at_a_write_loses_nothing(tmp_path: Path, name: str) -> None:
    """Called again, the command leaves what it leaves undisturbed, to the byte."""
    ready = prepared(name, tmp_path / "row")
    assert len(ready.names) > 5
    for fault, at in struck_at(name, ready):
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
    found = [tried(ready, tmp_path / "here", "EIO", at) for at in range(len(ready.names))]
    assert (not any(found)) == sound
