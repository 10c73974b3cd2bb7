"""pbem odds: the chances of a battle."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.common import FILE, echo_json, format_option


@click.command()
@click.argument("file", type=FILE, metavar="FILE")
@format_option
def command(file: Path, form: str) -> None:
    """Work out the chances of the battle that a file describes: who wins, what is left and lost.

    Exact where the states can be followed, else simulated with the error stated; the same file
    always gives the same answer.

    \b
    Example:
      pbem odds battle.yaml
      pbem odds battle.yaml --format json
    """
    from pbem.core.cases.shelf import shelf
    from pbem.core.data.findings import UsageError
    from pbem.core.data.yamlio import read_document
    from pbem.core.rules.system import find_system

    document = read_document(file)
    said = document.data if isinstance(document.data, dict) else {}
    if not isinstance(said.get("system"), str):
        raise UsageError(f"{file}: it does not say of which game (system: gw)")
    system = find_system(said["system"])
    if system.odds is None:
        raise UsageError(f"there is no calculator of odds for {system.title}")
    told = system.odds(shelf(system.name).book, document)
    if form == "json":
        echo_json(told.data)
    else:
        click.echo(told.text, nl=False)
