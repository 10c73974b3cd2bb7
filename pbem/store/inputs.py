"""Which files a run is played with: a pending run's own, the sealed ones, a void run's, or the
latest that players sent; and the data files, kept under their hashes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from pbem.core.data.findings import Finding, Where, warning
from pbem.core.data.resources import scenario_path
from pbem.core.data.yamlio import MAX_TYPED_BYTES, listed, read_data
from pbem.core.maps.sections.head import parts_named
from pbem.core.orders.orders import is_window, open_window, read_orders, sha256
from pbem.core.rules.game import Game
from pbem.core.rules.setup import CHARTS, CORRECTIONS, COUNTERS, MAP, OWN, built_map
from pbem.moderation.window import Received, misplaced
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in, inside, read_inside, told, write_file
from pbem.store.pending import inputs_of, waiting

SENT: Final = ("orders", "standing", "answers")  # what players send
PARTS: Final = (*SENT, "overrides")
LATE: Final = ("answers", "overrides")  # what may come while a run waits
ROSTER: Final = "game.yaml"
SHEET: Final = "seal.yaml"
AMENDMENT: Final = "amend.yaml"
KEPT: Final = "kept"  # under the data: what runs were played with
TOO_LATE: Final = "what was closed is played; standing orders count from the next window on"
# these decide nothing in a run
UNPLAYED: Final = ("clauses.yaml", "waived.yaml", "unplayed.yaml", "setup.yaml")


def collect(directory: GameDirectory, number: int, fresh: bool = True) -> Received:
    """The files with which run `number` is to be played now.

    `fresh` answers and rulings join those that it had.
    """
    folder = source(directory, number)
    parts = {part: _part(directory, folder, part) for part in PARTS}
    late: set[str] = set()
    if fresh and folder == inputs_of(directory.root):
        for part in LATE:
            came = _fresh(parts[part], _part(directory, directory.root, part))
            parts[part] |= came
            late |= {*came}
    unread = _unread(directory) if folder == directory.root else []
    unread += _unread_data(directory)
    unread += _too_late(directory, folder)
    astray = {name: found for p in SENT for name, found in _astray(parts[p], p).items()}
    parts = {p: {n: data for n, data in parts[p].items() if n not in astray} for p in PARTS}
    return Received(
        orders=parts["orders"],
        standing=parts["standing"],
        answers=parts["answers"],
        overrides=parts["overrides"],
        data=hashes(directory) | sheet_hash(directory, number),
        mark=directory.keys.fingerprint,
        late=frozenset(late),
        strict=folder != directory.root,
        findings=(*unread, *astray.values()),
    )


def _astray(files: Mapping[str, bytes], part: str) -> dict[str, Finding]:
    """The files of one kind that lie in the folder of another."""
    found = {name: misplaced(name, data, part) for name, data in files.items()}
    return {name: finding for name, finding in found.items() if finding is not None}


def sheet_hash(directory: GameDirectory, number: int) -> dict[str, str]:
    """The hash of the sheet that was published, where the files were sealed."""
    sheet = directory.root / "sealed" / str(number) / SHEET
    return {SHEET: sha256(directory.read(sheet))} if sheet.is_file() else {}


def sent_files(directory: GameDirectory, number: int, part: str) -> dict[str, bytes]:
    """The files of one kind that players sent for run `number`, as far as they lie in its place."""
    files = _part(directory, source(directory, number), part)
    astray = _astray(files, part)
    return {name: data for name, data in files.items() if name not in astray}


def standing_files(directory: GameDirectory, number: int) -> dict[str, bytes]:
    """The files of standing orders with which run `number` is to be played now."""
    return _part(directory, source(directory, number), "standing")


def source(directory: GameDirectory, number: int) -> Path:
    """The folder that holds the orders, standing orders and answers of a run to be played."""
    root = directory.root
    if waiting(root, number) is not None:
        return inputs_of(root)
    candidates = (root / "sealed" / str(number), root / "replay" / str(number))
    return next((folder for folder in candidates if folder.is_dir()), root)


def _part(directory: GameDirectory, folder: Path, part: str) -> dict[str, bytes]:
    """The files of one kind, named as the user finds them in the game directory."""
    root = directory.root
    return {
        str(path.relative_to(root)): read_inside(root, path, MAX_TYPED_BYTES)
        for path in files_in(root, folder / part, "*.yaml")
    }


def _too_late(directory: GameDirectory, folder: Path) -> list[Finding]:
    """Files of the open window that came, or were changed, after those of its run were closed."""
    if folder in (directory.root, directory.root / "replay" / folder.name):
        return []
    return [
        warning("too-late", f"this file is not played: {closed}", where=Where(name), hint=TOO_LATE)
        for part in ("orders", "standing")
        for name, data in _part(directory, directory.root, part).items()
        if (closed := closed_to(directory, part, data))
    ]


def closed_to(directory: GameDirectory, part: str, data: bytes) -> str:
    """Why a file of a player is not played in the next run: others are sealed, or it has begun."""
    state = directory.state()
    number = state.clock.run + 1
    folder = source(directory, number)
    if folder == directory.root or folder.parent.name == "replay":
        return ""
    if part == "orders":
        window = read_orders(directory.game, data, part).window
        if not is_window(window, open_window(directory.game, state)):
            return ""
    if data in _part(directory, folder, part).values():
        return ""
    begun = folder == inputs_of(directory.root)
    return f"run {number} has begun" if begun else f"run {number} is sealed"


def _unread(directory: GameDirectory) -> list[Finding]:
    """Files that lie among the players' and are passed over, for their names do not fit."""
    root = directory.root
    return [
        _not_read(root, path, "its name must end with .yaml")
        for part in PARTS
        for path in files_in(root, root / part, "*")
        if path.suffix != ".yaml" and path.is_file()
    ]


