"""The grid: how each sheet numbers its hexes, and where it lies on its plane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.core.maps.hexes import Numbering, Sheet
from pbem.core.maps.sections.reader import Reader

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": (),
    "columns_from": ("east", "west"),
    "rows_from": ("south", "north"),
    "half_hex_west": ("odd", "even", "none"),
    "slant": (),
    "offset": (),
    "plane": (),
    "scale": (),
}


def read_grid(reader: Reader, data: dict[str, object]) -> None:
    """The sheets by name."""
    for name, value in data.items():
        path = ("grid", name)
        sheet = reader.mapping(value, path)
        reader.known(sheet, tuple(_KEYS), path)
        for key, choices in _KEYS.items():
            if choices and sheet.get(key, choices[0]) not in choices:
                reader.problem("map-grid", f"{key} is one of {', '.join(choices)}", (*path, key))
                return
        try:
            reader.draft.sheets[name] = _sheet(name, sheet)
        except (ValueError, TypeError) as trouble:
            reader.problem("map-grid", f"sheet {name}: {trouble}", path)


def _sheet(name: str, data: Mapping[str, Any]) -> Sheet:
    east, north = data.get("offset", [0, 0])
    slant = data.get("slant", 0)
    if not all(isinstance(number, int) for number in (east, north, slant)):
        raise ValueError("offset and slant are whole numbers")
    return Sheet(
        name,
        Numbering.of(str(data.get("id", ""))),
        columns_from=data.get("columns_from", "east"),
        rows_from=data.get("rows_from", "south"),
        half_hex_west=data.get("half_hex_west", "none"),
        slant=slant,
        offset=(east, north),
        plane=str(data.get("plane", "main")),
        scale=str(data.get("scale", "")),
    )
