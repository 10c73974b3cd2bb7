"""pbem keys: is a copy of the secret keys good?"""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option, game_option


@click.command()
@click.argument("file", type=FILE)
@game_option(required=True)
@format_option
def command(file: Path, game: Path, form: str) -> None:
    """Check a copy of a game's file `keys`: whether it leads back to what was published.

    Without the keys a game cannot be played on or opened, so keep a copy of DIR/keys where nobody
    else reads it, and check the copy. A good copy put back as DIR/keys, or handed to the moderator
    by the key keeper, lets the game go on. Nothing of the keys is shown.

    \b
    Example:
      pbem keys barb/keys --game barb
    """
    from pbem.store.directory import open_directory
    from pbem.store.keys import check_copy, read_keys
    from pbem.store.plain import read_files

    directory = open_directory(game)
    (data,) = read_files([file]).values()
    keys = read_keys(data.decode("utf-8", errors="replace"), str(file))
    check_copy(keys, directory.text(game / "commitments.yaml"), str(file))
    if form == "json":
        echo_json({"file": str(file), "game": keys.game})
        return
    click.echo(f"{file}: these are the keys of {keys.game}")
