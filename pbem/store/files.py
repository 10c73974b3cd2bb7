"""Files of a game directory: read nothing outside it, write whole or not at all, one at a time.

A folder is written under `NAME.tmp`, every file and the folder are fsynced, then it is renamed
once: whatever stops the program, the folder is there whole or it is not there.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, GameBusy, PbemError
from pbem.core.data.yamlio import listed, read_bytes

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
TEMPORARY: Final = ".tmp"
HANDED_OVER: Final = "handed-over.yaml"  # the mark of a game that somebody else goes on with
_NO_LINK: Final = "put the file itself there, not a link"


def inside(root: Path, path: Path) -> Path:
    """The path, if nothing on the way to it from the root is a link; else FileTrouble.

    A link that stays within the directory would make another file of it out of this one: what is
    one player's would be read, mailed and published as what is somebody else's.
    """
    home, there = os.path.realpath(root), os.path.realpath(path)
    if Path(there).is_symlink():
        raise FileTrouble(f"{path}: this link leads to itself", hint=_NO_LINK)
    if there != home and not there.startswith(f"{home.rstrip(os.sep)}{os.sep}"):
        raise FileTrouble(
            f"{path}: this leads out of the game directory",
            hint=_NO_LINK,
        )
    if Path(there) != Path(home) / path.relative_to(root):
        raise FileTrouble(f"{path}: this is a link", hint=_NO_LINK)
    return path


def read_inside(root: Path, path: Path, limit: int) -> bytes:
    """The bytes of a file of the game directory; a pipe or a device is none."""
    if inside(root, path).exists() and not (path.is_file() or path.is_dir()):
        raise FileTrouble(f"{path}: this is not a plain file")
    return read_bytes(path, limit)


def files_in(root: Path, folder: Path, pattern: str) -> list[Path]:
    """The files of a folder that fit a pattern, in byte order of their names."""
    if inside(root, folder).exists() and not folder.is_dir():
        raise FileTrouble(f"{folder}: this is not a folder")
    return listed(inside(root, folder), pattern)


# --- writing -----------------------------------------------------------------------------------


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Trouble of the operating system as one message."""
    try:
        yield
    except OSError as trouble:
        if trouble.errno in (errno.ENOSPC, errno.EDQUOT):
            raise FileTrouble(
                f"{path}: the disk is full; nothing was written and nothing is lost",
                hint="make room and call the command again",
            ) from None
        raise FileTrouble(f"{path}: cannot be written: {trouble.strerror}") from None


def write_folder(
    target: Path, files: Mapping[str, str | bytes], private: Collection[str] = ()
) -> None:
    """A new folder with its files, whole or not at all; an existing one is never touched.

    A name that ends with `/` is an empty folder.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise FileTrouble(f"{target}: is there already and is not overwritten")
    building = target.with_name(target.name + TEMPORARY)
    with told(target):
        try:
            _build(building, files, private)
            building.rename(target)
            _sync_names(target.parent)
        except BaseException:
            shutil.rmtree(building, ignore_errors=True)
            raise


def _build(building: Path, files: Mapping[str, str | bytes], private: Collection[str]) -> None:
    if building.is_symlink():
        building.unlink()
    elif building.exists():
        shutil.rmtree(building)
    building.mkdir(parents=True)
    for name in sorted(files):
        path = building / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        _put(path, files[name], PRIVATE_FILE if name in private else 0o644)
    for folder, _, _ in os.walk(building, topdown=False):
        sync_folder(Path(folder))


def _put(path: Path, content: str | bytes, mode: int) -> None:
    data = content.encode() if isinstance(content, str) else content
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def write_file(path: Path, content: str | bytes, private: bool = False) -> None:
    """One file, whole or as it was before."""
    building = path.with_name(path.name + TEMPORARY)
    with told(path):
        try:
            building.unlink(missing_ok=True)
            _put(building, content, PRIVATE_FILE if private else 0o644)
            building.replace(path)
            _sync_names(path.parent)
        finally:
            building.unlink(missing_ok=True)


def move(old: Path, new: Path) -> None:
    """A file or folder goes elsewhere in the game directory, in one step."""
    with told(new):
        new.parent.mkdir(parents=True, exist_ok=True)
        old.rename(new)
        _sync_names(new.parent)
        _sync_names(old.parent)


def _sync_names(folder: Path) -> None:
    """Make a new name in a folder last; it stands already, so trouble is none of the command's."""
    with suppress(OSError):
        sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- one at a time ---------------------------------------------------------------------------


class HandedOver(PbemError):
    """Another moderator goes on with this game; nothing of this copy is changed any more."""


def is_handed_over(root: Path) -> bool:
    """Whether another moderator goes on with a game."""
    return (root / HANDED_OVER).exists()


def refuse_handed_over(root: Path) -> None:
    """Change nothing of a game that another moderator goes on with."""
    if is_handed_over(root):
        raise HandedOver(
            f"{root}: this game was handed over and goes on elsewhere, as {HANDED_OVER} says",
            hint=f"if nobody took it, remove {root / HANDED_OVER}: two that go on are found out "
            "from their logs",
        )


@contextmanager
def locked(root: Path) -> Iterator[int]:
    """Hold the game's lock; GameBusy when another run holds it, HandedOver where it went on.

    Each holder has the next number: whoever gets the one after his own last one knows that nobody
    has changed the game between.
    """
    refuse_handed_over(root)
    path = root / "lock"
    with told(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, PRIVATE_FILE)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise GameBusy(
            f"{root}: another command is at work on this game",
            hint="wait until it has ended; nothing was done",
        ) from None
    try:
        with told(path):
            turn = _next_turn(handle)
        yield turn
    finally:
        os.close(handle)


def _next_turn(handle: int) -> int:
    """The number of who holds a lock now, written into its file; it need not outlive the machine,
    since nobody who knows an earlier one does."""
    said = os.pread(handle, 20, 0)
    turn = int(said) + 1 if said.isdigit() else 1
    os.pwrite(handle, str(turn).encode(), 0)
    return turn
