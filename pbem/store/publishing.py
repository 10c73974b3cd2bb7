"""What a player, a spectator or everybody may hold of a game, as files that `pbem audit` takes.

Decides: what of a game is whose. Every log and everybody's report is public; a player's own are
his reports, the questions that were put to him, the position as he sees it, the files that he sent
with their receipts, and of what a log seals those entries that he may see, each with its own key.
Leaves to `core.record.views`: what a player may see of a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import FileTrouble, UsageError, id_said, suggest
from pbem.core.orders.orders import head_of
from pbem.core.record.logs import secret_rows
from pbem.core.record.state import as_data, canonical
from pbem.core.record.statefile import state_text
from pbem.core.record.views import PUBLIC, may_see, visible_state
from pbem.moderation.slips import Slip, slip_of
from pbem.store.commitments import SHEET
from pbem.store.directory import LEDGER, OPENING, REPORT, SECRETS, GameDirectory, RunName, tail_of
from pbem.store.files import files_in, write_file, write_folder
from pbem.store.inputs import SENT
from pbem.store.inputs import SHEET as SEAL
from pbem.store.packs import packed
from pbem.store.pending import RULINGS, folder_of, waiting_in
from pbem.store.protests import read_protests
from pbem.store.register import MAKES, PROTESTS, REGISTER, stories
from pbem.store.spectators import run_for
from pbem.store.texts import report_name

EVERYBODY: Final = "public"
ENDING: Final = ".zip"
README: Final = "README.txt"
BEGINS: Final = "What may be held of a game of pbem"
_NAMES: Final = {"orders": "player", "standing": "standing", "answers": "answers"}

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom something is published: a player, nobody (everybody), and up to which run."""

    name: str
    player: str
    last: RunName


def reader(directory: GameDirectory, name: str) -> Reader:
    """Who is meant: a player, a spectator, or the public."""
    players = {*directory.roster.players, *directory.state().players()}
    if name in players:
        return Reader(name, name, directory.latest)
    if name in directory.roster.spectators:
        return Reader(name, PUBLIC, run_for(directory, name))
    if name == EVERYBODY:
        return Reader(name, PUBLIC, directory.latest)
    known = [*sorted(players), *directory.roster.spectators, EVERYBODY]
    raise UsageError(f"'{name}' is nobody of this game", hint=suggest(name, known))


def published(directory: GameDirectory, who: Reader) -> Files:
    """All that somebody may hold of a game, by name."""
    files: Files = {}
    root = directory.root
    for path in (root / SHEET, *files_in(root, root, "commitments-*.yaml")):
        files[path.name] = directory.read(path)
    if register := _register(directory, who.last):
        files[REGISTER] = register.encode()
    if directory.opened:
        files[OPENING] = directory.read(root / OPENING)
    for folder in _logs(directory, who.last):
        files |= _of_run(directory, folder, who.player)
    files |= _seals(directory, who.last)
    files |= _own(directory, who) if who.player else {}
    position = as_data(visible_state(directory.state(who.last), who.player))
    files[f"position-after-{who.last}.yaml"] = state_text(position).encode()
    files[README] = _readme(directory, who).encode()
    return files


def write(files: Files, out: Path) -> None:
    """The files in a new folder, or in a zip, which replaces an older one."""
    if out.suffix == ENDING:
        write_file(out, packed(files))
    else:
        write_folder(out, files)


def default_name(directory: GameDirectory, who: Reader) -> Path:
    """Where it is written if nobody says where: beside the game."""
    return directory.root.resolve().parent / f"{directory.roster.game}-{who.name}{ENDING}"


def _readme(directory: GameDirectory, who: Reader) -> str:
    whose = f"player {who.player}" if who.player else f"for {who.name}: what everybody may see"
    return (
        f"{BEGINS}\n\n{directory.roster.game} after run {who.last}, {whose}.\n\n"
        "Check it with `pbem audit --kept` and the name of this folder or zip, or open\n"
        "docs/verify.html of pbem in a browser and drop the files on it. Put what you were\n"
        "sent beside them (receipts, questions, reports): then that is compared, too.\n"
    )


# --- what is public ------------------------------------------------------------------------------


def _register(directory: GameDirectory, last: RunName) -> str:
    """The lines of the register up to a run; all of them where it is the latest."""
    path = directory.root / REGISTER
    text = directory.text(path) if path.exists() else ""
    if last == directory.latest:
        return text
    end = directory.last_line(last)
    for row, story in stories(text):
        if row and row["act"] in MAKES and row["last"] == end:
            lines = text.splitlines(keepends=True)
            return "".join(lines[: story.tip["entries"]])
    return ""


