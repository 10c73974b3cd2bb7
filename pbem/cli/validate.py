"""pbem validate: check files and print their receipts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import FILE, echo_json, finding_data, format_option, game_option, state_option

if TYPE_CHECKING:
    from pbem.cli.position import Position
    from pbem.moderation.receipt import Checked


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILES…")
@game_option()
@state_option()
@format_option
def command(files: tuple[Path, ...], game: Path | None, state: Path | None, form: str) -> int:
    """Check files of players and print their receipts.

    A receipt reads everything back in words, names the SHA-256 of the file as received, and lists
    all findings at once, each with file:line:column, what was found and what would be legal. An
    illegal order is an error (exit code 1); a doubtful one is a warning. Orders, standing orders,
    answers and game.yaml are told apart by their first keys.

    \b
    Example:
      pbem validate barb/orders/hans.yaml --game barb
      pbem validate barb/orders/hans.yaml --state barb/runs/0/state.yaml --format json
    """
    from pbem.cli.position import load
    from pbem.core.data.findings import EXIT_FINDINGS, has_errors
    from pbem.moderation.receipt import receipt_data, receipt_text

    position = load(game, state)
    receipts = check(position, files)
    if form == "json":
        echo_json(
            [
                {**receipt_data(item), "findings": [finding_data(f) for f in item.findings]}
                for item in receipts
            ]
        )
    else:
        click.echo("\n".join(receipt_text(item) for item in receipts), nl=False)
    return EXIT_FINDINGS if any(has_errors(item.findings) for item in receipts) else 0


def check(position: Position, files: tuple[Path, ...]) -> list[Checked]:
    """The receipt of every file."""
    from pbem.core.orders.orders import read_orders, read_standing
    from pbem.moderation.receipt import checked_orders, checked_standing
    from pbem.moderation.window import binding, checked, kind_of, nowhere
    from pbem.store.plain import read_files

    game, state = position.game, position.state
    receipts: list[Checked] = []
    for name, data in read_files(files).items():
        kind = kind_of(data)
        if kind == "standing":
            read = checked_standing(game, state, name, read_standing(game, data, name))
            made = _in_this_game(position, read)
        elif kind == "orders":
            said = read_orders(game, data, name)
            receipt = checked(game, state, said, name)
            stamped = position.directory.stamped if position.directory else nowhere
            counts = binding(game, state, receipt, stamped)
            made = checked_orders(game, state, receipt, name=name, binding=counts)
        elif kind == "answers":
            made = _in_this_game(position, _answers(position, name, data))
        else:
            made = _roster(position, name, data)
        receipts.append(_with_slip(position, _in_time(position, made, kind, data), data))
    return receipts


def _in_time(position: Position, receipt: Checked, kind: str, data: bytes) -> Checked:
    """A file that came after the window's were closed is told that it will not be played."""
    from dataclasses import replace

    from pbem.core.data.findings import Where, error, warning
    from pbem.store.inputs import TOO_LATE, closed_to

    if position.directory is None or kind not in ("orders", "standing"):
        return receipt
    closed = closed_to(position.directory, kind, data)
    if not closed:
        return receipt
    told = error if kind == "orders" else warning
    message = f"{closed}: this file will not be played in it"
    found = told("too-late", message, where=Where(receipt.name), hint=TOO_LATE)
    return replace(receipt, findings=(*receipt.findings, found))


def _with_slip(position: Position, receipt: Checked, data: bytes) -> Checked:
    """In a game directory a receipt proves that a file was received for the open window."""
    from pbem.moderation.receipt import with_slip

    unread = not receipt.player and receipt.kind != "game"
    astray = {finding.code for finding in receipt.findings} & {
        "wrong-window",
        "unknown-player",
        "too-late",
    }
    if position.directory is None or unread or astray:
        return receipt
    keys = position.directory.known_keys
    return with_slip(receipt, position.state, data, keys.receipts if keys else None)


def _in_this_game(position: Position, receipt: Checked) -> Checked:
    """A file whose player is none of the game is told so."""
    from dataclasses import replace

    from pbem.moderation.window import stranger

    if not receipt.player or receipt.player in position.state.players():
        return receipt
    found = stranger(receipt.name, receipt.player, position.state)
    return replace(receipt, findings=(*receipt.findings, found))


def _answers(position: Position, name: str, data: bytes) -> Checked:
    """Answers, checked against the questions that are open where the game's directory is."""
    from pbem.core.orders.answers import check_answers, read_answers
    from pbem.moderation.absence import deputy_findings
    from pbem.moderation.receipt import checked_answers
    from pbem.store.runs import open_questions

    answers = read_answers(data, name)
    player, deputy = answers.player, answers.deputy
    acting = deputy_findings(position.game, position.state, player, deputy, answers.document)
    found = (*answers.findings, *acting)
    if position.directory is not None:
        found = (*found, *check_answers(answers, open_questions(position.directory)))
    return checked_answers(name, answers, found)


def _roster(position: Position, name: str, data: bytes) -> Checked:
    """A game.yaml: its form, and whether it fits the position."""
    from pbem.core.data import schemas
    from pbem.core.data.yamlio import YamlProblem
    from pbem.core.orders.orders import read_received
    from pbem.moderation.misfits import misfits
    from pbem.moderation.receipt import checked_roster

    try:
        document = read_received(data, name)
        findings = schemas.check("core/game", document.data, document)
        began = position.directory.first_state if position.directory else None
        findings = findings or misfits(document, position.state, began)
    except YamlProblem as trouble:
        findings = [*trouble.findings]
    return checked_roster(name, data, findings)
