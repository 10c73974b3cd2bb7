"""pbem protest close: rule on a protest."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option
from pbem.cli.protests.list import data


@click.command()
@click.argument("number", type=click.IntRange(1))
@game_option()
@click.option("--upheld/--dismissed", default=None, help="Whether it was right.")
@click.option("--author", required=True, metavar="NAME", help="Who rules.")
@click.option("--reason", required=True, metavar="TEXT", help="Why; whoever may see it reads it.")
@click.option("--cite", default="", metavar="RULE", help="The rule that decides it.")
@click.option("--run", default="", metavar="N", help="The amendment, or the run played again.")
@click.option("--case", type=FILE, metavar="FILE", help="The precedent: a file of `pbem case new`.")
@format_option
def command(
    number: int,
    game: Path | None,
    upheld: bool | None,
    author: str,
    reason: str,
    cite: str,
    run: str,
    case: Path | None,
    form: str,
) -> None:
    """Rule on a protest: the next reports tell the ruling, once.

    Correct first what was wrong (`pbem amend`, or `pbem rewind` and play again) and name the run
    that does. `pbem case new --from PARAGRAPH` makes a precedent of the position; write into it
    what should have come of it, and name it with --case: it is kept, and the ruling names it.

    \b
    Example:
      pbem protest close 1 --game barb --dismissed --author Mara --reason "An HQ supplies it."
    """
    from pbem.cli.protests.precedents import precedent
    from pbem.core.data.findings import UsageError
    from pbem.moderation.protests import DISMISSED, UPHELD, Ruling
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.protests import close

    if upheld is None:
        raise UsageError("say how it is ruled: --upheld or --dismissed")
    directory = open_directory(game or Path())
    names, content, told = precedent(case) if case else ("", None, "")
    ruling = Ruling(
        number=number,
        author=author,
        outcome=UPHELD if upheld else DISMISSED,
        reason=" ".join(reason.split()),
        cite=cite,
        correction=run,
        precedent=names,
    )
    with locked(directory.root):
        made = close(directory, ruling, content)
    if form == "json":
        echo_json({**data(made), "case": told})
        return
    click.echo(f"protest {number} of {made.player} against {made.about} is {ruling.outcome}")
    if told:
        click.echo(told)
