"""pbem open: open what the log seals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import echo_json, format_option, game_option
from pbem.cli.completing import runs
from pbem.cli.records import chosen_run

if TYPE_CHECKING:
    from pbem.core.record.ledger import Entry


@click.command()
@game_option(required=True)
@click.option("--agreed", is_flag=True, help="The players end the game here, before its last turn.")
@click.option("--run", shell_complete=runs, metavar="N", help="List the sealed entries of a run.")
@click.option("--entry", type=int, metavar="LINE", help="Open this one of them (with --run).")
@format_option
def command(game: Path, agreed: bool, run: str | None, entry: int | None, form: str) -> None:
    """Open the secrets of a game that has ended, so that everybody can audit them.

    It writes DIR/opening.yaml: the ends of both chains of keys. Publish the directory then, without
    the file `keys`: `pbem audit --game DIR` checks every seal and every secret die, and plays every
    run again. A game that was opened cannot be played on.

    With --run the sealed entries of a run are listed, and --entry LINE prints one of them with its
    own key. Publish that line: `pbem audit --ledger FILE --secrets LINE-FILE` checks it against the
    log, and nothing else is opened by it.

    \b
    Example:
      pbem open --game barb --run 1
      pbem open --game barb --agreed
    """
    from pbem.core.data.findings import UsageError
    from pbem.store.directory import open_directory
    from pbem.store.files import locked
    from pbem.store.opening import open_entry, open_game, sealed_entries

    directory = open_directory(game)
    if run is None:
        if entry is not None:
            raise UsageError("--entry goes with --run")
        with locked(game):
            path = open_game(directory, agreed)
        if form == "json":
            echo_json({"opening": str(path)})
        else:
            click.echo(f"{path}: publish it with the directory {game}, without its file `keys`")
        return
    which = chosen_run(directory, run)
    if entry is None:
        _list(sealed_entries(directory, which), form)
        return
    line = open_entry(directory, which, entry)
    if form == "json":
        echo_json({"line": entry, "opened": line})
    else:
        click.echo(line, nl=False)


def _list(entries: list[Entry], form: str) -> None:
    if form == "json":
        echo_json({"sealed": [_data(entry) for entry in entries]})
        return
    if not entries:
        click.echo("nothing in this run is sealed")
    for entry in entries:
        what = f"{', '.join(entry.hidden)} of a {entry.kind}" if entry.hidden else entry.kind
        click.echo(f"line {entry.number}  {what} at {entry.path}, for {', '.join(entry.secret)}")


def _data(entry: Entry) -> dict[str, Any]:
    """A sealed entry: whole, or only some of its facts (`hidden`)."""
    return {
        "line": entry.number,
        "path": entry.path,
        "kind": entry.kind,
        "hidden": list(entry.hidden),
        "for": list(entry.secret),
    }
