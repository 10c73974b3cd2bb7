"""The form in which a moderator rules: what play waits for, and what he may say.

Decides how a ruling that is wanted reads. Leaves to `orders.rulings` how an answer is read.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pbem.core.choices.decisions import fact_data
from pbem.core.data.yamlio import flow_text
from pbem.core.maps.board import Board
from pbem.core.orders.rulings import FORMS
from pbem.core.record.state import State
from pbem.core.rules.position import Position
from pbem.core.rules.rulings import CHART, May, Unruled, Wanted

FORMAT: Final = "pbem-overrides/1"
WIDTH: Final = 78

_WAITS: Final = """\
# {game}, {clock}: play waits for the moderator. The program does not know what the rules
# say of what follows. Write who you are, and under each path why you rule so (reason), by which
# rule (cite), and what: a result, modifiers, changes, as its comment says. Put the file into
# overrides/, then call pbem adjudicate again. What you leave open is asked for again.
"""
_SECRET: Final = ("# Some of it is secret: show this file to no player.", "secret: true")
_BLANK: Final = """\
# {game}: what the moderator rules of himself in run {run}. It is carried out where play leaves
# a step; the path of a step is that of its paragraphs in pbem explain: {clock}/STEP. Put the
# file into overrides/ before the run begins.
"""


def rulings_form(
    position: Position,
    unruled: Iterable[Unruled],
    *,
    begun: Mapping[str, Any] | None = None,
    nonce: str = "",
) -> str:
    """The file with all that is wanted, to be filled in; `begun` says how the log begins."""
    state = position.state
    told = {"game": state.game, "clock": state.clock.name}
    wanted = tuple(unruled)
    lines = [
        *_WAITS.format(**told).splitlines(),
        *(_SECRET if any(one.wanted.secret for one in wanted) else ()),
        f"format: {FORMAT}",
        f"run: {state.clock.run + 1}",
        "author:",
        "rulings:",
    ]
    for number, one in enumerate(wanted, start=1):
        lines += _wanted_lines(position, number, one)
    if begun:
        lines += ["", "# leave this as it is: it says how the log of the run begins", "begun:"]
        lines += [f"  {name}: {flow_text(value)}" for name, value in begun.items()]
    if nonce:
        lines.append(f'nonce: "{nonce}"')
    return "\n".join(lines) + "\n"


def blank_form(state: State) -> str:
    """The file in which a moderator rules of himself, with every change that there is."""
    told = {"game": state.game, "clock": state.clock.name, "run": state.clock.run + 1}
    looks = [f"#      - {form.looks}" for form in FORMS.values()]
    lines = [
        *_BLANK.format(**told).splitlines(),
        f"format: {FORMAT}",
        f"run: {state.clock.run + 1}",
        "author:",
        "rulings: {}",
        "# rulings:",
        f"#   {state.clock.name}/STEP:",
        "#     reason: WHY",
        '#     cite: "RULE"',
        "#     changes:",
        *looks,
        "# Against the program: decisions: {PATH: ANSWER}, rolls: {PATH: [7]},",
        "# readings: {ID: READING}; these want a reason: of their own, above.",
    ]
    return "\n".join(lines) + "\n"


def _wanted_lines(position: Position, number: int, one: Unruled) -> list[str]:
    says = [key for key, told in _says(one.wanted) if told]
    return [
        "",
        *(f"# {line}" for text in _comment(position, number, one) for line in _wrap(text)),
        f"  {flow_text(one.path)}:",
        f"    fingerprint: {flow_text(one.fingerprint)}",
        "    reason:",
        "    cite:",
        *(f"    {key}:" for key in says),
    ]


_WHOLE: Final[Mapping[str, Any]] = {"break_long_words": False, "break_on_hyphens": False}


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - 2, subsequent_indent="    ", **_WHOLE)


def _comment(position: Position, number: int, one: Unruled) -> Iterator[str]:
    wanted, now = one.wanted, position.then(one.state or position.state)
    yield f"r{number}  {_question(position.board, wanted)} ({wanted.cite})"
    if one.refused:
        yield f"asked again: {one.refused}"
    if wanted.units:
        yield "units: " + ", ".join(unit_words(now, name) for name in wanted.units)
    if wanted.places:
        yield "places: " + ", ".join(_place(now.board, name) for name in wanted.places)
    facts = ", ".join(f"{name} = {_fact(wanted, name)}" for name in wanted.facts)
    if facts:
        yield f"known: {facts}"
    for roll in wanted.dice:
        shown = "+".join(map(str, roll.values))
        whose = f"{roll.dice} for {_title(now, roll.by)}"
        yield f"thrown: {whose}: {shown}, modified {roll.modified} ({roll.path})"
    yield from (f"{key}: {told}" for key, told in _says(wanted) if told)


def _question(board: Board, wanted: Wanted) -> str:
    """The question, and the place that it is about where it does not say so itself."""
    if wanted.at is None or wanted.at not in board:
        return wanted.question
    label = board.label(wanted.at)
    known = wanted.at in wanted.question or label in wanted.question
    return wanted.question if known else f"{label}: {wanted.question}"


def unit_words(position: Position, name: str) -> str:
    """A unit by its id, with what it is and where."""
    unit, counters = position.units.get(name), position.game.counters
    if unit is None:
        return name
    counter = counters[unit.counter].name if unit.counter in counters else unit.counter
    many = "" if unit.count is None else f"{unit.count} "
    owner, where = _title(position, unit.owner), _place(position.board, unit.at)
    return f"{name} ({many}{counter} of {owner}, {where})"


def _title(position: Position, name: str) -> str:
    return position.game.system.words.names.get(name, name)


def _place(board: Board, name: str) -> str:
    return board.label(name) if name in board else name


def _fact(wanted: Wanted, name: str) -> str:
    value = fact_data(wanted.facts[name])
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _says(wanted: Wanted) -> tuple[tuple[str, str], ...]:
    """What an answer may hold, each with what is legal; what it may not hold says nothing."""
    result = "one of " + ", ".join(wanted.results) if wanted.results else ""
    if wanted.number is not None:
        result = "a whole number, {} to {}".format(*wanted.number)
    if wanted.kind == CHART:
        result = "what the cell says"
    looks = "[{name: WHAT FOR, value: -1}] or []"
    modifiers = f"{looks}, to {wanted.modifiers}" if wanted.modifiers else ""
    changes = "a list of " + ", ".join(map(_change, wanted.may)) if wanted.may else ""
    return (("result", result), ("modifiers", modifiers), ("changes", changes))


def _change(may: May) -> str:
    """A change as it is typed, and the names that it may have."""
    names = f" (NAME is {' or '.join(may.names)})" if may.names else ""
    return FORMS[may.does].looks + names
