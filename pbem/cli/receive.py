"""pbem receive: take letters of players into their games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import (
    FILE,
    by_hand_option,
    echo_json,
    format_option,
    game_option,
    games_of,
    moment_of,
)

if TYPE_CHECKING:
    from pbem.post.intake import Intake, Row
    from pbem.store.directory import GameDirectory


@click.command()
@click.argument("letters", nargs=-1, type=FILE, metavar="LETTERS…")
@game_option()
@click.option("--root", type=FILE, metavar="DIR", help="A folder with many games.")
@click.option("--imap", is_flag=True, help="Also take what lies in the mailbox of mail.yaml.")
@by_hand_option
@click.option("--now", metavar="TIME", help="When they came: 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(
    letters: tuple[Path, ...],
    game: Path | None,
    root: Path | None,
    imap: bool,
    by_hand: bool,
    now: str | None,
    form: str,
) -> int:
    """Take letters of players into their games, and answer each with a receipt.

    LETTERS are mails (.eml), mbox files, Maildirs, or folders of such; --imap takes what is new in
    a live mailbox. What mail programs and writers put around orders is taken off; the letter is
    kept as it came. A file without errors counts at once, in place of an earlier one of its kind.
    Whoever has an address in game.yaml or a passphrase must write from it, or say it; what is not
    his, and what names no sender, is refused and told to you alone. A file that you typed yourself,
    or for which you vouch, you hand in --by-hand: then nobody asks whose it is. Answers lie in the
    outbox of the game. A letter that came before changes nothing. One at which the program fails is
    kept, and those behind it are read. Files in a letter that a program passed on are read, but it
    is not answered. Exit code 1: not all of them counted, or one that did is not answered.

    \b
    Example:
      pbem receive hans.eml --game barb
      pbem receive Maildir --root games
      pbem receive --by-hand orders.yaml --game barb
    """
    from pbem.core.data.findings import EXIT_FINDINGS, UsageError

    if not letters and not imap:
        raise UsageError("name letters to receive: files, folders, or --imap for a mailbox")
    rows: list[dict[str, Any]] = []
    for row in received_rows(games_of(game, root), letters, imap, now, by_hand=by_hand):
        rows.append(row)
        if form == "text":
            click.echo(line_of(row))
    if form == "json":
        echo_json(rows)
    return 0 if all(map(_is_well, rows)) else EXIT_FINDINGS


def _is_well(row: dict[str, Any]) -> bool:
    """Whether the moderator has nothing to do for a letter: nobody else tells its writer."""
    answered = row["outcome"] == "counts" and not row["robot"]
    return answered or row["outcome"] in ("known", "robot")


def received_rows(
    games: dict[str, GameDirectory],
    letters: Iterable[Path],
    imap: bool,
    now: str | None,
    *,
    by_hand: bool = False,
) -> Iterator[dict[str, Any]]:
    """What became of every letter: those of files first, then those of the mailbox.

    `by_hand`: the letters are files that the moderator hands in as his own.
    """
    from email.utils import format_datetime

    from pbem.core.data.findings import UsageError
    from pbem.post.boxes import files_by_hand, letters_of
    from pbem.post.intake import Intake
    from pbem.post.letters import Handed

    when, intake = format_datetime(moment_of(now)), Intake(games)
    if by_hand and imap:
        hint = "receive what is in the mailbox by a call of its own"
        raise UsageError("--by-hand is for files, and no letter of a mailbox is one", hint=hint)
    for name, raw in files_by_hand(letters) if by_hand else ():
        yield from map(_data, intake.take(name, raw, when, Handed.BY_HAND))
    for name, raw in () if by_hand else letters_of(letters):
        yield from map(_data, intake.take(name, raw, when))
    if imap:
        yield from map(_data, _from_mailbox(next(iter(games.values())), intake, when))


def _from_mailbox(directory: GameDirectory, intake: Intake, when: str) -> Iterator[Row]:
    """What became of every letter of a mailbox; one that a game keeps is marked there."""
    from pbem.core.data.findings import UsageError
    from pbem.post.mailbox import mailbox
    from pbem.post.settings import WHERE, settings

    said = settings(directory)
    if said.imap is None:
        hint = f"write imap: {{host: …, user: …}} {WHERE}"
        raise UsageError("mail.yaml names no mailbox", hint=hint)
    with mailbox(said.imap, said.folder) as box:
        for letter in box.letters():
            kept = True
            for row in intake.take(letter.name, letter.raw, when):
                kept = kept and row.handled.number > 0
                yield row
            if kept:
                box.mark(letter)


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
        "robot": letter.robot,
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
