"""What a receipt and the log show of strikes, and an impulse on a position without tracks."""

from __future__ import annotations

from typing import Any

from unit.wif.stage import decisions, face_down, facts, play, receipt, refused
from unit.wif.test_wif_air_missions import MESSER, MIG, STUKA, plane, setting, strike

from pbem.core.data.findings import Severity
from pbem.core.play.umpire import Umpire


def errors(given: dict[str, Any], orders: dict[str, Any]) -> list[str]:
    """What is wrong with orders of Germany, as its receipt says."""
    found = receipt(given, "germany", orders).findings
    return [finding.message for finding in found if finding.severity is Severity.ERROR]


def changes(umpire: Umpire) -> list[str]:
    """The tracks that changed, in the order of the log."""
    told = [entry.body for entry in umpire.ledger.entries if entry.kind == "event"]
    return [body["track"] for body in told if "track" in body]


# --- receipts ------------------------------------------------------------------------------------


def test_a_receipt_knows_that_who_has_flown_is_face_down() -> None:
    orders = {
        "ground_strike": [{"fly": "Ju-87D", "escort": "Bf-109F2", "at": "E0912"}],
        "rebase": [{"units": "Ju-87D", "to": "E1214"}, {"units": "Bf-109F2", "to": "E1214"}],
    }
    given = setting(STUKA, MESSER)
    assert errors(given, orders) == ["Ju-87D is face-down", "Bf-109F2 is face-down"]


def test_a_receipt_counts_the_missions_of_all_orders() -> None:
    many = [plane(f"Ju-87 {n}", "LND", "E1213", tactical=1) for n in range(1, 6)]
    orders = {"ground_strike": [{"fly": unit["name"], "at": "E0912"} for unit in many]}
    assert errors(setting(*many), orders) == ["1 ground strike wanted, 0 left in a land action"]


def test_the_log_tells_what_was_done() -> None:
    umpire = strike(setting(STUKA), {"3-inf": [10], "3-mech": [10]})
    told = [
        (entry.body["result"], entry.body["reading"])
        for entry in umpire.ledger.entries
        if entry.kind == "order"
    ]
    assert told == [("done", "strike E0912: Ju-87D 6")]


def test_an_aircraft_flies_by_the_first_order_that_names_it() -> None:
    orders = {
        "ground_strike": [
            {"fly": "Ju-87D", "at": "E0912", "if": "enemy units >= 9"},
            {"fly": "Ju-87D", "at": "E0912"},
            {"fly": "Ju-87D", "at": "E0912"},
        ]
    }
    dice = {"3-inf": [10], "3-mech": [10]}
    umpire = play(setting(STUKA), ["ground-strike"], dice, {"germany": orders})
    told = [e.body["result"] for e in umpire.ledger.entries if e.kind == "order"]
    assert told == ["rejected", "done", "rejected"]
    assert refused(umpire)[1:] == ["Ju-87D flies by an order before this one"]


# --- aircraft that the scenario has not ----------------------------------------------------------


def test_a_fighter_with_extended_range_escorts_and_patrols_no_further() -> None:
    far = plane("P-38", "FTR", "E1213", range=3, classes=["extended-range"])
    umpire = strike(setting(STUKA, far), {}, escort="P-38")
    assert refused(umpire) == ["E0912: P-38 flies 3 hexes, not 4"]
    short = plane("Yak-9D", "FTR", "E0512", power="ussr", range=3, classes=["extended-range"])
    umpire = strike(
        setting(STUKA, short),
        {"3-inf": [10], "3-mech": [10]},
        standing={"cap": {"at": "E0912", "fly": "all"}},
    )
    assert (decisions(umpire), face_down(umpire)) == ([], ["Ju-87D"])


def test_without_option_8_a_tank_buster_rolls_once() -> None:
    buster = plane("Hs-129", "LND", "E1213", tactical=3, classes=["tank-buster"])
    given = setting(buster, options={"2": True})
    umpire = strike(given, {"3-inf": [4], "3-mech": [3]}, fly="Hs-129")
    assert facts(umpire, "ground-strike")["hit"] == ["3 MECH"]


# --- the end of an impulse -----------------------------------------------------------------------

BARE = setting(tracks={"first-side": "axis"})


def test_a_turn_begins_in_the_first_box_with_no_impulse_played() -> None:
    umpire = play(BARE, ["last-impulse-test"], {"last-impulse": [1]})
    told = facts(umpire, "last-impulse-test")
    assert (told["box"], told["end_number"], told["total"]) == (1, 0, 1)
    assert umpire.state.track("impulses.axis") == 1
    assert umpire.state.track("impulse-box") == 2


def test_with_option_34_a_side_without_a_count_has_had_no_impulse() -> None:
    given = {**BARE, "options": {"34": True}, "tracks": {"impulses.axis": 4, "impulses.allied": 1}}
    told = facts(play(given, ["last-impulse-test"], {}), "last-impulse-test")
    assert told == {"at": None, "over": False, "roll": None}
    given = {**BARE, "options": {"34": True}, "tracks": {"impulses.axis": 4}}
    told = facts(play(given, ["last-impulse-test"], {}), "last-impulse-test")
    assert told == {"at": None, "over": False, "roll": None}


def test_the_first_weather_has_no_asterisks_before_it() -> None:
    umpire = play(BARE, ["weather"], {"weather": [5]})
    told = facts(umpire, "weather")
    assert (told["asterisks_before"], told["total"]) == (0, 5)


def test_nothing_is_written_down_that_stays_as_it_is() -> None:
    tracks = {"impulse-box": 16, "initiative": "allied-2", "first-side": "axis"}
    last = {**BARE, "tracks": {**tracks, "weather.n-temperate": "fine", "weather.advance": 2}}
    umpire = play(last, ["weather"], {"weather": [1]})
    assert changes(umpire) == ["weather.advance", "weather.asterisks"]
    # the table has no roll that fails in the last box: the end number there is 10
    umpire = play(last, ["last-impulse-test"], {"last-impulse": [10]})
    assert changes(umpire) == ["impulses.axis", "action-stage"]


# --- what the log of an air combat leaves out ----------------------------------------------------


def test_who_flies_alone_is_not_lined_up_and_readings_are_noted_only_where_they_matter() -> None:
    umpire = strike(
        setting(STUKA, MIG),
        {"round-1/allied": [6, 6], "round-1/axis": [6, 6]},
        standing={"intercept": {"fly": "all"}, "air_combat": {"front": "MiG-3"}},
        lines={"in_battle": {"front": "Ju-87D", "abort_air": "abort"}},
    )
    assert decisions(umpire) == [
        ("intercept", ["MiG-3"], "standing"),
        ("abort-air", ["abort"], "orders"),
    ]
    assert not [name for name in umpire.readings_used if name.startswith("WIF-14.3")]
