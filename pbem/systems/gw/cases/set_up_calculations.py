"""What a case can look up in a world scenario as its table of forces sets it up (2.1, 2.5, 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbem.core.data.resources import scenario_path
from pbem.core.data.yamlio import read_data
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, load_game
from pbem.systems.gw.economy.incomes import value_of_zones
from pbem.systems.gw.economy.spending import on_chart
from pbem.systems.gw.scenarios.setting_up import set_up
from pbem.systems.gw.world.zones import home_of

Given = Mapping[str, Any]
NEUTRALS: Final = "neutral-forces.yaml"
FORCES: Final = "forces.yaml"


def scenario_start(given: Given) -> Mapping[str, Any]:
    """How a scenario begins: its wars and tracks, some nations, zones and ships in production."""
    name = given["scenario"]
    game, home = load_game(default_roster("gw", name)), scenario_path("gw", name)
    state = set_up(game.board, read_data(home.parent / NEUTRALS), read_data(home / FORCES))
    return {
        "turn": state.clock.turn,
        "tracks": {track.id: track.value for track in state.tracks.values()},
        "nations": {nation: _nation(game, state, nation) for nation in given["nations"]},
        "zones": {zone: _zone(state, zone) for zone in given["zones"]},
    }


def _nation(game: Game, state: State, name: str) -> Mapping[str, Any]:
    power = state.powers[name]
    return {
        "side": power.side,
        "players": list(power.players),
        "at_war": sorted(power.relations),
        "flags": dict(power.flags),
        "money": {key: power.counters[key] for key in ("cash", "income") if key in power.counters},
        "worth": value_of_zones(game, state, name),
        "home": sum(1 for zone in game.board.places if home_of(game.board, zone) == name),
        "production": [f"{unit.counter} {unit.at}" for unit in on_chart(state, name)],
    }


def _zone(state: State, zone: str) -> Mapping[str, Any]:
    place = state.places.get(zone)
    return {
        "holder": state.controller(zone),
        "markers": dict(place.markers) if place else {},
        "units": {f"{unit.owner} {unit.counter}": unit.size for unit in state.at(zone)},
    }


SET_UP: Final[Mapping[str, Callable[[Given], Mapping[str, Any]]]] = {
    "scenario.start": scenario_start,
}
