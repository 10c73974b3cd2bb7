"""pbem explain: all about one paragraph of a report."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.records import chosen_record, player_options, run_options


@click.command()
@click.argument("number", type=int, metavar="N")
@run_options
@player_options
@format_option
def command(
    number: int,
    game: Path | None,
    run: str | None,
    out: Path | None,
    player: str,
    secrets: bool,
    form: str,
) -> None:
    """Show all about paragraph N of a report: facts, arithmetic, dice, charts, rule, readings.

    Without --player or --secrets only what everybody may see is shown.

    \b
    Example:
      pbem explain 4 --game barb
      pbem explain 4 --game barb --run 1 --player anna
    """
    from pbem.audit.explain import explain, explained_data, explained_text
    from pbem.audit.rebuild import in_words, scene_of

    record = chosen_record(game, run, out)
    with in_words(record):
        explained = explain(scene_of(record, player, secrets), number)
    if form == "json":
        echo_json(explained_data(explained))
    else:
        click.echo(explained_text(explained), nl=False)
