"""The letters that a game keeps: a folder each, and what is asked of all of them.

`mail/received/NUMBER-LETTER-IDENT/` holds a letter as it came, the files that were read in it and
the record of what became of it; LETTER and IDENT are marks of its bytes and of its Message-ID.

Decides: under which number a letter is kept, and which letter came before. All records are read
once, not for each letter: a folder that is added is noted as it is written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import FileTrouble
from pbem.post.letters import Letter
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in, no_link, told, write_folder

RECEIVED: Final = Path("mail", "received")
LETTER: Final = "letter.eml"
RECORD: Final = "record.json"
DONE: Final = "done"
FORMAT: Final = "pbem-letter/1"

_NEEDED: Final = ("outcome", "places", "to", "answer", "came", "message")
_FOLDER = re.compile(r"(\d{5,})-([0-9a-f]{16})-([0-9a-f]{16})")

Record = Mapping[str, Any]


class Kept:
    """What a game keeps of its letters, as it was read once and grew since."""

    def __init__(self, directory: GameDirectory) -> None:
        self.directory = directory
        self.last = 0
        self.by_bytes: dict[str, int] = {}
        self.counted: dict[str, int] = {}  # by their Message-IDs
        for folder in folders_of(directory):
            self._note(folder, record_in(directory, folder))

    def came_before(self, letter: Letter) -> int:
        """The number under which a letter came before; 0 if it is new.

        The bytes decide, or the Message-ID of one that was not refused: a list may add a footer.
        """
        known = self.by_bytes.get(mark(letter.known_by), 0)
        return known or (letter.ident and self.counted.get(mark(letter.ident.encode()), 0)) or 0

    def keep(self, letter: Letter, files: Mapping[str, bytes], record: Record) -> Path:
        """Keep a letter under the next number, whole or not at all."""
        above = self.directory.root / RECEIVED
        with told(above):
            no_link(self.directory.root, above).mkdir(mode=0o700, parents=True, exist_ok=True)
        marks = f"{mark(letter.known_by)}-{mark(letter.ident.encode())}"
        folder = above / f"{self.last + 1:05}-{marks}"
        text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
        content: dict[str, str | bytes] = {LETTER: letter.raw, **files, RECORD: text}
        if not has_work(record):
            content[DONE] = ""
        write_folder(folder, content, private=[*content])
        self._note(folder, record)
        return folder

    def _note(self, folder: Path, record: Record) -> None:
        number, raw, ident = folder.name.split("-")
        self.last = max(self.last, int(number))
        self.by_bytes.setdefault(raw, int(number))
        if record["outcome"] == "counts":
            self.counted.setdefault(ident, int(number))


def mark(data: bytes) -> str:
    """What stands for bytes in the name of a folder."""
    return hashlib.sha256(data).hexdigest()[:16]


def number_of(folder: Path) -> int:
    """The number of a letter, by its folder."""
    return int(folder.name.partition("-")[0])


def folders_of(directory: GameDirectory) -> list[Path]:
    """The folders of all letters, in their order."""
    above = directory.root / RECEIVED
    found = files_in(directory.root, above, "*") if above.exists() else []
    folders = [path for path in found if _FOLDER.fullmatch(path.name) and path.is_dir()]
    return sorted(folders, key=number_of)


def record_in(directory: GameDirectory, folder: Path) -> dict[str, Any]:
    """What became of a letter."""
    path = folder / RECORD
    try:
        found = json.loads(directory.text(path))
        return {"protests": [], "waiting": [], **found} | {key: found[key] for key in _NEEDED}
    except (ValueError, KeyError, TypeError):
        raise FileTrouble(f"{path}: this record is damaged", hint="restore the folder") from None


def has_work(record: Record) -> bool:
    """Whether something is to be done for a letter: files to be placed, an answer to be written."""
    return bool(record["places"] or record["protests"] or (record["to"] and record["answer"]))
