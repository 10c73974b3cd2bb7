"""kill -9 at random moments of what takes letters in, plays, and sends letters out; then again.

After the next call all files must be as if nothing had been killed, and no letter may have gone
out twice but by command. `batch` is killed whole, and in its worker processes and on a cluster.
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

from cli.faults import called, differs, standing, swept
from clusters import certificates, machines
from post.games import games, plain_bytes

NOW = ("--now", "2026-11-20 12:00 UTC")
FRANCE = "gw/france-1940"
GAME = "games/game-000"
AGAIN = 60  # seconds until a worker that lost its master has ended
SENDMAIL = '#!/bin/sh\nd="$(dirname "$0")/taken"\nmkdir -p "$d"\nexec cat > "$d/$$.eml"\n'


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
    games(before / "games", 3 if row.startswith("batch") else 1, (FRANCE,))
    if row == "receive":
        _letters(before)
    if row == "send":
        with contextlib.chdir(before):
            _must("run", "--game", GAME, *NOW)
    shutil.copytree(before, whole)
    _ready(whole, row)
    began = time.monotonic()
    child = _begun(whole, words)
    os.waitpid(child, 0)
    seconds = time.monotonic() - began
    return Prepared(before, words, stood(whole), seconds)


_WORDS = {
    "receive": ("receive", "letters", "--game", GAME, *NOW),
    "run": ("run", "--game", GAME, *NOW),
    "send": ("send", "--game", GAME),
    "batch": ("batch", "games", *NOW),
    "batch-jobs": ("batch", "games", "--jobs", "2", *NOW),
    "batch-worker": ("batch", "games", "--jobs", "2", *NOW),
    "batch-cluster": ("batch", "games", *NOW),  # and --cluster
}
ROWS = tuple(_WORDS)


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
    ready = prepared(row)
    for count in range(number):
        with tempfile.TemporaryDirectory() as folder:
            here = Path(folder) / "here"
            shutil.copytree(ready.folder, here)
            _ready(here, row)
            moment = draw.random() * ready.seconds
            trouble = (_KILLED.get(row) or _killed)(ready, here, moment)
            if trouble:
                return f"{row} killed after {moment:.3f} s: {trouble}", count + 1
    return "", number


def _killed(ready: Prepared, here: Path, moment: float) -> str:
    """The command is killed, and called again."""
    child = _begun(here, ready.words)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
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
    child = _begun(here, ready.words)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
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
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
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
