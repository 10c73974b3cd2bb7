"""The maps that come with pbem, by name: built ones (`wif-europe`), systems' and scenarios' own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, UsageError, suggest
from pbem.core.data.resources import PACKAGE, data_roots
from pbem.core.data.yamlio import text_of

BUILT: Final = PACKAGE / "maps" / "built"
SYSTEMS: Final = PACKAGE / "systems"
_DATE: Final = len("1939-09")
_PARTS: Final = re.compile(r"^parts: \[(.*)\]$", re.MULTILINE)


@cache
def shipped_maps() -> Mapping[str, Path]:
    """Every shipped map: a built sheet by its file's name, a scenario's as SYSTEM/SCENARIO,
    the board that the scenarios of a system share as SYSTEM/board.
    """
    built = {path.stem: path for path in sorted(BUILT.glob("*.yaml"))}
    shared = {
        f"{path.parents[2].name}/board": path
        for path in sorted(SYSTEMS.glob("*/data/board/map.yaml"))
    }
    own = {
        f"{path.parent.parent.name}/{path.parent.name}": path
        for root in data_roots()
        for path in sorted(root.glob("scenarios/*/*/map.yaml"))
    }
    return built | shared | own


def dated(name: str, date: str) -> Path:
    """The correction file that gives a built map the borders of another date."""
    return BUILT / "dates" / f"{name}-{date}.yaml"


@cache
def overlays() -> Mapping[str, Path]:
    """Every shipped correction file by name: `wif-europe-1941-06`."""
    return {path.stem: path for path in sorted((BUILT / "dates").glob("*.yaml"))}


def borders_of(name: str, date: str) -> list[Path]:
    """The correction files that give a shipped map, or its parts, the borders of another date."""
    parts = _PARTS.search(text_of(map_path(name))[0])
    maps = (name, *(parts[1].replace(".yaml", "").split(", ") if parts else ()))
    known = {stem: stem[-_DATE:] for stem in overlays() if stem[: -_DATE - 1] in maps}
    found = [overlays()[stem] for stem, then in known.items() if then == date]
    if not found:
        raise UsageError(f"{name} has no borders of '{date}'", hint=suggest(date, known.values()))
    return found


def fix_path(name: str | Path) -> Path:
    """The correction file that a user names: a file, or a shipped one."""
    path = Path(name)
    shipped = overlays().get(str(name))
    return path if shipped is None or path.exists() else shipped


def map_path(name: str) -> Path:
    """The map file that a user names: a file, or a shipped map."""
    path = Path(name)
    if path.exists():
        return path
    if path.suffix in (".yaml", ".yml"):
        raise FileTrouble(f"{name}: there is no such file")
    return shipped_map(name)


def shipped_map(name: str) -> Path:
    """The file of a map that comes with pbem."""
    shipped = shipped_maps()
    if name not in shipped:
        raise UsageError(f"there is no map '{name}'", hint=suggest(name, shipped))
    return shipped[name]
