"""pbem show: the position at a glance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import PLAYER, echo_json, format_option, game_option, state_option
from pbem.cli.completing import places, runs, units

if TYPE_CHECKING:
    from pbem.cli.position import Position
    from pbem.core.reading.scene import Scene


@click.command()
@game_option()
@state_option()
@click.option(
    "--run", shell_complete=runs, metavar="N", help="After this run instead of now (with --game)."
)
@click.option(
    "--unit",
    shell_complete=units,
    metavar="NAME",
    help="All about one unit, by printed name or id.",
)
@click.option("--place", shell_complete=places, metavar="NAME", help="All about one place.")
@click.option("--power", metavar="NAME", help="All about one power.")
@click.option("--player", type=PLAYER, default="", help="As this player may see it.")
@click.option("--secrets", is_flag=True, help="As the moderator sees it: everything.")
@format_option
def command(
    game: Path | None,
    state: Path | None,
    run: str | None,
    unit: str | None,
    place: str | None,
    power: str | None,
    player: str,
    secrets: bool,
    form: str,
) -> None:
    """Show the position at a glance, or all about a unit, a place or a power.

    Without --player or --secrets only what everybody may see is shown.

    \b
    Example:
      pbem show --game barb
      pbem show --game barb --place Minsk
      pbem show --state barb/runs/0/state.yaml --power ussr --format json
    """
    from pbem.cli.position import load
    from pbem.core.data.findings import UsageError

    if sum(item is not None for item in (unit, place, power)) > 1:
        raise UsageError("name one of --unit, --place and --power")
    scene = _scene(load(game, state, run), player, secrets)
    rows, data = _chosen(scene, unit, place, power)
    if form == "json":
        echo_json(data)
        return
    for line in table(rows):
        click.echo(line)


def _scene(position: Position, player: str, secrets: bool) -> Scene:
    from pbem.core.reading.scene import Scene
    from pbem.core.record.views import visible_state

    if player:
        position.require_player(player)
    seen = position.state if secrets else visible_state(position.state, player)
    return Scene(position.game, player, seen, seen, ())


def _chosen(
    scene: Scene, unit: str | None, place: str | None, power: str | None
) -> tuple[Any, dict[str, Any]]:
    from pbem.moderation import glance as g

    if unit is not None:
        found = g.find_unit(scene, unit)
        return g.unit_rows(scene, found), g.unit_detail(scene, found)
    if place is not None:
        where = g.find_place(scene, place)
        return g.place_rows(scene, where), g.place_detail(scene, where)
    if power is not None:
        who = g.find_power(scene, power)
        return g.power_rows(scene, who), g.power_detail(scene, who)
    return g.glance(scene), g.glance_data(scene)


def table(rows: Any, width: int = 78) -> list[str]:
    """Two columns; the second is wrapped."""
    from textwrap import wrap

    left = min(24, max((len(label) for label, _ in rows), default=0)) + 2
    lines: list[str] = []
    for label, text in rows:
        head = f"{label:<{left}}" if len(label) < left else f"{label}  "
        body = wrap(text, width, initial_indent=head, subsequent_indent=" " * left)
        lines += body or [label]
    return lines
