"""A run that waits for answers: its inputs as they were, how far it had come, and the questions.

    pending/run.yaml         the run, its key, its program, and the prefix that the resumed run
                             must repeat
    pending/PLAYER.yaml      that player's own questions, to be mailed to him
    pending/inputs/          the orders, standing orders and answers that it is played with

The folder is replaced as a whole at every stop, and gone when the run has been played.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import flow_text, read_data
from pbem.core.orders.answers import pending_text
from pbem.core.play.run import Outcome, Prefix
from pbem.core.record.program import Program, program_in
from pbem.core.rules.game import Game
from pbem.moderation.window import Window
from pbem.store.files import TEMPORARY, inside, move, write_folder

FORMAT: Final = "pbem-pending/1"
FOLDER: Final = "pending"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that waits: its number, the key it uses, and what a resumed run must begin with.

    Only the program that began it can go on with it.
    """

    run: int
    key: int
    prefix: Prefix
    program: Program


def waiting(root: Path, run: int) -> Waiting | None:
    """The run that waits in a directory, if it is run `run`; one that was played since is over."""
    path = inside(root, _present(root)) / "run.yaml"
    if not path.is_file():
        return None
    data = read_data(path)
    schemas.require("core/pending", data, str(path))
    try:
        found = _from_data(data)
    except (KeyError, TypeError):
        raise FileTrouble(f"{path}: damaged", hint="take the run back and play it anew") from None
    return found if found.run == run else None


def inputs_of(root: Path) -> Path:
    """The folder of the inputs of the run that waits."""
    return _present(root) / "inputs"


def _present(root: Path) -> Path:
    """The folder of the waiting run, even if a replacement was cut short."""
    folder = root / FOLDER
    return folder if folder.is_dir() else root / f"{FOLDER}.old"


def _from_data(data: dict[str, Any]) -> Waiting:
    if data["format"] != FORMAT:
        raise KeyError
    prefix = Prefix(data["head"], data["entries"], str(data["last"]))
    return Waiting(data["run"], data["key"], prefix, program_in(data))


def write_waiting(
    root: Path, game: Game, outcome: Outcome, key: int, window: Window
) -> tuple[Path, ...]:
    """Write down where the run stopped; the files to be mailed, one a player."""
    prefix = outcome.prefix
    rows = {
        "format": FORMAT,
        "run": outcome.run,
        "key": key,
        **program_in(outcome.ledger.entries[0].body).data(),
        "head": prefix.head,
        "entries": prefix.count,
        "last": prefix.last,
    }
    players = sorted({question.player for question in outcome.questions})
    files: dict[str, str | bytes] = {f"inputs/{name}": data for name, data in window.kept.items()}
    files["run.yaml"] = "".join(f"{name}: {flow_text(value)}\n" for name, value in rows.items())
    for player in players:
        files[f"{player}.yaml"] = pending_text(game, outcome.state, player, outcome.questions)
    _replace(root, files)
    return tuple(root / FOLDER / f"{player}.yaml" for player in players)


def _replace(root: Path, files: dict[str, str | bytes]) -> None:
    folder, old, new = (root / f"{FOLDER}{end}" for end in ("", ".old", ".new"))
    shutil.rmtree(new, ignore_errors=True)
    write_folder(inside(root, new), files, private=list(files))
    if folder.is_dir():
        shutil.rmtree(old, ignore_errors=True)
        move(inside(root, folder), old)
    move(new, folder)
    shutil.rmtree(old, ignore_errors=True)


def clear_waiting(root: Path) -> None:
    """Nothing waits any more."""
    for end in ("", ".old", ".new", f".new{TEMPORARY}"):
        folder = root / f"{FOLDER}{end}"
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
