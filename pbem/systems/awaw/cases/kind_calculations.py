"""What cases ask of kinds of units, task forces and regions.

Decides nothing. Leaves each answer to the kernels of `battle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.systems.awaw.battle import kinds
from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.moves.marching import movement_of
from pbem.systems.awaw.operations.limits import out_of_reach, winter_front
from pbem.systems.awaw.world.hexes import (
    front_of,
    ground_crosses,
    is_adjacent,
    is_closed_to_air,
    is_closed_to_ground,
)

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def notation(given: Given) -> Answer:
    """The factors that words stand for."""
    return {str(word): kinds.factors_in(str(word)) for word in given["words"]}


def kind_of_unit(given: Given) -> Answer:
    """What the chart says of a kind."""
    chart, kind = situation({}).book.chart("kinds"), str(given["kind"])
    row = {column: chart.at(kind, column, "kinds").text for column in ("arm", "fights")}
    fast = kinds.is_fast_carrier(chart, kind)
    answer = {**row, "naval unit": kinds.is_naval(chart, kind), "fast carrier": fast}
    if "nas" in given:
        state = {name: given[name] for name in ("damaged", "nas", "full")}
        answer["operational"] = kinds.is_fully_operational(chart, kind, **state)
    return answer


def sizes(given: Given) -> Answer:
    """Which of some numbers of factors a kind of ship may have."""
    chart, kind = situation({}).book.chart("kinds"), str(given["kind"])
    return {"sizes": [size for size in given["of"] if kinds.is_a_size(chart, kind, size)]}


def air_strength(given: Given) -> Answer:
    """As how many air units fight."""
    chart = situation({}).book.chart("kinds")
    rows = ((str(row["kind"]), int(row["number"])) for row in given["units"])
    naval = bool(given.get("naval"))
    return {kind: kinds.squadrons(chart, kind, number, naval=naval) for kind, number in rows}


def task_force(given: Given) -> Answer:
    """What is wrong with a task force."""
    chart = situation({}).book.chart("kinds")
    ships = [kinds.Ship(**row) for row in given["ships"]]
    return {"trouble": kinds.task_force_trouble(chart, ships)}


def zone(given: Given) -> Answer:
    """Whether a zone of control reaches a hex."""
    state = {name: bool(given[name]) for name in ("fully_supplied", "adjacent", "impassable")}
    return {"reaches": kinds.zone_reaches(str(given["kind"]), **state)}


def groups(given: Given) -> Answer:
    """Which of some lands belong to a group, which powers to a game; whether a unit is supplied."""
    chart = situation({}).book.chart("kinds")
    if "powers" in given:
        theater = str(given["game"])
        return {"in it": [p for p in given["powers"] if kinds.takes_part(chart, p, theater)]}
    if "sources" in given:
        return {"supplied": kinds.is_supplied(given["sources"])}
    lands = (str(land).partition("/") for land in given["lands"])
    found = ["/".join(filter(None, (a, b))) for a, _, b in lands
             if kinds.lies_in(chart, str(given["group"]), a, b)]  # fmt: skip
    return {"in it": found}


def hexsides(given: Given) -> Answer:
    """What is so between pairs of hexes: adjacent, crossed on the ground."""
    board = situation(given).board
    return {
        f"{a}-{b}": [
            word
            for word, holds in (
                ("adjacent", is_adjacent(board, a, b, bool(given.get("neutral")))),
                ("crossed", ground_crosses(board, a, b)),
            )
            if holds
        ]
        for a, b in given["pairs"]
    }


def closed(given: Given) -> Answer:
    """To whom hexes are closed."""
    board = situation(given).board
    asked = {"ground": is_closed_to_ground, "air": is_closed_to_air}
    return {at: [who for who, ask in asked.items() if ask(board, at)] for at in given["hexes"]}


def fronts(given: Given) -> Answer:
    """On which fronts hexes lie; whether ships reach; whose winter binds an invasion."""
    position = situation(given)
    board = position.board
    found = (board.find(str(name)).place or "" for name in given["hexes"])
    answer: dict[str, Any] = {"fronts": [front_of(board, place) for place in found]}
    if "ships at" in given:
        base = board.find(str(given["ships at"])).place or ""
        targets = [board.find(str(name)).place or "" for name in given["hexes"]]
        answer["reached"] = [not out_of_reach(position, base, target) for target in targets]
    if "sail through" in given:
        answer["winter"] = winter_front(board, str(given["sail through"]))
    return answer


def counters(given: Given) -> Answer:
    """Factors and movement of units, and whether each is a counter of its own."""
    position = situation(given)
    pieces = [position.piece(unit) for _, unit in sorted(position.units.items())]
    return {
        piece.counter.id: {
            "factors": piece.factors,
            "single": piece.is_single,
            **({"moves": movement_of(position.board, piece)} if piece.is_ground else {}),
        }
        for piece in pieces
    }
