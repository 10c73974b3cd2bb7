"""pbem passphrase: keep a player's passphrase."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import PLAYER, echo_json, format_option, game_option, said_passphrase


@click.command()
@click.argument("player", type=PLAYER)
@game_option()
@format_option
def command(player: str, game: Path | None, form: str) -> None:
    """Keep the passphrase that a player's letters must say.

    It is asked for, or read from a pipe; it stands in no command line, and only what scrypt makes
    of it is kept. From then on a letter with a file of his counts only if a line of it says
    `passphrase: …`; that line is never kept beside his orders.

    \b
    Example:
      pbem passphrase hans --game barb
    """
    from pbem.core.data.findings import UsageError, suggest
    from pbem.post.passphrases import keep
    from pbem.store.directory import open_directory
    from pbem.store.files import locked

    directory = open_directory(game or Path())
    if player not in directory.roster.players:
        hint = suggest(player, directory.roster.players)
        raise UsageError(f"'{player}' is none of the game's players", hint=hint)
    said = said_passphrase(repeated=True)
    with locked(directory.root):
        keep(directory, player, said)
    if form == "json":
        echo_json({"player": player, "kept": True})
    else:
        click.echo(f"kept; a letter of {player} says `passphrase: …` on a line of its own")
