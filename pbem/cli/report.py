"""pbem report: the report of a run again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.records import (
    chosen_record,
    player_options,
    run_options,
    spectator_option,
)

if TYPE_CHECKING:
    from pbem.audit.record import Record
    from pbem.core.reading.report import Proof, Report


@click.command()
@run_options
@player_options
@spectator_option
@click.option("--full", is_flag=True, help="With every die, decision and reading.")
@format_option
def command(
    game: Path | None,
    run: str | None,
    out: Path | None,
    player: str,
    secrets: bool,
    spectator: str,
    full: bool,
    form: str,
) -> None:
    """Print the report of a run again: for everybody, for one player, or with all secrets.

    It is the short one that was sent, with the line COMPARE by which players find out whether they
    were told the same, or (--full) all that there is to tell.
    It is made anew from the log, from what the player may see and from nothing else. A spectator
    gets the report for everybody, as late as game.yaml says: spectators: {NAME: RUNS}.

    \b
    Example:
      pbem report --game barb
      pbem report --game barb --run 1 --player anna
      pbem report --game barb --player anna --full
      pbem report --game barb --player anna --format json
    """
    from pbem.core.data.findings import UsageError
    from pbem.core.reading.layout import report_text
    from pbem.core.reading.report import report_data

    if spectator:
        if player or secrets:
            raise UsageError("--spectator goes without --player and --secrets")
        report = _late_report(game, run, out, spectator)
    else:
        report = _report(game, run, out, player, secrets)
    if form == "json":
        echo_json(report_data(report))
    else:
        click.echo(report_text(report, full), nl=False)


def _report(
    game: Path | None, run: str | None, out: Path | None, player: str, secrets: bool
) -> Report:
    from pbem.audit.rebuild import in_words, scene_of
    from pbem.core.data.findings import UsageError, suggest
    from pbem.core.reading.report import Around, build_report
    from pbem.moderation.absence import answering, deadlines
    from pbem.moderation.amend import upgrade_notes

    record = chosen_record(game, run, out)
    scene = scene_of(record, player, secrets)
    if player and player not in scene.players:
        hint = suggest(player, scene.players)
        raise UsageError(f"'{player}' plays no power in this game", hint=hint)
    directory, run_number = record.directory, scene.after.clock.run
    around = Around(
        deadlines=deadlines(directory.roster, run_number + 1) if directory else {},
        away=answering(directory.roster, run_number + 1) if directory else {},
        notes=upgrade_notes(str(record.run), record.header()),
        protests=_protests(record, player),
    )
    with in_words(record):
        report = build_report(scene, _proof(record), around)
        return report if secrets else _with_line(record, report)


def _with_line(record: Record, report: Report) -> Report:
    """A report with the line by which it is compared with that for everybody."""
    from pbem.audit.rebuild import scene_of
    from pbem.core.reading.report import Around, build_report
    from pbem.core.record.views import PUBLIC
    from pbem.store.texts import compared

    around = Around(protests=_protests(record, PUBLIC))
    return compared(report, build_report(scene_of(record, PUBLIC), _proof(record), around))


def _late_report(game: Path | None, run: str | None, out: Path | None, spectator: str) -> Report:
    """The public report of the newest run that is open to a spectator; nothing of later ones."""
    from pbem.audit.rebuild import in_words, scene_of
    from pbem.audit.record import record_of_run
    from pbem.core.data.findings import UsageError
    from pbem.core.reading.report import Around, build_report
    from pbem.core.record.views import PUBLIC
    from pbem.store.directory import open_directory
    from pbem.store.spectators import run_for

    if game is None or out is not None:
        raise UsageError("--spectator goes with --game")
    directory = open_directory(game)
    shown = run_for(directory, spectator, run, first=1)
    record = record_of_run(directory, shown)
    with in_words(record):
        around = Around(protests=_protests(record, PUBLIC))
        report = build_report(scene_of(record, PUBLIC), _proof(record), around)
        return _with_line(record, report)


def _protests(record: Record, player: str) -> dict[str, tuple[str, ...]]:
    """What the report of one player says of protests, where the game is at hand."""
    from pbem.store.protests import told_in_reports

    if record.directory is None or record.run is None:
        return {}
    return told_in_reports(record.directory, record.run, record.header(), [player])


def _proof(record: Record) -> Proof:
    from pbem.core.reading.report import proof_from
    from pbem.core.record.ledger import line_hash

    last = line_hash(record.log.removesuffix("\n").split("\n")[-1])
    return proof_from(record.entries(), last)
