"""pbem map check: whether a map is sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, finding_data, format_option, game_option
from pbem.cli.maps.options import no_map_with_a_game, overlay_options

if TYPE_CHECKING:
    from pbem.core.maps.mapfile import Reading
    from pbem.maps.opening import Overlay


@click.command()
@click.argument("name", metavar="[MAP]", required=False)
@overlay_options
@game_option(instead=("name",))
@format_option
def command(name: str | None, over: Overlay, game: Path | None, form: str) -> int:
    """Prove a map sound, or list what is wrong with it, each with file and line.

    With --game it is the map that the game is played on, with its own corrections.

    A doubt that may be right (a railway that ends in the open) is a warning; what cannot be (a
    city at sea, a port without a sea) is an error, and the exit code is then 1.

    \b
    Example:
      pbem map check wif/barbarossa-12
    """
    from pbem.core.data.findings import EXIT_FINDINGS, has_errors
    from pbem.core.maps.check import check_map
    from pbem.maps.drawing.text import summary

    reading = _reading(name, over, game)
    findings = check_map(reading)
    if form == "json":
        echo_json({"map": reading.board.id, "findings": [finding_data(f) for f in findings]})
    else:
        for finding in findings:
            click.echo(str(finding))
        click.echo(summary(reading.board, findings))
    return EXIT_FINDINGS if has_errors(findings) else 0


def _reading(name: str | None, over: Overlay, game: Path | None) -> Reading:
    from pbem.core.data.findings import UsageError
    from pbem.core.rules.setup import game_map
    from pbem.maps.opening import open_map
    from pbem.store.directory import open_directory

    if game is not None:
        no_map_with_a_game(name, over)
        return game_map(open_directory(game).roster, game)
    if name is None:
        raise UsageError("name a map, or a game (--game)")
    return open_map(name, over)
