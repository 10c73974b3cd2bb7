"""Files that were changed in any way, given to the commands that read them, thousands a minute.

A trial changes one file of a small world and calls one command in this process. It counts as wrong
if the command stumbles (an exit code that no document names, a traceback, too much time), if it
failed and changed anything, or if it was done and lost a file or put a log in two places.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import toy  # noqa: F401 (registers the system)
from cli.faults import AMENDMENT, DOCUMENTED, called, differs, must, standing, unkept
from cli.shared import HEAD, answered, ask, every_byte, levies, send
from mutations import mutated

TRIALS: Final = 500  # of one job
LIMIT: Final = 20  # seconds of one trial
LOGS: Final = ("ledger.jsonl", "secrets.jsonl")
ROOT: Final = Path(__file__).parents[2]
SENT: Final = ("orders/", "standing/", "answers/", "amendments/")
REGISTER: Final = "register.jsonl"  # it grows
SHEET: Final = "commitments.yaml"  # written anew until the game begins
DERIVED: Final = ("report", "pending/", "replay/", ".cache")  # made anew from others
GAME: Final = (
    "adjudicate --game duel",
    "adjudicate --game duel",
    "adjudicate --game duel --dry-run",
    "audit --game duel",
    "show --game duel",
    "show --game duel --secrets",
    "view --game duel --player bea",
    "template --game duel --player rosa",
    "report --game duel",
    "report --game duel --player rosa --secrets",
    "explain --game duel",
    "replay --game duel",
    "rewind --game duel --to 0",
    "rewind --game duel --to 0 --despite because",
    "seal --game duel",
    "open --game duel --run 1",
    "open --game duel --agreed",
    "upgrade --game duel --author M --reason r",
    "commitments duel",
    "amend fix.yaml --game duel",
)
RULES: Final = (
    "format: pbem-odds/1\nsystem: gw\nbattle: convoy-raid\nraiders: {submarine: 1}\nleft: 5\n"
)


@dataclass(frozen=True, slots=True)
class World:
    """A folder to try commands in: who makes it, which files are changed, which commands called.

    `{}` in a command is the file that was changed.
    """

    make: Callable[[Path], None]
    commands: tuple[str, ...] = GAME
    files: str = ""
    given: tuple[str, ...] = ()  # commands that get a file of SENT by its name


def _ready(here: Path) -> None:
    must("new", "toy/duel", here / "duel", "--seed", "soak")
    levies(here / "duel")
    send(here, "fix.yaml", AMENDMENT.replace("'1'", "'0'"))
    overrides = "format: pbem-overrides/1\nrun: 1\nauthor: M\nreason: r\n"
    send(here / "duel", "overrides/1.yaml", overrides)


def waiting(here: Path) -> None:
    _ready(here)
    game = here / "duel"
    ask(game)
    must("seal", "--game", game)
    must("adjudicate", "--game", game)
    send(game, "answers/rosa.yaml", answered(game, "rosa", "gold"))


def played(here: Path) -> None:
    _ready(here)
    game = here / "duel"
    send(here, "fix.yaml", AMENDMENT)
    must("adjudicate", "--game", game)
    for player in ("rosa", "rolf"):
        text = HEAD.format(player=player)
        march = "march:\n- {unit: Lion, to: ford}\n" if player == "rosa" else ""
        send(game, f"orders/{player}.yaml", text + march)


def _rewound(here: Path) -> None:
    played(here)
    game = here / "duel"
    must("amend", here / "fix.yaml", "--game", game)
    must("rewind", "--game", game, "--to", "0", "--why", "a wrong wolf")
    must("adjudicate", "--game", game)


def _opened(here: Path) -> None:
    played(here)
    must("open", "--game", here / "duel", "--agreed")


def _given(here: Path) -> None:
    """Files that commands are given by their names."""
    send(here, "raid.yaml", RULES)
    shutil.copy(ROOT / "tests/bench/battle-20v20.yaml", here / "battle.yaml")
    shutil.copy(ROOT / "tests/rulebook/gw/blitz.yaml", here / "case.yaml")


def _map(here: Path) -> None:
    text = "format: pbem-map-corrections/1\nof: wif-barbarossa-12\nwhy: tried\n"
    send(here, "fix.yaml", text + "places:\n  at:\n    E2140: {port: major}\n")


WORLDS: Final = {
    "ready": World(_ready, given=("validate {} --game duel",)),
    "waiting": World(waiting, given=("validate {} --game duel",)),
    "played": World(played, (*GAME, "explain 4 --game duel --run 1")),
    "rewound": World(_rewound),
    "opened": World(_opened, ("audit --game duel", "show --game duel", "report --game duel")),
    "odds": World(_given, ("odds {}",), "raid"),
    "cases": World(_given, ("case {}",), "case"),
    "maps": World(_map, ("map show E2140 --fix {}",)),
}


# --- trials --------------------------------------------------------------------------------------


class TooLong(BaseException):
    """A trial took too much time."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def files_job(name: str, seed: int, trials: int = TRIALS) -> tuple[str, int]:
    """What was wrong with so many trials in a world, and how many there were."""
    real = os.fsync
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        os.fsync = lambda handle: None  # nothing here need outlive a loss of power
        stack.callback(setattr, os, "fsync", real)
        stack.callback(setattr, tempfile, "tempdir", tempfile.tempdir)
        tempfile.tempdir = folder  # the details of our bugs
        return _tried(Trials(name, Path(folder), seed), trials)


