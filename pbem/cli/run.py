"""pbem run: a window from the letters that came to those that go out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    FILE,
    by_hand_option,
    echo_json,
    format_option,
    game_option,
    moment_of,
)

if TYPE_CHECKING:
    from pbem.post.rounds import Conducted
    from pbem.store.directory import GameDirectory


@click.command()
@click.argument("letters", nargs=-1, type=FILE, metavar="[LETTERS…]")
@game_option()
@click.option("--imap", is_flag=True, help="Receive first what lies in the mailbox of mail.yaml.")
@by_hand_option
@click.option("--anyway", is_flag=True, help="Do not wait for orders that are not late yet.")
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(
    letters: tuple[Path, ...],
    game: Path | None,
    imap: bool,
    by_hand: bool,
    anyway: bool,
    now: str | None,
    form: str,
) -> int:
    """Receive what came, play the window if nothing is to be waited for, and write to everybody.

    A window is sealed and played when everybody who owes orders has sent them or is late; before
    that play waits (exit code 3). Then each player's report with his next form, or the questions
    that play waits for, lie in outbox/: `pbem send` sends them. Called again it writes nothing
    twice.

    \b
    Example:
      pbem run --game barb --now "2026-11-20 19:30 UTC"
    """
    from pbem.cli.receive import received_rows
    from pbem.core.data.findings import EXIT_WAITING
    from pbem.core.data.letters import shown_in_line
    from pbem.post.overview import overview
    from pbem.post.pictures import MISSING, Pictures
    from pbem.post.rounds import Conducted, conduct
    from pbem.store.directory import open_directory
    from pbem.store.files import locked

    directory = open_directory(game or Path())
    games = {directory.roster.game: directory}
    came = list(received_rows(games, letters, imap, now, by_hand=by_hand))
    with locked(directory.root):
        directory, when = open_directory(directory.root), moment_of(now)
        if _may_hold_orders(directory, came):
            done = Conducted("waits", overview(directory, when), (), failed=(_UNPLAYED,))
        else:
            done = conduct(directory, when, anyway=anyway)
    notes = [*done.failed, *done.view.notes, *([MISSING] if Pictures(directory).lacking else [])]
    if form == "json":
        echo_json({"received": came, **_data(done), "notes": notes})
    else:
        _tell(came, done)
        for note in notes:
            click.echo(shown_in_line(note), err=True)
    return 0 if done.outcome in ("played", "ended") else EXIT_WAITING


_UNPLAYED = (
    "nothing was played: a letter at which the program failed may hold orders; look at it, and "
    "call again to go on"
)


def _may_hold_orders(directory: GameDirectory, came: list[dict[str, Any]]) -> bool:
    """Whether the program failed at a letter of a player."""
    from pbem.post.senders import writer_by_address

    failed = (row["from"] for row in came if row["outcome"] == "failed")
    return any(writer_by_address(directory, sender) for sender in failed)


def _data(done: Conducted) -> dict[str, Any]:
    return {
        "outcome": done.outcome,
        "run": done.view.run,
        "window": done.view.window,
        "waits_for": list(done.waits_for),
        "letters": [str(path) for path in done.letters],
        "report": done.report,
    }


def _tell(came: list[dict[str, Any]], done: Conducted) -> None:
    """What a moderator reads of a window."""
    from pbem.cli.receive import line_of

    for row in came:
        click.echo(line_of(row))
    if done.report:
        click.echo(done.report, nl=False)
    waits = f" for {', '.join(done.waits_for)}" if done.waits_for else ""
    told = {
        "played": f"played; run {done.view.run} is open",
        "asked": f"run {done.view.run} waits{waits}",
        "waits": f"run {done.view.run} waits{waits}",
        "ended": "the game has ended",
    }
    click.echo(told[done.outcome])
    if done.view.rulings:
        click.echo(f"  fill in {done.view.rulings}, and put it into overrides/")
    for path in done.letters:
        click.echo(f"  {path}")
