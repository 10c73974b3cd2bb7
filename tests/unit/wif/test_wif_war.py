"""Enemies, neutrals and home countries where there are more than two powers (2.5, 3.1, 12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from unit.wif.eastern_front import LAND, game, played, start, tracked, verdicts

from pbem.core.orders.inputs import Inputs, KeyedDice
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import PowerCreated, UnitCreated, apply
from pbem.core.record.state import NEUTRAL, Power, State, Unit
from pbem.systems.flames.impulse.last_impulse import last_impulse_test
from pbem.systems.flames.strikes.ground_strike import strike_targets
from pbem.systems.flames.world.control import enemy_occupied, enemy_units, foes, new_controller
from pbem.systems.flames.world.position import Position, other_side
from pbem.systems.flames.world.supply import primary_sources, secondary_sources
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.world.alliances import is_neutral

CITY = {"city": True}
POWERS: dict[str, Any] = {
    "sweden": {"side": NEUTRAL, "relations": {}},
    "usa": {"side": "allied", "relations": {}},
    "japan": {"side": "axis", "relations": {"commonwealth": "war"}},
    "germany": {"relations": {"ussr": "war", "commonwealth": "war"}},
    "ussr": {"relations": {"germany": "war"}},
    "commonwealth": {
        "side": "allied",
        "relations": {"germany": "war", "japan": "war"},
        "homes": ["united-kingdom", "canada", "india"],
    },
}
HEXES = ("E1529", "E1429", "E1329", "E1229", "E1129", "E1029", "E0929", "E0829")


def world(**given: Any) -> Position:
    """Six powers in a row of hexes: at war with each other, at peace, and neutral."""
    units = [
        {"name": name, "kind": "INF", "power": name, "at": place}
        for name, place in zip(POWERS, HEXES, strict=False)
    ]
    row = {"rows": {"E1529": "c c c c c c c c c c"}, "powers": POWERS, "units": units}
    return situation({**row, **given})


def with_sweden(state: State) -> State:
    """The position with a neutral power before all others, and a unit of its own in the middle."""
    unit = Unit("swe-inf", "ger-xx-inf", "sweden", "E2140")
    power = PowerCreated("sweden", None, Power("sweden", NEUTRAL), 0)
    return apply(state, [power, UnitCreated(unit.id, None, unit)])


def test_an_enemy_is_who_is_at_war_with_a_power_whatever_his_side() -> None:
    """Japan and the USSR are at peace; nobody is at war with Sweden or the USA."""
    position = world()
    found = {power: foes(position, position.side(power)) for power in ("germany", "ussr")}
    assert found == {"germany": ("ussr", "commonwealth"), "ussr": ("germany", "japan")}
    hostile = {
        power: [place for place in HEXES if enemy_units(position, place, power)]
        for power in POWERS
    }  # fmt: skip
    assert hostile == {
        "sweden": [],
        "usa": [],
        "japan": [HEXES[5]],
        "germany": [HEXES[4], HEXES[5]],
        "ussr": [HEXES[3]],
        "commonwealth": [HEXES[2], HEXES[3]],
    }
    axis, allies = HEXES[2:4], (HEXES[1], *HEXES[4:6])
    barred = {**hostile, "usa": axis, "ussr": axis, "germany": allies, "japan": allies}
    for power, places in barred.items():  # a unit of the other side bars its hex in peace too
        assert enemy_occupied(position, power) == frozenset(places)


def test_bombers_strike_whom_their_side_is_at_war_with() -> None:
    """The first power of the side is neutral; that of the other side too."""
    position = world()
    struck = [place for place in HEXES if strike_targets(position, place, "allied")]
    assert struck == [HEXES[2], HEXES[3]]


def test_a_major_power_at_war_with_a_minor_alone_is_neutral() -> None:
    minor = {"side": "allied", "flags": {"controller": "ussr"}, "relations": {}}
    powers = {
        **POWERS,
        "finland": minor,
        "usa": {"side": "allied", "relations": {"finland": "war"}},
    }
    state = world(powers=powers).state
    neutral = {name: is_neutral(state, name) for name in ("usa", "germany")}
    assert neutral == {"usa": True, "germany": False}


def test_the_commonwealth_is_at_home_in_several_countries() -> None:
    """Cities of all of them are sources, but not of one that is conquered."""
    places = {
        "E1529": {**CITY, "country": "canada"},
        "E1429": {**CITY, "country": "india"},
        "E1329": {**CITY, "country": "united-kingdom"},
        "E1229": {**CITY, "country": "sweden"},
    }
    free = world(places=places, control={"commonwealth": "all"})
    assert primary_sources(free, "commonwealth") == {"E1529", "E1429", "E1329"}
    taken = {**POWERS["japan"], "flags": {"conquered-india": True}}
    lost = world(
        places=places, control={"commonwealth": "all"}, powers={**POWERS, "japan": taken}
    )  # fmt: skip
    assert primary_sources(lost, "commonwealth") == {"E1529", "E1329"}


def test_a_hex_of_a_home_country_goes_back_to_its_power() -> None:
    """A Soviet unit that retakes a Canadian hex takes it for the Commonwealth (2.5.3)."""
    position = world(places={"E1529": {"country": "canada"}}, control={"germany": "all"})
    assert new_controller(position, "E1529", {"ussr": 5}) == "commonwealth"
    assert new_controller(position, "E1429", {"ussr": 5}) == "ussr"


def test_the_capital_of_a_minor_with_a_home_of_another_name_is_a_source() -> None:
    greece = {"side": "allied", "flags": {"controller": "commonwealth"}, "homes": ["hellas"]}
    places = {"E1529": {**CITY, "capital": "hellas"}, "E1429": {**CITY, "capital": "canada"}}
    position = world(
        places=places, control={"commonwealth": "all"}, powers={**POWERS, "greece": greece}
    )  # fmt: skip
    assert secondary_sources(position, "commonwealth") == {"E1529"}


def test_option_34_asks_for_impulses_of_those_who_have_any() -> None:
    """Both sides have had two impulses; a neutral never has one (12)."""
    bounded = replace(game(), options=replace(game().options, impulse_bounds=True))
    state = tracked(with_sweden(start()), **{"impulses.axis": 1, "impulses.allied": 2})
    dice = KeyedDice(b"k" * 32)
    umpire = Umpire(bounded, state, Inputs({}, dice, dice, b"s" * 32, 1))
    last_impulse_test(umpire)
    (found,) = (e.body for e in umpire.ledger.entries if e.kind == "verdict")
    assert found["facts"]["roll"] is not None


@pytest.mark.parametrize(("side", "other"), [("axis", "allied"), ("allied", "axis")])
def test_two_sides_take_impulses_in_turn(side: str, other: str) -> None:
    assert other_side(side) == other


def test_a_neutral_in_the_middle_of_the_front_changes_nothing() -> None:
    """The Allies are next, and the weather of the pair is not rolled anew (3.1)."""
    path = "1941-ja.3.axis/last-impulse-test/last-impulse"
    state = with_sweden(start())
    outcome = played(LAND, state, rolls={path: (1,)})
    assert outcome.state.clock.name == "1941-ja.4.allied"
    assert outcome.state.units["swe-inf"].at == "E2140"
    (test,) = verdicts(outcome, "last-impulse-test")
    assert test.body["outcome"] == "goes-on"
    assert [*outcome.state.powers] == ["sweden", "germany", "ussr"]
