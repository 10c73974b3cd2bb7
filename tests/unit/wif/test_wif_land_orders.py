"""Land movement as ordered: receipts, findings, and what comes of it in play (11.10)."""

from __future__ import annotations

import pytest
from unit.wif import stage
from unit.wif.eastern_front import (
    LAND,
    checked,
    codes,
    decisions,
    finding,
    moved,
    played,
    reasons,
    results,
    start,
    verdicts,
)


def land(*orders: str) -> str:
    """An order file with a land action and some land moves."""
    return LAND + "land:\n" + "".join(f"- {order}\n" for order in orders)


def test_a_move_is_read_back_with_path_points_and_hexes_taken() -> None:
    receipt = checked(land("{units: [LVII ARM, LIII MOT], to: E2241, via: Vilna}"))
    assert [reading.text for reading in receipt.readings] == [
        "Germany: land action",
        "LVII ARM, LIII MOT: E2442 > Vilna E2341 > E2241; points 2 of 6, 2 of 5; "
        "takes Vilna E2341, E2241",
    ]
    assert codes(receipt) == []
    assert finding(receipt, "left").message == (
        "Germany has left in its land action: air missions 4, rail moves 4, land moves any, "
        "land attacks any"
    )


@pytest.mark.parametrize(
    ("order", "code", "message", "hint"),
    [
        (
            "{units: XLIII INF, to: E2440}",
            "face-down",
            "XLIII INF is face-down",
            "it acts again when an HQ has reorganised it, or after the end of the turn",
        ),
        (
            "{units: [XX INF, VI INF], to: E2440}",
            "not-a-stack",
            "VI INF is in E2443",
            "XX INF is in Grodno E2439: write two orders",
        ),
        ("{units: XXI INF, to: E2440}", "unknown-unit", "there is no unit 'XXI INF'", None),
        (
            "{units: Zhukov, to: E2440}",
            "not-yours",
            "Zhukov is not yours to order",
            "you order units of Germany",
        ),
        (
            "{units: Ju-87D, to: E2440}",
            "wrong-kind",
            "Ju-87D is no land unit",
            "units in its hex that are: 2 INF div, v. Bock",
        ),
        ("{units: all E2641, to: E2440}", "nothing-there", None, ""),
        ("{units: XX INF, to: Grodna}", "unknown-place", "'Grodna' is not on this map", None),
        ("{units: X INF, to: Riga}", "no-overrun", "Riga E2445: the hex is a city", ""),
        (
            "{units: XX INF, to: E2340}",
            "no-path",
            "E2340 (clear) cannot be reached from Grodno E2439",
            "the enemy ZoC in E2440 ends the move",
        ),
        (
            "{units: LXXI INF, to: E2338}",
            "no-path",
            "E2338 (clear) cannot be reached from E2638",
            None,
        ),
        (
            "{units: LXXI INF, to: Smolensk}",
            "no-path",
            "Smolensk E1741 (clear) cannot be reached from E2638",
            "too far, or barred: LXXI INF has 4 points; it could end in Brest-Litovsk E2437",
        ),
        ("{units: XX INF, to: E2440, if: mood = good}", "unknown-fact", None, None),
        ("{units: XX INF, to: E2440, if: perhaps}", "bad-condition", None, None),
        (
            "{units: XX INF, to: E2440, drop: {VI INF: E2440}}",
            "not-in-stack",
            "VI INF is not among the units",
            "",
        ),
        (
            "{units: [LVII ARM, LIII MOT], to: E2241, drop: {LIII MOT: E2443}}",
            "not-dropped",
            "LIII MOT: the stack does not enter the hex of `drop`",
            "name the hex under `via`",
        ),
    ],
)
def test_what_is_wrong_with_a_move(
    order: str, code: str, message: str | None, hint: str | None
) -> None:
    receipt = checked(land(order))
    found = finding(receipt, code)
    assert found.where is not None and found.where.line == 6
    assert message in (None, found.message)
    assert hint in (None, found.hint)


