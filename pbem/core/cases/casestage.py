"""The stage of a case that adjudicates: orders and given dice, and windows or steps to conduct."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.cases.beginnings import began, decided_in
from pbem.core.cases.caseposition import setting
from pbem.core.data import schemas
from pbem.core.data.findings import PbemError, UsageError, has_errors, suggest
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.answering import Pending
from pbem.core.orders.inputs import GivenRuling, Inputs, Overrides
from pbem.core.orders.orders import (
    StandingOrders,
    Submission,
    open_window,
    read_orders,
    read_received,
    read_standing,
)
from pbem.core.orders.rulings import read_rulings
from pbem.core.play.umpire import AnyUmpire, Umpire
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import RULING
from pbem.core.rules.sequence import Step, flatten, play


@dataclass(frozen=True, slots=True)
class Played:
    """What came of the steps: the positions, the log, dice that nobody threw, what is asked."""

    game: Game
    before: State
    after: State
    entries: tuple[Entry, ...]
    leftover: tuple[str, ...]
    questions: tuple[str, ...]
    wanted: tuple[str, ...] = ()  # rulings
    idle: tuple[str, ...] = ()  # rulings that nothing asked for
    unsaid: tuple[str, ...] = ()  # orders whose step came, and nothing was said of them


@dataclass(slots=True)
class GivenDice:
    """Dice that a case gives by path suffix; a throw without dice is trouble."""

    given: Mapping[str, Any]
    used: set[str] = field(default_factory=set)

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice given for the longest suffix of a context."""
        fitting = [name for name in self.given if ends(context, name)]
        name = max(fitting, key=len, default=None)
        if name is None:
            raise PbemError(f"the case gives no dice for {context} ({count}d{sides})")
        if name in self.used:
            raise PbemError(f"the dice given for {name} are thrown again at {context}")
        self.used.add(name)
        values = tuple(self.given[name])
        if len(values) != count or max(values) > sides:
            raise PbemError(f"the dice given for {name} are {list(values)}, not {count}d{sides}")
        return values

    @property
    def leftover(self) -> tuple[str, ...]:
        """The names of dice that were not thrown."""
        return tuple(name for name in self.given if name not in self.used)


def ends(path: str, suffix: str) -> bool:
    """Whether a path ends in a suffix of whole elements."""
    return path == suffix or path.endswith(f"/{suffix}")


class BySuffix(Mapping[str, Any]):
    """Values that are found by a path whose end is their key."""

    def __init__(self, given: Mapping[str, object]) -> None:
        self.given = given

    def __getitem__(self, path: str) -> object:
        for suffix, value in self.given.items():
            if ends(path, suffix):
                return value
        raise KeyError(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)


def conduct(system: str, data: Mapping[str, Any], map_: tuple[str, str] | None = None) -> Played:
    """Set the stage of a case and conduct its steps, its window, or its windows in turn.

    `map_` is the name and text of a map in place of the scenario's.
    """
    said = data["adjudicate"]
    game, before = setting(system, said, map_)
    dice = GivenDice(data.get("dice", {}))
    entries: list[Entry] = []
    unsaid: list[str] = []
    asked = Pending()
    past = Past({"impulse": before, "turn": before})
    state = before
    for window in said.get("windows", [said]):
        umpire: AnyUmpire = Umpire(
            game, state, _inputs(game, state, {**said, **window}, dice, past)
        )
        try:
            _play(umpire, said.get("steps"))
            unsaid += _unsaid(umpire, said.get("steps"))
        except Pending as pending:
            asked = pending
        past = past.after(umpire.ledger.entries, state, umpire.state)
        entries += umpire.ledger.entries
        state = umpire.state
    questions, wanted = (tuple(q.path for q in qs) for qs in (asked.questions, asked.unruled))
    idle = tuple(_idle(said, entries))
    ends = dice.leftover, questions, wanted, idle, tuple(unsaid)
    return Played(game, before, state, tuple(entries), *ends)


