"""pbem commitments: the first keys of games, for publication."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pbem.cli.common import FILE, echo_json, format_option


@click.command()
@click.argument("games", nargs=-1, required=True, type=FILE, metavar="DIR…")
@format_option
def command(games: tuple[Path, ...], form: str) -> None:
    """Print the first keys of games, to publish them before the first orders are due.

    k(0) ties the moderator's hands: every later key must lead back to it by SHA-256. A
    tournament prints one sheet for all its games.

    \b
    Example:
      pbem commitments barb
    """
    from pbem.core.data.yamlio import read_data_text
    from pbem.store.directory import open_directory
    from pbem.store.soundness import check_keys

    sheets: list[dict[str, Any]] = []
    for path in games:
        directory = open_directory(path)
        check_keys(directory)
        text = directory.text(path / "commitments.yaml")
        if form == "text":
            click.echo(text)
        sheets.append({"directory": str(path), "sheet": read_data_text(text, str(path))})
    if form == "json":
        echo_json(sheets)
