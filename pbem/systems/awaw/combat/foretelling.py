"""What a receipt tells of ground attacks: strengths and odds, and results where there is a table.

Decides nothing: who flies in defence is not known yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pbem.core.data.charts import Chart
from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import Receipt, check_order
from pbem.core.record.dice import parse_dice
from pbem.core.rules.system import Foretold
from pbem.systems.awaw.combat.ground import GROUND_COMBAT, Fight, is_supplied, strengths
from pbem.systems.awaw.combat.phase import AFTER_THE_AIR, COMBAT, SUPPORT
from pbem.systems.awaw.operations.orders import Announced
from pbem.systems.awaw.world.position import Position


def ordered_odds(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """The odds of every ground attack of a file, with the ground support that it orders."""
    plans = dict(_plans(receipt))
    supports = [plan for plan in plans.values() if plan.kind == SUPPORT]
    found = []
    for number, plan in plans.items():
        if plan.kind in AFTER_THE_AIR:
            one = strengths(_after(receipt), plan, supports)
            order = receipt.readings[number].order
            found.append(Foretold("odds", told(one, _table(receipt)), facts_of(one), order))
    return found


def _after(receipt: Receipt[Position]) -> Position:
    after: Any = receipt.after  # of this system, since its receipts ask
    position: Position = after
    return position


def _plans(receipt: Receipt[Position]) -> Iterator[tuple[int, Announced]]:
    """The operations of the combat phase that are legal, by the number of their reading."""
    for number, reading in enumerate(receipt.readings):
        if reading.order.section == COMBAT.name and not has_errors(reading.findings):
            yield number, check_order(reading.before, reading.order).plan


def _table(receipt: Receipt[Position]) -> Chart | None:
    game = receipt.after.game
    return game.charts.get(GROUND_COMBAT.chart) if is_supplied(game) else None


def told(one: Fight, table: Chart | None) -> str:
    """`14 factors and 3 in the air against 2, which count as 4: 17:4 before defensive air`."""
    air = f" and {one.support} in the air" if one.support else ""
    text = (
        f"{one.attack} factors{air} against {one.defence}, which count as {one.modified}: "
        f"{one.told} before defensive air"
    )
    return text if table is None else f"{text}; {_results(table, one.odds)}"


def _results(table: Chart, odds: Fraction) -> str:
    """How many of the dice give each result: `D on 4 of 6, Ex on 2 of 6`."""
    column = table.table().columns.find(odds)
    count, sides = parse_dice(str(table.dice))
    if column is None or count != 1:
        return "see the table"
    cells = [table.lookup(column=odds, roll=die).text for die in range(1, sides + 1)]
    return ", ".join(f"{cell} on {many} of {sides}" for cell, many in Counter(cells).items())


def facts_of(one: Fight) -> dict[str, Any]:
    """The strengths as plain data."""
    return {
        "attack": one.attack,
        "support": one.support,
        "defence": one.defence,
        "modified": one.modified,
        "odds": one.told,
    }
