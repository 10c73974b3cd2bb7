"""pbem amend: correct the position by a run of its own."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option


@click.command()
@click.argument("file", type=FILE, metavar="FILE")
@game_option(required=True)
@format_option
def command(file: Path, game: Path, form: str) -> None:
    """Correct the position: who, why, by which rule, and what changes.

    An amendment is a run of its own (runs/N.1 after run N); it throws no dice, its log is part of
    the chain of the game, and the next report shows it. Old values need not be typed.

    \b
    A file:
      format: pbem-amend/1
      game: barb-12
      after: "1"
      author: Moderator
      reason: The corps was out of supply and must lie face-down
      cite: "2.4.3"
      events:
      - {event: UnitChanged, unit: ger-xx-inf, what: mark, mark: face-down, new: lasting}
      - {event: PlaceChanged, place: E2240, what: controller, new: germany}

    \b
    Example:
      pbem amend correction.yaml --game barb
    """
    from pbem.store.beside import amend_game
    from pbem.store.directory import open_directory
    from pbem.store.files import locked

    directory = open_directory(game)
    with locked(game):
        done = amend_game(directory, file)
    if form == "json":
        echo_json({"run": str(done.run), "folder": str(done.folder), "report": done.report})
        return
    click.echo(done.report, nl=False)
    click.echo(f"amendment {done.run} lies in {done.folder}")
