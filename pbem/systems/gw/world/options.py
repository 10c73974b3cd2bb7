"""The optional rules of a game, settled before it begins (0.6, 2.2).

Decides: what they are, and their defaults; what Mountain Infantry is without mountains (1.8, 12.2).
Leaves to the modules of their rules: what each does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from pbem.core.data.findings import PbemError, suggest
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import UnitChanged
from pbem.core.rules.game import Game


@dataclass(frozen=True, slots=True)
class Options:
    """Optional rules; `options.yaml` says what each does. Those of terrain need such terrain."""

    mountains: bool = True
    deserts: bool = True
    jungles: bool = True
    marshes: bool = True
    rivers: bool = True
    tundra: bool = True
    canal_combat_moves: bool = True
    air_hump: bool = True
    variable_end: bool = False
    split_united_states: bool = False
    national_objectives: bool = True
    bombed_construction: bool = True
    carrier_aircraft_retreat: bool = False
    screening_forces: bool = True
    surface_raiders: bool = True
    mine_warfare: bool = True
    air_raiders: bool = True
    captured_bases: bool = False
    rail_gauge: bool = True
    strategic_naval: bool = True
    motorized_upgrade: bool = True
    suez_reroute: bool = False
    advanced_carriers: bool = False
    slovakian_resistance: bool = False
    capital_ship_damage: bool = False
    forced_straits: bool = False
    advanced_escorts: bool = False
    ships_under_construction: bool = False
    early_war_fighters: bool = False
    bombed_canals: bool = False
    italian_french_players: bool = False


DEFAULT_OPTIONS: Final = Options()


@implements("GW-0.6-1", "GW-2.2-1", "GW-AppC-1")
def options(choices: Mapping[str, object]) -> Options:
    """The optional rules of a game (name: in use or not), settled before it begins (2.2)."""
    known = [field.name for field in fields(Options)]
    for name, used in choices.items():
        if name not in known:
            raise PbemError(f"there is no optional rule '{name}'", suggest(name, known))
        if not isinstance(used, bool):
            raise PbemError(f"the optional rule '{name}' is either true or false")
    return Options(**choices)  # type: ignore[arg-type]


MOUNTAIN_INFANTRY: Final = "mountain-infantry"
INFANTRY: Final = "infantry"


@implements("GW-1.8-5")
def why_not_without_mountains(game: Game, kind: str) -> str:
    """Why a unit cannot be bought: Mountain Infantry where there is only Infantry (1.8)."""
    if game.options.mountains or kind != MOUNTAIN_INFANTRY:
        return ""
    return "without the rules of mountains there is only Infantry (1.8)"


@implements("GW-1.8-5")
def kind_in_play(game: Game, kind: str) -> str:
    """What a kind of unit is in play: Mountain Infantry is Infantry without mountains (1.8)."""
    return INFANTRY if kind == MOUNTAIN_INFANTRY and not game.options.mountains else kind


@implements("GW-1.8-5", "GW-12.2-mountain")
def replace_mountain_infantry(umpire: Umpire) -> None:
    """Every Mountain Infantry of the set-up becomes Infantry where mountains do not count."""
    if umpire.options.mountains:
        return
    for unit in tuple(umpire.state.units.values()):
        if unit.counter == MOUNTAIN_INFANTRY:
            umpire.apply(
                UnitChanged(unit.id, "counter", MOUNTAIN_INFANTRY, INFANTRY, count=unit.count)
            )
