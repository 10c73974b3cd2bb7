"""What a game system tells the core: one frozen value, exported as SYSTEM by its package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias

from pbem.core.choices.decisions import DecisionKind
from pbem.core.data.findings import Finding, UsageError, has_errors, suggest
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED
from pbem.core.record.verdicts import Verdict, verdict_from
from pbem.core.rules.picture import BattleMark, Face, Sign, no_signs, plain_face, plain_marks
from pbem.core.rules.position import P, Position
from pbem.core.rules.rulings import RulingKind
from pbem.core.rules.sequence import Node, step_names

if TYPE_CHECKING:
    from pbem.core.data.yamlio import Document
    from pbem.core.orders.orders import Order, Receipt, Submission
    from pbem.core.play.umpire import AnyUmpire, Umpire
    from pbem.core.reading.scene import Scene
    from pbem.core.record.dice import Roll
    from pbem.core.record.ledger import Entry
    from pbem.core.record.state import State, Unit
    from pbem.core.record.statefile import Upgrade
    from pbem.core.rules.book import Book
    from pbem.core.rules.game import Game
    from pbem.core.rules.lookups import Lookup

BUILT_IN: Final = ("wif", "gw", "awaw", "tw", "aif")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a check says of one order: findings, the order read back, and its sure consequences.

    `after` is the state after the events, where the check has worked it out; without events it is
    what the step is foreseen to make of it.
    """

    findings: tuple[Finding, ...] = ()
    reading: str = ""
    events: tuple[Event, ...] = ()
    plan: Any = None
    after: State | None = None

    @property
    def ok(self) -> bool:
        """Whether the order may be carried out."""
        return not has_errors(self.findings)


