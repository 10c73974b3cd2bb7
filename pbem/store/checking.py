"""Files of players as they come: each told apart, checked against the position, and read back.

Decides: what is checked of which kind of file, and whether its receipt proves that it came in time.
Leaves to `moderation`: what a receipt says; to the commands: where files come from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.core.data import schemas
from pbem.core.data.findings import Where, error, has_errors, warning
from pbem.core.data.yamlio import YamlProblem
from pbem.core.orders.answers import check_answers, read_answers
from pbem.core.orders.orders import Submission, read_orders, read_received, read_standing
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.moderation.absence import deputy_findings
from pbem.moderation.misfits import misfits
from pbem.moderation.overrides import check_rulings, read_ruling_file
from pbem.moderation.protests import read_objection
from pbem.moderation.queueing import (
    checked_waiting,
    is_to_come,
    orders_nothing,
    window_to_come,
)
from pbem.moderation.receipt import (
    Checked,
    checked_answers,
    checked_orders,
    checked_roster,
    checked_rulings,
    checked_standing,
    with_slip,
)
from pbem.moderation.window import binding, checked, kind_of, nowhere, stranger
from pbem.store.directory import GameDirectory
from pbem.store.inputs import TOO_LATE, closed_to
from pbem.store.protests import checked_objection
from pbem.store.runs import asked

ASTRAY = frozenset({"wrong-window", "unknown-player", "too-late"})  # they get no slip


@dataclass(frozen=True, slots=True)
class Desk:
    """Where files are received: a game and its position, and its directory if there is one."""

    game: Game
    state: State
    directory: GameDirectory | None = None


def waits(directory: GameDirectory, window: str) -> bool:
    """Whether a file for a window waits until that opens."""
    position = directory.game.at(directory.state())
    return is_to_come(position, window, directory.impulses)


def checked_file(desk: Desk, name: str, data: bytes, entered: int = 0) -> Checked:
    """The receipt of a file; `entered`: the protest that it has made before, if it has."""
    game, state = desk.game, desk.state
    kind = kind_of(data)
    if kind == "standing":
        read = checked_standing(game, state, name, read_standing(game, data, name))
        made = _in_this_game(desk, read)
    elif kind == "orders":
        said = read_orders(game, data, name)
        if desk.directory is not None and waits(desk.directory, said.window):
            return _waiting(desk, said, name, data)
        receipt = checked(game, state, said, name)
        stamped = desk.directory.stamped if desk.directory else nowhere
        counts = binding(game, state, receipt, stamped)
        made = checked_orders(game, state, receipt, name=name, binding=counts)
    elif kind == "protest":
        return _protest(desk, name, data, entered)
    elif kind == "answers":
        made = _in_this_game(desk, _answers(desk, name, data))
    elif kind == "overrides":
        made = _rulings(desk, name, data)
    else:
        made = _roster(desk, name, data)
    return _with_slip(desk, _in_time(desk, made, kind, data), data)


def _waiting(desk: Desk, said: Submission, name: str, data: bytes) -> Checked:
    """The receipt of a file for a later window; one that orders nothing takes another back."""
    position = desk.game.at(desk.state)
    receipt = checked_waiting(position, said, name)
    if orders_nothing(said):
        return receipt
    return _with_slip(desk, receipt, data, window_to_come(position, said.window))


def _in_time(desk: Desk, receipt: Checked, kind: str, data: bytes) -> Checked:
    """A file that came after the window's were closed is told that it will not be played."""
    if desk.directory is None or kind not in ("orders", "standing"):
        return receipt
    closed = closed_to(desk.directory, kind, data)
    if not closed:
        return receipt
    told = error if kind == "orders" else warning
    message = f"{closed}: this file will not be played in it"
    found = told("too-late", message, where=Where(receipt.name), hint=TOO_LATE)
    return replace(receipt, findings=(*receipt.findings, found))


def _with_slip(desk: Desk, receipt: Checked, data: bytes, window: str = "") -> Checked:
    """In a game directory a receipt proves that a file was received for the open window.

    One that is not accepted counts for none, and its receipt proves nothing.
    """
    unread = not receipt.player and receipt.kind != "game"
    astray = {finding.code for finding in receipt.findings} & ASTRAY
    if desk.directory is None or unread or astray or has_errors(receipt.findings):
        return receipt
    keys = desk.directory.known_keys
    return with_slip(receipt, desk.state, (data, keys.receipts if keys else None), window)


def _in_this_game(desk: Desk, receipt: Checked) -> Checked:
    """A file whose player is none of the game is told so."""
    if not receipt.player or receipt.player in desk.state.players():
        return receipt
    found = stranger(receipt.name, receipt.player, desk.state)
    return replace(receipt, findings=(*receipt.findings, found))


def _protest(desk: Desk, name: str, data: bytes, entered: int) -> Checked:
    """A protest: against which paragraph it is, where the game's directory is."""
    objection = read_objection(data, name)
    if desk.directory is not None:
        return checked_objection(desk.directory, name, objection, entered)
    told = "which paragraph that is, only a game directory knows (--game)"
    findings = objection.findings
    return Checked(name, "protest", objection.player, objection.sha256, (), (told,), findings)


def _answers(desk: Desk, name: str, data: bytes) -> Checked:
    """Answers, checked against the questions that are open where the game's directory is."""
    answers = read_answers(data, name)
    player, deputy = answers.player, answers.deputy
    acting = deputy_findings(desk.game, desk.state, player, deputy, answers.document)
    found = (*answers.findings, *acting)
    if desk.directory is not None:
        found = (*found, *check_answers(answers, asked(desk.directory).questions))
    return checked_answers(name, answers, found)


def _rulings(desk: Desk, name: str, data: bytes) -> Checked:
    """Rulings of the moderator, checked against what the run that waits has asked."""
    file = read_ruling_file(desk.game, name, data, desk.state.clock.run + 1)
    found = file.findings
    if desk.directory is not None:
        wanted = asked(desk.directory).unruled
        found = (*found, *check_rulings(desk.game, file.rulings, wanted))
    return checked_rulings(name, data, file, found)


def _roster(desk: Desk, name: str, data: bytes) -> Checked:
    """A game.yaml: its form, and whether it fits the position."""
    try:
        document = read_received(data, name)
        findings = schemas.check("core/game", document.data, document)
        began = desk.directory.first_state if desk.directory else None
        findings = findings or misfits(document, desk.state, began)
    except YamlProblem as trouble:
        findings = [*trouble.findings]
    return checked_roster(name, data, findings)
