"""Facts of single places, of areas, and of whole countries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.core.maps.areas import is_area_id
from pbem.core.maps.board import Value
from pbem.core.maps.draft import DocPath
from pbem.core.maps.sections.reader import FORMAT, PART, Reader
from pbem.core.maps.sections.values import check_country_value, check_value


def read_places(reader: Reader, data: dict[str, object]) -> None:
    """Facts of single hexes; an off-map place comes into being here."""
    _read_facts(reader, data, "places", lambda facts: bool(facts.get("off_map")))


def read_areas(reader: Reader, data: dict[str, object]) -> None:
    """Areas come into being here; a correction only speaks of those that are there."""
    _read_facts(reader, data, "areas", lambda facts: not reader.corrects)


def _read_facts(
    reader: Reader,
    data: dict[str, object],
    section: str,
    is_new: Callable[[Mapping[str, object]], bool],
) -> None:
    reader.known(data, ("provenance", "note", "common", "at"), (section,))
    common = reader.mapping(data.get("common", {}), (section, "common"))
    layer = reader.provenance(data, section, "", (section,))
    exception = None if reader.format == FORMAT else layer
    for place, value in reader.mapping(data.get("at", {}), (section, "at")).items():
        path = (section, "at", place)
        facts = reader.mapping(value, path)
        if place not in reader.draft.places and is_new(common | facts):
            if section == "areas":
                check_area_id(reader, place, path)
            reader.draft.places[place] = None
        elif not reader.known_place(place, path):
            continue
        origins = _origins(reader, facts, path)
        _facts_at(reader, path, common | facts, {"place": exception} | origins)


def _origins(reader: Reader, facts: Mapping[str, object], path: DocPath) -> dict[str, str]:
    """Where the facts of a place come from: a text for all, or one a fact, `place` for the rest."""
    where = (*path, "provenance")
    value = facts.get("provenance", {})
    if not isinstance(value, dict):
        return {"place": reader.string(value, where)}
    reader.known(value, ("place", *(fact for fact in facts if fact != "provenance")), where)
    return {fact: reader.string(text, (*where, fact)) for fact, text in value.items()}


def check_area_id(reader: Reader, place: str, path: DocPath) -> None:
    """An area's id stands in paths of the ledger, and must be fit for that."""
    if not is_area_id(place):
        hint = "small letters, digits and the signs : . -"
        reader.problem("map-area-id", f"'{place}' cannot be the id of an area", path, hint)


def _facts_at(
    reader: Reader,
    path: tuple[str, str, str],
    facts: Mapping[str, object],
    origins: Mapping[str, str | None],
) -> None:
    """The facts of one place; parts of one map may not contradict each other."""
    place = path[-1]
    for fact in facts:
        if fact == "provenance":
            continue
        reader.known_fact(fact, (*path, fact))
        value = reader.value(facts[fact], (*path, fact))
        check_value(reader, fact, value, (*path, fact))
        known = reader.draft.facts.get(fact, {}).get(place)
        if reader.format == PART and known not in (None, value):
            reader.problem("map-double", f"another part says another {fact} of {place}", path)
        reader.put(place, fact, value, origins.get(fact, origins["place"]))


def read_countries(reader: Reader, data: dict[str, object]) -> None:
    """What the map says of whole countries: name, kind, capital, whom they touch."""
    reader.known(data, ("provenance", "note", "at"), ("countries",))
    reader.provenance(data, "countries", "", ("countries",))
    for country, value in reader.mapping(data.get("at", {}), ("countries", "at")).items():
        path = ("countries", "at", country)
        reader.known_country(country, path)
        facts = reader.draft.countries.setdefault(country, {})
        for fact, item in reader.mapping(value, path).items():
            where = (*path, fact)
            told = reader.value(item, where)
            check_country_value(reader, fact, told, where)
            _country_fact(reader, facts, told, where)


def _country_fact(
    reader: Reader,
    facts: dict[str, Value],
    value: Value | None,
    path: tuple[str, str, str, str],
) -> None:
    """One fact of a country; parts of one map add to each other's lists."""
    _, _, country, fact = path
    known = facts.pop(fact, None)
    if reader.format == PART and isinstance(known, tuple) and isinstance(value, tuple):
        value = tuple(dict.fromkeys((*known, *value)))
    elif reader.format == PART and known not in (None, value):
        reader.problem("map-double", f"another part says another {fact} of {country}", path)
    if value is not None:
        facts[fact] = value
