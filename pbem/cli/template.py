"""pbem template: a filled order form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import (
    FILE,
    PLAYER,
    echo_json,
    format_option,
    game_option,
    state_option,
    write_out,
)

if TYPE_CHECKING:
    from pbem.cli.position import Position
    from pbem.core.orders.orders import StandingOrders


@click.command()
@game_option()
@state_option()
@click.option("--player", type=PLAYER, help="Whose form.")
@click.option("--rulings", is_flag=True, help="The moderator's form, to rule in (with --game).")
@click.option("--standing", type=FILE, metavar="FILE", help="His standing orders (with --state).")
@click.option("--out", type=FILE, metavar="FILE", help="Write it there instead of printing it.")
@click.option("--appendix", is_flag=True, help="Add all sections, decisions, facts and names.")
@format_option
def command(
    game: Path | None,
    state: Path | None,
    player: str | None,
    rulings: bool,
    standing: Path | None,
    out: Path | None,
    appendix: bool,
    form: str,
) -> None:
    """Write a player's form: units that may act, what can be built, examples that fit him.

    It is made from what the player may see and from nothing else. Take the # away from what you
    want, change it, check it with `pbem validate`, and send it. Who owes no orders gets a form for
    standing orders. --appendix adds every section, each decision with its facts, and all names.

    --rulings writes the moderator's form instead: what a run that waits wants of him, or a blank
    one for the run to come. Fill it in and put it into overrides/.

    \b
    Example:
      pbem template --game barb --player hans
      pbem template --game barb --player hans --out barb/orders/hans.yaml
      pbem template --game barb --player anna --appendix
      pbem template --game barb --rulings
    """
    from pbem.cli.position import load
    from pbem.core.data.findings import UsageError

    if rulings is (player is not None):
        raise UsageError("name a player (--player NAME), or ask for the moderator's --rulings")
    if player is not None:
        position = load(game, state)
        text = _form(position, player, position.standing(player, standing), appendix)
    else:
        text = _rulings(game)
    if out is not None:
        if out.exists():
            raise UsageError(f"{out} is there already and is not overwritten")
        write_out(out, text)
    if form == "json":
        echo_json({"player": player or "", "file": str(out) if out else None, "form": text})
    elif out is None:
        click.echo(text, nl=False)
    else:
        click.echo(f"{out}: fill it in, then: pbem validate {out}")


def _form(position: Position, player: str, own: StandingOrders | None, appendix: bool) -> str:
    from pbem.moderation.form import form as filled_form

    position.require_player(player)
    return filled_form(position.game, position.state, player, own, more=appendix)


def _rulings(game: Path | None) -> str:
    """What the run that waits wants of the moderator, or a blank form."""
    from pbem.core.data.findings import UsageError
    from pbem.core.orders.rulingform import blank_form
    from pbem.store.directory import open_directory
    from pbem.store.pending import form_of_rulings

    if game is None:
        raise UsageError("--rulings goes with --game")
    directory = open_directory(game)
    state = directory.state()
    return form_of_rulings(directory.root, state.clock.run + 1) or blank_form(state)
