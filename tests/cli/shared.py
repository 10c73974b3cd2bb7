"""What tests of the commands share: what a command said, and files of players."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.store.commitments import renewed
from pbem.store.directory import open_directory

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
    """All files under a folder but the lock, which counts the commands that held it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def ask(game: Path) -> None:
    """Rosa and Bea both want to be asked which gift the council takes."""
    levies(game)
    send(game, "standing/rosa.yaml", "standing: rosa\ncouncil: {gift: ask}\n")
    send(game, "standing/bea.yaml", "standing: bea\ncouncil: {gift: ask}\n")


def answered(game: Path, player: str, answer: str) -> str:
    """A player's questions, with his answer filled in."""
    text = (game / f"pending/{player}.yaml").read_text()
    assert text.count("  answer:\n") == 1
    return text.replace("  answer:\n", f"  answer: {answer}\n")


def played_lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of a log without what joins it to its game: hashes, register, void runs, seals."""
    rows: list[dict[str, Any]] = []
    for line in (folder / "ledger.jsonl").read_text().splitlines():
        row = json.loads(line)
        del row["prev"]
        row.pop("seal", "")
        rows.append(row)
    for body in (rows[0]["body"], rows[-1]["body"]):
        body.pop("state", "")  # it is sealed too
    rows[0]["body"]["key"].pop("again", 0)
    for name in ("runs", "void", "register", "previous"):
        rows[0]["body"].pop(name)
    return rows


def settle(game: Path) -> None:
    """The sheet of commitments follows what was changed in game.yaml or data/ before play."""
    assert renewed(open_directory(game))
