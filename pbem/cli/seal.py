"""pbem seal: publish what will be played, before it is played."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import (
    echo_findings,
    echo_json,
    finding_data,
    format_option,
    game_option,
)


@click.command()
@game_option(required=True)
@format_option
def command(game: Path, form: str) -> None:
    """Close the window: print fingerprints of all order files and of game.yaml, to publish them.

    The files are kept in DIR/sealed/N; the run plays these and no others, whatever lies in orders/
    by then. Publish the sheet before you run `pbem adjudicate`.

    \b
    Example:
      pbem seal --game barb
    """
    from pbem.moderation.window import for_moderator
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.sealing import seal_window

    directory = open_directory(game)
    with locked(game):
        sealed = seal_window(directory)
    if form == "json":
        found = [finding_data(finding) for finding in sealed.findings]
        made = {"run": sealed.run, "folder": str(sealed.folder), "sheet": sealed.sheet}
        echo_json({**made, "findings": found})
        return
    echo_findings(for_moderator(sealed.findings))
    click.echo(sealed.sheet, nl=False)
    click.echo(f"run {sealed.run} is sealed in {sealed.folder}; publish the sheet above", err=True)
