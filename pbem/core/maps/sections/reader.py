"""One file of a map while its sections are read: what any section needs.

Problems are gathered with file and line, not raised, so that one reading tells all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.maps.board import Layer, Value
from pbem.core.maps.draft import DocPath, Draft, Source

FORMAT: Final = "pbem-map/1"
PART: Final = "pbem-map-part/1"
CORRECTIONS: Final = "pbem-map-corrections/1"
KINDS: Final = (
    "printed", "historical", "derived", "reconstructed", "corrected", "transcribed",
)  # fmt: skip

_PROVENANCE: Final = re.compile(rf"({'|'.join(KINDS)})(: \S.*)?", re.DOTALL)
# what any map may say, so that a correction may add it where the map says nothing yet
_FACTS: Final = (
    "terrain", "coast", "country", "region", "zone", "sea", "name", "also", "part_of", "city",
    "capital", "port", "iced_in", "lines", "objective", "victory", "factories", "resources",
    "oil", "off_map",
)  # fmt: skip
_FEATURES: Final = (
    "river", "canal", "lake", "alpine", "straits", "all-sea", "fort", "impassable", "rail", "road",
)  # fmt: skip


@dataclass(slots=True)
class Reader:
    """One file, the draft that it goes into, and the questions that every section asks."""

    draft: Draft
    source: Source
    format: str
    default_provenance: str = ""
    data: dict[str, object] = field(default_factory=dict)
    legal: dict[str, frozenset[str | int]] = field(default_factory=dict)  # of facts, once asked

    @property
    def corrects(self) -> bool:
        """Whether the file lies over a map that is there."""
        return self.format == CORRECTIONS

    def problem(
        self, code: str, message: str, path: DocPath, hint: str = "", *, line: int = 0
    ) -> None:
        self.source.problem(code, message, path, hint, line=line)

    # what a value is

    def mapping(self, value: object, path: DocPath) -> dict[str, object]:
        if isinstance(value, dict):
            return value
        self.problem("map-shape", "here belongs a mapping (key: value)", path)
        return {}

    def string(self, value: object, path: DocPath) -> str:
        if isinstance(value, str):
            return value
        self.problem("map-shape", f"here belongs text, not {value!r}", path, "put it in quotes")
        return ""

    def texts(self, value: object, path: DocPath) -> tuple[str, ...]:
        if isinstance(value, list):
            return tuple(self.string(item, (*path, at)) for at, item in enumerate(value))
        self.problem("map-shape", "here belongs a list: [one, another]", path)
        return ()

    def value(self, value: object, path: DocPath) -> Value | None:
        """A fact: text, a number, true or false, a list of them, or null for none."""
        if value is None or isinstance(value, str | int):
            return value
        if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
            return tuple(value)
        self.problem("map-shape", "here belongs text, a number or a list of them", path)
        return None

    def chains(self, data: object, path: DocPath) -> Iterator[tuple[DocPath, list[str]]]:
        """Named lists of ids, each a text with blanks between."""
        for name, text in self.mapping(data, path).items():
            words = self.string(text, (*path, name)).split()
            if words:
                yield (*path, name), words

    # what the map knows

    def known(self, data: Mapping[str, object], keys: Sequence[str], path: DocPath) -> None:
        for key in data:
            if key not in keys:
                self.problem("map-key", f"'{key}' is no key here", (*path, key), suggest(key, keys))

    def known_place(self, place: str, path: DocPath, line: int = 0) -> bool:
        if place in self.draft.places:
            return True
        hint = "a hex is on the map when the terrain rows hold it"
        self.problem("map-off", f"'{place}' is not on this map", path, hint, line=line)
        return False

    def known_fact(self, fact: str, path: DocPath, kind: str = "fact") -> None:
        if self.corrects:
            self.known_word(kind, fact, (*_FACTS, *self.draft.facts), path)

    def known_feature(self, feature: str, path: DocPath) -> None:
        """River, rail …; of `river:paris` the first word."""
        if self.corrects:
            kinds = (known.partition(":")[0] for known in (*_FEATURES, *self.draft.edges))
            self.known_word("feature", feature.partition(":")[0], kinds, path)

    def known_country(self, country: str, path: DocPath) -> None:
        if self.corrects:
            lands = map(str, self.draft.facts.get("country", {}).values())
            added = self.draft.words.get("country", ())
            self.known_word("country", country, (*self.draft.countries, *lands, *added), path)

    def known_word(self, kind: str, word: str, words: Iterable[str], path: DocPath) -> None:
        """A correction may set only what the map, or any map, knows: the rest is a slip."""
        if word not in (known := sorted(set(words))):
            self.problem(
                "map-word", f"no map knows the {kind} '{word}'", path, suggest(word, known)
            )

    # what goes into the draft

    def provenance(self, data: Mapping[str, object], section: str, name: str, path: DocPath) -> str:
        """The origin of a layer, which it must state."""
        text = data.get("provenance", self.default_provenance)
        if not isinstance(text, str) or not _PROVENANCE.fullmatch(text):
            self.problem(
                "map-provenance",
                f"{section} {name}".strip() + " does not say where it comes from",
                (*path, "provenance"),
                f"write 'provenance: KIND: source', KIND one of {', '.join(KINDS)}",
            )
            return ""
        if not self.corrects:
            self.draft.layers.append(Layer(section, name, text))
        return text

    def put(self, place: str, fact: str, value: Value | None, origin: str | None) -> None:
        """Set one fact, or take it away; an origin of its own is kept."""
        values = self.draft.facts.setdefault(fact, {})
        if value is None:
            values.pop(place, None)
        else:
            values[place] = value
        if origin is not None:
            self.draft.exceptions[place, fact] = origin
