"""pbem rewind: take back runs."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import game_option


@click.command()
@game_option(required=True)
@click.option("--to", "to", required=True, metavar="RUN", help="The last run that stands.")
def command(game: Path, to: str) -> None:
    """Take back every run after RUN. They move to DIR/void; nothing is deleted.

    Their orders wait in DIR/replay/N and `pbem adjudicate` plays them again, one run after the
    other. Unchanged orders meet the same dice, so only what your correction touches comes out
    otherwise; the reports say what, and which orders broke. From the first run whose orders you
    change in DIR/replay/N, all runs take fresh keys. A run that waits for answers is taken back by
    naming the run before it.

    \b
    Example:
      pbem rewind --game barb --to 0
    """
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.rewinding import rewind

    directory = open_directory(game)
    with locked(game):
        taken = rewind(directory, directory.known(to))
    names = ", ".join(str(run) for run in taken)
    click.echo(f"void now: {names}" if taken else "the run that waited is taken back")
    click.echo(f"their orders wait in {game / 'replay'}")
    click.echo(f"next: correct what was wrong, then pbem adjudicate --game {game}")
