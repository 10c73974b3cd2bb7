"""What rule code talks to: steps, dice, charts, decisions, verdicts, changes.

Everything that the umpire does is written to the ledger, under the path of the steps in which it
happens; that path is the context of every die thrown there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Protocol

from pbem.core import dice as dice_
from pbem.core import events as events_
from pbem.core.charts import Chart
from pbem.core.decisions import (
    Answer,
    Decision,
    NotAnOption,
    Option,
    Settle,
    Source,
    fact_data,
    fingerprint,
    select,
)
from pbem.core.dice import Roll
from pbem.core.events import Event, TrackChanged, UnitChanged, UnitCreated, UnitMoved
from pbem.core.findings import Finding, error
from pbem.core.game import Game
from pbem.core.ledger import Ledger
from pbem.core.orders import Order, StandingOrders, Submission, check_order
from pbem.core.standing import Found, Lines, Uses, look_up
from pbem.core.state import State
from pbem.core.system import Modifier, Ruling, Trial
from pbem.core.views import visible_state

_NOT_IN_PATH = re.compile(r"[^a-z0-9:.]+")


class DiceSource(Protocol):
    """Where dice come from: keys in a game, a script in a case."""

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice shown for a context."""


@dataclass(frozen=True, slots=True)
class KeyedDice:
    """Dice from a run key."""

    key: bytes

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice shown for a context."""
        return dice_.throw(self.key, context, count, sides)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer from an answers file, tied to the question that was asked."""

    words: Any
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Overrides:
    """What a moderator decides against the program: by path, or by interpretation."""

    decisions: Mapping[str, Any] = field(default_factory=dict)
    rolls: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a run is played with, besides the game and the state."""

    submissions: Mapping[str, Submission]
    dice: DiceSource
    secret_dice: DiceSource
    secret_key: bytes
    run: int
    standing: Mapping[str, StandingOrders] = field(default_factory=dict)
    answers: Mapping[tuple[str, str], GivenAnswer] = field(default_factory=dict)
    overrides: Overrides = field(default_factory=Overrides)
    since: Mapping[str, State] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to one player."""

    player: str
    path: str
    decision: Decision
    fingerprint: str
    refused: str = ""


class Pending(Exception):
    """The run stops here: players must answer first. Nothing is changed."""

    def __init__(self, questions: Sequence[Question]) -> None:
        super().__init__(f"{len(questions)} questions")
        self.questions = tuple(questions)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the umpire found in play, with its facts and citation."""

    kind: str
    outcome: str
    cite: str
    facts: Mapping[str, Any]
    paragraph: int
    path: str


def element(text: str) -> str:
    """A path element: small letters, digits, `:` `.` and `-`."""
    return _NOT_IN_PATH.sub("-", text.casefold()).strip("-")


def plain(value: Any) -> Any:
    """A fact as plain data: fractions as text, tuples as lists, values of ours by their data."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (str, int)):
        return str(value) if isinstance(value, str) else value
    raise TypeError(f"{type(value).__name__} is not a fact")


