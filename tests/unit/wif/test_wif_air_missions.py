"""Air missions played out: ground strikes, patrols, interception (11.8, 14.1, 14.2)."""

from __future__ import annotations

from typing import Any

import pytest
from unit.wif.stage import decisions, face_down, facts, play, receipt, refused, verdicts, where

from pbem.core.data.findings import Severity
from pbem.core.play.umpire import Umpire

ROWS = {
    "E1214": "c c c c c c c c",
    "E1213": "c c c c c c c c",
    "E1212": "c c c c c c c c",
    "E1211": "c c c c c c c c",
}
HOME = {
    "E1213": {"name": "Koenigsberg", "city": True, "country": "germany"},
    "E0512": {"name": "Moscow", "city": True, "country": "ussr"},
}
CONTROL = {"ussr": "all", "germany": ["E1214", "E1213", "E1212", "E1211", "E1112", "E1113"]}


def plane(name: str, kind: str, at: str, **more: Any) -> dict[str, Any]:
    ratings = {"air-to-air": 4, "tactical": 0, "range": 6, "cost": 4}
    power = more.pop("power", "germany")
    classes = more.pop("classes", [])
    extra = {"face_down": True} if more.pop("face_down", False) else {}
    said = {key.replace("_", "-"): value for key, value in more.items()}
    ratings |= said
    return {"name": name, "kind": kind, "at": at, "power": power, "classes": classes,
            "ratings": ratings, **extra}  # fmt: skip


STUKA = plane("Ju-87D", "LND", "E1213", air_to_air=2, tactical=6)
HEINKEL = plane("He-111H6", "LND", "E1213", air_to_air=2, tactical=4)
MESSER = plane("Bf-109F2", "FTR", "E1212", air_to_air=6)
MIG = plane("MiG-3", "FTR", "E0812", power="ussr", air_to_air=5)
RATA = plane("I-16", "FTR", "E0512", power="ussr", air_to_air=3, range=4)
DEFENDERS = [
    {"name": "3 INF", "kind": "INF", "power": "ussr", "at": "E0912"},
    {"name": "3 MECH", "kind": "MECH", "power": "ussr", "at": "E0912"},
]


def setting(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "rows": ROWS,
        "places": HOME,
        "control": CONTROL,
        "units": [*DEFENDERS, *units],
        **more,
    }


def strike(
    given: dict[str, Any],
    dice: dict[str, Any],
    fly: Any = "Ju-87D",
    standing: dict[str, Any] | None = None,
    lines: dict[str, Any] | None = None,
    **order: Any,
) -> Umpire:
    """The ground strike step with one order of Germany against E0912."""
    orders = {"ground_strike": [{"fly": fly, "at": "E0912", **order}], **(lines or {})}
    return play(
        given, ["ground-strike"], dice, {"germany": orders}, {"ussr": standing} if standing else {}
    )


# --- the strike ----------------------------------------------------------------------------------


def test_every_bomber_rolls_against_every_unit_still_face_up() -> None:
    dice = {"ju-87d/3-inf": [7], "ju-87d/3-mech": [6], "he-111h6/3-inf": [4]}
    umpire = strike(setting(STUKA, HEINKEL), dice, fly=["Ju-87D", "He-111H6"])
    assert face_down(umpire) == ["3 INF", "3 MECH", "He-111H6", "Ju-87D"]
    assert where(umpire, "Ju-87D", "He-111H6") == {"Ju-87D": "E1213", "He-111H6": "E1213"}
    assert umpire.state.powers["germany"].counters["air-missions"] == 2
    told = facts(umpire, "ground-strike")
    assert told["hit"] == ["3 MECH", "3 INF"]
    assert told["bombers"][1]["rolls"] == [{"target": "3 INF", "dice": [4], "hit": True}]


