"""What tests of the commands share: what a command said, and files of players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LEVY = "window: toy-1 t1.1.red/levy\nplayer: {player}\nluck: luck of {player}\nlevy: {{draw: 1}}\n"

HEAD = "window: toy-1 t1.1.red/march\nplayer: {player}\n"


@dataclass(frozen=True, slots=True)
class Said:
    """What a command came to."""

    code: int
    out: str
    err: str


Pbem = Callable[..., Said]


def send(game: Path, name: str, text: str) -> Path:
    """A file of a player arrives."""
    path = game / name
    path.write_text(text, encoding="utf-8")
    return path


def levies(game: Path) -> None:
    """Both red players draw a chit."""
    for player in ("rosa", "rolf"):
        send(game, f"orders/{player}.yaml", LEVY.format(player=player))


def every_byte(folder: Path) -> dict[str, bytes]:
    """All files under a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
