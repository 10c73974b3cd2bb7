"""Faults of the machine at every call that writes: killed, an error of the disk, a full disk.

`ROWS` has a game and the words for every command that writes. `tried` calls the command with one
fault at its n-th write, then once more without: all files must be then as if there had been none.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import io
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cli.shared import HEAD, answered, ask, every_byte, levies, send

from pbem.cli import main

KILL: Final = "kill"
FULL: Final = "ENOSPC"
ERRORS: Final = ("EIO", "EACCES", "EROFS", "EINTR")
FAULTS: Final = (KILL, FULL, *ERRORS)
LASTING: Final = (FULL, "EROFS")  # these meet every call that follows too
CALLS: Final = ("fsync", "rename", "replace", "mkdir", "unlink", "rmdir")
FREEING: Final = ("unlink", "rmdir")  # a full disk lets them through
DOCUMENTED: Final = (0, 1, 2, 3, 4, 5, 6)
BESIDE: Final = (".cache", ".tmp", "lock")  # files that no game is lost with
DRAFTS: Final = (".tmp/", "pending.new/")
AMENDMENT: Final = (
    "format: pbem-amend/1\ngame: toy-1\nafter: '1'\nauthor: M\nreason: r\ncite: c\n"
    "events:\n- {event: UnitMoved, unit: wolf, new: mill}\n"
)
PHRASE: Final = "correct horse battery"
BEGUN: Final = Path(__file__).parents[1] / "begun/0.1.0/duel"
STEPWISE: Final = (
    *("rewind", "system", "demo", "receive", "run", "remind", "batch", "protest-enter", "archive"),
)  # stopped in the middle these go on when called again


@dataclass(frozen=True, slots=True)
class Row:
    """A command that writes: the folder in which it is called is made, then its words."""

    command: str
    make: Callable[[Path], None]
    words: tuple[str, ...]
    game: str = "duel"  # what is audited afterwards; nothing where no game is made
    repeated: bool = True  # whether a second call makes good what the first did not

    def call(self) -> tuple[int, str]:
        """The command in this process: its exit code, and all that it said."""
        return called(*self.command.split("-"), *self.words)


def called(*words: object) -> tuple[int, str]:
    """A command in this process: its exit code, and all that it said."""
    said = io.StringIO()
    return _into(said, said, words), said.getvalue()


def heard(*words: object) -> tuple[int, str, str]:
    """A command in this process: its exit code, what it answered, and its messages."""
    answer, messages = io.StringIO(), io.StringIO()
    return _into(answer, messages, words), answer.getvalue(), messages.getvalue()


def _into(answer: io.StringIO, messages: io.StringIO, words: tuple[object, ...]) -> int:
    real, sys.stdin = sys.stdin, io.StringIO(f"{PHRASE}\n")
    try:
        with contextlib.redirect_stdout(answer), contextlib.redirect_stderr(messages):
            return main([str(word) for word in words])
    finally:
        sys.stdin = real


# --- games ---------------------------------------------------------------------------------------


def _nothing(_here: Path) -> None:
    """An empty folder."""


def must(*words: object) -> None:
    """A command that has to come to its end."""
    code, said = called(*words)
    if code not in (0, 3):
        raise AssertionError(f"{words}: {code}\n{said}")


def _ready(here: Path) -> None:
    must("new", "toy/duel", here / "duel", "--seed", "soak")
    levies(here / "duel")


def _changed(here: Path) -> None:
    _ready(here)
    with (here / "duel/game.yaml").open("a", encoding="utf-8") as stream:
        stream.write("mistakes_stand_after: 3\n")


def _asking(here: Path) -> None:
    _ready(here)
    ask(here / "duel")


def _mailed(here: Path) -> None:
    """Letters of two players, who have addresses, and nothing of theirs in the game yet."""
    must("new", "toy/duel", here / "duel", "--seed", "soak")
    levies(here / "duel")
    roster = here / "duel/game.yaml"
    text = roster.read_text(encoding="utf-8")
    for player in ("rosa", "rolf"):
        text = text.replace(f"  {player}: {{", f"  {player}: {{address: {player}@x.org, ")
        orders = here / "duel/orders" / f"{player}.yaml"
        head = f"From: {player}@x.org\nMessage-ID: <{player}@x.org>\n\n"
        (here / "letters").mkdir(exist_ok=True)
        send(here, f"letters/{player}.eml", head + orders.read_text(encoding="utf-8"))
        orders.unlink()
    roster.write_text(text, encoding="utf-8")
    send(here, "mail.yaml", "format: pbem-mail/1\nfrom: mod@x.org\n")
    must("commitments", here / "duel")


def _received(here: Path) -> None:
    _mailed(here)
    must("receive", here / "letters", "--game", here / "duel", *NOW)


def _many(here: Path) -> None:
    _received(here)
    (here / "games").mkdir()
    (here / "duel").rename(here / "games/duel")


def _waiting(here: Path) -> None:
    _asking(here)
    must("adjudicate", "--game", here / "duel")


def _half_answered(here: Path) -> None:
    _waiting(here)
    send(here, "duel/answers/rosa.yaml", answered(here / "duel", "rosa", "steel"))


def _answered(here: Path) -> None:
    _half_answered(here)
    must("adjudicate", "--game", here / "duel")
    send(here, "duel/answers/bea.yaml", answered(here / "duel", "bea", "gold"))


def _mailing(here: Path) -> None:
    """A game with one run whose players have addresses."""
    _received(here)
    must("adjudicate", "--game", here / "duel")


def _queued(here: Path) -> None:
    """Orders of Rosa for the window after the open one wait until that opens."""
    _mailed(here)
    head = "From: rosa@x.org\nMessage-ID: <later@x.org>\n\n"
    send(here, "letters/later.eml", head + HEAD.format(player="rosa") + "luck: seven\nmarch: []\n")
    must("receive", here / "letters", "--game", here / "duel", *NOW)
    if not [*here.glob("duel/orders/rosa-for-*.yaml")]:
        raise AssertionError("no orders wait")


def _protested(here: Path) -> None:
    played(here)
    must("protest", "enter", "4", "--game", here / "duel", "--player", "rosa", *WHY)


def _archived(here: Path) -> None:
    played(here)
    must("archive", "--game", here / "duel", "--out", here / "duel.age")


def _sealed(here: Path) -> None:
    _ready(here)
    must("seal", "--game", here / "duel")


def played(here: Path) -> None:
    """A game with one run."""
    _ready(here)
    must("adjudicate", "--game", here / "duel")


def _corrected(here: Path) -> None:
    played(here)
    send(here, "fix.yaml", AMENDMENT)


def _misplaced(here: Path) -> None:
    _ready(here)
    send(here, "fix.yaml", AMENDMENT.replace("'1'", "'0'"))


def _long(here: Path) -> None:
    """A run that was sealed, an amendment of it, and another sealed window."""
    _sealed(here)
    must("adjudicate", "--game", here / "duel")
    send(here, "fix.yaml", AMENDMENT)
    must("amend", here / "fix.yaml", "--game", here / "duel")
    for player in ("rosa", "rolf"):
        send(here, f"duel/orders/{player}.yaml", HEAD.format(player=player))
    must("seal", "--game", here / "duel")


def _older(here: Path) -> None:
    shutil.copytree(BEGUN, here / "duel")
    (here / "duel/standing").mkdir(exist_ok=True)


def _old_file(here: Path) -> None:
    _ready(here)
    send(here, "out", "what was there before\n")


def _map(here: Path) -> None:
    text = "format: pbem-map-corrections/1\nof: wif-barbarossa-12\nwhy: tried\n"
    send(here, "fix.yaml", text + "places:\n  at:\n    E2140: {port: major}\n")


def _rows(*rows: tuple[str, Row]) -> dict[str, Row]:
    return {f"{row.command} {what}": row for what, row in rows}


GAME: Final = ("--game", "duel")
NOW: Final = ("--now", "2026-11-20 12:00 UTC")
WHY: Final = ("--reason", "it was not so")
REASON: Final = ("--author", "M", "--reason", "r")
PLAIN: Final = (
    *("--state", "duel/runs/0/state.yaml", "duel/orders/rosa.yaml", "duel/orders/rolf.yaml"),
    *("--out", "run", "--seed", "x"),
)
FORM: Final = (*GAME, "--player", "rosa", "--out", "out")
SHEET: Final = "wif/barbarossa-12"
ROWS: Final = _rows(
    ("a game", Row("new", _nothing, ("toy/duel", "duel", "--seed", "soak"))),
    ("a sheet", Row("commitments", _changed, ("duel",))),
    ("a run", Row("adjudicate", _ready, GAME)),
    ("questions", Row("adjudicate", _asking, GAME)),
    ("further questions", Row("adjudicate", _half_answered, GAME)),
    ("an answered run", Row("adjudicate", _answered, GAME)),
    ("plain files", Row("adjudicate", _ready, PLAIN)),
    ("a window", Row("seal", _ready, GAME)),
    ("a run", Row("rewind", played, (*GAME, "--to", "0"))),
    ("a seal", Row("rewind", _sealed, (*GAME, "--to", "0"))),
    ("a run that waits", Row("rewind", _waiting, (*GAME, "--to", "0", "--why", "a slip"))),
    ("a long game", Row("rewind", _long, (*GAME, "--to", "0", "--why", "a slip"))),
    ("a position", Row("amend", _corrected, ("fix.yaml", *GAME))),
    ("the first position", Row("amend", _misplaced, ("fix.yaml", *GAME))),
    ("a game", Row("upgrade", _older, (*GAME, *REASON), "")),
    ("a game", Row("open", played, (*GAME, "--agreed"))),
    ("a form", Row("template", _ready, FORM)),
    ("a state over a file", Row("view", _old_file, FORM)),
    ("letters", Row("receive", _mailed, ("letters", *GAME, *NOW))),
    ("a window", Row("run", _received, (*GAME, *NOW))),
    ("orders that waited", Row("run", _queued, (*GAME, *NOW))),
    ("late players", Row("remind", _mailed, (*GAME, *NOW))),
    ("games", Row("batch", _many, ("games", *NOW), "games/duel")),
    ("a protest", Row("protest-enter", _mailing, ("4", *GAME, "--player", "rosa", *WHY, *NOW))),
    ("a protest", Row("protest-close", _protested, ("1", *GAME, "--upheld", *REASON))),
    ("a zip", Row("publish", played, (*GAME, "--for", "rosa", "--out", "rosa.zip"))),
    ("a folder", Row("publish", played, (*GAME, "--for", "public", "--out", "all"))),
    ("a game", Row("archive", played, (*GAME, "--out", "new.age"))),
    ("a game to go on with", Row("archive", played, (*GAME, "--out", "x.age", "--hand-over", "T"))),
    ("a game", Row("import", _archived, ("duel.age", "taken"), "taken")),
    ("a system", Row("system", _nothing, ("new", "skirmish", "--at", "games"), "")),
)

# What takes seconds a call: the soak alone tries it. `map build` is a minute of fetched sources,
# written by the same function as a form.
SLOW: Final = _rows(
    ("the sample", Row("demo", _nothing, ("demo-out",), "demo-out", repeated=False)),
    ("a sheet", Row("map-draw", _nothing, (SHEET, "--region", "Minsk:2", "--out", "a.svg"), "")),
    (
        "corrections",
        Row(
            "map-diff",
            _map,
            (SHEET, "--fix", "fix.yaml", "--corrections", "new.yaml", "--why", "tried"),
            "",
        ),
    ),
    ("a precedent", Row("case", played, ("new", "--from", "1", *GAME, "--write", "case.yaml"))),
)
# A passphrase has a salt by chance (so has an archive, but for a cipher of tests); what a stopped
# `send` leaves is not to be sent again: it has tests of its own.
UNTRIED: Final = {"map-build", "passphrase", "send"}


# --- faults --------------------------------------------------------------------------------------


class Faults:
    """Counts the calls that write, and makes the n-th fail."""

    def __init__(self, fault: str, at: int) -> None:
        self.fault, self.at, self.seen = fault, at, 0
        self.names: list[str] = []

    @property
    def struck(self) -> bool:
        """Whether the fault has happened."""
        return self.seen > self.at >= 0

    def meet(self, name: str, partly: Callable[[], object] | None = None) -> None:
        """A call that writes: it may fail here, a write with half of it done."""
        here, self.seen = self.seen, self.seen + 1
        self.names.append(name)
        lasts = self.fault in LASTING and here > self.at >= 0
        if here != self.at and not lasts:
            return
        if self.fault == FULL and name in FREEING:
            return
        if partly is not None:
            partly()
        if self.fault == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        number = getattr(errno, self.fault)
        raise OSError(number, os.strerror(number))


class Stream:
    """A file that is written, each write of which is met."""

    def __init__(self, real: Any, faults: Faults) -> None:
        self._real, self._faults = real, faults

    def write(self, data: Any) -> Any:
        """Write, if no fault is met; half of it if one is."""

        def half() -> None:
            self._real.write(data[: len(data) // 2])
            self._real.flush()

        self._faults.meet("write", half)
        return self._real.write(data)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self._real.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


@contextlib.contextmanager
def faulty(faults: Faults) -> Iterator[None]:
    """Every call that writes is met while this lasts."""
    real = {name: getattr(os, name) for name in CALLS}
    real_open, real_io = os.open, io.open

    def counted(name: str) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            faults.meet(name)
            return real[name](*args, **more)

        return call

    def low(path: Any, flags: int, *args: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            faults.meet("open")
        return real_open(path, flags, *args, **more)

    def high(file: Any, mode: str = "r", *args: Any, **more: Any) -> Any:
        if not set(mode) & set("wax+"):
            return real_io(file, mode, *args, **more)
        if not isinstance(file, int):
            faults.meet("open")
        return Stream(real_io(file, mode, *args, **more), faults)

    try:
        for name in CALLS:
            setattr(os, name, counted(name))
        os.open, io.open, builtins.open = low, high, high
        yield
    finally:
        for name in CALLS:
            setattr(os, name, real[name])
        os.open, io.open, builtins.open = real_open, real_io, real_io


@contextlib.contextmanager
def unsynced() -> Iterator[None]:
    """Nothing that is written while this lasts need outlive a loss of power."""
    real = os.fsync
    os.fsync = lambda handle: None
    try:
        yield
    finally:
        os.fsync = real


# --- trials --------------------------------------------------------------------------------------


def stood(here: Path) -> dict[str, bytes]:
    """All files that stand, caches and drafts aside; what was to be replaced, where nothing did."""
    return standing(every_byte(here))


def standing(found: dict[str, bytes]) -> dict[str, bytes]:
    """Those of the files of a folder that stand."""
    replaced = any("/pending/" in name for name in found)
    old = "pending.old/"
    kept = {
        name.replace(old, "pending/"): data
        for name, data in found.items()
        if not (any(draft in name for draft in DRAFTS) or (replaced and old in name))
    }
    return {name: data for name, data in kept.items() if not name.endswith(BESIDE)}


def unkept(files: dict[str, bytes]) -> dict[str, bytes]:
    """Without kept charts, and without the register: the next call completes both."""
    aside = ("data/kept/", "register.jsonl")
    return {n: d for n, d in swept(files).items() if not any(part in n for part in aside)}


def swept(files: dict[str, bytes]) -> dict[str, bytes]:
    """Without what waited for a run that stands now: the next call clears it away."""
    if not any("/runs/1/" in name for name in files):
        return files
    return {name: data for name, data in files.items() if "/pending/" not in name}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The folder of a row before the command, and what the command comes to without a fault."""

    row: Row
    before: Path
    code: int
    after: dict[str, bytes]
    names: tuple[str, ...]  # of its calls that write
    again: int  # the exit code of a second call, which changes nothing


