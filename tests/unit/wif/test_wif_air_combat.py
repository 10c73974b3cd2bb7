"""Air combat played out (14.3): the worked example, choices, aborts, return to base."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from unit.wif.stage import decisions, face_down, facts, play, where
from unit.wif.test_wif_air_missions import MESSER, MIG, STUKA, plane, setting, strike

from pbem.core.play.umpire import Umpire

MALTA: Mapping[str, Any] = {
    "side": "allied",
    "rows": {"E1214": "c c c c c c", "E1213": "c c c c c c", "E1212": "c c c c c c"},
    "places": {
        "E1213": {"name": "Valletta", "city": True, "country": "commonwealth"},
        "E0713": {"name": "Rome", "city": True, "country": "italy"},
    },
    "control": {"italy": "all", "commonwealth": ["E1214", "E1213", "E1212", "E1113"]},
    "powers": {"commonwealth": {"side": "allied"}, "italy": {"side": "axis"}},
    "units": [
        {"name": "II Aus INF", "kind": "INF", "power": "commonwealth", "at": "E1113"},
        {"name": "XX INF", "kind": "INF", "power": "italy", "at": "E1013"},
        plane("Beaufighter", "FTR", "E1213", power="commonwealth", air_to_air=6),
        plane("Gibraltar", "FTR", "E1213", power="commonwealth", air_to_air=5),
        plane("Audacious", "LND", "E1213", power="commonwealth", air_to_air=2, tactical=1),
        plane("Beaufort", "LND", "E1212", power="commonwealth", air_to_air=2, tactical=2),
        plane("G-50", "FTR", "E0713", power="italy", air_to_air=4),
        plane("Ca-314B", "LND", "E0713", power="italy", air_to_air=2, tactical=2),
        plane("SM-79II", "LND", "E0713", power="italy", air_to_air=3, tactical=3),
    ],
}


def eastern_mediterranean(dice: dict[str, Any], **given: Any) -> Umpire:
    """The worked example of 14.3.3, flown over land: ground support of both sides."""
    orders = {
        "attacks": [
            {
                "at": "E1013",
                "with": "II Aus INF",
                "support": ["Audacious", "Beaufort"],
                "escort": ["Beaufighter", "Gibraltar"],
            }
        ],
        "in_battle": {"air_lose": "bomber", "shoot": "fighter"},
    }
    standing = {"defend": {"support": "all", "escort": "all", "table": "assault"}}
    return play(
        {**MALTA, **given},
        ["land-combat"],
        dice,
        {"commonwealth": orders},
        {"italy": standing},
    )


def struck(shot: Mapping[str, Any]) -> str:
    """Whom a side struck, and how."""
    return f"{shot['struck']} {shot['effect']}" if "struck" in shot else str(shot["effect"])


def test_the_worked_example_round_by_round() -> None:
    umpire = eastern_mediterranean(
        {
            "round-1/axis": [2, 4],
            "round-1/allied": [9, 9],
            "round-2/axis": [8, 8],
            "round-2/allied": [5, 5],
            "round-3/axis": [2, 2],
            "round-3/allied": [4, 5],
            "fraction": [10],
            "die": [5],
        }
    )
    told = facts(umpire, "air-combat")
    shots = [
        [(s["side"], s["value"], s["roll"], s["result"], struck(s)) for s in row["fire"]]
        for row in told["rounds"]
    ]
    assert shots == [
        [("axis", -2, 6, "DA", "Audacious aborts"), ("allied", 3, 18, "AX", "G-50 lost")],
        [("axis", -4, 16, "AA", "Beaufighter aborts"), ("allied", 5, 10, "AC", "Ca-314B through")],
        [("axis", -2, 4, "DX", "Gibraltar lost"), ("allied", 2, 9, "-", "no-effect")],
        [],
    ]
    assert [row["cleared"] for row in told["rounds"]] == [
        {"allied": [], "axis": []},
        {"allied": ["Beaufort"], "axis": []},
        {"allied": [], "axis": []},
        {"allied": [], "axis": ["SM-79II"]},
    ]
    assert told["through"] == {"allied": ["Beaufort"], "axis": ["Ca-314B", "SM-79II"]}
    assert where(umpire, "G-50", "Gibraltar", "Beaufighter") == {
        "G-50": "pool:italy/force",
        "Gibraltar": "pool:commonwealth/force",
        "Beaufighter": "E1213",
    }
    assert face_down(umpire) == ["Audacious", "Beaufighter", "Beaufort", "Ca-314B", "SM-79II"]
    support = facts(umpire, "land-combat")["support"]
    assert (support["attack"], support["defence"]) == (2, 5)


def test_under_the_other_reading_a_side_that_is_gone_does_not_roll() -> None:
    umpire = eastern_mediterranean(
        {
            "round-1/axis": [2, 4],
            "round-1/allied": [9, 9],
            "round-2/axis": [8, 8],
            "round-2/allied": [5, 5],
            "round-3/axis": [2, 2],
            "fraction": [10],
            "die": [5],
        },
        interpretations={"WIF-14.3.2-R1": "ends"},
    )
    rounds = facts(umpire, "air-combat")["rounds"]
    assert [len(row["fire"]) for row in rounds] == [2, 2, 1, 0]


# --- choices -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "lost"), [({}, "Ju-87D"), ({"air_combat": {"shoot": "fighter"}}, "Bf-109F2")]
)
def test_the_side_that_rolled_chooses_on_ax(lines: dict[str, Any], lost: str) -> None:
    dice = {"round-1/allied": [9, 9], "round-1/axis": [6, 6], "round-2/allied": [6, 6]}
    rest = {"round-2/axis": [10, 10]}
    strikes = {"3-inf": [10], "3-mech": [10]} if lost == "Bf-109F2" else {}
    standing = {"intercept": {"fly": "all"}, **lines}
    umpire = strike(
        setting(STUKA, MESSER, MIG), {**dice, **rest, **strikes}, escort="Bf-109F2",
        standing=standing,
    )  # fmt: skip
    first = facts(umpire, "air-combat")["rounds"][0]["fire"][0]
    assert (first["value"], first["result"], struck(first)) == (-1, "AX", f"{lost} lost")


def test_the_owner_may_put_another_fighter_in_front() -> None:
    ace = plane("Bf-109E3", "FTR", "E1211", air_to_air=5)
    umpire = strike(
        setting(STUKA, MESSER, ace, MIG),
        {"round-1/allied": [1, 1], "round-1/axis": [10, 10], "3-inf": [10], "3-mech": [10]},
        escort=["Bf-109F2", "Bf-109E3"],
        standing={"intercept": {"fly": "all"}, "air_combat": {"lose": "fighter"}},
        lines={"in_battle": {"front": "Bf-109E3", "air_lose": "fighter"}},
    )
    told = facts(umpire, "air-combat")
    assert [p["unit"] for p in told["forces"]["axis"]["fighters"]] == ["Bf-109E3", "Bf-109F2"]
    assert struck(told["rounds"][0]["fire"][0]) == "Bf-109E3 lost"
    assert told["rounds"][0]["fire"][1]["strength"] == "28/5"


def test_twin_engines_make_a_result_one_worse() -> None:
    twin = plane("Bf-110C", "FTR", "E1212", air_to_air=5, classes=["twin-engined"])
    umpire = strike(
        setting(STUKA, twin, MIG),
        {"round-1/allied": [6, 6], "round-1/axis": [10, 10], "3-inf": [10], "3-mech": [10]},
        escort="Bf-110C",
        standing={"intercept": {"fly": "all"}},
    )
    shot = facts(umpire, "air-combat")["rounds"][0]["fire"][1]
    assert (shot["cell"], shot["result"], struck(shot)) == ("AX", "DX", "MiG-3 lost")


# --- aborting and returning ----------------------------------------------------------------------


def test_a_side_may_abort_and_its_bombers_do_not_strike() -> None:
    umpire = strike(
        setting(STUKA, MESSER, MIG),
        {"round-1/allied": [6, 6], "round-1/axis": [6, 6]},
        escort="Bf-109F2",
        standing={"intercept": {"fly": "all"}},
        lines={"in_battle": {"if": "air <= 3", "abort_air": "abort"}},
    )
    assert decisions(umpire) == [
        ("intercept", ["MiG-3"], "standing"),
        ("abort-air", ["abort"], "orders"),
    ]
    assert facts(umpire, "air-combat")["rounds"][0]["aborts"] == ["axis"]
    assert face_down(umpire) == ["Bf-109F2", "Ju-87D", "MiG-3"]


def test_an_aircraft_returns_where_its_owner_says() -> None:
    umpire = strike(setting(STUKA), {"3-inf": [10], "3-mech": [10]}, home="E1211")
    assert where(umpire, "Ju-87D") == {"Ju-87D": "E1211"}
    assert decisions(umpire) == [("return-to-base", ["E1211"], "orders")]


def test_a_full_base_and_an_enemy_hex_are_passed_over() -> None:
    taken = plane("Bf-109E3", "FTR", "E1211")
    umpire = strike(setting(STUKA, taken), {"3-inf": [10], "3-mech": [10]}, home="E1211")
    assert where(umpire, "Ju-87D") == {"Ju-87D": "E1213"}
    umpire = strike(setting(STUKA), {"3-inf": [10], "3-mech": [10]}, home=["E0812", "E1214"])
    assert where(umpire, "Ju-87D") == {"Ju-87D": "E1214"}
