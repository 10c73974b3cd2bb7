"""What places have for production and victory, from the lists of the year, each with its origin.

The lists go by country; a place stands in the country of its list, or it is told as a problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.maps.building.work import Work

GOODS: Final = ("factories", "resources", "oil")
ORIGINS: Final = ("printed", "historical", "reconstructed")
_CITIES: Final = {"objectives": "objective", "victory_cities": "victory"}
_VICTORY: Final = "printed: 13.9"

Facts = dict[str, Any]


def holdings(data: Mapping[str, Any]) -> dict[str, tuple[Facts, dict[str, str]]]:
    """By name of a place what it has, and where each thing comes from."""
    found: dict[str, tuple[Facts, dict[str, str]]] = {}
    for name, facts, origin in (*_goods(data), *_cities(data)):
        held, origins = found.setdefault(name, ({}, {}))
        held.update(facts)
        origins.update(dict.fromkeys(facts, origin))
    return found


def _goods(data: Mapping[str, Any]) -> Iterator[tuple[str, Facts, str]]:
    for entries in data.get("economy", {}).values():
        for entry in entries:
            kind = next(kind for kind in ORIGINS if kind in entry)
            goods = {fact: entry[fact] for fact in GOODS if fact in entry}
            yield entry["in"], goods, f"{kind}: {entry[kind]}"


def _cities(data: Mapping[str, Any]) -> Iterator[tuple[str, Facts, str]]:
    for section, fact in _CITIES.items():
        for name in filter(None, str(data.get(section, "")).strip().split(", ")):
            yield name, {fact: True}, _VICTORY


def look_for_strangers(work: Work) -> None:
    """What the lists name and the map lacks, or has in another country."""
    off = {str(facts.get("name")): facts for facts in work.off_map.values()}
    for name in holdings(work.data):
        if name not in work.towns and name not in off:
            work.problems.append(f"{name} has an economy, but is no place of the lists")
    for land, entries in work.data.get("economy", {}).items():
        for name in dict.fromkeys(entry["in"] for entry in entries):
            country = work.fact("country").get(work.towns.get(name, ""), land)
            if country != land:
                message = f"{name} {work.towns[name]} lies in {country}, its economy in {land}"
                work.problems.append(message)
