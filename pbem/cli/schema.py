"""pbem schema: the grammar of files, as JSON Schema."""

from __future__ import annotations

import click

from pbem.cli.common import echo_json


@click.command()
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema of an order section or of a file; without NAME, list all names.

    \b
    Example:
      pbem schema
      pbem schema core/game
      pbem schema wif/land
    """
    from pbem.core.data.findings import UsageError, suggest
    from pbem.core.data.resources import data_roots
    from pbem.core.data.schemas import load_schema

    ending = ".schema.json"
    folders = [root / "schemas" for root in data_roots()]
    names = sorted(
        path.relative_to(folder).as_posix().removesuffix(ending)
        for folder in folders
        for path in folder.rglob(f"*{ending}")
    )
    if name is None:
        for known in names:
            click.echo(f"{known:<24}{load_schema(known).get('title', '')}")
    elif name not in names:
        raise UsageError(f"there is no schema '{name}'", hint=suggest(name, names))
    else:
        echo_json(load_schema(name))
