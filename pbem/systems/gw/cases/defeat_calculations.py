"""What a case can calculate about defeat: a scenario's position with some zones in other hands.

Decides what a line changes. Leaves the rules to `surrender` and `minor_defeat`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.record.state import REMOVED, Power, State
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position, position_of
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.defeat.minor_defeat import conqueror_of_minor
from pbem.systems.gw.defeat.surrender import conqueror_of, is_beaten
from pbem.systems.gw.world.nations import turn_of
from pbem.systems.gw.world.vocabulary import PowerFlag, Relation


def surrenders(given: Given) -> Answer:
    """Whether nations are beaten, and to whom they would surrender, line by line (9.22)."""
    game, start = _scenario(given)
    rows = []
    for row in given["rows"]:
        state, nation = _changed(position_of(game, start), row), row["nation"]
        to = conqueror_of(position_of(game, state), nation)
        rows.append(
            [nation, "beaten" if is_beaten(position_of(game, state), nation) else "fights on", to]
        )
    return {"nations": rows}


def minor_defeats(given: Given) -> Answer:
    """Who has defeated Minor Powers, line by line (9.24)."""
    game, start = _scenario(given)
    lines = [(row["nation"], _changed(position_of(game, start), row)) for row in given["rows"]]
    minors = [
        [minor, conqueror_of_minor(position_of(game, state), minor)] for minor, state in lines
    ]
    return {"minors": minors}


def _scenario(given: Given) -> tuple[Game, State]:
    known = shelf("gw")
    return known.game(given["scenario"]), known.start(given["scenario"])


def _changed(position: Position, row: Given) -> State:
    """A position after what a line says, in this order, and whose turn it is."""
    state = position.state
    powers, places = _powers_changed(state.powers, row), dict(state.places)
    whole = row.get("taken_whole", {})
    taken = {p.id: whole[p.controller] for p in places.values() if p.controller in whole}
    for zone, holder in {**taken, **row.get("taken", {})}.items():
        places[zone] = replace(places[zone], controller=holder)
    gone = row.get("no_units_in", ())
    units = {
        name: replace(unit, at=REMOVED) if unit.at in gone else unit
        for name, unit in state.units.items()
    }
    state = replace(state, powers=powers, places=places, units=units)
    impulse = turn_of(position.then(state), row["on_turn"]) if "on_turn" in row else None
    return replace(state, clock=replace(state.clock, impulse=impulse)) if impulse else state


def _powers_changed(known: Mapping[str, Power], row: Given) -> dict[str, Power]:
    """Nations at peace, then at war, fallen, and with other flags."""
    powers = dict(known)
    for nation in row.get("peace", ()):
        powers[nation] = replace(powers[nation], relations={})
    for one, other in row.get("wars", ()):
        for power, foe in ((one, other), (other, one)):
            relations = {**powers[power].relations, foe: Relation.WAR}
            powers[power] = replace(powers[power], relations=relations)
    fallen = {
        nation: {PowerFlag.SURRENDERED: to} for nation, to in row.get("surrendered", {}).items()
    }
    for nation, flags in (*fallen.items(), *row.get("flags", {}).items()):
        powers[nation] = replace(powers[nation], flags={**powers[nation].flags, **flags})
    return powers


DEFEAT: Final[Calculations] = {
    "defeat.surrenders": surrenders,
    "defeat.minors": minor_defeats,
}
