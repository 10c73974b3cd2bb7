"""What cases ask of the boards: where places lie, how far apart, cities, ports and islands.

Decides nothing. Leaves each answer to the map and to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbem.core.maps.board import Board
from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.world import islands

Given = Mapping[str, Any]
Answer = Mapping[str, Any]
WORDS: Final[Mapping[str, Callable[[Board, str], bool]]] = {
    "city": islands.is_city,
    "capital": islands.is_capital,
    "port": islands.is_port,
    "capital-port": islands.is_capital_port,
    "objective": islands.is_objective,
    "island": islands.is_one_hex_island,
    "invadable": islands.may_be_invaded,
}


def where(given: Given) -> Answer:
    """The hexes of places, and how far pairs of hexes are apart."""
    board = situation(given).board
    return {
        "at": [board.find(str(name)).place for name in given.get("names", ())],
        "apart": [board.distance(*pair) for pair in given.get("pairs", ())],
        "terrain": [board.terrain(place) for place in given.get("terrain", ())],
    }


def words(given: Given) -> Answer:
    """Which words of 4.6 and 4.7 fit places."""
    board = situation(given).board
    asked = [board.find(str(name)).place or "" for name in given["of"]]
    return {"are": [[word for word, fits in WORDS.items() if fits(board, at)] for at in asked]}


def coasts(given: Given) -> Answer:
    """On which coast ports lie, and who controls the water under crossing arrows."""
    position = situation(given)
    ports = [position.board.find(str(name)).place or "" for name in given.get("ports", ())]
    return {
        "coasts": [islands.coast_of(position, port) for port in ports],
        "straits": [islands.holder_of_strait(position, *pair) for pair in given.get("straits", ())],
    }


def island_groups(given: Given) -> Answer:
    """The groups of islands, who holds them at the start, and what serves as a port."""
    position = situation(given)
    asked = [position.board.find(str(name)).place or "" for name in given.get("islands", ())]
    resists = bool(given.get("resistance"))
    return {
        "groups": [islands.group_of(position, place, resists) for place in asked],
        "holders": [list(islands.holders_at_start(position, name)) for name in given["of"]],
        "size": [len(islands.islands_of(position, name)) for name in given["of"]],
        "ports": [islands.serves_as_port(position, at, use) for at, use in given.get("ports", ())],
    }


def basing(given: Given) -> Answer:
    """Whether units may be based in hexes."""
    position = situation(given)
    return {
        "room": [
            islands.has_room(position, position.piece(position.units[unit]), at, many)
            for unit, at, many in given["ask"]
        ]
    }
