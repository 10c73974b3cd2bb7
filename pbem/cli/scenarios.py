"""pbem scenarios: what can be played."""

from __future__ import annotations

import click

from pbem.cli.common import echo_json, format_option


@click.command()
@format_option
def command(form: str) -> None:
    """List the scenarios that can be played, with the powers and players they propose.

    \b
    Example:
      pbem scenarios
      pbem scenarios --format json
    """
    from pbem.core.rules.setup import list_scenarios, scenario

    heads = [(system, name, scenario(system, name)) for system, name in list_scenarios()]
    if form == "json":
        echo_json(
            [
                {
                    "scenario": f"{system}/{name}",
                    "title": head.get("title", ""),
                    "date": head.get("date", ""),
                    "about": head.get("about", ""),
                    "players": head["players"],
                }
                for system, name, head in heads
            ]
        )
        return
    for system, name, head in heads:
        players = ", ".join(
            f"{player} ({', '.join((said or {}).get('powers', ()))})"
            for player, said in head["players"].items()
        )
        click.echo(f"{system}/{name}")
        click.echo(f"  {head.get('title', '')}, {head.get('date', '')}".rstrip(", "))
        click.echo(f"  players: {players}")
    click.echo("begin one: pbem new SYSTEM/SCENARIO DIR")
