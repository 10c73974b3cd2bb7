"""pbem template: a filled order form."""

from __future__ import annotations

from pathlib import Path

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


@click.command()
@game_option()
@state_option()
@click.option("--player", required=True, type=PLAYER, help="Whose form.")
@click.option("--standing", type=FILE, metavar="FILE", help="His standing orders (with --state).")
@click.option("--out", type=FILE, metavar="FILE", help="Write it there instead of printing it.")
@click.option("--appendix", is_flag=True, help="Add all sections, decisions, facts and names.")
@format_option
def command(
    game: Path | None,
    state: Path | None,
    player: str,
    standing: Path | None,
    out: Path | None,
    appendix: bool,
    form: str,
) -> None:
    """Write a player's form: units that may act, what can be built, examples that fit him.

    It is made from what the player may see and from nothing else. Take the # away from what you
    want, change it, check it with `pbem validate`, and send it. Who owes no orders gets a form for
    standing orders. --appendix adds every section, each decision with its facts, and all names.

    \b
    Example:
      pbem template --game barb --player hans
      pbem template --game barb --player hans --out barb/orders/hans.yaml
      pbem template --game barb --player anna --appendix
    """
    from pbem.cli.position import load
    from pbem.core.data.findings import UsageError
    from pbem.moderation.form import form as filled_form

    position = load(game, state)
    position.require_player(player)
    own = position.standing(player, standing)
    text = filled_form(position.game, position.state, player, own, more=appendix)
    if out is not None:
        if out.exists():
            raise UsageError(f"{out} is there already and is not overwritten")
        write_out(out, text)
    if form == "json":
        echo_json({"player": player, "file": str(out) if out else None, "form": text})
    elif out is None:
        click.echo(text, nl=False)
    else:
        click.echo(f"{out}: fill it in, then: pbem validate {out}")
