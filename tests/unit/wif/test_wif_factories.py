"""Factories that came by rail work from the second turn on; rail moves count the maps (11.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unit.wif.eastern_front import game, start

from pbem.core.record.state import State
from pbem.systems.flames.economy.holdings import factories_at, usable_factories
from pbem.systems.flames.land.rail import maps_away
from pbem.systems.flames.world.position import position_of
from pbem.systems.wif.cases.situation import situation

KIEV, BRYANSK, MOSCOW = "E1735", "E1539", "E1344"


def with_factories(turn: str, **markers: int) -> State:
    """The front of a turn in which a factory of Kiev has gone, and others have come to Bryansk."""
    state = start()
    names = {name.replace("_", "-"): many for name, many in markers.items()}
    places = {
        **state.places,
        KIEV: replace(state.places[KIEV], markers={"railed-away": 1}),
        BRYANSK: replace(state.places[BRYANSK], markers=names),
    }
    return replace(state, places=places, clock=replace(state.clock, turn=turn))


@pytest.mark.parametrize(
    ("turn", "working"), [("1942-jf", 0), ("1942-ma", 0), ("1942-mj", 1), ("1942-ja", 1)]
)
def test_a_factory_works_from_the_second_turn_on(turn: str, working: int) -> None:
    """Gone in January or February it produces again in May or June."""
    position = position_of(game(), with_factories(turn, railed_in_1942_jf=1))
    assert usable_factories(position, "ussr").get(BRYANSK, 0) == working
    assert factories_at(position, BRYANSK) == ("blue",)
    assert factories_at(position, KIEV) == ()
    assert usable_factories(position, "ussr")[MOSCOW] == 3


def test_each_factory_has_its_own_turn() -> None:
    position = position_of(
        game(), with_factories("1942-mj", railed_in_1942_jf=1, railed_in_1942_ma=1)
    )
    assert usable_factories(position, "ussr")[BRYANSK] == 1


@pytest.mark.parametrize(
    ("here", "there", "maps"),
    [("W0437", "W0532", 0), ("W0437", "E2737", 1), ("A2840", "P2942", 1), ("W0437", "P2942", 3),
     ("E2737", "P2942", 2), ("A2841", "P2942", 2), ("P2942", "A2841", 2), ("E2737", "M1018", 0)],
)  # fmt: skip
def test_maps_are_counted_from_west_to_east(here: str, there: str, maps: int) -> None:
    """Baku, on the maps of East Europe and of Asia, is two maps away from Vladivostok."""
    sheets = ("W0437", "E2737", "A2841", "P2942", "M1018")
    given = {
        "rows": dict.fromkeys(sheets, "c c c c c"),
        "places": {"A2841": {"second_map": "E"}},
        "units": [],
    }
    assert maps_away(situation(given).board, here, there) == maps