@dataclass(frozen=True, slots=True)
class Section(Generic[P]):
    """A section of an order file: which step carries it out, its schema, its legality check.

    `schema` is `tw/moves`, or `land` alone, which each system that has the section looks for among
    its own. `claims` names the units and choices that an order uses up, so that two files cannot
    both, but where all orders that claim one `share` it.
    `facts` are those that the order's own `if:` may ask (with their meaning, for the template),
    at the moment when the order is carried out. Units that it only makes ready, it does not
    `employ`: a receipt still asks what they shall do.
    """

    name: str
    title: str
    step: str
    schema: str
    cite: str
    check: Callable[[P, Order], Ruling]
    claims: Callable[[P, Order], tuple[str, ...]] = lambda position, order: ()
    single: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    employs: bool = True
    shares: Callable[[Order], bool] = lambda order: False


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named change to a roll's total."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Told:
    """An answer of a calculator in both its forms: a page of text, and plain data."""

    text: str
    data: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a system tells of a unit beside its counter (`pbem show`): rows, and plain data."""

    rows: tuple[tuple[str, str], ...] = ()
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Foretold:
    """What follows from an order file if nobody interferes, for its receipt: of what kind (money,
    odds), in words and as plain data. What follows from one order stands on its line."""

    kind: str
    text: str
    facts: Mapping[str, object] = field(default_factory=dict)
    order: Order | None = None


def no_modifiers(umpire: AnyUmpire, path: str, by: str) -> tuple[Modifier, ...]:
    """The usual before_roll: nobody buys a modifier."""
    return ()


def nothing_more_bought(umpire: AnyUmpire, roll: Roll) -> tuple[Modifier, ...]:
    """The usual again: nobody buys a modifier of dice that are thrown again."""
    return ()


def no_reroll(umpire: AnyUmpire, roll: Roll) -> bool:
    """The usual after_roll: nobody buys a re-roll."""
    return False


def named_places(position: Position, word: str) -> Sequence[str]:
    """The ids that a word of an order names where a system knows no units by name: of places."""
    return position.game.find_places(word)


def no_precedence(umpire: AnyUmpire, claim: str, orders: Sequence[Order]) -> str:
    """The usual rule about files of one side that claim one thing: none of them stands."""
    return ""


def nothing_more(position: Position, unit: Unit) -> Seen:
    """The usual about_unit: what stands on the counter is all."""
    return Seen()


def no_works(scene: Scene, place: str) -> Sequence[str]:
    """The usual works: nothing is built or broken at places."""
    return ()


def out_of_the_game(position: Position, unit: Unit) -> str:
    """Where the lost usually go: they are removed."""
    return REMOVED


def no_troubles(position: Position) -> Sequence[str]:
    """The usual sound: whatever the core lets stand can be played on with."""
    return ()


Paragraph = Callable[["Entry", "Scene"], Sequence[str]]
Paragraphs = Mapping[str, Paragraph]
Writer = Callable[[Any, "Scene"], Sequence[str]]
Written = Mapping[type[Verdict], Writer]
Telling = Callable[["Scene"], Sequence[str]]
Given = Mapping[str, Any]
Answer = Mapping[str, object]
Calculations = Mapping[str, Callable[[Given], Answer]]


@dataclass(frozen=True)
class Chapter(Generic[P]):
    """What one folder of a system brings: its order sections, decisions, words of reports.

    `rulings` are the kinds of what its steps ask the moderator, where the program knows no rule.
    `verdicts` are the kinds of verdicts, each with what writes it (of any other kind the facts are
    told as they stand); `briefs` writes a verdict for the short report where that says less of it,
    or nothing. `outlook` tells what a player should know before his next
    orders, `briefing` what his form says besides, `nations` and `forces` are tables of the report:
    all nations, and what the reader has; `result` says who has won a game that is over.
    `calculations` are what cases ask of single rules; `quiet_marks` are marks that the program
    keeps for itself: no list of counters tells them.
    """

    sections: tuple[Section[P], ...] = ()
    kinds: tuple[DecisionKind, ...] = ()
    rulings: tuple[RulingKind, ...] = ()
    verdicts: Written = field(default_factory=dict)
    briefs: Written = field(default_factory=dict)
    outlook: tuple[Telling, ...] = ()
    briefing: tuple[Telling, ...] = ()
    nations: tuple[Telling, ...] = ()
    forces: tuple[Telling, ...] = ()
    result: tuple[Telling, ...] = ()
    calculations: Calculations = field(default_factory=dict)
    quiet_marks: tuple[str, ...] = ()
    order_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Throws(Generic[P]):
    """How a system throws dice: the roll-off of equals, what is bought before and after a roll.

    `again`: what is bought once dice are to be thrown again.
    """

    roll_off: str = "d10"
    before: Callable[[Umpire[P], str, str], tuple[Modifier, ...]] = no_modifiers
    after: Callable[[Umpire[P], Roll], bool] = no_reroll
    again: Callable[[Umpire[P], Roll], tuple[Modifier, ...]] = nothing_more_bought


@dataclass(frozen=True, slots=True)
class Words(Generic[P]):
    """How a system speaks: `names` for ids of powers, sides, marks and pools (`ussr: USSR`), the
    heading of a window, the summary of a run, the face of a drawn counter, what a verdict puts on
    the map of its run, the signs of what lies at a place, and what was built or broken there in a
    run; `also`: what people call powers besides; `about_unit`: what else is told of a unit in a
    position; `with_article`: the powers that bear one within a sentence.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    heading: Callable[[Any], str] | None = None
    changes: Telling | None = None
    face: Callable[[Game, Unit], Face] = plain_face
    battle_marks: Callable[[Entry, Scene], Sequence[BattleMark]] = plain_marks
    works: Callable[[Scene, str], Sequence[str]] = no_works
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    about_unit: Callable[[P, Unit], Seen] = nothing_more
    signs: Callable[[State, str], Sequence[Sign]] = no_signs
    with_article: frozenset[str] = frozenset()

    def title(self, name: str) -> str:
        """How a power, a side or a player is named by itself: `Germany`, `USSR`."""
        return self.names.get(name) or name.replace("-", " ").title()

    def called(self, name: str) -> str:
        """The same within a sentence: `Germany`, `the USSR`."""
        return f"the {self.title(name)}" if name in self.with_article else self.title(name)


@dataclass(frozen=True, slots=True)
class Receipts(Generic[P]):
    """What a receipt asks of a system, always of its own kind of Position.

    `may_act` lists the units that may act in each section, `closing` says what a whole order file
    comes to, on the position after it, `named` gives the ids of what a word of an order names, so
    that findings stand at the word. `foretells` tell what follows from a file, in the order in
    which its receipt tells it, `warns` of what a player should know before he means it; only
    receipts ask these. `precedence` is the rulebook's own rule where files of one side
    claim the same unit or choice and no leader of the side is among them: it names the player whose
    order stands.
    """

    may_act: Callable[[P], Mapping[str, Sequence[str]]] | None = None
    closing: Callable[[P, Submission], Sequence[Finding]] | None = None
    named: Callable[[P, str], Sequence[str]] = named_places
    foretells: tuple[Callable[[Receipt[P]], Sequence[Foretold]], ...] = ()
    examples: Mapping[str, Callable[[P], Iterable[object]]] = field(default_factory=dict)
    beside: Mapping[str, Callable[[P], Sequence[str]]] = field(default_factory=dict)
    warns: Callable[[Receipt[P]], Sequence[Finding]] | None = None
    precedence: Callable[[Umpire[P], str, Sequence[Order]], str] = no_precedence


