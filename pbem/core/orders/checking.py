"""An order being checked: what a section's check collects, and the ruling that comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeAlias

from pbem.core.data.findings import Finding, error, has_errors, id_said, suggest
from pbem.core.data.naming import any_of, names_among
from pbem.core.maps.board import Board
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, apply
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.position import P
from pbem.core.rules.readings import R
from pbem.core.rules.system import Ruling

Hindrance: TypeAlias = tuple[str, bool, str] | tuple[str, bool, str, str]  # code, is it so, words


@dataclass(slots=True)
class Check(Generic[P]):
    """One order being checked: what is found, what it does, and the position so far.

    `before` is the state as the order comes up. A system says what it calls its powers.
    """

    POWER: ClassVar[str] = "power"

    position: P
    order: Order
    findings: list[Finding] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    before: State = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.position.state

    @property
    def state(self) -> State:
        """The state so far."""
        return self.position.state

    @property
    def book(self) -> Book:
        """The charts and counters of the game."""
        return self.position.book

    @property
    def board(self) -> Board:
        """The board."""
        return self.position.board

    @property
    def options(self) -> Any:
        """The optional rules of the game."""
        return self.position.options

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong so far."""
        return not has_errors(self.findings)

    def complain(
        self, code: str, message: str, hint: str = "", cite: str = "", about: str = ""
    ) -> None:
        """Note that the order is illegal, and why; `about` is the word, place or unit."""
        finding = error(code, message, hint=hint, cite=cite, about=about)
        if finding not in self.findings:
            self.findings.append(finding)

    def first(
        self, hindrances: Iterable[Hindrance], before: str = "", cite: str = "", about: str = ""
    ) -> bool:
        """Complain of the first thing that stands in the way, by its own rule where it names one;
        whether something does. `before` is whose words each message goes on with.
        """
        for code, is_so, message, *own in hindrances:
            if is_so:
                self.complain(code, f"{before}{message}", cite=own[0] if own else cite, about=about)
                return True
        return False

    def place(self, name: object) -> str:
        """The place that a word means; nothing if it means none."""
        found = self.board.find(str(name))
        if found.place is None:
            hint = self.hint_of_places(str(name)) or found.hint
            self.complain("unknown-place", found.problem, hint, about=str(name))
        return found.place or ""

    def hint_of_places(self, name: str) -> str:
        """The places that a player may have meant by a word, where the board cannot tell."""
        return ""

    def places(self, said: object) -> tuple[str, ...]:
        """The places that a word or a list of words means."""
        return tuple(self.place(name) for name in as_list(said))

    def power(self, said: object) -> str:
        """The power that a word means; nothing if it means none."""
        folded = id_said(said)
        if folded in self.state.powers:
            return folded
        found = self.position.game.powers_called(str(said), self.state.powers)
        if len(found) == 1:
            return found[0]
        if found:
            self.unclear(said, found)
            return ""
        hint = suggest(folded, self.state.powers)
        message = f"there is no {self.POWER} '{said}'"
        self.complain(f"unknown-{self.POWER}", message, hint, about=str(said))
        return ""

    def meant(self, said: object, known: Iterable[str]) -> str:
        """The one of some ids that a word means; an id of its own where it means none of them."""
        found = names_among(known).called(str(said))
        if len(found) > 1:
            self.unclear(said, found)
        return found[0] if len(found) == 1 else id_said(said)

    def unclear(self, said: object, meanings: Iterable[str]) -> None:
        """Note that a word means several things, and which."""
        names = self.position.game.system.words.names
        several = any_of([names.get(one, one) for one in meanings])
        message = f"'{said}' may mean {several}"
        self.complain("ambiguous", message, "write one of them", about=str(said))

    def does(self, events: Iterable[Event]) -> None:
        """Add to what the order does; one that is wrong does nothing more."""
        found = tuple(events) if self.ok else ()
        self.events += found
        self.position = self.position.then(apply(self.state, found))

    def reading(self, interpretation: type[R]) -> R:
        """The reading of an ambiguous rule that holds now."""
        return self.position.reading(interpretation)

    def title(self, power: str) -> str:
        """How messages name a power."""
        return self.position.title(power)

    def label(self, place: str) -> str:
        """How a place is called."""
        return self.position.label(place)

    def ruling(self, reading: str, plan: object = None) -> Ruling:
        """What the check comes to."""
        if not self.ok:
            return Ruling(tuple(self.findings))
        return Ruling(tuple(self.findings), reading, tuple(self.events), plan, self.state)


def as_list(value: object) -> list[object]:
    """A value that may stand alone or in a list, as a list."""
    return value if isinstance(value, list) else [] if value is None else [value]