def test_a_unit_moves_once_in_the_step() -> None:
    receipt = checked(land("{units: LXXI INF, to: E2539}", "{units: LXXI INF, to: E2638}"))
    assert codes(receipt) == ["moved"]


def test_nobody_moves_without_an_action_or_in_a_naval_one() -> None:
    assert "no-action" in codes(checked("land: [{units: LXXI INF, to: E2539}]\n"))
    naval = "action: {Germany: naval}\nland: [{units: LXXI INF, to: E2539}]\n"
    assert codes(checked(naval)) == ["not-allowed"]


def test_a_combined_action_allows_few_land_moves() -> None:
    moves = "".join(
        f"- {{units: all {place}, to: {to}}}\n"
        for place, to in (("E2440", "E2441"), ("E2442", "E2443"), ("E2638", "E2539"))
    )
    receipt = checked("action: {Germany: combined}\nland:\n" + moves)
    found = finding(receipt, "limit")
    assert found.message == "2 land moves wanted, 0 left in a combined action"


def test_the_second_choice_is_taken_when_the_first_is_not_possible() -> None:
    receipt = checked(land("{units: [LVII ARM, LIII MOT], to: Minsk, else: Vilna}"))
    assert codes(receipt) == ["second-choice"]
    assert receipt.readings[1].text.startswith("LVII ARM, LIII MOT: E2442 > Vilna E2341;")
    first = checked(land("{units: [LVII ARM, LIII MOT], to: [Minsk, Vilna, E2443]}"))
    assert codes(first) == ["second-choice"]


def test_doubtful_moves_are_warnings() -> None:
    stuck = checked(land("{units: LXXXVI GAR, to: E2736}"))
    assert codes(stuck) == []
    far = checked(land("{units: II ARM, to: E2440}"))
    assert codes(far) == ["unknown-unit"]
    tired = checked(land("{units: I CAV, to: E2237, else: E2537}"))
    assert "second-choice" in codes(tired)


def test_too_many_in_a_hex_is_an_error_of_the_whole_file() -> None:
    receipt = checked(land("{units: VI INF, to: E2444}"))
    found = finding(receipt, "overstacked")
    assert str(found.severity) == "error"
    assert found.message == "E2444 ends with 1 land unit too many"


def test_an_hq_that_leaves_takes_room_for_an_aircraft_with_it() -> None:
    receipt = checked(land("{units: v. Bock, to: E2542}"))
    found = finding(receipt, "overstacked")
    assert str(found.severity) == "warning"
    assert found.message == "Kaunas E2441 ends with 1 aircraft too many"


def test_orders_are_played_and_the_clock_goes_on() -> None:
    outcome = played(land("{units: [LVII ARM, LIII MOT], to: E2241, via: Vilna}"))
    state = outcome.state
    assert results(outcome) == {"action 1": "done", "land 1": "done"}
    assert {state.units[u].at for u in ("ger-lvii-arm", "ger-liii-mot")} == {"E2241"}
    assert [state.controller(place) for place in ("E2341", "E2241")] == ["germany", "germany"]
    assert state.places["E2341"].markers == {"enemy-held": True}
    assert state.places["E2241"].markers == {}
    assert not any(unit.marked("moved") for unit in state.units.values())
    assert (state.clock.impulse, state.clock.side, state.clock.window) == (4, "allied", "orders")


def test_a_condition_is_tested_when_the_move_is_made() -> None:
    order = "{units: [LVII ARM, LIII MOT], to: E2241, if: enemy units > 0}"
    assert codes(checked(land(order))) == ["condition"]
    outcome = played(land(order))
    assert results(outcome)["land 1"] == "rejected"
    assert reasons(outcome) == ["'enemy units > 0' did not hold for E2241 (enemy units 0)"]
    assert outcome.state.units["ger-lvii-arm"].at == "E2442"


