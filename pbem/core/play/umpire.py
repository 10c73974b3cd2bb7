"""What rule code talks to: steps, dice, charts, decisions, verdicts, changes.

Everything that the umpire does is written to the ledger, under the path of the steps in which it
happens; that path is the context of every die thrown there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Any, Generic, TypeAlias

from pbem.core.choices.decisions import Answer, Decision, NotAnOption, Source, fact_data, select
from pbem.core.choices.settling import settle
from pbem.core.data.charts import Chart
from pbem.core.data.findings import Finding, MissingCell, Severity, UsageError, error, has_errors
from pbem.core.maps.board import Board
from pbem.core.orders.answering import Answering, Pending, Question
from pbem.core.orders.inputs import GivenRuling, Inputs
from pbem.core.orders.orders import (
    Order,
    check_order,
    claimed_twice,
    claims,
    shared,
    validate,
)
from pbem.core.play.ruling import at_the_end, of_cell, rule_all, with_cells
from pbem.core.play.ruling import modifiers as ruled_modifiers
from pbem.core.record import dice as dice_
from pbem.core.record import events as events_
from pbem.core.record.dice import Roll
from pbem.core.record.events import ClockAdvanced, Event, TrackChanged, UnitChanged, UnitCreated
from pbem.core.record.foreknown import KNOWN
from pbem.core.record.ledger import Ledger
from pbem.core.record.state import State
from pbem.core.record.verdicts import Verdict, facts_of
from pbem.core.record.views import visible_state
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game, unnoted, with_readings
from pbem.core.rules.position import P, Position
from pbem.core.rules.readings import R
from pbem.core.rules.rulings import RULING, Ruled, RulingKind, Wanted
from pbem.core.rules.system import Modifier, Ruling

_NOT_IN_PATH = re.compile(r"[^a-z0-9:.]+")


def element(text: str) -> str:
    """A path element: small letters, digits, `:` `.` and `-`."""
    return _NOT_IN_PATH.sub("-", text.casefold()).strip("-")


def plain(value: object) -> object:
    """A fact as plain data, as the ledger gives it back: fractions as text, mappings by key."""
    if value is None or isinstance(value, (str, int)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    raise TypeError(f"{type(value).__name__} is not a fact")


class Umpire(Generic[P]):
    """One run in progress, of a system whose rules read positions of kind P."""

    def __init__(self, game: Game, state: State, inputs: Inputs) -> None:
        chosen = with_cells(with_readings(game, inputs.overrides.readings), inputs, self)
        self.game = replace(chosen, note=self._note)
        self.state = state
        self.inputs = inputs
        self.ruled: dict[str, GivenRuling] = {}
        self.answering = Answering(game, inputs, state)
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
        self._views: dict[str, tuple[State, State]] = {}
        self._fresh_readings: dict[str, str] = {}
        self._fresh_charts: dict[str, str] = {}
        self._merged: dict[str, tuple[Order, ...]] = {}
        self._promised: dict[str, tuple[tuple[Order, frozenset[str]], ...]] = {}

    # --- where we are

    @property
    def path(self) -> str:
        """The path of the steps that we are in."""
        return "/".join(self._path)

    @contextmanager
    def step(self, name: str, at: str | None = None) -> Iterator[None]:
        """A step inside the present one, at a place if it happens there.

        Where play leaves it, the moderator may have ruled something of himself.
        """
        elements = [element(name)] + ([element(at)] if at else [])
        self._path += elements
        self._start[f"step:{name}"] = self.state
        entered = self.path
        try:
            yield
            at_the_end(self, entered)
        finally:
            del self._path[-len(elements) :]

    @contextmanager
    def inside(self, path: str) -> Iterator[None]:
        """What happens now stands in the log under a path."""
        outside, self._path = self._path, path.split("/")
        try:
            yield
        finally:
            self._path = outside

    def conduct(self, name: str, conduct: Callable[[Umpire[P]], None]) -> None:
        """A step of the sequence; where it reads a cell that is missing, the moderator is asked."""
        try:
            with self.step(name), self.game.in_rules():
                conduct(self)
        except MissingCell as gap:
            raise Pending((), (of_cell(self, gap),)) from None

    def path_of(self, *names: str) -> str:
        """The path of something inside the present step."""
        return "/".join(filter(None, (self.path, *map(element, names))))

    def since(self, when: str, otherwise: str = "") -> State:
        """The state as the run, the impulse, the turn or `step:NAME` began.

        `otherwise`: what counts where no such step was taken.
        """
        return self._start[when if when in self._start else otherwise or when]

    def begin(self, when: str) -> None:
        """The impulse or turn begins now."""
        self._start[when] = self.state

    def rename_path(self) -> None:
        """Paths from here on name the impulse that the clock shows now."""
        self._path[0] = self.state.clock.name

    # --- what acts by itself

    def take_effect(self) -> None:
        """Carry out what is due at once when its condition is met, until nothing changes."""
        while any(condition(self) for condition in self.game.system.conditions):
            continue

    def moment(self, name: str) -> None:
        """A moment at which everybody may use the rights that he has at any time."""
        for right in self.game.system.rights:
            right(self, name)
        self.take_effect()

    def view(self, player: str) -> State:
        """The position as a player sees it; Decision facts are made from nothing else."""
        known = self._views.get(player)
        if known is None or known[0] is not self.state:
            known = self.state, visible_state(self.state, player)
            self._views[player] = known
        return known[1]

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
        path = self.path_of(name)
        if path in self._rolled:
            raise AssertionError(f"{path} is rolled twice")
        self._rolled.add(path)
        system = self.game.system.throws
        bought = (*modifiers, *system.before(self, path, by))
        bought += ruled_modifiers(self, path)
        roll = Roll(
            path=path,
            dice=dice,
            by=by,
            cite=self.game.system.rule(cite),
            throws=(self._throw(path, dice, 1, secret),),
            modifiers=tuple((item.name, item.value) for item in bought),
            secret=secret,
        )
        while system.after(self, roll):
            more = tuple((item.name, item.value) for item in system.again(self, roll))
            again = self._throw(path, dice, len(roll.throws) + 1, secret)
            roll = replace(roll, throws=(*roll.throws, again), modifiers=(*roll.modifiers, *more))
        self.ledger.add("roll", path, _roll_body(roll), secret)
        return roll

    def _throw(self, path: str, dice: str, number: int, secret: tuple[str, ...]) -> tuple[int, ...]:
        context = dice_.throw_context(path, number)
        overridden = self.inputs.overrides.rolls.get(context)
        source = self.inputs.secret_dice if secret else self.inputs.dice
        if overridden is None:
            return source.throw(context, *dice_.parse_dice(dice))
        _refuse_no_throw(context, dice, overridden)
        gave = {} if secret else {"gave": list(source.throw(context, *dice_.parse_dice(dice)))}
        body = {"roll": list(overridden), **gave, **self.inputs.overrides.of(context)}
        self.correct(context, body, secret)
        return overridden

    def correct(self, path: str, body: Mapping[str, object], secret: tuple[str, ...] = ()) -> None:
        """The moderator's word in the log; that dice of the run were known to him, if they were."""
        known = self.inputs.plays.known(path, body, secret)
        more = {} if known is None else {KNOWN: known}
        self.ledger.add("correction", path, {**body, **more}, secret)

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

    def reading(self, interpretation: type[R]) -> R:
        """The reading of an ambiguous rule; that it mattered stands in the next verdict."""
        name = self.game.asked_as(interpretation)
        if not name:
            return next(iter(interpretation))
        reading = self._fresh_readings[name] = self.game.reading(name, self.run)
        return interpretation(reading)

    def _note(self, interpretation: str, reading: str) -> None:
        """A reading was looked up, by a step or by the check of an order in play."""
        if interpretation in self.readings_used:
            return
        self.readings_used[interpretation] = reading
        chosen = self.inputs.overrides.readings.get(interpretation)
        if chosen:
            why = self.inputs.overrides.of(interpretation)
            body = {"reading": [interpretation, chosen], **why}
            self.correct(self.path, body)

    # --- orders

    def orders(self, section: str) -> tuple[Order, ...]:
        """The orders of a section: by the scenario's order of powers, then as each file has them.

        Where two files claim the same unit or choice, the side leader's order stands; without one
        the rulebook says whose (`System.precedence`); if it does not, none of them does.
        """
        if section not in self._merged:
            powers = (*self.state.powers.values(), *self.since("run").powers.values())
            players = dict.fromkeys(name for power in powers for name in power.players)
            given = [
                order
                for player in players
                if player in self.inputs.submissions
                for order in self.inputs.submissions[player].of(section)
            ]
            self._merged[section] = self._settle_claims(self._still_playing(given))
        return self._merged[section]

    def _still_playing(self, given: Sequence[Order]) -> tuple[Order, ...]:
        """The orders of those who play a power at this moment: it may have ceased in this run."""
        playing = self.state.players()
        for order in given:
            if order.player not in playing:
                self.reject(order, [error("no-power", f"{order.player} plays no power any more")])
        return tuple(order for order in given if order.player in playing)

    def _settle_claims(self, given: Sequence[Order]) -> tuple[Order, ...]:
        claimed = [(order, claims(self.position_for(order.player), order)) for order in given]
        rivals: dict[str, list[Order]] = {}
        for order, names in claimed:
            for name in names:
                rivals.setdefault(name, []).append(order)
        stands = {name: self._whose_stand(name, orders) for name, orders in rivals.items()}
        kept: list[Order] = []
        for order, names in claimed:
            lost = next((name for name in names if order.player not in stands[name]), None)
            if lost is None:
                kept.append(order)
            else:
                players = sorted({rival.player for rival in rivals[lost]})
                self.reject(order, [claimed_twice(lost, order, players)])
        return tuple(kept)

    def _whose_stand(self, claim: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """The players whose orders stand of all who claim a unit or choice."""
        players = tuple(dict.fromkeys(order.player for order in orders))
        if len(players) == 1 or shared(self.position, orders):
            return players
        leader = next((player for player in players if self.leads(player)), "")
        return (leader or self.game.system.receipts.precedence(self, claim, orders),)

    def leads(self, player: str) -> bool:
        """Whether a player is the leader of a side of his own."""
        leaders = self.game.roster.leaders
        return any(leaders.get(p.side) == player for p in self.state.powers_of_player(player))

    @property
    def position(self) -> P:
        """The position now, as a step looks at it."""
        return self.position_for("")

    def position_for(self, player: str) -> P:
        """The position now, as a check of a player's order looks at it."""
        started = self.since("impulse")
        position: P = self.game.system.position(self.game, self.state, started, player, True)
        return position

    @property
    def book(self) -> Book:
        """The charts and counters of the game."""
        return self.game.book

    @property
    def board(self) -> Board:
        """The board."""
        return self.game.board

    @property
    def options(self) -> Any:
        """The optional rules of the game, as its system has read them."""
        return self.game.options

    def check(self, order: Order) -> Ruling:
        """The legality of an order now; the same check as at validation."""
        return check_order(self.position_for(order.player), order)

    def sound_orders(
        self, section: str, wanted: Callable[[Order], bool] = lambda order: True
    ) -> Iterator[tuple[Order, Ruling]]:
        """The orders of a section, or those wanted, that are legal when they come up, each with
        its ruling; the others are refused.
        """
        for order in filter(wanted, self.orders(section)):
            ruling = self.check(order)
            if ruling.ok:
                yield order, ruling
            else:
                self.refuse(order, ruling.findings)

    def carry_out(self, section: str) -> None:
        """Carry out the orders of a section, one after the other in the order of the files."""
        for order, ruling in self.sound_orders(section):
            self.apply(*ruling.events)
            self.done(order, ruling.reading)

    def done(self, order: Order, reading: str = "", secret: tuple[str, ...] = ()) -> None:
        """The order was carried out."""
        self._order_result(order, "done", reading, (), secret)

    def refuse(self, order: Order, findings: Sequence[Finding]) -> None:
        """The order is illegal now: what came before has overtaken it, or it was never right."""
        if self.was_promised(order, findings):
            self._order_result(order, "overtaken", "", findings, ())
        else:
            self.reject(order, findings)

    def was_promised(self, order: Order, findings: Sequence[Finding]) -> bool:
        """Whether the receipt, which knows no other file, has nothing against an order, and does
        not warn of what is found now.
        """
        if order.player not in self._promised:
            self._promised[order.player] = tuple(self._promises(order.player))
        found = {finding.code for finding in findings if finding.severity is Severity.ERROR}
        told = (codes for promised, codes in self._promised[order.player] if promised == order)
        return any(found.isdisjoint(codes) for codes in told)

    def _promises(self, player: str) -> Iterator[tuple[Order, frozenset[str]]]:
        """The orders of a player that are legal as the run begins, as far as he can know, and what
        his receipt warns of.
        """
        game, began = replace(self.game, note=unnoted), self.inputs.since.get("impulse")
        file = self.inputs.submissions.get(player)
        readings = validate(game, self.since("run"), file, began).readings if file else ()
        for reading in readings:
            if not has_errors(reading.findings):
                yield reading.order, frozenset(finding.code for finding in reading.findings)

    def reject(
        self, order: Order, findings: Sequence[Finding], secret: tuple[str, ...] = ()
    ) -> None:
        """The order is illegal now; nothing was paid for it."""
        self._order_result(order, "rejected", "", findings, secret)

    def fail(self, order: Order, reason: str, cite: str = "", secret: tuple[str, ...] = ()) -> None:
        """The order was announced and paid, but not carried out."""
        rule = self.game.system.rule(cite)
        self._order_result(order, "failed", "", (error("failed", reason, cite=rule),), secret)

    def pass_over(self) -> None:
        """Orders that no step came to are rejected: none ends without a word."""
        said = [e.body for e in self.ledger.entries if e.kind == "order"]
        told = {(body["player"], body["section"], body["number"]) for body in said}
        hint = "what is still wanted goes into the next file"
        late = error("not-reached", "its moment did not come in this run", hint=hint)
        for _, submission in sorted(self.inputs.submissions.items()):
            for order in submission.orders:
                if (order.player, order.section, order.number) not in told:
                    self.reject(order, [late])

    def _order_result(
        self,
        order: Order,
        result: str,
        reading: str,
        findings: Sequence[Finding],
        secret: tuple[str, ...],
    ) -> None:
        body: dict[str, object] = {
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
        self.ledger.add("order", self.path, body, secret)

    # --- changes and verdicts

    def apply(self, *changes: Event) -> None:
        """Change the state; every change stands in the ledger."""
        before = self.state
        parts = [part for change in changes for part in _by_audience(before, change)]
        self.state = events_.apply(before, parts)
        fresh: dict[str, tuple[str, ...]] = {}
        for part in parts:
            audience = _audience(before, part, fresh)
            self.ledger.add("event", self.path, events_.event_data(part), audience)

    def tell(self, verdict: Verdict, secret: tuple[str, ...] = ()) -> None:
        """Write down what was found, with its facts; it becomes a numbered paragraph."""
        body = {
            "verdict": verdict.kind,
            "outcome": verdict.outcome,
            "cite": self.game.system.rule(verdict.rule),
            "facts": plain(facts_of(verdict)),
            "readings": dict(sorted(self._fresh_readings.items())),
            "charts": dict(sorted(self._fresh_charts.items())),
        }
        self._fresh_readings.clear()
        self._fresh_charts.clear()
        self._number(body, secret)

    def _number(self, body: Mapping[str, object], secret: tuple[str, ...]) -> None:
        """The next paragraph."""
        self._paragraph += 1
        self.ledger.add("verdict", self.path, {"par": self._paragraph, **body}, secret)

    # --- rulings of the moderator

    def rule(self, wanted: Wanted) -> Ruled:
        """What the moderator rules where the program does not know."""
        return self.rule_all([wanted])[0]

    def rule_all(self, wanted: Sequence[Wanted]) -> list[Ruled]:
        """What he rules at one moment; play stops once for all that he has not ruled yet."""
        return rule_all(self, wanted)

    def consult(self, kind: RulingKind, wanted: Callable[[], Wanted]) -> Chart | Ruled:
        """The chart with which a rule plays by itself, or what the moderator rules without it."""
        known = self.game.charts.get(kind.chart)
        if known is None or not known.is_supplied:
            return self.rule(wanted())
        return self.chart(kind.chart)

    def tell_ruling(
        self, outcome: str, cite: str, wanted: Wanted, facts: Mapping[str, object]
    ) -> None:
        """The paragraph of a ruling: readings and charts go on to the verdict that rests on it."""
        body = {
            "verdict": RULING,
            "outcome": outcome,
            "cite": cite,
            "facts": plain({"at": wanted.at, **facts}),
            "readings": {},
            "charts": {},
        }
        self._number(body, wanted.secret)

    # --- decisions

    def decide(self, decision: Decision) -> Answer:
        """The answer to one choice."""
        return self.decide_all([decision])[0]

    def decide_all(self, decisions: Sequence[Decision]) -> list[Answer]:
        """The answers to simultaneous choices; none sees another's answer."""
        found = [(self._decision_path(d), d) for d in decisions]
        questions: list[Question] = []
        given = [self._given(path, decision, questions) for path, decision in found]
        if questions:
            raise Pending(questions)
        settled = [
            settle(self, decision, answers)
            for (_, decision), answers in zip(found, given, strict=True)
        ]
        for (path, decision), answer in zip(found, settled, strict=True):
            self._record(path, decision, answer)
        return settled

    def settled(self, decision: Decision, said: Mapping[str, str]) -> Answer:
        """A choice on which its players differ by what they have said before."""
        path = self._decision_path(decision)
        given = {player: Answer((pick,), Source.ORDERS) for player, pick in said.items()}
        answer = settle(self, decision, given)
        self._record(path, decision, answer)
        return answer

    def opening(self, rights: Sequence[Decision], unused: str = "") -> list[Answer]:
        """A moment at which rights may be used by a standing order; nobody is asked.

        Only the rights that are used are written down: a line that picks `unused` uses none.
        """
        used: list[Answer] = []
        for right in rights:
            path = self._decision_path(right)
            answer = settle(self, right, self._given(path, right, None))
            if answer and answer.pick != unused:
                self._record(path, right, answer)
            used.append(answer)
        return used

    def in_secret(self, right: Decision) -> Answer:
        """A right of which nobody else may know whether it is used; nobody is asked.

        It is written down either way: what is sealed looks the same.
        """
        path = self._decision_path(right)
        answer = settle(self, right, self._given(path, right, None))
        self._record(path, right, answer)
        return answer

    def _given(
        self, path: str, decision: Decision, questions: list[Question] | None
    ) -> dict[str, Answer]:
        """The moderator's override if there is one, else every player's own answer."""
        words = self.inputs.overrides.decisions.get(path)
        if words is None:
            return self.answering.answers(path, decision, questions)
        try:
            picks = select(decision, words)
        except NotAnOption as trouble:
            raise UsageError(f"the override of {path} is not legal: {trouble}") from None
        body = {"decision": plain(words), **self.inputs.overrides.of(path)}
        self.correct(path, body, decision.secret)
        return {player: Answer(picks, Source.OVERRIDE) for player in decision.by}

    def _decision_path(self, decision: Decision) -> str:
        path = self.path_of(decision.kind, decision.about)
        if path in self._decided:
            raise AssertionError(f"{path} is decided twice")
        self._decided.add(path)
        return path

    def _record(self, path: str, decision: Decision, answer: Answer) -> None:
        self._paragraph += 1
        body: dict[str, object] = {
            "par": self._paragraph,
            "decision": decision.kind,
            "question": decision.question,
            "cite": self.game.system.rule(decision.cite),
            "by": list(decision.by),
            "at": decision.at,
            "options": dict(sorted((option.id, option.name) for option in decision.options)),
            "picks": list(answer.picks),
            "source": str(answer.source),
            "line": answer.line,
            "players": list(answer.players),
            "facts": {name: fact_data(value) for name, value in sorted(decision.facts.items())},
            "passed": self.answering.passed_over(path),
            "counted": self.answering.counted(path),
        }
        hidden = () if decision.secret else ("line", "facts", "passed", "counted")
        self.ledger.add("decision", path, body, decision.secret or tuple(decision.by), hidden)


AnyUmpire: TypeAlias = Umpire[Any]
PlainUmpire: TypeAlias = Umpire[Position]  # of a system that adds nothing to a position


def _roll_body(roll: Roll) -> dict[str, object]:
    body: dict[str, object] = {
        "dice": roll.dice,
        "by": roll.by,
        "cite": roll.cite,
        "throws": [list(values) for values in roll.throws],
    }
    if roll.modifiers:
        body["modifiers"] = [list(item) for item in roll.modifiers]
    return body


def _by_audience(before: State, change: Event) -> list[Event]:
    """A change, the marks of secret units that the clock clears taken out of it."""
    if not isinstance(change, ClockAdvanced):
        return [change]
    secret = [mark for mark in change.marks if _audience(before, mark, {})]
    if not secret:
        return [change]
    return [*secret, replace(change, marks=tuple(m for m in change.marks if m not in secret))]


def _audience(before: State, change: Event, fresh: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Who may see a change. Where a secret unit stands is open; what it is and bears is not.

    `fresh` remembers the units whose secrecy changes among the same changes.
    """
    if isinstance(change, UnitChanged) and change.what in ("counter", "mark"):
        unit = before.units.get(change.unit)
        return fresh.get(change.unit, unit.secret if unit else ())
    if isinstance(change, UnitChanged) and isinstance(change.new, tuple):
        fresh[change.unit] = change.new
    if isinstance(change, UnitCreated):
        made = change.new or change.old
        fresh[change.unit] = made.secret if made else ()
        return fresh[change.unit]
    if isinstance(change, TrackChanged):
        known = before.tracks.get(change.track)
        return known.secret if known else change.secret
    return ()


def _refuse_no_throw(context: str, dice: str, shown: Sequence[int]) -> None:
    """What a moderator lets dice show, these dice can show."""
    count, sides = dice_.parse_dice(dice)
    if len(shown) != count or not all(1 <= die <= sides for die in shown):
        raise UsageError(f"the override of {context} is no throw of {dice}: {list(shown)}")
