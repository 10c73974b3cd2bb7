"""pbem rewind: take back runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import echo_json, format_option, game_option
from pbem.cli.completing import runs
from pbem.cli.progress import progress

if TYPE_CHECKING:
    from pbem.store.rewinding import TakenBack, VoidAmendment


@click.command()
@game_option(required=True)
@click.option(
    "--to",
    "to",
    shell_complete=runs,
    required=True,
    metavar="RUN",
    help="The last run that stands.",
)
@click.option("--why", default="", metavar="REASON", help="Why; logs and reports tell it.")
@click.option(
    "--despite", default="", metavar="REASON", help="Take back what game.yaml lets stand."
)
@format_option
def command(game: Path, to: str, why: str, despite: str, form: str) -> None:
    """Take back every run after RUN. They move to DIR/void; nothing is deleted.

    Their orders wait in DIR/replay/N and `pbem adjudicate` plays them again, one run after the
    other, or all with --all. Unchanged orders meet the same dice, so only what your correction
    touches comes out otherwise; the reports say what, and which orders broke. From the first run
    whose orders you change in DIR/replay/N, all runs take fresh keys. A run that waits for answers
    is taken back by naming the run before it. It has told dice, so it is void; it keeps its key
    only where nothing but the answers that it asked for is new. Amendments among the void runs are
    named, each with the command that makes it again.

    \b
    Example:
      pbem rewind --game barb --to 0
    """
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.rewinding import rewind

    directory = open_directory(game)
    with locked(game), progress("rewind", quiet=form == "json"):
        taken = rewind(directory, directory.known(to), despite or why, bool(despite))
    waits = directory.root / "replay" / str(directory.state().clock.run + 1)
    orders = waits if waits.is_dir() else game / "orders"
    if form == "json":
        echo_json(_data(taken, orders))
        return
    names = ", ".join(map(str, taken.runs))
    told = f"void now: {names}" if names else "taken back: what was sealed, or waited, for this run"
    click.echo(told)
    click.echo(f"the orders to be played now lie in {orders}")
    for amendment in taken.amendments:
        _tell_amendment(amendment, game, directory.latest.number)
    click.echo(f"next: correct what was wrong, then pbem adjudicate --game {game}")


def _data(taken: TakenBack, orders: Path) -> dict[str, Any]:
    return {
        "void": [str(run) for run in taken.runs],
        "orders": str(orders),
        "amendments": [
            {
                "run": str(amendment.run),
                "author": amendment.author,
                "reason": amendment.reason,
                "file": str(amendment.file),
            }
            for amendment in taken.amendments
        ],
    }


def _tell_amendment(amendment: VoidAmendment, game: Path, stands: int) -> None:
    """An amendment that is void, and the command that makes it again."""
    number = amendment.run.number
    when = "now" if number <= stands else f"once run {number} is played again"
    click.echo(f"void too: amendment {amendment.run} by {amendment.author}: {amendment.reason}")
    click.echo(f"  to make it again, {when}: pbem amend {amendment.file} --game {game}")
