"""pbem new: begin a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option

if TYPE_CHECKING:
    from pbem.store.directory import GameDirectory


@click.command()
@click.argument("scenario", metavar="SYSTEM/SCENARIO")
@click.argument("directory", type=FILE, metavar="DIR")
@click.option("--name", metavar="NAME", help="The game's name; the scenario proposes one.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME=POWER[,POWER]",
    help="Who plays what; repeat it for every player. The scenario proposes players.",
)
@click.option("--seed", metavar="TEXT", help="Practice: dice that everybody can know beforehand.")
@format_option
def command(
    scenario: str,
    directory: Path,
    name: str | None,
    players: tuple[str, ...],
    seed: str | None,
    form: str,
) -> None:
    """Begin a game: its directory, its roster (game.yaml), its secret keys.

    The keys are made from the system's randomness and stay in DIR/keys, which only you can read.
    When game.yaml is settled, publish the sheet that `pbem commitments DIR` prints: it ties your
    hands in dice, position and rules, and anyone can check the game against it.

    \b
    Example:
      pbem new wif/barbarossa-12 barb
      pbem new wif/barbarossa-12 barb2 --player otto=germany --player olga=ussr
    """
    from pbem.core.data.findings import UsageError
    from pbem.store.create import create

    system, slash, which = scenario.partition("/")
    if not slash:
        raise UsageError(
            f"'{scenario}' is no scenario", hint="write SYSTEM/SCENARIO: pbem scenarios lists them"
        )
    made = create(directory, system, which, name, _players(players), seed)
    data = _data(made)
    if form == "json":
        echo_json(data)
        return
    click.echo(f"{data['game']} begins in {directory}, window {data['window']}")
    click.echo(f"  roster      {data['roster']}")
    click.echo(f"  position    {data['position']}")
    click.echo(f"  publish     {data['commitments']}, when the roster is settled")
    click.echo(f"  keep secret {data['keys']}")
    click.echo(f"next: pbem template --game {directory} --player {data['due'][0]}")


def _data(made: GameDirectory) -> dict[str, Any]:
    root, state = made.root, made.state()
    return {
        "game": made.roster.game,
        "directory": str(root),
        "window": state.clock.name,
        "due": list(state.due),
        "roster": str(root / "game.yaml"),
        "position": str(made.folder(made.latest) / "state.yaml"),
        "commitments": str(root / "commitments.yaml"),
        "keys": str(root / "keys"),
    }


def _players(said: tuple[str, ...]) -> dict[str, list[str]]:
    from pbem.core.data.findings import UsageError

    players: dict[str, list[str]] = {}
    for item in said:
        name, equals, powers = item.partition("=")
        if not equals or not powers:
            raise UsageError(f"--player {item}: write NAME=POWER,POWER")
        players.setdefault(name, []).extend(powers.split(","))
    return players