def _not_read(root: Path, path: Path, hint: str) -> Finding:
    where = Where(str(path.relative_to(root)))
    return warning("not-read", "this file is not read", where=where, hint=hint)


def _fresh(known: Mapping[str, bytes], came: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that came after those of earlier stops."""
    return {name: data for name, data in came.items() if data not in known.values()}


# --- data files ----------------------------------------------------------------------------------


def data_files(game: Game, own: Path | None = None) -> dict[str, Path]:
    """Every data file that decides a run: the system's, the scenario's, the moderator's own."""
    roster = game.roster
    folders = {
        "system": game.system.folder,
        "scenario": scenario_path(roster.system, roster.scenario),
    }
    found = {
        f"{name}/{path.relative_to(folder)}": path
        for name, folder in folders.items()
        for where in ("", "board", CHARTS)
        for path in listed(folder / where)
        if path.name not in UNPLAYED
    }
    built = built_map(roster)
    found |= {} if built is None else {f"maps/{built.name}": built}
    if own is not None:
        found |= {f"own/{path.relative_to(own)}": path for path in own_files(own)}
    return found


def own_files(own: Path) -> list[Path]:
    """The files of a game's own data that are read: a map with its parts, counters, charts."""
    path = own / MAP
    parts = parts_named(read_data(path)) if path.is_file() else ()
    files = [own / name for name in (COUNTERS, CORRECTIONS, MAP, *parts)]
    return [*(path for path in sorted(files) if path.is_file()), *listed(own / CHARTS)]


def own_data(directory: GameDirectory) -> dict[str, bytes]:
    """The moderator's own data files, by their names in the game's folder of data."""
    own = directory.root / OWN
    return {str(path.relative_to(own)): directory.read(path) for path in own_files(own)}


def _unread_data(directory: GameDirectory) -> list[Finding]:
    """Files that lie among the game's own data and change nothing: a slip in a name, say."""
    root, own = directory.root, directory.root / OWN
    found = [*files_in(root, own, "*"), *files_in(root, own / CHARTS, "*")]
    played = {*data_files(directory.game, own).values(), own / CHARTS, own / KEPT}
    hint = f"data of a game are {MAP}, {CORRECTIONS}, {COUNTERS} and {CHARTS}/*.yaml"
    return [_not_read(root, path, hint) for path in found if path not in played]


def hashes(directory: GameDirectory) -> dict[str, str]:
    """What is published of game.yaml, by its fingerprint, and of every data file, by its hash."""
    roster = directory.read(directory.root / ROSTER)
    return {ROSTER: directory.keys.fingerprint(roster), **data_hashes(directory)}


def data_hashes(directory: GameDirectory) -> dict[str, str]:
    """The hashes of every data file."""
    return hashed(_files(directory))


def hashed(files: Mapping[str, Path]) -> dict[str, str]:
    """The hashes of data files, by the names that logs give them."""
    return {f"data/{name}": _hash_of(name, path) for name, path in files.items()}


def _hash_of(name: str, path: Path) -> str:
    """The hash of a data file; one that came with the program is read once."""
    if name.startswith("own/"):
        return sha256(path.read_bytes())
    found = path.stat()
    return _hash_as_it_was(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=512)
def _hash_as_it_was(path: Path, _changed: int, _size: int) -> str:
    return sha256(path.read_bytes())


def _files(directory: GameDirectory) -> dict[str, Path]:
    return data_files(directory.game, directory.root / OWN)


def keep_data(directory: GameDirectory) -> None:
    """Keep every data file under its hash, so that later versions can replay this run."""
    kept = inside(directory.root, directory.root / OWN / KEPT)
    with told(kept):
        kept.mkdir(parents=True, exist_ok=True)
    for name, path in _files(directory).items():
        target = kept / f"{_hash_of(name, path)}.yaml"
        if not target.exists():
            write_file(target, path.read_bytes())
