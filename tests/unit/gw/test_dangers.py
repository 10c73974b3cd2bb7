"""What a receipt warns ships of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order, check_order
from pbem.core.record.state import State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.setup import default_roster, first_state, load_game

ROSTER = default_roster("gw", "sea-lion-1940")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)
CARGO = {"load": {"Picardy": {"infantry": 1}}, "unload": {"Southern England": "all"}}


def warned(state: State, data: dict[str, Any], in_play: bool = False) -> list[str]:
    """The codes of what a combat move of Germany is told."""
    order = Order("combat_moves", 1, "hans", data, Where("orders.yaml", 1, 1))
    ruling = check_order(Position(GAME, state, state, "hans", in_play=in_play), order)
    assert ruling.ok, ruling.findings
    return [finding.code for finding in ruling.findings]


def beside(counter: str, owner: str = "great-britain") -> State:
    """The position with one more unit in A23, where no other German warships are."""
    own = ("germany:destroyer@sea:a23", "germany:torpedo-boat-destroyer@sea:a23")
    gone = {name: unit for name, unit in STATE.units.items() if name not in own}
    ship = Unit(f"{owner}:{counter}@sea:a23", counter, owner, "sea:a23", 1)
    return replace(STATE, units={**gone, ship.id: ship})


def test_transports_alone_are_told_what_warships_do_to_them() -> None:
    sail = {"units": {"naval-transport": 1}, "from": "A23", "to": "A22"}
    assert warned(STATE, sail) == ["alone"]
    assert warned(STATE, sail, in_play=True) == []
    assert warned(STATE, {**sail, "units": {"naval-transport": 1, "destroyer": 1}}) == []


def test_who_lies_beside_warships_is_told_that_no_assault_leaves() -> None:
    lands = {"units": {"naval-transport": 1}, "from": "A23", **CARGO}
    assert warned(beside("destroyer"), lands) == ["warships"]
    assert warned(beside("submarine"), lands) == []
    assert warned(STATE, lands) == []


def test_who_passes_submarines_is_told_that_they_may_stop_him() -> None:
    prey = Unit("great-britain:destroyer@sea:a11", "destroyer", "great-britain", "sea:a11", 1)
    boat = Unit("great-britain:submarine@sea:a10", "submarine", "great-britain", "sea:a10", 1)
    others = {name: unit for name, unit in STATE.units.items() if unit.at != "sea:a10"}
    there = replace(STATE, units={**others, prey.id: prey})
    awaited = replace(there, units={**there.units, boat.id: boat})
    sail = {"units": {"destroyer": 1}, "from": "A23", "to": "A11", "via": "A10"}
    assert warned(awaited, sail) == ["awaited"]
    assert warned(awaited, sail, in_play=True) == []
    assert warned(there, sail) == []
