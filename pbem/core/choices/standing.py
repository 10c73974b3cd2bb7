"""Lines that answer decisions in advance: standing orders, presets, and an order file's own.

A file is a list of lines for each section; the first line that fits a decision answers it. A line
is tested over the decision's documented facts (`if:`) and its place (`at:`); `limit` bounds how
often it answers at one place or in one impulse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.choices.conditions import Condition, all_hold, parse_conditions
from pbem.core.choices.decisions import (
    ASK,
    Answer,
    AnswerKey,
    Decision,
    DecisionKind,
    NotAnOption,
    Source,
    select,
)
from pbem.core.data.findings import Where

ANYWHERE: Final = "any"
META: Final = frozenset({"at", "if", "limit", "limit_here"})

FindPlaces = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: where it applies, when, and what it answers under each of its keys."""

    section: str
    number: int
    where: Where | None
    places: tuple[str, ...] | None
    conditions: tuple[Condition, ...]
    says: Mapping[str, object]
    limit: int | None = None
    limit_here: int | None = None

    def fits(self, decision: Decision) -> bool:
        """Whether the line speaks about this decision's place and facts."""
        if self.places is not None and decision.at not in self.places:
            return False
        return all_hold(self.conditions, decision.facts)

    def answer(self, key: AnswerKey) -> object:
        """What the line answers under a key, or None."""
        if key.key:
            return self.says.get(key.key)
        return self.says.get("do", key.implied)


@dataclass(frozen=True, slots=True)
class Lines:
    """All lines of one player from one source, with what he keeps in reserve."""

    source: Source
    by_section: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    reserve: Mapping[str, int] = field(default_factory=dict)

    def for_kind(self, kind: DecisionKind) -> Iterator[tuple[AnswerKey, Line]]:
        """The lines that may answer a kind, in the file's order within each section."""
        for key in kind.keys:
            for line in self.by_section.get(key.section, ()):
                yield key, line


@dataclass(slots=True)
class Uses:
    """How many units each line has sent in an impulse, in all and at each place."""

    counts: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def left(self, player: str, source: Source, line: Line, at: str | None) -> int | None:
        """How many more units the line may still send; None means no limit."""
        bounds = [
            bound - self.counts.get((player, line_id(source, line), spot), 0)
            for bound, spot in ((line.limit, ""), (line.limit_here, at or "-"))
            if bound is not None
        ]
        return min(bounds) if bounds else None

    def add(self, player: str, line: str, at: str | None, many: int) -> None:
        """Count units that a line sent."""
        for spot in ("", at or "-"):
            self.counts[player, line, spot] = self.counts.get((player, line, spot), 0) + many


def line_id(source: Source, line: Line) -> str:
    """A line among all of its player's lines, as its uses are counted."""
    return f"{source}/{line.section}/{line.number}"


def read_lines(
    section: str,
    data: Any,
    find_places: FindPlaces,
    where: Callable[[tuple[str | int, ...]], Where | None],
    first: int = 1,
) -> tuple[Line, ...]:
    """The lines of a section as typed: one mapping or a list of them."""
    single = not isinstance(data, list)
    rows = [data] if single else data
    lines: list[Line] = []
    for index, row in enumerate(rows):
        path: tuple[str | int, ...] = (section,) if single else (section, index)
        lines.append(_line(section, first + index, row, find_places, where(path)))
    return tuple(lines)


def _line(
    section: str, number: int, row: Mapping[str, Any], find: FindPlaces, where: Where | None
) -> Line:
    return Line(
        section=section,
        number=number,
        where=where,
        places=_places(row.get("at"), find),
        conditions=parse_conditions(row.get("if")),
        says={key: value for key, value in row.items() if key not in META},
        limit=row.get("limit"),
        limit_here=row.get("limit_here"),
    )


def _places(data: object, find: FindPlaces) -> tuple[str, ...] | None:
    if data is None:
        return None
    names = [str(name) for name in (data if isinstance(data, list) else [data])]
    if ANYWHERE in names:
        return None
    return tuple(place for name in names for place in find(name))


# --- how a decision finds its answer in lines --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """What lines say to a decision: an answer, or the wish to be asked, by which line."""

    answer: Answer | None
    ask: bool = False
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player whose lines are read, and the printed names of his units, folded."""

    player: str
    own: Collection[str] = ()


def look_up(
    decision: Decision,
    kind: DecisionKind,
    speaker: Speaker,
    lines: Lines,
    uses: Uses,
    asks: bool,
    passed: Callable[[str], None],
) -> Found | None:
    """The first line that fits and picks something legal; None when no line does.

    A line that says `ask` is passed over when the player may not be asked (any more); `passed` is
    told of a line that fits and picks nothing legal.
    """
    for key, line in lines.for_kind(kind):
        words = line.answer(key)
        if words is None or not line.fits(decision):
            continue
        if str(words).casefold() == ASK:
            if asks:
                return Found(None, ask=True, line=line)
            continue
        left = uses.left(speaker.player, lines.source, line, decision.at)
        try:
            picks = _limited(decision, select(decision, words, speaker.own), lines.reserve, left)
        except NotAnOption as trouble:
            passed(f"{line_name(line)}: {trouble}")
            continue
        return Found(Answer(picks, lines.source, _said(line), (speaker.player,)), line=line)
    return None


def line_name(line: Line) -> str:
    """How reports name a line: its section, and the line of the file it stands on."""
    if line.where is None:
        return line.section
    return f"{line.section}, line {line.where.line}"


def _said(line: Line) -> str:
    """A line's name with what it asked, for the report: `intercept, line 3: air >= -2`."""
    asked = " and ".join(map(str, line.conditions))
    return f"{line_name(line)}: {asked}" if asked else line_name(line)


def _limited(
    decision: Decision, picks: tuple[str, ...], reserve: Mapping[str, int], left: int | None
) -> tuple[str, ...]:
    """The picks that reserve and limits leave, in order; raises NotAnOption if too few do."""
    spare = {tag: count - reserve.get(tag, 0) for tag, count in decision.ready.items()}
    most = len(picks) if left is None else left
    kept: list[str] = []
    for pick in picks:
        tags = decision.option(pick).tags & spare.keys()
        if len(kept) < most and all(spare[tag] > 0 for tag in tags):
            kept.append(pick)
            spare.update({tag: spare[tag] - 1 for tag in tags})
    if len(kept) < len(picks) and (not kept or len(kept) < decision.least):
        raise NotAnOption("reserve or limit leaves too few")
    return tuple(kept)
