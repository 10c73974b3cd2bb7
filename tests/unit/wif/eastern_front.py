"""The shipped scenario for tests: changed a little, checked and played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.core.data.findings import Finding
from pbem.core.orders.inputs import Overrides
from pbem.core.orders.orders import Receipt, Submission, read_orders, read_standing, validate
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.record.events import Event, TrackChanged, UnitChanged, UnitMoved, apply
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Mark, State, Until
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game

LAND = "action: {Germany: land}\n"


@cache
def game() -> Game:
    """The scenario's game."""
    return load_game(default_roster("wif", "barbarossa-12"))


@cache
def start() -> State:
    """The position in which the scenario begins."""
    return first_state(default_roster("wif", "barbarossa-12"))


def moved(state: State, **units: str) -> State:
    """The position with units elsewhere: `moved(start(), ger_xx_inf="E2340")`."""
    changes: list[Event] = []
    for name, place in units.items():
        unit = state.units[name.replace("_", "-")]
        changes.append(UnitMoved(unit.id, unit.at, place))
    return apply(state, changes)


def face_down(state: State, *units: str) -> State:
    """The position with units turned face-down."""
    mark = Mark(Until.TURN)
    return apply(state, [UnitChanged(u, "mark", None, mark, "face-down") for u in units])


def tracked(state: State, **tracks: Any) -> State:
    """The position with tracks set: `tracked(start(), impulse__box=9)` (a double line is `-`)."""
    names = {name.replace("__", "-"): value for name, value in tracks.items()}
    return apply(state, [TrackChanged(n, state.track(n), value) for n, value in names.items()])


def order_file(orders: str, state: State) -> Submission:
    """Hans's order file for the window of a position."""
    head = f"window: {state.game} {state.clock.name}\nfor_state: any\nplayer: hans\n"
    return read_orders(game(), (head + orders).encode(), "hans.yaml")


def checked(orders: str, state: State | None = None) -> Receipt:
    """The receipt of Hans's orders."""
    state = start() if state is None else state
    return validate(game(), state, order_file(orders, state))


def codes(receipt: Receipt) -> list[str]:
    """The codes of all findings but the notes."""
    return [finding.code for finding in receipt.findings if finding.severity != "note"]


def finding(receipt: Receipt, code: str) -> Finding:
    """The finding with a code."""
    return next(found for found in receipt.findings if found.code == code)


def played(
    orders: str,
    state: State | None = None,
    standing: str = "",
    rolls: Mapping[str, tuple[int, ...]] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Outcome:
    """The run of Hans's orders, against Anna's standing orders; rolls by their path."""
    state = start() if state is None else state
    text = f"standing: anna\n{standing}".encode()
    files = RunFiles(
        submissions={"hans": order_file(orders, state)},
        standing={"anna": read_standing(game(), text, "anna.yaml")},
        overrides=Overrides(rolls=rolls or {}, readings=readings or {}),
    )
    assert not files.standing["anna"].findings
    return adjudicate(game(), state, files, seed_keys("t", 1))


def verdicts(outcome: Outcome, kind: str) -> list[Entry]:
    """The verdicts of a kind."""
    entries = outcome.ledger.entries
    return [e for e in entries if e.kind == "verdict" and e.body["verdict"] == kind]


def decisions(outcome: Outcome, kind: str) -> list[Entry]:
    """The decisions of a kind."""
    entries = outcome.ledger.entries
    return [e for e in entries if e.kind == "decision" and e.body["decision"] == kind]


def results(outcome: Outcome) -> dict[str, str]:
    """What became of each order: `{"land 1": "done"}`."""
    return {
        f"{e.body['section']} {e.body['number']}": e.body["result"]
        for e in outcome.ledger.entries
        if e.kind == "order"
    }


def reasons(outcome: Outcome) -> list[str]:
    """Why orders were rejected or failed."""
    return [
        reason["message"]
        for e in outcome.ledger.entries
        if e.kind == "order" and e.body["result"] != "done"
        for reason in e.body["reasons"]
        if reason["severity"] == "error"
    ]
