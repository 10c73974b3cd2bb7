"""The owner's data that a run was played with, also where other ones lie in the game now.

Decides which folder a run's own charts, counters and pieces of map are read from. Leaves to
`rebuild` what data of the program a run needs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, Final

from pbem.audit.record import Record
from pbem.core.data.yamlio import listed
from pbem.core.orders.orders import sha256
from pbem.core.rules.setup import OWN
from pbem.store.directory import GameDirectory, with_own_data
from pbem.store.inputs import KEPT, own_files

_OWN: Final = "data/own/"  # how a log names them


@contextmanager
def own_data(record: Record) -> Iterator[Path | None]:
    """A folder with the own data of the game as the run had them.

    That is the game's directory, or one made of what it keeps where data changed since; the
    directory again where the kept files are not all there.
    """
    if record.directory is None:
        yield None
        return
    root = with_own_data(record.directory.root)
    kept = _kept(record.directory, _named(record.header()))
    if kept is None:
        yield root
        return
    with tempfile.TemporaryDirectory(prefix="pbem-") as folder:
        for name, content in kept.items():
            path = Path(folder, OWN, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        yield Path(folder)


def _named(header: Mapping[str, Any]) -> dict[str, str]:
    """The hashes of the own data that a log names, by their names under `data/`."""
    named = header["inputs"].items()
    return {name.removeprefix(_OWN): found for name, found in named if name.startswith(_OWN)}


def _stays_inside(name: str) -> bool:
    """Whether a name, which anybody may have put into a log, leads to no other folder."""
    path = PurePosixPath(name)
    return bool(name) and "\0" not in name and not path.is_absolute() and ".." not in path.parts


def _kept(directory: GameDirectory, named: Mapping[str, str]) -> dict[str, bytes] | None:
    """The own data of a run as the game keeps them; None if they lie there so, or are lost."""
    here = {
        str(path.relative_to(directory.root / OWN)): sha256(path.read_bytes())
        for path in own_files(directory.root / OWN)
    }
    if here == named or not all(map(_stays_inside, named)):
        return None
    kept = directory.root / OWN / KEPT
    files = {sha256(content): content for content in map(directory.read, listed(kept))}
    if not files.keys() >= set(named.values()):
        return None
    return {name: files[digest] for name, digest in named.items()}
