"""A choice that the rules give to a player, and how it finds its answer without an e-mail.

Sources in order: the moderator's override for this path, the order file, the answers file, the
standing orders, the player's preset, the documented default. Only a decision marked `must_ask`,
or one that a player's own line answers with `ask`, stops play.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from pbem.core.choices.conditions import Fact
from pbem.core.maps.board import Board
from pbem.core.record.state import canonical

ASK: Final = "ask"
NOBODY: Final = frozenset({"nobody", "none", "nothing"})
_COUNTED = re.compile(r"(?:(\d{1,3}|all|any)\s+)?(best\s+|worst\s+)?(\S.*)")


Values = Callable[[Board], Collection[str]]  # the words that a fact can have in a game


def one_of(*words: str) -> Values:
    """A fact that has one of these words in every game."""
    return lambda _: words


class Settle(StrEnum):
    """How a choice that several players of a side share is settled when they disagree."""

    OWNER = "owner"
    HEX_CONTROLLER = "hex_controller"
    MOST = "most"
    ANY = "any"
    ALL = "all"
    ENEMY = "enemy"
    ROLL_OFF = "roll_off"
    APART = "apart"


class Source(StrEnum):
    """Where an answer came from."""

    OVERRIDE = "override"
    ORDERS = "orders"
    ANSWERS = "answers"
    STANDING = "standing"
    PRESET = "preset"
    DEFAULT = "default"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be picked: its id, what a player calls it, its classes, its worth."""

    id: str
    label: str = ""
    tags: frozenset[str] = frozenset()
    worth: Fraction | int = 0

    @property
    def name(self) -> str:
        """What a player calls it."""
        return self.label or self.id


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """Where a line of an order or standing file answers a kind: section, key, implied answer.

    With key "" the line has no key of its own: that it applies is the answer `implied`.
    """

    section: str
    key: str
    implied: str = ""


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of choice as the rulebook knows it: when it comes up and which facts are known.

    `values`: of facts that are words, those that they can have.
    """

    name: str
    title: str
    moment: str
    cite: str
    keys: tuple[AnswerKey, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    allocation: bool = False
    values: Mapping[str, Values] = field(default_factory=dict)

    def ask(
        self,
        question: str,
        by: tuple[str, ...],
        options: Iterable[Option],
        default: Iterable[str] = (),
        **more: Any,
    ) -> Decision:
        """A choice of this kind at one moment; `more` as in Decision."""
        told = {"cite": self.cite, **more}
        return Decision(self.name, by, tuple(options), tuple(default), question, **told)


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice at one moment."""

    kind: str
    by: tuple[str, ...]
    options: tuple[Option, ...]
    default: tuple[str, ...]
    question: str
    cite: str
    about: str = ""
    at: str | None = None
    least: int = 1
    most: int = 1
    facts: Mapping[str, Fact] = field(default_factory=dict)
    ordered: object = None
    must_ask: bool = False
    secret: tuple[str, ...] = ()
    settle: Settle = Settle.OWNER
    owner: str = ""
    weights: Mapping[str, int] = field(default_factory=dict)
    enemy: tuple[str, ...] = ()
    ready: Mapping[str, int] = field(default_factory=dict)
    legal: Callable[[tuple[str, ...]], str] | None = field(default=None, compare=False)

    def option(self, option_id: str) -> Option:
        """The option with an id."""
        return next(option for option in self.options if option.id == option_id)

    def problem(self, picks: Sequence[str]) -> str:
        """Why picks are not a legal answer; empty when they are."""
        known = {option.id for option in self.options}
        strange = [pick for pick in picks if pick not in known]
        if strange:
            return f"{strange[0]} is not among the options"
        if len(set(picks)) != len(picks):
            return "something is picked twice"
        if not self.least <= len(picks) <= self.most:
            return f"pick {span(self.least, self.most)}, not {len(picks)}"
        return self.legal(tuple(picks)) if self.legal else ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was picked, who or what decided it, and by which line.

    `apart`: what each player picked, where they differ and what follows is settled by itself.
    """

    picks: tuple[str, ...]
    source: Source
    line: str = ""
    players: tuple[str, ...] = ()
    apart: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def pick(self) -> str:
        """The one pick, or "" when nothing was picked."""
        return self.picks[0] if self.picks else ""

    def __bool__(self) -> bool:
        return bool(self.picks)


def span(least: int, most: int) -> str:
    """`1`, `0 to 3` …: how many options may be picked."""
    return str(least) if least == most else f"{least} to {most}"


def fingerprint(path: str, decision: Decision) -> str:
    """What an answer is tied to: the question, its options and the facts it was asked with."""
    data = {
        "path": path,
        "kind": decision.kind,
        "options": [option.id for option in decision.options],
        "pick": [decision.least, decision.most],
        "facts": {name: fact_data(value) for name, value in decision.facts.items()},
    }
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:16]


def fact_data(value: Fact) -> object:
    """A fact as plain data: fractions as text."""
    if isinstance(value, Fraction):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


# --- what a player's words pick --------------------------------------------------------------


class NotAnOption(ValueError):
    """Words that pick nothing legal here."""


def select(decision: Decision, words: object, own: Collection[str] = ()) -> tuple[str, ...]:
    """The option ids that an answer as typed picks, in its order; raises NotAnOption.

    Each word is an option's id or name, a class (`ARM`: as many as fit), `2 best FTR`, `any ARM`
    (one), `all FTR`, `all` or `nobody`. Words that fit nothing here are passed over, and so is a
    `3 INF` that is elsewhere: `own` are the names of the player's units, folded.
    """
    items = words if isinstance(words, list) else [words]
    picked: list[str] = []
    for item in items:
        if _is_elsewhere(decision.options, str(item), own):
            continue
        for option_id in _select_one(decision.options, str(item), decision.most):
            if option_id not in picked:
                picked.append(option_id)
    picks = tuple(picked[: decision.most])
    problem = decision.problem(picks)
    if not picked and not _names_nobody(items):
        problem = f"'{', '.join(str(item) for item in items)}' fits nothing here"
    if problem:
        raise NotAnOption(problem)
    return picks


def counted_name(word: str) -> tuple[str, str]:
    """What stands before the name in a word, and the name: `2 best ` and `ftr`."""
    folded = word.strip().casefold()
    match = _COUNTED.fullmatch(folded)
    return (folded[: match.start(3)], match.group(3)) if match else ("", folded)


def names_in(word: str) -> frozenset[str]:
    """What a word may name, folded: the whole of it, or what `2 best` or `all` stands before."""
    return frozenset({word.strip().casefold(), counted_name(word)[1]})


def _names_nobody(items: Iterable[object]) -> bool:
    return all(str(item).casefold() in NOBODY for item in items)


def _is_elsewhere(options: Sequence[Option], word: str, own: Collection[str]) -> bool:
    """Whether a word that begins with a number names a unit that is not among the options."""
    folded = word.strip().casefold()
    is_here = any(folded == option.name.casefold() for option in options)
    return folded[:1].isdigit() and folded in own and not is_here


def _select_one(options: Sequence[Option], word: str, most: int) -> list[str]:
    folded = word.strip().casefold()
    if folded in NOBODY:
        return []
    if folded == "all":
        return [option.id for option in options]
    named = [o.id for o in options if folded in (o.id.casefold(), o.name.casefold())]
    if named:
        return named
    match = _COUNTED.fullmatch(folded)
    return _counted(options, match, most) if match else []


def _counted(options: Sequence[Option], match: re.Match[str], most: int) -> list[str]:
    """`2 best inf`: so many of the options with a tag, by their worth."""
    count, rank, tag = match.groups()
    fitting = [o for o in options if tag in {known.casefold() for known in o.tags}]
    sign = 1 if (rank or "").strip() == "worst" else -1
    if rank:
        fitting.sort(key=lambda o: (sign * Fraction(o.worth), o.id))
    return [option.id for option in fitting[: _how_many(count, rank, most)]]


def _how_many(count: str | None, rank: str | None, most: int) -> int:
    if count == "any" or (rank and count is None):
        return 1
    return most if count in (None, "all") else int(count or 0)
