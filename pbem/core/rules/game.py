"""What stays the same during a run: the system, the board, charts and counters, and the roster.

The roster is game.yaml: players and their powers, side leaders, options, interpretations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from pbem.core.choices.standing import Lines
from pbem.core.data.charts import Chart
from pbem.core.data.counters import Catalogue
from pbem.core.data.findings import FileTrouble
from pbem.core.data.naming import Lexicon
from pbem.core.data.rulebook import Interpretation
from pbem.core.maps.board import Board
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import AnySystem

if TYPE_CHECKING:
    from pbem.core.record.state import State, Unit
    from pbem.core.rules.position import Position

UNFIT: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Absence:
    """From when to when a player is away, and who or what plays for him."""

    start: str
    end: str
    then: str


@dataclass(frozen=True, slots=True)
class Player:
    """One player of the roster."""

    name: str
    address: str = ""
    zone: str = "UTC"
    deputy: str = ""
    missing: str = ""
    powers: tuple[str, ...] = ()
    absent: tuple[Absence, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """An interpretation that this game's moderator chose: which reading, from which run, why."""

    interpretation: str
    reading: str
    from_run: int = 1
    who: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """Rules that the moderator changes with a run: which, who wants it, and why."""

    from_run: int
    what: tuple[str, ...]
    who: str
    why: str


@dataclass(frozen=True)
class Roster:
    """game.yaml as a value."""

    game: str
    system: str
    scenario: str
    players: Mapping[str, Player] = field(default_factory=dict)
    leaders: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    asks: int = 1
    missing_orders: str = "stop"
    moderator: str = ""
    moderator_plays: bool = False
    rated: bool = False
    beacon: str | None = None  # any text; nothing tells when it was fixed
    beacon_source: Mapping[str, str] = field(default_factory=dict)
    key_keeper: str = ""
    deadlines: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    spectators: Mapping[str, int] = field(default_factory=dict)
    mistakes_stand_after: int | None = None
    changes: tuple[Change, ...] = ()
    program: Mapping[str, str] = field(default_factory=dict)  # the one that alone may play

    def players_of(self, power: str) -> tuple[str, ...]:
        """The players whom game.yaml gives a power, in byte order."""
        return tuple(name for name in sorted(self.players) if power in self.players[name].powers)

    @property
    def dice_statement(self) -> str:
        """What a report says about who could have known the dice."""
        if self.beacon_source:
            name = self.beacon_source.get("name") or self.beacon_source["source"]
            words = "nobody could know them before the deadline, from then on"
            return f"dice: key chain and beacon {name}; {words} {self._keys_are_with} alone"
        if self.beacon:
            words = "nothing proves when that text was fixed, so"
            known = f"{self._keys_are_with} could know them before the run"
            return f"dice: key chain and beacon {self.beacon}; {words} {known}"
        trusted = (self.moderator_plays or self.rated) and not self.key_keeper
        how = "moderator trusted" if trusted else "key chain"
        return f"dice: {how}; {self._keys_are_with} alone could know them before the run"

    @property
    def _keys_are_with(self) -> str:
        """Who holds the keys of the dice."""
        if not self.key_keeper:
            return "the moderator, who plays," if self.moderator_plays else "the moderator"
        plays = ", who plays," if self.key_keeper in self.players else ""
        return f"the key keeper {self.key_keeper}{plays}"


def unnoted(interpretation: str, reading: str) -> None:
    """Outside a run nobody keeps account of the readings that were looked up."""


@dataclass(frozen=True)
class Game:
    """Everything that rule code may look up besides the state.

    `note` hears of every reading that is looked up: in a run the umpire keeps account of them.
    """

    system: AnySystem
    roster: Roster
    board: Board
    book: Book
    interpretations: Mapping[str, Interpretation]
    options: Any
    presets: Mapping[str, Lines] = field(default_factory=dict)
    note: Callable[[str, str], None] = unnoted
    own: tuple[str, ...] = ()  # the files of an owner that stand in the place of the program's

    @contextmanager
    def in_rules(self) -> Iterator[None]:
        """Rules run here; data of an owner may say what no rule understands, and that is no bug."""
        try:
            yield
        except UNFIT as trouble:
            if not self.own:
                raise
            what = f"{type(trouble).__name__}: {trouble}"
            raise FileTrouble(
                f"the rules do not understand the data of this game's owner ({what})",
                hint=f"put aside {' or '.join(self.own)}: if the rules fail without it too, report "
                "it as a mistake of the program",
            ) from trouble

    @property
    def charts(self) -> Mapping[str, Chart]:
        """The charts, by id."""
        return self.book.charts

    @property
    def counters(self) -> Catalogue:
        """The counters."""
        return self.book.counters

    def chart(self, name: str) -> Chart:
        """A chart by its id; MissingData when nobody has supplied it."""
        return self.book.chart(name)

    def asked_as(self, interpretation: type[Reading]) -> str:
        """The id of an ambiguous rule in the book of this game; nothing where only another book
        leaves it open: then what is usual there holds.
        """
        name = interpretation.id_in(self.system.name)
        return name if name in self.interpretations else ""

    def reading(self, interpretation: str, run: int) -> str:
        """The reading of an ambiguous rule that holds in a run."""
        reading = self.interpretations[interpretation].default
        for choice in self.roster.choices:
            if choice.interpretation == interpretation and choice.from_run <= run:
                reading = choice.reading
        self.note(interpretation, reading)
        return reading

    def at(self, state: State, player: str = "") -> Position:
        """A position of this game by itself, in the form that its system reads."""
        position: Position = self.system.position(self, state, state, player, False)
        return position

    def nationality(self, unit: Unit) -> str:
        """The power that a counter is printed for, whoever plays it; a plain one is its owner's."""
        known = unit.counter in self.counters and self.counters[unit.counter].power
        return known or unit.owner

    def find_places(self, name: str) -> tuple[str, ...]:
        """The places that a typed name can mean."""
        return self.board.meant(name)

    def powers_called(self, name: str, powers: Iterable[str]) -> tuple[str, ...]:
        """Those of some powers that a typed name can mean."""
        names, also = self.system.words.names, self.system.words.also
        called = {power: (power, names.get(power, power), *also.get(power, ())) for power in powers}
        return Lexicon(called).called(name)


def with_readings(game: Game, readings: Mapping[str, str]) -> Game:
    """The game with other readings of ambiguous rules, whatever its moderator chose."""
    if not readings:
        return game
    choices = tuple(Choice(name, reading) for name, reading in readings.items())
    roster = replace(game.roster, choices=(*game.roster.choices, *choices))
    return replace(game, roster=roster)
