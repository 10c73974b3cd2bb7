"""The file that describes a naval battle for `pbem odds`.

    format: pbem-odds/1
    system: gw
    battle: naval
    attacker:
      name: Great Britain
      units: {destroyer: 2, battleship: 1}
      patrol: {fighter: 2}            # aircraft on patrol, or of a Carrier in the zone
      damaged: {battleship: 1}        # capital ships that start with a hit
    defender: {name: Germany, units: {heavy-cruiser: 1}, hunted: {submarine: 2}, submerge: at-once}

`hunted`: submarines that would decline combat but for the enemy's aircraft on patrol (8.9).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.choices.conditions import BadCondition, Condition, check_facts, parse_conditions
from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.sides import Sides
from pbem.systems.gw.battle.casualties import CLASSES, DAMAGE
from pbem.systems.gw.battle.naval_battle import AT_ONCE, FACTS, NavalBattle, prepare
from pbem.systems.gw.battle.naval_forces import Kind, NavalForce, NavalPlan, Squadron
from pbem.systems.gw.battle.rounds import NEVER, Lines
from pbem.systems.gw.odds.battle_file import MOST_UNITS, Path, Reader
from pbem.systems.gw.world.units import UnitType, catalogue, unit_type

WAYS: Final = ("units", "patrol", "hunted", "damaged")
_SIDE_KEYS: Final = (
    "name",
    *WAYS,
    "losses",
    "targets",
    "fire",
    "soak",
    "submerge",
    "advanced_asw",
)
_ATTACKER_KEYS: Final = (*_SIDE_KEYS, "retreat", "way_back")
_KEYS: Final = (
    "format",
    "system",
    "battle",
    "title",
    "attacker",
    "defender",
    "interpretations",
    "method",
    "battles",
    "seed",
)
ORDERS: Final[Mapping[str, Lines]] = {"never": NEVER, "at-once": AT_ONCE}


@dataclass(frozen=True, slots=True)
class NavalQuestion:
    """A naval battle and how its odds are wanted."""

    title: str
    battle: NavalBattle
    method: str
    battles: int
    seed: int


def is_naval(document: Document) -> bool:
    """Whether a file describes a naval battle."""
    return isinstance(document.data, dict) and document.data.get("battle") == "naval"


def read_naval_question(book: Book, document: Document) -> NavalQuestion:
    """The battle that a file describes; raises BattleFileError with all findings."""
    reader = NavalReader(book, document)
    question = reader.naval_question()
    reader.refuse()
    return question


def naval_battle_from(book: Book, data: Mapping[str, Any]) -> NavalBattle:
    """The battle that plain data describe, as in the sections of a file."""
    reader = NavalReader(book, Document("battle", data, {}))
    battle = reader.naval_battle(data)
    reader.refuse()
    return battle


def at_sea(book: Book) -> tuple[str, ...]:
    """The unit types that may fight in a naval battle: ships, and aircraft with an Attack value."""
    return tuple(
        name
        for name, unit in catalogue(book).items()
        if unit.is_naval or (unit.is_air and unit.attack is not None)
    )


def fits(unit: UnitType, way: str) -> bool:
    """Whether units of a type can be in a battle in this way."""
    if way == "patrol":
        return unit.is_air
    if way == "hunted":
        return unit.is_submarine
    return way == "units" or unit.hits > 1


class NavalReader(Reader):
    """Reads one file and collects what is wrong with it."""

    def naval_question(self) -> NavalQuestion:
        """The whole file; useless when there are findings."""
        data = self.mapping((), self.document.data, _KEYS)
        self.is_ours(data)
        battle = self.naval_battle(data)
        asked = self.asked(data, "Naval battle")
        return NavalQuestion(asked.title, battle, asked.method, asked.battles, asked.seed)

    def naval_battle(self, data: Mapping[str, Any]) -> NavalBattle:
        """The battle itself; useless when there are findings."""
        readings = self.readings(data)
        attacker = self.fleet("attacker", data.get("attacker"), _ATTACKER_KEYS)
        defender = self.fleet("defender", data.get("defender"), _SIDE_KEYS)
        side = data.get("attacker")
        side = side if isinstance(side, dict) else {}
        retreat = self.lines(("attacker", "retreat"), side.get("retreat", "never"))
        way_back = self.truth(("attacker", "way_back"), side.get("way_back", True))
        return prepare(Sides(attacker, defender), readings, retreat, way_back)

    def fleet(self, side: str, value: object, keys: tuple[str, ...]) -> NavalForce:
        """One side: its units and its plan."""
        data = self.mapping((side,), value, keys)
        squadrons = tuple(
            squadron for way in WAYS for squadron in self.squadrons((side, way), data.get(way), way)
        )
        if not squadrons:
            self.complain((side,), f"the {side} has no units", "write units: {destroyer: 3}")
        if sum(squadron.count for squadron in squadrons) > MOST_UNITS:
            self.complain((side,), f"more than {MOST_UNITS} units")
        asw = self.truth((side, "advanced_asw"), data.get("advanced_asw", False))
        plan = self.naval_plan(side, data, squadrons)
        return NavalForce(str(data.get("name", side)), squadrons, plan, asw)

    def squadrons(self, path: Path, value: object, way: str) -> list[Squadron]:
        """Units by type and number, all in the battle in the same way."""
        found = []
        for name, count in self.mapping(path, value, None).items():
            try:
                unit = unit_type(self.book, name)
            except PbemError as trouble:
                self.complain((*path, name), trouble.message, trouble.hint)
                continue
            if unit.id not in at_sea(self.book):
                self.complain((*path, name), f"{unit.name} cannot fight at sea")
            elif not fits(unit, way):
                self.complain((*path, name), f"{unit.name} cannot stand under '{way}'")
            number = self.whole((*path, name), count, 1, MOST_UNITS)
            kind = Kind(unit, int(way == "damaged"), way == "patrol", way == "hunted")
            found.append(Squadron(kind, number))
        return found

    def naval_plan(
        self, side: str, data: Mapping[str, Any], squadrons: tuple[Squadron, ...]
    ) -> NavalPlan:
        """The orders of losses, targets and fire, and when submarines submerge.

        By default they submerge at once when all of them would have declined combat.
        """
        submarines = [one.kind for one in squadrons if one.kind.unit.is_submarine]
        shy = bool(submarines) and all(kind.hunted for kind in submarines)
        usual = "at-once" if shy else "never"
        words = (*at_sea(self.book), *CLASSES, DAMAGE)
        return NavalPlan(
            losses=self.words((side, "losses"), data.get("losses"), words),
            targets=self.words((side, "targets"), data.get("targets"), at_sea(self.book)),
            fire=self.words((side, "fire"), data.get("fire"), at_sea(self.book)),
            soak=self.truth((side, "soak"), data.get("soak", True)),
            submerge=self.lines((side, "submerge"), data.get("submerge", usual)),
        )

    def lines(self, path: Path, value: object) -> Lines:
        """An order with conditions: a word, or lines of which one must hold."""
        if isinstance(value, str) and value in ORDERS:
            return ORDERS[value]
        if not isinstance(value, list):
            hint = f"write {suggest(str(value), ORDERS) or 'never'}, or a list: [ships <= 2]"
            self.complain(path, f"'{value}' is no order of this kind", hint)
            return NEVER
        return tuple(self._line((*path, place), line) for place, line in enumerate(value))

    def _line(self, path: Path, value: object) -> tuple[Condition, ...]:
        """One line: a condition, or a list of which all must hold."""
        try:
            conditions = parse_conditions(value)
        except BadCondition as trouble:
            self.complain(path, str(trouble))
            return ()
        self.findings += check_facts(conditions, FACTS, self.document.where(path))
        return conditions
