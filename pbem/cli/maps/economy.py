"""pbem map economy: what stands where for production and victory, country by country."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbem.cli.common import echo_json, format_option
from pbem.cli.maps.options import overlay_options

if TYPE_CHECKING:
    from pbem.core.maps.economy import Stand
    from pbem.maps.opening import Overlay


@click.command()
@click.argument("name", metavar="MAP")
@click.option(
    "--country", "countries", multiple=True, help="Only this country; repeat it for more."
)
@click.option("--ports", is_flag=True, help="Also the places that have only a port or a city.")
@overlay_options
@format_option
def command(name: str, countries: tuple[str, ...], ports: bool, over: Overlay, form: str) -> None:
    """Print factories, resources, oil, objectives and ports of each country, place by place.

    Behind each thing stands where the map has it from: P printed in the rulebook, H from history,
    R reconstructed, C corrected, T transcribed by an owner.

    \b
    Example:
      pbem map economy wif-europe --country germany
      pbem map economy wif-world
    """
    from pbem.core.maps.economy import by_country
    from pbem.maps.economy import table
    from pbem.maps.opening import open_map

    board = open_map(name, over).board
    lands = by_country(board)
    chosen = {land: lands[land] for land in (_known(lands, countries) or lands)}
    if form == "json":
        echo_json({"map": board.id, "countries": {land: _data(chosen[land]) for land in chosen}})
    else:
        click.echo(table(board, chosen, whole=not countries, ports=ports), nl=False)


def _known(lands: dict[str, list[Stand]], countries: tuple[str, ...]) -> list[str]:
    """The countries asked for; UsageError for one that the map does not know."""
    from pbem.core.data.findings import UsageError, suggest

    for land in countries:
        if land not in lands:
            raise UsageError(f"the map has nothing of '{land}'", hint=suggest(land, lands))
    return list(countries)


def _data(held: list[Stand]) -> dict[str, object]:
    from pbem.core.maps.economy import total

    in_all = total(held)
    return {
        "factories": dict(in_all.factories),
        "resources": in_all.resources,
        "oil": in_all.oil,
        "objectives": in_all.objectives,
        "victory": in_all.victory,
        "major_ports": in_all.major_ports,
        "minor_ports": in_all.minor_ports,
        "places": [
            {
                "place": stand.place,
                "label": stand.label,
                "factories": list(stand.factories),
                "resources": stand.resources,
                "oil": stand.oil,
                "marks": list(stand.marks),
                "port": stand.port,
                "origins": dict(stand.origins),
            }
            for stand in held
        ],
    }
