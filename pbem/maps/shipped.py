"""The maps that come with pbem, by name: built sheets (`wif-east`) and scenarios' own maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, UsageError, suggest
from pbem.core.data.resources import data_roots
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import Reading, read_map

BUILT: Final = Path(__file__).resolve().parent / "built"
SYSTEMS: Final = BUILT.parents[1] / "systems"


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
    shipped = shipped_maps()
    if name in shipped:
        return shipped[name]
    if path.suffix in (".yaml", ".yml"):
        raise FileTrouble(f"{name}: there is no such file")
    raise UsageError(f"there is no map '{name}'", hint=suggest(name, shipped))


def open_map(name: str, corrections: Sequence[Path] = ()) -> Reading:
    """The map that a user names, with corrections laid over it."""
    return read_map(map_path(name), corrections)


def maps_with(place: str) -> dict[str, Board]:
    """The shipped maps that know a place, built sheets first; UsageError when none does."""
    boards = {name: open_map(name).board for name in shipped_maps()}
    found = {name: board for name, board in boards.items() if board.find(place).places}
    if not found:
        raise UsageError(
            f"no shipped map knows '{place}'", hint="name the map (--map) or the game (--game)"
        )
    return found