def prepared(name: str, folder: Path) -> Prepared:
    """A row made ready to be tried many times."""
    row = {**ROWS, **SLOW}[name]
    before, whole = folder / "before", folder / "whole"
    before.mkdir(parents=True)
    row.make(before)
    shutil.copytree(before, whole)
    faults = Faults("EIO", -1)
    with contextlib.chdir(whole):
        with faulty(faults):
            code, said = row.call()
        after = stood(whole)
        again = row.call()[0] if row.repeated else 0
        wrong = differs(stood(whole), after) if stood(whole) != after else ""
        if row.game and (audit := called("audit", "--game", row.game))[0]:
            wrong += audit[1]
    if code not in (0, 3) or again not in DOCUMENTED or wrong:
        raise AssertionError(f"{name}: {code}, then {again}\n{said}{wrong}")
    return Prepared(row, before, code, after, tuple(faults.names), again)


def tried(ready: Prepared, here: Path, fault: str, at: int) -> str:
    """What was wrong after a fault at one call; nothing if all was well."""
    shutil.rmtree(here, ignore_errors=True)
    shutil.copytree(ready.before, here)
    with contextlib.chdir(here), unsynced():
        first = struck(ready.row, fault, at)
        trouble = _first_wrong(ready, here, first, fault)
        if not trouble and ready.row.repeated:
            trouble = again_wrong(ready, here, first)
    shutil.rmtree(here)
    return f"{ready.row.command}, {fault} at write {at}: {trouble}" if trouble else ""


