"""pbem remind: write to those for whom play waits."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option, moment_of, open_games_of


@click.command()
@game_option()
@click.option("--root", type=FILE, metavar="DIR", help="A folder with many games.")
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(game: Path | None, root: Path | None, now: str | None, form: str) -> None:
    """Write a reminder to everybody who owes orders or answers, at most one a day.

    The letters lie in outbox/; `pbem send` sends them. Who is away is not reminded.

    \b
    Example:
      pbem remind --game barb --now "2026-11-20 19:30 UTC"
    """
    from pbem.post.reminding import remind
    from pbem.store.files import locked

    rows = []
    for directory in open_games_of(game, root):
        with locked(directory.root):
            for seat, path in remind(directory, moment_of(now)):
                row = {"game": directory.roster.game, "player": seat.player}
                rows.append({**row, "state": seat.state, "letter": str(path)})
    if form == "json":
        echo_json(rows)
        return
    for row in rows:
        click.echo(f"{row['game']}: {row['player']} ({row['state']}) {row['letter']}")
    if not rows:
        click.echo("there is nobody to remind")
