"""pbem receive: take letters of players into their games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option, games_of, moment_of

if TYPE_CHECKING:
    from pbem.post.intake import Row
    from pbem.store.directory import GameDirectory


@click.command()
@click.argument("letters", nargs=-1, type=FILE, metavar="LETTERS…")
@game_option()
@click.option("--root", type=FILE, metavar="DIR", help="A folder with many games.")
@click.option("--imap", is_flag=True, help="Also take what lies in the mailbox of mail.yaml.")
@click.option("--now", metavar="TIME", help="When they came: 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(
    letters: tuple[Path, ...],
    game: Path | None,
    root: Path | None,
    imap: bool,
    now: str | None,
    form: str,
) -> int:
    """Take letters of players into their games, and answer each with a receipt.

    LETTERS are text files, mails (.eml), mbox files, Maildirs, or folders of such; --imap takes
    what is new in a live mailbox. What mail programs and writers put around orders is taken off;
    the letter is kept as it came. A file without errors counts at once, in place of an earlier one
    of its kind. Whoever has an address in game.yaml or a passphrase must write from it, or say it;
    what is not his is refused and told to you alone. Answers lie in the outbox of the game. A
    letter that came before changes nothing.

    \b
    Example:
      pbem receive hans.eml --game barb
      pbem receive Maildir --root games
    """
    from pbem.core.data.findings import EXIT_FINDINGS, UsageError

    if not letters and not imap:
        raise UsageError("name letters to receive: files, folders, or --imap for a mailbox")
    rows: list[dict[str, Any]] = []
    for row in received_rows(games_of(game, root), letters, imap, now):
        rows.append(row)
        if form == "text":
            click.echo(line_of(row))
    if form == "json":
        echo_json(rows)
    well = {"counts", "known", "robot"}
    return 0 if all(row["outcome"] in well for row in rows) else EXIT_FINDINGS


def received_rows(
    games: dict[str, GameDirectory], letters: Iterable[Path], imap: bool, now: str | None
) -> Iterator[dict[str, Any]]:
    """What became of every letter: those of files first, then those of the mailbox."""
    from email.utils import format_datetime

    from pbem.core.data.findings import UsageError
    from pbem.post.boxes import letters_at
    from pbem.post.intake import Intake
    from pbem.post.mailbox import mailbox
    from pbem.post.settings import settings

    when, intake = format_datetime(moment_of(now)), Intake(games)
    for path in letters:
        for name, raw in letters_at(path):
            yield _data(intake.take(name, raw, when))
    if imap:
        said = settings(next(iter(games.values())))
        if said.imap is None:
            raise UsageError("mail.yaml names no mailbox", hint="write imap: {host: …, user: …}")
        with mailbox(said.imap, said.folder) as box:
            for letter in box.letters():
                row = intake.take(letter.name, letter.raw, when)
                if row.handled.outcome != "unclear":
                    box.mark(letter)
                yield _data(row)


def _data(row: Row) -> dict[str, Any]:
    """A row as plain data."""
    letter, handled = row.letter, row.handled
    return {
        "letter": letter.name,
        "from": letter.sender,
        "subject": letter.subject,
        "game": row.game,
        "number": handled.number,
        "outcome": handled.outcome,
        "told": list(handled.told),
        "answer": str(handled.answer) if handled.answer else "",
    }


def line_of(row: dict[str, Any]) -> str:
    """What a moderator reads of a letter."""
    from pbem.core.data.letters import shown_in_line

    sender = f" from {row['from']}" if row["from"] else ""
    head = f"{row['outcome'].upper()} {row['letter']}{sender}"
    whose = f" [{row['game']}]" if row["game"] else ""
    answer = [f"  answer: {row['answer']}"] if row["answer"] else []
    told = [f"  {shown_in_line(line)}" for line in row["told"]]
    return "\n".join([shown_in_line(head + whose), *told, *answer])
