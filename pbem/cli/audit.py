"""pbem audit: verify what was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbem.cli.common import FILE, echo_json, format_option
from pbem.cli.progress import Progress, progress
from pbem.cli.records import run_options
from pbem.cli.terminal import echo

if TYPE_CHECKING:
    from pbem.audit.record import Record
    from pbem.audit.results import Audit

_BESIDE: Final = ("reports", "asked", "receipts", "sent", "seals")
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
    "--asked",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Questions as they were mailed to you.",
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
    "--seal", "seals", multiple=True, type=FILE, metavar="FILE", help="A seal sheet as published."
)
@click.option(
    "--kept",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="Files or folders with all that you kept of a game; alone.",
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
    secrets: Path | None,
    opening: Path | None,
    no_replay: bool,
    form: str,
    **held: tuple[Path, ...],
) -> int:
    """Verify a run, or every run of a game: chain, tail, keys, each die, arithmetic, seals, replay.

    A player who has only the published log names it with --ledger, the sheet of commitments and
    the report that he was sent; --asked names the questions that a run mailed to him while it
    waited: the log must begin as they tell, or name that run as void. --secrets and --opening name
    what was opened of its secrets. Exit code 4 means that something disagrees, 6 that
    another program or other data wrote the log: what only a replay proves is not proved here.

    --receipt names the receipts that he holds, the last one last: whether their files were played.
    With --sent the files themselves are compared; without a log, with their receipts alone.
    --seal names the sheet that was published when the window was sealed.

    --kept takes everything at once, in any order: logs of several runs, sheet, receipts, seal
    sheets, questions, reports, the opening. It checks each log and what holds between them.

    \b
    Example:
      pbem audit --game barb
      pbem audit --ledger barb/runs/1/ledger.jsonl --commitments barb/commitments.yaml
      pbem audit --kept barb/runs --kept barb/commitments.yaml
    """
    from pbem.audit.record import record_of_log
    from pbem.audit.verify import audit_between
    from pbem.core.data.findings import UsageError
    from pbem.store.directory import open_directory

    played = _named(ledger, game, out)
    if held["kept"]:
        others = _named(commitments, secrets, opening)
        _refuse_besides([*played, *others, *chain(*(held[name] for name in _BESIDE))])
        return _told(_of_kept(held["kept"]), form)
    if held["receipts"] and not played:
        return _told([_of_receipts(held["receipts"], held["sent"])], form)
    if len(played) != 1:
        raise UsageError(_NAME_ONE)
    if ledger is None:
        _refuse_opened(secrets, opening)
        records = _records(game, run, out, commitments)
    else:
        records = [record_of_log(ledger, commitments, secrets, opening)]
    records = [_with_held(record, held) for record in records]
    with progress("audit", len(records), quiet=form == "json") as shown:
        audits = [*_audits(shown.each(records), shown, not no_replay)]
    if game is not None and run is None:
        audits.append(audit_between(open_directory(game), records))
    return _told(audits, form)


def _told(audits: list[Audit], form: str) -> int:
    from pbem.audit.results import exit_code, unproved_lines

    if form == "json":
        echo_json([found.data() for found in audits])
        return exit_code(audits)
    for found in audits:
        _tell(found)
    lacking = list(unproved_lines(audits))
    for line in ["not proved:", *(f"  {line}" for line in lacking)] if lacking else []:
        click.echo(line)
    return exit_code(audits)


def _audits(records: Iterable[Record], shown: Progress, replay: bool) -> Iterator[Audit]:
    """The audits of runs, one after the other."""
    from pbem.audit.verify import audit

    for record in records:
        shown.at(record.name)
        yield audit(record, replay=replay)


def _with_held(record: Record, held: Mapping[str, tuple[Path, ...]]) -> Record:
    """A record, with what a player holds besides."""
    from pbem.audit.receipts import read_receipts
    from pbem.audit.record import asked_in, printed_in, sheets_of_seals
    from pbem.store.plain import read_files

    return replace(
        record,
        printed=(*record.printed, *printed_in(list(held["reports"]))),
        receipts=read_receipts(held["receipts"]),
        sent=read_files(held["sent"]),
        asked=tuple(asked_in(path) for path in held["asked"]),
        sealed=sheets_of_seals(held["seals"]),
    )


def _of_kept(paths: tuple[Path, ...]) -> list[Audit]:
    """Everything that a player kept, sorted by the program."""
    from pbem.audit.kept import audit_kept
    from pbem.audit.sorting import sort_kept

    return audit_kept(sort_kept(paths))


def _of_receipts(receipts: tuple[Path, ...], sent: tuple[Path, ...]) -> Audit:
    """Receipts alone, and the files as they were sent."""
    from pbem.audit.receipts import check_sent, read_receipts
    from pbem.audit.results import Audit
    from pbem.store.plain import read_files

    return Audit("receipts", (check_sent(read_receipts(receipts), read_files(sent)),))


def _named(*paths: Path | None) -> list[Path]:
    """Those that were named."""
    return [path for path in paths if path is not None]


def _refuse_besides(paths: Sequence[Path]) -> None:
    from pbem.core.data.findings import UsageError

    if paths:
        raise UsageError("--kept takes all files itself; name nothing besides it")


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
    from pbem.store.directory import open_directory

    if game is not None:
        return records_of_game(open_directory(game), run)
    return [] if out is None else [record_of_folder(out, commitments)]


def _tell(found: Audit) -> None:
    words = {
        "agrees": "everything agrees",
        "disagrees": "SOMETHING IS WRONG",
        "not proved": "nothing disagrees, and not all is proved",
    }
    shown = {"agrees": "ok", "disagrees": "WRONG", "not proved": "-"}
    colours = {"agrees": "green", "disagrees": "red", "not proved": "yellow"}
    echo(f"{found.name}: {words[found.result]}", colours[found.result])
    for check in found.checks:
        click.echo(f"  {check.name:<12}{shown[check.result]:<7}{check.told}".rstrip())
        for trouble in check.troubles:
            click.echo(f"    {trouble}")
