"""pbem protest enter: an objection that the moderator enters for a player."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import PLAYER, echo_json, format_option, game_option


@click.command()
@click.argument("paragraph", type=click.IntRange(1))
@game_option()
@click.option("--run", metavar="N", help="The run of the report; the latest if not named.")
@click.option("--player", type=PLAYER, required=True, help="Who objects.")
@click.option("--reason", required=True, metavar="TEXT", help="Why, in his words.")
@click.option("--cite", default="", metavar="RULE", help="The rule that says otherwise.")
@format_option
def command(
    paragraph: int,
    game: Path | None,
    run: str | None,
    player: str,
    reason: str,
    cite: str,
    form: str,
) -> None:
    """Enter an objection of a player to a numbered paragraph of a report.

    PARAGRAPH is the number in brackets before it. The answer is what the player gets: the protest
    with its number. He keeps it; with it `pbem audit --kept` proves that no later log leaves it
    out.

    \b
    Example:
      pbem protest enter 4 --game barb --player anna --reason "It was out of supply."
    """
    from pbem.cli.records import chosen_run
    from pbem.moderation.protests import Objection
    from pbem.post.receiving import finish
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.protests import enter

    directory = open_directory(game or Path())
    with locked(directory.root):
        finish(directory)
        said = str(chosen_run(directory, run))
        made = enter(directory, Objection(player, said, paragraph, " ".join(reason.split()), cite))
    if form == "json":
        echo_json({"number": made.number, "protest": made.text()})
        return
    click.echo(f"protest {made.number} of {player} against {made.about} is open; for {player}:\n")
    click.echo(made.text(), nl=False)
