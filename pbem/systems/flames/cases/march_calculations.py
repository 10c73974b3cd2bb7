"""What cases may calculate of movement, supply and the other ground under the land impulse.

Decides what a case writes and what it gets. Leaves the rules to the modules that it calls, battles
to `battle_calculations`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.air.flights import flight_cost, flown_distance, rebase_range, within_range
from pbem.systems.flames.cases.situation import Asked, CaseBook, piece_of
from pbem.systems.flames.impulse.last_impulse import (
    SMALL_GAME,
    bound_modifier,
    end_modifiers,
    impulses_end,
    moved_initiative,
)
from pbem.systems.flames.land.land_movement import march_to, set_out
from pbem.systems.flames.land.overrun import in_words, overrun_odds
from pbem.systems.flames.land.rail import maps_away, rail_moves
from pbem.systems.flames.land.reorganisation import drawn_up, in_reach
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import TrackName


def movement(book: CaseBook, given: Given) -> Answer:
    """`stack`, `through` (the hexes named, in order), `drop`: what comes of a move."""
    position = book.situation(given)
    march = set_out(position, position.pieces(*given["stack"]), given.get("drop", {}))
    march, problem = march_to(march, given["through"])
    return {
        "problem": problem.message if problem else None,
        "path": list(march.trail),
        "at": {m.piece.name: m.drop or march.at for m in march.everyone},
        "spent": {m.piece.name: m.spent for m in march.everyone},
        "face-down": [m.piece.name for m in march.everyone if m.down],
        "taken": [place for leg in march.legs for place in leg.taken],
        "overruns": [in_words(leg.overrun) for leg in march.legs if leg.overrun],
    }


def overrun_factors(book: CaseBook, given: Given) -> Answer:
    """`attack`, `defence`, `weather`, `winterised`: the odds, and whether they reach 7:1."""
    totals = Fraction(given["attack"]), Fraction(given["defence"])
    if book.values.whole_totals:
        totals = Fraction(rounded(totals[0])), Fraction(rounded(totals[1]))
    odds = overrun_odds(
        *totals,
        given.get("weather", "fine"),
        given.get("winterised", False),
    )
    return {"odds": "7:1" if odds is None else odds.name, "possible": odds is None or odds.step > 6}


def rail_cost(book: CaseBook, given: Given) -> Answer:
    """`maps away`, or `from` and `to`, `factory`: how many rail moves a move counts as."""
    if "from" in given:
        far = maps_away(book.situation(given).board, given["from"], given["to"])
    else:
        far = given["maps away"]
    return {"rail moves": rail_moves(far, given.get("factory", False))}


def range_of_rebase(book: CaseBook, given: Given) -> Answer:
    """`printed`, `extended`, `friendly`: how far an aircraft may rebase."""
    extended, friendly = given.get("extended", False), given.get("friendly", False)
    return {"range": rebase_range(given["printed"], extended, friendly)}


def distance(book: CaseBook, given: Given) -> Answer:
    """`from`, `to`: the range that a flight uses."""
    return {"distance": flown_distance(book.situation(given), given["from"], given["to"])}


def cost_of_flight(book: CaseBook, given: Given) -> Answer:
    """`entered`, `left` (scales of hexes): the range that an aircraft uses."""
    return {"cost": flight_cost(given["entered"], given.get("left", ""))}


def rebase(book: CaseBook, given: Given) -> Answer:
    """`unit`, `to`: for each hex whether an aircraft may rebase there as far as range goes."""
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    return {place: within_range(position, piece, place) for place in given["to"]}


def reach_of_hq(book: CaseBook, given: Given) -> Answer:
    """`hq`, `hexes`: for each hex whether the HQ may reorganise units there."""
    position = book.situation(given)
    reach = in_reach(position, piece_of(position, given["hq"]))
    return {place: place in reach for place in given["hexes"]}


def plan_of_reorganisation(book: CaseBook, given: Given) -> Answer:
    """`list` as in an order, `action`: which HQ gives how many points for each unit."""
    tracks = {TrackName.ACTION.of(book.ours): given["action"]}
    position = book.situation({**given, "side": "allied", "tracks": tracks})
    plan = drawn_up(replace(position, player=book.ours), given["list"])
    return {
        "paid": {payment.piece.name: dict(payment.points) for payment in plan.payments},
        "left": dict(plan.left),
    }


def end_of_impulses(book: CaseBook, given: Given) -> Answer:
    """`box`, `roll`, `actions`, `maps`, `impulses`, `bounds`: modified die, and whether it ends."""
    chart = book.chart("impulse-track")
    actions, bounds = given["actions"], given.get("bounds", False)
    modifiers = (
        *end_modifiers(
            actions, small=given.get("maps", 5) <= SMALL_GAME or book.values.passes_count_less
        ),
        *bound_modifier(actions, given.get("impulses", 3), actions, bounds),
    )
    total = given["roll"] + sum(modifier.value for modifier in modifiers)
    return {"total": total, "over": impulses_end(chart, total, given["box"])}


def initiative(book: CaseBook, given: Given) -> Answer:
    """`space`, `side` with the first and the last impulse: where the marker goes."""
    return {"space": moved_initiative(given["space"], given["side"])}


MARCH_CALCULATIONS: Final[Asked] = {
    "movement.stack": movement,
    "overrun.odds": overrun_factors,
    "rail.cost": rail_cost,
    "air.cost": cost_of_flight,
    "air.distance": distance,
    "rebase.range": range_of_rebase,
    "rebase.reach": rebase,
    "reorganisation.reach": reach_of_hq,
    "reorganisation.plan": plan_of_reorganisation,
    "impulses.end": end_of_impulses,
    "impulses.initiative": initiative,
}
