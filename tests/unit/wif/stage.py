"""A stage for battles: a small position, orders, standing orders and dice given by path suffix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.cases.casestage import ends
from pbem.core.data.yamlio import flow_text
from pbem.core.orders.inputs import Inputs
from pbem.core.orders.orders import Receipt, read_orders, read_standing, validate
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import apply
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import Step, flatten
from pbem.systems.flames.impulse.actions import chosen
from pbem.systems.flames.world.position import position_of
from pbem.systems.wif.cases.situation import situation

Data = Mapping[str, Any]


@dataclass(slots=True)
class Dice:
    """Dice by path suffix; every one given must be thrown, and only once."""

    given: Mapping[str, Sequence[int]]
    thrown: dict[str, str] = field(default_factory=dict)

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice for the longest suffix of the path."""
        fitting = [name for name in self.given if ends(context, name)]
        assert fitting, f"no dice for {context} ({count}d{sides})"
        name = max(fitting, key=len)
        assert name not in self.thrown, f"{name} is thrown again at {context}"
        self.thrown[name] = context
        values = tuple(self.given[name])
        assert len(values) == count, f"{name}: {count} dice are wanted"
        return values


def text(content: Data) -> bytes:
    """An order or standing file."""
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in content.items()).encode()


def position(given: Data) -> tuple[Game, State]:
    """The game and state of a situation in which the active side's powers play a land action."""
    made = situation({"options": {"2": True, "8": True, "13": True, "26": True}, **given})
    state = made.state
    for power in state.powers_of(state.clock.side):
        state = apply(state, chosen(state, power.id, (given.get("action", "land"),)))
    return made.game, state


def receipt(given: Data, player: str, orders: Data) -> Receipt:
    """What validation says of an order file."""
    game, state = position(given)
    window = f"{state.game} {state.clock.name}"
    data = text({"window": window, "for_state": "any", "player": player, **orders})
    return validate(game, state, read_orders(game, data, "orders"))


def play(
    given: Data,
    steps: Sequence[str],
    dice: Mapping[str, Sequence[int]],
    orders: Mapping[str, Data] | None = None,
    standing: Mapping[str, Data] | None = None,
) -> Umpire:
    """Conduct some steps; all dice given must have been thrown."""
    game, state = position(given)
    source = Dice(dice)
    submissions = {}
    for player, said in (orders or {}).items():
        window = f"{state.game} {state.clock.name}"
        data = text({"window": window, "for_state": "any", "player": player, **said})
        submissions[player] = read_orders(game, data, player)
        assert not submissions[player].findings, submissions[player].findings
    lines = {
        player: read_standing(game, text({"standing": player, **said}), player)
        for player, said in (standing or {}).items()
    }
    for player, read in lines.items():
        assert not read.findings, (player, read.findings)
    umpire = Umpire(game, state, Inputs(submissions, source, source, bytes(32), 1, lines))
    known = {s.name: s for s in flatten(game.system.sequence) if isinstance(s, Step)}
    for name in steps:
        with umpire.step(name):
            known[name].conduct(umpire)
    assert sorted(source.thrown) == sorted(dice), "some dice were not thrown"
    return umpire


# --- looking at what came of it ------------------------------------------------------------------


def verdicts(umpire: Umpire, kind: str = "") -> list[Data]:
    """The verdicts of a kind (or all), as they stand in the ledger."""
    found = [entry.body for entry in umpire.ledger.entries if entry.kind == "verdict"]
    return [body for body in found if kind in ("", body["verdict"])]


def facts(umpire: Umpire, kind: str) -> Data:
    """The facts of the one verdict of a kind."""
    (body,) = verdicts(umpire, kind)
    return dict(body["facts"])


def decisions(umpire: Umpire) -> list[tuple[str, list[str], str]]:
    """Every choice: its kind, what was picked, and the source of the answer."""
    return [
        (entry.body["decision"], entry.body["picks"], entry.body["source"])
        for entry in umpire.ledger.entries
        if entry.kind == "decision"
    ]


def refused(umpire: Umpire) -> list[str]:
    """Why orders were rejected or failed."""
    return [
        reason["message"]
        for entry in umpire.ledger.entries
        if entry.kind == "order" and entry.body["result"] != "done"
        for reason in entry.body["reasons"]
    ]


def where(umpire: Umpire, *units: str) -> dict[str, str]:
    """Where units are."""
    return {unit: umpire.state.units[unit].at for unit in units}


def face_down(umpire: Umpire) -> list[str]:
    """The units on the map that lie face-down, by id."""
    on_map = position_of(umpire.game, umpire.state).on_map
    return sorted(piece.id for piece in on_map if piece.face_down)
