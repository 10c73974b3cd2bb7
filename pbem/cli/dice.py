"""pbem dice: expected against rolled."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.records import player_options, run_options

if TYPE_CHECKING:
    from pbem.core.record.ledger import Entry


@click.command()
@run_options
@player_options
@format_option
def command(
    game: Path | None, run: str | None, out: Path | None, player: str, secrets: bool, form: str
) -> None:
    """Count the dice of a run, or of all runs of a game, by whom they were rolled for.

    Counts and chi-square are exact; the probability p is rounded to two places.

    \b
    Example:
      pbem dice --game barb
      pbem dice --game barb --run 1 --format json
    """
    from pbem.audit.statistics import WARNING, count_data, count_dice, count_lines, together

    counts = count_dice(_entries(game, run, out, player, secrets))
    every = (*counts, *together(counts))
    if form == "json":
        echo_json({"counts": [count_data(count) for count in every], "warning": WARNING})
        return
    for count in every:
        for line in count_lines(count):
            click.echo(line)
    click.echo(WARNING if counts else "no dice were rolled")


def _entries(
    game: Path | None, run: str | None, out: Path | None, player: str, secrets: bool
) -> list[Entry]:
    from pbem.audit.record import record_of_folder, records_of_game
    from pbem.core.data.findings import UsageError
    from pbem.core.record.views import visible_entries
    from pbem.store.directory import open_directory

    if (game is None) == (out is None):
        raise UsageError("name either a game directory (--game) or the folder of a run (--out)")
    if game is not None:
        records = records_of_game(open_directory(game), run)
    else:
        records = [] if out is None else [record_of_folder(out)]
    entries = [entry for record in records for entry in record.entries()]
    return entries if secrets else visible_entries(entries, player)
