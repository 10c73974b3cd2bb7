"""The program that plays here: the digest of every file that can decide a run of a system.

That is the code of the core, of the moderation (which makes files into inputs) and of the system
with those that it names, their data and their schemas. Commands, maps and pictures decide nothing;
the scenario and the owner's charts stand in the header of each run by hashes of their own.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from io import FileIO
from pathlib import Path
from typing import Final

from pbem.core.data.resources import PACKAGE, data_roots
from pbem.core.record.program import Program
from pbem.core.rules.system import AnySystem
from pbem.store.inputs import UNPLAYED

_KINDS: Final = (".py", ".yaml", ".json")
_MENTIONED: Final = re.compile(rb"pbem\.systems\.(\w+)")


def program_of(system: AnySystem) -> Program:
    """The program as its files are: they are read once in a process, as its code is."""
    return Program(digest=_once(system.name, system.folder.parent))


def shipped_program(name: str) -> Program:
    """The program of a built-in system, which need not be loaded for it."""
    return Program(digest=_once(name, PACKAGE / "systems" / name))


@cache
def _once(name: str, package: Path) -> str:
    return digest_of_files(name, package)


def digest_of_files(name: str, package: Path, above: Path = PACKAGE) -> str:
    """The digest of the files of the system `name`, whose code lies in `package`."""
    digest = hashlib.sha256()
    for folder in ("core", "moderation"):
        _add(digest, folder, above / folder)
    done: set[str] = set()
    new = {name: package}
    while new:
        part = min(new)
        named = _add(digest, f"systems/{part}", new[part])
        done.add(part)
        new = {other: above / "systems" / other for other in {*new, *named} - done}
    for part in ("core", *sorted(done)):
        for root in data_roots():
            _add(digest, f"schemas/{part}", root / "schemas" / part)
    return digest.hexdigest()


def _add(digest: hashlib._Hash, title: str, folder: Path) -> set[str]:
    """Add the files of a folder to a digest; the systems that they name."""
    named: set[str] = set()
    start = len(str(folder)) + 1
    for path in sorted(_files(str(folder))):
        with FileIO(path) as stream:
            content = stream.readall()
        name = f"{title}/{path[start:]}"
        digest.update(f"{len(name)} {name} {len(content)} ".encode() + content)
        named |= {word.decode() for word in _MENTIONED.findall(content)}
    return named


def _files(folder: str) -> Iterator[str]:
    """Every file under a folder that can decide anything."""
    if not Path(folder).is_dir():
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(_KINDS) and entry.name not in UNPLAYED:
                yield entry.path
