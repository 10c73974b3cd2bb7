"""pbem case: run rulebook cases, or keep a played paragraph as one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import FILE, echo_json, format_option, write_out
from pbem.cli.progress import progress
from pbem.cli.records import chosen_record, run_options
from pbem.cli.terminal import echo

if TYPE_CHECKING:
    from pbem.audit.record import Record
    from pbem.core.cases.cases import Case, Result


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES… | new", type=FILE)
@click.option("--from", "number", type=int, metavar="N", help="new: the paragraph to keep.")
@run_options
@click.option("--id", "name", default="", metavar="ID", help="new: the name of the case.")
@click.option("--write", type=FILE, metavar="FILE", help="new: the file to write it to.")
@click.option("--show", is_flag=True, help="Print all that each case did, whatever it asserts.")
@format_option
def command(
    files: tuple[Path, ...],
    number: int | None,
    game: Path | None,
    run: str | None,
    out: Path | None,
    name: str,
    write: Path | None,
    show: bool,
    form: str,
) -> int:
    """Run the cases of files and folders, or make one: `pbem case new --from N`.

    A case holds what was given and what must come of it. Whatever comes of it that the case does
    not mention fails it. A new case keeps position, orders and dice of a played run, and asserts
    one paragraph; add the clauses that it decides. Exit code 1 means that a case failed.

    \b
    Example:
      pbem case tests/rulebook/gw
      pbem case tests/rulebook/gw/blitz.yaml --show
      pbem case new --from 4 --game barb --write precedent.yaml
    """
    from pbem.core.data.findings import UsageError

    if files == (Path("new"),):
        if number is None:
            raise UsageError("--from N is missing: the paragraph to keep")
        text = _precedent(chosen_record(game, run, out), number, name)
        return _new(text, write, form)
    stands_in = game == Path()  # a game directory, which cases that are run do not ask for
    if number is not None or (game and not stands_in) or out is not None or write is not None:
        raise UsageError("--from, --game, --out and --write go with `pbem case new`")
    return _run(files, show, form)


def _run(files: tuple[Path, ...], show: bool, form: str) -> int:
    from pbem.core.cases.cases import case_files, read_cases
    from pbem.core.data.findings import UsageError

    paths = case_files(files)
    if not paths:
        raise UsageError("there are no cases in these folders")
    cases = [case for path in paths for case in read_cases(path)]
    if form == "json":
        return _as_data(cases)
    for case in cases if show else ():
        _show(case)
    return _in_words(cases)


def _as_data(cases: Sequence[Case]) -> int:
    """Run cases and print all that came of each."""
    from pbem.core.cases.cases import run_case
    from pbem.core.data.findings import EXIT_FINDINGS

    results = [run_case(case) for case in cases]
    echo_json([_data(result) for result in results])
    return 0 if all(result.passed for result in results) else EXIT_FINDINGS


def _in_words(cases: Sequence[Case]) -> int:
    """Run cases and tell which failed, and why."""
    from pbem.core.data.findings import EXIT_FINDINGS

    failed = _failed(cases)
    for case, problems in failed:
        _tell(case, problems)
    click.echo(f"{len(cases) - len(failed)} of {len(cases)} cases passed")
    return EXIT_FINDINGS if failed else 0


def _failed(cases: Sequence[Case]) -> list[tuple[Case, tuple[str, ...]]]:
    """The cases that fail, each with what is wrong."""
    from pbem.core.cases.cases import problems_of

    with progress("case", len(cases)) as shown:
        tried = [(case, problems_of(case)) for case in shown.each(cases)]
    return [(case, problems) for case, problems in tried if problems]


def _data(result: Result) -> dict[str, object]:
    return {
        "case": result.case.id,
        "where": result.case.where,
        "passed": result.passed,
        "problems": list(result.problems),
        "ran": sorted(result.ran),
        "idle_clauses": list(result.idle),
    }


def _show(case: Case) -> None:
    from pbem.core.cases.caseshow import told

    click.echo(f"{case.id} (rule {case.rule})")
    for line in told(case):
        click.echo(f"  {line}")


def _tell(case: Case, problems: tuple[str, ...]) -> None:
    echo(f"{case.where}: {case.id} FAILED (rule {case.rule})", "red")
    for problem in problems:
        click.echo(f"  {problem}")


def _precedent(record: Record, number: int, name: str) -> str:
    from pbem.audit.precedent import case_text, precedent

    return case_text(record.header()["system"], precedent(record, number, name))


def _new(text: str, write: Path | None, form: str) -> int:
    from pbem.core.data.findings import UsageError

    if write is not None:
        if write.exists():
            raise UsageError(f"{write} is there already and is not overwritten")
        write_out(write, text)
    if form == "json":
        echo_json({"file": str(write) if write else None, "case": text})
    elif write is None:
        click.echo(text, nl=False)
    else:
        click.echo(f"{write}: add the clauses that it decides, then: pbem case {write}")
    return 0
