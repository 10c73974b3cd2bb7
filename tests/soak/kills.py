"""kill -9 at random moments of what takes letters in, plays, changes games, and sends letters out.

After the next call all files must be as if nothing had been killed, and no letter may have gone
out twice but by command. `batch` is killed whole, and in its worker processes and on a cluster.
Every command that writes is killed in a game of the toy, as `cli.faults` lists them.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

import toy  # noqa: F401 (registers the system)
from cipher import Quick
from cli import faults
from cli.faults import called, differs, standing, swept
from clusters import certificates, machines
from post.games import games, plain_bytes

NOW = ("--now", "2026-11-20 12:00 UTC")
FRANCE = "gw/france-1940"
SCENARIOS = {
    "run-wif": "wif/barbarossa-12",
    "run-awaw": "awaw/poland-1939",
}
GAME = "games/game-000"
LATE = 5  # so many tries of a kill: the machine may be faster than it was
AGAIN = 60  # seconds until a worker that lost its master has ended
SENDMAIL = '#!/bin/sh\nd="$(dirname "$0")/taken"\nmkdir -p "$d"\nexec cat > "$d/$$.eml"\n'


class TooLate(Exception):
    """A kill found nobody at work any more."""


@dataclass(frozen=True)
class Prepared:
    """A folder as a command finds it, its words, what it leaves, and how long it takes."""

    folder: Path
    words: tuple[str, ...]
    after: dict[str, bytes]
    seconds: float


@cache
def prepared(row: str) -> Prepared:
    """What a row needs, made once in a process."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-kills-"))
    before, whole = folder / "before", folder / "whole"
    words = _WORDS[row]
    games(before / "games", 3 if row.startswith("batch") else 1, (SCENARIOS.get(row, FRANCE),))
    if row == "receive":
        _letters(before)
    if row == "send":
        with contextlib.chdir(before):
            _must("run", "--game", GAME, *NOW)
    shutil.copytree(before, whole)
    _ready(whole, row)
    began = time.monotonic()
    os.waitpid(_begun(whole, words), 0)
    seconds = time.monotonic() - began
    return Prepared(before, words, stood(whole), seconds)


_WORDS = {
    "receive": ("receive", "letters", "--game", GAME, *NOW),
    "run": ("run", "--game", GAME, *NOW),
    **dict.fromkeys(SCENARIOS, ("run", "--game", GAME, *NOW)),
    "send": ("send", "--game", GAME),
    "batch": ("batch", "games", *NOW),
    "batch-jobs": ("batch", "games", "--jobs", "2", *NOW),
    "batch-worker": ("batch", "games", "--jobs", "2", *NOW),
    "batch-cluster": ("batch", "games", *NOW),  # and --cluster
}
SMALL = {name.replace(" ", "-"): name for name in faults.ROWS}
ROWS = (*_WORDS, *SMALL)


def _must(*words: str) -> None:
    code, said = called(*words)
    if code:
        raise AssertionError(said)


def _letters(here: Path) -> None:
    """What the players have sent lies in letters, and not in the game."""
    (here / "letters").mkdir()
    for path in sorted([*(here / GAME).glob("orders/*"), *(here / GAME).glob("standing/*")]):
        name = f"{path.parent.name}-{path.stem}"
        head = f"From: {path.stem}@x.org\nMessage-ID: <{name}@x.org>\n\n"
        (here / "letters" / f"{name}.eml").write_text(head + path.read_text())
        path.unlink()


def _ready(here: Path, row: str) -> None:
    """What is of the place itself: the program that takes letters."""
    if row == "send":
        program = here / "sendmail"
        program.write_text(SENDMAIL)
        program.chmod(0o755)
        mail = f"format: pbem-mail/1\nfrom: Mod <mod@club.org>\nsendmail: {program}\n"
        (here / "games/mail.yaml").write_text(mail)


def stood(here: Path) -> dict[str, bytes]:
    """All files that stand in the games of a folder, without what the next call sweeps away."""
    return swept(standing(plain_bytes(here / "games")))


