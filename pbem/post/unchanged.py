"""What a batch found of a game that waits, kept, so that a game that is not due costs next to
nothing: nothing of it is read but bytes.

What was found holds as long as no file has changed that decides who owes and who has sent, nobody
has become late since, and every letter that was written lies in `outbox/` or `sent/`. It is kept in
a file of the game's folder that can be lost; one of another version, or damaged, is not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pbem import __version__
from pbem.core.data.findings import FileTrouble
from pbem.post.outgoing import OUTBOX, SENT
from pbem.post.overview import moments
from pbem.post.settings import FILE
from pbem.store.directory import OPENING, GameDirectory
from pbem.store.files import HANDED_OVER, write_file
from pbem.store.inputs import PARTS, ROSTER
from pbem.store.register import REGISTER

NOTE: Final = ".batch.cache"
FORMAT: Final = "pbem-waits/1"
_FOLDERS: Final = (*PARTS, "pending", "pending.old", "sealed", "replay")
_FILES: Final = (ROSTER, REGISTER, OPENING, HANDED_OVER, FILE, f"../{FILE}")


@dataclass(frozen=True, slots=True)
class Found:
    """What was found: a batch's row as plain data, and who was late."""

    row: Mapping[str, Any]
    late: tuple[str, ...]


def found_before(root: Path, now: datetime) -> Found | None:
    """What an earlier batch found of a game, if it still holds."""
    try:
        note = json.loads((root / NOTE).read_bytes())
        if (note["format"], note["version"]) != (FORMAT, __version__):
            return None
        known = _past(note["deadlines"], now) == note["past"] and _are_there(root, note["letters"])
        holds = known and note["files"] == digest(root)
        return Found(dict(note["row"]), tuple(note["late"])) if holds else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def keep(directory: GameDirectory, files: str, found: Found, now: datetime) -> None:
    """Keep what was found of a game that waits.

    `files` is the digest of before it was looked at: what has come since changes it.
    """
    root = directory.root
    deadlines = [when.isoformat() for when in moments(directory)]
    note = {
        "format": FORMAT,
        "version": __version__,
        "files": files,
        "deadlines": deadlines,
        "past": _past(deadlines, now),
        "late": list(found.late),
        "letters": sorted({path.name for box in (OUTBOX, SENT) for path in _letters(root / box)}),
        "row": dict(found.row),
    }
    with suppress(FileTrouble):
        write_file(root / NOTE, json.dumps(note), private=True)


def _past(deadlines: list[str], now: datetime) -> int:
    """How many deadlines are over: as time goes on they pass one after the other."""
    return sum(datetime.fromisoformat(when) < now for when in deadlines)


def _letters(box: Path) -> Iterator[Path]:
    return box.glob("run-*.eml") if box.is_dir() else iter(())


def _are_there(root: Path, letters: list[str]) -> bool:
    boxes = root / OUTBOX, root / SENT
    return all(any((box / name).exists() for box in boxes) for name in letters)


def digest(root: Path) -> str:
    """What changes with every file that decides who owes, who has sent, and who is written to."""
    found = hashlib.sha256()
    for path in _looked_at(root):
        data = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found.update(f"{path.relative_to(root.parent)}\0{data}\n".encode())
    return found.hexdigest()


def _looked_at(root: Path) -> Iterator[Path]:
    yield from sorted((root / "runs").iterdir())
    yield from (path for name in _FILES if (path := root.joinpath(name)).exists())
    for name in _FOLDERS:
        yield from sorted((root / name).rglob("*")) if (root / name).is_dir() else ()
