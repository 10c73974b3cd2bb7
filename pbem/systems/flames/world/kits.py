"""What optional rules answer when the rules of every game ask: one value of few questions.

An optional rule is a `Kits` of its own that holds its answers alone; a book lists its own by their
numbers, and `composed` makes the one of a game from those that are on. What stands here is what
holds without any. Decides how answers go together: those of a tuple stand one after another, of all
others there is one. Leaves the rules themselves to the folder `kits` and to the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from pbem.core.data.findings import Finding
from pbem.core.record.events import Event

if TYPE_CHECKING:
    from pbem.systems.flames.world.position import Position, Umpire
    from pbem.systems.flames.world.units import Piece


@dataclass(frozen=True, slots=True)
class Price:
    """What it takes that some units act: why they cannot, or the changes that pay for it."""

    findings: tuple[Finding, ...] = ()
    events: tuple[Event, ...] = ()


FREE: Final = Price()


def _never(*_: object) -> bool:
    return False


def _nowhere(*_: object) -> frozenset[Any]:
    return frozenset()


def _nobody(*_: object) -> tuple[Any, ...]:
    return ()


def _nothing(*_: object) -> None:
    return None


def _free(*_: object) -> Price:
    return FREE


def _over_room(_: Position, __: str, aircraft: Sequence[Piece], room: int) -> int:
    return max(0, len(aircraft) - room)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kits:
    """The questions of the rules, each with its answer where no optional rule has another."""

    # Where units may stand (2.2, 2.3)
    small_units: bool = False  # whether a small land unit may be a third one in a hex
    ground_crews: tuple[Callable[[Piece], bool], ...] = ()  # who else makes room for aircraft
    over_room: Callable[[Position, str, Sequence[Piece], int], int] = _over_room  # aircraft
    is_caught: Callable[[Position, str], bool] = _never  # whose zones end at their own hexes
    strong: Callable[[Position, Iterable[str]], frozenset[str] | None] = _nothing  # large hexes

    # Supply, and what it brings (2.4, 13.5)
    sources: tuple[Callable[[Position, str], Iterable[str]], ...] = ()
    closed_straits: Callable[[Position, str], frozenset[tuple[str, str]]] = _nowhere
    isolated: Callable[[Umpire, Sequence[Piece]], Sequence[Piece]] = _nobody  # stay face-down

    # What it takes to act (10.3)
    fuel: Callable[[Position, Iterable[Piece]], Price] = _free

    # Production (13.6)
    apart: Callable[[Position, str], tuple[str, ...]] = _nobody  # a power's other countries


def composed(kits: Iterable[Kits]) -> Kits:
    """The answers of several optional rules as one value."""
    found: dict[str, Any] = {}
    for kit in kits:
        for name, answer in _own(kit):
            if isinstance(answer, tuple):
                found[name] = (*found.get(name, ()), *answer)
            elif found.setdefault(name, answer) != answer:
                raise AssertionError(f"two optional rules answer '{name}'")
    return Kits(**found)


def _own(kit: Kits) -> Iterable[tuple[str, Any]]:
    """The questions to which an optional rule has an answer of its own, with it."""
    for field in fields(kit):
        answer = getattr(kit, field.name)
        if answer != field.default:
            yield field.name, answer
