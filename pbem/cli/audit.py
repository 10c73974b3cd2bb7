"""pbem audit: verify what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbem.cli.common import FILE, echo_json, format_option
from pbem.cli.records import run_options

if TYPE_CHECKING:
    from pbem.audit.record import Record
    from pbem.audit.verify import Audit

_NAME_ONE: Final = "name one of --game DIR, --out DIR and --ledger FILE"


@click.command()
@run_options
@click.option("--ledger", type=FILE, metavar="FILE", help="A published log alone.")
@click.option(
    "--commitments", type=FILE, metavar="FILE", help="The sheet published when the game began."
)
@click.option(
    "--report", "reports", multiple=True, type=FILE, metavar="FILE", help="A report as you got it."
)
@click.option(
    "--receipt", "receipts", multiple=True, type=FILE, metavar="FILE", help="A receipt as mailed."
)
@click.option(
    "--sent",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="A file as you sent it (with --receipt).",
)
@click.option(
    "--asked",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Questions as they were mailed to you.",
)
@click.option("--secrets", type=FILE, metavar="FILE", help="Opened entries (with --ledger).")
@click.option("--opening", type=FILE, metavar="FILE", help="The game's opening (with --ledger).")
@click.option("--no-replay", is_flag=True, help="Check the log only; do not play the run again.")
@format_option
def command(
    game: Path | None,
    run: str | None,
    out: Path | None,
    ledger: Path | None,
    commitments: Path | None,
    reports: tuple[Path, ...],
    receipts: tuple[Path, ...],
    sent: tuple[Path, ...],
    asked: tuple[Path, ...],
    secrets: Path | None,
    opening: Path | None,
    no_replay: bool,
    form: str,
) -> int:
    """Verify a run, or every run of a game: chain, tail, keys, each die, arithmetic, seals, replay.

    A player who has only the published log names it with --ledger, the sheet of commitments and
    the report that he was sent; --asked names the questions that a run mailed to him while it
    waited: the log must begin as they tell, or name that run as void. --secrets and --opening name
    what was opened of its secrets. Exit code 4 means that something does not agree.

    --receipt names the receipts that he holds, the last one last: whether their files were played.
    With --sent the files themselves are compared; without a log, with their receipts alone.

    \b
    Example:
      pbem audit --game barb
      pbem audit --ledger barb/runs/1/ledger.jsonl --commitments barb/commitments.yaml
    """
    from pbem.audit.record import asked_in, record_of_log
    from pbem.core.data.findings import UsageError

    if receipts and not (ledger or game or out):
        return _told([_of_receipts(receipts, sent)], form)
    if ledger is None:
        _refuse_opened(secrets, opening)
        records = _records(game, run, out, commitments)
    elif game is None and out is None:
        records = [record_of_log(ledger, commitments, secrets, opening)]
    else:
        raise UsageError(_NAME_ONE)
    records = [_with_held(record, reports, receipts, sent) for record in records]
    told = tuple(asked_in(path) for path in asked)
    records = [replace(record, asked=told) for record in records]
    return _told(_audits(records, game if run is None else None, not no_replay), form)


def _told(audits: list[Audit], form: str) -> int:
    from pbem.core.data.findings import EXIT_AUDIT

    if form == "json":
        echo_json([found.data() for found in audits])
    else:
        for found in audits:
            _tell(found)
    return 0 if all(found.passed for found in audits) else EXIT_AUDIT


def _with_held(
    record: Record,
    reports: tuple[Path, ...],
    receipts: tuple[Path, ...],
    sent: tuple[Path, ...],
) -> Record:
    """A record, with what a player holds besides."""
    from pbem.audit.receipts import read_receipts
    from pbem.audit.record import printed_in
    from pbem.store.plain import read_files

    printed = (*record.printed, *printed_in(list(reports)))
    return replace(record, printed=printed, receipts=read_receipts(receipts), sent=read_files(sent))


def _of_receipts(receipts: tuple[Path, ...], sent: tuple[Path, ...]) -> Audit:
    """Receipts alone, and the files as they were sent."""
    from pbem.audit.receipts import check_sent, read_receipts
    from pbem.audit.verify import Audit
    from pbem.store.plain import read_files

    return Audit("receipts", (check_sent(read_receipts(receipts), read_files(sent)),))


def _audits(records: Sequence[Record], game: Path | None, replay: bool) -> list[Audit]:
    """The audits of runs, and of what holds of a whole game."""
    from pbem.audit.verify import audit, audit_game
    from pbem.store.directory import open_directory

    if game is not None:
        return audit_game(open_directory(game), records, replay=replay)
    return [audit(record, replay=replay) for record in records]


def _refuse_opened(secrets: Path | None, opening: Path | None) -> None:
    from pbem.core.data.findings import UsageError

    if secrets or opening:
        raise UsageError("--secrets and --opening go with --ledger")


def _records(
    game: Path | None,
    run: str | None,
    out: Path | None,
    commitments: Path | None,
) -> list[Record]:
    from pbem.audit.record import record_of_folder, records_of_game
    from pbem.core.data.findings import UsageError
    from pbem.store.directory import open_directory

    if (game is None) == (out is None):
        raise UsageError(_NAME_ONE)
    if game is not None:
        return records_of_game(open_directory(game), run)
    return [] if out is None else [record_of_folder(out, commitments)]


def _tell(found: Audit) -> None:
    click.echo(f"{found.name}: {'everything agrees' if found.passed else 'SOMETHING IS WRONG'}")
    for check in found.checks:
        word = "ok" if check.passed and check.done else "-" if check.passed else "WRONG"
        click.echo(f"  {check.name:<12}{word:<7}{check.told}".rstrip())
        for trouble in check.troubles:
            click.echo(f"    {trouble}")
