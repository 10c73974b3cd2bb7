"""Any land orders: the position stays sound, and the receipt foretells what is played."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from unit.wif.eastern_front import LAND, checked, game, played, results, start

from pbem.core.maps.paths import within
from pbem.core.record.state import State
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.stacking import excess

GERMAN = sorted(u.id for u in start().units.values() if u.owner == "germany")
HEXES = {
    unit: sorted(within(game().board.neighbours, start().units[unit].at, 4)) for unit in GERMAN
}

moves = st.sampled_from(GERMAN).flatmap(
    lambda unit: st.tuples(
        st.just(unit),
        st.lists(st.sampled_from(HEXES[unit]), min_size=1, max_size=2),
        st.booleans(),
    )
)


def order(unit: str, hexes: list[str], whole_stack: bool) -> str:
    """A land order as typed."""
    units = f"all {start().units[unit].at}" if whole_stack else unit
    via = f", via: {hexes[0]}" if len(hexes) > 1 else ""
    return f"- {{units: {units}, to: {hexes[-1]}{via}}}\n"


def unsound(state: State) -> list[str]:
    """What no position may show after a land movement step."""
    position = position_of(game(), state)
    places = sorted({unit.at for unit in position.units_on_map})
    found = [f"{p}: both sides" for p in places if len({x.owner for x in position.at(p)}) > 1]
    found += [f"{p}: too many" for p in places for land in (True, False)
              if excess(position, p, land)]  # fmt: skip
    lost_ground = [p for p in places if state.controller(p) != position.at(p)[0].owner]
    return found + [f"{p}: held by the enemy" for p in lost_ground]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(moves, min_size=1, max_size=6))
def test_any_land_orders_leave_a_sound_position(chosen: list[tuple[str, list[str], bool]]) -> None:
    text = LAND + "land:\n" + "".join(order(*move) for move in chosen)
    outcome = played(text)
    assert unsound(outcome.state) == []
    assert outcome.state.units.keys() == start().units.keys()
    receipt = checked(text)
    foretold = {
        reading.order.name: "rejected" if any(f.severity == "error" for f in reading.findings)
        else "done"
        for reading in receipt.readings
    }  # fmt: skip
    assert results(outcome) == foretold
