"""What cases may calculate of movement, supply and the other ground under the land impulse.

Decides what a case writes and what it gets. Leaves the rules to the modules that it calls, battles
to `battle_calculations`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.wif.air.rebase import flight_cost, flown_distance, rebase_range, within_range
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.impulse.actions import activity_limit
from pbem.systems.wif.impulse.last_impulse import (
    bound_modifier,
    end_modifiers,
    impulses_end,
    moved_initiative,
    weather_by_zone,
)
from pbem.systems.wif.land.land_movement import march_to, railway_bonus, set_out, step_cost
from pbem.systems.wif.land.overrun import composition_ban, in_words, overrun_odds
from pbem.systems.wif.land.rail import rail_moves, rail_path
from pbem.systems.wif.land.reorganisation import drawn_up, in_reach, reorganisation_cost
from pbem.systems.wif.world.control import new_controller
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.stacking import air_limit, land_excess, over_air_limit
from pbem.systems.wif.world.supply import basic_path, in_supply, limits, railway_path
from pbem.systems.wif.world.terrain import hexside_in, terrain_in, weather_for
from pbem.systems.wif.world.units import Piece
from pbem.systems.wif.world.zoc import opponents_at_peace, zoc_of, zoc_reaches


def _piece(position: Position, name: str) -> Piece:
    return position.pieces(name)[0]


def zone_of_control(given: Given) -> Answer:
    """`unit`: the hexes in its zone of control."""
    position = situation(given)
    piece = _piece(position, given["unit"])
    reached = zoc_of(position.ground, zoc_reaches(piece.counter), piece.at)
    peace = opponents_at_peace(position, piece.owner)
    hexes = [place for place in reached if position.controller(place) not in peace]
    return {"hexes": sorted(hexes)}


def aircraft_limit(given: Given) -> Answer:
    """`city`, `port`, `terrain`, `hqs`, `engineers`: how many aircraft may stand there."""
    return {
        "limit": air_limit(
            given.get("city", False),
            given.get("port", ""),
            given.get("terrain", "clear"),
            given.get("hqs", 0) + given.get("engineers", 0),
        )
    }


def land_stack(given: Given) -> Answer:
    """`corps`, `divisions`: how many land units are too many."""
    options = situation({"rows": {"E1010": "c"}, "options": given.get("options", {})}).options
    return {"too many": land_excess(given.get("corps", 0), given.get("divisions", 0), options)}


def aircraft_stack(given: Given) -> Answer:
    """`hex`: how many of the aircraft there are too many."""
    position = situation(given)
    return {"too many": over_air_limit(position, given["hex"], position.air_at(given["hex"]))}


def supply_of(given: Given) -> Answer:
    """`of`: for each of these units whether it is in supply."""
    position = situation(given)
    return {name: in_supply(position, _piece(position, name)) for name in given["of"]}


def supply_link(given: Given) -> Answer:
    """`from`, `to`, `path` basic or railway, `power`: the path of one link, or null."""
    position = situation(given)
    trace = railway_path if given["path"] == "railway" else basic_path
    bounds = limits(position, given.get("power", "germany"))
    found = trace(position.ground, bounds, given["from"], frozenset({given["to"]}))
    return {"hexes": list(found) if found else None}


def movement_step(given: Given) -> Answer:
    """`unit`, `to`: the points that a unit pays into the next hex, or null."""
    position = situation(given)
    piece = _piece(position, given["unit"])
    return {
        "cost": step_cost(
            position.ground,
            piece,
            piece.at,
            given["to"],
            doubled=given.get("overrun", False),
            railway_bonus=railway_bonus(position),
        )
    }


def movement(given: Given) -> Answer:
    """`stack`, `through` (the hexes named, in order), `drop`: what comes of a move."""
    position = situation(given)
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


def overrun_factors(given: Given) -> Answer:
    """`attack`, `defence`, `weather`, `winterised`: the odds, and whether they reach 7:1."""
    odds = overrun_odds(
        Fraction(given["attack"]),
        Fraction(given["defence"]),
        given.get("weather", "fine"),
        given.get("winterised", False),
    )
    return {"odds": "7:1" if odds is None else odds.name, "possible": odds is None or odds.step > 6}


def overrun_armour(given: Given) -> Answer:
    """`own`, `enemy`: lists of kinds, `ARM div` a division: why they may not overrun, or null."""
    own, enemy = (
        [(word.removesuffix(" div"), word.endswith(" div")) for word in given[key]]
        for key in ("own", "enemy")
    )
    return {"ban": composition_ban(own, enemy) or None}


def railway(given: Given) -> Answer:
    """`unit`, `to`, `via`: the way by rail, or null."""
    position = situation(given)
    piece = _piece(position, given["unit"])
    found = rail_path(position, piece, given["to"], given.get("via", ()))
    return {"hexes": list(found.places) if found else None}


def rail_cost(given: Given) -> Answer:
    """`maps away`, `factory`: how many rail moves a move counts as."""
    return {"rail moves": rail_moves(given["maps away"], given.get("factory", False))}


def range_of_rebase(given: Given) -> Answer:
    """`printed`, `extended`, `friendly`: how far an aircraft may rebase."""
    extended, friendly = given.get("extended", False), given.get("friendly", False)
    return {"range": rebase_range(given["printed"], extended, friendly)}


def distance(given: Given) -> Answer:
    """`from`, `to`: the range that a flight uses."""
    return {"distance": flown_distance(situation(given), given["from"], given["to"])}


def cost_of_flight(given: Given) -> Answer:
    """`entered`, `left` (scales of hexes): the range that an aircraft uses."""
    return {"cost": flight_cost(given["entered"], given.get("left", ""))}


def rebase(given: Given) -> Answer:
    """`unit`, `to`: for each hex whether an aircraft may rebase there as far as range goes."""
    position = situation(given)
    piece = _piece(position, given["unit"])
    return {place: within_range(position, piece, place) for place in given["to"]}


def reach_of_hq(given: Given) -> Answer:
    """`hq`, `hexes`: for each hex whether the HQ may reorganise units there."""
    position = situation(given)
    reach = in_reach(position, _piece(position, given["hq"]))
    return {place: place in reach for place in given["hexes"]}


def cost_of_reorganisation(given: Given) -> Answer:
    """`branch`, `action`, `foreign`, `kind`, `turns`, `by HQ-A`: points to reorganise a unit."""
    options = situation({"rows": {"E1010": "c"}, "options": given.get("options", {})}).options
    return {
        "points": reorganisation_cost(
            given["branch"],
            given["action"],
            options,
            foreign=given.get("foreign", False),
            kind=given.get("kind", ""),
            turns=given.get("turns", 0),
            by_armoured_hq=given.get("by HQ-A", False),
        )
    }


def plan_of_reorganisation(given: Given) -> Answer:
    """`list` as in an order, `action`: which HQ gives how many points for each unit."""
    tracks = {"action.germany": given["action"]}
    position = situation({**given, "side": "allied", "tracks": tracks})
    plan = drawn_up(replace(position, player="germany"), given["list"])
    return {
        "paid": {payment.piece.name: dict(payment.points) for payment in plan.payments},
        "left": dict(plan.left),
    }


def limit_of_activity(given: Given) -> Answer:
    """`power`, `action`, `activity`, `year`: how many it may do; null means any number."""
    position = situation({"rows": {"E1010": "c"}})
    column = position.book.chart("allowable-activities").at(given["activity"], given["action"]).text
    limits = position.book.chart("activity-limits")
    return {"limit": activity_limit(limits, given["power"], column, given.get("year", 1941))}


def taken_hex(given: Given) -> Answer:
    """`hex`, `entering` (power: factors): who controls the enemy hex afterwards."""
    entering = {power: Fraction(factors) for power, factors in given["entering"].items()}
    return {"controller": new_controller(situation(given), given["hex"], entering)}


def weather_roll(given: Given) -> Answer:
    """`season`, `roll`, `asterisks` (of the roll before): the weather everywhere."""
    chart = situation({"rows": {"E1010": "c"}}).book.chart("weather")
    total = given["roll"] + given.get("asterisks", 0)
    return {"total": total, **weather_by_zone(chart, given["season"], total)}


def weather_in_hex(given: Given) -> Answer:
    """`zone weather`, `terrain`: the weather that a hex suffers, and what its terrain counts as."""
    weather = weather_for(given["zone weather"], given["terrain"])
    return {"weather": weather, "terrain": terrain_in(given["terrain"], weather)}


def frozen_hexside(given: Given) -> Answer:
    """`hexside`, `weather` of both hexes: what the hexside counts as."""
    here, there = given["weather"]
    return {"hexside": hexside_in(given["hexside"], here, there)}


def end_of_impulses(given: Given) -> Answer:
    """`box`, `roll`, `actions`, `maps`, `impulses`, `bounds`: modified die, and whether it ends."""
    chart = situation({"rows": {"E1010": "c"}}).book.chart("impulse-track")
    actions, bounds = given["actions"], given.get("bounds", False)
    modifiers = (
        *end_modifiers(actions, given.get("maps", 5)),
        *bound_modifier(actions, given.get("impulses", 3), actions, bounds),
    )
    total = given["roll"] + sum(modifier.value for modifier in modifiers)
    return {"total": total, "over": impulses_end(chart, total, given["box"])}


def initiative(given: Given) -> Answer:
    """`space`, `side` with the first and the last impulse: where the marker goes."""
    return {"space": moved_initiative(given["space"], given["side"])}


CALCULATIONS: Final[Calculations] = {
    "zoc.unit": zone_of_control,
    "stacking.aircraft": aircraft_limit,
    "stacking.aircraft-in": aircraft_stack,
    "stacking.land": land_stack,
    "supply.units": supply_of,
    "supply.link": supply_link,
    "movement.step": movement_step,
    "movement.stack": movement,
    "overrun.odds": overrun_factors,
    "overrun.armour": overrun_armour,
    "rail.path": railway,
    "rail.cost": rail_cost,
    "air.cost": cost_of_flight,
    "air.distance": distance,
    "rebase.range": range_of_rebase,
    "rebase.reach": rebase,
    "reorganisation.reach": reach_of_hq,
    "reorganisation.cost": cost_of_reorganisation,
    "reorganisation.plan": plan_of_reorganisation,
    "actions.limit": limit_of_activity,
    "control.taken": taken_hex,
    "weather.roll": weather_roll,
    "weather.hex": weather_in_hex,
    "weather.hexside": frozen_hexside,
    "impulses.end": end_of_impulses,
    "impulses.initiative": initiative,
}
