"""The maps that come with pbem, by name: built ones (`wif-europe`), systems' and scenarios' own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, UsageError, suggest
from pbem.core.data.resources import PACKAGE, data_roots

BUILT: Final = PACKAGE / "maps" / "built"
SYSTEMS: Final = PACKAGE / "systems"


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
