"""pbem map: everything about maps. One module a subcommand, imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

COMMANDS: Final[dict[str, str]] = {
    "check": "Prove a map sound, or say what is wrong and where.",
    "diff": "Show what differs between two maps.",
    "show": "Print the country round a place, for mail.",
    "draw": "Draw a map, a position or a run as a picture.",
    "build": "Build a sheet anew from open geography.",
}


class Commands(click.Group):
    """The subcommands of the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which an owner needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand with a name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pbem.cli.map_{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of subcommands, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Commands)
def command() -> None:
    """Check, compare, show, draw and build maps.

    MAP is a file, or the name of a shipped map: wif/barbarossa-12.

    \b
    Example:
      pbem map check wif/barbarossa-12
      pbem map show Minsk --map wif/barbarossa-12
    """