def _unsaid(umpire: AnyUmpire, names: Collection[str] | None) -> Iterator[str]:
    """The orders that steps came to, and did nothing with."""
    said = [entry.body for entry in umpire.ledger.entries if entry.kind == "order"]
    told = {(body["player"], body["section"], body["number"]) for body in said}
    for submission in umpire.inputs.submissions.values():
        for order in submission.orders:
            section = umpire.game.system.section(order.section)
            came = names is None or (section is not None and section.step in names)
            if came and (order.player, order.section, order.number) not in told:
                yield f"{order.section} {order.number}"


def _idle(said: Mapping[str, Any], entries: Iterable[Entry]) -> Iterator[str]:
    """The rulings of a case that never came up."""
    given = [path for one in (said, *said.get("windows", ())) for path in one.get("rulings", ())]
    used = [str(e.body[RULING]) for e in entries if e.kind == "correction" and RULING in e.body]
    yield from (name for name in given if not any(ends(path, name) for path in used))


@dataclass(frozen=True, slots=True)
class Past:
    """How the present impulse and turn began, and what was decided in the impulse so far."""

    since: Mapping[str, State]
    decided: tuple[Entry, ...] = ()

    def after(self, entries: Sequence[Entry], before: State, after: State) -> Past:
        """The same after another window."""
        impulse = after.clock.name
        ours = self.decided if before.clock.name == impulse else ()
        since = {**self.since, **began(before, entries)}
        return Past(since, (*ours, *decided_in(impulse, entries)))


def _play(umpire: AnyUmpire, names: Collection[str] | None) -> None:
    sequence = umpire.game.system.sequence
    if names is None:
        play(umpire, sequence)
        return
    steps = {item.name: item for item in flatten(sequence) if isinstance(item, Step)}
    for name in names:
        if name not in steps:
            raise UsageError(f"there is no step '{name}'", hint=suggest(name, steps))
        umpire.conduct(name, steps[name].conduct)


# --- inputs --------------------------------------------------------------------------------------


def _inputs(
    game: Game, state: State, said: Mapping[str, Any], dice: GivenDice, past: Past
) -> Inputs:
    orders = said.get("orders", {})
    standing = said.get("standing", {})
    return Inputs(
        submissions={name: _orders(game, state, name, orders[name]) for name in orders},
        dice=dice,
        secret_dice=dice,
        secret_key=bytes(32),
        run=state.clock.run + 1,
        standing={name: _standing(game, name, standing[name]) for name in standing},
        overrides=Overrides(
            decisions=BySuffix(said.get("decide", {})),
            rulings=BySuffix(_rulings(said.get("rulings", {}))),
        ),
        since=past.since,
        decided=past.decided,
    )


def _orders(game: Game, state: State, player: str, sections: Mapping[str, object]) -> Submission:
    head = {"window": open_window(game, state), "for_state": "any", "player": player}
    read = read_orders(game, _text({**head, **sections}), f"orders of {player}")
    _refuse_findings(read)
    return read


def _standing(game: Game, player: str, sections: Mapping[str, object]) -> StandingOrders:
    read = read_standing(game, _text({"standing": player, **sections}), f"standing of {player}")
    _refuse_findings(read)
    return read


def _rulings(said: Mapping[str, object]) -> dict[str, GivenRuling]:
    """Rulings that a case states, as the moderator would type them."""
    who = {"author": "the case", "reason": "the case says so", "cite": "the case"}
    head = {"format": "pbem-overrides/1", "run": 1, **who}
    document = read_received(_text({**head, "rulings": dict(said)}), "rulings")
    findings = schemas.check("core/overrides", document.data, document)
    if findings:
        raise PbemError("the case's rulings cannot be read", findings=findings)
    nothing = {path: GivenRuling({}, who["author"], who["reason"], who["cite"]) for path in said}
    return nothing | read_rulings(document)[0]


def _text(content: Mapping[str, object]) -> bytes:
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in content.items()).encode()


def _refuse_findings(read: Submission | StandingOrders) -> None:
    if has_errors(read.findings):
        raise PbemError("the case's orders cannot be read", findings=read.findings)
