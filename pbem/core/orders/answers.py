"""Questions as a player reads them, and the file in which he answers.

`pending/<player>.yaml` is an answers file with empty answers: the player fills them in and sends
it back. Each answer is tied by a fingerprint to the question as it was asked.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.choices.decisions import Decision, NotAnOption, fact_data, select, span
from pbem.core.data import schemas
from pbem.core.data.findings import Finding, Where, error, id_said, suggest
from pbem.core.data.yamlio import Document, YamlProblem, flow_text
from pbem.core.orders.answering import Question
from pbem.core.orders.inputs import GivenAnswer
from pbem.core.orders.orders import open_window, read_received, sections_of, sha256
from pbem.core.record.state import State
from pbem.core.rules.game import Game

WIDTH: Final = 78


@dataclass(frozen=True, slots=True)
class Answers:
    """An answers file as read: one player's answers by path."""

    player: str
    window: str = ""
    deputy: str = ""
    given: Mapping[str, GivenAnswer] = field(default_factory=dict)
    places: Mapping[str, Where] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    sha256: str = ""
    document: Document | None = field(default=None, compare=False, repr=False)


# --- what is asked -----------------------------------------------------------------------------


def pending_text(
    game: Game,
    state: State,
    player: str,
    questions: Iterable[Question],
    *,
    begun: Mapping[str, object] | None = None,
    nonce: str = "",
) -> str:
    """The file with a player's own questions, to be filled in and sent back.

    `begun` says how the log of the run begins, so that a player who keeps the file can prove it.
    With a `nonce` nobody guesses the file from its hash, which the register publishes.
    """
    own = [question for question in questions if question.player == player]
    lines = [
        f"# {state.game}, {state.clock.name}: play waits for you. Write your choice after each",
        "# `answer:` and send this file back. Change nothing else.",
        f"answers: {flow_text(player)}",
        f"window: {flow_text(open_window(game, state))}",
        "questions:",
    ]
    for number, question in enumerate(own, start=1):
        lines += _question_lines(game, number, question)
    if begun:
        lines += [
            "",
            "# Keep a copy: pbem audit --asked FILE checks that the log begins so.",
            "begun:",
        ]
        lines += [f"  {name}: {flow_text(value)}" for name, value in begun.items()]
    if nonce:
        lines.append(f'nonce: "{nonce}"')
    return "\n".join(lines) + "\n"


def _question_lines(game: Game, number: int, question: Question) -> list[str]:
    decision = question.decision
    rule = game.system.rule(decision.cite)
    comment = [f"q{number}  {_where(game, decision)}{decision.question} ({rule})"]
    if question.refused:
        comment.append(f"asked again: {question.refused}")
    facts = ", ".join(f"{name} = {shown_fact(decision, name)}" for name in decision.facts)
    if facts:
        comment.append(f"known: {facts}")
    comment.append(f"write {how_many(decision)} of:")
    comment += [f"  {words}" for words in option_lines(decision)]
    return [
        "",
        *(f"# {line}" for text in comment for line in textwrap.wrap(text, WIDTH - 2, **_WRAP)),
        f"- path: {flow_text(question.path)}",
        f"  fingerprint: {flow_text(question.fingerprint)}",
        "  answer:",
    ]


def _where(game: Game, decision: Decision) -> str:
    """The place that a question is about, where it does not say so itself."""
    if decision.at is None or decision.at not in game.board or decision.at in decision.question:
        return ""
    label = game.board.label(decision.at)
    return "" if label in decision.question else f"{label}: "


_WRAP: Final[Mapping[str, Any]] = {"subsequent_indent": "    ", "break_long_words": False}


def shown_fact(decision: Decision, name: str) -> str:
    """A fact as a player reads it."""
    value = fact_data(decision.facts[name])
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def how_many(decision: Decision) -> str:
    """`1`, or `0 to 2 [a, b]`: how many options may be named."""
    many = span(decision.least, decision.most)
    return many if decision.most == 1 else f"{many} as a list, [a, b],"


def option_lines(decision: Decision) -> list[str]:
    """The words that a player may write, each with what it means."""
    lines = [
        option.id if option.name == option.id else f"{option.id}  ({option.name})"
        for option in decision.options
    ]
    return [*lines, "nobody"] if decision.least == 0 else lines


# --- what is answered ----------------------------------------------------------------------------


def read_answers(data: bytes, name: str) -> Answers:
    """An answers file, with every finding that needs no question."""
    try:
        document = read_received(data, name)
        content = sections_of(document, "an answers file", "the file that put the questions")
    except YamlProblem as trouble:
        return Answers("", findings=trouble.findings, sha256=sha256(data))
    findings = schemas.check("core/answers", content, document)
    rows = content.get("questions")
    given, places, more = _given(rows if isinstance(rows, list) else [], document)
    return Answers(
        player=id_said(content.get("answers")),
        window=str(content.get("window", "")),
        deputy=id_said(content.get("deputy")),
        given=given,
        places=places,
        findings=(*findings, *more),
        sha256=sha256(data),
        document=document,
    )


def _given(
    rows: Sequence[object], document: Document
) -> tuple[dict[str, GivenAnswer], dict[str, Where], list[Finding]]:
    """The answers by path; one that is left empty answers nothing."""
    given: dict[str, GivenAnswer] = {}
    places: dict[str, Where] = {}
    findings: list[Finding] = []
    for index, row in enumerate(rows):
        if not isinstance(row, dict) or row.get("answer") is None or "path" not in row:
            continue
        path, where = str(row["path"]), document.where(("questions", index, "answer"))
        if path in given:
            findings.append(error("answered-twice", f"{path} is answered twice", where=where))
            continue
        given[path] = GivenAnswer(row["answer"], str(row.get("fingerprint", "")))
        places[path] = where
    return given, places, findings


def check_answers(answers: Answers, questions: Iterable[Question]) -> tuple[Finding, ...]:
    """The findings about a file's answers to the questions that are open for its player."""
    asked = {q.path: q for q in questions if q.player == answers.player}
    return tuple(
        finding.at(answers.places[path])
        for path, given in answers.given.items()
        for finding in _answer_findings(asked.get(path), path, given, asked)
    )


def _answer_findings(
    question: Question | None, path: str, given: GivenAnswer, asked: Collection[str]
) -> list[Finding]:
    if question is None:
        hint = suggest(path, asked) if asked else "no question is open for you"
        return [error("not-asked", f"{path} is not asked of you", hint=hint)]
    if given.fingerprint != question.fingerprint:
        return [
            error(
                "other-facts",
                "the facts have changed since this question was asked",
                hint=f"read the question again; its fingerprint is now {question.fingerprint}",
            )
        ]
    try:
        select(question.decision, given.words)
    except NotAnOption as trouble:
        words = ", ".join(option.id for option in question.decision.options)
        many = how_many(question.decision)
        return [error("not-an-option", str(trouble), hint=f"write {many} of: {words}")]
    return []
