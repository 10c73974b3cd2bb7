"""Files that were changed in any way, given to the commands that read them, thousands a minute.

A trial changes one file of a world and calls one to three commands in this process, one after the
other. It counts as wrong if a command stumbles (an exit code that no document names, a traceback,
too much time), if it failed without a clear message or changed anything, if it was done and lost a
file or put a log in two places, if it wrote beside its world, or if an order of a run has not one
result. What is wrong is the program's fault whatever the file says.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

import toy  # noqa: F401 (registers the system)
from cipher import Quick
from cli.faults import DOCUMENTED, differs, heard, standing, unkept, unsynced
from mutations import mutated
from settled import settled_orders
from spelling import spelled_verdicts

from soak.archives import ARCHIVE, repacked
from soak.strangers import strangers
from soak.worlds import world
from soak.wrong import Wrong, stumbled

TRIALS: Final = 500  # of one job
WRITTEN: Final = 40  # trials for which all players write strange orders once
LIMIT: Final = 30  # seconds of processor time of one command
EVER: Final = 600  # seconds
FAILED: Final = (1, 2, 4, 5, 6)  # after these nothing has changed
LOGS: Final = ("ledger.jsonl", "secrets.jsonl")
REGISTER: Final = "register.jsonl"  # it grows
SHEET: Final = "commitments.yaml"  # written anew until the game begins
DERIVED: Final = ("report", "pending/", "replay/", ".cache", "pack.zip", "m.svg")  # made anew
SENT: Final = ("orders/", "standing/", "answers/")  # newer files of players replace these
COPYING: Final = ("publish", "import", "batch")  # and two games of a world may play alike
STEPWISE: Final = ("receive", "run", "batch", "remind", "rewind")  # what they have done stays
COSTLY: Final = ("run", "batch", "template")  # they write forms, which takes seconds in The War
RARE: Final = 0.2
BARE: Final = re.compile(  # words of the program's making, not of its user's
    r"^pbem: ('[^']*'|\(.*\)|\d*)$|\w(Error|Exception)\b(?!:)|<\w[\w.]* object|NoneType",
    re.MULTILINE,
)
Files = dict[str, bytes]
Said = tuple[int, str, str]  # the exit code, the answer, the messages
Place = tuple[str, str]  # where something is wrong, and all about it
CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")
LONGEST: Final = 4000  # characters of a message


# --- trials --------------------------------------------------------------------------------------


class TooLong(BaseException):
    """A command took too much time."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """What lasts longer than it may is stopped: by processor time, and where it waits for ever."""
    timers = (
        (signal.ITIMER_PROF, signal.SIGPROF, LIMIT),
        (signal.ITIMER_REAL, signal.SIGALRM, EVER),
    )

    def stop(*_: object) -> None:
        raise TooLong

    before = [signal.signal(sign, stop) for _, sign, _ in timers]
    for timer, _, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (timer, sign, _), old in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(sign, old)


def files_job(name: str, seed: int, trials: int = TRIALS) -> tuple[str, Counter[str]]:
    """What was wrong with so many trials in a world, and how many files and commands there were."""
    pristine = prepared(name)
    with tempfile.TemporaryDirectory() as folder, quiet(Path(folder)):
        here, wrong = Trials(name, pristine, Path(folder), seed, 1 + trials // WRITTEN), Wrong()
        for at in range(trials):
            for place, trouble in here.next():
                wrong.add(place, f"trial {at}: {trouble}")
        return wrong.told(), here.tried


@cache
def prepared(name: str) -> Path:
    """The folder of a world, made once in a process."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-world-"))
    with unsynced(), patch("pbem.store.encrypting.cipher", Quick):
        world(name).make(folder)
    return folder


