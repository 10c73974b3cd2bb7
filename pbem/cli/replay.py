"""pbem replay: what if the umpire had ruled otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.records import chosen_record, player_options, run_options

if TYPE_CHECKING:
    from pbem.audit.whatif import WhatIf


@click.command()
@run_options
@click.option(
    "--override",
    "overrides",
    multiple=True,
    required=True,
    metavar="NAME=VALUE",
    help="An interpretation, or the end of the path of a decision or a roll; repeat it at will.",
)
@player_options
@format_option
def command(
    game: Path | None,
    run: str | None,
    out: Path | None,
    overrides: tuple[str, ...],
    player: str,
    secrets: bool,
    form: str,
) -> None:
    """Play a run again with something decided otherwise; say what changes and what does not.

    Nothing is written. Every die that is still thrown shows what it showed. Paths of decisions and
    rolls are those that `pbem explain` prints.

    \b
    Example:
      pbem replay --game barb --override WIF-11.8-R2=at-once
      pbem replay --game barb --run 1 --override last-impulse-test/last-impulse=1
    """
    from pbem.audit.rebuild import rebuild, refuse_other_program
    from pbem.audit.whatif import what_if

    record = chosen_record(game, run, out)
    refuse_other_program(record)
    found = what_if(rebuild(record), record.entries(), overrides, player, secrets)
    if form == "json":
        echo_json(found.data())
    else:
        _tell(found)


def _tell(found: WhatIf) -> None:
    if found.waits_for:
        click.echo("the run would stop to ask:")
        for path in found.waits_for:
            click.echo(f"  {path}")
        return
    for title, lines in (
        ("COMES OUT OTHERWISE", found.changed),
        ("ENDS OTHERWISE", found.position),
    ):
        click.echo(title)
        for line in lines or ("nothing",):
            click.echo(f"  {line}")
    kept = ", ".join(f"{number} {kind}s" for kind, number in found.same.items())
    click.echo(f"UNCHANGED  {kept}")
