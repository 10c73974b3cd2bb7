"""The file that describes a battle for `pbem odds`: forces, ground, plans, retreat order.

    format: pbem-odds/1
    system: gw
    zone: {terrain: [marsh], city: true}
    borders: {Dnieper: {terrain: [river]}}
    attacker: {name: Germany, across: {Dnieper: {infantry: 6}}, units: {fighter: 2}}
    defender: {name: USSR, units: {infantry: 8, artillery: 2}}

Everything that is wrong is found at once, each with its place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from pbem.core.choices.conditions import BadCondition, Condition, check_facts, parse_conditions
from pbem.core.data.findings import Finding, PbemError, Where, error, suggest
from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Rules, readings_of
from pbem.core.rules.sides import Sides
from pbem.systems.gw.battle.casualties import CLASSES
from pbem.systems.gw.battle.land_battle import LandBattle, prepare
from pbem.systems.gw.battle.muster import Force, Ground, Plan, Troop
from pbem.systems.gw.battle.rounds import FACTS, NEVER, RETREATS, Lines
from pbem.systems.gw.world.battlefield import OPTION_OF_TERRAIN, Battlefield, Border
from pbem.systems.gw.world.options import DEFAULT_OPTIONS, options
from pbem.systems.gw.world.units import catalogue, unit_type

FORMAT: Final = "pbem-odds/1"
METHODS: Final = ("auto", "exact", "simulate")
MOST_UNITS: Final = 200
MOST_BATTLES: Final = 1_000_000

Path = tuple[str | int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """A battle and how its odds are wanted."""

    title: str
    battle: LandBattle
    method: str
    battles: int
    seed: int


@dataclass(frozen=True, slots=True)
class Asked:
    """How odds are wanted, whatever the kind of battle."""

    title: str
    method: str
    battles: int
    seed: int


class BattleFileError(PbemError):
    """A description of a battle that cannot be used; it carries every finding."""


def read_question(book: Book, document: Document) -> Question:
    """The battle that a file describes; raises BattleFileError with all findings."""
    reader = Reader(book, document)
    question = reader.question()
    reader.refuse()
    if question is None:
        raise AssertionError("a file without a question must have findings")
    return question


def battle_from(book: Book, data: Mapping[str, Any]) -> LandBattle:
    """The battle that plain data describe, as in the sections of a file."""
    reader = Reader(book, Document("battle", data, {}))
    battle = reader.battle(data)
    reader.refuse()
    return battle


def ground_from(book: Book, data: Mapping[str, Any]) -> Ground:
    """The ground that plain data describe."""
    reader = Reader(book, Document("battle", data, {}))
    ground = reader.ground(data)
    reader.refuse()
    return ground


def on_land(book: Book) -> tuple[str, ...]:
    """The unit types that may fight in a land battle."""
    return tuple(name for name, unit in catalogue(book).items() if not unit.is_naval)


class Reader:
    """Reads one file and collects what is wrong with it."""

    def __init__(self, book: Book, document: Document) -> None:
        self.book = book
        self.document = document
        self.findings: list[Finding] = []

    def complain(self, path: Path, message: str, hint: str = "") -> None:
        where = self.document.where(path)
        self.findings.append(error("battle-file", message, where=where, hint=hint))

    def refuse(self) -> None:
        """Raise if anything was wrong."""
        if self.findings:
            found = sorted(self.findings, key=lambda finding: finding.where or Where(""))
            raise BattleFileError("this battle cannot be read", findings=found)

    def question(self) -> Question | None:
        """The whole file."""
        data = self.document.data if isinstance(self.document.data, dict) else {}
        if not self.is_ours(data):
            return None
        self.mapping((), data, KEYS)
        battle = self.battle(data)
        asked = self.asked(data, "Battle")
        question = Question(asked.title, battle, asked.method, asked.battles, asked.seed)
        return None if self.findings else question

    def is_ours(self, data: Mapping[str, Any]) -> bool:
        """Whether the head names our format and system."""
        ours = data.get("format") == FORMAT and data.get("system") == "gw"
        if not ours:
            self.complain((), "this is not a Global War battle", f"begin with format: {FORMAT}")
        return ours

    def asked(self, data: Mapping[str, Any], title: str) -> Asked:
        """How the odds are wanted, and what the battle is called."""
        return Asked(
            title=str(data.get("title", title)),
            method=self.word(("method",), data.get("method", "auto"), METHODS),
            battles=self.whole(("battles",), data.get("battles", 20_000), 1, MOST_BATTLES),
            seed=self.whole(("seed",), data.get("seed", 1), 0, 2**32),
        )

    def battle(self, data: Mapping[str, Any]) -> LandBattle:
        """The battle itself; useless when there are findings."""
        ground = self.ground(data)
        names = [border.name for border in ground.field.borders]
        forces = Sides.of(lambda role: self.force(role, data.get(role), names))
        side = data.get("attacker")
        side = side if isinstance(side, dict) else {}
        retreat = self.retreat(side.get("retreat", "save-air"))
        way_back = self.truth(("attacker", "way_back"), side.get("way_back", True))
        return prepare(forces, ground, retreat, way_back)

    def mapping(self, path: Path, value: object, keys: Iterable[str] | None) -> dict[str, Any]:
        """A mapping with known keys (any keys if None); absent counts as empty."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.complain(path, "here must stand KEY: VALUE pairs")
            return {}
        for key in value:
            if keys is not None and key not in keys:
                self.complain((*path, key), f"unknown key '{key}'", suggest(key, keys))
        return value

    def truth(self, path: Path, value: object) -> bool:
        if not isinstance(value, bool):
            self.complain(path, f"'{value}' is neither true nor false")
        return value is True

    def whole(self, path: Path, value: object, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.complain(path, f"'{value}' is not a whole number from {least} to {most}")
            return least
        return value

    def word(self, path: Path, value: object, known: Sequence[str]) -> str:
        if value not in known:
            self.complain(path, f"'{value}' is not known here", suggest(str(value), known))
            return known[0]
        return str(value)

    def words(self, path: Path, value: object, known: Iterable[str]) -> tuple[str, ...]:
        """A list of known words; one word stands for a list of one."""
        if value is None:
            return ()
        items = value if isinstance(value, list) else [value]
        choices = list(known)
        return tuple(self.word((*path, place), item, choices) for place, item in enumerate(items))

    def borders(self, value: object) -> tuple[Border, ...]:
        """The special borders of the zone."""
        found = []
        for name, cell in self.mapping(("borders",), value, None).items():
            path: Path = ("borders", name)
            row = self.mapping(path, cell, ("terrain", "works"))
            terrain = self.words((*path, "terrain"), row.get("terrain"), OPTION_OF_TERRAIN)
            found.append(Border(name, terrain, self.works((*path, "works"), row.get("works"))))
        return tuple(found)

    def works(self, path: Path, value: object) -> str:
        return (
            ""
            if value is None
            else self.word(path, value, self.book.chart("terrain").table("works").rows.names)
        )

    def ground(self, data: Mapping[str, Any]) -> Ground:
        """The zone with its borders, the optional rules and the readings."""
        zone = self.mapping(("zone",), data.get("zone"), ("terrain", "city", "surrounded", "works"))
        land = [name for name in OPTION_OF_TERRAIN if name != "river"]
        field = Battlefield(
            terrain=self.words(("zone", "terrain"), zone.get("terrain"), land),
            city=self.truth(("zone", "city"), zone.get("city", False)),
            surrounded=self.truth(("zone", "surrounded"), zone.get("surrounded", False)),
            works=self.works(("zone", "works"), zone.get("works")),
            borders=self.borders(data.get("borders")),
        )
        optional = self.chosen("options", data.get("options"), options)
        return Ground(field, optional or DEFAULT_OPTIONS, rules=self.readings(data))

    def readings(self, data: Mapping[str, Any]) -> Rules:
        """The charts, and the readings that the file names."""
        found = self.chosen("interpretations", data.get("interpretations"), readings_of)
        return Rules(self.book, found or {})

    def chosen(self, key: str, value: object, build: Callable[[dict[str, Any]], T]) -> T | None:
        """Optional rules or interpretations, built from their mapping."""
        try:
            return build(self.mapping((key,), value, None))
        except PbemError as trouble:
            self.complain((key,), trouble.message, trouble.hint)
            return None

    def force(
        self, side: str, value: object, borders: Sequence[str], more: tuple[Troop, ...] = ()
    ) -> Force:
        """One side: its units by the way they came, with more of them if given, and its plan."""
        keys = ATTACKER_KEYS if side == "attacker" else _DEFENDER_KEYS
        data = self.mapping((side,), value, keys)
        troops = self.troops((side, "units"), data.get("units"))
        across = self.mapping((side, "across"), data.get("across"), None)
        for name, units in across.items():
            path: Path = (side, "across", name)
            if name not in borders:
                self.complain(path, f"no border '{name}'", suggest(name, borders))
            troops += self.troops(path, units, border=name)
        landing = self.troops(
            (side, "airborne_assault"), data.get("airborne_assault"), airborne=True
        )
        if landing:
            troops = self.with_carriers(side, troops, landing)
        troops += landing + more
        if not troops:
            self.complain((side,), f"the {side} has no units", "write units: {infantry: 3}")
        if sum(troop.count for troop in troops) > MOST_UNITS:
            self.complain((side,), f"more than {MOST_UNITS} units")
        return Force(str(data.get("name", side)), troops, self.plan(side, data))

    def troops(
        self, path: Path, value: object, border: str = "", airborne: bool = False
    ) -> tuple[Troop, ...]:
        """Units by type and number."""
        found = []
        for name, count in self.mapping(path, value, None).items():
            try:
                unit = unit_type(self.book, name)
            except PbemError as trouble:
                self.complain((*path, name), trouble.message, trouble.hint)
                continue
            if unit.id not in on_land(self.book):
                self.complain((*path, name), f"{unit.name} cannot fight on land")
            number = self.whole((*path, name), count, 1, MOST_UNITS)
            found.append(Troop(unit, number, border, airborne))
        return tuple(found)

    def with_carriers(
        self, side: str, troops: tuple[Troop, ...], landing: Sequence[Troop]
    ) -> tuple[Troop, ...]:
        """Troops with the aircraft marked from which Airborne drop: enough of them (9.15)."""
        planes = [troop for troop in troops if troop.unit.id in DROPPERS]
        if planes and sum(t.count for t in planes) < sum(t.count for t in landing):
            self.complain(
                (side, "airborne_assault"), "an aircraft carries one Airborne only (9.15)"
            )
        return tuple(replace(troop, carries=troop in planes) for troop in troops)

    def plan(self, side: str, data: Mapping[str, Any]) -> Plan:
        """The orders of losses, targets and fire."""
        losses = data.get("losses", "club")
        keep_land = losses == "take-zone"
        if isinstance(losses, str) and losses in PRESETS:
            losses = None
        return Plan(
            losses=self.words((side, "losses"), losses, (*on_land(self.book), *CLASSES)),
            targets=self.types((side, "targets"), data.get("targets")),
            fire=self.types((side, "fire"), data.get("fire")),
            keep_land=keep_land or self.truth((side, "keep_land"), data.get("keep_land", False)),
        )

    def types(self, path: Path, value: object) -> tuple[str, ...]:
        """A list of unit types in order."""
        return self.words(path, value, on_land(self.book))

    def retreat(self, value: object) -> Lines:
        """The attacker's retreat order: a preset, or lines of conditions."""
        if isinstance(value, str) and value in RETREATS:
            return RETREATS[value]
        path: Path = ("attacker", "retreat")
        if not isinstance(value, list):
            self.complain(path, f"'{value}' is no retreat order", RETREAT_HINT)
            return NEVER
        return tuple(self.line((*path, place), line) for place, line in enumerate(value))

    def line(self, path: Path, value: object) -> tuple[Condition, ...]:
        """One line of a retreat order: a condition, or a list of which all must hold."""
        try:
            conditions = parse_conditions(value)
        except BadCondition as trouble:
            self.complain(path, str(trouble))
            return ()
        self.findings += check_facts(conditions, FACTS, self.document.where(path))
        return conditions


DROPPERS: Final = ("air-transport", "strategic-bomber", "heavy-strategic-bomber")
PRESETS: Final = ("club", "take-zone")
RETREAT_HINT: Final = "write save-air, never, or a list such as [land <= 2, odds < 1-1]"
KEYS: Final = (
    "format",
    "system",
    "title",
    "zone",
    "borders",
    "attacker",
    "defender",
    "options",
    "interpretations",
    "method",
    "battles",
    "seed",
)
_PLAN_KEYS: Final = ("losses", "targets", "fire", "keep_land")
_DEFENDER_KEYS: Final = ("name", "units", *_PLAN_KEYS)
ATTACKER_KEYS: Final = (*_DEFENDER_KEYS, "across", "airborne_assault", "retreat", "way_back")
