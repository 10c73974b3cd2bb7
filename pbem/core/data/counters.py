"""The catalogue of counters: unit types and named units, with their ratings.

The state names a counter, the catalogue knows what is printed on it. A counter takes over what it
does not say itself from its type. What the ratings mean is a matter of the game system.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from pbem.core.data.charts import Number, Provenance
from pbem.core.data.exact import exact
from pbem.core.data.findings import FileTrouble, MissingData, suggest
from pbem.core.data.naming import Lexicon
from pbem.core.data.yamlio import read_public_text, text_of

FORMAT: Final = "pbem-counters/1"

Rating = Number | str


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter, or one type of unit where the units of a type are all alike.

    `also` is what people call it besides its printed name, `kind_also` what they call its kind.
    """

    id: str
    name: str
    kind: str
    power: str
    classes: tuple[str, ...]
    ratings: Mapping[str, Rating]
    provenance: Provenance
    cite: str = ""
    also: tuple[str, ...] = ()
    kind_also: tuple[str, ...] = ()

    def is_a(self, name: str) -> bool:
        """Whether the counter belongs to a class (`land`, `motorised` …)."""
        return name in self.classes

    def has(self, rating: str) -> bool:
        """Whether the rating is printed on the counter."""
        return rating in self.ratings

    def rating(self, name: str) -> Number:
        """A rating that the rules need; MissingData if nobody has supplied it."""
        value = self.ratings.get(name)
        if value is None:
            raise MissingData(f"the counter {self.name} ({self.id}) has no {name} rating")
        if isinstance(value, str):
            raise MissingData(f"the {name} rating of {self.name} ({self.id}) is {value!r}")
        return value

    def or_nothing(self, name: str) -> Number:
        """A rating that a counter may do without: 0 where none is printed."""
        return self.rating(name) if name in self.ratings else 0


@dataclass(frozen=True)
class Catalogue:
    """Every counter of a game by id."""

    counters: Mapping[str, Counter]

    def __getitem__(self, counter: str) -> Counter:
        found = self.counters.get(counter)
        if found is None:
            raise MissingData(
                f"the catalogue has no counter {counter!r}", hint=suggest(counter, self.counters)
            )
        return found

    def __contains__(self, counter: object) -> bool:
        return counter in self.counters

    def __iter__(self) -> Iterator[Counter]:
        return iter(self.counters.values())

    def __len__(self) -> int:
        return len(self.counters)

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        names: dict[str, list[str]] = {}
        for counter in self:
            for text in {_folded(counter.name), _folded(counter.id)}:
                names.setdefault(text, []).append(counter.id)
        return {text: tuple(sorted(ids)) for text, ids in names.items()}

    def find(self, name: str) -> tuple[Counter, ...]:
        """The counters that a typed name means: as printed or by id, else as people say it."""
        found = self._names.get(_folded(name)) or self._lexicon.find(name)
        return tuple(self.counters[counter] for counter in found)

    def is_printed(self, name: str) -> bool:
        """Whether a counter has just this name or id."""
        return _folded(name) in self._names

    def called(self, name: str) -> tuple[Counter, ...]:
        """The same; a name that none has may be a part of one: all that it can mean."""
        found = self._names.get(_folded(name)) or self._lexicon.called(name)
        return tuple(self.counters[counter] for counter in found)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon({one.id: (one.id, one.name, *one.also) for one in self})

    @cached_property
    def kinds(self) -> Lexicon:
        """What people call the kinds of counters: `FTR` is also a fighter."""
        return Lexicon({one.kind: (one.kind, *one.kind_also) for one in self if one.kind_also})

    @cached_property
    def _classes(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for counter in self:
            for name in counter.classes:
                found.setdefault(name, set()).add(counter.id)
        return {name: frozenset(ids) for name, ids in found.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """The kinds and classes of counters: what `all ARM` can name."""
        return frozenset(word for counter in self for word in (counter.kind, *counter.classes))

    def of_class(self, name: str) -> frozenset[str]:
        """The ids of the counters of a class, to look through many units at once."""
        return self._classes.get(name, frozenset())

    def of_kind(self, kind: str) -> tuple[Counter, ...]:
        """The counters of a kind, in byte order of their ids."""
        return tuple(self.counters[name] for name in sorted(self.counters)
                     if self.counters[name].kind == kind)  # fmt: skip


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


# --- reading ---------------------------------------------------------------------------------


def load_counters(*paths: Path) -> Catalogue:
    """The catalogue from counter files: a later file's counter replaces that of an earlier one;
    the same counter twice in one file is trouble.
    """
    counters: dict[str, Counter] = {}
    for path in paths:
        counters |= {counter.id: counter for counter in _counters(*text_of(path))}
    return Catalogue(counters)


@lru_cache(maxsize=32)
def _counters(text: str, name: str) -> tuple[Counter, ...]:
    data = read_public_text(text, name)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FileTrouble(
            f"{name}: not a counter file", hint=f"its first line is `format: {FORMAT}`"
        )
    try:
        found = counters_from(data)
    except KeyError as trouble:
        raise FileTrouble(f"{name}: {trouble} is missing") from None
    except (AttributeError, TypeError, ValueError) as trouble:
        raise FileTrouble(f"{name}: not a sound counter file: {trouble}") from None
    seen: set[str] = set()
    for counter in found:
        if counter.id in seen:
            raise FileTrouble(f"{name}: the counter {counter.id} is there twice")
        seen.add(counter.id)
    return found


def counters_from(data: Mapping[str, Any]) -> tuple[Counter, ...]:
    """The counters from plain data (the form of `schemas/core/counters.schema.json`)."""
    types = {str(row["id"]): row for row in data.get("types", ())}
    return tuple(_counter_from(row, types, data["provenance"]) for row in data["counters"])


def _counter_from(
    row: Mapping[str, Any], types: Mapping[str, Mapping[str, Any]], provenance: str
) -> Counter:
    kind = types[str(row["type"])] if "type" in row else {}
    ratings = {**kind.get("ratings", {}), **row.get("ratings", {})}
    return Counter(
        id=str(row["id"]),
        name=str(row["name"]),
        kind=str(row.get("kind") or kind.get("kind") or row.get("type") or row["id"]),
        power=str(row.get("power", "")),
        classes=_merged(kind.get("classes", ()), row.get("classes", ())),
        ratings=ratings_from(ratings),
        provenance=Provenance(row.get("provenance", provenance)),
        cite=str(row.get("cite", "")),
        also=tuple(map(str, row.get("also", ()))),
        kind_also=tuple(map(str, kind.get("also", ()))),
    )


def _merged(ours: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, (*ours, *more))))


def ratings_from(data: Mapping[str, object]) -> dict[str, Rating]:
    """Ratings as typed."""
    return {name: _rating(value) for name, value in data.items()}


def _rating(value: object) -> Rating:
    """A rating as typed: an integer, a fraction `1/2`, or text such as a colour."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{value!r} is not a rating")
    try:
        number = exact(value)
    except ValueError:
        return str(value)
    return number.numerator if number.denominator == 1 else number
