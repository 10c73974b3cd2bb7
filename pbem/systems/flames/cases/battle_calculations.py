"""What cases may calculate of air missions and land combat (11.8, 11.15, 14.1 to 14.3).

Decides what a case writes and what it gets. Leaves the rules to the modules that it calls.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.air.flights import Mission, range_home, range_out
from pbem.systems.flames.cases.combat_calculations import ratio_of
from pbem.systems.flames.cases.situation import Asked, CaseBook, piece_of
from pbem.systems.flames.land.combat.advance import (
    BreakthroughCost,
    advance_cost,
    goes_further,
    may_break_through,
)
from pbem.systems.flames.land.combat.resolution import column_name
from pbem.systems.flames.land.combat.retreat import CouldRetreat, Trail, can_retreat, retreat_hexes
from pbem.systems.flames.land.combat.support import Defence, HqCooperation, defending_hqs
from pbem.systems.flames.land.combat_table import (
    modified_roll,
)
from pbem.systems.flames.land.combatants import step_of
from pbem.systems.flames.strikes.ground_strike import strike_dice
from pbem.systems.flames.world.control import enemy_units


def flight_range(book: CaseBook, given: Given) -> Answer:
    """`printed`, `kind`, `mission`, `extended`: how far to the target, and how far home."""
    said = (
        given["printed"],
        given["kind"],
        Mission(given["mission"]),
        given.get("extended", False),
    )
    return {"out": range_out(*said), "home": range_home(*said)}


def dice_of_strike(book: CaseBook, given: Given) -> Answer:
    """`target` (its kind), `tank buster`, `surprised`: how many dice a bomber rolls."""
    said = given.get("tank buster", False), given.get("surprised", False)
    return {"dice": strike_dice(given["target"], *said)}


# --- land combat ---------------------------------------------------------------------------------


def cells(book: CaseBook, given: Given) -> Answer:
    """`table`, `odds`, `rolls` (modified): the columns of the one-die table, and their cells."""
    chart, table = book.chart("land-combat-1d10"), given["table"]
    columns = {odds: column_name(step_of(ratio_of(odds)), table) for odds in given["odds"]}
    rolls = [modified_roll(roll, ()) for roll in given["rolls"]]
    return {
        odds: [column, *(chart.lookup(table=table, column=column, roll=r).text for r in rolls)]
        for odds, column in columns.items()
    }


# --- retreat and advance -------------------------------------------------------------------------


def retreat(book: CaseBook, given: Given) -> Answer:
    """`unit`, `attacked`: the best priority, its hexes, and whether it can retreat at all.

    `trail`: the hexes that it has passed, where that is more than its own; `back`: to them, too.
    """
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    trail = Trail(piece, tuple(given.get("trail", (piece.at,))), given.get("attacked", ()))
    ways = retreat_hexes(position, trail, given.get("back", False))
    return {
        "priority": ways.priority,
        "hexes": list(ways.hexes),
        "can retreat": can_retreat(position, trail, position.reading(CouldRetreat)),
    }


def advance(book: CaseBook, given: Given) -> Answer:
    """`unit`, `through`: what each hex of an advance costs."""
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    steps = pairwise([piece.at, *given["through"]])
    return {"costs": [advance_cost(position, piece, here, there) for here, there in steps]}


def breakthrough(book: CaseBook, given: Given) -> Answer:
    """`units`, `hex` (attacked): whom the first hex's cost lets go on; and with others."""
    position = book.situation(given)
    rule = position.reading(BreakthroughCost)
    pieces = position.pieces(*(unit["name"] for unit in given["units"]))
    may = {p.name: may_break_through(position, p, given["hex"], rule) for p in pieces}
    together = goes_further(pieces, {piece.id: piece.at for piece in pieces})
    return {"second hex": may, "together": [piece.name for piece in together]}


def hqs_in_defence(book: CaseBook, given: Given) -> Answer:
    """`hex`, `attacker`, `attacked` (hexes): the HQs that may support its defenders."""
    position, place = book.situation(given), given["hex"]
    enemy = enemy_units(position, place, given.get("attacker", book.ours))
    defenders = tuple(piece for piece in enemy if piece.is_land)
    defence = Defence(place, defenders, position.reading(HqCooperation))
    found = defending_hqs(position, defence, given.get("attacked", (place,)))
    return {"hqs": [piece.name for piece in found]}


BATTLE_CALCULATIONS: Final[Asked] = {
    "air.range": flight_range,
    "ground-strike.dice": dice_of_strike,
    "land-combat.cells": cells,
    "land-combat.hqs-in-defence": hqs_in_defence,
    "land-combat.retreat": retreat,
    "land-combat.advance": advance,
    "land-combat.breakthrough": breakthrough,
}
