"""What the outcome of a case can depend on, taken down as it is now.

That is the code and the data of the core and of the system, its schemas, scenarios and built maps,
and the versions of Python and of the libraries. Nothing of pbem is imported here: sources are taken
down before any of them is loaded, and looked at again afterwards.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[1]
_PACKAGED: Final = PACKAGE / "data"
ROOT: Final = _PACKAGED if _PACKAGED.is_dir() else PACKAGE.parent
KINDS: Final = (".py", ".yaml", ".json")
_LIBRARIES: Final = ("numpy", "ruamel.yaml", "ruamel.yaml.clib")
_MENTIONED: Final = re.compile(rb"pbem\.systems\.(\w+)")


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a system's rules at one moment.

    `digest` is that of all their bytes; `stamps` tell also of a file that was changed and changed
    back in between.
    """

    digest: str
    environment: str
    stamps: Mapping[Path, tuple[int, int, int]]


def take_down(system: str) -> Sources:
    """The sources of a system's rules as they are now."""
    digest = hashlib.sha256()
    stamps = {}
    for name, path in sorted(_files(system)):
        content = path.read_bytes()
        digest.update(f"{len(name)} {name} {len(content)} ".encode() + content)
        found = path.stat()
        stamps[path] = (found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    return Sources(digest.hexdigest(), _environment(), stamps)


def _files(system: str) -> Iterator[tuple[str, Path]]:
    """Every file of the sources by its name within the package or the data."""
    systems = _with_mentioned(system)
    code = ["core", *(f"systems/{name}" for name in systems)]
    kinds = ("schemas", "scenarios")
    data = ["schemas/core", *(f"{kind}/{name}" for kind in kinds for name in systems)]
    for root, folders in ((PACKAGE, code), (ROOT, data)):
        for folder in folders:
            for path in (root / folder).rglob("*"):
                if path.suffix in KINDS and path.is_file():
                    yield path.relative_to(root).as_posix(), path
    for path in (PACKAGE / "maps" / "built").glob(f"{system}-*.yaml"):
        yield path.relative_to(PACKAGE).as_posix(), path
    for name in ("__init__.py", "systems/__init__.py"):
        yield name, PACKAGE / name


def _with_mentioned(system: str) -> list[str]:
    """The system and those that it, or one of these, names in its code."""
    found: list[str] = []
    new = {system}
    while new:
        name = min(new)
        found.append(name)
        texts = (path.read_bytes() for path in (PACKAGE / "systems" / name).rglob("*.py"))
        new |= {word.decode() for text in texts for word in _MENTIONED.findall(text)}
        new -= set(found)
    return found


def _environment() -> str:
    return "; ".join(
        (sys.version, f"optimize {sys.flags.optimize}", *(f"{n} {_version(n)}" for n in _LIBRARIES))
    )


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "?"
