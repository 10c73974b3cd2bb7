"""A run that is played on another machine: what is sent there, and what comes back.

A parcel holds the position, the files of players, the game's own data, and the keys of one run's
dice. It holds no key of a chain, nor that of receipts or seals, no address of a player, and nothing
of the game's directory. What comes back is the log alone: position and reports are made from it by
the process that sent the parcel. Both are JSON, which is read here: nothing in it is ever run.

A stranger plays, so a log that comes back is believed where `work` makes the same bytes. One that
is `taken_on_trust` has stood proofs that a clever liar can meet, and its head says so.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from pbem.core.orders.orders import read_orders, read_standing
from pbem.core.play.run import UNREPLAYED, Beginning, Course, RunFiles, play_out
from pbem.core.record.dice import parse_dice, throw, throw_context
from pbem.core.record.events import apply, event_from
from pbem.core.record.forms import has_form
from pbem.core.record.ledger import KINDS, Entry, exact_row, read_lines
from pbem.core.record.program import program_in
from pbem.core.record.state import State, as_data, canonical
from pbem.core.record.statefile import state_in
from pbem.core.rules.game import Absence, Change, Choice, Game, Player, Roster
from pbem.core.rules.setup import OWN, load_game
from pbem.core.rules.system import find_system
from pbem.store.programs import program_of
from pbem.store.working import Done, Job, told

FORMAT: Final = "pbem-parcel/1"
# with these words a worker answers that sends no log
OTHER: Final = b"this is the parcel of another program"
UNFIT: Final = b"this is no parcel"
FAILED: Final = b"this cannot be played"
_OWN_NAME: Final = re.compile(r"(charts/)?[^./\\][^/\\]*\.yaml")
_LARGE: Final = re.compile(rb"[0-9]{7}")  # no count of a game has so many digits


class Unlike(Exception):
    """What came back cannot be the log of the run, and why."""


# --- what is sent --------------------------------------------------------------------------------


def parcel_of(job: Job) -> bytes:
    """What is sent of a job: what play asks for, and no more."""
    players = {name: replace(one, address="") for name, one in job.game.roster.players.items()}
    since = job.files.since.items()
    return _text(
        {
            "format": FORMAT,
            "roster": asdict(replace(job.game.roster, players=players)),
            "own": _packed(job.own),
            "state": as_data(job.state),
            "since": {n: None if state == job.state else as_data(state) for n, state in since},
            "decided": [_row(entry) for entry in job.files.decided],
            "files": _packed(job.kept),
            "header": job.beginning.header,
            "dice": job.beginning.dice.hex(),
            "secret_dice": job.beginning.secret_dice.hex(),
        }
    ).encode()


def log_of(entries: Iterable[Entry]) -> bytes:
    """What is sent back of a run: its log as play left it, an entry a line."""
    return "".join(f"{_text(_row(entry))}\n" for entry in entries).encode()


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "n": entry.number,
        "kind": entry.kind,
        "path": entry.path,
        "body": entry.body,
        "secret": entry.secret,
        "hidden": entry.hidden,
    }


def _text(data: Any) -> str:
    """JSON whose keys stand as they were made: reports tell facts in that order."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _packed(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: b64encode(data).decode() for name, data in files.items()}


# --- where it is played --------------------------------------------------------------------------


def carried_out(parcel: bytes) -> bytes:
    """Play what was sent; called where it was sent to. Whatever came, this answers."""
    try:
        said = json.loads(parcel)
        if _is_of_another_program(said):
            return OTHER
        job = _job(said)
    except Exception:  # whoever holds a certificate can send anything
        return UNFIT
    try:
        return log_of(play_out(job.game, job.state, job.files, job.beginning).entries)
    except Exception:  # whoever sent it finds out why when he plays it himself
        return FAILED


def _is_of_another_program(said: Mapping[str, Any]) -> bool:
    here = program_of(find_system(said["roster"]["system"]))
    return said["format"] != FORMAT or here.is_other(program_in(said["header"]))


def _job(said: Mapping[str, Any]) -> Job:
    game = _game(_roster(said["roster"]), _unpacked(said["own"]))
    state = state_in(said["state"], "the position")
    since = {
        name: state if data is None else state_in(data, name)
        for name, data in said["since"].items()
    }
    decided = tuple(_entry(row["n"], row) for row in said["decided"])
    files = replace(_read(game, _unpacked(said["files"])), since=since, decided=decided)
    keys = bytes.fromhex(said["dice"]), bytes.fromhex(said["secret_dice"])
    return Job(game, state, files, Beginning(said["header"], *keys))


def _unpacked(said: Mapping[str, str]) -> dict[str, bytes]:
    return {name: b64decode(data, validate=True) for name, data in said.items()}


def _read(game: Game, files: Mapping[str, bytes]) -> RunFiles:
    """The files of players, read as their moderator read them."""
    named = [(name.partition("/")[0], name, data) for name, data in files.items()]
    orders = [read_orders(game, data, name) for kind, name, data in named if kind == "orders"]
    standing = [read_standing(game, data, name) for kind, name, data in named if kind == "standing"]
    return RunFiles(
        submissions={one.player: one for one in orders},
        standing={one.player: one for one in standing},
    )


def _roster(said: Mapping[str, Any]) -> Roster:
    players = {name: _player(row) for name, row in said["players"].items()}
    choices = tuple(Choice(**row) for row in said["choices"])
    changes = tuple(Change(**{**row, "what": tuple(row["what"])}) for row in said["changes"])
    return Roster(**{**said, "players": players, "choices": choices, "changes": changes})


def _player(row: Mapping[str, Any]) -> Player:
    absent = tuple(Absence(**one) for one in row["absent"])
    return Player(**{**row, "powers": tuple(row["powers"]), "absent": absent})


