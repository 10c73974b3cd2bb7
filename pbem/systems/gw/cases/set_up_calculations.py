"""What a case can look up in a world scenario as its table of forces sets it up (2.1, 2.5, 4.3).

Decides what of a position is shown. Leaves setting it up to `setting_up`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.record.state import State
from pbem.core.rules.position import Position, position_of
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.economy.incomes import value_of_zones
from pbem.systems.gw.economy.spending import on_chart
from pbem.systems.gw.scenarios.setting_up import set_up
from pbem.systems.gw.world.nations import home_of

NEUTRALS: Final = "neutral-forces.yaml"
FORCES: Final = "forces.yaml"


def scenario_start(given: Given) -> Answer:
    """How a scenario begins: its wars and tracks, some nations, zones and ships in production."""
    name = given["scenario"]
    known = shelf("gw")
    game = known.game(name)
    state = set_up(game, known.table(NEUTRALS), known.table(f"{name}/{FORCES}"))
    here = position_of(game, state)
    return {
        "turn": state.clock.turn,
        "tracks": {track.id: track.value for track in state.tracks.values()},
        "nations": {nation: _nation(here, nation) for nation in given["nations"]},
        "zones": {zone: _zone(state, zone) for zone in given["zones"]},
    }


def _nation(position: Position, name: str) -> Answer:
    power = position.powers[name]
    return {
        "side": power.side,
        "players": list(power.players),
        "at_war": sorted(power.relations),
        "flags": dict(power.flags),
        "money": {key: power.counters[key] for key in ("cash", "income") if key in power.counters},
        "worth": value_of_zones(position, name),
        "home": sum(1 for zone in position.board.places if home_of(position.board, zone) == name),
        "production": [f"{unit.counter} {unit.at}" for unit in on_chart(position.state, name)],
    }


def _zone(state: State, zone: str) -> Answer:
    place = state.places.get(zone)
    return {
        "holder": state.controller(zone),
        "markers": dict(place.markers) if place else {},
        "units": {f"{unit.owner} {unit.counter}": unit.size for unit in state.at(zone)},
    }


SET_UP: Final[Calculations] = {
    "scenario.start": scenario_start,
}
