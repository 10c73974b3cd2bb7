"""pbem view: the state as one player may see it."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, game_option, state_option, write_out


@click.command()
@game_option()
@state_option()
@click.option("--run", metavar="N", help="After this run instead of now (with --game).")
@click.option("--player", required=True, metavar="NAME", help="Who is to see it.")
@click.option("--out", type=FILE, metavar="FILE", help="Write it there instead of printing it.")
def command(
    game: Path | None, state: Path | None, run: str | None, player: str, out: Path | None
) -> None:
    """Write the state as one player may see it: a state file that can be mailed to him.

    A hidden unit of somebody else is an opaque id at a place, no more. The file works with
    `pbem show`, `pbem template` and `pbem validate` on his own computer.

    \b
    Example:
      pbem view --game barb --player anna --out anna-state.yaml
    """
    from pbem.cli.position import load
    from pbem.core.state import as_data
    from pbem.core.statefile import state_text
    from pbem.core.views import visible_state

    position = load(game, state, run)
    position.require_player(player)
    text = state_text(as_data(visible_state(position.state, player)))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_out(out, text)