def test_the_other_reading_lets_every_bomber_roll_against_all() -> None:
    given = setting(STUKA, HEINKEL, interpretations={"WIF-11.8-R2": "at-once"})
    dice = {
        "ju-87d/3-inf": [1],
        "ju-87d/3-mech": [10],
        "he-111h6/3-inf": [1],
        "he-111h6/3-mech": [5],
    }
    umpire = strike(given, dice, fly=["Ju-87D", "He-111H6"])
    assert facts(umpire, "ground-strike")["hit"] == ["3 INF"]


def test_face_down_units_and_other_hexes_are_no_targets() -> None:
    given = setting(STUKA)
    given["units"] = [{**unit, "face_down": True} for unit in DEFENDERS] + [STUKA]
    umpire = strike(given, {})
    assert refused(umpire) == ["E0912: no face-up enemy land unit or aircraft is there"]
    assert face_down(umpire) == ["3 INF", "3 MECH"]


def test_snow_and_forest_halve_and_nothing_left_rolls_no_die() -> None:
    weak = plane("Ju-87B", "LND", "E1213", tactical=1)
    given = setting(weak, weather="snow", rows={**ROWS, "E1212": "c c c f c c c c"})
    umpire = strike(given, {}, fly="Ju-87B")
    told = facts(umpire, "ground-strike")
    assert told["bombers"] == [
        {"unit": "Ju-87B", "tactical": 1, "extended": False, "factors": 0, "rolls": []}
    ]


def test_a_tank_buster_rolls_twice_against_armour() -> None:
    buster = plane("Hs-129", "LND", "E1213", tactical=3, classes=["tank-buster"])
    umpire = strike(setting(buster), {"3-inf": [4], "3-mech": [9, 3]}, fly="Hs-129")
    assert facts(umpire, "ground-strike")["hit"] == ["3 MECH"]


def test_aircraft_on_the_ground_are_struck_those_in_the_air_are_not() -> None:
    here = plane("Pe-2", "LND", "E0912", power="ussr", tactical=3)
    there = plane("LaGG-3", "FTR", "E0912", power="ussr", air_to_air=4)
    given = setting(STUKA, MESSER, here, there)
    umpire = strike(
        given,
        {
            "round-1/allied": [6, 6],
            "round-1/axis": [10, 8],
            "3-inf": [10],
            "3-mech": [10],
            "pe-2": [2],
        },
        escort="Bf-109F2",
        standing={"intercept": {"fly": "LaGG-3"}},
    )
    told = facts(umpire, "ground-strike")
    assert told["targets"] == ["3 INF", "3 MECH", "Pe-2"]
    assert told["hit"] == ["Pe-2"]
    assert where(umpire, "LaGG-3") == {"LaGG-3": "pool:ussr/force"}


def test_a_list_of_targets_and_a_condition_choose_at_the_moment_of_flying() -> None:
    given = setting(STUKA, MIG)
    given["units"].append({"name": "9 INF", "kind": "INF", "power": "ussr", "at": "E0913"})
    umpire = play(
        given,
        ["ground-strike"],
        {"9-inf": [1]},
        {"germany": {"ground_strike": [
            {"fly": "Ju-87D", "at": ["E0912", "E0913"], "if": "enemy fighters = 0"}
        ]}},
        {"ussr": {"cap": {"at": "E0912", "fly": "MiG-3"}}},
    )  # fmt: skip
    assert decisions(umpire) == [("cap", ["MiG-3"], "standing")]
    assert facts(umpire, "ground-strike")["hit"] == ["9 INF"]
    assert face_down(umpire) == ["9 INF", "Ju-87D", "MiG-3"]


# --- who may fly ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weather": "storm"}, "E0912: no missions into storm"),
        ({"weather": "blizzard"}, "E0912: no missions into blizzard"),
    ],
)
def test_no_missions_into_storm_or_blizzard(change: dict[str, Any], message: str) -> None:
    assert refused(strike(setting(STUKA, **change), {})) == [message]