def _game(roster: Roster, own: Mapping[str, bytes]) -> Game:
    """The game; its own data lie in a folder for as long as they are read."""
    if not own:
        return load_game(roster)
    with TemporaryDirectory(prefix="pbem-") as folder:
        for name, data in own.items():
            if not _OWN_NAME.fullmatch(name):
                raise ValueError(name)
            path = Path(folder) / OWN / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return load_game(roster, Path(folder))


# --- what comes back -----------------------------------------------------------------------------


def first_difference(ours: bytes, theirs: bytes) -> int:
    """The first line in which two logs differ; 0 where they are the same."""
    if ours == theirs:
        return 0
    lines = zip_longest(ours.split(b"\n"), theirs.split(b"\n"))
    return next(number for number, (mine, other) in enumerate(lines, start=1) if mine != other)


def is_finished(log: bytes) -> bool:
    """Whether a log says of itself that its run waits for nothing."""
    return b'"kind":"digest"' in log.rstrip(b"\n").rpartition(b"\n")[2]


def taken_on_trust(log: bytes, job: Job, worker: str) -> Done:
    """The run of a log that nobody plays again, as its head and every report say.

    Every die is derived again from the keys of the run, and the position is what the events make of
    the one before; `Unlike` says what cannot be.
    """
    try:
        entries = _entries(log)
        _refuse_others(entries, job)
        _refuse_other_dice(entries, job.beginning)
        state = _after(entries, job.state)
        head = replace(entries[0], body={**entries[0].body, UNREPLAYED: worker})
        course = Course(state, (head, *entries[1:]))
        return Done(course, told(job.game, job.state, course, job.around, void=job.void))
    except Unlike:
        raise
    except Exception as trouble:  # a report is made of what a log says, which may be anything
        raise Unlike(f"its log has not the form of one ({type(trouble).__name__})") from None


def _entries(log: bytes) -> tuple[Entry, ...]:
    """The entries of a log that is written as `log_of` writes."""
    rows = enumerate(read_lines(log.decode()), start=1)
    entries = tuple(_entry(number, row) for number, row in rows)
    if log_of(entries) != log:
        raise Unlike("its log is not written as the program writes")
    for entry in entries[1:-1]:  # head and end are ours
        if not _would_be_read(entry):
            raise Unlike(f"line {entry.number} of its log is one that no verifier would read")
    if _LARGE.search(log, log.find(b"\n")):
        raise Unlike("its log has numbers that would keep us busy for ever")
    return entries


def _would_be_read(entry: Entry) -> bool:
    """Whether both verifiers take a line for one of a log, and a report for words."""
    row = {"n": entry.number, "path": entry.path, "prev": "", "kind": entry.kind}
    line = canonical({**row, "body": entry.body})
    says = (entry.path, str(entry.body.get("cite", "")))
    hides = {"par", "cite"}.isdisjoint(entry.hidden)  # what open paragraphs are known by
    return hides and all(map(str.isprintable, says)) and has_form(exact_row(line))


def _entry(number: int, row: Mapping[str, Any]) -> Entry:
    """An entry from its row; ValueError or the like where it is none."""
    kind, path, body = row["kind"], row["path"], row["body"]
    secret, hidden = row["secret"], row["hidden"]
    is_hidden = {*hidden} <= body.keys() and (secret or not hidden)
    texts = (path, *secret, *hidden)
    if kind not in KINDS or not is_hidden or not all(isinstance(text, str) for text in texts):
        raise ValueError(row)
    return Entry(number, kind, path, body, tuple(secret), tuple(hidden))


def _refuse_others(entries: Sequence[Entry], job: Job) -> None:
    """Refuse the log of another run, and one that no run without a moderator's word can have."""
    head, *played, end = entries
    if log_of([head]) != log_of([Entry(1, "header", job.state.clock.name, job.beginning.header)]):
        raise Unlike("its log is that of another run")
    kinds = {entry.kind for entry in played}
    if not kinds.isdisjoint(("header", "digest", "correction")) or end.secret:
        raise Unlike("its log has what no run has that was played there")
    if end.body.keys() != {"charts", "readings"}:
        raise Unlike("its log ends otherwise than a run does")
    told = [entry for entry in played if entry.kind in ("verdict", "decision")]
    if [entry.body["par"] for entry in told] != [*range(1, len(told) + 1)]:
        raise Unlike("its paragraphs are not numbered in turn")
    for entry in told:
        if not {*entry.body.get("picks", ())} <= {*entry.body.get("options", ())}:
            raise Unlike(f"line {entry.number} of its log picks what is not among the options")


def _refuse_other_dice(entries: Sequence[Entry], keys: Beginning) -> None:
    """Refuse dice that the keys of the run do not give, and a path that is thrown twice."""
    thrown: set[str] = set()
    for entry in entries:
        if entry.kind != "roll":
            continue
        key = keys.secret_dice if entry.secret else keys.dice
        shape, throws = parse_dice(entry.body["dice"]), entry.body["throws"]
        given = (
            _text(throw(key, throw_context(entry.path, number), *shape)) == _text(shown)
            for number, shown in enumerate(throws, start=1)
        )
        if not throws or entry.path in thrown or not all(given):
            raise Unlike(f"line {entry.number} of its log shows dice that the keys do not give")
        thrown.add(entry.path)


def _after(entries: Sequence[Entry], before: State) -> State:
    """The position after a run: what its events make of the one before."""
    events = (event_from(entry.body) for entry in entries if entry.kind == "event")
    state = state_in(as_data(apply(before, events)), "the position")
    if state.clock.run != before.clock.run + 1:
        raise Unlike("its log leads to no window")
    return state