def test_units_that_start_out_of_supply_end_face_down() -> None:
    cut_off = moved(start(), ger_lxxi_inf="E1940", ussr_4_mech="E1741", ussr_2_gd_arm_div="E1741")
    cut_off = moved(cut_off, ussr_pe_2="E1741", ussr_il_4="E1344")
    outcome = played(land("{units: LXXI INF, to: E1839}"), cut_off)
    assert results(outcome)["land 1"] == "done"
    assert outcome.state.units["ger-lxxi-inf"].marked("face-down")


# --- overruns ------------------------------------------------------------------------------------


def test_an_overrun_destroys_and_is_told() -> None:
    orders = land("{units: XLVIII ARM, to: E2339}")
    assert checked(orders).readings[1].text == (
        "XLVIII ARM: E2338 > E2339; points 2 of 5; overruns 43 INF at 7:1; takes E2339"
    )
    outcome = played(orders)
    assert outcome.state.units["ussr-43-inf"].at == "pool:ussr/force"
    assert set(outcome.state.units["ussr-43-inf"].marks) == {"lost"}
    assert outcome.state.units["ger-xlviii-arm"].at == "E2339"
    (told,) = verdicts(outcome, "overrun")
    assert told.path == "1941-ja.3.axis/land-movement/overrun/e2339"
    assert told.body["facts"] == {
        "at": "E2339",
        "weather": "fine",
        "attackers": [{"unit": "ger-xlviii-arm", "printed": 7, "factors": 7}],
        "defenders": [
            {
                "unit": "ussr-43-inf",
                "printed": 5,
                "factors": 1,
                "face_down": True,
                "supplied": False,
            }
        ],
        "attack": 7,
        "defence": 1,
        "basic": "7:1",
        "shift": 0,
        "odds": "7:1",
        "grounded": [],
        "flying": [],
    }


def test_an_overrun_needs_seven_to_one() -> None:
    weak = moved(start(), ger_xlviii_arm="E2440", ger_1_arm_div="E2338")
    receipt = checked(land("{units: 1 ARM div, to: E2339}"), weak)
    assert finding(receipt, "no-overrun").message == "E2339: the odds are 3:1, not 7:1"


def test_face_down_aircraft_are_lost_and_face_up_ones_flee() -> None:
    field = moved(start(), ussr_pe_2="E2341", ussr_il_2="E2241")
    outcome = played(land("{units: LVII ARM, to: E2241, via: Vilna}"), field)
    assert outcome.state.units["ussr-pe-2"].at == "pool:ussr/force"
    fled = outcome.state.units["ussr-il-2"]
    assert fled.marked("face-down")
    assert fled.at == "E2240"
    (choice,) = decisions(outcome, "overrun-rebase")
    assert (choice.body["source"], choice.body["picks"]) == ("default", ["E2240"])
    told = [entry.body["facts"] for entry in verdicts(outcome, "aircraft-overrun")]
    assert told == [
        {"at": "E2341", "destroyed": ["ussr-pe-2"], "flew": {}},
        {"at": "E2241", "destroyed": [], "flew": {"ussr-il-2": "E2240"}},
    ]
    assert verdicts(outcome, "overrun") == []


def test_the_owner_says_where_his_aircraft_flee_to() -> None:
    field = moved(start(), ussr_il_2="E2241")
    standing = "overrun: {rebase: [Smolensk, E2042]}\n"
    outcome = played(land("{units: LVII ARM, to: E2241}"), field, standing)
    assert outcome.state.units["ussr-il-2"].at == "E1741"
    assert outcome.state.powers["ussr"].counters == {}


def test_a_forced_rebase_counts_as_a_mission_by_the_other_reading() -> None:
    field = moved(start(), ussr_il_2="E2241")
    outcome = played(
        land("{units: LVII ARM, to: E2241}"), field, readings={"WIF-11.10.6-R5": "counted"}
    )
    counted = [e.body for e in outcome.ledger.entries if e.kind == "event"
               and e.body["event"] == "PowerChanged" and e.body["power"] == "ussr"]  # fmt: skip
    assert [body["name"] for body in counted] == ["air-missions", "air-missions"]


