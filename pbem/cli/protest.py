"""pbem protest: objections to paragraphs of reports. One module a subcommand."""

from __future__ import annotations

from typing import Final

import click

from pbem.cli import Commands

COMMANDS: Final[dict[str, str]] = {
    "enter": "Enter an objection of a player to a paragraph.",
    "list": "List the protests of a game, and how they were ruled.",
    "close": "Rule on a protest.",
}


class ProtestCommands(Commands):
    """The subcommands of the table."""

    table = COMMANDS
    modules = "pbem.cli.protests."


@click.command(cls=ProtestCommands)
def command() -> None:
    """Enter, list and close objections of players to numbered paragraphs of reports.

    A protest gets a number and stands in every report, of all who may see its paragraph, until it
    is ruled on. The register and the head of every later log name it, so that none is lost or
    changed unseen. Players send theirs by letter; `pbem receive` enters it and answers with its
    number:

    \b
      protest: anna
      run: 1
      paragraph: 4
      reason: The corps was out of supply and could not attack.
      cite: "2.4.3"

    \b
    Example:
      pbem protest enter 4 --game barb --player anna --reason "It was out of supply."
      pbem protest list --game barb
    """
