"""pbem publish: what a player, or everybody, may hold of a game."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option


@click.command()
@game_option()
@click.option(
    "--for",
    "who",
    required=True,
    metavar="NAME",
    help="A player, a spectator, or public: what everybody may see.",
)
@click.option("--out", type=FILE, metavar="PATH", help="A new folder, or FILE.zip.")
@format_option
def command(game: Path | None, who: str, out: Path | None, form: str) -> None:
    """Pack what somebody may hold of a game, and nothing else.

    The sheet of commitments, the register, the logs, the reports for everybody, the sheets of
    seals; for a player also his own reports, his questions, his files with their receipts, the
    position as he sees it, and what of the sealed entries he may see. A spectator gets what
    everybody may see, as late as game.yaml says. Without --out it is GAME-NAME.zip beside the game.

    He checks it with `pbem audit --kept PATH`, or drops the files on docs/verify.html.

    \b
    Example:
      pbem publish --game barb --for anna
      pbem publish --game barb --for public --out public
    """
    from pbem.core.data.findings import id_said
    from pbem.store.directory import open_directory
    from pbem.store.publishing import default_name, published, reader, write

    directory = open_directory(game or Path())
    meant = reader(directory, id_said(who))
    files = published(directory, meant)
    path = out or default_name(directory, meant)
    write(files, path)
    if form == "json":
        run = str(meant.last)
        echo_json({"file": str(path), "for": meant.name, "run": run, "files": sorted(files)})
        return
    click.echo(f"{path}: {len(files)} files for {meant.name}, after run {meant.last}")
    click.echo(f"it is checked with: pbem audit --kept {path}")
