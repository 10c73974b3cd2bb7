"""pbem upgrade: let a begun game go on with another program."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import game_option


@click.command()
@game_option(required=True)
@click.option("--author", required=True, metavar="NAME", help="Who says so.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; every player reads it.")
def command(game: Path, author: str, reason: str) -> None:
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
    if done is None:
        click.echo("the last run was played by this program already; nothing was done")
        return
    click.echo(done.report, nl=False)
    click.echo(f"upgrade {done.run} lies in {done.folder}")
