"""pbem view: the state as one player may see it."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import (
    FILE,
    PLAYER,
    echo_json,
    format_option,
    game_option,
    state_option,
    write_out,
)
from pbem.cli.completing import runs
from pbem.cli.records import spectator_option


@click.command()
@game_option()
@state_option()
@click.option(
    "--run", shell_complete=runs, metavar="N", help="After this run instead of now (with --game)."
)
@click.option("--player", type=PLAYER, help="Who is to see it.")
@spectator_option
@click.option("--out", type=FILE, metavar="FILE", help="Write it there instead of printing it.")
@format_option
def command(
    game: Path | None,
    state: Path | None,
    run: str | None,
    player: str | None,
    spectator: str,
    out: Path | None,
    form: str,
) -> None:
    """Write the state as one player may see it: a state file that can be mailed to him.

    A hidden unit of somebody else is an opaque id at a place, no more. The file works with
    `pbem show`, `pbem template` and `pbem validate` on his own computer. A spectator gets what
    everybody may see, as late as game.yaml says.

    \b
    Example:
      pbem view --game barb --player anna --out anna-state.yaml
    """
    from pbem.cli.position import load
    from pbem.core.data.findings import UsageError
    from pbem.core.record.state import as_data
    from pbem.core.record.statefile import state_text
    from pbem.core.record.views import PUBLIC, visible_state

    if bool(spectator) == bool(player):
        raise UsageError("say who is to see it: --player NAME, or --spectator NAME")
    if spectator:
        run = _open_run(game, spectator, run)
    position = load(game, state, run)
    if player:
        position.require_player(player)
    seen = as_data(visible_state(position.state, player or PUBLIC))
    if out is not None:
        write_out(out, state_text(seen))
    if form == "json":
        echo_json({"file": str(out) if out else None, "state": seen})
    elif out is None:
        click.echo(state_text(seen), nl=False)


def _open_run(game: Path | None, spectator: str, run: str | None) -> str:
    """The run after which a spectator may see the position."""
    from pbem.core.data.findings import UsageError
    from pbem.store.directory import open_directory
    from pbem.store.spectators import run_for

    if game is None:
        raise UsageError("--spectator goes with --game")
    return str(run_for(open_directory(game), spectator, run))
