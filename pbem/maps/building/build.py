"""Building one map: from the lists by hand and the raw geography to the text of a map file.

The order matters: named places fix the warp; then coast, relief, lakes and rivers, places, seas,
countries, weather zones, railways; the corrections by hand come last and always win.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from pbem.core.data.findings import FileTrouble, error
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes, read_data_text
from pbem.core.maps.board import Board
from pbem.core.maps.hexes import Numbering, Point, Sheet
from pbem.core.maps.mapfile import board_from_text
from pbem.maps.building import geodata
from pbem.maps.building.economy import holdings, look_for_strangers
from pbem.maps.building.lands import lay_parts
from pbem.maps.building.plane import Bools, Plane, centre
from pbem.maps.building.projection import Control, Model, model_of
from pbem.maps.building.realms import lay_countries
from pbem.maps.building.relief import lay_relief
from pbem.maps.building.reservoirs import of_the_time
from pbem.maps.building.rivers import lay_courses
from pbem.maps.building.script import write_map
from pbem.maps.building.settle import settle
from pbem.maps.building.shores import lay_sea_sides, lay_shores, wash_shores
from pbem.maps.building.sources import Sources
from pbem.maps.building.tracks import lay_tracks
from pbem.maps.building.waters import lay_seas
from pbem.maps.building.work import Work

DATA: Final = Path(__file__).parents[1] / "data"
NAMES: Final = DATA.parent / "names.yaml"
BUILT: Final = Path(__file__).parents[1] / "built"
_WATERS: Final = ("all-sea", "lake", "straits", "river", "canal")
_FRACTION: Final = re.compile(r"-?\d+\.\d+(e-?\d+)?")
_CONTROL: Final = re.compile(r"(\S+) (.+), (-?[\d.]+) (-?[\d.]+)")


def known_maps() -> tuple[str, ...]:
    """The maps that can be built."""
    return tuple(sorted(path.stem for path in DATA.glob("*.yaml")))


def map_of(sheet: str) -> str:
    """The map that a sheet belongs to: `W` is on `wif-europe`; a map is its own."""
    maps = known_maps()
    if sheet in maps:
        return sheet
    found = [name for name in maps if sheet in read_lists(name).get("also_built_as", ())]
    if len(found) == 1:
        return found[0]
    message = f"there is no map or sheet '{sheet}'"
    raise FileTrouble(message, findings=[error("map-unknown", message, hint=", ".join(maps))])


def read_lists(name: str) -> dict[str, Any]:
    """The lists by hand of one map."""
    lists = _read(DATA / f"{name}.yaml")
    for section, other in lists.get("use", {}).items():
        lists[section] = _shared(section, read_lists(other), lists.get(section))
    return _with_names(lists, _read(NAMES))


def _read(path: Path) -> dict[str, Any]:
    data = read_data_text(decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path))
    if not isinstance(data, dict):
        raise FileTrouble(f"{path}: no lists", findings=[error("map-shape", f"{path}: no lists")])
    return {key: with_fractions(value) for key, value in data.items()}


def _with_names(lists: dict[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """The lists with what places and countries are called beside their own names."""

    def called(entry: Mapping[str, Any]) -> dict[str, Any]:
        known = (*entry.get("also", ()), *names["places"].get(entry["name"], ()))
        return {**entry, "also": list(dict.fromkeys(known))} if known else dict(entry)

    return {
        **lists,
        "places": [called(entry) for entry in lists["places"]],
        "called": names["countries"],
        "parts": names["lands"],
    }


_GAME: Final = ("hex", "printed", "why", "factories", "resources", "oil", "objective")


def _shared(section: str, other: Mapping[str, Any], own: Any) -> Any:
    """A section of another map's lists as far as it is geography, with our own additions."""
    if section == "terrain":
        by_hand = [*other["terrain"]["by_hand"], *(own or {}).get("by_hand", ())]
        return {**other["terrain"], **(own or {}), "by_hand": by_hand}
    if section == "dates":
        return _shared_dates(other[section], own or {})
    if isinstance(other[section], dict):
        return {**other[section], **(own or {})}
    return _shared_entries(other[section], own or ())


