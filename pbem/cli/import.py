"""pbem import: a game from its archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option, said_passphrase

if TYPE_CHECKING:
    from pbem.post.archiving import Archive


@click.command()
@click.argument("file", type=FILE)
@click.argument("folder", type=FILE, required=False, metavar="[DIR]")
@format_option
def command(file: Path, folder: Path | None, form: str) -> None:
    """Take in a game from its archive, to go on with it here.

    The passphrase is asked for, or read from a pipe. The game comes into the folder DIR, which must
    not be there yet (without it, one called like the game), whole or not at all; it goes on as if
    it had stayed, and `pbem audit` finds the same. An archive that is damaged, or holds what no
    game has, is refused and nothing is written.

    \b
    Example:
      pbem import from-tom.age taken/barb
    """
    from pbem.core.data.yamlio import read_bytes
    from pbem.post.archiving import MOST_ARCHIVE, opened, take_in

    data = read_bytes(file, MOST_ARCHIVE)
    found = opened(data, said_passphrase(), str(file))
    target = folder or Path(found.game)
    settings = take_in(found, target)
    if form == "json":
        echo_json(_data(found, target))
    else:
        _tell(found, target, settings)


def _data(found: Archive, target: Path) -> dict[str, Any]:
    return {
        "folder": str(target),
        "game": found.game,
        "run": found.run,
        "made_by": found.pbem,
        "handed_to": found.to,
        "keys": found.has_keys,
        "outbox": list(found.waiting()),
        "unknown": list(found.waiting(fate_unknown=True)),
    }


def _tell(found: Archive, target: Path, settings: bool) -> None:
    """What its new moderator has to know."""
    from pbem.core.data.letters import shown_in_line

    click.echo(f"{target}: {found.game} after run {found.run}")
    if found.to:
        click.echo(shown_in_line(f"it was handed over to {found.to}"))
    else:
        click.echo("this was a copy to keep: ask whether the game goes on where it was made")
    if not found.has_keys:
        click.echo("the keys are not in it: their keeper has them")
    if settings or "mail.yaml" in found.files:
        click.echo(f"{target / 'mail.yaml'}: write your own name, server and password there")
    if waiting := found.waiting():
        click.echo(f"{len(waiting)} letters wait in its outbox: pbem send --game {target}")
    for name in found.waiting(fate_unknown=True):
        click.echo(f"  {name}: nobody knows whether it went out (pbem send --again {name})")
