"""pbem upgrade: let a begun game go on with another program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import echo_json, format_option, game_option

if TYPE_CHECKING:
    from pbem.store.beside import Made
    from pbem.store.directory import GameDirectory


@click.command()
@game_option(required=True)
@click.option("--author", required=True, metavar="NAME", help="Who says so.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; every player reads it.")
@format_option
def command(game: Path, author: str, reason: str, form: str) -> None:
    """Let a begun game go on with this program: who says so, and why.

    `pbem adjudicate` asks for it where the last run was played by another version, or by other
    rules of the same one. An upgrade is a run of its own (runs/N.1 after run N) whose log names
    both programs; it changes nothing on the board, and the next report shows it to everybody.

    \b
    Example:
      pbem upgrade --game barb --author Moderator --reason "it supplies ports as 2.4 says"
    """
    from pbem.store.beside import upgrade_game
    from pbem.store.directory import open_directory
    from pbem.store.files import locked

    directory = open_directory(game)
    with locked(game):
        done = upgrade_game(directory, author, reason)
    if form == "json":
        echo_json({"upgrade": _data(directory, done) if done else None})
        return
    if done is None:
        click.echo("the last run was played by this program already; nothing was done")
        return
    click.echo(done.report, nl=False)
    click.echo(f"upgrade {done.run} lies in {done.folder}")


def _data(directory: GameDirectory, done: Made) -> dict[str, Any]:
    """An upgrade with what its log says of it."""
    from pbem.moderation.amend import UPGRADES

    return {
        "run": str(done.run),
        "folder": str(done.folder),
        **directory.header(done.folder)[UPGRADES],
        "report": done.report,
    }
