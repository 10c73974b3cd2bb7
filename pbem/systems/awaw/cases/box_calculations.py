"""What cases ask of mapboard boxes: who holds and enters them, what leads in and out, what sails.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order
from pbem.systems.awaw.boxes import conditions, fighting, holding, lanes, routes, shipping
from pbem.systems.awaw.boxes.conditions import MOVEMENT, REDEPLOYMENT
from pbem.systems.awaw.boxes.crossing import Wish, problems
from pbem.systems.awaw.boxes.places import is_gate, off_board
from pbem.systems.awaw.boxes.redeploying import check_redeployment
from pbem.systems.awaw.boxes.ways import all_ways, touches, ways
from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.moves.orders import check_movement
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece

CHECKS: Final = {MOVEMENT: check_movement, REDEPLOYMENT: check_redeployment}

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def _unit(position: Position, row: Given) -> Piece:
    return position.piece(position.units[str(row["unit"])])


def _place(position: Position, said: Any) -> str:
    return position.board.find(str(said)).place or f"no such place: {said}"


def box_ways(given: Given) -> Answer:
    """By what units come to places in a phase, with the rule of each way."""
    position = situation(given)
    return {"ways": [_ways(position, row) for row in given["ask"]]}


def _ways(position: Position, row: Given) -> list[str]:
    goal = _place(position, row["to"])
    found = ways(position, _unit(position, row), goal, row["phase"], how=row.get("by", ""))
    return [f"{way.how} {way.rule}" for way in found]


def box_problems(given: Given) -> Answer:
    """What stands against units that go somewhere, apart from there being no way."""
    position = situation(given)
    return {"problems": [_problems(position, row) for row in given["ask"]]}


def _problems(position: Position, row: Given) -> list[str]:
    piece, goal = _unit(position, row), _place(position, row["to"])
    wish = Wish(piece.at, goal, row["phase"], front=row.get("front", ""))
    return [f"{message} ({cite})" for message, cite in problems(position, piece, wish)]


def box_orders(given: Given) -> Answer:
    """Why orders of a phase, each looked at by itself, are refused; nothing where they are not."""
    position, player = situation(given), str(given["player"])
    check = CHECKS[given["phase"]]
    orders = (Order(given["phase"], 1, player, row, Where("case")) for row in given["ask"])
    return {"refused": [[f.message for f in check(position, one).findings] for one in orders]}


def box_facts(given: Given) -> Answer:
    """What boxes are worth, supply and produce, and who holds them."""
    position = situation(given)
    return {box: _facts(position, box, given["for"]) for box in given["of"]}


def _facts(position: Position, box: str, power: str) -> Answer:
    oil, reserve, immune = holding.oil_of(position, box)
    return {
        "holder": holding.holder_of(position, box),
        "value": holding.value_of(position, box),
        "in the British base": holding.counts_for_britain(box),
        "supplies": holding.supplies(position, box, power),
        "oil": [oil, reserve, immune],
        "intercepts": holding.may_intercept(position, box),
        "raiders": [sea for sea in ("indian", "atlantic") if _raids(position, box, sea)],
        "bombed by": list(fighting.air_combat_by(position, box)),
    }


def _raids(position: Position, box: str, sea: str) -> bool:
    return holding.engages_raiders(position, box, sea)


def box_displaced(given: Given) -> Answer:
    """Whether ships displaced from ports may go to boxes."""
    position = situation(given)
    asked = ((box, _place(position, port)) for box, port in given["ask"])
    return {"may go": [holding.takes_displaced(position, box, port) for box, port in asked]}


def box_building(given: Given) -> Answer:
    """In which boxes counters are built, and whether nowhere else."""
    position, yard = situation(given), str(given.get("shipyard", ""))
    return {
        name: {
            "in": list(holding.builds_in(position, name, yard)),
            "there alone": holding.builds_nowhere_else(position, name),
        }
        for name in given["of"]
    }


def box_needs(given: Given) -> Answer:
    """Destroyers and transports that a load takes on ways of the chart."""
    position = situation(given)
    known = {way.name: way for way in all_ways(position)}
    answers = []
    for row in given["ask"]:
        ground, air = (Fraction(str(row.get(name, 0))) for name in ("ground", "air"))
        load = lanes.Load(ground, air, int(row.get("brps", 0)), int(row.get("oil", 0)))
        found = lanes.needs(position, known[row["way"]], load, bool(row.get("held")))
        answers.append([found.destroyers, found.transports, found.lane])
    return {"needs": answers}


def box_transports(given: Given) -> Answer:
    """Transports of an SW box that are left to powers, and who protects what they carry."""
    position = situation(given)
    known = {way.name: way for way in all_ways(position)}
    guards = lanes.protectors(position, known[given["way"]], given["of"], given["from"])
    return {
        "left": lanes.transports_left(position, given["of"], given["lane"]),
        "protect": [piece.id for piece in guards],
    }


def box_stays(given: Given) -> Answer:
    """Whether units that redeploy stay where they come, or may redeploy on."""
    position = situation(given)
    return {
        "stays": [_stays(position, row) for row in given["ask"]],
        "goes on": [_goes_on(position, row) for row in given["ask"]],
    }


def _stays(position: Position, row: Given) -> bool:
    piece = _unit(position, row)
    return conditions.must_stay(position, piece, piece.at, _place(position, row["to"]))


def _goes_on(position: Position, row: Given) -> bool:
    piece = _unit(position, row)
    return conditions.may_redeploy_on(position, piece, piece.at, _place(position, row["to"]))


def box_theaters(given: Given) -> Answer:
    """Whether changes of base lead from one theater to the other."""
    position = situation(given)
    return {"inverted": [conditions.changes_theater(position, *pair) for pair in given["ask"]]}


def siberia(given: Given) -> Answer:
    """Whether Russia may send units onto the Pacific map."""
    position = situation(given)
    through = (("SR", "awaw-pacific"), ("TR", "awaw-europe"), ("SR", "awaw-europe"))
    return {
        "whole": conditions.holds_russia(position),
        "open": conditions.siberia_is_open(position),
        "through": [conditions.may_pass_the_urals(position, *asked) for asked in through],
    }


def box_distances(given: Given) -> Answer:
    """How far it is between places for ships, and gates of boxes."""
    position = situation(given)
    asked = [[_place(position, name) for name in pair] for pair in given.get("ask", ())]
    gates = [(box, _place(position, name)) for box, name in given.get("gates", ())]
    return {
        "sail": [routes.naval_distance(position, *pair) for pair in asked],
        "off board": [
            off_board(position, *pair) if is_gate(position, *pair) else None for pair in gates
        ],
    }


def box_stops(given: Given) -> Answer:
    """Whether ships that redeploy touch what they must, and sail no leg that is too long."""
    position = situation(given)
    stops = tuple(_place(position, name) for name in given["stops"])
    way = next(way for way in all_ways(position) if way.name == given["way"])
    return {"touches": touches(position, way, stops), "leg": routes.too_long(position, stops)}


def sw_leaving(given: Given) -> Answer:
    """Until when ships that leave an SW box are inverted, and in which theater those that enter
    one may be used.
    """
    clock = situation(given).state.clock
    return {
        "until": [shipping.inverted_until(clock, *asked) for asked in given.get("leave", ())],
        "bound": [shipping.bound_to_theater(*asked) for asked in given.get("enter", ())],
    }


def sw_boxes(given: Given) -> Answer:
    """What units may do in SW boxes: sections, home ports, fronts, what they defend."""
    position = situation(given)
    return {"answers": [_sw(position, row) for row in given["ask"]]}


def _sw(position: Position, row: Given) -> Any:
    piece = _unit(position, row)
    if "home" in row:
        return shipping.is_home_port(position, piece, row["box"], _place(position, row["home"]))
    if "from" in row:
        origin = _place(position, row["from"])
        return shipping.submarine_passes(position, piece, origin, row["box"])
    if "front" in row:
        return shipping.may_fly_over(position, piece, row["box"], row["front"])
    if "defends" in row:
        return shipping.may_defend(position, piece, _place(position, row["defends"]))
    if "returns" in row:
        return shipping.is_intercepted_at_home(position, piece, row["box"])
    return shipping.has_section(position, piece, row["box"])


def box_fights(given: Given) -> Answer:
    """Why operations between boxes and the map are not allowed."""
    position = situation(given)
    return {"barred": [_barred(position, row) for row in given["ask"]]}


def _barred(position: Position, row: Given) -> list[str]:
    piece = _unit(position, row)
    target = _place(position, row["at"])
    found = fighting.barred_by_boxes(position, [(piece, piece.size)], row["do"], [target])
    return [cite for _, cite in found]


def box_attrition(given: Given) -> Answer:
    """Units of a box that are part of an attrition zone, and whether hex results count."""
    position = situation(given)
    zone = [_place(position, name) for name in given["zone"]]
    there = fighting.in_attrition(position, given["box"], zone)
    return {
        "with": [piece.id for piece in there],
        "hexes": fighting.takes_hexes(given["attacked"], given.get("advance", ())),
    }


def box_interception(given: Given) -> Answer:
    """Whether ships may intercept from where they are, and interceptors escort."""
    position = situation(given)
    return {
        "intercept": [fighting.intercepts(position, _unit(position, row)) for row in given["ask"]],
        "escort": [fighting.may_escort(place) for place in given.get("from", ())],
    }


def murmansk(given: Given) -> Answer:
    """Which units may come to a convoy battle, and which have to leave the box."""
    position = situation(given)
    asked = (_unit(position, row) for row in given["ask"])
    return {
        "join": [fighting.joins_convoy_battle(position, piece) for piece in asked],
        "left there": [piece.id for piece in fighting.left_at_murmansk(position)],
    }
