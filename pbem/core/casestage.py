"""The stage of a case that adjudicates: a position, orders and given dice, and steps to conduct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core import schemas
from pbem.core.answering import Pending
from pbem.core.findings import PbemError, UsageError, has_errors, suggest
from pbem.core.game import Choice, Game, Roster
from pbem.core.inputs import Inputs, Overrides
from pbem.core.ledger import Entry
from pbem.core.orders import (
    StandingOrders,
    Submission,
    open_window,
    read_orders,
    read_standing,
)
from pbem.core.sequence import Step, flatten, play
from pbem.core.setup import default_roster, first_state, load_game
from pbem.core.state import State, as_data, from_data
from pbem.core.umpire import Umpire
from pbem.core.yamlio import flow_text


@dataclass(frozen=True, slots=True)
class Played:
    """What came of the steps: the positions, the log, dice that nobody threw, open questions."""

    game: Game
    before: State
    after: State
    entries: tuple[Entry, ...]
    leftover: tuple[str, ...]
    questions: tuple[str, ...]


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

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given

    def __getitem__(self, path: str) -> Any:
        for suffix, value in self.given.items():
            if ends(path, suffix):
                return value
        raise KeyError(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)


def conduct(system: str, data: Mapping[str, Any]) -> Played:
    """Set the stage of a case and conduct its steps, or the whole run."""
    said = data["adjudicate"]
    game, state = setting(system, said)
    dice = GivenDice(data.get("dice", {}))
    umpire = Umpire(game, state, _inputs(game, state, said, dice))
    questions: tuple[str, ...] = ()
    try:
        _play(umpire, said.get("steps"))
    except Pending as pending:
        questions = tuple(question.path for question in pending.questions)
    entries = tuple(umpire.ledger.entries)
    return Played(game, state, umpire.state, entries, dice.leftover, questions)


def _play(umpire: Umpire, names: Iterable[str] | None) -> None:
    sequence = umpire.game.system.sequence
    if names is None:
        play(umpire, sequence)
        return
    steps = {item.name: item for item in flatten(sequence) if isinstance(item, Step)}
    for name in names:
        if name not in steps:
            raise UsageError(f"there is no step '{name}'", hint=suggest(name, steps))
        with umpire.step(name):
            steps[name].conduct(umpire)


# --- position ------------------------------------------------------------------------------------


def setting(system: str, said: Mapping[str, Any]) -> tuple[Game, State]:
    """The game and the position of a case."""
    name = str(said["scenario"]).partition("/")[2]
    roster = _roster(system, name, said)
    return load_game(roster), _position(first_state(roster), said)


def _roster(system: str, name: str, said: Mapping[str, Any]) -> Roster:
    """The roster that the scenario proposes, with the case's options and interpretations."""
    proposed = default_roster(system, name)
    chosen = said.get("interpretations", {})
    return replace(
        proposed,
        leaders=said.get("leaders", proposed.leaders),
        options={**proposed.options, **said.get("options", {})},
        choices=(*proposed.choices, *(Choice(id_, reading) for id_, reading in chosen.items())),
    )


PARTS: Final = ("units", "places", "powers", "tracks")


def _position(state: State, said: Mapping[str, Any]) -> State:
    """The set-up with what the case gives or changes in it."""
    data = as_data(state)
    data["clock"] |= said.get("clock", {})
    touched: dict[str, set[str]] = {part: set() for part in PARTS}
    for part in ("units", "places", "powers"):
        if part in said:
            data[part] = said[part]
            touched[part] |= {str(row.get("id")) for row in said[part]}
    for part, changes in _changes(said):
        data[part] = _changed(part, data[part], changes)
        touched[part] |= set(changes)
    rows = {part: [r for r in data[part] if r.get("id") in touched[part]] for part in PARTS}
    if troubles := schemas.problems("core/state", {**data, **rows}):
        raise UsageError(f"the position of the case: {troubles[0]}")
    return from_data(data)


def _changes(said: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What a case changes in parts of the position: rows by id, of each what becomes of it."""
    yield from said.get("change", {}).items()
    yield "units", {name: {"at": place} for name, place in said.get("move", {}).items()}
    yield "places", {name: {"controller": who} for name, who in said.get("control", {}).items()}
    yield "tracks", {name: {"value": value} for name, value in said.get("tracks", {}).items()}


def _changed(
    part: str, rows: list[dict[str, Any]], changes: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Some rows with changes by id: nothing takes a row away, an unknown id makes a new one."""
    known = {str(row["id"]): row for row in rows}
    for name, change in changes.items():
        if name not in known and (change is None or set(change) == {"at"}):
            raise UsageError(f"the case changes '{name}' of {part}: {suggest(name, known)}")
        if change is None:
            del known[name]
        else:
            known[name] = _merged(known.get(name, {"id": name}), change)
    return list(known.values())


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping with another laid over it, level by level; nothing takes a key away."""
    found = {**old, **new}
    for key in new:
        if isinstance(new[key], Mapping) and isinstance(old.get(key), Mapping):
            found[key] = _merged(old[key], new[key])
        elif new[key] is None and key != "controller":
            del found[key]
    return found


# --- inputs --------------------------------------------------------------------------------------


def _inputs(game: Game, state: State, said: Mapping[str, Any], dice: GivenDice) -> Inputs:
    orders = said.get("orders", {})
    standing = said.get("standing", {})
    return Inputs(
        submissions={name: _orders(game, state, name, orders[name]) for name in orders},
        dice=dice,
        secret_dice=dice,
        secret_key=bytes(32),
        run=state.clock.run + 1,
        standing={name: _standing(game, name, standing[name]) for name in standing},
        overrides=Overrides(decisions=BySuffix(said.get("decide", {}))),
    )


def _orders(game: Game, state: State, player: str, sections: Mapping[str, Any]) -> Submission:
    head = {"window": open_window(game, state), "for_state": "any", "player": player}
    read = read_orders(game, _text({**head, **sections}), f"orders of {player}")
    _refuse_findings(read)
    return read


def _standing(game: Game, player: str, sections: Mapping[str, Any]) -> StandingOrders:
    read = read_standing(game, _text({"standing": player, **sections}), f"standing of {player}")
    _refuse_findings(read)
    return read


def _text(content: Mapping[str, Any]) -> bytes:
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in content.items()).encode()


def _refuse_findings(read: Submission | StandingOrders) -> None:
    if has_errors(read.findings):
        raise PbemError("the case's orders cannot be read", findings=read.findings)
