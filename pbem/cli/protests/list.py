"""pbem protest list: the protests of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import echo_json, format_option, game_option

if TYPE_CHECKING:
    from pbem.moderation.protests import Protest


@click.command("list")
@game_option()
@click.option("--open", "only_open", is_flag=True, help="Only those that wait for a ruling.")
@format_option
def command(game: Path | None, only_open: bool, form: str) -> None:
    """List the protests of a game: against what, why, who reads it, and how it was ruled.

    \b
    Example:
      pbem protest list --game barb
      pbem protest list --game barb --open
    """
    from dataclasses import replace

    from pbem.core.data.letters import shown_in_line
    from pbem.store.directory import open_directory
    from pbem.store.protests import read_protests

    directory = open_directory(game or Path())
    found = [one for one in read_protests(directory) if not (only_open and one.ruling)]
    if form == "json":
        echo_json([data(one) for one in found])
        return
    for one in found:
        readers = ", ".join(one.readers) or "everybody"
        reader = one.readers[0] if one.readers else ""
        click.echo(shown_in_line(replace(one, ruling=None).told_to(reader)))
        click.echo(f"  read by {readers}")
        if one.ruling:
            click.echo(shown_in_line(f"  {one.ruling.told}"))
    if not found:
        click.echo("none")


def data(one: Protest) -> dict[str, Any]:
    """A protest as plain data."""
    ruling = one.ruling
    return {
        "number": one.number,
        "player": one.player,
        "run": one.run,
        "paragraph": one.paragraph,
        "reason": one.reason,
        "cite": one.cite,
        "readers": list(one.readers),
        "ruling": {
            "outcome": ruling.outcome,
            "author": ruling.author,
            "reason": ruling.reason,
            "cite": ruling.cite,
            "correction": ruling.correction,
            "precedent": ruling.precedent,
        }
        if ruling
        else None,
    }
