"""pbem send: deliver the outbox."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option, open_games_of


@click.command()
@game_option()
@click.option("--root", type=FILE, metavar="DIR", help="A folder with many games.")
@click.option("--dry-run", "dry", is_flag=True, help="Only list what would be sent.")
@click.option(
    "--again", multiple=True, metavar="LETTER", help="Repeat a letter of which nobody knows."
)
@click.option("--held", is_flag=True, help="Also send, in your own name, letters that are held.")
@format_option
def command(
    game: Path | None,
    root: Path | None,
    dry: bool,
    again: tuple[str, ...],
    held: bool,
    form: str,
) -> int:
    """Send the letters that lie in the outbox of a game, or of many.

    mail.yaml, in the folder above the games, names the server (smtp) or the program (sendmail).
    What the server took goes to sent/; what it did not take stays and is told. A letter whose
    sending was stopped between its text and the server's answer is listed, and repeated only with
    --again, under the same Message-ID. A letter that an archive brought, that another moderator
    wrote, or to nobody whom game.yaml names, is held: --dry-run lists it, --held sends it in your
    name.

    \b
    Example:
      pbem send --game barb --dry-run
      pbem send --root games --dry-run
    """
    from pbem.core.data.findings import EXIT_FINDINGS
    from pbem.core.data.letters import shown_in_line
    from pbem.post.senders import unwritten
    from pbem.post.sending import deliver
    from pbem.store.files import locked

    rows = []
    for directory in open_games_of(game, root):
        for note in unwritten(directory):
            click.echo(shown_in_line(f"{directory.roster.game}: {note}"), err=True)
        with locked(directory.root):
            for one in deliver(directory, again, dry, held):
                rows.append(
                    {
                        "game": directory.roster.game,
                        "letter": one.name,
                        "to": one.to,
                        "subject": one.subject,
                        "outcome": one.outcome,
                        "told": one.told,
                    }
                )
                if form == "text":
                    told = f": {one.told}" if one.told else ""
                    line = f"{one.outcome.upper()} {one.name} to {one.to}{told}"
                    click.echo(shown_in_line(line))
    if form == "json":
        echo_json(rows)
    elif not rows:
        click.echo("nothing lies in the outbox")
    well = {"sent", "waiting"}
    return 0 if all(row["outcome"] in well for row in rows) else EXIT_FINDINGS