def test_range_facing_factors_and_supply_ground_an_aircraft() -> None:
    short = plane("Ju-87B", "LND", "E1213", tactical=5, range=2)
    down = plane("Ju-88A4", "LND", "E1213", tactical=5, face_down=True)
    fighter = plane("Bf-109E3", "FTR", "E1213")
    lost = plane("He-111P", "LND", "E0812", tactical=4)
    given = setting(short, down, fighter, lost, STUKA)
    said = {
        "Ju-87B": "E0912: Ju-87B flies 2 hexes, not 4",
        "Ju-88A4": "Ju-88A4 is face-down",
        "Bf-109E3": "Bf-109E3 has no tactical factors",
        "He-111P": "He-111P is out of supply, it may only rebase",
    }
    for name, message in said.items():
        assert refused(strike(given, {}, fly=name)) == [message]
    assert refused(strike(given, {}, escort="Ju-87B")) == ["Ju-87B is no fighter"]


def test_a_power_that_passed_flies_nothing() -> None:
    umpire = strike(setting(STUKA, action="pass"), {})
    assert refused(umpire) == [
        "Germany has passed",
        "a pass action allows no ground strike",
    ]


def test_bombers_are_limited_by_the_action_and_escorts_are_not() -> None:
    many = [plane(f"Ju-87 {n}", "LND", "E1213", tactical=1) for n in range(1, 6)]
    orders = {"ground_strike": [{"fly": [unit["name"] for unit in many], "at": "E0912"}]}
    found = receipt(setting(*many), "germany", orders)
    assert [f.message for f in found.findings if f.severity is Severity.ERROR] == [
        "5 ground strikes wanted, 4 left in a land action"
    ]
    fewer = {
        "ground_strike": [
            {"fly": [unit["name"] for unit in many[:4]], "at": "E0912", "escort": "Bf-109F2"}
        ]
    }
    found = receipt(setting(*many, MESSER), "germany", fewer)
    assert [f for f in found.findings if f.severity is Severity.ERROR] == []
    assert found.readings[0].text == (
        "strike E0912: Ju-87 1 1, Ju-87 2 1, Ju-87 3 1, Ju-87 4 1, escort Bf-109F2"
    )


def test_extended_range_is_used_where_it_must_be_and_halves_the_factors() -> None:
    far = plane("Ju-88A4", "LND", "E1213", tactical=5, range=2, classes=["extended-range"])
    umpire = strike(setting(far), {"3-inf": [3], "3-mech": [4]}, fly="Ju-88A4")
    told = facts(umpire, "ground-strike")
    assert (told["bombers"][0]["extended"], told["bombers"][0]["factors"]) == (True, 3)
    assert told["hit"] == ["3 INF"]


def test_a_ftr_as_bomber_flies_half_its_range() -> None:
    jabo = plane("Bf-110C", "FTR", "E1213", tactical=3, range=7)
    short = plane("Bf-109E3", "FTR", "E1213", tactical=1, range=6)
    umpire = strike(setting(jabo), {"3-inf": [3], "3-mech": [4]}, fly="Bf-110C")
    assert facts(umpire, "ground-strike")["hit"] == ["3 INF"]
    assert refused(strike(setting(short), {}, fly="Bf-109E3")) == [
        "E0912: Bf-109E3 flies 3 hexes, not 4"
    ]


# --- interception, limits, reserve ---------------------------------------------------------------


def test_interceptors_fly_half_their_range_and_only_where_a_line_says_so() -> None:
    given = setting(STUKA, MIG, RATA)
    misses = {"3-inf": [10], "3-mech": [10]}
    umpire = strike(given, misses, standing={"intercept": {"if": "air >= 4", "fly": "all"}})
    assert decisions(umpire) == [("intercept", [], "default")]
    rolls = {"round-1/allied": [8, 8], "round-1/axis": [6, 6]}
    umpire = strike(given, rolls, standing={"intercept": {"if": "air >= 3", "fly": "all"}})
    assert decisions(umpire) == [("intercept", ["MiG-3"], "standing")]
    assert face_down(umpire) == ["Ju-87D", "MiG-3"]
    assert facts(umpire, "ground-strike")["bombers"] == []


