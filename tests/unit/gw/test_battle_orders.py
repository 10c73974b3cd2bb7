"""Orders of battle: what they read back, what is wrong with them, and what a verdict rests on."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.cases.casestage import conduct
from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order, check_order
from pbem.core.record.events import apply
from pbem.core.record.state import State
from pbem.core.rules.position import Position
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import Ruling

ROSTER = default_roster("gw", "france-1940")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)
MOVES: list[dict[str, Any]] = [
    {"units": {"infantry": 2}, "from": "Picardy", "to": "Normandy"},
    {"units": {"infantry": 1}, "from": "Picardy", "to": "Paris"},
    {
        "units": {"medium-bomber": 1},
        "from": "Bavaria",
        "to": "Southern France",
        "as": "strategic bombing",
        "target": "Air Base",
    },
]


def ruled(state: State, section: str, data: dict[str, Any]) -> Ruling:
    order = Order(section, 1, "hans", data, Where("orders.yaml", 1, 1))
    return check_order(Position(GAME, state, state, "hans"), order)


def moved() -> State:
    state = STATE
    for move in MOVES:
        state = apply(state, ruled(state, "combat_moves", move).events)
    return state


@pytest.mark.parametrize(
    ("said", "reading"),
    [
        ({}, "fight for Normandy"),
        ({"lose": "infantry"}, "fight for Normandy; lose infantry"),
        ({"targets": ["artillery", "militia"]}, "fight for Normandy; aim at artillery, militia"),
        ({"fire": ["fighter"]}, "fight for Normandy; fire in the order fighter"),
        ({"take_zone": True}, "fight for Normandy; keep a land unit to take it"),
        ({"take_zone": False}, "fight for Normandy"),
        ({"retreat": "never"}, "fight for Normandy; retreat never"),
        ({"retreat": "save-air"}, "fight for Normandy; retreat when only aircraft are left"),
        ({"retreat": "ask"}, "fight for Normandy; retreat if I say so"),
        ({"retreat": "round >= 2"}, "fight for Normandy; retreat if round >= 2"),
        (
            {"retreat": ["units <= 1", ["round >= 2", "odds < 1-1"]], "retreat_to": "Picardy"},
            "fight for Normandy; retreat if units <= 1, or if round >= 2 and odds < 1-1; "
            "to Picardy",
        ),
        (
            {"retreat_to": {"Picardy": {"infantry": 1}, "Paris": "all"}},
            "fight for Normandy; to Picardy and Paris",
        ),
        ({"blitz": {"to": "Aquitaine"}}, "fight for Normandy; then blitz into Aquitaine"),
    ],
)
def test_a_battle_is_read_back(said: dict[str, Any], reading: str) -> None:
    ruling = ruled(moved(), "battles", {"at": "Normandy", **said})
    assert (ruling.reading, ruling.findings) == (reading, ())


def test_bombing_is_read_back_where_no_battle_is() -> None:
    assert ruled(moved(), "battles", {"at": "Southern France"}).reading == (
        "strategic bombing at Southern France"
    )


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ({"at": "Belgium"}, "you attack nobody in Belgium", "attacked are: Normandy, Paris"),
        (
            {"at": "Paris", "as": "carpet bombing"},
            "no carpet bombing of yours in Paris",
            "order combat moves first",
        ),
        (
            {"at": "Paris", "as": "strategic bombing"},
            "no strategic bombing of yours in Paris",
            "attacked are: Southern France",
        ),
        ({"at": "Paris", "retreat_to": "Berlin"}, "Berlin does not touch Paris", ""),
        ({"at": "Paris", "blitz": {"to": "Berlin"}}, "Berlin does not touch Paris", ""),
        ({"at": "Paris", "retreat_to": "Atlantis"}, "'Atlantis' is not on this map", None),
        ({"at": "Paris", "blitz": {"to": "Atlantis"}}, "'Atlantis' is not on this map", None),
        ({"at": "Paris", "retreat": "ships <= 2"}, "'ships' is not known at that moment", None),
        ({"at": "Paris", "submerge": "land <= 2"}, "'land' is not known at that moment", None),
        (
            {
                "at": "Paris",
                "lose": ["infantry", "Infantry", "small ships", "Germany", "kites"],
            },
            "no unit is called 'kites', so it picks nothing",
            None,
        ),
    ],
)
def test_a_battle_that_cannot_be_so(said: dict[str, Any], message: str, hint: str | None) -> None:
    (finding,) = ruled(moved(), "battles", said).findings
    assert finding.message == message
    assert hint is None or finding.hint == hint


def test_the_verdict_of_a_battle_names_its_charts() -> None:
    played = conduct(
        "gw",
        {
            "adjudicate": {
                "scenario": "gw/france-1940",
                "steps": ["combat-movement", "combat"],
                "orders": {"hans": {"combat_moves": [MOVES[0]]}},
                "standing": {
                    "hans": {"attack": {"retreat": "retreat"}},
                    "anna": {"defend": {"scramble": "nobody"}},
                },
            },
            "dice": {
                "attack/infantry": [3, 3],
                "defence/infantry": [5, 5, 5],
                "defence/militia": [3],
                "defence/medium-armor": [6],
                "defence/fighter": [7],
            },
            "then": {},
        },
    )
    verdicts = [entry.body for entry in played.entries if entry.kind == "verdict"]
    assert verdicts[0]["charts"] == {"special-abilities": "printed", "terrain": "printed"}


def test_units_of_a_battle_order_go_by_their_printed_names_too() -> None:
    said = {
        "at": "Normandy",
        "retreat_to": {"Picardy": {"Medium Armor": 1, "lancers": 2}},
        "bombard": {"Heavy Cruiser": "all"},
        "blitz": {"to": "Paris", "units": {"Medium Armor": 1}},
    }
    ruling = ruled(moved(), "battles", said)
    assert ruling.plan.retreat_to == (("picardy", {"medium-armor": 1}),)
    assert ruling.plan.said("bombard") == {"heavy-cruiser": "all"}
    assert ruling.plan.blitz.said("units") == {"medium-armor": 1}
    assert [(f.code, f.about) for f in ruling.findings] == [("unknown-unit", "lancers")]
