"""The colours of a drawn map: terrain, hexsides, powers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

SEA: Final = "#b9d9ec"
DEEP: Final = "#8fbcd8"
WATER: Final = "#3f86bd"
INK: Final = "#2b2b2b"
PAPER: Final = "#fdfcf5"

TERRAIN: Final[Mapping[str, str]] = {
    "clear": "#eef0d2",
    "forest": "#c5dba4",
    "jungle": "#9dcb8c",
    "swamp": "#cfe0d3",
    "marsh": "#cfe0d3",
    "mountain": "#d9c2a0",
    "mountains": "#d9c2a0",
    "alpine": "#c9ab86",
    "rough": "#e3d6b0",
    "hill": "#e6dbb8",
    "desert": "#f6e7ae",
    "desert-mountain": "#e2c48a",
    "tundra": "#e5ebe8",
    "ice": "#f4f8fb",
    "city": "#d7d3cf",
    "impassable": "#bdb8b2",
    "lake": SEA,
    "sea": SEA,
}
POWERS: Final[Mapping[str, str]] = {
    "germany": "#a9b5a4",
    "ussr": "#d8a878",
    "italy": "#c9cdb0",
    "japan": "#f0c95a",
    "france": "#9fb9e0",
    "united-kingdom": "#e4d3a2",
    "great-britain": "#e4d3a2",
    "uk": "#e4d3a2",
    "cw": "#e4d3a2",
    "commonwealth": "#e4d3a2",
    "usa": "#a5c07f",
    "united-states": "#a5c07f",
    "china": "#f2e58c",
    "poland": "#e9c1c6",
    "finland": "#dfe6ef",
    "rumania": "#dcc06b",
    "hungary": "#d0a9a0",
}
OTHERS: Final = (
    "#c7b3dd", "#e8b48e", "#9fd0c6", "#e3a9b8", "#c6d68a", "#a8c4c9", "#d9c7a3", "#b7b0d9",
    "#e6cf8f", "#a9d3a0", "#d6a5cf", "#b9c3a2",
)  # fmt: skip


def palette(names: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """A colour for every name: the known one, else the next of a row, in byte order."""
    left = sorted(set(names) - set(known))
    rest = {name: OTHERS[number % len(OTHERS)] for number, name in enumerate(left)}
    return {name: known.get(name) or rest[name] for name in sorted(set(names))}


def darker(colour: str, share: float = 0.6) -> str:
    """The colour with so much of its light."""
    parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{int(part * share):02x}" for part in parts)
