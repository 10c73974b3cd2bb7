"""Kept games played by the present program: the only module here that knows how it is built.

A game is plain data (see `keeping`). Each window is played from the position that the window
before led to, and what came of it is recorded as lines of words by `recording`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ruling import any_ruling

from oracle.recording import LISTS, Record, position_lines, record_of, words
from pbem.core.data.findings import Finding, PbemError
from pbem.core.orders.inputs import GivenAnswer, GivenRuling, Overrides
from pbem.core.orders.orders import open_window, read_orders, read_standing, validate
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import seed_keys
from pbem.core.record.events import ClockAdvanced, apply, event_from
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State, as_data, from_data
from pbem.core.rules.game import Choice, Game
from pbem.core.rules.rulings import Unruled
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game

Data = Mapping[str, Any]
Texts = Mapping[str, str]
MOST_QUESTIONS: Final = 500  # of a window; more of them are the same one put for ever
_BEGINS: Final[Mapping[str, Callable[[State], str]]] = {
    "impulse": lambda state: state.clock.name,
    "turn": lambda state: state.clock.turn,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a run put to a player, in words."""

    player: str
    path: str
    kind: str
    options: tuple[str, ...]
    least: int
    most: int

    @property
    def first_words(self) -> list[str]:
        """What is answered where no answer is kept: the first options, as many as may be."""
        return list(self.options[: self.most])


Answerer = Callable[[Asked], list[str]]
Ruler = Callable[[Unruled], Data]  # what the moderator says where play waits for him


@dataclass(slots=True)
class Table:
    """A game on the table: the position, and what a run must know of the runs before it."""

    game: Game
    state: State
    seed: str
    since: Mapping[str, State] = field(default_factory=dict)
    decided: tuple[Entry, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.clock.window == OVER

    @property
    def window(self) -> str:
        """The open window as the files of players name it."""
        return open_window(self.game, self.state)


def laid_out(kept: Data, game: Game | None = None) -> Table:
    """The table as a kept game begins: scenario, options, readings, and its changes."""
    roster = default_roster(kept["system"], kept["scenario"])
    choices = tuple(Choice(name, said) for name, said in sorted(kept["readings"].items()))
    roster = replace(
        roster,
        options={**roster.options, **kept["options"]},
        choices=(*roster.choices, *choices),
        asks=kept["asks"],
    )
    state = changed(first_state(roster), kept["changes"])
    return Table(game or load_game(roster), state, kept["seed"], dict.fromkeys(_BEGINS, state))


def changed(state: State, changes: Iterable[Sequence[Any]]) -> State:
    """The position with small changes, each `[LIST, ID, KEY, VALUE]`.

    A key of two parts is a key within one: `counters.cash`. Without a key the value is the whole
    row, or None where it goes. A row that is not there keeps no value.
    """
    data = as_data(state)
    rows = {name: {row["id"]: row for row in data[name]} for name in LISTS}
    for name, row_id, key, value in changes:
        if name == "clock":
            data["clock"][key] = value
        elif key and row_id in rows[name]:
            outer, _, inner = key.partition(".")
            row = rows[name][row_id]
            if inner:
                row[outer] = {**row.get(outer, {}), inner: value}
            else:
                row[outer] = value
        elif not key and value is None:
            rows[name].pop(row_id, None)
        elif not key:
            rows[name][row_id] = value
    return from_data({**data, **{name: list(rows[name].values()) for name in LISTS}})


def nobody_rules(unruled: Unruled) -> Data:
    """No ruling is expected."""
    raise AssertionError(f"a ruling is wanted: {unruled.path}")


def played(
    table: Table, orders: Texts, standing: Texts, answer: Answerer, rule: Ruler = nobody_rules
) -> Record:
    """One window played; the table then shows the next, or is as it was if nothing is playable."""
    files = _files(table, orders, standing)
    receipts = list(_receipts(table, files))
    keys = seed_keys(table.seed, table.state.clock.run + 1)
    asked: list[str] = []
    try:
        outcome = adjudicate(table.game, table.state, files, keys)
        while outcome.pending:
            assert len(asked) < MOST_QUESTIONS, asked[-1]
            rulings = {**files.overrides.rulings, **_rulings(outcome, rule, asked)}
            files = replace(
                files,
                answers={**files.answers, **_answers(outcome, answer, asked)},
                overrides=Overrides(rulings=rulings),
            )
            outcome = adjudicate(table.game, table.state, files, keys, outcome.prefix)
    except PbemError as trouble:
        return {"refused": [str(trouble), *map(_finding, trouble.findings)], "receipts": receipts}
    record = record_of([(e.kind, e.path, e.body, e.secret) for e in outcome.ledger.entries])
    record |= {"receipts": receipts, "questions": asked}
    record["position"] = position_lines(as_data(outcome.before), as_data(outcome.state))
    record |= _reports(table.game, outcome)
    _go_on(table, outcome)
    return record


def _files(table: Table, orders: Texts, standing: Texts) -> RunFiles:
    return RunFiles(
        {p: read_orders(table.game, t.encode(), f"{p}.yaml") for p, t in orders.items()},
        {p: read_standing(table.game, t.encode(), f"{p}.yaml") for p, t in standing.items()},
        since=table.since,
        decided=table.decided,
    )


def _receipts(table: Table, files: RunFiles) -> Iterator[str]:
    """What each player is told of his files before they are played."""
    start = table.since["impulse"]
    for player, sent in sorted(files.submissions.items()):
        receipt = validate(table.game, table.state, sent, start)
        for one in receipt.readings:
            yield f"{player}: {one.order.section} {one.order.number}: {one.text}"
        yield from (f"{player}: {_finding(finding)}" for finding in receipt.findings)
    for player, kept in sorted(files.standing.items()):
        yield from (f"{player}: {_finding(finding)}" for finding in kept.findings)


def refused_rows(table: Table, player: str, text: str) -> Mapping[str, set[int]]:
    """The rows of an order file that its receipt calls illegal, by section."""
    sent = read_orders(table.game, text.encode(), f"{player}.yaml")
    unread = [str(finding) for finding in sent.findings if finding.severity == "error"]
    assert not unread, (unread, text)
    found: dict[str, set[int]] = {}
    for one in validate(table.game, table.state, sent, table.since["impulse"]).readings:
        if any(finding.severity == "error" for finding in one.findings):
            found.setdefault(one.order.section, set()).add(one.order.number)
    return found


def foreseen(table: Table, player: str, text: str) -> State:
    """The position as it would be if all that is legal in an order file were done."""
    sent, state = read_orders(table.game, text.encode(), f"{player}.yaml"), table.state
    for one in validate(table.game, state, sent, table.since["impulse"]).readings:
        if not any(finding.severity == "error" for finding in one.findings):
            state = apply(state, one.events)
    return state


def _finding(finding: Finding) -> str:
    parts = (f"line {finding.where.line}" if finding.where else "", finding.message)
    tail = (
        f"({finding.hint})" if finding.hint else "",
        f"[{finding.cite}]" if finding.cite else "",
    )
    return " ".join(filter(None, (str(finding.severity), *parts, *tail)))


def _answers(
    outcome: Outcome, answer: Answerer, asked: list[str]
) -> Mapping[tuple[str, str], GivenAnswer]:
    given = {}
    for one in outcome.questions:
        decision = one.decision
        words = tuple(option.id for option in decision.options)
        question = Asked(one.player, one.path, decision.kind, words, decision.least, decision.most)
        chosen = answer(question)
        asked.append(
            f"{one.path} {one.player}: {decision.question} ({decision.cite})"
            f" {decision.least} to {decision.most} of {list(words)}: {chosen}"
        )
        given[one.player, one.path] = GivenAnswer(chosen, one.fingerprint)
    return given


def _rulings(outcome: Outcome, rule: Ruler, asked: list[str]) -> dict[str, GivenRuling]:
    """What the moderator says to all that play waits for."""
    given = {}
    for one in outcome.unruled:
        said = dict(rule(one))
        asked.append(f"{one.path}: {one.wanted.question} ruled {words(said)}")
        given[one.path] = GivenRuling(said, "Mod", "so it fell", "none", one.fingerprint)
    return given


def _reports(game: Game, outcome: Outcome) -> Record:
    """The words of the report for everyone and for each player."""
    readers = ("", *outcome.state.players())
    return {
        f"report {reader}".strip(): _without_hash(
            report_text(report_for(game, outcome, reader), full=True)
        )
        for reader in readers
    }


def _without_hash(text: str) -> list[str]:
    """A report without the length of the log and the hash of its last line."""
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("PROOF "))
    return [*lines[:start], "PROOF", *lines[start + 2 :]]


