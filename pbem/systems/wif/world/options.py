"""The optional rules of a game: one frozen value with a name for each option that is adjudicated.

Decides that an option that no module here decides yet is refused when a game turns it on, never
ignored. Leaves what an option does to the module of its rule, and what it needs or excludes to
data/options.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import UsageError, suggest
from pbem.core.data.rulebook import implements
from pbem.core.rules.position import Position
from pbem.systems.flames.world.options import Options as Shared


@dataclass(frozen=True, slots=True)
class Options(Shared):
    """Which optional rules are played, those that no other book has too."""

    intelligence: bool = False  # 41
    compelled_peace: bool = False  # 42
    ukraine: bool = False  # 50
    siberians: bool = False  # 53


def options_of(position: Position) -> Options:
    """The optional rules of a game, those too of which the shared engine knows nothing."""
    options: Options = position.options
    return options


NUMBERS: Final[Mapping[str, str]] = {
    "2": "divisions",
    "3": "guns",
    "8": "aircraft_types",
    "9": "large_hex_zones",
    "10": "surprised_zones",
    "12": "closed_straits",
    "13": "hq_support",
    "14": "supply_units",
    "15": "winterised_movement",
    "24": "v_weapons",
    "25": "railway_bonus",
    "26": "fractional_odds",
    "27": "two_dice",
    "29": "variable_reorganisation",
    "30": "oil",
    "31": "saved_points",
    "32": "facilities",
    "33": "destruction",
    "34": "impulse_bounds",
    "35": "isolated_reorganisation",
    "36": "cadres",
    "37": "foreign_aircraft",
    "38": "building_ahead",
    "39": "gearing_limits",
    "40": "factories_in_flames",
    "41": "intelligence",
    "42": "compelled_peace",
    "43": "way_stations",
    "44": "bounce",
    "46": "pilots",
    "49": "offensive_points",
    "50": "ukraine",
    "52": "guards_armies",
    "56": "heavy_weapons",
    "53": "siberians",
    "54": "territorials",
    "55": "volunteers",
    "57": "air_cav",
    "59": "warlords",
    "60": "partisan_hqs",
    "8-night": "night_missions",
    "8-altitude": "altitude",
}


@implements("WIF-1.1-1")
def read_options(said: Mapping[str, Any]) -> Options:
    """The options of a roster, by number: `{"2": true, "26": true}`."""
    for number, value in said.items():
        if not isinstance(value, bool):
            raise UsageError(f"option {number} is either true or false, not '{value}'")
    on = [str(number) for number, value in said.items() if value]
    unknown = [number for number in on if number not in NUMBERS]
    if unknown:
        raise UsageError(
            f"option {unknown[0]} of World in Flames is not adjudicated",
            hint=suggest(unknown[0], NUMBERS),
        )
    return Options(**{NUMBERS[number]: True for number in on})
