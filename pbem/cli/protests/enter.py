"""pbem protest enter: an objection that the moderator enters for a player."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import PLAYER, echo_json, format_option, game_option, moment_of


@click.command()
@click.argument("paragraph", type=click.IntRange(1))
@game_option()
@click.option("--run", metavar="N", help="The run of the report; the latest if not named.")
@click.option("--player", type=PLAYER, required=True, help="Who objects.")
@click.option("--reason", required=True, metavar="TEXT", help="Why, in his words.")
@click.option("--cite", default="", metavar="RULE", help="The rule that says otherwise.")
@click.option("--now", metavar="TIME", help="As of 2026-11-20 19:30 UTC. Default: now.")
@format_option
def command(
    paragraph: int,
    game: Path | None,
    run: str | None,
    player: str,
    reason: str,
    cite: str,
    now: str | None,
    form: str,
) -> None:
    """Enter an objection of a player to a numbered paragraph of a report.

    PARAGRAPH is the number in brackets before it. The player gets the protest with its number: a
    letter to him lies in outbox/, if he has an address. With it `pbem audit --kept` proves that no
    later log leaves it out.

    \b
    Example:
      pbem protest enter 4 --game barb --player anna --reason "It was out of supply."
    """
    from pbem.cli.records import chosen_run
    from pbem.moderation.protests import Objection
    from pbem.post.carrying import finish
    from pbem.post.objections import enter_for
    from pbem.store.directory import open_directory
    from pbem.store.files import locked

    directory = open_directory(game or Path())
    with locked(directory.root):
        for line in finish(directory):
            click.echo(line, err=True)
        said = str(chosen_run(directory, run))
        objection = Objection(player, said, paragraph, " ".join(reason.split()), cite)
        made, letter = enter_for(directory, objection, moment_of(now))
    if form == "json":
        written = {"letter": str(letter)} if letter else {}
        echo_json({"number": made.number, "protest": made.text(), **written})
        return
    click.echo(f"protest {made.number} of {player} against {made.about} is open; for {player}:\n")
    click.echo(made.text(), nl=False)
    if letter:
        click.echo(f"\n{letter}")