@contextlib.contextmanager
def quiet(folder: Path) -> Iterator[None]:
    """While trials last: nothing need outlive a loss of power, archives are not really encrypted,
    the details of our bugs go into a folder, and each order has one result.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(unsynced())
        stack.enter_context(settled_orders())
        stack.enter_context(spelled_verdicts())
        stack.enter_context(patch("pbem.store.encrypting.cipher", Quick))
        stack.enter_context(patch("tempfile.tempdir", str(folder)))
        yield


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

    sort = "changed files"

    def __init__(self, name: str, pristine: Path, folder: Path, seed: int, written: int) -> None:
        self.folder, self.here = folder, folder / "here"
        self.random = Random(f"{name} {seed}")
        self.tried = Counter[str]()
        self.restored = Restored(pristine, self.here)
        self.files = {
            name: data
            for name, data in self.restored.first.items()
            if not name.endswith((".txt", ".cache", "lock"))
        }
        self.readers = world(name).readers([*self.files])
        self.strangers = strangers(name, self.random, written)

    def next(self) -> Iterator[Place]:
        """What was wrong with one more trial: where, and all about it."""
        draw = self.random
        names, readers = draw.choice(self.readers)
        name = draw.choice(names)
        how, data = self._changed(name)
        weights = [RARE if said.startswith(COSTLY) else 1 for said in readers]
        commands = draw.choices(readers, weights, k=draw.choice((1, 2, 2, 3)))
        self.tried[self.sort] += 1
        self._written(name, data)
        before = standing(self.restored.files())
        for command in [part for said in commands for part in said.split("; ")]:
            words = shlex.split(command.replace("{}", name))
            words += ["--format", "json"] if draw.random() < 0.15 else []
            self.tried["commands"] += 1
            said = self._called(words)
            after = standing(self.restored.files())
            if place := self._wrong(words, said, before, after):
                kept = self.folder.parent / f"pbem-soak-{os.getpid()}-{Path(name).name}"
                kept.write_bytes(data)
                what = f"pbem {' '.join(words)} ({commands}), {kept} is {name} changed ({how})"
                yield place[0], f"{what}: {place[1]}\n{said[1][-300:]}{said[2][-500:]}"
                break
            before = after
        self.restored.restore()

    def _changed(self, name: str) -> tuple[str, bytes]:
        """A file that was changed; orders are of real players, or of strange ones."""
        draw, kind = self.random, name.split("/")[-2:][0]
        data, other = self.files[name], self.files[draw.choice(list(self.files))]
        if name.endswith(ARCHIVE) and draw.random() < 0.9:
            return repacked(draw, data, other)
        strange = self.strangers.get(kind, ())
        if strange and draw.random() < 0.6:
            data = draw.choice(strange)
            if draw.random() < 0.5:
                return "strange", data
        hows = []
        for _ in range(draw.choice((1, 1, 1, 2, 3))):
            how, data = mutated(draw, data, other)
            hows.append(how)
        return ", ".join(hows), data

    def _written(self, name: str, data: bytes) -> None:
        """The changed file lies where it lay."""
        (self.here / name).write_bytes(data)

    def _called(self, words: list[str]) -> Said:
        with contextlib.chdir(self.here), limited():
            return heard(*words)

    def _wrong(self, words: list[str], said: Said, before: Files, after: Files) -> Place | None:
        """What is wrong after a command: in short, and all of it; nothing if all is well."""
        code, answer, messages = said
        if code not in DOCUMENTED:
            return stumbled(self.folder)
        trouble = (
            unclear(code, answer, messages, words[-1] == "json")
            or _changed_though_failed(code, words[0], before, after)
            or _lost(words[0], before, after)
            or self._beside()
        )
        if not trouble:
            return None
        return f"{words[0]}: {trouble.partition(':')[0][:60]}", f"exit {code}: {trouble}"

    def _beside(self) -> str:
        """What lies beside the folder of the trials, which goes."""
        found = sorted(path for path in self.folder.iterdir() if path != self.here)
        for path in found:
            path.unlink()
        return f"it wrote beside its folder: {[path.name for path in found]}" if found else ""


def _changed_though_failed(code: int, command: str, before: Files, after: Files) -> str:
    if code not in FAILED or command in STEPWISE or unkept(after) == unkept(before):
        return ""
    return f"it failed, and changed {differs(after, before)}"


def unclear(code: int, answer: str, messages: str, as_json: bool) -> str:
    """What is wrong with what a command said."""
    if as_json:
        try:
            json.loads(answer)
        except ValueError:
            return f"this is not JSON: {answer[:200]}"
    if CONTROL.search(answer + messages):
        return "it lets through what steers a terminal"
    if code and not (answer + messages).strip():
        return "it says nothing"
    if found := BARE.search(messages) or (code == 2 and not messages.strip() and not as_json):
        return f"a message for nobody: {found}"
    if long := [line for line in messages.splitlines() if len(line) > LONGEST]:
        return f"a message of {len(long[0])} characters: {long[0][:200]}"
    return ""


def _lost(command: str, before: Files, after: Files) -> str:
    """Files whose content is nowhere any more; logs that are in two places now."""
    there = {*after.values()}
    replaced = SENT if command in ("receive", "run") else ()
    lost = [
        name
        for name, data in before.items()
        if data not in there
        and not any(part in name for part in replaced)
        and not any(part in name for part in DERIVED)
        and not (name.endswith(REGISTER) and after.get(name, b"").startswith(data))
        and not (name.endswith(SHEET) and name in after)
    ]
    twice = Counter(d for n, d in after.items() if n.endswith(LOGS) and d)
    twice -= Counter(d for n, d in before.items() if n.endswith(LOGS))
    twice = Counter(d for d in twice if any(d == old for old in before.values()))
    if command in COPYING:
        twice.clear()
    return f"lost {lost}" if lost else "a log is in two places" if twice else ""