class Umpire:
    """One run in progress."""

    def __init__(self, game: Game, state: State, inputs: Inputs) -> None:
        self.game = game
        self.state = state
        self.inputs = inputs
        self.run = inputs.run
        self.ledger = Ledger(inputs.secret_key)
        self.charts_used: dict[str, str] = {}
        self.readings_used: dict[str, str] = {}
        self._path = [state.clock.name]
        self._start = {"run": state, **inputs.since}
        self._start.setdefault("impulse", state)
        self._start.setdefault("turn", state)
        self._rolled: set[str] = set()
        self._decided: set[str] = set()
        self._paragraph = 0
        self._uses = Uses()
        self._asked: dict[str, int] = {}
        self._fresh_readings: dict[str, str] = {}
        self._fresh_charts: dict[str, str] = {}
        self._merged: dict[str, tuple[Order, ...]] = {}

    # --- where we are

    @property
    def path(self) -> str:
        """The path of the steps that we are in."""
        return "/".join(self._path)

    @contextmanager
    def step(self, name: str, at: str | None = None) -> Iterator[None]:
        """A step inside the present one, at a place if it happens there."""
        elements = [element(name)] + ([element(at)] if at else [])
        self._path += elements
        self._start[f"step:{name}"] = self.state
        try:
            yield
        finally:
            del self._path[-len(elements) :]

    def since(self, when: str) -> State:
        """The state as the run, the impulse, the turn or `step:NAME` began."""
        return self._start[when]

    def begin(self, when: str) -> None:
        """The impulse or turn begins now."""
        self._start[when] = self.state

    def rename_path(self) -> None:
        """Paths from here on name the impulse that the clock shows now."""
        self._path[0] = self.state.clock.name

    def view(self, player: str) -> State:
        """The position as a player sees it; Decision facts are made from nothing else."""
        return visible_state(self.state, player)

    # --- dice

    def roll(
        self,
        name: str,
        dice: str,
        by: str,
        cite: str,
        modifiers: Iterable[Modifier] = (),
        secret: tuple[str, ...] = (),
    ) -> Roll:
        """Throw dice for the present path and a name; rolling a path twice is a bug."""
        path = f"{self.path}/{element(name)}"
        if path in self._rolled:
            raise AssertionError(f"{path} is rolled twice")
        self._rolled.add(path)
        bought = (*modifiers, *self.game.system.before_roll(self, path, by))
        roll = Roll(
            path=path,
            dice=dice,
            by=by,
            cite=cite,
            throws=(self._throw(path, dice, 1, secret),),
            modifiers=tuple((item.name, item.value) for item in bought),
            secret=secret,
        )
        while self.game.system.after_roll(self, roll):
            again = self._throw(path, dice, len(roll.throws) + 1, secret)
            roll = replace(roll, throws=(*roll.throws, again))
        self.ledger.add("roll", path, _roll_body(roll), secret)
        return roll

    def _throw(self, path: str, dice: str, number: int, secret: tuple[str, ...]) -> tuple[int, ...]:
        context = dice_.throw_context(path, number)
        overridden = self.inputs.overrides.rolls.get(context)
        if overridden is not None:
            self.ledger.add("correction", context, {"roll": list(overridden)})
            return overridden
        source = self.inputs.secret_dice if secret else self.inputs.dice
        return source.throw(context, *dice_.parse_dice(dice))

    def draw(
        self, name: str, pool: Iterable[str], by: str, cite: str, secret: tuple[str, ...] = ()
    ) -> str:
        """Draw one of a pool: sorted by id in byte order, one die with as many sides as remain."""
        ids = sorted(pool)
        roll = self.roll(name, f"d{len(ids)}", by, cite, secret=secret)
        return ids[roll.total - 1]

    # --- charts and interpretations

    def chart(self, name: str) -> Chart:
        """A chart; that it was used stands in the next verdict and in the report."""
        chart = self.game.chart(name)
        self.charts_used[name] = self._fresh_charts[name] = str(chart.provenance)
        return chart

    def reading(self, interpretation: str) -> str:
        """The reading of an ambiguous rule; that it mattered stands in the next verdict."""
        chosen = self.inputs.overrides.readings.get(interpretation)
        reading = chosen or self.game.reading(interpretation, self.run)
        self.readings_used[interpretation] = reading
        self._fresh_readings[interpretation] = reading
        return reading

    # --- orders

    def orders(self, section: str) -> tuple[Order, ...]:
        """The orders of a section: by the scenario's order of powers, then as each file has them.

        Where two files claim the same unit or choice, the side leader's order stands; without one
        none of them does.
        """
        if section not in self._merged:
            players = dict.fromkeys(
                name for power in self.state.powers.values() for name in power.players
            )
            given = [
                order
                for player in players
                if player in self.inputs.submissions
                for order in self.inputs.submissions[player].of(section)
            ]
            self._merged[section] = self._settle_claims(section, given)
        return self._merged[section]

    def _settle_claims(self, section: str, given: Sequence[Order]) -> tuple[Order, ...]:
        known = self.game.system.section(section)
        if known is None:
            raise AssertionError(f"no section {section}")
        claims = [known.claims(self.trial(order.player), order) for order in given]
        claimants: dict[str, set[str]] = {}
        for order, names in zip(given, claims, strict=True):
            for name in names:
                claimants.setdefault(name, set()).add(order.player)
        kept: list[Order] = []
        for order, names in zip(given, claims, strict=True):
            rivals = sorted({p for name in names for p in claimants[name]} - {order.player})
            if rivals and not self._leads(order.player):
                self.reject(order, [_claimed_twice(rivals)])
            else:
                kept.append(order)
        return tuple(kept)

    def _leads(self, player: str) -> bool:
        return player in self.game.roster.leaders.values()

    def trial(self, player: str) -> Trial:
        """What a check may look at now."""
        return Trial(self.game, self.state, self.since("impulse"), player, in_play=True)

    def check(self, order: Order) -> Ruling:
        """The legality of an order now; the same check as at validation."""
        return check_order(self.trial(order.player), order)

    def done(self, order: Order, reading: str = "") -> None:
        """The order was carried out."""
        self._order_result(order, "done", reading, ())

    def reject(self, order: Order, findings: Sequence[Finding]) -> None:
        """The order is illegal now; nothing was paid for it."""
        self._order_result(order, "rejected", "", findings)

    def fail(self, order: Order, reason: str, cite: str = "") -> None:
        """The order was announced and paid, but not carried out."""
        self._order_result(order, "failed", "", (error("failed", reason, cite=cite),))

    def _order_result(
        self, order: Order, result: str, reading: str, findings: Sequence[Finding]
    ) -> None:
        body: dict[str, Any] = {
            "section": order.section,
            "number": order.number,
            "player": order.player,
            "line": order.where.line,
            "result": result,
            "reading": reading,
        }
        if findings:
            body["reasons"] = [
                {"message": f.message, "hint": f.hint, "cite": f.cite, "severity": str(f.severity)}
                for f in findings
            ]
        self.ledger.add("order", self.path, body)

    # --- changes and verdicts

    def apply(self, *changes: Event) -> None:
        """Change the state; every change stands in the ledger."""
        before = self.state
        self.state = events_.apply(before, changes)
        for change in changes:
            audience = _audience(before, change)
            self.ledger.add("event", self.path, events_.event_data(change), audience)

    def verdict(
        self,
        kind: str,
        outcome: str,
        cite: str,
        secret: tuple[str, ...] = (),
        **facts: Any,
    ) -> Verdict:
        """Write down what was found, with its facts; it becomes a numbered paragraph."""
        self._paragraph += 1
        body = {
            "par": self._paragraph,
            "verdict": kind,
            "outcome": outcome,
            "cite": cite,
            "facts": plain(facts),
            "readings": dict(sorted(self._fresh_readings.items())),
            "charts": dict(sorted(self._fresh_charts.items())),
        }
        self._fresh_readings.clear()
        self._fresh_charts.clear()
        self.ledger.add("verdict", self.path, body, secret)
        return Verdict(kind, outcome, cite, body["facts"], self._paragraph, self.path)

    # --- decisions

    def decide(self, decision: Decision) -> Answer:
        """The answer to one choice."""
        return self.decide_all([decision])[0]

    def decide_all(self, decisions: Sequence[Decision]) -> list[Answer]:
        """The answers to simultaneous choices; none sees another's answer."""
        found = [(self._decision_path(d), d) for d in decisions]
        questions: list[Question] = []
        answers = [self._answers(path, decision, questions) for path, decision in found]
        if questions:
            raise Pending(questions)
        settled = [
            self._settle(path, decision, given)
            for (path, decision), given in zip(found, answers, strict=True)
        ]
        for (path, decision), answer in zip(found, settled, strict=True):
            self._record(path, decision, answer)
        return settled

    def opening(self, rights: Sequence[Decision]) -> list[Answer]:
        """A moment at which rights may be used by a standing order; nobody is asked.

        Only the rights that are used are written down.
        """
        used: list[Answer] = []
        for right in rights:
            path = self._decision_path(right)
            given = self._answers(path, right, None)
            answer = self._settle(path, right, given)
            if answer:
                self._record(path, right, answer)
            used.append(answer)
        return used

    def _decision_path(self, decision: Decision) -> str:
        path = "/".join(filter(None, (self.path, element(decision.kind), element(decision.about))))
        if path in self._decided:
            raise AssertionError(f"{path} is decided twice")
        self._decided.add(path)
        return path

    def _answers(
        self, path: str, decision: Decision, questions: list[Question] | None
    ) -> dict[str, Answer]:
        """Every player's own answer; whoever must be asked first goes into `questions`."""
        override = self.inputs.overrides.decisions.get(path)
        if override is not None:
            self.ledger.add("correction", path, {"decision": plain(override)})
            return {"": Answer(select(decision, override), Source.OVERRIDE, "the moderator")}
        given: dict[str, Answer] = {}
        for player in decision.by:
            answer = self._answer_of(player, path, decision, questions)
            if answer is not None:
                given[player] = answer
        return given

    def _answer_of(
        self, player: str, path: str, decision: Decision, questions: list[Question] | None
    ) -> Answer | None:
        found = self._from_orders(player, decision)
        if found and found.answer:
            return found.answer
        given = self.inputs.answers.get((player, path))
        refused = ""
        if given is not None:
            answer, refused = _from_given(player, path, decision, given)
            if answer:
                self._asked[player] = self._asked.get(player, 0) + 1
                return answer
        if not (found and found.ask):
            found = self._from_lines(player, decision)
        if found and found.answer:
            return found.answer
        wants = found is not None and found.ask and self._may_ask(player)
        if (wants or decision.must_ask) and questions is not None:
            self._asked[player] = self._asked.get(player, 0) + 1
            mark = fingerprint(path, decision)
            questions.append(Question(player, path, decision, mark, refused))
        return None

    def _may_ask(self, player: str) -> bool:
        return self._asked.get(player, 0) < self.game.roster.asks

    def _from_orders(self, player: str, decision: Decision) -> Found | None:
        """What the order itself, or the order file's own lines, answer."""
        if decision.ordered is not None and player == (decision.owner or decision.by[0]):
            if str(decision.ordered).casefold() == "ask":
                return Found(None, ask=True)
            try:
                picks = select(decision, decision.ordered)
                return Found(Answer(picks, Source.ORDERS, "the order", (player,)))
            except NotAnOption:
                pass
        submission = self.inputs.submissions.get(player)
        return self._look(player, decision, submission.lines) if submission else None

    def _from_lines(self, player: str, decision: Decision) -> Found | None:
        """What the standing orders, then the preset, answer."""
        standing = self.inputs.standing.get(player)
        if standing is None:
            return None
        found = self._look(player, decision, standing.lines)
        if found is None and standing.preset:
            preset = replace(self.game.presets[standing.preset], reserve=standing.lines.reserve)
            found = self._look(player, decision, preset)
            if found and found.answer:
                line = f"preset {standing.preset}"
                return replace(found, answer=replace(found.answer, line=line))
        return found

    def _look(self, player: str, decision: Decision, lines: Lines) -> Found | None:
        kind = self.game.system.kind(decision.kind)
        return look_up(decision, kind, player, lines, self._uses)

    def _settle(self, path: str, decision: Decision, given: Mapping[str, Answer]) -> Answer:
        """One answer out of those of the players who share the choice."""
        if not given:
            return Answer(decision.default, Source.DEFAULT)
        distinct = sorted({answer.picks for answer in given.values()})
        if len(distinct) == 1:
            first = next(iter(given.values()))
            return replace(first, players=tuple(sorted(given)))
        return _SETTLE[decision.settle](self, path, decision, given)

    def _record(self, path: str, decision: Decision, answer: Answer) -> None:
        self._paragraph += 1
        body: dict[str, Any] = {
            "par": self._paragraph,
            "decision": decision.kind,
            "question": decision.question,
            "cite": decision.cite,
            "by": list(decision.by),
            "at": decision.at,
            "options": {option.id: option.name for option in decision.options},
            "picks": list(answer.picks),
            "source": str(answer.source),
            "line": answer.line,
            "players": list(answer.players),
            "facts": {name: fact_data(value) for name, value in decision.facts.items()},
        }
        self.ledger.add("decision", path, body, decision.secret)


