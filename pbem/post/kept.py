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
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import FileTrouble
from pbem.core.record.forms import fits
from pbem.post.letters import Letter, moment_in
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in, inside, told, write_folder

RECEIVED: Final = Path("mail", "received")
LETTER: Final = "letter.eml"
RECORD: Final = "record.json"
DONE: Final = "done"
FORMAT: Final = "pbem-letter/1"
COUNTS: Final = "counts"
FAILED: Final = "failed"
KNOWN: Final = "known"
REFUSED: Final = "refused"
UNCLEAR: Final = "unclear"
UNREAD: Final = ("nothing", UNCLEAR, FAILED)  # their answers say that nothing was read

_FORM: Final = {
    **dict.fromkeys(("outcome", "to", "answer", "came", "message", "from", "said", "files"), str),
    "over": str,
    "written": str,
    "kept": str,
    "protests": [str],
    "waiting": [str],
    "places": {"*": str},
    "guesses": {"*": lambda many: type(many) is int and many >= 0},
}
_NEEDED: Final = ("outcome", "places", "to", "answer", "came", "message")
_LATER: Final = {
    "from": "",
    "protests": [],
    "waiting": [],
    "guesses": {},
    "said": "",
    "over": "",
    "written": "",
    "kept": "",
}
_FILE = re.compile(r"[0-9]{1,4}\.yaml")
_PLACE = re.compile(r"(orders|standing|answers)/[a-z0-9][a-z0-9-]*\.yaml")
_FOLDER = re.compile(r"(\d{5,})-([0-9a-f]{16})-([0-9a-f]{16})")

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Before:
    """A letter that came before: its number, and whether it is looked at again if it comes again.

    `again`: the program failed at it. `over`: the day on which it came after too many passphrases.
    """

    number: int
    again: bool = False
    over: str = ""

    def settles(self, day: str) -> bool:
        """Whether nothing else can come of the letter on a day."""
        return not (self.again or (self.over and self.over != day))


class Kept:
    """What a game keeps of its letters, as it was read once and grew since."""

    def __init__(self, directory: GameDirectory) -> None:
        self.directory = directory
        self.last = 0
        self.guessed_from: Counter[tuple[str, str]] = Counter()  # by day and address
        self.guessed_for: Counter[tuple[str, str]] = Counter()  # by day and player
        self.warned: set[tuple[str, str]] = set()  # days, and players who were told of guesses
        self.written: dict[str, str] = {}  # of the last letter whose file was put into a place
        self.unread: dict[tuple[str, str], list[tuple[str, int]]] = {}
        self._by_bytes: dict[str, Before] = {}
        self._counted: dict[tuple[str, str, str], int] = {}
        for folder in folders_of(directory):
            self.note(folder, record_in(directory, folder))

    def before(self, letter: Letter) -> Before | None:
        """The same letter, byte by byte, as it came before."""
        return self._by_bytes.get(mark(letter.known_by))

    def copied(self, letter: Letter, files: Iterable[bytes]) -> int:
        """The number of a letter of the same sender with the same Message-ID and the same files,
        which count: a list may send it again with a footer. 0 if there is none."""
        if not letter.ident:
            return 0
        return self._counted.get((mark_of(letter.ident), letter.sender, marks(files)), 0)

    def keep(self, letter: Letter, files: Mapping[str, bytes], record: Record) -> Path:
        """Keep a letter under the next number, whole or not at all.

        One that its record says is `kept` in another game is here by its record alone.
        """
        above = self.directory.root / RECEIVED
        with told(above):
            inside(self.directory.root, above).mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = above / f"{self.last + 1:05}-{mark(letter.known_by)}-{mark_of(letter.ident)}"
        whole = {} if record.get("kept") else {LETTER: letter.raw}
        content: dict[str, str | bytes] = {**whole, **files, RECORD: text_of(record)}
        if not has_work(record):
            content[DONE] = ""
        write_folder(folder, content, private=[*content])
        self.note(folder, record)
        return folder

    def note(self, folder: Path, record: Record) -> None:
        """Remember of a letter what later ones are compared with."""
        number, raw, ident = folder.name.split("-")
        outcome, sender, day = record["outcome"], record["from"], day_of(record["came"])
        self.last = max(self.last, int(number))
        self._by_bytes[raw] = Before(int(number), outcome == FAILED, record["over"])
        if outcome == COUNTS:
            files = record.get("files") or _marks_in(self.directory, folder)
            self._counted[ident, sender, files] = int(number)
        self.written |= dict.fromkeys(record["places"].values(), record["written"])
        for player, wrong in record["guesses"].items():
            self.guessed_from[day, sender] += wrong
            self.guessed_for[day, player] += wrong
        if record["over"] and record["to"]:
            self.warned.add((day, record["to"]))
        if outcome in UNREAD and record["to"]:
            self.unread.setdefault((day, sender), []).append((record["said"], int(number)))


