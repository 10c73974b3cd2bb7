"""Through whose hexes politics let no supply path go in the war of 1939 (2.4.2, 19.7).

Decides that Soviet paths and those of other Allies keep apart, and that a neutral Sweden is open to
German ones only while Germans stand on both sides of it. Leaves all other limits to `supply`.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.control import enemies
from pbem.systems.flames.world.position import Position, major
from pbem.systems.wif.world.alliances import MAJOR_POWERS, is_transit
from pbem.systems.wif.world.transit import may_cross
from pbem.systems.wif.world.vocabulary import PowerName


def no_path(position: Position, power: str, other: str) -> bool:
    """Whether a power's paths may not go through another's hexes, whatever that one permits."""
    if kept_apart(position, power, other):
        return True
    return is_transit(position.state, power, other) and not may_cross(position)


@implements("WIF-2.4.2-41")
def kept_apart(position: Position, power: str, other: str) -> bool:
    """Whether a Soviet path may not go through what another Allied power controls, nor the reverse.

    Unless the USSR is at war with Germany, or with a major power that has units in the country.
    """
    state, ussr = position.state, PowerName.USSR
    masters = {major(state, power), major(state, other)}
    if len(masters) == 1 or ussr not in masters or position.side(power) != position.side(other):
        return False
    hostile = [p for p in enemies(position, ussr) if major(state, p) in MAJOR_POWERS]
    if PowerName.GERMANY in hostile:
        return False
    homes = state.powers[other].home_countries
    units = (unit for foe in hostile for unit in position.units_of(foe))
    return not any(position.country(unit.at) in homes for unit in units)
