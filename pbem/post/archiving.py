"""A whole game as one file, encrypted under a passphrase, that another moderator can go on with.

What lies in the directory goes into it byte for byte: positions, logs, secrets, keys, letters, what
waits in the outbox, data of the owner. What is its moderator's own does not travel, either way: his
settings and passwords, hidden files, the lock; nor do caches and drafts. So what comes in an
archive is data, whoever made it: files of a game, below the one folder that it is taken into.

Decides: what of a game goes into an archive, what an archive must be to be taken in, what of it is
left out, and that a game that is handed over is marked, so that nobody plays it on by mistake.
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
from pbem.core.data.yamlio import decode, flow_text, read_bytes, read_data_text
from pbem.post.carrying import finish
from pbem.post.held import BROUGHT
from pbem.post.kept import DONE, RECEIVED, RECORD
from pbem.post.outgoing import OUTBOX
from pbem.post.sending import MARK
from pbem.post.settings import FILE as SETTINGS
from pbem.post.settings import passwords, pictures_in
from pbem.post.wire import FILE as CLUSTER
from pbem.store.directory import STATE, GameDirectory, game_around
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
SHARED: Final = f"shared/{SETTINGS}"  # older archives held the settings that lay above the game
ENDING: Final = ".age"
MOST_ARCHIVE: Final = MOST_BYTES + (64 << 20)
_OWN: Final = ("lock", HANDED_OVER, SETTINGS, CLUSTER)


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive holds: the game, its last run, its files, and to whom it was handed.

    `aside`: the files that were left out of it, `pictures`: what its moderator's settings said of
    pictures, where an older program put them in.
    """

    game: str
    run: str
    pbem: str
    to: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    private: frozenset[str] = frozenset()
    aside: tuple[str, ...] = ()
    pictures: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_keys(self) -> bool:
        """Whether its keys are in it; else their keeper has them."""
        return "keys" in self.files

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The letters of its players with which its moderator had not done: nobody finishes them
        in another's name.
        """
        found = (name.rpartition("/") for name in self.files)
        letters = sorted(folder for folder, _, name in found if name == RECORD)
        return tuple(
            one
            for one in letters
            if Path(one).parent == RECEIVED and f"{one}/{DONE}" not in self.files
        )

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
    if out.exists() and not to:
        raise _is_there(out)
    check_passphrase(passphrase)
    reconcile(directory)
    finish(directory)
    made = _archive(directory, to)
    pack = _pack(made)
    _read(pack, str(out))  # what nobody could take in is not handed over
    if not out.exists():
        write_file(out, encrypted(pack, passphrase), private=True)
    elif not _holds(out, passphrase, pack):
        raise _is_there(out)
    if to:
        rows = {"format": "pbem-handed-over/1", "to": to, "run": made.run, "archive": out.name}
        write_file(directory.root / HANDED_OVER, _yaml(rows))
    return made


def _is_there(out: Path) -> FileTrouble:
    return FileTrouble(f"{out} is there already and is not overwritten", hint="--out FILE")


def _holds(out: Path, passphrase: str, pack: bytes) -> bool:
    """Whether a call that was stopped before it marked the game has written this very archive."""
    try:
        return decrypted(read_bytes(out, MOST_ARCHIVE), passphrase, str(out)) == pack
    except PbemError:
        return False


def _archive(directory: GameDirectory, to: str) -> Archive:
    root, secret = directory.root, passwords(directory)
    found = dict(_found(root, root))
    stays = {name for name, path in found.items() if not _travels(name) or path.resolve() in secret}
    files = dict(_files(root, {name: path for name, path in found.items() if name not in stays}))
    private = {name for name in files if not (root / name).stat().st_mode & 0o077}
    told = tuple(sorted(name for name in stays if not _goes_unsaid(name)))
    run, game = str(directory.latest), directory.roster.game
    return Archive(game, run, __version__, to, files, frozenset(private), told)


def _found(root: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """What lies in a folder, by its name in the game; of folders those of which nothing travels."""
    for path in sorted(folder.iterdir()):
        name = path.relative_to(root).as_posix()
        is_open = _travels(name) and path.is_dir() and not path.is_symlink()
        inner = list(_found(root, path)) if is_open else []
        yield from inner
        if not any(_travels(one) for one, _ in inner):
            yield name, path


def _travels(name: str) -> bool:
    """Whether a file or folder of a game goes into an archive, and comes out of one."""
    parts = name.casefold().split("/")
    own = len(parts) == 1 and parts[0] in _OWN
    return not own and not any(
        part.startswith(".") or part.endswith((TEMPORARY, ENDING)) for part in parts
    )


def _goes_unsaid(name: str) -> bool:
    """Whether nobody misses what stays: drafts, caches, other archives, the marks of a game."""
    return name in ("lock", HANDED_OVER) or name.endswith((TEMPORARY, ENDING, ".cache"))


def _files(root: Path, found: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """What is in the files, and that a folder is empty; no link is followed."""
    size = 0
    for name, path in found.items():
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise FileTrouble(f"{path}: this is a link", hint="put the file itself there")
        if path.is_dir():
            yield f"{name}/", b""
            continue
        size += path.stat().st_size
        if size > MOST_BYTES:
            raise FileTrouble(f"{root}: more than {MOST_BYTES >> 20} MB go into no archive")
        yield name, path.read_bytes()


def _pack(made: Archive) -> bytes:
    """The archive before it is encrypted: what it is of stands in a file of its own."""
    rows = {"format": FORMAT, "pbem": made.pbem, "game": made.game, "run": made.run, "to": made.to}
    files = {f"{INSIDE}{name}": data for name, data in made.files.items()}
    files[ABOUT] = _yaml(rows).encode()
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
    found = _of_the_game(files, name)
    game = {n: data for n, data in found.items() if n and _travels(n.removesuffix("/"))}
    for needed in ("game.yaml", f"runs/0/{STATE}"):
        if needed not in game:
            raise FileTrouble(f"{name}: this is no whole game: {needed} is not in it")
    return Archive(
        files=game,
        private=frozenset(n.removeprefix(INSIDE) for n in private_in(pack)),
        aside=tuple(sorted(n for n in found if n and n not in game)),
        pictures=pictures_in(found.get(SETTINGS, b"")),
        **about,
    )


def _of_the_game(files: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    """What an archive holds of a game, by its names there; settings that lay above it, too."""
    for strange in files:
        if strange not in (ABOUT, SHARED) and strange.partition("/")[0] != "game":
            raise FileTrouble(f"{name}: '{strange}' in it is of no game")
    shared = {SETTINGS: files[SHARED]} if SHARED in files else {}
    return shared | {n.removeprefix(INSIDE): d for n, d in files.items() if n.startswith(INSIDE)}


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


def take_in(found: Archive, target: Path) -> None:
    """Write the game of an archive, whole or not at all."""
    if target.name.endswith(TEMPORARY):
        raise UsageError(f"{target}: a game's folder is not called so")
    if (outer := game_around(target)) is not None:
        raise UsageError(f"{target}: this lies in the game {outer}", hint="name another folder")
    closed = {f"{letter}/{DONE}": b"" for letter in found.unfinished}
    brought = {f"{OUTBOX}/{name}{BROUGHT}": b"" for name in found.waiting()}
    write_folder(target, {**found.files, **closed, **brought}, private=found.private)
    with told(target):
        target.chmod(PRIVATE_FOLDER)
