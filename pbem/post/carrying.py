"""What is done for letters that are kept: files put into their places, protests entered, answers.

A letter is kept first, with all that is to be done for it. Done twice it comes to the same, so the
next command does what a stopped one left.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from pbem.core.data.findings import PbemError
from pbem.moderation.protests import KIND, read_objection
from pbem.post.failing import FAILED_WITH, OF_THE_GAME, TROUBLE, told, where
from pbem.post.kept import (
    COUNTS,
    DONE,
    FAILED,
    RECORD,
    UNCLEAR,
    Record,
    folders_of,
    number_of,
    record_in,
    sources,
    text_of,
)
from pbem.post.outgoing import Answer, put
from pbem.post.queue import home_of
from pbem.store.directory import GameDirectory
from pbem.store.files import inside, write_file
from pbem.store.files import told as told_of
from pbem.store.protests import enter


@dataclass(frozen=True, slots=True)
class Done:
    """What was done for a letter: where its answer lies, and what failed, for the moderator."""

    answer: Path | None = None
    failed: tuple[str, ...] = ()


def finish(directory: GameDirectory) -> tuple[str, ...]:
    """Do what a stopped command left of the letters that it had kept; what failed, if it did."""
    folders = reversed(folders_of(directory))
    left = [*takewhile(lambda one: not (one / DONE).exists(), folders)][::-1]
    return tuple(
        f"letter {number_of(folder)}, which a stopped command had left: {line}"
        for folder in left
        for line in carry_out(directory, folder).failed
    )


def carry_out(directory: GameDirectory, folder: Path) -> Done:
    """Put the files that count into their places and the answer into the outbox; done twice it
    does the same. A letter at which that fails is given up: it would stop every later one."""
    record = record_in(directory, folder)
    try:
        done = Done(_carried_out(directory, folder, record))
    except OF_THE_GAME:
        raise
    except Exception as bug:
        done = _given_up(directory, folder, record, bug)
    write_file(folder / DONE, "")
    return done


def _carried_out(directory: GameDirectory, folder: Path, record: Record) -> Path | None:
    for name, place in record["places"].items():
        path = (directory.root if name in record["waiting"] else home_of(directory)) / place
        with told_of(path.parent):
            inside(directory.root, path.parent).mkdir(exist_ok=True)
        write_file(path, directory.read(folder / name))
    entered = _entered(directory, folder, record)
    if not (record["to"] and record["answer"]):
        return None
    return put(directory, _answer(directory, folder, record, entered))


def _given_up(directory: GameDirectory, folder: Path, record: Record, bug: Exception) -> Done:
    """A letter that is marked as failed; the answer says so, if that at least can be written."""
    lines = told(bug, directory.root, number_of(folder))
    none = {"places": {}, "protests": [], "waiting": [], "message": ""}
    said = {"outcome": FAILED, "told": [*lines], "answer": FAILED_WITH if record["to"] else ""}
    failed = {**record, **none, **said}
    write_file(folder / TROUBLE, where(bug, directory.root), private=True)
    write_file(folder / RECORD, text_of(failed), private=True)
    try:
        return Done(_carried_out(directory, folder, failed), lines)
    except OF_THE_GAME:
        raise
    except Exception:
        return Done(None, lines)


def _entered(directory: GameDirectory, folder: Path, record: Record) -> dict[str, bytes]:
    """The protests of a letter, entered; what their player keeps of them."""
    kept = {}
    for name in record["protests"]:
        objection = read_objection(directory.read(folder / name), name)
        try:
            made = enter(directory, objection, sources(directory, folder.name.split("-")[1], name))
        except OF_THE_GAME:
            raise
        except PbemError as trouble:  # its run was taken back since the letter was read
            kept[f"{KIND}-not-entered-{name}"] = f"{trouble.message}\n".encode()
        else:
            kept[f"{KIND}-{made.number}.yaml"] = made.text().encode()
    return kept


def _answer(
    directory: GameDirectory, folder: Path, record: Record, entered: dict[str, bytes]
) -> Answer:
    number = number_of(folder)
    return Answer(
        name=f"in-{number:05}-receipt-{record['to']}",
        to=record["to"],
        subject=f"{_SUBJECTS.get(record['outcome'], 'received')} (letter {number})",
        text=record["answer"],
        date=record["came"],
        replies_to=record["message"],
        attached={
            place.replace("/", "-"): directory.read(folder / name)
            for name, place in record["places"].items()
        }
        | entered,
    )


_SUBJECTS: Final = {
    COUNTS: "received",
    "bad": "not accepted",
    "nothing": "nothing read",
    UNCLEAR: "nothing read",
    FAILED: "not looked at",
    "refused": "your passphrase is guessed",
}
