"""What cases may calculate of whole charts of the impulse and of the lines of an air combat.

Decides what a case writes and what it gets. Leaves single questions to `calculations`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.air.air_to_air import column_of
from pbem.systems.flames.air.flights import Flight, Mission
from pbem.systems.flames.impulse.actions import activity_limit
from pbem.systems.flames.impulse.last_impulse import impulses_end
from pbem.systems.flames.kits.offensive.orders import (
    price_of_all,
    price_of_benefits,
    price_of_face_up,
)
from pbem.systems.flames.world.vocabulary import Action
from pbem.systems.wif.cases.situation import chart_of, situation
from pbem.systems.wif.economy.bombardment import bombs
from pbem.systems.wif.turn.weather import weather_by_zone
from pbem.systems.wif.world.alliances import GREAT


def weather_of_season(given: Given) -> Answer:
    """`season`: of each modified roll the weather by zone, the asterisks and the advance."""
    chart = chart_of("weather")
    rolls = chart.table(given["season"]).rows.names
    return {
        roll: list(weather_by_zone(chart, given["season"], int(roll)).values()) for roll in rolls
    }


def limits_of_actions(given: Given) -> Answer:
    """`powers`, `year`, `of`: of each power how many of these (action, activity) pairs it may do.

    Without `of` each activity with its limit by action: pass, naval, air, land, combined.
    """
    year = given.get("year", 1941)
    allowed, limits = chart_of("allowable-activities"), chart_of("activity-limits")

    def limit(power: str, action: str, activity: str) -> int | None:
        return activity_limit(limits, power, allowed.at(activity, action).text, year)

    if "of" in given:
        return {power: [limit(power, *pair) for pair in given["of"]] for power in given["powers"]}
    return {
        power: {
            activity: [limit(power, action, activity) for action in Action]
            for activity in allowed.table().rows.names
        }
        for power in given["powers"]
    }


def end_numbers(given: Given) -> Answer:
    """`boxes`: of each the highest modified die that ends the impulses, 0 where none does."""
    chart = chart_of("impulse-track")
    dice = range(21)  # beyond the ten of the die, so that a number above it shows
    return {
        "ends at": [
            max((die for die in dice if impulses_end(chart, die, box)), default=None)
            for box in given["boxes"]
        ]
    }


def initiative_space(given: Given) -> Answer:
    """`space`: what it adds to either side's initiative die, and who may ask for another roll."""
    chart = chart_of("initiative-track")
    columns = chart.table().columns.names
    return {column: chart.at(given["space"], column).number for column in columns}


def air_table(given: Given) -> Answer:
    """`values`: of each total of two dice the results at these combat values."""
    chart = chart_of("air-to-air")
    return {
        roll: [chart.lookup(column=column_of(value), roll=roll).text for value in given["values"]]
        for roll in chart.table().rows.names
    }


def offensive_prices(given: Given) -> Answer:
    """`values` of HQs, `powers`: what it costs to have each help, to turn each up, and all."""
    return {
        "help": [price_of_benefits(value) for value in given["values"]],
        "face-up": [price_of_face_up([value]) for value in given["values"]],
        "all": {power: price_of_all(power, GREAT) for power in given["powers"]},
    }


def offensive_bombs(given: Given) -> Answer:
    """`units`, `targets`: the strategic factors of each bomber over each target (16.3.2)."""
    position = situation(given)
    bombers = [piece for piece in position.on_map if piece.kind == "LND"]
    return {
        place: {p.name: bombs(position, Flight(p, Mission.BOMBARD, place))[0] for p in bombers}
        for place in given["targets"]
    }


def chart_cells(given: Given) -> Answer:
    """`chart`, `table` where it has several: each row from its first cell to its last."""
    table = chart_of(given["chart"]).table(given.get("table", ""))
    names = table.columns.names
    return {row: [table.cells[column, row].value for column in names] for row in table.rows.names}


IMPULSE_CALCULATIONS: Final[Calculations] = {
    "charts.cells": chart_cells,
    "weather.season": weather_of_season,
    "actions.limits": limits_of_actions,
    "impulses.ends-at": end_numbers,
    "impulses.initiative-space": initiative_space,
    "air-to-air.table": air_table,
    "offensive.prices": offensive_prices,
    "offensive.bombs": offensive_bombs,
}
