"""What is done for letters that are kept: files put into their places, protests entered, answers.

A letter is kept first, with all that is to be done for it. Done twice it comes to the same, so the
next command does what a stopped one left.
"""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Any

from pbem.core.data.findings import AuditError, PbemError
from pbem.moderation.protests import KIND, read_objection
from pbem.post.kept import DONE, folders_of, number_of, record_in
from pbem.post.outgoing import Answer, put
from pbem.post.queue import home_of
from pbem.store.directory import GameDirectory
from pbem.store.files import no_link, told, write_file
from pbem.store.protests import enter


def finish(directory: GameDirectory) -> None:
    """Do what a stopped command left of the letters that it had kept."""
    folders = reversed(folders_of(directory))
    for folder in [*takewhile(lambda one: not (one / DONE).exists(), folders)][::-1]:
        carry_out(directory, folder)


def carry_out(directory: GameDirectory, folder: Path) -> Path | None:
    """Put the files that count into their places and the answer into the outbox; done twice it
    does the same."""
    record = record_in(directory, folder)
    for name, place in record["places"].items():
        path = (directory.root if name in record["waiting"] else home_of(directory)) / place
        with told(path.parent):
            no_link(directory.root, path.parent).mkdir(exist_ok=True)
        write_file(path, directory.read(folder / name))
    entered = _entered(directory, folder, record)
    answer = None
    if record["to"] and record["answer"]:
        answer = put(directory, _answer(directory, folder, record, entered))
    write_file(folder / DONE, "")
    return answer


def _entered(directory: GameDirectory, folder: Path, record: dict[str, Any]) -> dict[str, bytes]:
    """The protests of a letter, entered; what their player keeps of them."""
    kept = {}
    for name in record["protests"]:
        objection = read_objection(directory.read(folder / name), name)
        try:
            made = enter(directory, objection, f"letter {number_of(folder)}, {name}")
        except AuditError:
            raise
        except PbemError as trouble:  # its run was taken back since the letter was read
            kept[f"{KIND}-not-entered-{name}"] = f"{trouble.message}\n".encode()
        else:
            kept[f"{KIND}-{made.number}.yaml"] = made.text().encode()
    return kept


def _answer(
    directory: GameDirectory, folder: Path, record: dict[str, Any], entered: dict[str, bytes]
) -> Answer:
    number = number_of(folder)
    word = {"counts": "received", "bad": "not accepted", "nothing": "nothing read"}
    return Answer(
        name=f"in-{number:05}-receipt-{record['to']}",
        to=record["to"],
        subject=f"{word.get(record['outcome'], 'received')} (letter {number})",
        text=record["answer"],
        date=record["came"],
        replies_to=record["message"],
        attached={
            place.replace("/", "-"): directory.read(folder / name)
            for name, place in record["places"].items()
        }
        | entered,
    )
