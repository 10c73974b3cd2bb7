"""pbem commitments: the sheets that bind the moderator, for publication."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pbem.cli.common import FILE, echo_json, format_option


@click.command()
@click.argument("games", nargs=-1, required=True, type=FILE, metavar="DIR…")
@format_option
def command(games: tuple[Path, ...], form: str) -> None:
    """Print the sheets of commitments of games, to publish them before the first orders are due.

    A sheet ties the moderator's hands: it holds the first keys, to which every later key must lead
    back, a digest of the first position, every rule, data file and the program. Until play begins
    it is written anew where game.yaml or data/ have changed; then publish it again.

    \b
    Example:
      pbem commitments barb
    """
    from pbem.core.data.yamlio import read_data_text
    from pbem.store.commitments import SHEET, check_keys, renewed
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.soundness import check_roster

    sheets: list[dict[str, Any]] = []
    for path in games:
        directory = open_directory(path)
        check_keys(directory)
        with locked(path):
            check_roster(directory)
            again = renewed(directory)
        if again and form == "text":
            click.echo(f"{path / SHEET} was written anew: publish it", err=True)
        text = directory.text(path / SHEET)
        if form == "text":
            click.echo(text)
        sheet = read_data_text(text, str(path))
        sheets.append({"directory": str(path), "renewed": again, "sheet": sheet})
    if form == "json":
        echo_json(sheets)
