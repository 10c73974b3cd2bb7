"""pbem map diff: what differs between two maps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option
from pbem.cli.maps.options import no_map_with_a_game, overlay_options

if TYPE_CHECKING:
    from pbem.maps.diff import Difference
    from pbem.maps.opening import Overlay


@click.command()
@click.argument("first", metavar="[MAP]", required=False)
@click.argument("second", metavar="[OTHER]", required=False)
@overlay_options
@game_option(instead=("first",))
@click.option(
    "--corrections",
    type=FILE,
    metavar="FILE",
    help="Write the difference as a correction file for the first map.",
)
@click.option("--why", metavar="TEXT", help="The reason that the correction file gives.")
@format_option
def command(
    first: str | None,
    second: str | None,
    over: Overlay,
    game: Path | None,
    corrections: Path | None,
    why: str | None,
    form: str,
) -> None:
    """Show what differs between two maps: facts of hexes, features of sides, provenance.

    Without OTHER the first map is compared with itself under the corrections of --fix; with --game
    the map of the scenario with the one that the game is played on. Lines begin with + (only in
    the other), - (only in the first) or ~ (changed).

    \b
    Example:
      pbem map diff wif/barbarossa-12 wif/barbarossa-12
    """
    from pbem.cli.common import write_out
    from pbem.core.data.findings import UsageError
    from pbem.maps.diff import corrections as as_corrections

    if (corrections is None) != (why is None):
        raise UsageError("--corrections and --why go together: a correction gives its reason")
    difference = _difference(first, second, over, game)
    if corrections is not None and why is not None:
        write_out(corrections, as_corrections(difference, why))
    if form == "json":
        file = str(corrections) if corrections else None
        echo_json({"differences": list(difference.lines), "corrections": file})
        return
    for line in difference.lines:
        click.echo(line)
    click.echo(f"{len(difference.lines)} differences" if difference.lines else "no difference")


def _difference(
    first: str | None, second: str | None, over: Overlay, game: Path | None
) -> Difference:
    from pbem.core.data.findings import UsageError
    from pbem.core.rules.setup import game_map
    from pbem.maps.diff import Difference
    from pbem.maps.opening import open_map
    from pbem.store.directory import open_directory

    if game is not None:
        no_map_with_a_game(first, over)
        directory = open_directory(game)
        return Difference(game_map(directory.roster).board, directory.game.board)
    if first is None or (second is None and not over):
        raise UsageError("name two maps, a map and a correction file (--fix), or a game (--game)")
    return Difference(open_map(first).board, open_map(second or first, over).board)