def struck(row: Row, fault: str, at: int) -> tuple[int, str]:
    """The exit code (of a child that is killed: the signal) and the words of a call."""
    faults = Faults(fault, at)
    if fault != KILL:
        with faulty(faults):
            return row.call()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            with faulty(faults):
                code = row.call()[0]
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    return (os.waitstatus_to_exitcode(status), "")


def _first_wrong(ready: Prepared, here: Path, first: tuple[int, str], fault: str) -> str:
    code, said = first
    if code not in DOCUMENTED and not (fault == KILL and code == -signal.SIGKILL):
        return f"exit {code}\n{said}"
    if "Traceback" in said or "a bug of ours" in said:
        return said
    if code == ready.code and swept(stood(here)) != swept(ready.after):
        return "it said that it was done, and it was not: " + differs(stood(here), ready.after)
    if fault != KILL and code != ready.code and ready.row.command not in STEPWISE:
        before, found = unkept(stood(ready.before)), unkept(stood(here))
        if found not in (before, unkept(ready.after)):
            return "it failed, and changed " + differs(found, before)
    return ""


def again_wrong(ready: Prepared, here: Path, first: tuple[int, str]) -> str:
    """What is wrong after the command is called once more, without a fault."""
    if stood(here) == ready.after:
        return ""
    code, said = ready.row.call()
    if stood(here) != ready.after:
        return f"after the next call ({code}): {differs(stood(here), ready.after)}\n{said}"
    if code not in (ready.code, ready.again):
        return f"after exit {first[0]} the next call ended with {code}\n{said}"
    return ""


def differs(found: dict[str, bytes], right: dict[str, bytes]) -> str:
    """Names of files that are lost, doubled or otherwise."""
    lost, more = sorted({*right} - {*found}), sorted({*found} - {*right})
    other = sorted(n for n in {*found} & {*right} if found[n] != right[n])
    return f"lost {lost}, more {more}, other {other}"
