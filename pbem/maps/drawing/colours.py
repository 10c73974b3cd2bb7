"""The colours of a drawn map: terrain, hexsides, powers.

Decides colours that differ for the colour-blind too (a test holds their distances). Leaves what is
coloured to the layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

SEA: Final = "#b3d3f2"
LAKE: Final = "#6aadbc"
WATER: Final = "#3579b1"
INK: Final = "#2b2b2b"
PAPER: Final = "#fdfcf5"

TERRAIN: Final[Mapping[str, str]] = {
    "clear": "#f3f1cf",
    "forest": "#bfcf88",
    "jungle": "#7fae5c",
    "swamp": "#d3ebe0",
    "marsh": "#d3ebe0",
    "mountain": "#bba688",
    "mountains": "#bba688",
    "alpine": "#a78f6e",
    "rough": "#d6d0b2",
    "hill": "#d6d0b2",
    "desert": "#fbe588",
    "desert-mountain": "#dfb75c",
    "tundra": "#d6e2f2",
    "ice": "#f1fbff",
    "city": "#c3c6cc",
    "impassable": "#98908a",
    "lake": LAKE,
    "sea": SEA,
}
POWERS: Final[Mapping[str, str]] = {
    "germany": "#8f9686",
    "ussr": "#c9833a",
    "italy": "#cfeac4",
    "japan": "#e0a500",
    "france": "#8fb7fc",
    "united-kingdom": "#f0f0a6",
    "great-britain": "#f0f0a6",
    "uk": "#f0f0a6",
    "cw": "#f0f0a6",
    "commonwealth": "#f0f0a6",
    "usa": "#b3b37c",
    "united-states": "#b3b37c",
    "china": "#fff06a",
    "poland": "#eca8bf",
    "finland": "#d3eaff",
    "rumania": "#e9c06a",
    "hungary": "#ab80a6",
}
# the bands along the borders of countries, where nobody's control is drawn
LANDS: Final = ("#a5746a", "#6b8cf5", "#fbdc4e", "#a986cc", "#86dcd2", "#b98a2e")
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
