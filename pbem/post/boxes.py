"""Where letters lie: files, folders, mbox files, Maildirs.

Decides: what a path holds, and the order in which its letters are read. Nothing is changed there:
which letters came before is known from what the game keeps of them.
Leaves to `mailbox`: live mailboxes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, UsageError
from pbem.store.files import told

Box = Iterator[tuple[str, bytes]]  # where each letter lies, and its bytes

MAX_BOX: Final = 1 << 30  # bytes of an mbox file
_SHORTEST: Final = len("From a2026")
_UNESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


def letters_at(path: Path) -> Box:
    """The letters of a file, an mbox, a Maildir, or a folder of files, the oldest first."""
    if path.is_dir():
        yield from _maildir(path) if (path / "cur").is_dir() else _folder(path)
    elif path.is_file():
        yield from _file(path)
    elif path.exists():
        raise FileTrouble(f"{path}: this is neither a file nor a folder")
    else:
        raise UsageError(f"{path}: there is no such file or folder")


def letters_of(paths: Iterable[Path]) -> Box:
    """The letters of several such."""
    for path in paths:
        yield from letters_at(path)


def files_by_hand(paths: Iterable[Path]) -> Box:
    """Files that the moderator hands in as his own; not one is read if one cannot be his own."""
    named = list(paths)
    for path in named:
        if not path.exists():
            raise UsageError(f"{path}: there is no such file")
        if why := _not_by_hand(path):
            hint = "hand in letters without --by-hand; one file of orders alone may be your own"
            raise UsageError(f"{path}: {why}", hint=hint)
    for path in named:
        yield str(path), _read(path)


def _not_by_hand(path: Path) -> str:
    """Why what lies there cannot be a file of the moderator's own."""
    if path.is_dir():
        return "in a folder lie letters of anybody"
    if not path.is_file():
        return "this is neither a file nor a folder"
    return "this is an mbox, in which lie letters of anybody" if _is_box(path) else ""


def _folder(folder: Path) -> Box:
    """The files of a folder by their names; hidden ones and folders are passed over."""
    with told(folder):
        names = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    for path in names:
        if path.is_file():
            yield from _file(path)


def _maildir(folder: Path) -> Box:
    """A Maildir: what is new and what was seen, by the time in the names."""
    with told(folder):
        found = [path for part in ("cur", "new") for path in (folder / part).glob("[!.]*")]
    for path in sorted(found, key=lambda one: (_arrival(one.name), one.name)):
        if path.is_file():
            yield str(path), _read(path)


def _arrival(name: str) -> int:
    """The seconds with which the name of a letter in a Maildir begins."""
    begin = name.partition(".")[0]
    return int(begin) if begin.isdecimal() else 0


def _file(path: Path) -> Box:
    if _is_box(path):
        yield from _mbox(path)
    else:
        yield str(path), _read(path)


def _is_box(path: Path) -> bool:
    """Whether a file is an mbox, by its first line."""
    with told(path):
        with path.open("rb") as stream:
            is_box = _begins_letter(stream.readline())
        if is_box and path.stat().st_size > MAX_BOX:
            raise FileTrouble(f"{path}: an mbox of more than {MAX_BOX >> 20} MB is not read")
    return is_box


def _begins_letter(line: bytes) -> bool:
    """Whether a line of an mbox begins a letter: `From`, somebody, and at the end a year."""
    said = line.rstrip()
    names = line.startswith(b"From ") and not line[5:6].isspace()
    return names and len(said) >= _SHORTEST and said[-4:].isdigit()


def _read(path: Path) -> bytes:
    with told(path):
        return path.read_bytes()


def _mbox(path: Path) -> Box:
    """The letters of an mbox, each from its `From ` line to the next that a blank line precedes."""
    number, lines, blank = 0, list[bytes](), True
    with told(path), path.open("rb") as stream:
        for line in stream:
            if blank and _begins_letter(line):
                if number:
                    yield f"{path}#{number}", _letter(lines)
                number, lines = number + 1, []
            else:
                lines.append(line)
            blank = not line.strip()
    yield f"{path}#{number}", _letter(lines)


def _letter(lines: list[bytes]) -> bytes:
    return _UNESCAPED.sub(rb"\1", b"".join(lines))
