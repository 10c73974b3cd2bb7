"""Readings of ambiguous rules as values: one enum an interpretation, which knows its id.

What the readings say, which of them holds unless chosen, and why: interpretations.yaml. The first
member of an enum is that default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Final, Protocol, TypeVar

from pbem.core.data.findings import PbemError, suggest
from pbem.core.rules.book import Book

KNOWN: Final[dict[str, type[Reading]]] = {}


class Reading(StrEnum):
    """The readings of one interpretation: `class Capture(Reading, id="GW-R-9.19-a")`.

    Where several books leave the same open, each has an id of its own for it:
    `id=("WIF-R-9-a", "AIF-R-9-a")`.
    """

    ids: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, id: str | tuple[str, ...], **more: object) -> None:
        super().__init_subclass__(**more)
        cls.ids = (id,) if isinstance(id, str) else id
        KNOWN.update(dict.fromkeys(cls.ids, cls))

    @classmethod
    def id_in(cls, system: str) -> str:
        """Its id in the book of a system, with whose name the id begins."""
        if len(cls.ids) == 1:
            return cls.ids[0]
        return next(one for one in cls.ids if one.partition("-")[0].casefold() == system)


R = TypeVar("R", bound=Reading)


class Asks(Protocol):
    """Whoever rules can ask: the umpire, who notes it for the verdict, or a position."""

    @property
    def book(self) -> Book:
        """The charts and counters."""

    def reading(self, interpretation: type[R], /) -> R:
        """The reading of an ambiguous rule that holds."""


@dataclass(frozen=True, eq=False)
class Rules:
    """What a kernel may know of a game: its charts, and the readings that can matter to it."""

    book: Book
    readings: Mapping[type[Reading], Reading] = field(default_factory=dict)

    def reading(self, kind: type[R]) -> R:
        """The reading that holds; the default where nobody chose."""
        found = self.readings.get(kind)
        return found if isinstance(found, kind) else next(iter(kind))


def rules_of(asks: Asks, matters: Mapping[type[Reading], bool]) -> Rules:
    """The rules for a kernel, with the readings that matter to it; no other is asked for."""
    asked = [kind for kind, does in matters.items() if does]
    return Rules(asks.book, {kind: asks.reading(kind) for kind in asked})


def rules_from(book: Book, said: Mapping[str, object]) -> Rules:
    """The rules with readings as a file says them, `{id: reading}`."""
    return Rules(book, readings_of(said))


def readings_of(choices: Mapping[str, object]) -> dict[type[Reading], Reading]:
    """Readings from what a file says, `{id: reading}`; one clear message for what is not there."""
    found: dict[type[Reading], Reading] = {}
    for interpretation, option in choices.items():
        kind = KNOWN.get(interpretation)
        if kind is None:
            raise PbemError(
                f"there is no interpretation '{interpretation}'", suggest(interpretation, KNOWN)
            )
        known = [str(member) for member in kind]
        if option not in known:
            hint = suggest(str(option), known)
            raise PbemError(f"{interpretation} has no option '{option}'", hint)
        found[kind] = kind(str(option))
    return found
