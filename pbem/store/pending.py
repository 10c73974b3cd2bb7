"""A run that waits for answers or rulings: its inputs, how far it had come, and what it asks.

    pending/run.yaml         the run, its key, its program, and the prefix that the resumed run
                             must repeat
    pending/PLAYER.yaml      that player's own questions, to be mailed to him
    pending/rulings.yaml     what the moderator must rule first
    pending/inputs/          the files that it is played with
    pending/ledger.jsonl     its log so far, and what is secret in it (secrets.jsonl)

The folder is replaced as a whole at every stop, and gone when the run has been played. A run that
is taken back while it waits goes to void/ as it is: what it told counts.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import MAX_TYPED_BYTES, decode, flow_text, read_data
from pbem.core.orders.answers import pending_text
from pbem.core.orders.orders import sha256
from pbem.core.orders.rulingform import rulings_form
from pbem.core.play.run import Outcome, Prefix
from pbem.core.record.dice import RunKeys
from pbem.core.record.program import Program, program_in
from pbem.core.record.state import canonical
from pbem.core.rules.game import Game
from pbem.store.files import TEMPORARY, inside, move, read_inside, write_folder

FORMAT: Final = "pbem-pending/1"
FOLDER: Final = "pending"
RUN: Final = "run.yaml"  # which run it is that waits
RULINGS: Final = "rulings"  # the form of the moderator; no player is called so
_BESIDE: Final = (".old", ".new", f".new{TEMPORARY}")


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
    found = waiting_in(folder_of(root))
    return found if found and found.run == run else None


def waiting_in(folder: Path) -> Waiting | None:
    """The run that waits, or waited, in a folder."""
    path = folder / RUN
    if not path.is_file():
        return None
    data = read_data(path)
    schemas.require("core/pending", data, str(path))
    try:
        return _from_data(data)
    except (KeyError, TypeError):
        raise FileTrouble(f"{path}: damaged", hint="take the run back and play it anew") from None


def form_of_rulings(root: Path, run: int) -> str:
    """The form of the rulings for which a run waits; nothing where it waits for none."""
    path = folder_of(root) / f"{RULINGS}.yaml"
    if waiting(root, run) is None or not path.is_file():
        return ""
    return decode(read_inside(root, path, MAX_TYPED_BYTES), str(path))


def inputs_of(root: Path) -> Path:
    """The folder of the inputs of the run that waits."""
    return folder_of(root) / "inputs"


def folder_of(root: Path) -> Path:
    """The folder of the waiting run, even if a replacement was cut short."""
    folder = root / FOLDER
    return folder if folder.is_dir() else root / f"{FOLDER}.old"


def _from_data(data: dict[str, Any]) -> Waiting:
    if data["format"] != FORMAT:
        raise KeyError
    prefix = Prefix(data["head"], data["entries"], str(data["last"]))
    return Waiting(data["run"], data["key"], prefix, program_in(data))


def write_waiting(
    root: Path, game: Game, outcome: Outcome, kept: Mapping[str, bytes], *, keys: RunKeys
) -> tuple[Path, ...]:
    """Write down where the run stopped; the files to be mailed, one a player, or to be ruled in.

    `kept` are the files that the run is played with, `keys` its keys.
    """
    prefix, header = outcome.prefix, outcome.ledger.entries[0].body
    begun = {
        "run": outcome.run,
        "key": header["key"]["number"],
        "head": prefix.head,
        "entries": prefix.count,
        "last": prefix.last,
    }
    played = {"files": files_mark(header["inputs"], header["beacon"])}
    rows = {"format": FORMAT, **begun, **program_in(header).data()}
    players = sorted({question.player for question in outcome.questions})
    files: dict[str, str | bytes] = {f"inputs/{name}": data for name, data in kept.items()}
    files[RUN] = "".join(f"{name}: {flow_text(value)}\n" for name, value in rows.items())
    files["ledger.jsonl"] = outcome.ledger.public_text()
    files["secrets.jsonl"] = outcome.ledger.secrets_text()
    for player in players:
        nonce = keys.question_nonce(outcome.run, prefix.count, player)
        text = pending_text(
            game, outcome.state, player, outcome.questions, begun=begun | played, nonce=nonce
        )
        files[f"{player}.yaml"] = text
    if outcome.unruled:
        nonce = keys.question_nonce(outcome.run, prefix.count, RULINGS)
        files[f"{RULINGS}.yaml"] = rulings_form(
            game.at(outcome.state), outcome.unruled, begun=begun | played, nonce=nonce
        )
        players.append(RULINGS)
    _replace(root, files)
    return tuple(root / FOLDER / f"{name}.yaml" for name in players)


def files_mark(inputs: Mapping[str, str], beacon: str | None) -> str:
    """With which files a run asked: they stay the same where its key serves again."""
    return sha256(canonical({"inputs": dict(inputs), "beacon": beacon}).encode())


def write_lost(folder: Path, said: Mapping[str, Any]) -> None:
    """What is known of a run that waited and whose folder is gone."""
    begun = {name: said[name] for name in ("key", "head", "entries", "last")}
    rows = {"format": FORMAT, "run": int(said["run"]), **begun}
    text = "".join(f"{name}: {flow_text(value)}\n" for name, value in rows.items())
    write_folder(folder, {RUN: text}, private=[RUN])


def _replace(root: Path, files: dict[str, str | bytes]) -> None:
    folder, old, new = (root / f"{FOLDER}{end}" for end in ("", ".old", ".new"))
    shutil.rmtree(new, ignore_errors=True)
    write_folder(inside(root, new), files, private=list(files))
    if folder.is_dir():
        shutil.rmtree(old, ignore_errors=True)
        move(inside(root, folder), old)
    move(new, folder)
    shutil.rmtree(old, ignore_errors=True)


def clear_replaced(root: Path) -> None:
    """Sweep away what a replacement that was cut short left beside the folder."""
    if (root / FOLDER).is_dir():
        _clear(root, _BESIDE)


def clear_waiting(root: Path) -> None:
    """Nothing waits any more."""
    _clear(root, ("", *_BESIDE))


def _clear(root: Path, ends: Iterable[str]) -> None:
    for end in ends:
        folder = root / f"{FOLDER}{end}"
        if folder.is_dir() and not folder.is_symlink():
            _remove(folder)


def _remove(folder: Path) -> None:
    """Remove what waited; the file that tells of which run it is goes last, and not alone."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != RUN:
            with suppress(OSError):
                path.unlink()
    if {path.name for path in folder.iterdir()} <= {RUN}:
        shutil.rmtree(folder, ignore_errors=True)
