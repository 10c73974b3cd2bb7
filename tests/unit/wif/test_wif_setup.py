"""The set-up of barbarossa-12: legal stacks, everyone on his own ground, supply as intended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem.systems.wif
from pbem.core.data.counters import load_counters
from pbem.core.data.yamlio import read_data
from pbem.core.maps.mapfile import load_board
from pbem.core.record.state import Unit
from pbem.core.record.statefile import read_state, write_state

HOME = Path(__file__).parents[3] / "scenarios/wif/barbarossa-12"
BOARD = load_board(HOME / "map.yaml")
STATE = read_state(HOME / "setup.yaml")
CATALOGUE = load_counters(Path(pbem.systems.wif.__file__).parent / "data" / "counters.yaml")
HEXES = sorted({unit.at for unit in STATE.units.values()})


def land(place: str) -> list[Unit]:
    return [unit for unit in STATE.at(place) if CATALOGUE[unit.counter].is_a("land")]


def air(place: str) -> list[Unit]:
    return [unit for unit in STATE.at(place) if CATALOGUE[unit.counter].is_a("air")]


def test_the_file_is_as_the_program_writes_it() -> None:
    assert write_state(STATE) == (HOME / "setup.yaml").read_text()


def test_the_head_of_the_scenario_agrees_with_the_state() -> None:
    head = read_data(HOME / "scenario.yaml")
    assert (head["system"], head["scenario"], head["game"]) == ("wif", "barbarossa-12", "barb-12")
    clock = STATE.clock
    assert head["clock"] == {
        "turn": clock.turn,
        "impulse": clock.impulse,
        "side": clock.side,
        "window": clock.window,
    }
    assert {power: said["side"] for power, said in head["powers"].items()} == {
        power.id: power.side for power in STATE.powers.values()
    }
    assert {name: said["powers"] for name, said in head["players"].items()} == {
        "hans": ["germany"],
        "anna": ["ussr"],
    }
    assert {power.id: power.players for power in STATE.powers.values()} == {
        "germany": ("hans",),
        "ussr": ("anna",),
    }


def test_every_counter_is_used_once() -> None:
    used = [unit.counter for unit in STATE.units.values()]
    assert len(set(used)) == len(used) == 77
    assert all(unit.owner == CATALOGUE[unit.counter].power for unit in STATE.units.values())


@pytest.mark.parametrize("place", HEXES)
def test_every_stack_is_legal_and_on_its_own_ground(place: str) -> None:
    """2.3.1 with option 2: two corps and a division; aircraft by terrain and HQs."""
    owners = {unit.owner for unit in STATE.at(place)}
    assert owners == {STATE.controller(place)}
    corps = [unit for unit in land(place) if CATALOGUE[unit.counter].is_a("corps")]
    assert len(corps) <= 2
    assert len(land(place)) <= 3
    hqs = [unit for unit in land(place) if CATALOGUE[unit.counter].is_a("hq")]
    ground = 0 if BOARD.terrain(place) == "swamp" else 1
    assert len(air(place)) <= (3 if BOARD.fact(place, "city") else ground) + len(hqs)


def test_every_land_hex_has_a_controller() -> None:
    hexes = [p for p in BOARD.places if p in BOARD.spots and BOARD.terrain(p) != "sea"]
    assert {place: place in STATE.places for place in hexes} == dict.fromkeys(hexes, True)
    assert {place.controller for place in STATE.places.values()} == {"germany", "ussr"}


def zones_of_control(power: str) -> set[str]:
    """2.2 without its exceptions, of which this map has none: divisions only their own hex."""
    zone: set[str] = set()
    for unit in STATE.units.values():
        counter = CATALOGUE[unit.counter]
        if unit.owner == power and counter.is_a("land"):
            zone.add(unit.at)
            zone |= set(BOARD.neighbours[unit.at]) if counter.is_a("corps") else set()
    return zone


def reached(place: str, power: str, enemy: str) -> Iterator[str]:
    """Hexes within a basic supply path of four hexes in fine weather (2.4.2)."""
    barred = zones_of_control(enemy)
    steps = {place: 0}
    queue = [place]
    for here in queue:
        yield here
        for there in BOARD.neighbours[here]:
            friends = [unit for unit in land(there) if unit.owner == power]
            blocked = there not in BOARD.spots or BOARD.terrain(there) == "sea"
            if there in steps or blocked or (there in barred and not friends) or steps[here] == 4:
                continue
            steps[there] = steps[here] + 1
            queue.append(there)


def cut_off(power: str, enemy: str) -> set[str]:
    sources = {
        place
        for place, known in STATE.places.items()
        if known.controller == power
        and (
            (BOARD.fact(place, "city") and BOARD.country(place) == power)
            or known.facts.get("supply-source") == power
            or any(CATALOGUE[unit.counter].is_a("hq") for unit in land(place))
        )
    }
    own = [unit for unit in STATE.units.values() if unit.owner == power]
    return {unit.id for unit in own if not sources & set(reached(unit.at, power, enemy))}


def test_only_the_pockets_are_cut_off() -> None:
    assert cut_off("germany", "ussr") == set()
    assert cut_off("ussr", "germany") == {"ussr-6-inf", "ussr-14-inf", "ussr-43-inf"}


def test_what_is_face_down_is_what_the_readme_says() -> None:
    down = {unit.id for unit in STATE.units.values() if unit.marked("face-down")}
    assert down == {
        "ger-ju-87b",
        "ger-xliii-inf",
        "ussr-14-inf",
        "ussr-43-inf",
        "ussr-6-inf",
        "ussr-pe-2",
    }
    text = (HOME / "README.md").read_text()
    assert all(CATALOGUE[name].name in text for name in down)


def test_vilna_and_dvinsk_lie_open() -> None:
    """No unit stands there and no enemy zone of control reaches the way to Vilna."""
    for place in "E2341", "E2243":
        assert (STATE.at(place), STATE.controller(place)) == ((), "ussr")
    assert "E2341" not in zones_of_control("ussr")
    assert "E2241" in zones_of_control("ussr")
