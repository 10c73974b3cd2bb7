"""pbem map show: the country round a place, as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.completing import places
from pbem.cli.maps.options import army_of, overlay_options, position_options

if TYPE_CHECKING:
    from pbem.core.maps.board import Board
    from pbem.maps.drawing.units import Army
    from pbem.maps.opening import Overlay


@click.command()
@click.argument("place", shell_complete=places)
@click.option("--map", "name", metavar="MAP", help="Which map; else the first that knows it.")
@overlay_options
@position_options
@click.option(
    "--radius", type=click.IntRange(0, 9), default=4, show_default=True,
    help="How many hexes (or areas) round it. From 5 on the hexes are drawn smaller.",
)  # fmt: skip
@format_option
def command(
    place: str,
    name: str | None,
    over: Overlay,
    game: Path | None,
    state: Path | None,
    player: str,
    secrets: bool,
    radius: int,
    form: str,
) -> None:
    """Print the country round a place, 78 columns wide, with the units that stand there.

    \b
    Example:
      pbem map show Minsk --map wif/barbarossa-12
      pbem map show E2140 --game barb --player anna --radius 3
    """
    from pbem.maps.drawing.region import find_place
    from pbem.maps.drawing.text import show

    board, army, others = _shown(place, name, over, game, state, player, secrets)
    found = find_place(board, place)
    picture = show(board, found, radius, army)
    if form == "json":
        echo_json({"map": board.id, "place": found, "picture": picture, "also_on": others})
        return
    if others:
        click.echo(f"also on: {', '.join(others)} (--map)", err=True)
    click.echo(picture, nl=False)


def _shown(
    place: str,
    name: str | None,
    over: Overlay,
    game: Path | None,
    state: Path | None,
    player: str,
    secrets: bool,
) -> tuple[Board, Army | None, list[str]]:
    """The board and, of a game, the position on it; the other maps that know the place."""
    from pbem.core.data.findings import UsageError
    from pbem.maps.opening import maps_with, open_map

    if game is not None or state is not None:
        if name is not None or over:
            raise UsageError("--map, --fix and --date do not go with --game or --state")
        army = army_of(game, state, player, secrets)
        return army.game.board, army, []
    if player or secrets:
        raise UsageError("--player and --secrets go with --game or --state")
    if name is None and not over:
        first, *others = maps_with(place).items()
        return first[1], None, [other for other, _ in others]
    if name is None:
        raise UsageError(
            "--fix and --date need to know which map they are laid over", hint="add --map MAP"
        )
    return open_map(name, over).board, None, []
