"""pbem import: a game from its archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbem.cli.common import FILE, echo_json, format_option, said_passphrase

if TYPE_CHECKING:
    from pbem.post.archiving import Archive

_MOST: Final = 20  # names of what was left out


@click.command()
@click.argument("file", type=FILE)
@click.argument("folder", type=FILE, required=False, metavar="[DIR]")
@format_option
def command(file: Path, folder: Path | None, form: str) -> None:
    """Take in a game from its archive, to go on with it here.

    The passphrase is asked for, or read from a pipe. The game comes into the folder DIR, which must
    not be there yet (without it, one called like the game), whole or not at all; it goes on as if
    it had stayed, and `pbem audit` finds the same. What comes is data: settings and hidden files
    are left out and told, and your own mail.yaml stands in the folder above DIR. An archive that is
    damaged, or holds more than files below one folder, is refused and nothing is written.

    \b
    Example:
      pbem import from-tom.age taken/barb
    """
    from pbem.core.data.yamlio import read_bytes
    from pbem.post.archiving import MOST_ARCHIVE, opened, take_in

    data = read_bytes(file, MOST_ARCHIVE)
    found = opened(data, said_passphrase(), str(file))
    target = folder or Path(found.game)
    take_in(found, target)
    if form == "json":
        echo_json(_data(found, target))
    else:
        _tell(found, target)


def _data(found: Archive, target: Path) -> dict[str, Any]:
    return {
        "folder": str(target),
        "game": found.game,
        "run": found.run,
        "made_by": found.pbem,
        "handed_to": found.to,
        "keys": found.has_keys,
        "left_out": list(found.aside),
        "pictures": dict(found.pictures),
        "unfinished": list(found.unfinished),
        "outbox": list(found.waiting()),
        "unknown": list(found.waiting(fate_unknown=True)),
    }


def _tell(found: Archive, target: Path) -> None:
    """What its new moderator has to know."""
    from pbem.core.data.letters import shown_in_line

    click.echo(f"{target}: {found.game} after run {found.run}")
    if found.to:
        click.echo(shown_in_line(f"it was handed over to {found.to}"))
    else:
        click.echo("this was a copy to keep: ask whether the game goes on where it was made")
    if not found.has_keys:
        click.echo("the keys are not in it: their keeper has them")
    _tell_what_is_left_out(found, target)
    for letter in found.unfinished:
        click.echo(f"{letter} was left unfinished: ask its player to send it again")
    if waiting := found.waiting():
        click.echo(f"{len(waiting)} letters wait in its outbox: look at them before they go out")
        click.echo(f"  pbem send --dry-run --game {target}")
    for name in found.waiting(fate_unknown=True):
        click.echo(f"  {name}: nobody knows whether it went out (pbem send --again {name})")


def _tell_what_is_left_out(found: Archive, target: Path) -> None:
    """What was its moderator's own; where her own settings stand, and what of his she may want."""
    from pbem.post.settings import FILE as SETTINGS

    for name in found.aside[:_MOST]:
        click.echo(f"left out: {name}")
    if len(found.aside) > _MOST:
        click.echo(f"left out: {len(found.aside) - _MOST} more")
    if SETTINGS in found.aside:
        said = "".join(f"; it said {name}: {size}" for name, size in found.pictures.items())
        click.echo(f"  your name, server and password stand in {target.parent / SETTINGS}{said}")
