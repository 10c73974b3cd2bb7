"""The board that play looks at: places, their facts, neighbours, and what lies between two.

A board is read once from a map file (pbem.core.maps.mapfile) and never changes; what play changes
(who controls a place, a repaired factory) is in the state. A place is a hex, an off-map place or an
area (a land zone or a sea area). Facts are named by the map file: terrain, name, country, zone,
city, port, seas and so on. What a feature means for movement or combat, the systems say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Final

from pbem.core.data.naming import folds
from pbem.core.maps.hexes import Point, Sheet, bearing, direction, distance, neighbour
from pbem.core.maps.paths import within

Value = str | int | bool | tuple[str | int | bool, ...]
Spot = tuple[str, Point]  # plane, point

MOST_TOLD: Final = 8  # places of a name that means several
MOST_NEAR: Final = 3  # names like one that is unknown
_ID_CHARACTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the map file and where it comes from."""

    section: str
    name: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Expected:
    """What a layer must come out as: its values from north to south, and places with theirs."""

    fact: str
    north_to_south: tuple[str, ...]
    known: Mapping[str, tuple[str, ...]]  # value: names of places


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a typed place may mean: one place, several (ambiguous), or none with a suggestion."""

    text: str
    places: tuple[str, ...]
    hint: str = ""
    labels: tuple[str, ...] = ()

    @property
    def place(self) -> str | None:
        """The one place meant; None when there is none or more than one."""
        return self.places[0] if len(self.places) == 1 else None

    @property
    def problem(self) -> str:
        """Why there is no one place; empty when there is."""
        if len(self.places) == 1:
            return ""
        if self.places:
            told = ", ".join(self.labels[:MOST_TOLD])
            rest = f" and {len(self.places) - MOST_TOLD} more" * (len(self.places) > MOST_TOLD)
            return f"'{self.text}' is the name of several places: {told}{rest}"
        return f"'{self.text}' is not on this map"


@dataclass(frozen=True, eq=False)
class Board:
    """The map, read-only. Mappings are keyed by place id; the order is the byte order of ids.

    A board equals itself alone, so that what rules work out of it once can be kept by it.
    """

    id: str
    title: str
    date: str
    places: tuple[str, ...]
    by_fact: Mapping[str, Mapping[str, Value]]
    neighbours: Mapping[str, tuple[str, ...]]
    borders: Mapping[tuple[str, str], tuple[str, ...]]
    spots: Mapping[str, Spot]
    planes: Mapping[str, Mapping[Point, str]]
    sheets: Mapping[str, Sheet]
    layers: tuple[Layer, ...]
    exceptions: Mapping[tuple[str, str], str]
    implements: tuple[str, ...] = ()
    countries: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    expected: tuple[Expected, ...] = ()

    def __contains__(self, place: object) -> bool:
        return place in self.neighbours

    # facts

    def fact(self, place: str, name: str) -> Value | None:
        """One fact of a place; None when the map says nothing."""
        return self.by_fact.get(name, {}).get(place)

    def facts(self, place: str) -> dict[str, Value]:
        """All facts of a place, by name."""
        return {
            name: self.by_fact[name][place]
            for name in sorted(self.by_fact)
            if place in self.by_fact[name]
        }

    def text(self, place: str, name: str) -> str:
        """A fact as text; empty when the map says nothing."""
        value = self.fact(place, name)
        return "" if value is None else str(value)

    def terrain(self, place: str) -> str:
        return self.text(place, "terrain")

    def name(self, place: str) -> str:
        """The printed name, or nothing."""
        return self.text(place, "name")

    def country(self, place: str) -> str:
        return self.text(place, "country")

    def zone(self, place: str) -> str:
        """The weather zone."""
        return self.text(place, "zone")

    def seas(self, place: str) -> tuple[str, ...]:
        """The sea areas that a sea hex lies in or a coastal hex touches."""
        value = self.fact(place, "sea")
        if value is None:
            return ()
        return tuple(str(sea) for sea in value) if isinstance(value, tuple) else (str(value),)

    def label(self, place: str) -> str:
        """How reports name a place: `Minsk E2140`, `E2240`, `East Prussia`."""
        name = self.name(place)
        if place in self.spots and name:
            return f"{name} {place}"
        return name or place

    def provenance(self, place: str, fact: str) -> str:
        """Where a fact comes from: the place's own entry or correction, else its layer."""
        own = self.exceptions.get((place, fact))
        if own is not None:
            return own
        layers = {
            layer.name: layer.provenance for layer in self.layers if layer.section == "layers"
        }
        return layers.get(fact) or next(
            (layer.provenance for layer in self.layers if layer.section in ("places", "areas")), ""
        )

    # between places

    def border(self, a: str, b: str) -> tuple[str, ...]:
        """What lies on or crosses the side between two neighbours (river, rail …), by name."""
        return self.borders.get((a, b), ())

    def adjacent(self, a: str, b: str) -> bool:
        return b in self.neighbours[a]

    def distance(self, a: str, b: str) -> int | None:
        """Hexes between two places of one grid, else steps from neighbour to neighbour."""
        spot_a, spot_b = self.spots.get(a), self.spots.get(b)
        if spot_a and spot_b and spot_a[0] == spot_b[0]:
            return distance(spot_a[1], spot_b[1])
        return within(self.neighbours, a, len(self.places)).get(b)

    def direction(self, a: str, b: str) -> str | None:
        """n-e, e, s-e, s-w, w or n-w when b is the hex on that side of a."""
        points = self._points(a, b)
        return direction(*points) if points else None

    def bearing(self, a: str, b: str) -> tuple[str, ...]:
        """The directions of the steps from hex a that bring hex b nearer."""
        points = self._points(a, b)
        return bearing(*points) if points else ()

    def neighbour(self, place: str, towards: str) -> str | None:
        """The hex in a direction; None beyond the edge or for a place without a hex."""
        spot = self.spots.get(place)
        return self.planes[spot[0]].get(neighbour(spot[1], towards)) if spot else None

    def _points(self, a: str, b: str) -> tuple[Point, Point] | None:
        spot_a, spot_b = self.spots.get(a), self.spots.get(b)
        if not spot_a or not spot_b or spot_a[0] != spot_b[0]:
            return None
        return spot_a[1], spot_b[1]

    # names

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """Every folded name and its places: name, other names (`also`), `Minsk E2140`, area ids."""
        return _folded((text, (place,)) for place, text in self.called())

    def called(self) -> Iterator[tuple[str, str]]:
        """Every place with each of its names."""
        for place, name in self.by_fact.get("name", {}).items():
            yield from ((place, text) for text in (str(name), f"{name} {place}"))
        for place, others in self.by_fact.get("also", {}).items():
            yield from ((place, name) for name in _texts(others))
        yield from ((place, place) for place in self.places if place not in self.spots)

    @cached_property
    def lands(self) -> Mapping[str, tuple[str, ...]]:
        """Every folded name of a country, a region or an island, and all its hexes."""
        return _folded(self._landed())

    def _landed(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every name of a country, a region or an island with its hexes."""
        found: dict[str, list[str]] = {}
        for fact in ("country", "region", "part_of"):
            for place, values in self.by_fact.get(fact, {}).items():
                for land in _texts(values) if place in self.spots else ():
                    found.setdefault(land, []).append(place)
        for land, places in found.items():
            for name in (*_names_of(self.countries.get(land, {})), land):
                yield name, tuple(places)

    def meant(self, text: str) -> tuple[str, ...]:
        """The places that an id or a name can mean; case, accents, spaces do not matter."""
        typed = text.strip()
        ids = (place for place in (typed, typed.upper()) if place in self.neighbours)
        first = next(ids, None)
        if first is not None:
            return (first,)
        known = ((names, one) for names in (self.names, self.lands) for one in folds(typed))
        return next((names[one] for names, one in known if one in names), ())

    def find(self, text: str) -> Lookup:
        """The place meant by an id or a name, or what is nearest to it."""
        typed, found = text.strip(), self.meant(text)
        named = sorted(found, key=lambda place: not self.name(place)) if len(found) > 1 else found
        labels = tuple(map(self.label, named[: MOST_TOLD + 1]))
        return Lookup(typed, found, "" if found else self._near(typed), labels)

    def _near(self, typed: str) -> str:
        """The places of which an id or a name is most like what was typed."""
        near = sorted({other for other in _misprints(typed.upper()) if other in self.neighbours})
        said = {place: self.label(place) for place in near}
        for one in () if near else folds(typed):
            for name in get_close_matches(one, [*self.names, *self.lands], MOST_NEAR):
                place, label = self._said(name)
                said.setdefault(place, label)
        if said:
            return f"did you mean {' or '.join([*said.values()][:MOST_NEAR])}?"
        return f"no name is like it; this map has {len(self.by_fact.get('name', {}))} named places"

    def _said(self, folded: str) -> tuple[str, str]:
        """What a folded name stands for, and how a person reads it."""
        if folded not in self.names:
            land = next(land for land, _ in self._landed() if folded in folds(land))
            return land, land
        place = self.names[folded][0]
        told = next(name for at, name in self.called() if at == place and folded in folds(name))
        label = self.label(place)
        own = (self.name(place), place, f"{self.name(place)} {place}")
        return place, label if told in own else f"{told} ({label})"


def _folded(called: Iterable[tuple[str, Iterable[str]]]) -> dict[str, tuple[str, ...]]:
    """Names as they are compared, with all places of each."""
    found: dict[str, set[str]] = {}
    for text, places in called:
        for folded in folds(text):
            found.setdefault(folded, set()).update(places)
    return {name: tuple(sorted(places)) for name, places in sorted(found.items())}


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def _names_of(facts: Mapping[str, Value]) -> Iterator[str]:
    """What a country is called."""
    for fact in ("name", "also"):
        yield from _texts(facts[fact]) if fact in facts else ()


def _misprints(text: str) -> set[str]:
    """Every text that differs in one letter or digit, or in the order of two."""
    if len(text) > 8:
        return set()
    near = {
        text[:i] + letter + text[i + 1 :] for i in range(len(text)) for letter in _ID_CHARACTERS
    }
    near |= {text[:i] + text[i + 1] + text[i] + text[i + 2 :] for i in range(len(text) - 1)}
    return near
