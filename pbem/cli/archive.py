"""pbem archive: a whole game as one file."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option, said_passphrase


@click.command()
@game_option()
@click.option("--out", type=FILE, metavar="FILE", help="Write it there. Default: GAME-RUN.age.")
@click.option(
    "--hand-over", "to", default="", metavar="NAME", help="He goes on with it, and this copy stops."
)
@format_option
def command(game: Path | None, out: Path | None, to: str, form: str) -> None:
    """Write a whole game into one file, from which another moderator can go on with it.

    All of it is in it: positions, logs, secrets, keys, letters, what waits in the outbox, standing
    orders, your own data. It is encrypted under a passphrase of twelve characters or more, which is
    asked for, or read from a pipe; tell it by another way than the file. Your settings and
    passwords and hidden files are not in it. The format is that of age: `age -d FILE` opens it too,
    to a zip.

    Without --hand-over it is a copy to keep, and the game goes on here. With it this copy is marked
    and no command changes it any more, so that two moderators do not both play on.

    \b
    Example:
      pbem archive --game barb --out barb.age
      pbem archive --game barb --out for-mara.age --hand-over Mara
    """
    from pbem.post.archiving import archive, default_name
    from pbem.store.directory import open_directory
    from pbem.store.files import locked

    directory = open_directory(game or Path())
    path = out or default_name(directory)
    said = said_passphrase(repeated=True)
    with locked(directory.root):
        made = archive(directory, path, said, to)
    if form == "json":
        answer = {"file": str(path), "game": made.game, "run": made.run, "files": len(made.files)}
        echo_json(answer | {"handed_to": to, "keys": made.has_keys, "left_out": list(made.aside)})
        return
    click.echo(f"{path}: {made.game} after run {made.run}, {len(made.files)} files")
    for name in made.aside:
        click.echo(f"left here: {name}")
    if not made.has_keys:
        click.echo("the keys are not in it: their keeper has them")
    if to:
        click.echo(f"{to} goes on with it; no command changes {directory.root} any more")
    else:
        click.echo("a copy to keep; if somebody is to go on with it, say --hand-over NAME")
