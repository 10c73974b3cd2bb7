"""pbem commitments: the first keys of games, for publication."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE


@click.command()
@click.argument("games", nargs=-1, required=True, type=FILE, metavar="DIR…")
def command(games: tuple[Path, ...]) -> None:
    """Print the first keys of games, to publish them before the first orders are due.

    k(0) ties the moderator's hands: every later key must lead back to it by SHA-256. A
    tournament prints one sheet for all its games.

    \b
    Example:
      pbem commitments barb
    """
    from pbem.store.directory import open_directory
    from pbem.store.soundness import check_keys

    for path in games:
        directory = open_directory(path)
        check_keys(directory)
        click.echo(directory.text(path / "commitments.yaml"))
