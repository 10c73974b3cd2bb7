"""pbem demo: the shipped sample impulse, played into a fresh folder."""

from __future__ import annotations

import shutil
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbem.cli.common import FILE, PLAYER, echo_json, format_option

if TYPE_CHECKING:
    from pbem.store.directory import GameDirectory

SYSTEM: Final = "wif"
SCENARIO: Final = "barbarossa-12"
SEED: Final = "1941"
FOLDER: Final = "demo-out"
CHANGE: Final = "change.yaml"


@dataclass(frozen=True, slots=True)
class Change:
    """One order to change, and what to look for afterwards."""

    file: str
    find: str
    write: str
    why: str


@click.command()
@click.argument("directory", required=False, type=FILE, metavar="[DIR]")
@click.option("--player", type=PLAYER, default="", help="Print this player's report.")
@format_option
def command(directory: Path | None, player: str, form: str) -> None:
    """Play the shipped sample impulse of World in Flames into a fresh folder.

    It makes a game directory like any other, with dice from a fixed seed, so that everybody gets
    the same report. At the end it names one order to change, and the command that shows what the
    change changed.

    \b
    Example:
      pbem demo
      pbem demo my-demo --player anna
    """
    from pbem.cli.adjudicate import played_data
    from pbem.core.data.findings import UsageError
    from pbem.store.runs import play

    root = directory or _fresh(Path(FOLDER))
    game = _begin(root)
    played = play(game)
    if player and player not in played.reports:
        raise UsageError(f"'{player}' plays no power in the sample")
    if form == "json":
        told = {"directory": str(root), "played": played_data(played, player, {})}
        echo_json(told | {"change": asdict(_change()), "again": _again(root)})
        return
    click.echo(played.reports[player], nl=False)
    run = game.folder(played.run)
    click.echo("")
    click.echo(f"next state  {run / 'state.yaml'}")
    click.echo(f"log         {run / 'ledger.jsonl'}")
    click.echo(f"reports     {run / 'report.txt'}, report-anna.txt, report-hans.txt")
    _tell_change(root)


def _fresh(folder: Path) -> Path:
    """The folder, or the first of folder-2, folder-3 … that is not there yet."""
    number = 1
    found = folder
    while found.exists():
        number += 1
        found = folder.with_name(f"{folder.name}-{number}")
    return found


def _samples() -> Path:
    from pbem.core.data.resources import data_root

    return data_root() / "orders" / SYSTEM / SCENARIO


def _begin(root: Path) -> GameDirectory:
    """A game directory with the sample's files in it."""
    from pbem.moderation.window import kind_of
    from pbem.store.create import create
    from pbem.store.files import write_file

    game = create(root, SYSTEM, SCENARIO, seed=SEED)
    for path in sorted(_samples().glob("*.yaml")):
        if path.name != CHANGE:
            data = path.read_bytes()
            name = path.name.replace("-standing", "").replace("standing-", "")
            write_file(root / kind_of(data) / name, data)
    return game


def _change() -> Change:
    from pbem.core.data.yamlio import read_data

    said = read_data(_samples() / CHANGE)
    return Change(said["file"], said["find"], said["write"], said["why"])


def _tell_change(root: Path) -> None:
    change = _change()
    orders = root / "orders" / change.file
    click.echo("")
    click.echo(f"Now change one order, in {orders}:")
    click.echo(f"  {change.find}")
    click.echo("becomes")
    click.echo(f"  {change.write}")
    click.echo(f"{change.why} Play it again with the same dice, and see what that changed:")
    click.echo(f"  {_again(root)}")


def _again(root: Path) -> str:
    """The command that plays it again with the same dice, and compares."""
    files = " ".join(str(path) for path in sorted(root.glob("[os]*/*.yaml")))
    return (
        f"{_pbem()} adjudicate --state {root}/runs/0/state.yaml --orders {files} --seed {SEED}"
        f" --out {root}-changed --compare {root}/runs/1"
    )


def _pbem() -> str:
    """How this command can be called again: by its name, or by its path where that is not known."""
    called = Path(sys.argv[0])
    if called.name != "pbem" or shutil.which("pbem"):
        return "pbem"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_relative_to(here) else called)
