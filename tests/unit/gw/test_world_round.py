"""What the first rounds of the world scenarios brought to light."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.setup import default_roster, first_state
from pbem.core.state import REMOVED, State
from pbem.systems.gw.battle_orders import attacked_zones


def start() -> State:
    return first_state(default_roster("gw", "global-war-1939"))


def test_the_lost_units_of_two_enemies_fight_no_battle() -> None:
    state = start()
    lost = {
        name: replace(unit, at=REMOVED) if unit.owner in ("germany", "france") else unit
        for name, unit in state.units.items()
    }
    assert attacked_zones(replace(state, units=lost)) == ()
