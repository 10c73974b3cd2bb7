"""pbem map: everything about maps. One module a subcommand, imported when it is called."""

from __future__ import annotations

from typing import Final

import click

from pbem.cli import Commands

COMMANDS: Final[dict[str, str]] = {
    "check": "Prove a map sound, or say what is wrong and where.",
    "diff": "Show what differs between two maps.",
    "show": "Print the country round a place, for mail.",
    "economy": "Tell what stands where for production, by country.",
    "draw": "Draw a map, a position or a run as a picture.",
    "build": "Build a sheet anew from open geography.",
}


class MapCommands(Commands):
    """The subcommands of the table."""

    table = COMMANDS
    modules = "pbem.cli.maps."


@click.command(cls=MapCommands)
def command() -> None:
    """Check, compare, show, draw and build maps; their economies.

    MAP is a file, or the name of a shipped map: wif/barbarossa-12.

    \b
    Example:
      pbem map check wif/barbarossa-12
      pbem map show Minsk --map wif/barbarossa-12
    """
