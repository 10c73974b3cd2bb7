"""Reading the sections of one map, part or correction file into a draft of the map.

docs/maps.md shows the format. Problems are gathered with file and line, not raised, so that one
reading tells all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, repeat
from typing import Any, Final

from pbem.core.data.findings import suggest
from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.areas import Pair, is_area_id, pair, read_border
from pbem.core.maps.board import Layer, Value
from pbem.core.maps.hexes import Numbering, Point, Sheet
from pbem.core.maps.mapdraft import DocPath, Draft, Edge, Row, Run, Source

FORMAT: Final = "pbem-map/1"
PART: Final = "pbem-map-part/1"
CORRECTIONS: Final = "pbem-map-corrections/1"
KINDS: Final = ("printed", "derived", "reconstructed", "corrected", "transcribed")

_HEAD: Final[Mapping[str, tuple[str, ...]]] = {
    FORMAT: ("map", "title", "date", "note", "implements", "parts"),
    PART: ("of", "note"),
    CORRECTIONS: ("of", "why", "author", "note"),
}
_GRID_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": (),
    "columns_from": ("east", "west"),
    "rows_from": ("south", "north"),
    "half_hex_west": ("odd", "even", "none"),
    "slant": (),
    "offset": (),
    "plane": (),
    "scale": (),
}
_PART_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*\.yaml")
_PROVENANCE: Final = re.compile(rf"({'|'.join(KINDS)})(: \S.*)?", re.DOTALL)
# what any map may say, so that a correction may add it where the map says nothing yet
_FACTS: Final = (
    "terrain", "coast", "country", "region", "zone", "sea", "name", "also", "city", "capital",
    "port", "iced_in", "objective", "factories", "resources", "oil", "off_map",
)  # fmt: skip
_FEATURES: Final = (
    "river", "canal", "lake", "alpine", "straits", "all-sea", "fort", "impassable", "rail", "road",
)  # fmt: skip
Legend = Mapping[str, Mapping[str, Value | None]]  # what each letter says
_NO_HEX: Final = "-"
_NOTHING: Final = "."


class Reader:
    """Reads one file into the draft, section by section; problems are gathered, not raised."""

    def __init__(self, draft: Draft, source: Source, format_: str) -> None:
        self.draft = draft
        self.source = source
        self.format = format_
        self.problem = source.problem
        self.default_provenance = ""
        self.data: dict[str, Any] = {}

    def begin(self) -> tuple[str, ...]:
        """Read the head of the file; the files of the other parts of the map, if it names any."""
        data = self.mapping(read_data_text(self.source.text, self.source.name), ())
        whole = self.format == PART and data.get("format") == FORMAT and "map" in data
        if data.get("format") != self.format and not whole:
            self.problem(
                "map-format", f"the file must begin with 'format: {self.format}'", ("format",)
            )
            return ()
        self.data = data
        head = _HEAD[FORMAT if whole else self.format]
        self.known(data, ("format", *head, *self.sections()), ())
        if not whole:  # a whole map as a part of a larger one keeps its head to itself
            self.head(data)
        return self.part_names(data.get("parts", []))

    def section(self, name: str) -> None:
        """Read one section, if the file has it."""
        if name in self.data:
            self.sections()[name](self.mapping(self.data[name], (name,)))

    def sections(self) -> dict[str, Callable[[dict[str, Any]], None]]:
        """The sections in the order in which they are read."""
        common = {
            "layers": self.row_layers,
            "places": self.place_list,
            "areas": self.area_list,
            "borders": self.area_borders,
            "joins": self.join_list,
            "hexsides": self.hexsides,
            "links": self.links,
            "countries": self.country_list,
        }
        if self.format == CORRECTIONS:
            return {"remove": self.remove, **common}
        return {"grid": self.grid, **common}

    def head(self, data: Mapping[str, Any]) -> None:
        """Who the map is; a correction says of which map and why."""
        if self.format == FORMAT:
            for key in ("map", "title", "date"):
                self.draft.head[key] = self.string(data.get(key, ""), (key,))
            if not self.draft.head["map"]:
                self.problem("map-id", "the map has no id", (), "write 'map: some-name'")
            self.clauses(data.get("implements", []))
            return
        if data.get("of") != self.draft.head["map"]:
            these = "these corrections are" if self.format == CORRECTIONS else "this is a part"
            self.problem(
                "map-other",
                f"{these} of '{data.get('of')}'",
                ("of",),
                f"the map is '{self.draft.head['map']}'",
            )
        if self.format == PART:
            return
        why = self.string(data.get("why", ""), ("why",))
        if not why:
            self.problem("map-why", "a correction says why it is made", ("why",))
        self.default_provenance = f"corrected: {why}"

    def clauses(self, value: Any) -> None:
        """The clauses of the rulebook that are facts of the map."""
        if isinstance(value, list) and all(isinstance(clause, str) for clause in value):
            self.draft.implements = tuple(value)
        else:
            self.problem("map-shape", "here belongs a list of clauses", ("implements",))

    def part_names(self, value: Any) -> tuple[str, ...]:
        """The files, beside this one, that hold the rest of the map."""
        names = value if isinstance(value, list) else [value]
        for number, name in enumerate(names):
            if not isinstance(name, str) or not _PART_NAME.fullmatch(name):
                hint = "the name of a file in the same folder, seas.yaml"
                self.problem("map-part", f"{name!r} is no part", ("parts", number), hint)
        return () if self.source.findings else tuple(names)

    # small pieces

    def mapping(self, value: Any, path: DocPath) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self.problem("map-shape", "here belongs a mapping (key: value)", path)
        return {}

    def string(self, value: Any, path: DocPath) -> str:
        if isinstance(value, str):
            return value
        self.problem("map-shape", f"here belongs text, not {value!r}", path, "put it in quotes")
        return ""

    def known(self, data: Mapping[str, Any], keys: Sequence[str], path: DocPath) -> None:
        for key in data:
            if key not in keys:
                self.problem("map-key", f"'{key}' is no key here", (*path, key), suggest(key, keys))

    def known_place(self, place: str, path: DocPath, line: int = 0) -> bool:
        if place in self.draft.places:
            return True
        hint = "a hex is on the map when the terrain rows hold it"
        self.problem("map-off", f"'{place}' is not on this map", path, hint, line)
        return False

    def known_word(self, kind: str, word: str, words: Iterable[str], path: DocPath) -> None:
        """A correction may set only what the map, or any map, knows: the rest is a slip."""
        if word not in (known := sorted(set(words))):
            self.problem(
                "map-word", f"no map knows the {kind} '{word}'", path, suggest(word, known)
            )

    def known_fact(self, fact: str, path: DocPath, kind: str = "fact") -> None:
        if self.format == CORRECTIONS:
            self.known_word(kind, fact, (*_FACTS, *self.draft.facts), path)

    def known_feature(self, feature: str, path: DocPath) -> None:
        """River, rail …; of `river:paris` the first word."""
        if self.format == CORRECTIONS:
            kinds = (known.partition(":")[0] for known in (*_FEATURES, *self.draft.edges))
            self.known_word("feature", feature.partition(":")[0], kinds, path)

    def known_country(self, country: str, path: DocPath) -> None:
        if self.format == CORRECTIONS:
            lands = map(str, self.draft.facts.get("country", {}).values())
            self.known_word("country", country, (*self.draft.countries, *lands), path)

    def provenance(self, data: Mapping[str, Any], section: str, name: str, path: DocPath) -> str:
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
        if self.format != CORRECTIONS:
            self.draft.layers.append(Layer(section, name, text))
        return text

    def value(self, value: Any, path: DocPath) -> Value | None:
        """A fact: text, a number, true or false, a list of them, or null for none."""
        if value is None or isinstance(value, str | int):
            return value
        if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
            return tuple(value)
        self.problem("map-shape", "here belongs text, a number or a list of them", path)
        return None

    def put(self, place: str, fact: str, value: Value | None, origin: str | None) -> None:
        """Set one fact, or take it away; an origin of its own is kept."""
        values = self.draft.facts.setdefault(fact, {})
        if value is None:
            values.pop(place, None)
        else:
            values[place] = value
        if origin is not None:
            self.draft.exceptions[place, fact] = origin

    # grid and rows of letters

    def grid(self, data: dict[str, Any]) -> None:
        for name, value in data.items():
            path = ("grid", name)
            sheet = self.mapping(value, path)
            self.known(sheet, tuple(_GRID_KEYS), path)
            for key, choices in _GRID_KEYS.items():
                if choices and sheet.get(key, choices[0]) not in choices:
                    self.problem("map-grid", f"{key} is one of {', '.join(choices)}", (*path, key))
                    return
            try:
                self.draft.sheets[name] = self.sheet(name, sheet)
            except (ValueError, TypeError) as trouble:
                self.problem("map-grid", f"sheet {name}: {trouble}", path)

    def sheet(self, name: str, data: Mapping[str, Any]) -> Sheet:
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

    def row_layers(self, data: dict[str, Any]) -> None:
        """Terrain first: it says which hexes there are."""
        for name in sorted(data, key=lambda layer: layer != "terrain"):
            path = ("layers", name)
            layer = self.mapping(data[name], path)
            self.known(layer, self.layer_keys(), path)
            origin = self.provenance(layer, "layers", name, path)
            self.known_fact(name, path, "layer")
            legend = self.legend(name, layer.get("legend", {}), path)
            text = self.string(layer.get("rows", ""), (*path, "rows"))
            rows = list(self.rows(text, (*path, "rows")))
            if self.format == CORRECTIONS:
                for row in rows:
                    self.correct(row, legend, origin)
                continue
            if name == "terrain":
                for row in rows:
                    self.new_hexes(row)
            self.fill(rows, legend)
            if "default" in layer:
                self.fill_rest(name, self.value(layer["default"], (*path, "default")))

    def layer_keys(self) -> tuple[str, ...]:
        default = () if self.format == CORRECTIONS else ("default",)
        return ("provenance", "note", "legend", "rows", *default)

    def fill_rest(self, fact: str, value: Value | None) -> None:
        """The value of every hex that no row of the layer mentions."""
        values = self.draft.facts.setdefault(fact, {})
        if value is not None:
            self.draft.facts[fact] = dict.fromkeys(self.draft.spots, value) | values

    def legend(self, name: str, data: Any, path: DocPath) -> dict[str, dict[str, Value | None]]:
        """What each letter stands for: a value of the layer's own fact, or several facts."""
        found: dict[str, dict[str, Value | None]] = {_NO_HEX: {}, _NOTHING: {}}
        for token, value in self.mapping(data, (*path, "legend")).items():
            where = (*path, "legend", token)
            facts = value if isinstance(value, dict) else {name: value}
            found[token] = {fact: self.value(facts[fact], where) for fact in facts}
            for fact in facts if isinstance(value, dict) else ():
                self.known_fact(fact, where)
        return found

    def rows(self, text: str, path: DocPath) -> Iterator[Row]:
        """Each row of letters: hexes from the named one eastwards, a letter for each."""
        for number, line in enumerate(text.splitlines(), 1):
            content = line.partition("#")[0].strip()
            if not content:
                continue
            first, colon, rest = content.partition(":")
            tokens = rest.split()
            run = self.run(first.strip(), len(tokens)) if colon and tokens else None
            if run:
                yield Row(run, tokens, path, number)
            else:
                self.problem(
                    "map-row",
                    f"the row '{content[:20]}' does not begin with the id of a hex",
                    path,
                    "write the westernmost hex, a colon, then one letter a hex eastwards",
                    number,
                )

    def run(self, first: str, count: int) -> Run | None:
        key = first, count
        if key not in self.draft.runs:
            for sheet in self.draft.sheets.values():
                if found := sheet.run(first, count):
                    self.draft.runs[key] = Run(sheet, *found)
        return self.draft.runs.get(key)

    def new_hexes(self, row: Row) -> None:
        """The hexes of a terrain row come into being."""
        draft = self.draft
        name, scale = row.run.sheet.plane, row.run.sheet.scale
        plane = draft.planes.setdefault(name, {})
        ids, points = self.fresh(row, plane)
        draft.places.update(dict.fromkeys(ids))
        draft.spots.update(zip(ids, zip(repeat(name), points), strict=False))
        plane.update(zip(points, ids, strict=True))
        if scale:
            draft.facts.setdefault("scale", {}).update(dict.fromkeys(ids, scale))

    def fresh(self, row: Row, plane: Mapping[Point, str]) -> tuple[list[str], list[Point]]:
        """The hexes of a row without the gaps; one that is there already is a problem."""
        places, run = self.draft.places, row.run
        unused = places.keys().isdisjoint(run.ids) and plane.keys().isdisjoint(run.points)
        if unused and _NO_HEX not in row.tokens:
            return run.ids, run.points
        for hex_id, point, token in zip(run.ids, run.points, row.tokens, strict=True):
            if token != _NO_HEX and hex_id in places:
                self.row_problem(row, "map-double", f"{hex_id} stands in two rows")
            elif token != _NO_HEX and point in plane:
                self.row_problem(row, "map-double", f"{hex_id} lies where {plane[point]} lies")
        here = [n for n, token in enumerate(row.tokens) if token != _NO_HEX]
        return [run.ids[n] for n in here], [run.points[n] for n in here]

    def fill(self, rows: Sequence[Row], legend: Legend) -> None:
        """Give the hexes of a layer what their letters say, the whole layer at once."""
        ids = [hex_id for row in rows for hex_id in row.run.ids]
        tokens = [token for row in rows for token in row.tokens]
        if not (legend.keys() >= set(tokens) and self.draft.places.keys() >= set(ids)):
            parts = [self.sound_part(row, legend) for row in rows]
            ids = [hex_id for part, _ in parts for hex_id in part]
            tokens = [token for _, part in parts for token in part]
        used = set(tokens)
        for fact, table in by_fact(legend).items():
            if used <= table.keys():
                found = dict(zip(ids, map(table.__getitem__, tokens), strict=True))
            else:
                pairs = zip(ids, tokens, strict=True)
                found = {hex_id: table[token] for hex_id, token in pairs if token in table}
            known = self.draft.facts.get(fact)
            self.draft.facts[fact] = known | found if known else found

    def sound_part(self, row: Row, legend: Legend) -> tuple[list[str], list[str]]:
        """The hexes of a row that are on the map, with their letters; the rest are problems."""
        ids: list[str] = []
        tokens: list[str] = []
        for hex_id, token in zip(row.run.ids, row.tokens, strict=True):
            if token not in legend:
                self.unknown_letter(row, hex_id, token, legend)
            elif hex_id in self.draft.places:
                ids.append(hex_id)
                tokens.append(token)
            elif token not in (_NO_HEX, _NOTHING):
                self.known_place(hex_id, row.path, row.line)
        return ids, tokens

    def correct(self, row: Row, legend: Legend, origin: str) -> None:
        """Overlay the hexes of one row; a dot leaves a hex as it is."""
        for hex_id, token in zip(row.run.ids, row.tokens, strict=True):
            if token not in legend:
                self.unknown_letter(row, hex_id, token, legend)
            elif legend[token] and self.known_place(hex_id, row.path, row.line):
                for fact, value in legend[token].items():
                    self.put(hex_id, fact, value, origin)

    def unknown_letter(
        self, row: Row, hex_id: str, token: str, legend: Mapping[str, object]
    ) -> None:
        hint = suggest(token, legend)
        self.row_problem(row, "map-letter", f"{hex_id}: '{token}' is not in the legend", hint)

    def row_problem(self, row: Row, code: str, message: str, hint: str = "") -> None:
        self.problem(code, message, row.path, hint, row.line)

    # places and areas

    def place_list(self, data: dict[str, Any]) -> None:
        """Facts of single hexes; an off-map place comes into being here."""
        self.facts_of(data, "places", lambda place, facts: bool(facts.get("off_map")))

    def area_list(self, data: dict[str, Any]) -> None:
        self.facts_of(data, "areas", lambda place, facts: self.format != CORRECTIONS)

    def facts_of(
        self, data: dict[str, Any], section: str, is_new: Callable[[str, Mapping[str, Any]], bool]
    ) -> None:
        self.known(data, ("provenance", "note", "common", "at"), (section,))
        common = self.mapping(data.get("common", {}), (section, "common"))
        layer = self.provenance(data, section, "", (section,))
        exception = None if self.format == FORMAT else layer
        for place, value in self.mapping(data.get("at", {}), (section, "at")).items():
            path = (section, "at", place)
            facts = self.mapping(value, path)
            if place not in self.draft.places and is_new(place, facts):
                self.new_place(place, section, path)
            elif not self.known_place(place, path):
                continue
            origin = self.string(facts["provenance"], path) if "provenance" in facts else exception
            self.facts_at(place, common | facts, origin, path)

    def facts_at(
        self, place: str, facts: Mapping[str, Any], origin: str | None, path: DocPath
    ) -> None:
        """The facts of one place; parts of one map may not contradict each other."""
        for fact in facts:
            if fact == "provenance":
                continue
            self.known_fact(fact, (*path, fact))
            value = self.value(facts[fact], (*path, fact))
            known = self.draft.facts.get(fact, {}).get(place)
            if self.format == PART and known not in (None, value):
                self.problem("map-double", f"another part says another {fact} of {place}", path)
            self.put(place, fact, value, origin)

    def country_list(self, data: dict[str, Any]) -> None:
        """What the map says of whole countries: name, kind, capital, whom they touch."""
        self.known(data, ("provenance", "note", "at"), ("countries",))
        self.provenance(data, "countries", "", ("countries",))
        for country, value in self.mapping(data.get("at", {}), ("countries", "at")).items():
            path = ("countries", "at", country)
            self.known_country(country, path)
            facts = self.draft.countries.setdefault(country, {})
            for fact, item in self.mapping(value, path).items():
                self.country_fact(facts, fact, self.value(item, (*path, fact)), (*path, fact))

    def country_fact(
        self, facts: dict[str, Value], fact: str, value: Value | None, path: DocPath
    ) -> None:
        """One fact of a country; parts of one map add to each other's lists."""
        known = facts.pop(fact, None)
        if self.format == PART and isinstance(known, tuple) and isinstance(value, tuple):
            value = tuple(dict.fromkeys((*known, *value)))
        elif self.format == PART and known not in (None, value):
            self.problem("map-double", f"another part says another {fact} of {path[2]}", path)
        if value is not None:
            facts[fact] = value

    def new_place(self, place: str, section: str, path: DocPath) -> None:
        if section == "areas" and not is_area_id(place):
            hint = "small letters, digits and the signs : . -"
            self.problem("map-area-id", f"'{place}' cannot be the id of an area", path, hint)
        self.draft.places[place] = None

    def area_borders(self, data: dict[str, Any]) -> None:
        """The areas that each area touches, with the features of the border."""
        self.known(data, ("provenance", "note", "between"), ("borders",))
        self.provenance(data, "borders", "", ("borders",))
        written = {} if self.format == CORRECTIONS else self.draft.borders
        for area, lines in self.mapping(data.get("between", {}), ("borders", "between")).items():
            path = ("borders", "between", area)
            if not isinstance(lines, list) or not self.known_place(area, path):
                self.problem("map-shape", f"'{area}' needs a list of the areas it touches", path)
                continue
            for number, line in enumerate(lines):
                self.border(area, self.string(line, (*path, number)), (*path, number), written)

    def border(
        self, area: str, line: str, path: DocPath, written: dict[Pair, tuple[str, ...]]
    ) -> None:
        if not line.split():
            return
        other, features = read_border(line)
        if not self.known_place(other, path):
            return
        both = pair(area, other)
        if area == other or written.setdefault(both, features) != features:
            self.problem("map-border", f"the border {area} - {other} contradicts itself", path)
        self.draft.joined[both] = Edge(self.source, path)
        for feature in features:
            self.known_feature(feature, path)
            self.draft.edges.setdefault(feature, {})[both] = Edge(self.source, path)

    # joins, hexsides and links

    def join_list(self, data: dict[str, Any]) -> None:
        """Places that touch although no grid says so: the first one and each of the rest."""
        self.known(data, ("provenance", "note", "lines"), ("joins",))
        self.provenance(data, "joins", "", ("joins",))
        for path, chain in self.chains(data.get("lines", {}), ("joins", "lines")):
            for other in self.others(chain, path):
                self.draft.joined[pair(chain[0], other)] = Edge(self.source, path)

    def others(self, chain: list[str], path: DocPath) -> list[str]:
        """The places that a line joins to its first one."""
        unknown = [place for place in chain if not self.known_place(place, path)]
        if chain[0] in chain[1:]:
            self.problem("map-border", f"{chain[0]} is joined to itself", path)
        return [] if unknown or chain[0] in chain[1:] else chain[1:]

    def hexsides(self, data: dict[str, Any]) -> None:
        """Features that lie on the side between two hexes: `E2140-E2240`."""
        self.features(data, "hexsides", "sides", self.sides)

    def links(self, data: dict[str, Any]) -> None:
        """Features that cross the sides between the hexes of a chain: `E2341 E2240 E2140`."""
        self.features(data, "links", "lines", self.steps)

    def features(
        self,
        data: dict[str, Any],
        section: str,
        key: str,
        read: Callable[[list[str], DocPath], list[Pair]],
    ) -> None:
        for feature, value in data.items():
            path = (section, feature)
            layer = self.mapping(value, path)
            self.known(layer, ("provenance", "note", key), path)
            self.provenance(layer, section, feature, path)
            self.known_feature(feature, path)
            edges = self.draft.edges.setdefault(feature, {})
            for where, words in self.chains(layer.get(key, {}), (*path, key)):
                edges.update(dict.fromkeys(read(words, where), Edge(self.source, where)))

    def chains(self, data: Any, path: DocPath) -> Iterator[tuple[DocPath, list[str]]]:
        """Named lists of ids, each a text with blanks between."""
        for name, text in self.mapping(data, path).items():
            words = self.string(text, (*path, name)).split()
            if words:
                yield (*path, name), words

    def sides(self, words: list[str], path: DocPath) -> list[Pair]:
        places, found = self.draft.places, []
        for word in words:
            a, _, b = word.partition("-")
            if a in places and b in places:
                found.append((a, b) if a <= b else (b, a))
            elif self.known_place(a, path):
                self.known_place(b, path)
        return found

    def steps(self, words: list[str], path: DocPath) -> list[Pair]:
        places = self.draft.places
        if [word for word in words if word not in places and not self.known_place(word, path)]:
            return []
        return [(a, b) if a <= b else (b, a) for a, b in pairwise(words)]

    def remove(self, data: dict[str, Any]) -> None:
        """Hexsides and links that the map has and the printed map has not."""
        self.known(data, ("hexsides", "links"), ("remove",))
        for section, read in (("hexsides", self.sides), ("links", self.steps)):
            for path, words in self.chains(data.get(section, {}), ("remove", section)):
                edges = self.draft.edges.get(str(path[-1]), {})
                for a, b in read(words, path):
                    if edges.pop((a, b), None) is None:
                        self.problem("map-remove", f"there is no {path[-1]} at {a}-{b}", path)


def by_fact(legend: Legend) -> dict[str, dict[str, Value]]:
    """The legend the other way round: for each fact what each letter gives it."""
    found: dict[str, dict[str, Value]] = {}
    for token, facts in legend.items():
        for fact, value in facts.items():
            if value is not None:
                found.setdefault(fact, {})[token] = value
    return found
