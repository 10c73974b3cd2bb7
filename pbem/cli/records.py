"""The played run that a reading command speaks of: of a game directory, or on plain files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbem.cli.common import FILE, PLAYER, game_option
from pbem.cli.completing import runs

if TYPE_CHECKING:
    from pbem.audit.record import Record
    from pbem.store.directory import GameDirectory, RunName

F = TypeVar("F", bound=Callable[..., Any])


_OTHER_RECORDS = ("out", "ledger", "kept", "receipts")


def run_options(command: F) -> F:
    """--game DIR with --run N, or --out DIR."""
    out = click.option("--out", type=FILE, metavar="DIR", help="A folder of a run on plain files.")
    run = click.option(
        "--run", shell_complete=runs, metavar="N", help="Which run; the latest if not named."
    )
    return game_option(instead=_OTHER_RECORDS)(run(out(command)))


def player_options(command: F) -> F:
    """--player NAME or --secrets."""
    player = click.option("--player", type=PLAYER, default="", help="As this player may see it.")
    secrets = click.option("--secrets", is_flag=True, help="As the moderator sees it: everything.")
    return player(secrets(command))


def spectator_option(command: F) -> F:
    """--spectator NAME."""
    return click.option(
        "--spectator", metavar="NAME", default="", help="As this spectator may see it, and when."
    )(command)


def chosen_run(directory: GameDirectory, run: str | None) -> RunName:
    """The run that is named, or the latest one played."""
    from pbem.core.data.findings import UsageError

    name = directory.known(run) if run is not None else directory.latest
    if name.number == 0 and not name.amendment:
        if name != directory.latest:
            raise UsageError("run 0 is the position in which the game began; nothing was played")
        raise UsageError(f"nothing has been played in {directory.root} yet")
    return name


def chosen_record(game: Path | None, run: str | None, out: Path | None) -> Record:
    """The record of the run that the options name."""
    from pbem.audit.record import record_of_folder, record_of_run
    from pbem.core.data.findings import UsageError
    from pbem.store.directory import open_directory

    if (game is None) == (out is None):
        raise UsageError("name either a game directory (--game) or the folder of a run (--out)")
    if game is not None:
        directory = open_directory(game)
        return record_of_run(directory, chosen_run(directory, run))
    if out is None or run is not None:
        raise UsageError("--run goes with --game")
    return record_of_folder(out)
