"""Opening the maps that a user names, or that know a place that he names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.core.data.findings import UsageError
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import Reading, read_map
from pbem.core.maps.shipped import borders_of, fix_path, map_path, shipped_maps


@dataclass(frozen=True, slots=True)
class Overlay:
    """What a user lays over a map: the borders of another date, then files of corrections."""

    files: tuple[Path, ...] = ()
    date: str = ""

    def __bool__(self) -> bool:
        return bool(self.files or self.date)


def open_map(name: str, over: Overlay = Overlay()) -> Reading:
    """The map that a user names, with what he lays over it."""
    borders = borders_of(name, over.date) if over.date else []
    return read_map(map_path(name), [*borders, *map(fix_path, over.files)])


def maps_with(place: str) -> dict[str, Board]:
    """The shipped maps that know a place, built sheets first; UsageError when none does."""
    boards = {name: open_map(name).board for name in shipped_maps()}
    found = {name: board for name, board in boards.items() if board.find(place).places}
    if not found:
        raise UsageError(
            f"no shipped map knows '{place}'", hint="name the map (--map) or the game (--game)"
        )
    return found
