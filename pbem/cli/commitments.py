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
    from pbem.core.findings import AuditError
    from pbem.store.directory import open_directory
    from pbem.store.keys import commitments_text

    for path in games:
        directory = open_directory(path)
        published = directory.text(path / "commitments.yaml")
        if published != commitments_text(directory.keys):
            raise AuditError(
                f"{path}: commitments.yaml is not what the game's keys lead back to",
                hint="restore both files as `pbem new` wrote them",
            )
        click.echo(published.rstrip("\n"))
        click.echo("")
