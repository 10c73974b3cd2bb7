"""The sheet that describes a battle or a raid for `pbem odds`, checked against its schema.

Decides: that everything wrong is told at once, each thing with its place in the file.
Leaves to the modules of each kind: what a battle is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from operator import eq
from typing import Any, Final, Generic, TypeVar

from pbem.core.choices.conditions import BadCondition, Condition, check_facts, parse_conditions
from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.schemas import validator
from pbem.core.data.yamlio import Document, Path_
from pbem.core.rules.battlefile import BattleSheet
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Rules, rules_from
from pbem.systems.gw.battle.rounds import Lines
from pbem.systems.gw.world.units import UnitType, unit_type

SCHEMA: Final = "gw/odds"
HEAD: Final = {"format": "pbem-odds/1", "system": "gw"}
MOST_UNITS: Final = 200

A = TypeVar("A")
B = TypeVar("B", covariant=True)


@dataclass(frozen=True, slots=True)
class Question(Generic[B]):
    """A battle and how its odds are wanted."""

    title: str
    battle: B
    method: str
    battles: int
    seed: int


class Sheet(BattleSheet):
    """What a file says in the right form, and everything that is wrong with it."""

    def __init__(self, book: Book, document: Document) -> None:
        super().__init__(SCHEMA, book, document)
        self._misshapen = {
            problem.path
            for problem in validator(SCHEMA).problems(document.data)
            if problem.keyword != "additionalProperties"
        }
        self.data = self._shapely(document.data, ())
        if self._misshapen & {(), ("format",), ("system",), ("battle",)}:
            self.refuse()

    @property
    def kind(self) -> str:
        """What is fought: land, naval, air-raid or convoy-raid."""
        return str(self.at("battle", usual="land"))

    def _shapely(self, value: Any, path: Path_) -> Any:
        """A value without the parts that have not the form of the schema."""
        if not isinstance(value, dict):
            return value
        return {
            key: self._shapely(part, (*path, key))
            for key, part in value.items()
            if (*path, key) not in self._misshapen
        }

    def at(self, *path: str, usual: Any = None) -> Any:
        """What stands at a path, or what is usual if nothing does."""
        found = self.data
        for key in path:
            if key not in found:
                return usual
            found = found[key]
        return found

    def complain(self, path: Path_, message: str, hint: str = "") -> None:
        """Tell what is wrong at a path, unless something there has not even the right form."""
        if not any(all(map(eq, wrong, path)) for wrong in self._misshapen):
            super().complain(path, message, hint)

    @contextmanager
    def about(self, *path: str) -> Iterator[None]:
        """Tell of trouble with what stands at a path, and go on."""
        try:
            yield
        except PbemError as trouble:
            self.complain(path, trouble.message, trouble.hint)

    def question(self, battle: A, title: str) -> Question[A]:
        """A battle as it was read, and how its odds are wanted."""
        return Question(
            title=self.title(title),
            battle=battle,
            method=self.at("method", usual="auto"),
            battles=self.at("battles", usual=20_000),
            seed=self.at("seed", usual=1),
        )

    def title(self, usual: str) -> str:
        """What the file calls the battle."""
        return str(self.at("title", usual=usual))

    def rules(self) -> Rules:
        """The charts, and the readings that the file names."""
        with self.about("interpretations"):
            return rules_from(self.book, self.at("interpretations", usual={}))
        return Rules(self.book)

    def units(self, *path: str, bar: Callable[[UnitType], str]) -> list[tuple[UnitType, int]]:
        """The units at a path with their numbers; `bar` says why a type cannot stand there."""
        found = []
        for name, count in self.at(*path, usual={}).items():
            with self.about(*path, name):
                unit = unit_type(self.book, name)
                found.append((unit, count))
                if why := bar(unit):
                    raise PbemError(why)
        return found

    def numbers(self, *path: str, bar: Callable[[UnitType], str]) -> dict[str, int]:
        """The numbers of units at a path, by the ids of their types."""
        return {unit.id: count for unit, count in self.units(*path, bar=bar)}

    def limit(self, side: str, count: int, example: str) -> None:
        """Tell of a side that has no units, or too many."""
        if not count:
            self.complain((side,), f"the {side} has no units", f"write units: {{{example}: 3}}")
        if count > MOST_UNITS:
            self.complain((side,), f"more than {MOST_UNITS} units")

    def listed(self, *path: str) -> tuple[str, ...]:
        """The words at a path; one word stands for a list of one."""
        said = self.at(*path, usual=[])
        return tuple(map(str, said if isinstance(said, list) else [said]))

    def words(self, *path: str, known: Collection[str]) -> tuple[str, ...]:
        """The words at a path, each of them known."""
        found = self.listed(*path)
        for place, word in enumerate(found):
            if word not in known:
                self.complain((*path, place), f"'{word}' is not known here", suggest(word, known))
        return found

    def lines(
        self, *path: str, words: Mapping[str, Lines], facts: Collection[str], usual: str
    ) -> Lines:
        """An order with conditions: a word, or lines of which one must hold."""
        said = self.at(*path, usual=usual)
        if isinstance(said, str):
            return words[said]
        return tuple(self._line((*path, place), line, facts) for place, line in enumerate(said))

    def _line(self, path: Path_, value: object, facts: Collection[str]) -> tuple[Condition, ...]:
        """One line: a condition, or a list of which all must hold."""
        try:
            conditions = parse_conditions(value)
        except BadCondition as trouble:
            self.complain(path, str(trouble))
            return ()
        self.findings += check_facts(conditions, facts, self.document.where(path))
        return conditions


def sheet_from(book: Book, data: Mapping[str, Any], kind: str = "land") -> Sheet:
    """The sheet that plain data make, as in the sections of a file."""
    return Sheet(book, Document("battle", {**HEAD, "battle": kind, **data}, {}))