@dataclass(frozen=True)
class System(Generic[P]):
    """One game system: its sequence of play, its chapters, and how it throws, speaks and receives.

    `conditions` act at once when something in the position is so: each carries out what is due and
    tells whether it changed anything (`Umpire.take_effect`). `rights` are what a player may use at
    several moments of anybody's turn (`Umpire.moment`). Both are looked at in the order given.
    `lost` says where a unit goes that the moderator rules lost: a pool, or out of the game.
    `sound` tells what no play could have led to in the clock and the tracks of a position that came
    from outside: a bare state, an amendment. `seasons` are the turns of a year in their order, as
    the names of turns end: `jan` and `jul` for `1940-jul`. `shares` names packages of rules that it
    has in common with other systems, each clause with its id in either book, `values` what it says
    where another book says otherwise: a dataclass of fields that say what they mean, `numbers` what
    rules are called in its book whose number in the other, by which shared rules cite them, is not
    theirs.
    """

    name: str
    title: str
    package: str
    sequence: tuple[Node, ...]
    chapters: tuple[Chapter[P], ...]
    options: Callable[[Mapping[str, object]], object]
    position: Callable[[Game, State, State, str, bool], P]
    conditions: tuple[Callable[[Umpire[P]], bool], ...] = ()
    rights: tuple[Callable[[Umpire[P], str], None], ...] = ()
    throws: Throws[P] = Throws()
    words: Words[P] = Words()
    receipts: Receipts[P] = Receipts()
    odds: Callable[[Book, Document], Told] | None = None
    lookups: Mapping[str, Callable[[Book], Lookup]] = field(default_factory=dict)
    upgrades: Mapping[str, Upgrade] = field(default_factory=dict)
    lost: Callable[[P, Unit], str] = out_of_the_game
    sound: Callable[[P], Sequence[str]] = no_troubles
    seasons: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    values: Any = None
    numbers: Mapping[str, str] = field(default_factory=dict)

    def rule(self, cite: str) -> str:
        """The number of a rule in this book, where shared rules say that of another (`11.15.5`)."""
        parts = cite.split(".")
        for length in range(len(parts), 0, -1):
            own = self.numbers.get(".".join(parts[:length]))
            if own is not None:
                return ".".join([own, *parts[length:]])
        return cite

    def renumbered(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Findings that name the rules of this book."""
        if not self.numbers:
            return tuple(findings)
        return tuple(replace(finding, cite=self.rule(finding.cite)) for finding in findings)

    def when(self, turn: str) -> tuple[int, int] | None:
        """The year of a turn and its place in it; None where a turn has no such name."""
        year, _, season = turn.partition("-")
        known = year.isdecimal() and season in self.seasons
        return (int(year), self.seasons.index(season)) if known else None

    @cached_property
    def sections(self) -> tuple[Section[P], ...]:
        """The sections of an order file, in the order of the steps that carry them out."""
        steps = step_names(self.sequence)
        found = (section for chapter in self.chapters for section in chapter.sections)
        own = (self._own(section) for section in found)
        return tuple(sorted(own, key=lambda section: steps.index(section.step)))

    def _own(self, section: Section[P]) -> Section[P]:
        """A section with the schema of this system, where it is shared and names none, and with the
        numbers of its rules.
        """
        schema = section.schema if "/" in section.schema else f"{self.name}/{section.schema}"
        if not self.numbers:
            return replace(section, schema=schema)

        def check(position: P, order: Order) -> Ruling:
            ruling = section.check(position, order)
            return replace(ruling, findings=self.renumbered(ruling.findings))

        return replace(section, schema=schema, cite=self.rule(section.cite), check=check)

    @cached_property
    def kinds(self) -> tuple[DecisionKind, ...]:
        """The kinds of decisions that rule code asks."""
        return tuple(kind for chapter in self.chapters for kind in chapter.kinds)

    @cached_property
    def rulings(self) -> Mapping[str, RulingKind]:
        """The kinds of rulings that its steps ask for, by name."""
        return {kind.name: kind for chapter in self.chapters for kind in chapter.rulings}

    @cached_property
    def verdicts(self) -> Mapping[str, type[Verdict]]:
        """The kinds of verdicts, by name."""
        return {kind.kind: kind for chapter in self.chapters for kind in chapter.verdicts}

    @cached_property
    def paragraphs(self) -> Paragraphs:
        """What writes a verdict of each kind that has words of its own."""
        return self._paragraphs(chapter.verdicts for chapter in self.chapters)

    def _paragraphs(self, written: Iterable[Written]) -> Paragraphs:
        return {k.kind: self._written(k, by) for some in written for k, by in some.items()}

    def _written(self, kind: type[Verdict], write: Writer) -> Paragraph:
        """What writes an entry whose facts are a verdict of a kind, with the book's own number."""
        shared, own = f"({kind.cite})", f"({self.rule(kind.cite)})"

        def paragraph(entry: Entry, scene: Scene) -> Sequence[str]:
            said = verdict_from(kind, entry.facts, entry.outcome, entry.body["cite"])
            lines = write(said, scene)
            return lines if own == shared else [line.replace(shared, own) for line in lines]

        return paragraph

    @cached_property
    def calculations(self) -> Calculations:
        """What cases may ask of single rules."""
        return {k: one for chapter in self.chapters for k, one in chapter.calculations.items()}

    @cached_property
    def quiet_marks(self) -> tuple[str, ...]:
        """Marks that no list of counters tells."""
        return tuple(mark for chapter in self.chapters for mark in chapter.quiet_marks)

    @cached_property
    def order_lines(self) -> tuple[str, ...]:
        """The parts of an order whose lines answer decisions."""
        return tuple(name for chapter in self.chapters for name in chapter.order_lines)

    @cached_property
    def briefs(self) -> Paragraphs:
        """What writes a verdict for the short report, where it says less there."""
        return self._paragraphs(chapter.briefs for chapter in self.chapters)

    def outlook(self, scene: Scene) -> tuple[str, ...]:
        """What a player should know before his next orders."""
        return _lines(scene, (one.outlook for one in self.chapters))

    def briefing(self, scene: Scene) -> tuple[str, ...]:
        """What the form of a player says besides."""
        return _lines(scene, (one.briefing for one in self.chapters))

    def nations(self, scene: Scene) -> tuple[str, ...]:
        """All nations at a glance."""
        return _lines(scene, (one.nations for one in self.chapters))

    def forces(self, scene: Scene) -> tuple[str, ...]:
        """What the reader has, at a glance."""
        return _lines(scene, (one.forces for one in self.chapters))

    def result(self, scene: Scene) -> tuple[str, ...]:
        """Who has won a game that is over."""
        return _lines(scene, (one.result for one in self.chapters))

    @property
    def folder(self) -> Path:
        """Where the system's data files lie."""
        found = import_module(self.package).__file__
        if found is None:
            raise AssertionError(f"{self.package} has no file")
        return Path(found).parent / "data"

    def section(self, name: str) -> Section[P] | None:
        """The section with a name."""
        return next((section for section in self.sections if section.name == name), None)

    def kind(self, name: str) -> DecisionKind:
        """The kind of decision with a name; every decision that rule code asks has one."""
        return next(kind for kind in self.kinds if kind.name == name)


def _lines(scene: Scene, tellings: Iterable[Sequence[Telling]]) -> tuple[str, ...]:
    return tuple(line for some in tellings for telling in some for line in telling(scene))


AnySystem: TypeAlias = System[Any]

_LOADED: Final[dict[str, AnySystem]] = {}


def register(system: AnySystem) -> AnySystem:
    """Make a system known under its name (the built-in ones are found without)."""
    _LOADED[system.name] = system
    return system


def find_system(name: str) -> AnySystem:
    """The system with a name, imported when it is first asked for."""
    if name not in _LOADED:
        if name not in BUILT_IN:
            raise UsageError(f"there is no game system '{name}'", hint=suggest(name, BUILT_IN))
        register(import_module(f"pbem.systems.{name}").SYSTEM)
    return _LOADED[name]
