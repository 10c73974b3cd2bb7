"""pbem schema: the grammar of files, as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pbem.cli.common import echo_json, format_option


@click.command()
@click.argument("name", required=False)
@format_option
def command(name: str | None, form: str) -> None:
    """Print the JSON Schema of an order section, a file or an answer; without NAME, list them.

    cli/NAME is what the command NAME answers with --format json, cli/error what any command
    answers that fails.

    \b
    Example:
      pbem schema
      pbem schema core/game
      pbem schema wif/land
      pbem schema cli/validate
    """
    from pbem.core.data.findings import UsageError, suggest
    from pbem.core.data.resources import ENDING, data_roots
    from pbem.core.data.schemas import bundled, load_schema

    folders = [root / "schemas" for root in data_roots()]
    names = sorted(
        path.relative_to(folder).as_posix().removesuffix(ENDING)
        for folder in folders
        for path in folder.rglob(f"*{ENDING}")
    )
    if name is None:
        _list({known: load_schema(known).get("title", "") for known in names}, form)
    elif name not in names:
        raise UsageError(f"there is no schema '{name}'", hint=suggest(name, names))
    else:
        echo_json(bundled(name))


def _list(titles: Mapping[str, str], form: str) -> None:
    if form == "json":
        echo_json([{"name": name, "title": title} for name, title in titles.items()])
        return
    for name, title in titles.items():
        click.echo(f"{name:<24}{title}")
