"""kill -9 at any moment of a run leaves the run whole or absent, and the game playable."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from cli.shared import HEAD, Pbem, answered, ask, every_byte, played_lines, send

from pbem.cli import main
from pbem.store.directory import open_directory
from pbem.store.reconciling import reconcile

SOAK = "PBEM_SOAK" in os.environ
LASTING = ("rename", "replace", "rmdir")  # all others write what is swept away
WRITES = ("fsync", "rename", "replace", "mkdir", "unlink")
REGISTER_WRITES = ("open", "rmdir", *WRITES) if SOAK else LASTING


def killed_at(moment: int, *args: object, at: Collection[str] = WRITES) -> bool:
    """Call the command in a child that dies at its n-th write; false if it ended before that."""
    child = os.fork()
    if child == 0:
        _die_at(moment, at)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        os._exit(main([str(arg) for arg in args]))
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _die_at(moment: int, names: Collection[str]) -> None:
    left = [moment]
    for name in names:
        setattr(os, name, _counted(getattr(os, name), left))


def _counted(real: Callable[..., object], left: list[int]) -> Callable[..., object]:
    def call(*args: object, **more: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **more)

    return call


def run_files(game: Path) -> dict[str, bytes] | None:
    """The files of run 1, caches aside; None where there is no such run."""
    folder = game / "runs/1"
    if not folder.exists():
        return None
    return {n: d for n, d in every_byte(folder).items() if not Path(n).name.startswith(".")}


def test_killed_at_every_write_of_a_run(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    reference = tmp_path / "reference"
    shutil.copytree(duel, reference)
    assert pbem("adjudicate", "--game", reference).code == 0
    whole = run_files(reference)
    moment = 0
    absent = present = 0
    while True:
        game = tmp_path / f"at-{moment}"
        shutil.copytree(duel, game)
        died = killed_at(moment, "adjudicate", "--game", game)
        found = run_files(game)
        absent, present = absent + (found is None), present + (found is not None)
        assert found in (None, whole)
        if found is None:
            assert pbem("adjudicate", "--game", game).code == 0
            assert run_files(game) == whole
        shutil.rmtree(game)
        if not died:
            break
        moment += 1
    assert moment > 20
    assert absent > 10
    assert present > 1


def test_killed_while_it_writes_questions(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    send(duel, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    moment = 0
    while True:
        game = tmp_path / f"at-{moment}"
        shutil.copytree(duel, game)
        died = killed_at(moment, "adjudicate", "--game", game)
        assert pbem("adjudicate", "--game", game).code == 3
        assert (game / "pending/rosa.yaml").is_file()
        shutil.rmtree(game)
        if not died:
            break
        moment += 1 if SOAK else 2
    assert moment > 10


def test_killed_in_a_rewind(pbem: Pbem, duel: Path, tmp_path: Path) -> None:
    assert pbem("adjudicate", "--game", duel).code == 0
    whole, lines = run_files(duel), played_lines(duel / "runs/1")
    moment = 0
    while True:
        game = tmp_path / f"at-{moment}"
        shutil.copytree(duel, game)
        died = killed_at(moment, "rewind", "--game", game, "--to", "0")
        if run_files(game) is not None:
            assert run_files(game) == whole
            assert pbem("rewind", "--game", game, "--to", "0").code == 0
        assert pbem("adjudicate", "--game", game).code == 0
        found = run_files(game)
        assert found is not None and whole is not None
        assert found["state.yaml"] == whole["state.yaml"]
        assert played_lines(game / "runs/1") == lines
        shutil.rmtree(game)
        if not died:
            break
        moment += 1 if SOAK else 2
    assert moment > 6


# --- the register --------------------------------------------------------------------------------


def register(game: Path) -> str:
    path = game / "register.jsonl"
    return path.read_text() if path.exists() else ""


def waits(pbem: Pbem, game: Path) -> None:
    """Run 1 waits for answers."""
    ask(game)
    assert pbem("adjudicate", "--game", game).code == 3


def waits_again(pbem: Pbem, game: Path) -> None:
    """One of two answers has come."""
    waits(pbem, game)
    send(game, "answers/rosa.yaml", answered(game, "rosa", "steel"))


def has_all_answers(pbem: Pbem, game: Path) -> None:
    """The last answer has come."""
    waits_again(pbem, game)
    assert pbem("adjudicate", "--game", game).code == 3
    send(game, "answers/bea.yaml", answered(game, "bea", "gold"))


def asks(pbem: Pbem, game: Path) -> None:
    """Run 1 will stop for answers."""
    ask(game)


def nothing_more(pbem: Pbem, game: Path) -> None:
    """Run 1 can be played."""


def sealed(pbem: Pbem, game: Path) -> None:
    assert pbem("seal", "--game", game).code == 0


def long_played(pbem: Pbem, game: Path) -> None:
    """A sealed run, an amendment, and a run that waits."""
    sealed(pbem, game)
    assert pbem("adjudicate", "--game", game).code == 0
    assert pbem("amend", game / "fix.yaml", "--game", game).code == 0
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", HEAD.format(player=player))
    sealed(pbem, game)


FIX = """format: pbem-amend/1
game: toy-1
after: "{after}"
author: Mod
reason: a slip
cite: TOY-4
events:
- {{event: UnitMoved, unit: wolf, new: ford}}
"""


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (nothing_more, ["adjudicate"]),
        (asks, ["adjudicate"]),
        (waits_again, ["adjudicate"]),
        (has_all_answers, ["adjudicate"]),
        (waits, ["rewind", "--to", "0", "--why", "a slip"]),
        (nothing_more, ["seal"]),
        (sealed, ["rewind", "--to", "0"]),
        (long_played, ["rewind", "--to", "0", "--why", "a slip"]),
        (nothing_more, ["amend", "FIX"]),
        (nothing_more, ["open", "--agreed"]),
    ],
)
def test_the_register_is_whole_after_any_kill(
    pbem: Pbem, duel: Path, tmp_path: Path, before: Callable[[Pbem, Path], None], words: list[str]
) -> None:
    """Killed at any write: the next command adds the line that was left out, and no other."""
    send(duel, "fix.yaml", FIX.format(after="1" if before is long_played else "0"))
    before(pbem, duel)
    words = [str(duel / "fix.yaml") if word == "FIX" else word for word in words]
    whole = shutil.copytree(duel, tmp_path / "whole")
    code = pbem(*words, "--game", whole).code
    assert register(whole) != register(duel)
    moment, repaired, died = 0, 0, True
    while died:
        game = shutil.copytree(duel, tmp_path / f"at-{moment}")
        died = killed_at(moment, *words, "--game", game, at=REGISTER_WRITES)
        found = register(game)
        reconcile(open_directory(game))
        repaired += register(game) != found
        if register(game) != register(whole):
            assert pbem(*words, "--game", game).code == code
        assert register(game) == register(whole)
        audited = pbem("audit", "--game", game, "--no-replay")
        assert audited.code == 0, audited.out
        shutil.rmtree(game)
        moment += 1
    assert moment > 2
    assert repaired > 0


def test_a_register_that_was_begun_is_whole_after_any_kill(pbem: Pbem, tmp_path: Path) -> None:
    begun = Path(__file__).parents[1] / "begun/0.1.0/duel"
    words = ("upgrade", "--author", "M", "--reason", "it is better", "--game")
    whole = shutil.copytree(begun, tmp_path / "whole")
    assert pbem(*words, whole).code == 0
    moment, died = 0, True
    while died:
        game = shutil.copytree(begun, tmp_path / f"at-{moment}")
        died = killed_at(moment, *words, game, at=REGISTER_WRITES)
        assert pbem(*words, game).code == 0
        assert register(game) == register(whole)
        shutil.rmtree(game)
        moment += 1
    assert moment > 2


@pytest.mark.parametrize("part", range(100 if SOAK else 5))
def test_killed_from_outside_at_any_time(pbem: Pbem, duel: Path, part: int) -> None:
    code = "import sys, toy; from pbem.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "adjudicate", "--game", str(duel)]
    path = os.pathsep.join(sys.path)
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=-3, stderr=-3
    ) as child:
        time.sleep(0.1 + 0.5 * part / (100 if SOAK else 5))
        child.kill()
    found = run_files(duel)
    again = pbem("adjudicate", "--game", duel)
    assert again.code == (0 if found is None else 1)
    done = run_files(duel)
    assert done is not None
    assert set(done) >= {"state.yaml", "ledger.jsonl", "report.txt", "inputs/orders/rosa.yaml"}
    assert found in (None, done)