# --- folders and records -------------------------------------------------------------------------


def file_name(at: int) -> str:
    """How the n-th file of a letter is called beside it."""
    return f"{at}.yaml"


def folders_of(directory: GameDirectory) -> list[Path]:
    """The folders of all letters, in their order."""
    above = directory.root / RECEIVED
    found = files_in(directory.root, above, "*") if above.exists() else []
    folders = [path for path in found if _FOLDER.fullmatch(path.name) and path.is_dir()]
    return sorted(folders, key=number_of)


def number_of(folder: Path) -> int:
    """The number of a letter, by its folder."""
    return int(folder.name.partition("-")[0])


def sources(directory: GameDirectory, known_by: str, file: str) -> tuple[str, ...]:
    """What a protest says of the file that it came in, under each number of its letter, the last
    one first; `known_by` is the mark of the letter's bytes.
    """
    same = (one for one in folders_of(directory) if one.name.split("-")[1] == known_by)
    return tuple(f"letter {number_of(one)}, {file}" for one in same)[::-1]


def record_in(directory: GameDirectory, folder: Path) -> dict[str, Any]:
    """What became of a letter; what older programs did not write is empty."""
    path = folder / RECORD
    try:
        found = json.loads(directory.text(path))
        record = {**_LATER, **found} | {key: found[key] for key in _NEEDED}
        done = (folder / DONE).exists()  # an older program put files of nobody into places
        if not (_has_its_kinds(record) and (done or _may_be_carried_out(record))):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileTrouble(f"{path}: this record is damaged", hint="restore the folder") from None
    return record


def _has_its_kinds(record: Record) -> bool:
    """Whether what a record says is of the kinds that a record has: whoever sent a game may have
    written it.
    """
    return fits({"files": "", **record}, _FORM)


def _may_be_carried_out(record: Record) -> bool:
    """Whether a record names files of its letter alone, and places where files of players lie."""
    files = [*record["places"], *record["protests"], *record["waiting"]]
    return all(map(_FILE.fullmatch, files)) and all(
        map(_PLACE.fullmatch, record["places"].values())
    )


def refuse_unreadable(record: Record) -> None:
    """Refuse to keep what no later command could read: that would stop every letter."""
    if not (_has_its_kinds(record) and _may_be_carried_out(record)):
        raise ValueError("what was to be kept of it is no record")


def text_of(record: Record) -> bytes:
    """A record as it is kept, whatever its letter said."""
    return f"{json.dumps(record, indent=1, ensure_ascii=False)}\n".encode("utf-8", "replace")


def has_work(record: Record) -> bool:
    """Whether something is to be done for a letter: files to be placed, an answer to be written."""
    return bool(record["places"] or record["protests"] or (record["to"] and record["answer"]))


# --- marks and days ------------------------------------------------------------------------------


def mark(data: bytes) -> str:
    """What stands for bytes in the name of a folder."""
    return hashlib.sha256(data).hexdigest()[:16]


def mark_of(text: str) -> str:
    """The same of a text."""
    return mark(text.encode("utf-8", "replace"))


def marks(files: Iterable[bytes]) -> str:
    """What stands for files, wherever in a letter they stood."""
    return mark(" ".join(sorted(mark(data.strip()) for data in files)).encode())


def _marks_in(directory: GameDirectory, folder: Path) -> str:
    """The same of the files of a letter that an older program kept."""
    found = files_in(directory.root, folder, "*.yaml")
    return marks(directory.read(path) for path in found)


def day_of(moment: str) -> str:
    """The day of a moment as letters name it, everywhere the same (UTC)."""
    return moment_in(moment)[:10] or moment
