"""The borders of another date: what a map's lists under `dates` change, as a correction file.

The countries are laid anew with the lists of the date over those of the map; then whole countries
and regions pass to others (`realms`), which is how treaties of the time moved borders. Everything
but countries, regions, capitals and what holds of whole countries stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.core.maps.mapfile import board_from_text
from pbem.maps.building import geodata
from pbem.maps.building.build import Built
from pbem.maps.building.geodata import Towns
from pbem.maps.building.realms import belong, lay_countries
from pbem.maps.building.script import write_map
from pbem.maps.building.sources import Sources
from pbem.maps.building.work import Work
from pbem.maps.diff import Difference, corrections

_OURS: Final = ("country", "region", "capital")


def overlays(built: Built, sources: Sources) -> dict[str, str]:
    """The correction files of all dates of a map, by date."""
    work, board, towns = built.work, built.board, geodata.towns(sources)
    found = {}
    for date, change in sorted(work.data.get("dates", {}).items()):
        if change:
            then = _at_date(work, str(date), change, towns)
            difference = Difference(board, board_from_text(write_map(then)))
            why = str(change["why"])
            found[str(date)] = corrections(difference, why, f"reconstructed: {why}")
    return found


def _at_date(work: Work, date: str, change: Mapping[str, Any], towns: Towns) -> Work:
    """The finished map with the countries of the date."""
    facts = {name: dict(values) for name, values in work.facts.items() if name not in _OURS}
    then = Work(
        {**lists_at(work.data, change), "head": {**work.data["head"], "date": date}},
        work.sheets,
        work.plane,
        facts={**facts, "capital": dict(work.fact("capital"))},
        sides=work.sides,
        lines=work.lines,
        origins=dict(work.origins),
        towns=work.towns,
        joins=work.joins,
        off_map=work.off_map,
        land=work.land,
    )
    for entry in change.get("places", ()):
        if entry["name"] in work.towns:
            then.put(work.towns[entry["name"]], "capital", entry["capital"])
    lay_countries(then, work.land, towns)
    for (place, fact), _ in work.origins.items():
        if fact in ("country", "region"):
            then.put(place, fact, work.fact(fact).get(place))
    for place, country in change.get("hexes", {}).items():
        if place in work.hexes:
            then.put(place, "country", country)
    _pass_on(then, change.get("realms", {}))
    return then


def _pass_on(work: Work, realms: Mapping[str, str]) -> None:
    """Whole countries and regions under another one, `poland/east-poland: ussr/east-poland`."""
    for place, land in list(work.fact("country").items()):
        region = work.fact("region").get(place)
        realm = f"{land}/{region}" if region else str(land)
        then = realms.get(realm) or realms.get(str(land))
        if then:
            belong(work, place, then)


def lists_at(lists: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """The lists of a map with those of a date over them."""
    parts = {part for named in change.get("countries", {}).values() for part in named}
    kept = {
        realm: [part for part in named if part not in parts]
        for realm, named in lists["countries"].items()
    }
    told = {entry["name"]: entry for entry in change.get("places", ())}
    return {
        **lists,
        "countries": {**kept, **change.get("countries", {})},
        "country_polygons": [
            *(one for one in lists.get("country_polygons", ()) if one["name"] not in _gone(change)),
            *change.get("country_polygons", ()),
        ],
        "places": [_retold(entry, told.get(entry["name"], {})) for entry in lists["places"]],
        "lands": _lands_at(lists.get("lands", {}), change.get("lands", {})),
    }


def _gone(change: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of polygons that do not hold at the date."""
    return tuple(change.get("without_polygons", ()))


def _retold(entry: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**entry, **told}.items() if value is not None}


def _lands_at(lands: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Who held what: a land that the date names is no longer under its other holder."""
    moved = {land for held in change.get("aligned", {}).values() for land in held}
    moved |= set(change.get("free", ()))
    aligned = {
        power: [land for land in held if land not in moved]
        for power, held in lands.get("aligned", {}).items()
    }
    for power, held in change.get("aligned", {}).items():
        aligned[power] = [*aligned.get(power, ()), *held]
    return {
        **lands,
        "names": {**lands.get("names", {}), **change.get("names", {})},
        "homes": [*lands.get("homes", ()), *change.get("homes", ())],
        "aligned": aligned,
    }