def _go_on(table: Table, outcome: Outcome) -> None:
    """The next position, and how its impulse and turn began, as a game directory knows it."""
    state, since = table.state, dict(table.since)
    for entry in outcome.ledger.entries:
        if entry.kind == "event":
            before, event = state, event_from(entry.body)
            state = apply(state, [event])
            if isinstance(event, ClockAdvanced):
                began = [n for n, sign in _BEGINS.items() if sign(before) != sign(state)]
                since |= dict.fromkeys(began, state)
    impulse = outcome.state.clock.name
    entries = (*table.decided, *outcome.ledger.entries)
    table.decided = tuple(
        e for e in entries if e.kind == "decision" and e.path.split("/", 1)[0] == impulse
    )
    table.state, table.since = outcome.state, since


def replayed(kept: Data, most: int | None = None) -> Iterator[Record]:
    """What comes of each window of a kept game; it ends where a window cannot be played."""
    table = laid_out(kept)
    for window in kept["windows"][:most]:
        if table.over:
            yield {"refused": ["the game is over"]}
            return
        answer, rule = _as_kept(window["answers"]), _as_ruled(window.get("rulings", ()), table.game)
        record = played(table, window["orders"], window["standing"], answer, rule)
        yield record
        if "refused" in record:
            return


def _as_kept(answers: Iterable[Data]) -> Answerer:
    """Kept answers, in their order where a question was put again; else the first options."""
    kept: dict[tuple[str, str], list[list[str]]] = {}
    for row in answers:
        kept.setdefault((row["player"], row["path"]), []).append(row["words"])

    def answer(asked: Asked) -> list[str]:
        words = kept.get((asked.player, asked.path), [])
        return words.pop(0) if words else asked.first_words

    return answer


def _as_ruled(rulings: Iterable[Data], game: Game) -> Ruler:
    """Kept rulings, in their order where play waited for one again; else the first legal one."""
    kept: dict[str, list[Data]] = {}
    for row in rulings:
        kept.setdefault(row["path"], []).append(row["said"])

    def rule(unruled: Unruled) -> Data:
        said = kept.get(unruled.path, [])
        return said.pop(0) if said else any_ruling(game, unruled, lambda _: 0).data

    return rule
