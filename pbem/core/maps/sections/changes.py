"""What only a correction says: what the map has too much, and places that it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.maps.areas import pair, read_border
from pbem.core.maps.draft import DocPath, Draft, Edge
from pbem.core.maps.sections.layers import come_into_being, run_from
from pbem.core.maps.sections.places import check_area_id
from pbem.core.maps.sections.reader import Reader
from pbem.core.maps.sections.sides import sides, steps

# what a correction may add beside places, and the fact of which it is a value
ADDED_WORDS: Final = {
    "countries": "country",
    "regions": "region",
    "zones": "zone",
    "powers": "aligned",
}


def read_remove(reader: Reader, data: dict[str, object]) -> None:
    """Hexsides, links, borders and places that the map has and the printed map has not."""
    reader.known(data, ("hexsides", "links", "borders", "places"), ("remove",))
    for section, read in (("hexsides", sides), ("links", steps)):
        for path, words in reader.chains(data.get(section, {}), ("remove", section)):
            edges = reader.draft.edges.get(str(path[-1]), {})
            for a, b in read(reader, words, path):
                if edges.pop((a, b), None) is None:
                    reader.problem("map-remove", f"there is no {path[-1]} at {a}-{b}", path)
    for place, lines in reader.mapping(data.get("borders", {}), ("remove", "borders")).items():
        where = ("remove", "borders", place)
        for path, line in _ids(reader, lines, where):
            if reader.known_place(place, path):
                _remove_border(reader, place, line, path)
    for path, place in _ids(reader, data.get("places", []), ("remove", "places")):
        if reader.known_place(place, path):
            _remove_place(reader.draft, place)


def read_add(reader: Reader, data: dict[str, object]) -> None:
    """Hexes, areas and words that the map has not; what they are, the other sections say."""
    reader.known(data, ("hexes", "areas", *ADDED_WORDS), ("add",))
    for kind, fact in ADDED_WORDS.items():
        words = reader.draft.words.setdefault(fact, [])
        words += [word for _, word in _ids(reader, data.get(kind, []), ("add", kind))]
    for path, country in _ids(reader, data.get("countries", []), ("add", "countries")):
        reader.draft.founded[country] = Edge(reader.source, path)
    for path, place in _new(reader, data, "hexes"):
        _add_hex(reader, place, path)
    for path, place in _new(reader, data, "areas"):
        check_area_id(reader, place, path)
        reader.draft.places[place] = None


def _ids(reader: Reader, data: object, path: DocPath) -> Iterator[tuple[DocPath, str]]:
    """The texts of a list that say something, each with its place in the file."""
    if not isinstance(data, list):
        reader.problem("map-shape", "here belongs a list: [one, another]", path)
        return
    for number, item in enumerate(data):
        text = reader.string(item, (*path, number)).strip()
        if text:
            yield (*path, number), text


def _new(reader: Reader, data: dict[str, object], kind: str) -> Iterator[tuple[DocPath, str]]:
    for path, place in _ids(reader, data.get(kind, []), ("add", kind)):
        if place in reader.draft.places:
            reader.problem("map-double", f"'{place}' is on this map already", path)
        else:
            yield path, place


def _add_hex(reader: Reader, place: str, path: DocPath) -> None:
    draft = reader.draft
    run = run_from(draft, place, 1)
    if run is None:
        hint = f"the sheets of the map are {', '.join(draft.sheets) or 'none: it has only areas'}"
        reader.problem("map-add", f"no sheet of this map numbers a hex '{place}'", path, hint)
        return
    there = draft.planes.get(run.sheet.plane, {}).get(run.points[0])
    if there is not None:
        reader.problem("map-double", f"{place} lies where {there} lies", path)
        return
    come_into_being(draft, run.sheet, run.ids, run.points)
    draft.added[place] = Edge(reader.source, path)


def _remove_border(reader: Reader, place: str, line: str, path: DocPath) -> None:
    """Features of a border; without any the two places touch no more."""
    other, features = read_border(line)
    if not reader.known_place(other, path):
        return
    draft, both = reader.draft, pair(place, other)
    if both not in draft.joined:
        hint = "hexes of one grid touch always; what lies between them goes as hexsides or links"
        reader.problem("map-remove", f"there is no border {place} - {other}", path, hint)
        return
    for feature in features:
        if draft.edges.get(feature, {}).pop(both, None) is None:
            reader.problem("map-remove", f"there is no {feature} at {place} - {other}", path)
    if not features:
        del draft.joined[both]
        for edges in draft.edges.values():
            edges.pop(both, None)


def _remove_place(draft: Draft, place: str) -> None:
    """A place goes with all that the map says of it and of its sides."""
    del draft.places[place]
    if place in draft.spots:
        plane, point = draft.spots.pop(place)
        del draft.planes[plane][point]
    for values in draft.facts.values():
        values.pop(place, None)
    for about in [about for about in draft.exceptions if about[0] == place]:
        del draft.exceptions[about]
    for pairs in (draft.joined, *draft.edges.values()):
        for both in [both for both in pairs if place in both]:
            del pairs[both]
