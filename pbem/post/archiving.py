"""A whole game as one file, encrypted under a passphrase, that another moderator can go on with.

What lies in the directory goes into it byte for byte: positions, logs, secrets, keys, letters, what
waits in the outbox, data of the owner. What does not: caches, drafts, the lock, and passwords of
mail servers, which are their owner's.

Decides: what of a game goes into an archive, what an archive must be to be taken in, and that a
game that is handed over is marked, so that nobody plays it on by mistake.
Leaves to `store.packs`: many files as one; to `store.encrypting`: the passphrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pbem import __version__
from pbem.core.data import schemas
from pbem.core.data.findings import FileTrouble, PbemError, UsageError
from pbem.core.data.yamlio import decode, flow_text, read_data_text
from pbem.post.outgoing import OUTBOX
from pbem.post.sending import MARK
from pbem.post.settings import FILE as SETTINGS
from pbem.post.settings import password_files
from pbem.store.directory import STATE, GameDirectory
from pbem.store.encrypting import check_passphrase, decrypted, encrypted
from pbem.store.files import (
    HANDED_OVER,
    PRIVATE_FOLDER,
    TEMPORARY,
    told,
    write_file,
    write_folder,
)
from pbem.store.packs import MOST_BYTES, packed, private_in, unpacked
from pbem.store.reconciling import reconcile

FORMAT: Final = "pbem-archive/1"
ABOUT: Final = "archive.yaml"
INSIDE: Final = "game/"  # where the files of the game stand in it
SHARED: Final = "shared/"  # settings for mail that lie above the game, for many
ENDING: Final = ".age"
MOST_ARCHIVE: Final = MOST_BYTES + (64 << 20)
_BESIDE: Final = ("lock", HANDED_OVER)


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive holds: the game, its last run, its files, and to whom it was handed."""

    game: str
    run: str
    pbem: str
    to: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    private: frozenset[str] = frozenset()
    settings: bytes | None = None

    @property
    def has_keys(self) -> bool:
        """Whether its keys are in it; else their keeper has them."""
        return "keys" in self.files

    def waiting(self, fate_unknown: bool = False) -> tuple[str, ...]:
        """The letters in its outbox; or those of them of which nobody knows whether they went."""
        end = MARK if fate_unknown else ".eml"
        names = (Path(name) for name in self.files if name.startswith(f"{OUTBOX}/"))
        return tuple(sorted(path.stem for path in names if path.suffix == end))


def default_name(directory: GameDirectory) -> Path:
    """Where an archive is written if nobody says where: beside the game, named by its last run."""
    name = f"{directory.roster.game}-{directory.latest}{ENDING}"
    return directory.root.resolve().parent / name


# --- out -----------------------------------------------------------------------------------------


def archive(directory: GameDirectory, out: Path, passphrase: str, to: str = "") -> Archive:
    """Write the archive of a game; the caller holds the lock. `to`: who goes on with it."""
    if out.exists():
        raise FileTrouble(f"{out} is there already and is not overwritten", hint="--out FILE")
    check_passphrase(passphrase)
    reconcile(directory)
    made = _archive(directory, to)
    write_file(out, encrypted(_pack(made), passphrase), private=True)
    if to:
        rows = {"format": "pbem-handed-over/1", "to": to, "run": made.run, "archive": out.name}
        write_file(directory.root / HANDED_OVER, _yaml(rows))
    return made


def _archive(directory: GameDirectory, to: str) -> Archive:
    root = directory.root
    files = dict(_files(root, password_files(root / SETTINGS)))
    private = {name for name in files if not (root / name).stat().st_mode & 0o077}
    above = root.resolve().parent / SETTINGS
    shared = above.read_bytes() if SETTINGS not in files and above.is_file() else None
    run, game = str(directory.latest), directory.roster.game
    return Archive(game, run, __version__, to, files, frozenset(private), shared)


def _files(root: Path, aside: tuple[Path, ...]) -> Iterator[tuple[str, bytes]]:
    """Every file of a game, and its empty folders; no link is followed."""
    size = 0
    for path in _paths(root):
        name = path.relative_to(root).as_posix()
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise FileTrouble(f"{path}: this is a link", hint="put the file itself there")
        if path.is_dir():
            yield f"{name}/", b""
        elif path.resolve() not in aside:
            size += path.stat().st_size
            if size > MOST_BYTES:
                raise FileTrouble(f"{root}: more than {MOST_BYTES >> 20} MB go into no archive")
            yield name, path.read_bytes()


