"""pbem report: the report of a run again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.records import chosen_record, player_options, run_options

if TYPE_CHECKING:
    from pbem.core.report import Report


@click.command()
@run_options
@player_options
@format_option
def command(
    game: Path | None, run: str | None, out: Path | None, player: str, secrets: bool, form: str
) -> None:
    """Print the report of a run again: for everybody, for one player, or with all secrets.

    It is made anew from the log, from what the player may see and from nothing else.

    \b
    Example:
      pbem report --game barb
      pbem report --game barb --run 1 --player anna
      pbem report --game barb --player anna --format json
    """
    from pbem.core.layout import report_text
    from pbem.core.report import report_data

    report = _report(game, run, out, player, secrets)
    if form == "json":
        echo_json(report_data(report))
    else:
        click.echo(report_text(report), nl=False)


def _report(
    game: Path | None, run: str | None, out: Path | None, player: str, secrets: bool
) -> Report:
    from pbem.audit.rebuild import scene_of
    from pbem.core.findings import UsageError, suggest
    from pbem.core.ledger import line_hash
    from pbem.core.report import Around, build_report, proof_from
    from pbem.moderation.absence import deadlines, told

    record = chosen_record(game, run, out)
    scene = scene_of(record, player, secrets)
    if player and player not in scene.before.players():
        hint = suggest(player, scene.before.players())
        raise UsageError(f"'{player}' plays no power in this game", hint=hint)
    directory, run_number = record.directory, scene.after.clock.run
    around = Around(
        deadlines=deadlines(directory.roster, run_number + 1) if directory else {},
        away=told(directory.roster, run_number + 1) if directory else {},
        void_runs=directory.void_runs() if directory else (),
    )
    last = line_hash(record.log.removesuffix("\n").split("\n")[-1])
    return build_report(scene, proof_from(record.entries(), last), around)
