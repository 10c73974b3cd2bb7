"""Letters at which the program fails: one of them stops no other, and none is lost.

Such a letter is kept like any other, and `trouble.txt` beside it says where the program failed.

Decides: which trouble is a letter's, and what is told of it. What the disk, another command or a
damaged game raises is none of a letter's: it ends the command before the letter is marked, so that
the next one reads it.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Final

from pbem.core.data.findings import AuditError, FileTrouble, GameBusy, OtherMakes
from pbem.core.data.letters import shown_in_line
from pbem.store.files import HandedOver

DAMAGED: Final = (FileTrouble, AuditError, OtherMakes)
OF_THE_GAME: Final = (OSError, *DAMAGED, GameBusy, HandedOver)
TROUBLE: Final = "trouble.txt"
LONGEST: Final = 200  # characters of what was raised
DEEPEST: Final = 60  # lines of where

_PACKAGE: Final = Path(__file__).parents[2]


FAILED_AT: Final = """\
Your letter could not be looked at: the program failed at it. It is kept, the moderator knows, and
he will look at it himself. Nothing in it counts so far; what you sent before still does.
"""
FAILED_WITH: Final = """\
Your letter was read, but the program failed when it was taken in. The moderator knows; he can tell
you what of it counts.
"""


def told(bug: Exception, root: Path, number: int) -> tuple[str, ...]:
    """What the moderator is told of a letter at which the program failed."""
    return (
        f"the program failed at it: {line_of(bug, root)}",
        f"it is kept in mail/received/{number:05}-…, with {TROUBLE} for a report of this bug: put "
        "its orders into orders/ yourself, or hand it in again with a newer pbem",
    )


def line_of(bug: Exception, *roots: Path) -> str:
    """What was raised, in a line without a path of this machine."""
    said = f"{type(bug).__name__}: {bug}" if str(bug) else type(bug).__name__
    for path in (*roots, *(root.resolve() for root in roots), _PACKAGE):
        said = said.replace(str(path), "…")
    line = shown_in_line(" ".join(said.encode("utf-8", "replace").decode().split()))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} …"


def where(bug: Exception, root: Path) -> bytes:
    """The same, with the places of the program at which it was raised, the last ones."""
    frames = traceback.extract_tb(bug.__traceback__)
    lines = [f"{_place(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([line_of(bug, root), *lines[-DEEPEST:], ""]).encode("utf-8", "replace")


def _place(file: str) -> str:
    """A module of the program by its place in it; of others the name alone."""
    path = Path(file)
    return str(path.relative_to(_PACKAGE)) if path.is_relative_to(_PACKAGE) else path.name