def _logs(directory: GameDirectory, last: RunName) -> Iterator[Path]:
    """The folders of the runs that were played up to one, those that were taken back by then too.

    A run that only waited was never published: its dice may serve again.
    """
    for run in directory.runs:
        if RunName(0) < run <= last:
            yield directory.folder(run)
    header = directory.header(directory.folder(last)) if last > RunName(0) else {}
    told = {row["last"] for row in header.get("void", ())}
    for where, run in directory.voided():
        folder = where / str(run)
        stopped = waiting_in(folder) is not None
        if not stopped and (last == directory.latest or _end(directory, folder) in told):
            yield folder


def _end(directory: GameDirectory, folder: Path) -> str:
    return tail_of(directory.root, folder / LEDGER)[1]


def _of_run(directory: GameDirectory, folder: Path, player: str) -> Files:
    """The log of a run, its reports, and what of its secrets a player may see."""
    where = folder.relative_to(directory.root).as_posix()
    names = [LEDGER, REPORT, *([report_name(player)] if player else [])]
    found = {f"{where}/{name}": folder / name for name in names}
    files = {name: directory.read(path) for name, path in found.items() if path.is_file()}
    rows = "".join(f"{canonical(row)}\n" for row in _opened(directory, folder, player))
    return files | ({f"{where}/{SECRETS}": rows.encode()} if rows else {})


def _opened(directory: GameDirectory, folder: Path, player: str) -> Iterator[Mapping[str, Any]]:
    """The sealed entries that a player may see; all of them once the game is open."""
    path = folder / SECRETS
    try:
        rows = secret_rows(directory.text(path)) if path.is_file() else []
    except ValueError as trouble:
        raise FileTrouble(f"{path}: {trouble}", hint="pbem audit says where") from None
    for row in rows:
        if directory.opened or (player and may_see(tuple(row["secret"]), player)):
            yield row


def _seals(directory: GameDirectory, last: RunName) -> Files:
    """The sheets of the windows that were sealed; for spectators those of the runs they see."""
    root = directory.root
    folders = [root / "sealed", *(group / "sealed" for group in directory.groups())]
    return {
        path.relative_to(root).as_posix(): directory.read(path)
        for folder in folders
        for path in sorted(folder.glob(f"*/{SEAL}"))
        if last == directory.latest or int(path.parent.name) <= last.number
    }


# --- what is a player's own ----------------------------------------------------------------------


def _own(directory: GameDirectory, who: Reader) -> Files:
    """What was asked of a player, and of the moderator; his protests, his files with receipts."""
    root, files = directory.root, Files()
    asked = [folder_of(root), *(where / str(run) for where, run in directory.voided())]
    for path in (folder / f"{name}.yaml" for folder in asked for name in (who.player, RULINGS)):
        if path.is_file() and waiting_in(path.parent) is not None:
            files |= _unless_secret(directory, path)
    for one in read_protests(directory):
        if one.player == who.player:
            name = f"{PROTESTS}/{one.number}/protest.yaml"
            files[name] = directory.read(root / name)
    return files | _sent_by(directory, who.player)


def _sent_by(directory: GameDirectory, player: str) -> Files:
    """The files of a player that were played; standing orders once, until he sent others."""
    files, before = Files(), Files()
    for run in directory.runs:
        for name, data in _sent(directory, run, player):
            if before.get(name) == data and name.startswith("standing/"):
                continue
            before[name] = data
            files[f"sent/{run}/{name}"] = data
            if (slip := _slip(directory, run, name, data)) is not None:
                files[f"sent/{run}/{name}.receipt.txt"] = f"{slip.text}\n".encode()
    return files


def _unless_secret(directory: GameDirectory, path: Path) -> Files:
    """What was asked; of the moderator nothing that not every player may see."""
    data = directory.read(path)
    hidden = "secret" in head_of(data, str(path))
    return {} if hidden else {path.relative_to(directory.root).as_posix(): data}


def _sent(directory: GameDirectory, run: RunName, player: str) -> Iterator[tuple[str, bytes]]:
    """A player's own files among those that a run was played with."""
    folder = directory.folder(run) / "inputs"
    for part in SENT:
        for path in files_in(directory.root, folder / part, "*.yaml"):
            data = directory.read(path)
            if id_said(str(head_of(data, path.name).get(_NAMES[part]) or "")) == player:
                yield f"{part}/{path.name}", data


def _slip(directory: GameDirectory, run: RunName, name: str, data: bytes) -> Slip | None:
    """The receipt of a file that was played; none without the keys of its time."""
    keys = directory.known_keys
    if keys is None:
        return None
    slip = slip_of(directory.roster.game, run.number, name, (data, keys.receipts))
    log = directory.text(directory.folder(run) / LEDGER)
    return slip if slip.fingerprint in log else None
