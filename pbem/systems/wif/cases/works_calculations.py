"""What cases may calculate of works: lines and forts, built or destroyed, and what overruns take.

Decides what a case writes and what it gets. Leaves whole stages to cases that adjudicate.
"""

from __future__ import annotations

from typing import Final

from pbem.core.record.events import PlaceChanged
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.economy.holdings import factories_at
from pbem.systems.flames.kits.oil import actions_price, due
from pbem.systems.flames.world.control import take_hex
from pbem.systems.wif.cases.situation import chart_of, situation
from pbem.systems.wif.politics.conquering import forts_razed


def lines(given: Given) -> Answer:
    """`markers` of hexes, `pairs`: the lines to the next hex; `through`: without a change."""
    ground = situation(given).ground
    found = {f"{here}-{there}": list(ground.lines(here, there)) for here, there in given["pairs"]}
    runs = {"-".join(run): ground.same_line(*run) for run in given.get("through", [])}
    return {**found, **runs}


def factories(given: Given) -> Answer:
    """A situation, `of` hexes: the colours of the factories that stand in each."""
    position = situation(given)
    return {place: list(factories_at(position, place)) for place in given["of"]}


def fortified(given: Given) -> Answer:
    """`markers` of hexes, `pairs`: what an attack from one hex into the next crosses."""
    ground = situation(given).ground
    return {
        f"{here}-{there}": list(ground.attacked_sides(here, there))
        for here, there in given["pairs"]
    }


def overrun(given: Given) -> Answer:
    """`by` (hex: units that enter it): the markers of each hex that change, to what."""
    position = situation(given)
    return {
        place: {
            str(change.name): change.new
            for change in take_hex(position, place, position.pieces(*names))
            if isinstance(change, PlaceChanged) and change.what == "marker"
        }
        for place, names in given["by"].items()
    }


def conquered(given: Given) -> Answer:
    """`country`: the hexes whose printed forts a conquest destroys."""
    position = situation(given)
    changes = forts_razed(position, given["country"])
    return {"razed": [change.place for change in changes if isinstance(change, PlaceChanged)]}


def oil_prices(given: Given) -> Answer:
    """`actions` (power, action or actions, year, halved): the tenths of oil that each costs."""
    chart = chart_of("oil-costs")
    return {
        "tenths": [
            actions_price(
                chart,
                row["power"],
                row.get("actions") or [row["action"]],
                row["year"],
                halved=row.get("halved", False),
            )
            for row in given["actions"]
        ]
    }


def oil_due(given: Given) -> Answer:
    """`units`, `price` of the action: the tenths due for so many units."""
    return {"tenths": [due(units, given["price"]) for units in given["units"]]}


WORKS_CALCULATIONS: Final[Calculations] = {
    "works.lines": lines,
    "works.factories": factories,
    "works.forts": fortified,
    "works.overrun": overrun,
    "works.conquered": conquered,
    "oil.prices": oil_prices,
    "oil.due": oil_due,
}