def test_a_reserve_stays_on_the_ground() -> None:
    given = setting(STUKA, MIG)
    umpire = strike(
        given,
        {"3-inf": [10], "3-mech": [10]},
        standing={"reserve": {"FTR": 1}, "intercept": {"fly": "all"}},
    )
    assert decisions(umpire) == [("intercept", [], "default")]
    assert face_down(umpire) == ["Ju-87D"]


def test_patrols_go_first_to_the_place_named_first() -> None:
    given = setting(STUKA, MIG)
    given["units"].append({"name": "9 INF", "kind": "INF", "power": "ussr", "at": "E0813"})
    orders = {"germany": {"ground_strike": [{"fly": "Ju-87D", "at": "E0813"}]}}
    cap = {"at": ["E0912", "E0813"], "fly": "1 best FTR"}
    umpire = play(given, ["ground-strike"], {"9-inf": [10]}, orders, {"ussr": {"cap": cap}})
    told = [entry.body for entry in umpire.ledger.entries if entry.kind == "decision"]
    assert [(body["decision"], body["at"], body["picks"]) for body in told] == [
        ("cap", "E0912", ["MiG-3"])
    ]
    assert verdicts(umpire, "air-combat") == []


def test_air_combats_are_fought_as_the_active_side_ordered_or_by_place() -> None:
    cavalry = {"name": "4 CAV", "kind": "CAV", "power": "ussr", "at": "E0811"}
    rata = {**RATA, "at": "E0711"}
    orders = {
        "germany": {
            "ground_strike": [{"fly": "Ju-87D", "at": "E0912"}, {"fly": "He-111H6", "at": "E0811"}]
        }
    }
    standing = {"ussr": {"intercept": [{"at": "E0912", "fly": "MiG-3"}, {"fly": "I-16"}]}}
    dice = {
        f"{place}/round-1/{side}": throw
        for place in ("e0912", "e0811")
        for side, throw in (("allied", [8, 8]), ("axis", [6, 6]))
    }
    readings = {"active-side": ["E0912", "E0811"], "place": ["E0811", "E0912"]}
    for reading, places in readings.items():
        given = setting(STUKA, HEINKEL, MIG, rata, cavalry,
                        interpretations={"WIF-14.3.1-R1": reading})  # fmt: skip
        umpire = play(given, ["ground-strike"], dice, orders, standing)
        assert [body["facts"]["at"] for body in verdicts(umpire, "air-combat")] == places


def test_a_unit_may_march_and_be_carried_in_one_impulse_but_once_a_step() -> None:
    """10.2: a unit moves once each step; the march is no move of the air transport step."""
    given = {
        "rows": {"E1229": "c c c c"},
        "places": {"E1229": {"city": True, "country": "germany"}},
        "control": {"germany": "all"},
        "units": [
            {"name": "X MTN", "kind": "MTN", "at": "E1029"},
            {"name": "Ju-52", "kind": "ATR", "at": "E1229", "ratings": {"range": 9}},
            {"name": "Ju-352", "kind": "ATR", "at": "E1229", "ratings": {"range": 9}},
        ],
    }
    orders = {
        "action": {"germany": "land"},
        "land": [{"units": "X MTN", "to": "E1129"}],
        "air_transport": [
            {"fly": "Ju-52", "carry": "X MTN", "at": "E1129"},
            {"fly": "Ju-352", "carry": "X MTN", "at": "E1129"},
        ],
    }
    found = receipt(given, "germany", orders)
    troubles = {read.order.name: [f.message for f in read.findings] for read in found.readings}
    assert troubles["land 1"] == []
    assert troubles["air_transport 1"] == []
    assert troubles["air_transport 2"] == ["X MTN has already moved"]
