"""pbem system: begin a new game system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.common import FILE, echo_json, format_option

if TYPE_CHECKING:
    from pbem.store.skeleton import Begun


@click.command()
@click.argument("what", type=click.Choice(["new"]))
@click.argument("name")
@click.option(
    "--at",
    type=FILE,
    default=Path(),
    metavar="DIR",
    help="Where it goes; this folder unless said. In a checkout of pbem it becomes one of its own.",
)
@format_option
def command(what: str, name: str, at: Path, form: str) -> None:
    """Write the skeleton of a new game system, whose tests pass.

    A package with its sequence of play, a chapter and its data, schemas, a scenario, cases, tests:
    small and whole, to be replaced piece by piece. Outside a checkout `python -m NAME` is the pbem
    command with that system in it.

    \b
    Example:
      pbem system new skirmish
      pbem system new skirmish --at games
    """
    from pbem.store.skeleton import begin

    begun = begin(name, at)
    if form == "json":
        echo_json(_data(name, begun))
        return
    click.echo(f"{name} begins in {begun.package}: {len(begun.files)} files")
    click.echo(f"  cases     {begun.cases}")
    click.echo(f"  scenario  {begun.scenario}")
    for line in begun.following:
        click.echo(f"next: {line}")


def _data(name: str, begun: Begun) -> dict[str, Any]:
    return {
        "system": name,
        "package": str(begun.package),
        "cases": str(begun.cases),
        "scenario": str(begun.scenario),
        "files": [str(path) for path in begun.files],
        "following": list(begun.following),
    }