def _begun(here: Path, words: tuple[str, ...]) -> int:
    """A command begun by a child, in a folder; its process."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        os.chdir(here)
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        code = called(*words)[0]
    finally:
        os._exit(code)


def kills_job(row: str, seed: int, number: int = 5) -> tuple[str, int]:
    """What was wrong after so many kills of a row, and how many there were."""
    draw = Random(f"kills {row} {seed}")
    if row in SMALL:
        return _small_job(row, draw, number)
    ready = prepared(row)

    def one(folder: Path, moment: float) -> str:
        here = folder / "here"
        shutil.copytree(ready.folder, here)
        _ready(here, row)
        return (_KILLED.get(row) or _killed)(ready, here, moment)

    return _killed_often(one, draw, ready.seconds, number)


def _small_job(row: str, draw: Random, number: int) -> tuple[str, int]:
    """The same, of a row of `cli.faults`."""
    with tempfile.TemporaryDirectory() as folder, patch("pbem.store.encrypting.cipher", Quick):
        ready = faults.prepared(SMALL[row], Path(folder) / "row")
        words = (*ready.row.command.split("-"), *ready.row.words)
        seconds = _seconds(ready.before, Path(folder) / "timed", words)

        def one(folder: Path, moment: float) -> str:
            here = Path(shutil.copytree(ready.before, folder / "here"))
            _kill(_begun(here, words), moment)
            with contextlib.chdir(here):
                return faults.again_wrong(ready, here, (-signal.SIGKILL, ""))

        return _killed_often(one, draw, seconds, number)


def _killed_often(
    one: Callable[[Path, float], str], draw: Random, seconds: float, number: int
) -> tuple[str, int]:
    """What was wrong after so many kills within so many seconds; one that comes late is none."""
    struck = 0
    for _ in range(LATE * number):
        moment = draw.random() * seconds
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(TooLate):
            trouble = one(Path(folder), moment)
            struck += 1
            if trouble:
                return f"killed after {moment:.3f} s: {trouble}", struck
        if struck == number:
            break
    return "", struck


def _seconds(before: Path, here: Path, words: tuple[str, ...]) -> float:
    """How long a command takes in a copy of a folder."""
    shutil.copytree(before, here)
    began = time.monotonic()
    os.waitpid(_begun(here, words), 0)
    return time.monotonic() - began


def _kill(child: int, moment: float) -> None:
    """A process is killed after so many seconds, if it has not ended before."""
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        raise TooLate


def _killed(ready: Prepared, here: Path, moment: float) -> str:
    """The command is killed, and called again."""
    _kill(_begun(here, ready.words), moment)
    return _whole_again(ready, here)


def _whole_again(ready: Prepared, here: Path) -> str:
    """What is otherwise after the next call; one who still works on a game is waited for."""
    if stood(here) == ready.after:
        return ""
    end = time.monotonic() + AGAIN
    with contextlib.chdir(here):
        while (found := called(*ready.words))[0] == 5 and time.monotonic() < end:
            time.sleep(0.2)
    return "" if stood(here) == ready.after else differs(stood(here), ready.after) + found[1]


def _killed_worker(ready: Prepared, here: Path, moment: float) -> str:
    """One of two worker processes is killed; the batch comes to its end all the same."""
    from psutil import NoSuchProcess, Process

    child = _begun(here, ready.words)
    time.sleep(moment)
    with contextlib.suppress(NoSuchProcess):
        workers = [one for one in Process(child).children() if "spawn_main" in str(one.cmdline())]
        for worker in workers[:1]:
            worker.kill()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if stood(here) != ready.after:
        return f"exit {code}: {differs(stood(here), ready.after)}"
    return "" if code == 0 else f"exit {code}"


def _killed_sender(ready: Prepared, here: Path, moment: float) -> str:
    """No letter is lost, none repeated but by command."""
    _kill(_begun(here, ready.words), moment)
    time.sleep(0.05)  # what sendmail was handed it takes
    game = here / GAME
    with contextlib.chdir(here):
        called(*ready.words)
        taken = _taken(here)
        if any(many > 1 for many in taken.values()):
            return f"sent twice: {taken}"
        left = [path.stem for path in sorted((game / "outbox").glob("*.eml"))]
        called(*ready.words, *(word for name in left for word in ("--again", name)))
    wanted = {name.rpartition("/")[2] for name in ready.after if "/sent/run-" in name}
    sent = {path.name for path in (game / "sent").glob("run-*.eml")}
    outbox = [*(game / "outbox").glob("*.eml")]
    if outbox or sent != wanted:
        return f"not sent: {outbox}, {sorted(wanted - sent)}; {left}"
    lost = wanted - _taken(here).keys()
    repeated = {n for n, many in _taken(here).items() if many > 1} - {f"{n}.eml" for n in left}
    return f"lost {lost}, repeated {repeated}" if lost or repeated else ""


def _killed_on_cluster(ready: Prepared, here: Path, moment: float) -> str:
    """A worker of the cluster is killed and another comes, then the client; it is called again."""
    with machines(here / "machines") as found:
        lost, left = found.workers
        certificates(here / "games", "moderator", [*found.workers])
        words = (*ready.words, "--cluster")
        child = _begun(here, words)
        time.sleep(moment)
        found.kill(lost)
        _kill(child, moment)
        certificates(here / "games", "moderator", [left, found.add()])
        return _whole_again(replace(ready, words=words), here)


def _taken(here: Path) -> Counter[str]:
    """How often sendmail took each letter, by the name that its Message-ID tells."""
    found = Counter[str]()
    for path in (here / "taken").glob("*.eml"):
        ident = next(
            (line for line in path.read_text().splitlines() if line.startswith("Message-ID:")), ""
        )
        found[ident.partition("<")[2].partition(".")[0] + ".eml"] += 1
    return found


_KILLED: dict[str, Callable[[Prepared, Path, float], str]] = {
    "send": _killed_sender,
    "batch-worker": _killed_worker,
    "batch-cluster": _killed_on_cluster,
}
