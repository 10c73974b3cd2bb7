"""pbem validate: check files and print their receipts."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, finding_data, format_option, game_option, state_option


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
    from pbem.store.checking import Desk, checked_file
    from pbem.store.plain import read_files

    position = load(game, state)
    desk = Desk(position.game, position.state, position.directory)
    receipts = [checked_file(desk, name, data) for name, data in read_files(files).items()]
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
