"""What stands in a place for production: factories with their kinds, resources, oil, objectives.

Decides how the facts of a map are read and added up by country. `factories: [red, blue]` names the
kind of each; a number, `factories: 2`, where a game has one kind only or the kinds are not known.
Leaves who may use what, and what a factory is worth, to the systems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.maps.board import Board, Value

KINDS: Final = ("red", "blue", "green")
PLAIN: Final = "plain"  # a factory whose kind the map does not say
MOST: Final = 3  # factories in a hex
MOST_BLUE: Final = 2
_COUNTABLE: Final = 99  # a place with more has a slip in its number
GOODS: Final = ("factories", "resources", "oil")
MARKS: Final = ("objective", "victory", "capital", "city", "port")


def factory_kinds(value: Value | None) -> tuple[str, ...]:
    """The kind of each factory that a fact names."""
    if isinstance(value, tuple):
        return tuple(str(kind) for kind in value)
    if isinstance(value, str):
        return (value,)
    return (PLAIN,) * min(int(value or 0), _COUNTABLE)


def amount(value: Value | None) -> int:
    """How many resources or points of oil a fact names."""
    return int(value) if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Stand:
    """What one place has, with the origin of each thing."""

    place: str
    label: str
    country: str
    factories: tuple[str, ...]
    resources: int
    oil: int
    marks: tuple[str, ...]  # objective, victory, capital, city, port
    port: str
    origins: tuple[tuple[str, str], ...]

    @property
    def counts(self) -> bool:
        """Whether it has more than a name and a port."""
        return bool(self.factories or self.resources or self.oil or "objective" in self.marks)


def stands(board: Board) -> Iterator[Stand]:
    """Every place that has something, in the order of the ids."""
    for place in board.places:
        facts = {name: board.fact(place, name) for name in (*GOODS, *MARKS)}
        if any(facts.values()):
            yield Stand(
                place,
                board.label(place),
                board.country(place),
                factory_kinds(facts["factories"]),
                amount(facts["resources"]),
                amount(facts["oil"]),
                tuple(name for name in MARKS if facts[name]),
                _port(facts["port"]),
                tuple(
                    (name, board.provenance(place, name))
                    for name in (*GOODS, "objective", "victory")
                    if facts[name]
                ),
            )


def _port(value: Value | None) -> str:
    return "minor" if value is True else str(value or "")


@dataclass(frozen=True, slots=True)
class Total:
    """What a country has in all."""

    factories: tuple[tuple[str, int], ...]
    resources: int
    oil: int
    objectives: int
    victory: int
    major_ports: int
    minor_ports: int


def total(some: Iterable[Stand]) -> Total:
    """The sums over places."""
    held = list(some)
    kinds = [kind for stand in held for kind in stand.factories]
    return Total(
        tuple((kind, kinds.count(kind)) for kind in (*KINDS, PLAIN) if kind in kinds),
        sum(stand.resources for stand in held),
        sum(stand.oil for stand in held),
        sum("objective" in stand.marks for stand in held),
        sum("victory" in stand.marks for stand in held),
        sum(stand.port.startswith("major") for stand in held),
        sum(bool(stand.port) and not stand.port.startswith("major") for stand in held),
    )


def by_country(board: Board) -> dict[str, list[Stand]]:
    """The places of every country that has any, by country; off the land ones under ''."""
    found: dict[str, list[Stand]] = {}
    for stand in stands(board):
        found.setdefault(stand.country, []).append(stand)
    return {country: found[country] for country in sorted(found)}
