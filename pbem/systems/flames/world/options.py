"""The optional rules that the engine asks for: one frozen value with a name for each.

Decides nothing. Leaves their numbers, which of them a book has at all and which it always plays to
the book, and what an option does to the module of its rule.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Which optional rules are played; the numbers are those of World in Flames."""

    divisions: bool = False  # 2
    guns: bool = False  # 3
    aircraft_types: bool = False  # 8
    large_hex_zones: bool = False  # 9
    surprised_zones: bool = False  # 10
    closed_straits: bool = False  # 12
    hq_support: bool = False  # 13
    supply_units: bool = False  # 14
    winterised_movement: bool = False  # 15
    v_weapons: bool = False  # 24
    railway_bonus: bool = False  # 25
    fractional_odds: bool = False  # 26
    two_dice: bool = False  # 27
    variable_reorganisation: bool = False  # 29
    oil: bool = False  # 30
    saved_points: bool = False  # 31
    facilities: bool = False  # 32
    destruction: bool = False  # 33
    impulse_bounds: bool = False  # 34
    isolated_reorganisation: bool = False  # 35
    cadres: bool = False  # 36
    foreign_aircraft: bool = False  # 37
    building_ahead: bool = False  # 38
    gearing_limits: bool = False  # 39
    factories_in_flames: bool = False  # 40
    way_stations: bool = False  # 43
    bounce: bool = False  # 44
    pilots: bool = False  # 46
    offensive_points: bool = False  # 49
    guards_armies: bool = False  # 52
    heavy_weapons: bool = False  # 56
    territorials: bool = False  # 54
    volunteers: bool = False  # 55
    air_cav: bool = False  # 57
    warlords: bool = False  # 59
    partisan_hqs: bool = False  # 60
    night_missions: bool = False  # 8-night
    altitude: bool = False  # 8-altitude
    motor_costs: bool = True  # a rule of World in Flames, an option of America in Flames
