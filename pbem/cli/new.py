"""pbem new: begin a game."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE


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
def command(
    scenario: str, directory: Path, name: str | None, players: tuple[str, ...], seed: str | None
) -> None:
    """Begin a game: its directory, its roster (game.yaml), its secret keys.

    The keys are made from the system's randomness and stay in DIR/keys, which only you can read.
    Publish DIR/commitments.yaml: it ties your hands, and anyone can check every die against it.

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
    state = made.state()
    click.echo(f"{made.roster.game} begins in {directory}, window {state.clock.name}")
    click.echo(f"  roster      {directory / 'game.yaml'}")
    click.echo(f"  position    {made.folder(made.latest) / 'state.yaml'}")
    click.echo(f"  publish     {directory / 'commitments.yaml'}")
    click.echo(f"  keep secret {directory / 'keys'}")
    click.echo(f"next: pbem template --game {directory} --player {state.due[0]}")


def _players(said: tuple[str, ...]) -> dict[str, list[str]]:
    from pbem.core.data.findings import UsageError

    players: dict[str, list[str]] = {}
    for item in said:
        name, equals, powers = item.partition("=")
        if not equals or not powers:
            raise UsageError(f"--player {item}: write NAME=POWER,POWER")
        players.setdefault(name, []).extend(powers.split(","))
    return players