def _shared_entries(other: Sequence[Any], own: Sequence[Any]) -> list[Any]:
    """A list by names: our own entry replaces another map's."""
    mine = {entry["name"]: entry for entry in own}
    kept = [entry for entry in other if entry["name"] not in mine]
    bare = [{k: v for k, v in entry.items() if k not in _GAME} for entry in kept]
    return [*({**entry, "shared": True} for entry in bare), *mine.values()]


def _shared_dates(other: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Date by date; a map of its own without one says null."""
    dates = {**other, **own}
    return {date: told and {**other.get(date, {}), **told} for date, told in dates.items()}


def with_fractions(value: Any) -> Any:
    """The lists with decimal fractions as numbers; the loader leaves them as text."""
    if isinstance(value, dict):
        return {key: with_fractions(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_fractions(item) for item in value]
    return float(value) if isinstance(value, str) and _FRACTION.fullmatch(value) else value


@dataclass(frozen=True, slots=True)
class Built:
    """The text of a map file, its board, and the work that it was written from."""

    text: str
    board: Board
    work: Work


def build(name: str, cache: Path) -> Built:
    """A map from the lists by hand and the raw files."""
    work = lay_out(read_lists(name), Sources(cache))
    text = write_map(work)
    return Built(text, board_from_text(text, f"{name}.yaml"), work)


def lay_out(data: Mapping[str, Any], sources: Sources) -> Work:
    """All steps of the builder but the writing."""
    work = begin(data)
    land = work.land = work.plane.fill_outlines(_land(data, sources))
    lakes = _lakes(work, sources)
    lay_shores(work, land, lakes)
    lay_relief(work, land, geodata.elevation(sources), geodata.climate(sources))
    lay_sea_sides(work, land, lakes)
    _correct(work, "before")
    wash_shores(work)
    settle(work)
    lay_courses(work, sources)
    lay_seas(work, land)
    lay_countries(work, land, geodata.towns(sources))
    lay_parts(work, land)
    lay_zones(work)
    _correct(work, "corrections")
    lay_tracks(work)
    _correct(work, "corrections")
    lay_fronts(work)
    lay_off_map(work)
    look_for_strangers(work)
    return work


_OF_JOINS: Final = {"id", "joins", "rail", "why"}  # words about a place beyond the sheets


def lay_off_map(work: Work) -> None:
    """Places beyond the sheets and the hexes that they are joined to."""
    held = holdings(work.data)
    for entry in work.data.get("off_map", ()):
        facts = {key: value for key, value in entry.items() if key not in _OF_JOINS}
        goods, origins = held.get(str(entry.get("name")), ({}, {}))
        origin = {"place": entry["why"]} | origins if origins else entry["why"]
        work.off_map[entry["id"]] = facts | goods | {"provenance": origin}
        if entry.get("joins"):
            work.joins[entry["id"]] = [entry["id"], *entry["joins"]]
        if entry.get("rail"):
            line = f"{entry['joins'][0]} - {entry['name']}"
            work.lines.setdefault("rail", {})[line] = [entry["joins"][0], entry["id"]]


def _lakes(work: Work, sources: Sources) -> Bools:
    """Lakes of the time, with those that the lists by hand outline."""
    known = of_the_time(geodata.lakes(sources), work.data["head"]["date"])
    found = work.plane.fill_outlines(known)
    for entry in work.data.get("lakes", ()):
        if "around" in entry:
            found |= work.plane.fill_drawn(entry["around"])
    return found


def _land(data: Mapping[str, Any], sources: Sources) -> list[geodata.Outline]:
    """The outline that suits the scale: with all atolls where islands matter."""
    atolls = data.get("shore", {}).get("atolls", False)
    return geodata.shores(sources) if atolls else geodata.land(sources)


# the frame


def begin(data: Mapping[str, Any]) -> Work:
    """The empty sheets with their hexes, under the fitted model."""
    sheets = {name: sheet_of(name, grid) for name, grid in data["grid"].items()}
    hexes: dict[str, Point] = {}
    for name, sheet in sheets.items():
        left_out = str(data["grid"][name]["extent"].get("without", "")).split()
        for column, row in _cells(data["grid"][name]):
            place = sheet.numbering.texts([column], row)[0]
            if place not in left_out:
                hexes[place] = sheet.point(column, row)
    return Work(data, sheets, Plane(hexes, model_for(data, sheets)))


def sheet_of(name: str, grid: Mapping[str, Any]) -> Sheet:
    east, north = grid.get("offset", (0, 0))
    return Sheet(
        name,
        Numbering.of(grid["id"]),
        grid.get("columns_from", "east"),
        grid.get("rows_from", "south"),
        grid.get("half_hex_west", "none"),
        grid.get("slant", 0),
        (east, north),
        grid.get("plane", "main"),
        grid.get("scale", ""),
    )


def _cells(grid: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Column and row of every hex of a sheet, in the order of the file."""
    extent = grid["extent"]
    for row in range(extent["rows"][0], extent["rows"][1] + 1):
        if "x" in extent:  # slanted columns: the printed sheet is a rectangle
            west, east = extent["x"]
            slant = grid.get("slant", 0)
            low, high = -(-(west - slant * row) // 2), (east - slant * row) // 2
        else:
            low, high = extent["even" if row % 2 == 0 and "even" in extent else "columns"]
        for column in range(low, high + 1):
            yield column, row


def model_for(data: Mapping[str, Any], sheets: Mapping[str, Sheet]) -> Model:
    return model_of(data["model"], list(controls(data, sheets)))


def controls(data: Mapping[str, Any], sheets: Mapping[str, Sheet]) -> Iterator[Control]:
    """The named places that fix the warp, firm and soft."""
    for kind in ("named", "soft"):
        for line in str(data["control"].get(kind, "")).splitlines():
            match = _CONTROL.match(line.partition("#")[0].strip())
            if match is None:
                continue
            place, name, lat, lon = match.groups()
            x, y = centre(_point(place, sheets))
            yield Control(name, float(lat), float(lon), x, y, kind == "named")


def _point(place: str, sheets: Mapping[str, Sheet]) -> Point:
    for sheet in sheets.values():
        if found := sheet.numbering.read(place):
            return sheet.point(*found)
    raise ValueError(f"{place} is on none of the sheets")


# weather zones and corrections


_DRAWN: Final = {"zone": "zones", "front": "fronts"}


def lay_zones(work: Work) -> None:
    """The weather zone (or front) of every hex: the first polygon that holds its centre."""
    centres = np.array([centre(point) for point in work.hexes.values()])
    for fact, section in _DRAWN.items():
        rules = work.data.get(section)
        if not rules:
            continue
        for place in work.plane.ids:
            work.put(place, fact, rules["else"])
        for entry in reversed(rules.get("polygons", [])):
            inside = work.plane.fill_drawn(entry["around"])
            for place, here in zip(work.plane.ids, work.plane.look(inside, centres), strict=True):
                if here:
                    work.put(place, fact, entry[fact])


def lay_fronts(work: Work) -> None:
    """Zones and fronts that follow borders: those of whole countries and of their regions."""
    for fact, section in _DRAWN.items():
        rules = work.data.get(section, {}).get("countries", {})
        by_land = {land: value for value, lands in rules.items() for land in lands}
        for place, country in work.fact("country").items():
            realm = f"{country}/{work.fact('region').get(place)}"
            value = by_land.get(realm, by_land.get(str(country)))
            if value and (place, fact) not in work.origins:
                work.put(place, fact, value)


def _correct(work: Work, section: str) -> None:
    """Corrections by hand: they always win, and each says why."""
    for entry in work.data.get(section, ()):
        why = f"{entry.get('source', 'corrected')}: {entry['why']}"
        for fact, values in entry.get("facts", {}).items():
            for place, value in values.items():
                _correct_fact(work, place, fact, value, why)
        for feature, sides in entry.get("sides", {}).items():
            for side in str(sides).split():
                _correct_side(work, side, feature, entry.get("name", feature))


def _correct_fact(work: Work, place: str, fact: str, value: Any, why: str) -> None:
    _known(work, place)
    work.put(place, fact, tuple(value) if isinstance(value, list) else value)
    if fact != "coast":
        work.origins[place, fact] = why


def _correct_side(work: Work, side: str, feature: str, name: str) -> None:
    """Put a feature on a side; what is water takes all else away, `none` only takes away."""
    a, b = side.split("-")
    for place in (a, b):
        _known(work, place)
    if feature == "none" or feature in _WATERS:
        work.clear(a, b)
    if feature != "none":
        work.lay(feature, a, b, name)


def _known(work: Work, place: str) -> None:
    if place not in work.hexes:
        message = f"a correction names {place}, which is not on the map"
        raise FileTrouble(message, findings=[error("map-off", message)])
