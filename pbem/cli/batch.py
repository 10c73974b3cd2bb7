"""pbem batch: play every game of a folder that is ready."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, moment_of


@click.command()
@click.argument("root", type=FILE, metavar="DIR")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Processes side by side.")
@click.option(
    "--most-missing",
    type=click.IntRange(0),
    metavar="N",
    help="Play nothing if more players than this are late.",
)
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(root: Path, jobs: int, most_missing: int | None, now: str | None, form: str) -> int:
    """Play every game of a folder that is ready, and write to its players.

    A game is ready when nobody who owes orders has time left. One that waits is listed; one that
    fails stops no other (exit code 1). A second call does only what is left.

    \b
    Example:
      pbem batch games --now "2026-11-20 19:30 UTC"
      pbem batch games --jobs 2 --most-missing 3 --now "2026-11-20 19:30 UTC"
    """
    from pbem.core.data.findings import EXIT_FINDINGS
    from pbem.core.data.letters import shown_in_line
    from pbem.post.batch import batch
    from pbem.post.sorting import directories_under

    games, when = directories_under(root), moment_of(now)
    rows = []
    for row in batch(games, when, jobs=jobs, most_missing=most_missing):
        rows.append(row)
        if form == "text":
            click.echo(
                shown_in_line(f"{row.game}: run {row.run} {row.outcome} {row.told}".rstrip())
            )
    if form == "json":
        echo_json([asdict(row) for row in sorted(rows, key=lambda row: row.folder)])
    else:
        counts = {name: sum(row.outcome == name for row in rows) for name in _OUTCOMES}
        told = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        click.echo(f"{len(rows)} games: {told}")
    return EXIT_FINDINGS if any(row.outcome == "failed" for row in rows) else 0


_OUTCOMES = ("played", "asked", "waits", "ended", "failed")
