"""How near a picture is looked at, and what can be read so.

Decides from how many units of the drawing one pixel shows (its grain) which words and signs are
drawn, and how large words must be. Leaves where they stand to `room`, their looks to the layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

READABLE: Final = 6.5  # the pixels of the smallest letters
SEEN: Final = 13  # the pixels of the smallest sign


@dataclass(frozen=True, slots=True)
class Zoom:
    """One picture's grain: units of the drawing to a pixel. A hex is 104 units wide."""

    grain: float = 1.0

    def reads(self, size: float) -> bool:
        """Whether letters of a size can be read."""
        return size >= READABLE * self.grain

    def sees(self, size: float) -> bool:
        """Whether a sign of a size can be told from another."""
        return size >= SEEN * self.grain

    def letters(self, size: float) -> float:
        """The size of letters, larger where they could not be read."""
        return max(size, READABLE * self.grain)

    def grown(self, size: float) -> float:
        """The size of a sign or a line, larger from afar, but less than the map shrinks."""
        return size * max(1.0, float(self.grain**0.6))


ZOOMS: Final[Mapping[str, Zoom]] = {
    "world": Zoom(4.0),
    "front": Zoom(2.0),
    "battle": Zoom(1.0),
}


def zoom_of(units: float, pixels: float) -> Zoom:
    """The zoom of a picture of so many units in so many pixels."""
    return Zoom(max(0.25, units / max(1.0, pixels)))