def _claimed_twice(rivals: Sequence[str]) -> Finding:
    return error(
        "claimed-twice",
        f"{' and '.join(rivals)} also ordered this",
        hint="agree on one order, or let the side's leader order it",
    )


def _roll_body(roll: Roll) -> dict[str, Any]:
    body: dict[str, Any] = {
        "dice": roll.dice,
        "by": roll.by,
        "cite": roll.cite,
        "throws": [list(values) for values in roll.throws],
    }
    if roll.modifiers:
        body["modifiers"] = [list(item) for item in roll.modifiers]
    return body


def _audience(before: State, change: Event) -> tuple[str, ...]:
    """Who may see a change: whoever may see the secret that it touches."""
    if isinstance(change, (UnitMoved, UnitChanged)):
        unit = before.units.get(change.unit)
        return unit.secret if unit else ()
    if isinstance(change, UnitCreated):
        made = change.new or change.old
        return made.secret if made else ()
    return change.secret if isinstance(change, TrackChanged) else ()


def _from_given(
    player: str, path: str, decision: Decision, given: GivenAnswer
) -> tuple[Answer | None, str]:
    """An answer from the answers file, or why it is refused."""
    if given.fingerprint != fingerprint(path, decision):
        return None, "the facts have changed since the question was asked"
    try:
        return Answer(select(decision, given.words), Source.ANSWERS, "answer", (player,)), ""
    except NotAnOption as trouble:
        return None, str(trouble)


