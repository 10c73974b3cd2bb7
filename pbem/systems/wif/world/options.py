"""The optional rules of a game: one frozen value with a name for each option that is adjudicated.

Decides that an option that no module here decides yet is refused when a game turns it on, never
ignored. Leaves what an option does to the module of its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import UsageError, suggest


@dataclass(frozen=True, slots=True)
class Options:
    """Which optional rules are played; the numbers are the rulebook's."""

    divisions: bool = False  # 2
    aircraft_types: bool = False  # 8
    surprised_zones: bool = False  # 10
    hq_support: bool = False  # 13
    railway_bonus: bool = False  # 25
    fractional_odds: bool = False  # 26
    two_dice: bool = False  # 27
    variable_reorganisation: bool = False  # 29
    impulse_bounds: bool = False  # 34
    isolated_reorganisation: bool = False  # 35
    gearing_limits: bool = False  # 39
    bounce: bool = False  # 44
    night_missions: bool = False  # 8-night
    altitude: bool = False  # 8-altitude


NUMBERS: Final[Mapping[str, str]] = {
    "2": "divisions",
    "8": "aircraft_types",
    "10": "surprised_zones",
    "13": "hq_support",
    "25": "railway_bonus",
    "26": "fractional_odds",
    "27": "two_dice",
    "29": "variable_reorganisation",
    "34": "impulse_bounds",
    "35": "isolated_reorganisation",
    "39": "gearing_limits",
    "44": "bounce",
    "8-night": "night_missions",
    "8-altitude": "altitude",
}
# an option with the option of which it is a part: without that one it says nothing
NEEDS: Final[Mapping[str, str]] = {"8-night": "8", "8-altitude": "8"}


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
    for number in on:
        if NEEDS.get(number, number) not in on:
            needed = NEEDS[number]
            raise UsageError(
                f"option {number} is a part of option {needed}, which is not played",
                hint=f"play option {needed} too, or leave {number} out",
            )
    return Options(**{NUMBERS[number]: True for number in on})
