"""Opening the maps that a user names, or that know a place that he names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.core.data.findings import UsageError
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import Reading, read_map
from pbem.core.maps.shipped import map_path, shipped_maps


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
