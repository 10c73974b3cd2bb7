"""Order files for windows that are still to come.

Decides: which windows can come (their names are as the sequence and the rules of the system make
them, and their moment has not passed), and what a file for one is told now: what is wrong with it
whatever comes, and what is not legal as things stand. Leaves to `window`: whether it is legal when
its window opens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.data.findings import Finding, Severity, Where
from pbem.core.orders.orders import HEAD, AnyReceipt, Submission, is_window, open_window
from pbem.core.record.state import Clock
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import plain_window, window_name, windows
from pbem.core.rules.system import AnySystem
from pbem.moderation.absence import deputy_findings
from pbem.moderation.receipt import WAITS, Checked, checked_orders
from pbem.moderation.window import checked

_NAME: Final = re.compile(
    r"(?P<turn>[!-~]+?)\.(?P<impulse>[1-9][0-9]{0,2})\.(?P<side>[^./ ]+)(?:/(?P<window>.+))?"
)
_OF_NOW: Final = frozenset({"wrong-window", "stale-state", "not-due"})  # it is for another moment
_LASTING: Final = frozenset({"unknown-player"})


def _moment_named(position: Position, said: str) -> Clock | None:
    """The moment of play that a window's name means; None where it can be none of this game."""
    game, state = position.game, position.state
    prefix = f"{state.game} ".casefold()
    words = said.strip().casefold()
    found = _NAME.fullmatch(words.removeprefix(prefix)) if words.startswith(prefix) else None
    if found is None:
        return None
    names = [window.name for window in windows(game.system.sequence)]
    name = found["window"] or plain_window(game.system.sequence)
    if name not in names or found["side"] not in state.sides:
        return None
    clock = state.clock
    named = replace(
        clock, turn=found["turn"], impulse=int(found["impulse"]), side=found["side"], window=name
    )
    return named if _is_sound(position, named) else None


def window_to_come(position: Position, said: str) -> str:
    """The name by which the log of a later window will call it."""
    clock = _moment_named(position, said)
    return "" if clock is None else window_name(position.game.system.sequence, clock)


def _is_sound(position: Position, clock: Clock) -> bool:
    """Whether the rules know such a moment: its turn, its impulse."""
    now = position.kept("sound now", lambda: frozenset(position.game.system.sound(position)))
    return position.kept(("sound at", clock), lambda: now.issuperset(_unsound(position, clock)))


def _unsound(position: Position, clock: Clock) -> Sequence[str]:
    """What the rules could not go on with if the position were that of another moment."""
    game = position.game
    return game.system.sound(game.at(replace(position.state, clock=clock)))


def is_to_come(position: Position, said: str, impulses: Callable[[], Collection[str]]) -> bool:
    """Whether a window can still open. `impulses`: of all runs, as clocks name them."""
    game, now = position.game, position.state.clock
    if is_window(said, open_window(game, position.state)):
        return False
    then = _moment_named(position, said)
    if then is None:
        return False
    played = impulses()
    if then.turn != now.turn:
        played_turns = {name.rsplit(".", 2)[0] for name in played}
        return then.turn not in played_turns and not _is_past(game.system, then.turn, now.turn)
    if then.name == now.name:
        names = [window.name for window in windows(game.system.sequence)]
        return now.window in names and names.index(then.window) > names.index(now.window)
    return then.impulse >= now.impulse and then.name not in played


def _is_past(system: AnySystem, turn: str, now: str) -> bool:
    """Whether a turn lies before the present one, or is none of the system's turns."""
    if not system.seasons:
        return False
    then, present = system.when(turn), system.when(now)
    return then is None or (present is not None and then < present)


def checked_waiting(position: Position, said: Submission, name: str) -> Checked:
    """The receipt of a file that waits: what was found already, and that it is looked at again."""
    game, state = position.game, position.state
    receipt = checked(game, state, said, name)
    made = checked_orders(game, state, receipt, name=name, binding=_found(position, receipt))
    waits = Finding(
        Severity.NOTE,
        WAITS,
        f"it waits for the window '{said.window}', and is checked again when that opens",
        Where(name),
        hint=_orders_nothing(said) or "another file for that window replaces it",
    )
    return replace(made, foretold=(), remarks=(), unplayed=(), findings=(*made.findings, waits))


def orders_nothing(said: Submission) -> bool:
    """Whether a file has no orders: where one waits for its window, it takes that back."""
    data = said.document.data if said.document is not None else {}
    return not any(value for key, value in data.items() if str(key).casefold() not in HEAD)


def _orders_nothing(said: Submission) -> str:
    return "it orders nothing, so nothing of yours waits for it" if orders_nothing(said) else ""


def _found(position: Position, receipt: AnyReceipt) -> Sequence[Finding]:
    """What lasts as it is; what is not legal now as a warning, for it may be then."""
    said = receipt.submission
    acting = deputy_findings(position.game, position.state, said.player, said.deputy, said.document)
    lasting = {(one.code, one.message) for one in (*said.findings, *acting)}
    return [
        one if (one.code, one.message) in lasting or one.code in _LASTING else _as_now(one)
        for one in receipt.findings
        if one.code not in _OF_NOW
    ]


def _as_now(finding: Finding) -> Finding:
    severity = Severity.WARNING if finding.severity is Severity.ERROR else finding.severity
    return replace(finding, severity=severity, message=f"as things stand now: {finding.message}")
