"""Files of players that keep to their schemas and to nothing else, made of the names of a position.

Some rows are grown from the schemas alone; others are what a player might send, with some words
changed: another unit, the same one twice, a place off the map, a count beyond all. Everything
follows from the seed of the `Random` that is given, and from the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.checker import DEFINED
from pbem.core.data.findings import has_errors
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.checking import as_list
from pbem.core.orders.orders import read_orders, read_standing, standing_sections
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.system import Section

Row = dict[str, Any]
Schema = Mapping[str, Any]

NUMBERS: Final = (0, 1, 1, 1, 2, 2, 3, 5, 12, 40, 200, 201, 999, -1)
TRICKS: Final = (
    "all", "all {place}", "All  {place} ", "any {counter}", "2 best {counter}", "1 worst {counter}",
    "2x {unit}", "2 {counter}", "{unit}, {unit}", "{unit} {unit}", "{place}-{place}", "{place}/2",
    "sea:{place}", "in:{unit}", "pool:{power}/force", "{power}:{counter}@{place}", "", " ",
    "all all {place}", "nobody", "ask", "1-3", "0", "-1", "1e9", "x" * 80, "{unit}\u00a0", "\u00df",
    "{unit}#2", "removed", "track:{power}", "{place}, {place}", "null", "true", "any", "origin",
)  # fmt: skip
CONDITIONS: Final = ("{fact} = {number}", "{fact} >= {number}", "{fact} <= 2", "{fact} = {place}")
PLACES: Final = frozenset((
    "at", "from", "to", "via", "home", "else", "then", "land", "border", "force", "sea", "unload",
    "load", "drop:", "advance", "capital", "give_back", "ask", "return_to", "rebase",
))  # fmt: skip
UNITS: Final = frozenset((
    "fly", "escort", "units", "unit", "with", "support", "hq", "cap", "intercept", "advance:",
    "drop", "by",
))  # fmt: skip
COUNTERS: Final = frozenset((
    "units", "build", "train", "take", "advance", "lose", "load:", "unload:",
))  # fmt: skip
POWERS: Final = frozenset((
    "nation", "war_on", "align", "influence", "against", "of", "declare_war", "by",
))  # fmt: skip


def text_of(said: Mapping[str, Any]) -> str:
    """A file."""
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())


def doubles(row: Any, section: Section) -> Iterator[Row]:
    """A row in every way in which it says one thing under two keys, or in two spellings."""
    if not isinstance(row, dict):
        return
    keys = [key for key in schemas.bundled(section.schema).get("properties", {}) if key != "note"]
    for key, value in row.items():
        for other in keys:
            if other != key:
                yield {**row, other: value}
                yield {**row, other: [*as_list(row.get(other)), *as_list(value)]}
        for name in value if isinstance(value, dict) else ():
            for again in (str(name).upper(), str(name).title(), str(name).replace("-", " ")):
                yield {**row, key: {**value, again: value[name]}}


class Names:
    """What anybody might name in a position, mostly about one place at a time."""

    def __init__(self, game: Game, state: State, player: str, random: Random) -> None:
        self.game, self.state, self.player, self.random = game, state, player, random
        powers = {power.id for power in state.powers_of_player(player)}
        self.own = [unit.id for unit in state.units.values() if unit.owner in powers]
        self.units = sorted(state.units)
        self.places = sorted(game.board.places)
        self.powers = sorted(state.powers)
        self.counters = sorted({unit.counter for unit in state.units.values()})
        self.others = sorted(counter.id for counter in game.counters)
        self.said: list[str] = []
        self.facts: Sequence[str] = ()
        self.repeats = 10
        self.look_about()

    def chance(self, percent: int) -> bool:
        """Whether something happens."""
        return self.random.randrange(100) < percent

    def pick(self, options: Sequence[Any]) -> Any:
        """One of some things."""
        return self.random.choice(options)

    def look_about(self) -> None:
        """What follows is mostly about one place and its neighbours, its units and their owners."""
        stands = [self.state.units[unit].at for unit in self.own]
        stands = [place for place in stands if place in self.game.board]
        here = self.pick(stands) if stands and self.chance(90) else self.pick(self.places)
        self.near = [here, *sorted(self.game.board.neighbours[here])]
        self.there = [unit.id for unit in self.state.units.values() if unit.at in self.near]
        self.mine = [unit for unit in self.there if unit in self.own]
        self.said, self.repeats = self.said[-3:], self.pick((5, 15, 40))

    def unit(self) -> str:
        """A unit by its id or its printed name."""
        known = self.pick((*(self.mine,) * 6, self.there, self.own, self.units)) or self.units
        if not known:
            return "nobody"
        unit = self.state.units[self.pick(known)]
        return unit.id if self.chance(50) else self.name(unit.counter)

    def name(self, counter: str) -> str:
        """A counter by its id or its name."""
        known = counter in self.game.counters and self.chance(40)
        return self.game.counters[counter].name if known else counter

    def counter(self) -> str:
        """A kind of unit, mostly one that is there."""
        there = [self.state.units[unit].counter for unit in self.mine or self.there]
        return self.name(self.pick(self.pick((there, there, self.counters, self.others)) or ["?"]))

    def place(self) -> str:
        """A place by its id or its name."""
        place = self.pick(self.near if self.chance(85) else self.places)
        name = self.game.board.name(place)
        return name if name and self.chance(40) else place

    def power(self) -> str:
        """A power."""
        owners = [self.state.units[unit].owner for unit in self.there]
        return str(self.pick(owners if owners and self.chance(60) else self.powers))

    def filled(self, pattern: str) -> str:
        """A pattern with names in it."""
        return pattern.format(
            unit=self.unit(), place=self.place(), counter=self.counter(), power=self.power(),
            number=self.pick(NUMBERS), fact=self.pick(self.facts or ["round"]),
        )  # fmt: skip

    def trick(self) -> str:
        """A word that looks like a name."""
        return self.filled(self.pick(TRICKS))

    def word(self, key: str) -> str:
        """A word that might stand under a key, now and then one that stands elsewhere."""
        if self.said and self.chance(self.repeats):
            return str(self.pick(self.said))
        if self.chance(8):
            return self.trick()
        if key == "if":
            return self.filled(self.pick(CONDITIONS))
        if key in UNITS and self.chance(10):
            return f"all {self.place()}"
        lists = ((PLACES, self.place), (UNITS, self.unit), (COUNTERS, self.counter))
        fitting = [write for keys, write in (*lists, (POWERS, self.power)) if key in keys]
        if fitting and self.chance(90):
            return str(self.pick(fitting)())
        return str(self.pick((self.place, self.unit, self.counter, self.power, self.trick))())


class Strange(Names):
    """What anybody might write in a position: values, rows, files."""

    # --- values

    def grown(self, schema: Schema, whole: Schema, key: str = "") -> Any:
        """A value that a schema may accept; a key of a mapping within `load` counts as `load:`."""
        if "$ref" in schema:
            return self.grown(whole["$defs"][schema["$ref"].removeprefix(DEFINED)], whole, key)
        if "const" in schema or "enum" in schema:
            return self.pick(schema.get("enum") or [schema["const"]])
        ways = schema.get("anyOf") or schema.get("oneOf")
        if ways and "properties" not in schema:
            return self.grown(self.pick(ways), whole, key)
        kinds = schema.get("type", "string")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        kind = "object" if "object" in kinds else self.pick(kinds)
        if kind == "object":
            return self.mapping(schema, whole, key)
        if kind == "array":
            many = self.random.randint(schema.get("minItems", 0), min(schema.get("maxItems", 4), 4))
            found = [self.grown(schema.get("items", {}), whole, key) for _ in range(many)]
            return [*found, found[0]] if found and self.chance(10) else found
        return self.single(schema, kind, key)

    def single(self, schema: Schema, kind: str, key: str) -> Any:
        """A word, a number, yes or no, or nothing."""
        if kind == "integer":
            edges = [schema[edge] for edge in ("minimum", "maximum") if edge in schema]
            return self.pick((*edges, *NUMBERS))
        if kind == "boolean":
            return self.chance(50)
        if kind == "null":
            return None
        known = schema.get("x-words", ())
        said = str(self.pick(known) if known and self.chance(40) else self.word(key))
        self.said.append(said)
        return said[: schema.get("maxLength", 200)]

    def mapping(self, schema: Schema, whole: Schema, key: str) -> Row:
        """A mapping with what it must have, and some of what it may have."""
        needed = {*schema.get("required", ())}
        for ways in (schema.get("anyOf"), schema.get("oneOf")):
            needed |= {*self.pick(ways).get("required", ())} if ways else set()
        few = self.pick((10, 30, 60))
        row = {
            name: self.grown(inner, whole, name)
            for name, inner in schema.get("properties", {}).items()
            if name in needed or (name != "note" and self.chance(few))
        }
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            for _ in range(self.random.randint(schema.get("minProperties", 0), 3)):
                row[self.word(key)] = self.grown(more, whole, f"{key}:")
        return row

    def changed(self, value: Any, percent: int, key: str = "") -> Any:
        """A value with some of its words changed."""
        if isinstance(value, dict):
            return {
                self.word(key) if key and self.chance(percent // 4) else name: self.changed(
                    inner, percent, key or str(name)
                )
                for name, inner in value.items()
            }
        if isinstance(value, list):
            found = [self.changed(inner, percent, key) for inner in value]
            return [*found, self.pick(found)] if found and self.chance(percent // 3) else found
        if isinstance(value, str):
            self.said.append(value)
        if not self.chance(percent):
            return value
        if isinstance(value, int):
            return not value if isinstance(value, bool) else self.pick(NUMBERS)
        return [value, self.word(key)] if self.chance(20) else self.word(key)

    # --- files

    def orders(self, usual: Mapping[str, Any]) -> Row:
        """The sections of an order file, made of what a player might send and of what grows."""
        found: Row = {}
        percent, many = self.pick((0, 3, 10, 25)), self.pick((0, 1, 4))
        for section in self.game.system.sections:
            rows = self.rows(section, usual.get(section.name), percent)
            rows += [self.row(section) for _ in range(self.random.randint(0, many))]
            if rows and self.chance(15):
                rows.insert(self.random.randrange(len(rows) + 1), deepcopy(self.pick(rows)))
            rows += [self.doubled(row, section) for row in rows if self.chance(30)]
            rows = [row for row in rows if self.reads({section.name: row})]
            if rows or usual.get(section.name) == []:
                found[section.name] = rows[0] if rows and section.single else rows
        for name in self.game.system.order_lines:
            line = self.changed(usual[name], percent) if name in usual else self.line(name)
            if self.chance(60) and self.reads({name: line}):
                found[name] = line
        return found

    def rows(self, section: Section, said: Any, percent: int) -> list[Any]:
        """The rows that a player might send, changed."""
        self.facts = list(section.facts)
        rows = said if isinstance(said, list) and not section.single else [said] if said else []
        return [self.changed(row, percent) for row in rows]

    def doubled(self, row: Any, section: Section) -> Any:
        """A row that says one thing under two keys, or in two spellings."""
        found = list(doubles(row, section))
        return self.pick(found) if found else row

    def row(self, section: Section) -> Any:
        """A row grown from the schema of a section."""
        self.look_about()
        self.facts = list(section.facts)
        schema = schemas.bundled(section.schema)
        return self.grown(schema, schema)

    def line(self, name: str) -> Any:
        """A line that answers decisions."""
        self.look_about()
        self.facts = sorted({fact for kind in self.game.system.kinds for fact in kind.facts})
        whole = schemas.bundled(f"{self.game.system.name}/lines")
        return self.grown(whole["properties"][name], whole)

    def standing(self, usual: Mapping[str, Any]) -> Row:
        """Standing orders: some of what a player might send, and lines of every kind."""
        found = {name: value for name, value in usual.items() if self.chance(60)}
        for name in standing_sections(self.game.system):
            lines = [self.line(name) for _ in range(self.random.randint(0, 2))]
            if lines and self.reads({"standing": self.player, name: lines}):
                found[name] = lines
        return found

    def reads(self, said: Row) -> bool:
        """Whether a file may say this, whatever the position."""
        if "standing" in said:
            return not has_errors(read_standing(self.game, text_of(said).encode(), "x").findings)
        text = text_of({"window": "x", "player": self.player, **said})
        return not has_errors(read_orders(self.game, text.encode(), "x").findings)
