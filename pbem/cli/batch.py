"""pbem batch: play every game of a folder that is ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import FILE, echo_json, format_option, moment_of

if TYPE_CHECKING:
    from pbem.post.batch import Row
    from pbem.post.crews import Crew


@click.command()
@click.argument("root", type=FILE, metavar="DIR")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Processes side by side.")
@click.option("--cluster", is_flag=True, help="The workers that DIR/cluster.yaml names play.")
@click.option(
    "--most-missing",
    type=click.IntRange(0),
    metavar="N",
    help="Play nothing if more players than this are late.",
)
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(
    root: Path,
    jobs: int,
    cluster: bool,
    most_missing: int | None,
    now: str | None,
    form: str,
) -> int:
    """Play every game of a folder that is ready, and write to its players.

    A game is ready when nobody who owes orders has time left. One that waits is listed; one that
    fails stops no other (exit code 1), and one at which another command is at work is left to it
    (exit code 5). A second call does only what is left. Of workers it is told which were lost, and
    which sent another log than this program plays (exit code 1).

    \b
    Example:
      pbem batch games --now "2026-11-20 19:30 UTC"
      pbem batch games --jobs 2 --most-missing 3 --now "2026-11-20 19:30 UTC"
    """
    from pbem.cli.progress import progress
    from pbem.core.data.findings import EXIT_BUSY, EXIT_FINDINGS
    from pbem.core.data.letters import shown_in_line
    from pbem.post.batch import batch
    from pbem.post.pictures import MISSING, lacking
    from pbem.post.sorting import directories_under

    games, when = directories_under(root), moment_of(now)
    crew, rows = _crew(root, jobs, cluster), []
    with progress("batch", len(games), quiet=form == "json") as shown:
        for row in shown.each(batch(games, when, crew=crew, most_missing=most_missing)):
            rows.append(row)
            shown.at(row.game)
            if form == "text" and row.outcome == "failed":
                shown.echo(shown_in_line(f"{row.game}: run {row.run} failed: {row.told}"))
    rows.sort(key=lambda row: row.folder)
    if form == "json":
        echo_json([asdict(row) for row in rows])
    else:
        click.echo(_table(rows))
    if lacking(games):
        click.echo(MISSING, err=True)
    for line in crew.troubles:
        click.echo(shown_in_line(line), err=True)
    found = {row.outcome for row in rows}
    if "failed" in found or crew.troubles:
        return EXIT_FINDINGS
    return EXIT_BUSY if "busy" in found else 0


def _crew(root: Path, jobs: int, cluster: bool) -> Crew:
    """Who does the work."""
    from pbem.core.data.findings import UsageError
    from pbem.post.crews import Alone, Several

    if not cluster:
        return Several(jobs) if jobs > 1 else Alone()
    if jobs > 1:
        raise UsageError("--jobs is of this machine, --cluster of others: name one of them")
    from pbem.post.cluster import cluster as reached

    return reached(root)


def _table(rows: Sequence[Row]) -> str:
    """Every game in a line, and how many came to what."""
    from tabulate import tabulate

    from pbem.core.data.letters import shown_in_line
    from pbem.post.batch import OUTCOMES

    lines = [(row.game, row.run, row.outcome, row.letters or "", row.told) for row in rows]
    heads = ("game", "run", "", "letters", "")
    table = tabulate(lines, heads, tablefmt="plain", disable_numparse=True) if lines else ""
    counts = {name: sum(row.outcome == name for row in rows) for name in OUTCOMES}
    told = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    said = [line.rstrip() for line in table.splitlines()]
    return "\n".join(map(shown_in_line, [*said, f"{len(rows)} games: {told or 'none'}"]))