def _paths(folder: Path) -> Iterator[Path]:
    """What lies in a folder and goes into an archive; of folders those in which nothing lies."""
    kept = sorted(path for path in folder.iterdir() if _is_kept(path.name))
    for path in kept:
        inner = list(_paths(path)) if path.is_dir() and not path.is_symlink() else []
        yield from inner or [path]


def _is_kept(name: str) -> bool:
    cache = name.startswith(".") and name.endswith(".cache")
    return not (cache or name in _BESIDE or name.endswith((TEMPORARY, ENDING)))


def _pack(made: Archive) -> bytes:
    """The archive before it is encrypted: what it is of stands in a file of its own."""
    rows = {"format": FORMAT, "pbem": made.pbem, "game": made.game, "run": made.run, "to": made.to}
    files = {f"{INSIDE}{name}": data for name, data in made.files.items()}
    files[ABOUT] = _yaml(rows).encode()
    if made.settings is not None:
        files[f"{SHARED}{SETTINGS}"] = made.settings
    return packed(files, {f"{INSIDE}{name}" for name in made.private})


def _yaml(rows: Mapping[str, Any]) -> str:
    return "".join(f"{name}: {flow_text(value)}\n" for name, value in rows.items())


# --- in ------------------------------------------------------------------------------------------


def opened(data: bytes, passphrase: str, name: str) -> Archive:
    """What an archive holds; FileTrouble or PbemError says what is wrong with it."""
    return _read(decrypted(data, passphrase, name), name)


def _read(pack: bytes, name: str) -> Archive:
    files = unpacked(pack, name)
    about = _about(files, name)
    game = {n.removeprefix(INSIDE): d for n, d in files.items() if n.startswith(INSIDE)}
    game.pop("", None)
    for needed in ("game.yaml", f"runs/0/{STATE}"):
        if needed not in game:
            raise FileTrouble(f"{name}: this is no whole game: {needed} is not in it")
    for strange in files:
        if strange not in (ABOUT, f"{SHARED}{SETTINGS}") and strange.partition("/")[0] != "game":
            raise FileTrouble(f"{name}: '{strange}' in it is of no game")
    private = frozenset(n.removeprefix(INSIDE) for n in private_in(pack))
    settings = files.get(f"{SHARED}{SETTINGS}")
    return Archive(files=game, private=private, settings=settings, **about)


def _about(files: Mapping[str, bytes], name: str) -> dict[str, str]:
    """What an archive says of itself."""
    if ABOUT not in files:
        raise FileTrouble(f"{name}: this is no archive of a game: {ABOUT} is not in it")
    text = decode(files[ABOUT], f"{name}, {ABOUT}")
    data = read_data_text(text, f"{name}, {ABOUT}")
    form = str(data.get("format", "")) if isinstance(data, dict) else ""
    if form.startswith("pbem-archive/") and form != FORMAT:
        by = f" (pbem {data['pbem']})" if "pbem" in data else ""
        raise PbemError(
            f"{name}: a newer program wrote this archive{by}; {form} is not known here",
            hint=f"this is pbem {__version__}: install the newer one",
        )
    schemas.require("core/archive", data, f"{name}, {ABOUT}")
    return {key: data[key] for key in ("game", "run", "pbem", "to")}


def take_in(found: Archive, target: Path) -> bool:
    """Write the game of an archive, whole or not at all; whether its shared settings came along.

    They do not where the folder that it comes into has some of its own.
    """
    if target.name.endswith(TEMPORARY):
        raise UsageError(f"{target}: a game's folder is not called so")
    files: dict[str, str | bytes] = dict(found.files)
    settings = found.settings is not None and not (target.resolve().parent / SETTINGS).is_file()
    if settings and found.settings is not None:
        files[SETTINGS] = found.settings
    write_folder(target, files, private=found.private)
    with told(target):
        target.chmod(PRIVATE_FOLDER)
    return settings
