"""What cases may calculate of whole charts of the impulse and of the lines of an air combat.

Decides what a case writes and what it gets. Leaves single questions to `march_calculations`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.air.air_to_air import column_of
from pbem.systems.flames.cases.situation import Asked, CaseBook
from pbem.systems.flames.impulse.actions import activity_limit
from pbem.systems.flames.impulse.last_impulse import impulses_end
from pbem.systems.flames.turn.initiative import may_reroll
from pbem.systems.flames.world.position import SIDES
from pbem.systems.flames.world.vocabulary import Action


def limits_of_actions(book: CaseBook, given: Given) -> Answer:
    """`powers`, `year`, `of`: of each power how many of these (action, activity) pairs it may do.

    Without `of` each activity with its limit by action: pass, naval, air, land, combined.
    """
    year = given.get("year", int(book.turn[:4]))
    allowed, limits = book.chart("allowable-activities"), book.chart("activity-limits")

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


def end_numbers(book: CaseBook, given: Given) -> Answer:
    """`boxes`: of each the highest modified die that ends the impulses, 0 where none does."""
    chart = book.chart("impulse-track")
    dice = range(21)  # beyond the ten of the die, so that a number above it shows
    return {
        "ends at": [
            max((die for die in dice if impulses_end(chart, die, box)), default=None)
            for box in given["boxes"]
        ]
    }


def initiative_space(book: CaseBook, given: Given) -> Answer:
    """`space`: what it adds to either side's initiative die, and who may ask for another roll."""
    chart, space = book.chart("initiative-track"), given["space"]
    added = {side: chart.at(space, side).number for side in SIDES}
    again = {f"{side}-reroll": int(may_reroll(chart, space, side)) for side in SIDES}
    return added | again


def air_table(book: CaseBook, given: Given) -> Answer:
    """`values`: of each total of two dice the results at these combat values."""
    chart = book.chart("air-to-air")
    return {
        roll: [chart.lookup(column=column_of(value), roll=roll).text for value in given["values"]]
        for roll in chart.table().rows.names
    }


def chart_cells(book: CaseBook, given: Given) -> Answer:
    """`chart`, `table` where it has several: each row from its first cell to its last."""
    table = book.chart(given["chart"]).table(given.get("table", ""))
    names = table.columns.names
    return {row: [table.cells[column, row].value for column in names] for row in table.rows.names}


CHART_CALCULATIONS: Final[Asked] = {
    "charts.cells": chart_cells,
    "actions.limits": limits_of_actions,
    "impulses.ends-at": end_numbers,
    "impulses.initiative-space": initiative_space,
    "air-to-air.table": air_table,
}
