"""What cases ask of the sea: ways, distances, interceptions, odds, flak, shipyards, room.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.systems.tw.cases.situation import situation
from pbem.systems.tw.sea.battle import Waters, modifiers_of
from pbem.systems.tw.sea.fighting import flak_of_ships
from pbem.systems.tw.sea.intercepting import Attempt, areas_of
from pbem.systems.tw.sea.intercepting import modifiers_of as modifiers_of_attempt
from pbem.systems.tw.sea.loading import loads_of
from pbem.systems.tw.sea.navies import berths, governing_rating, room_of, ships_at
from pbem.systems.tw.sea.retiring import nearest_yard
from pbem.systems.tw.sea.voyages import is_atlantic_port
from pbem.systems.tw.sea.waters import distance, is_zone, way_between
from pbem.systems.tw.world.boxes import is_flown_to, takes_missions, why_shut
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def _named(position: Position, names: Iterable[Any]) -> tuple[Piece, ...]:
    return tuple(position.piece(position.units[str(name)]) for name in names)


def way(given: Given) -> Answer:
    """The sea areas between two ports for ships of a power."""
    position = situation(given)
    ports = str(given["from"]), str(given["to"])
    found = way_between(position, str(given["power"]), ports, tuple(given.get("via", ())))
    return {"way": [area.removeprefix("sea:") for area in found]}


def away(given: Given) -> Answer:
    """How far sea areas are from a port, for interception."""
    position = situation(given)
    power, base = str(given["power"]), str(given["from"])
    return {"away": [distance(position, power, base, str(area)) for area in given["areas"]]}


def interception(given: Given) -> Answer:
    """What is added to the die of an interception, with how many faces it succeeds, and where."""
    position = situation(given)
    ships, target = _named(position, given["ships"]), _named(position, given["target"])
    area, base = str(given["area"]), ships[0].at
    cargo, counter = bool(given.get("cargo")), bool(given.get("counter"))
    line = str(given.get("line", ""))
    trial = Attempt(
        position=position,
        base=base,
        ships=ships,
        target=target,
        area=area,
        cargo=cargo,
        counter=counter,
        line=line,
    )
    return {
        "modifiers": {one.name: one.value for one in modifiers_of_attempt(trial)},
        "units": trial.units,
        "faces": [die for die in range(1, 11) if trial.succeeds(die)],
        "may": bool(areas_of(position, base, ships, (area,))),
    }


def battle(given: Given) -> Answer:
    """The odds of units at sea, what is added to the die, and what each die comes to."""
    position = situation(given)
    attackers = _named(position, given["attackers"])
    waters = Waters(
        position=position,
        area=str(given["area"]),
        attackers=attackers,
        defenders=_named(position, given["defenders"]),
        cargo=str(given.get("cargo", "")),
        supply=str(given.get("supply", "")),
        doubled=int(given.get("times", 1)),
        first=bool(given.get("first")),
        extra=int(given.get("extra", 0)),
    )
    return {
        "halves": list(waters.halves),
        "odds": waters.column,
        "modifiers": {one.name: one.value for one in modifiers_of(waters)},
        "results": [waters.cell(die) for die in range(1, 11)],
        "hopeless": waters.is_hopeless,
        "rating": governing_rating(position, attackers),
    }


def ships(given: Given) -> Answer:
    """The flak of the ships of a place, the room that they take and that it has."""
    position = situation(given)
    there = ships_at(position, str(given["at"]))
    return {
        "flak": flak_of_ships(position, there),
        "berths": berths(position, there),
        "room": room_of(position, str(given["at"])),
    }


def boxes(given: Given) -> Answer:
    """Of some boxes how many Fleets each bases, whether aircraft fly there and missions reach it;
    then why each of some units may not be there, nothing where it may.
    """
    position = situation(given)
    pieces = _named(position, given["units asked"])
    return {
        str(box): [
            room_of(position, str(box)),
            is_flown_to(position, str(box)),
            takes_missions(position, str(box)),
            *(why_shut(position, piece, str(box)) for piece in pieces),
        ]
        for box in given["boxes"]
    }


def zone(given: Given) -> Answer:
    """Whether sea areas lie in one invasion zone."""
    return {"zone": is_zone(situation(given).board, [str(area) for area in given["areas"]])}


def atlantic(given: Given) -> Answer:
    """Which of some ports are Atlantic ones."""
    board = situation(given).board
    return {"atlantic": [p for p in map(str, given["at"]) if is_atlantic_port(board, p)]}


def yard(given: Given) -> Answer:
    """The shipyards to which some ships sail when they are Depleted."""
    position = situation(given)
    return {"yards": [nearest_yard(position, ship) for ship in _named(position, given["ships"])]}


def loads(given: Given) -> Answer:
    """Units as Fleets carry them, a Fleet each."""
    position = situation(given)
    pieces = tuple(map(position.piece, position.units.values()))
    return {"loads": [list(load) for load in loads_of(position, pieces)]}
