"""Words that reports share: unit types, nations of a side, months.

Decides: how units, nations and months are printed.
Leaves to each folder: its paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.book import Book
from pbem.systems.gw.world.units import catalogue

MONTHS: Final[Mapping[str, str]] = {"jan": "January", "jul": "July"}


def units_told(book: Book, rows: Iterable[Sequence[Any]]) -> str:
    """`3 Infantry, 1 Artillery` from `[[infantry, 3], …]`."""
    return ", ".join(f"{count} {name(book, unit)}" for unit, count in rows) or "nothing"


def name(book: Book, unit: str) -> str:
    """The printed name of a unit type, or the words of works."""
    known = catalogue(book).get(unit)
    return known.name if known else unit.replace("-", " ").title()


def nations(powers: Iterable[str], scene: Scene) -> str:
    """The nations of a side."""
    return " and ".join(map(scene.title, powers)) or "nobody"
