"""Many files as one: a zip whose bytes hang on its files alone, and the reading of a strange one.

Decides: what a file in a pack may be called, how much may be in one, and that nothing is believed
of what a zip says of itself. Leaves to others: what the files are, and where they go.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath
from stat import S_IFDIR, S_IFMT, S_IFREG
from typing import Final

from pbem.core.data.findings import FileTrouble
from pbem.core.data.letters import shown_in_line
from pbem.store.files import PRIVATE_FILE

MOST_FILES: Final = 100_000
MOST_BYTES: Final = 1 << 30  # of all files together
LONGEST: Final = 255  # bytes of one part of a name
DEEPEST: Final = 20  # parts of a name
_LISTED: Final = b"PK\1\2"  # begins each entry of the list of files that a zip ends with
_OPEN_FILE: Final = 0o644
_DAY_ONE: Final = (1980, 1, 1, 0, 0, 0)
_NO_NAME: Final = ("", ".", "..")

Files = Mapping[str, bytes]


def packed(files: Files, private: Collection[str] = ()) -> bytes:
    """The files as a zip, the same files always the same bytes; `NAME/` is a folder."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as pack:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DAY_ONE)
            mode = S_IFDIR | 0o755 if name.endswith("/") else S_IFREG | _mode(name, private)
            entry.create_system, entry.external_attr = 3, mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(entry, files[name])
    return data.getvalue()


def _mode(name: str, private: Collection[str]) -> int:
    return PRIVATE_FILE if name in private else _OPEN_FILE


def is_packed(data: bytes) -> bool:
    """Whether a file is a zip."""
    return data.startswith((b"PK\3\4", b"PK\5\6"))


def unpacked(data: bytes, name: str) -> dict[str, bytes]:
    """The files of a pack, by their names; FileTrouble says what is wrong with it."""
    if (many := data.count(_LISTED)) > MOST_FILES:
        raise FileTrouble(f"{name}: {many} files are more than it may hold")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            entries = pack.infolist()
            _check(entries, name)
            return {entry.filename: _content(pack, entry) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as trouble:
        raise FileTrouble(
            f"{name}: this is damaged, nothing of it was taken ({trouble})",
            hint="have it sent again",
        ) from None
    except RuntimeError:
        raise FileTrouble(f"{name}: a file in it is locked by a password of its own") from None


def _content(pack: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A file of a pack; what it holds beyond the size that it tells is not even unpacked."""
    with pack.open(entry) as stream:
        return stream.read(entry.file_size + 1)


def _check(entries: Collection[zipfile.ZipInfo], name: str) -> None:
    """Refuse what no pack of ours holds, before anything is read."""
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise FileTrouble(f"{name}: its files are larger than {MOST_BYTES >> 20} MB together")
    seen: set[str] = set()
    for entry in entries:
        wrong = _wrong(entry) or ("it is there twice" if entry.filename in seen else "")
        if wrong:
            raise FileTrouble(f"{name}: '{shown_in_line(entry.filename)}' in it: {wrong}")
        seen.add(entry.filename)
    _check_folders(seen, name)


def _check_folders(seen: Collection[str], name: str) -> None:
    """Refuse a file that lies in another file."""
    files = {PurePosixPath(one) for one in seen if not one.endswith("/")}
    for path in sorted(seen):
        if not files.isdisjoint(PurePosixPath(path).parents):
            words = f"'{shown_in_line(path)}' in it lies in what is a file"
            raise FileTrouble(f"{name}: {words}")


def _wrong(entry: zipfile.ZipInfo) -> str:
    """Why an entry is not a plain file or folder below the place where it is unpacked."""
    parts = entry.filename.removesuffix("/").split("/")
    if any(part in _NO_NAME for part in parts) or entry.filename != entry.orig_filename:
        return "the name leads out of its folder"
    if "\\" in entry.filename or ":" in parts[0] or not entry.filename.isprintable():
        return "this cannot be the name of a file"
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in parts):
        return "the name is too long"
    if len(parts) > DEEPEST:
        return "it lies too deep"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is packed in a way that pbem does not use"
    kind = S_IFMT(entry.external_attr >> 16)
    return "" if kind in (0, S_IFREG, S_IFDIR) else "this is a link or a device, not a file"


def private_in(data: bytes) -> Iterator[str]:
    """The files of a sound pack that only their owner may read."""
    with zipfile.ZipFile(io.BytesIO(data)) as pack:
        for entry in pack.infolist():
            if not (entry.external_attr >> 16) & 0o077:
                yield entry.filename