def _tried(trials: Trials, number: int) -> tuple[str, int]:
    for at in range(number):
        if trouble := trials.next():
            return f"trial {at}: {trouble}", at + 1
    return "", number


class Restored:
    """A copy of a folder that is made as it was after every trial; unchanged files are read once.

    A file is unchanged where the system's own marks of it are: whoever writes it moves its ctime.
    """

    def __init__(self, pristine: Path, here: Path) -> None:
        self._pristine, self._here = pristine, here
        shutil.copytree(pristine, here)
        self._known: dict[str, tuple[tuple[int, ...], bytes]] = {}
        self.first = self.files()
        self._folders = self._there

    def files(self) -> dict[str, bytes]:
        """What is in every file."""
        found: dict[str, tuple[int, ...]] = {}
        self._there = list(_scanned(str(self._here), "", found))
        self._known = {name: self._read(name, found[name]) for name in sorted(found)}
        return {name: data for name, (_, data) in self._known.items()}

    def _read(self, name: str, marks: tuple[int, ...]) -> tuple[tuple[int, ...], bytes]:
        known = self._known.get(name)
        return known if known and known[0] == marks else (marks, (self._here / name).read_bytes())

    def restore(self) -> None:
        """Take away what is new, and bring back what is gone or other."""
        kept = {n for n, (_, data) in self._known.items() if self.first.get(n) == data}
        for name in {*self._known} - kept:
            (self._here / name).unlink()
        for folder in [folder for folder in reversed(self._there) if folder not in self._folders]:
            (self._here / folder).rmdir()
        for folder in [folder for folder in self._folders if folder not in self._there]:
            (self._here / folder).mkdir()
        for name in {*self.first} - kept:
            shutil.copy2(self._pristine / name, self._here / name)


def _scanned(top: str, above: str, found: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """The folders under one, each before those in it; and the marks of the files."""
    with os.scandir(top) as entries:
        listed = list(entries)
    for entry in listed:
        if entry.is_dir():
            yield above + entry.name
            yield from _scanned(entry.path, f"{above}{entry.name}/", found)
        else:
            said = entry.stat()
            marks = (said.st_ino, said.st_size, said.st_mtime_ns, said.st_ctime_ns)
            found[above + entry.name] = marks


class Trials:
    """One trial after the other in a world, from a seed."""

    def __init__(self, name: str, folder: Path, seed: int) -> None:
        self.world, self.folder = WORLDS[name], folder
        self.pristine, self.here = folder / "pristine", folder / "here"
        self.pristine.mkdir()
        self.world.make(self.pristine)
        self.files = {
            name: data
            for name, data in every_byte(self.pristine).items()
            if self.world.files in name and not name.endswith((".txt", ".cache", "lock"))
        }
        self.random = Random(f"{name} {seed}")
        self.restored = Restored(self.pristine, self.here)

    def next(self) -> str:
        """What was wrong with one more trial."""
        draw = self.random
        name = draw.choice(list(self.files))
        how, data = mutated(draw, self.files[name], self.files[draw.choice(list(self.files))])
        commands = self.world.commands
        if self.world.given and any(part in name for part in SENT) and draw.random() < 0.5:
            commands = self.world.given
        words = draw.choice(commands).format(name).split()
        (self.here / name).write_bytes(data)
        trouble = self._call(words, standing({**self.restored.first, name: data}))
        if not trouble:
            return ""
        kept = self.folder.parent / f"pbem-soak-{os.getpid()}"
        kept.write_bytes(data)
        return f"pbem {' '.join(words)}, {name} changed ({how}), kept in {kept}: {trouble}"

    def _call(self, words: list[str], before: dict[str, bytes]) -> str:
        with contextlib.chdir(self.here), limited():
            code, said = called(*words)
        after = standing(self.restored.files())
        self.restored.restore()
        if code not in DOCUMENTED or "Traceback" in said:
            details = "".join(p.read_text()[-1500:] for p in self.folder.glob("pbem-bug-*"))
            return f"exit {code}: {said[-500:]}\n{details}"
        if code in (1, 2, 4, 5) and unkept(after) != unkept(before):
            return f"it failed ({code}), and changed " + differs(after, before)
        return _lost(before, after)


def _lost(before: dict[str, bytes], after: dict[str, bytes]) -> str:
    """Files whose content is nowhere any more; logs that are in two places now."""
    there = {*after.values()}
    lost = [
        name
        for name, data in before.items()
        if data not in there
        and not any(part in name for part in DERIVED)
        and not (name.endswith(REGISTER) and after.get(name, b"").startswith(data))
        and not (name.endswith(SHEET) and name in after)
    ]
    twice = Counter(d for n, d in after.items() if n.endswith(LOGS) and d)
    twice -= Counter(d for n, d in before.items() if n.endswith(LOGS))
    twice = Counter(d for d in twice if any(d == old for old in before.values()))
    return f"lost {lost}" if lost else "a log is in two places" if twice else ""