def test_a_move_is_planned_again_when_aircraft_flee_elsewhere_than_expected() -> None:
    field = moved(start(), ussr_il_2="E2341")
    orders = land("{units: LVII ARM, to: E2241, via: Vilna}")
    assert "E2241" in checked(orders, field).readings[1].text
    away = played(orders, field, "overrun: {rebase: E2142}\n")
    assert away.state.units["ger-lvii-arm"].at == "E2241"
    assert away.state.units["ussr-il-2"].at == "E2142"
    caught = played(orders, field, "overrun: {rebase: E2241}\n")
    assert caught.state.units["ger-lvii-arm"].at == "E2241"
    assert caught.state.units["ussr-il-2"].at == "pool:ussr/force"


def test_aircraft_that_fled_onto_the_only_way_stop_the_move() -> None:
    field = moved(start(), ussr_il_2="E2341")
    orders = land("{units: LVII ARM, to: E2142, via: [Vilna, E2242]}")
    outcome = played(orders, field, "overrun: {rebase: E2142}\n")
    assert results(outcome)["land 1"] == "done"
    assert outcome.state.units["ger-lvii-arm"].at == "E2142"
    assert outcome.state.units["ussr-il-2"].at == "pool:ussr/force"


def test_fractional_odds_may_help_an_overrun_by_the_other_reading() -> None:
    """13 factors halved by the Niemen against 1: 6.5 to 1, so by half 7:1."""
    state = moved(start(), ger_lii_mech="E2440", ger_xlvii_arm="E2541", ger_1_arm_div="E2541")
    orders = land("{units: [VIII MECH, LII MECH], to: E2339}")
    assert finding(checked(orders, state), "no-overrun").message == (
        "E2339: the odds are 6:1, not 7:1"
    )
    chance = {"WIF-11.10.6-R4": "chance"}
    path = "1941-ja.3.axis/land-movement/overrun/e2339/odds-ger-lii-mech"
    lifted = played(orders, state, rolls={path: (5,)}, readings=chance)
    assert results(lifted)["land 1"] == "done"
    assert lifted.state.units["ussr-43-inf"].at == "pool:ussr/force"
    short = played(orders, state, rolls={path: (6,)}, readings=chance)
    assert results(short)["land 1"] == "failed"
    assert reasons(short) == ["the overrun of E2339 fell short of 7:1"]
    assert short.state.units["ger-viii-mech"].at == "E2440"
    assert short.state.units["ussr-43-inf"].at == "E2339"


@pytest.mark.parametrize(("reading", "destroyed", "at"), [
    ("destroyed", "Pe-2, I-16", "pool:ussr/force"),
    ("stay", "I-16", "E1129"),
])  # fmt: skip
def test_aircraft_without_a_base_are_lost_or_stay(reading: str, destroyed: str, at: str) -> None:
    """Nothing but the overrun hex is Soviet; I-16 lies face-down, Pe-2 would have to fly."""
    given = {
        "rows": {"E1229": "c c c c"},
        "places": {"E1229": {"city": True, "country": "germany"}},
        "interpretations": {"WIF-11.10.6-R6": reading},
        "control": {"germany": "all", "ussr": ["E1129"]},
        "units": [
            {"name": "X INF", "kind": "INF", "at": "E1229"},
            {"name": "Pe-2", "kind": "LND", "power": "ussr", "at": "E1129",
             "ratings": {"range": 5}},
            {"name": "I-16", "kind": "FTR", "power": "ussr", "at": "E1129", "face_down": True,
             "ratings": {"range": 5}},
        ],
    }  # fmt: skip
    orders = {"germany": {"land": [{"units": "X INF", "to": "E1129"}]}}
    umpire = stage.play(given, ["land-movement"], {}, orders)
    assert stage.where(umpire, "X INF", "Pe-2") == {"X INF": "E1129", "Pe-2": at}
    facts = stage.facts(umpire, "aircraft-overrun")
    assert set(facts["destroyed"]) == set(destroyed.split(", "))
    assert facts["flew"] == ({"Pe-2": "E1129"} if reading == "stay" else {})
    assert stage.face_down(umpire) == (["Pe-2"] if reading == "stay" else [])
