"""pbem commitments: the sheets that bind the moderator, for publication."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option

if TYPE_CHECKING:
    from pbem.store.directory import GameDirectory


@click.command()
@click.argument("games", nargs=-1, required=True, type=FILE, metavar="DIR…")
@click.option("--renew", is_flag=True, help="Make new keys in place of lost ones.")
@click.option("--author", default="", metavar="NAME", help="Who renews the keys.")
@click.option("--reason", default="", metavar="TEXT", help="Why; every report tells it.")
@format_option
def command(games: tuple[Path, ...], renew: bool, author: str, reason: str, form: str) -> None:
    """Print the sheets of commitments of games, to publish them before the first orders are due.

    A sheet ties the moderator's hands: it holds the first keys, to which every later key must lead
    back, a digest of the first position, every rule, data file and the program. Until play begins
    it is written anew where game.yaml or data/ have changed; then publish it again.

    Where the file `keys` is lost for ever, --renew makes new ones and a sheet for them. Every later
    report says who did it and why, for much of what was played before is never proved then. Publish
    the new sheet before anybody sends orders.

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
        with locked(path):
            if renew:
                _renew(directory, author, reason)
            check_keys(directory)
            check_roster(directory)
            again = renewed(directory) or renew
        if again and form == "text":
            click.echo(f"{path / SHEET} was written anew: publish it", err=True)
        text = directory.text(path / SHEET)
        if form == "text":
            click.echo(text)
        sheet = read_data_text(text, str(path))
        sheets.append({"directory": str(path), "renewed": again, "sheet": sheet})
    if form == "json":
        echo_json(sheets)


def _renew(directory: GameDirectory, author: str, reason: str) -> None:
    from pbem.store.renewing import renew_keys

    made = renew_keys(directory, author, reason)
    click.echo(f"the keys were renewed (run {made.run}): keep a copy of the new ones", err=True)