# --- settling a shared choice ------------------------------------------------------------------

Settler = Callable[[Umpire, str, Decision, Mapping[str, Answer]], Answer]


def _by_owner(umpire: Umpire, path: str, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """The owner's answer; where he gave none, that of the first player asked who gave one."""
    for player in (decision.owner, *decision.by):
        if player in given:
            return _settled(given, given[player].picks, f"{player} decides")
    raise AssertionError("nobody answered")


def _by_most(umpire: Umpire, path: str, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """The answer with the most weight behind it; a tie goes to the owner."""
    weight: dict[tuple[str, ...], int] = {}
    for player, answer in given.items():
        weight[answer.picks] = weight.get(answer.picks, 0) + decision.weights.get(player, 1)
    best = max(weight.values())
    leading = [picks for picks in sorted(weight) if weight[picks] == best]
    if len(leading) > 1:
        return _by_owner(umpire, path, decision, given)
    return _settled(given, leading[0], "most")


def _by_any(umpire: Umpire, path: str, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """Everything that anyone picked, in the options' order."""
    wanted = {pick for answer in given.values() for pick in answer.picks}
    picks = tuple(option.id for option in decision.options if option.id in wanted)
    return _settled(given, picks[: decision.most], "any")


def _by_all(umpire: Umpire, path: str, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """What everyone picked; the default where that is too little."""
    wanted = set.intersection(*(set(answer.picks) for answer in given.values()))
    picks = tuple(option.id for option in decision.options if option.id in wanted)
    if len(picks) < decision.least:
        picks = decision.default
    return _settled(given, picks, "all")


def _by_enemy(umpire: Umpire, path: str, decision: Decision, given: Mapping[str, Answer]) -> Answer:
    """The enemy picks one of the answers given."""
    rivals = sorted({answer.picks for answer in given.values()})
    options = tuple(
        Option("+".join(picks) or "nothing", ", ".join(decision.option(p).name for p in picks))
        for picks in rivals
    )
    choice = replace(
        decision,
        by=decision.enemy,
        options=options,
        default=(options[0].id,),
        about=f"{decision.about}-enemy".strip("-"),
        least=1,
        most=1,
        ordered=None,
        owner="",
        legal=None,
        settle=Settle.OWNER,
    )
    picked = umpire.decide(choice).pick
    return _settled(given, rivals[[o.id for o in options].index(picked)], "the enemy decides")


def _by_roll_off(
    umpire: Umpire, path: str, decision: Decision, given: Mapping[str, Answer]
) -> Answer:
    """Each player rolls; the highest die decides, equal ones roll again."""
    name = "-".join(filter(None, ("roll-off", decision.kind, decision.about)))
    left = sorted(given)
    throw = 1
    while len(left) > 1:
        rolls = {
            player: umpire.roll(f"{name}-{player}-{throw}", "d10", player, decision.cite)
            for player in left
        }
        best = max(roll.total for roll in rolls.values())
        left = [player for player in left if rolls[player].total == best]
        throw += 1
    return _settled(given, given[left[0]].picks, f"roll-off, {left[0]} wins")


def _settled(given: Mapping[str, Answer], picks: tuple[str, ...], how: str) -> Answer:
    return Answer(picks, Source.SETTLED, how, tuple(sorted(given)))


_SETTLE: Final[Mapping[Settle, Settler]] = {
    Settle.OWNER: _by_owner,
    Settle.HEX_CONTROLLER: _by_owner,
    Settle.MOST: _by_most,
    Settle.ANY: _by_any,
    Settle.ALL: _by_all,
    Settle.ENEMY: _by_enemy,
    Settle.ROLL_OFF: _by_roll_off,
}
