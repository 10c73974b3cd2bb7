"""The steps around the land move: action, rail, rebase, reorganisation, the end of the impulse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unit.wif import stage
from unit.wif.eastern_front import (
    LAND,
    checked,
    codes,
    decisions,
    face_down,
    finding,
    game,
    moved,
    played,
    reasons,
    results,
    start,
    tracked,
    verdicts,
)

from pbem.core.data.findings import UsageError
from pbem.core.reading.report import report_for
from pbem.core.record.events import PowerChanged, apply
from pbem.core.record.state import State
from pbem.systems.flames.impulse.actions import cleared_counts
from pbem.systems.flames.impulse.last_impulse import bound_modifier, is_tested, moved_initiative
from pbem.systems.flames.land.emergency import supplied, supplied_by
from pbem.systems.flames.land.rail import rail_path
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.stacking import candidates, over_air_limit
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.world.options import Options, read_options

TEST = "1941-ja.3.axis/last-impulse-test/last-impulse"


# --- options and actions -------------------------------------------------------------------------


def test_options_are_read_by_number() -> None:
    assert read_options({"2": True, "26": True, "29": False}) == Options(
        divisions=True, fractional_odds=True
    )


def test_an_option_that_is_not_adjudicated_is_refused() -> None:
    with pytest.raises(UsageError, match="option 47 of World in Flames is not adjudicated"):
        read_options({"47": True})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("action: {Germany: rest}\n", "not-allowed-value"),
        ("action: {USSR: land}\n", "not-yours"),
        ("action: {Italy: land}\n", "not-yours"),
        ("action: land\n", "wrong-type"),
    ],
)
def test_what_is_wrong_with_an_action(text: str, code: str) -> None:
    assert any(str(found.severity) == "error" for found in checked(text).findings)
    if code == "not-yours":
        assert finding(checked(text), code).hint == "did you mean germany?" or finding(
            checked(text), code
        ).hint.startswith("known: germany")


def test_a_power_without_an_order_passes() -> None:
    assert finding(checked(""), "no-action").message == (
        "Germany has chosen no action and will pass"
    )
    outcome = played("reorganise: [XLIII INF]\n")
    assert outcome.state.track("action.germany") == "pass"
    facts = verdicts(outcome, "action")[0].body["facts"]
    assert facts == {"at": None, "power": "germany", "action": "pass", "ordered": False}
    assert reasons(outcome) == ["a pass action allows no reorganisation"]


def test_a_neutral_power_may_only_pass_or_combine() -> None:
    peace = apply(
        start(),
        [
            PowerChanged("germany", "relation", "ussr", "war", None),
            PowerChanged("ussr", "relation", "germany", "war", None),
        ],
    )
    assert "neutral-action" in codes(checked(LAND, peace))
    assert "neutral-action" not in codes(checked("action: {Germany: combined}\n", peace))


def test_nobody_acts_in_the_enemy_impulse() -> None:
    allied = replace(start(), clock=replace(start().clock, impulse=4, side="allied"))
    orders = "land: [{units: LXXI INF, to: E2539}]\nreorganise: [XLIII INF]\n"
    assert codes(checked(orders, allied)) == ["not-due", *["not-your-impulse"] * 2]


def test_findings_stand_at_the_very_word() -> None:
    receipt = checked(LAND + "land:\n- {units: [XX INF, XXI INF], to: [Grodno, Grodna]}\n")
    places = [(f.where.line, f.where.column) for f in receipt.findings if f.where]
    assert places == [(6, 20), (6, 43)]
    listed = checked(LAND + "reorganise: [XLIII INF, Zeppelin]\n")
    found = finding(listed, "unknown-unit").where
    assert found is not None and (found.line, found.column) == (5, 25)


def test_what_was_used_is_forgotten_when_the_impulse_ends() -> None:
    outcome = played(LAND + "rebase: [{units: Bf-109F2, to: E2541}]\n")
    assert outcome.state.powers["germany"].counters == {}
    assert outcome.state.track("action.germany") == "land"


def test_every_order_that_is_carried_out_is_done() -> None:
    orders = LAND + "".join(
        ("emergency_supply: [{hq: v. Leeb, units: X INF}]\n",
         "rail: [{units: 2 INF div, to: Konigsberg}]\n",
         "land: [{units: LXXI INF, to: E2539}]\n",
         "rebase: [{units: Bf-109F2, to: E2541}]\n",
         "reorganise: [XLIII INF]\n")
    )  # fmt: skip
    done = {"action 1", "emergency_supply 1", "rail 1", "land 1", "rebase 1", "reorganise"}
    found = results(played(orders))
    assert set(found.values()) == {"done"}
    assert {name.removesuffix(" 1") for name in found} == {d.removesuffix(" 1") for d in done}


# --- stacking ------------------------------------------------------------------------------------


def test_the_controller_of_an_overstacked_hex_chooses_what_is_destroyed() -> None:
    full = moved(start(), ger_vi_inf="E2444")
    by_default = played(LAND, full)
    (entry,) = decisions(by_default, "overstacked")
    assert entry.body["options"] == {
        "ger-vi-inf": "VI INF", "ger-x-inf": "X INF", "ger-xxv-inf": "XXV INF"
    }  # fmt: skip
    assert entry.body["by"] == ["hans"]
    assert by_default.state.units["ger-vi-inf"].at == "pool:germany/force"
    told = verdicts(by_default, "overstacked")[0].body["facts"]
    assert told == {
        "at": "E2444",
        "units": ["ger-vi-inf", "ger-x-inf", "ger-xxv-inf"],
        "lost": ["ger-vi-inf"],
    }


def test_face_up_units_go_before_face_down_ones() -> None:
    full = face_down(moved(start(), ger_vi_inf="E2444"), "ger-vi-inf", "ger-x-inf")
    outcome = played(LAND, full)
    assert decisions(outcome, "overstacked") == []
    assert outcome.state.units["ger-xxv-inf"].at == "pool:germany/force"


def test_a_division_does_not_make_room_for_a_third_corps() -> None:
    position = situation(
        {
            "rows": {"E1511": "c"},
            "options": {"2": True},
            "units": [
                {"name": "X INF", "kind": "INF", "at": "E1511"},
                {"name": "XII INF", "kind": "INF", "at": "E1511"},
                {"name": "XX INF", "kind": "INF", "at": "E1511"},
                {"name": "2 INF div", "kind": "INF", "division": True, "at": "E1511"},
            ],
        }
    )
    going = candidates(position, "E1511", position.land_at("E1511"))
    assert [piece.name for piece in going] == ["X INF", "XII INF", "XX INF"]


def test_one_flying_boat_has_a_place_of_its_own_on_a_coast() -> None:
    """The stack of the second example: a flying boat and three others in a major port."""
    planes = [
        {"name": name, "kind": "LND", "at": "E1511", "classes": kind}
        for name, kind in (("PBM-3", ["flying-boat"]), ("A", []), ("B", []), ("C", []))
    ]
    given = {"rows": {"E1511": "c"}, "units": planes, "options": {"8": True}}
    port = situation({**given, "places": {"E1511": {"port": "major", "coast": True}}})
    assert over_air_limit(port, "E1511", port.air_at("E1511")) == 0
    inland = situation({**given, "places": {"E1511": {"city": True}}})
    assert over_air_limit(inland, "E1511", inland.air_at("E1511")) == 1


# --- rail ----------------------------------------------------------------------------------------


def test_a_unit_goes_by_rail_and_turns_face_down() -> None:
    orders = LAND + "rail: [{units: 2 INF div, to: Konigsberg}]\n"
    assert checked(orders).readings[1].text == (
        "by rail, face-down: 2 INF div Kaunas E2441 > E2541 > Insterburg E2641 > Königsberg E2741"
    )
    outcome = played(orders)
    unit = outcome.state.units["ger-2-inf-div"]
    assert (unit.at, unit.marked("face-down")) == ("E2741", True)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("{units: XLIII INF, to: Kaunas}", "XLIII INF is face-down"),
        ("{units: LXXI INF, to: Kaunas}", "LXXI INF is at no station in E2638"),
        ("{units: LXXXVI GAR, to: E2637}", "E2637 is no station"),
        (
            "{units: LXXXVI GAR, to: Brest-Litovsk}",
            "LXXXVI GAR cannot go to Brest-Litovsk E2437 by rail",
        ),
        ("{units: Ju-87D, to: Konigsberg}", "a land action allows no rail move of aircraft"),
    ],
)
def test_what_is_wrong_with_a_rail_move(order: str, message: str) -> None:
    receipt = checked(LAND + f"rail: [{order}]\n")
    assert message in [found.message for found in receipt.findings]


def test_the_last_unit_of_a_station_in_an_enemy_zoc_stays() -> None:
    """Each unit needs another one at the station before and after its move (11.9)."""
    rows = {"E1212": "c c c c c c"}
    places = {
        "E1212": {"name": "Koenigsberg", "city": True, "country": "germany"},
        "E0912": {"name": "Vilna", "city": True},
    }
    units = [
        {"name": "XX INF", "kind": "INF", "at": "E0912"},
        {"name": "VI INF", "kind": "INF", "at": "E0912"},
        {"name": "3 INF", "kind": "INF", "power": "ussr", "at": "E0812"},
    ]
    given = {
        "rows": rows,
        "places": places,
        "units": units,
        "lines": {"rail": ["E1212 E1112 E1012 E0912"]},
        "control": {"germany": ["E1212", "E1112", "E1012", "E0912"], "ussr": ["E0812", "E0712"]},
    }
    one = stage.receipt(given, "germany", {"rail": [{"units": "XX INF", "to": "Koenigsberg"}]})
    assert [f.message for f in one.findings if f.severity == "error"] == []
    both = stage.receipt(given, "germany", {"rail": [{"units": "all E0912", "to": "Koenigsberg"}]})
    assert [f.message for f in both.findings if f.severity == "error"] == [
        "XX INF cannot go to Koenigsberg E1212 by rail"
    ]


STRAITS: dict[str, object] = {
    "rows": {"E1212": "c c c c c c c"},
    "places": {"E1212": {"name": "Reggio", "city": True}, "E0612": {"name": "Asia", "city": True}},
    "lines": {"rail": ["E1212 E1112", "E1012 E0912", "E0812 E0712 E0612"]},
    "sides": {"straits": ["E1112-E1012", "E0912-E0812"]},
    "units": [
        {"name": "X INF", "kind": "INF", "at": "E1212"},
        {"name": "XI INF", "kind": "INF", "at": "E1212"},
        {"name": "v. Bock", "kind": "HQ-I", "at": "E0912"},
        {"name": "1 It", "kind": "HQ-I", "power": "italy", "at": "E0612"},
    ],
}


def test_one_unit_of_a_side_goes_over_each_straits_by_rail() -> None:
    """X INF has used the first straits: XI INF stays, v. Bock goes over the others (11.9)."""
    orders = {
        "germany": {
            "rail": [
                {"units": "X INF", "to": "E0912"},
                {"units": "XI INF", "to": "E0912"},
                {"units": "v. Bock", "to": "Asia"},
            ]
        }
    }
    umpire = stage.play(STRAITS, ["rail-movement"], {}, orders)
    assert stage.refused(umpire) == ["XI INF cannot go to E0912 by rail"]
    assert stage.where(umpire, "X INF", "XI INF", "v. Bock") == {
        "X INF": "E0912", "XI INF": "E1212", "v. Bock": "E0612"
    }  # fmt: skip
    welcome = {"germany": {"relations": {"ussr": "war", "italy": "permit"}}}
    game_now, state = stage.position({**STRAITS, "powers": welcome})
    after = position_of(game_now, apply(state, used_by_germany(umpire.state)))
    (messe,) = after.pieces("1 It")
    assert rail_path(after, messe, "E0812") is not None
    assert rail_path(after, messe, "E0912") is None


def used_by_germany(state: State) -> list[PowerChanged]:
    """What Germany has used, as changes of another position."""
    return [
        PowerChanged("germany", "counter", name, None, value)
        for name, value in state.powers["germany"].counters.items()
        if name.startswith("straits")
    ]


def test_two_units_of_an_order_do_not_share_a_straits() -> None:
    both = stage.receipt(STRAITS, "germany", {"rail": [{"units": "all E1212", "to": "E0912"}]})
    assert [f.message for f in both.findings if f.severity == "error"] == [
        "XI INF cannot go to E0912 by rail"
    ]


def test_straits_are_free_again_in_the_next_impulse() -> None:
    state = apply(start(), [PowerChanged("germany", "counter", "straits-railed-E1-E2", None, 1)])
    assert [change.name for change in cleared_counts(position_of(game(), state))] == [
        "straits-railed-E1-E2"
    ]


def test_rail_moves_are_limited() -> None:
    four = "2 INF div, v. Bock, LXXXVI GAR, Rundstedt, v. Leeb"
    receipt = checked(LAND + f"rail: [{{units: [{four}], to: Konigsberg}}]\n")
    assert (
        finding(receipt, "limit").message
        == "5 rail moves of land units wanted, 4 left in a land action"
    )


def test_land_units_and_aircraft_share_the_rail_moves_of_a_combined_action() -> None:
    combined = "action: {Germany: combined}\n"
    two = checked(combined + "rail: [{units: [2 INF div, Ju-87D], to: Konigsberg}]\n")
    assert codes(two) == []
    assert "rail moves 0" in finding(two, "left").message
    three = checked(combined + "rail: [{units: [2 INF div, Ju-87D, v. Bock], to: Konigsberg}]\n")
    assert {"limit"} == set(codes(three))


# --- rebase --------------------------------------------------------------------------------------


def test_an_aircraft_rebases_and_stays_face_up() -> None:
    orders = LAND + "rebase: [{units: Bf-109F2, to: [Minsk, E2541]}]\n"
    assert checked(orders).readings[1].text == "Bf-109F2 E2440 > E2541 (range 2)"
    outcome = played(orders)
    unit = outcome.state.units["ger-bf-109f2"]
    assert (unit.at, dict(unit.marks)) == ("E2541", {})


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("{units: Ju-87B, to: E2541}", "Ju-87B is face-down"),
        ("{units: Bf-109F2, to: Minsk}", "Bf-109F2: the hex is not friendly"),
        ("{units: Bf-109F2, to: E2440}", "Bf-109F2: it is there already"),
        ("{units: Bf-109F2, to: Kaunas}", "Bf-109F2: Kaunas E2441 has room for no more aircraft"),
        (
            "{units: [Bf-109F2, Bf-109E3], to: E2541}",
            "Bf-109F2: E2541 has room for no more aircraft",
        ),
    ],
)
def test_what_is_wrong_with_a_rebase(order: str, message: str) -> None:
    receipt = checked(LAND + f"rebase: [{order}]\n")
    assert message.removeprefix("Bf-109F2: ") in finding_text(receipt)


def finding_text(receipt: object) -> str:
    """All messages of a receipt in one text."""
    return "\n".join(found.message for found in receipt.findings)  # type: ignore[attr-defined]


def test_rebases_are_air_missions() -> None:
    orders = LAND + "".join(
        ("rebase:\n", "- {units: [Bf-109F2], to: E2541}\n", "- {units: Bf-109E3, to: E2536}\n",
         "- {units: Bf-110C, to: E2636}\n", "- {units: FW-190A2, to: E2542}\n",
         "- {units: Ju-87D, to: E2543}\n")
    )  # fmt: skip
    assert finding(checked(orders), "limit").message == ("1 rebase wanted, 0 left in a land action")


# --- reorganisation ------------------------------------------------------------------------------


def test_an_hq_turns_units_face_up_and_itself_face_down() -> None:
    orders = LAND + "reorganise: [any LND, any MECH]\n"
    outcome = played(orders)
    units = outcome.state.units
    assert not units["ger-ju-87b"].marked("face-down")
    assert units["ger-rundstedt"].marked("face-down")
    facts = verdicts(outcome, "reorganisation")[0].body["facts"]
    assert facts == {
        "at": None,
        "player": "hans",
        "paid": [{"unit": "ger-ju-87b", "at": "E2437", "points": {"ger-rundstedt": 2}}],
        "hqs": ["ger-rundstedt"],
        "passed_over": [{"why": "nobody-down", "word": "any MECH"}],
    }


def test_hqs_put_their_points_together() -> None:
    tired = face_down(
        start(), "ger-1-arm-div", "ger-viii-mech", "ger-xlvii-arm", "ger-fw-190a2", "ger-2-inf-div"
    )
    orders = LAND + "reorganise: [FW-190A2, all MECH, 2 best ARM]\n"
    assert checked(orders, tired).readings[1].text == (
        "FW-190A2 by v. Bock (2); VIII MECH by v. Bock (1)"
    )
    near = moved(tired, ger_rundstedt="E2541")
    assert checked(orders, near).readings[1].text == (
        "FW-190A2 by v. Bock (2); VIII MECH by v. Bock (1); XLVII ARM by Rundstedt (1); "
        "1 ARM div by Rundstedt (1)"
    )
    shared = checked(LAND + "reorganise: [VIII MECH, XLVII ARM, FW-190A2]\n", near)
    assert shared.readings[1].text == (
        "VIII MECH by v. Bock (1); XLVII ARM by v. Bock (1); FW-190A2 by Rundstedt (2)"
    )


def test_the_order_may_name_the_hq() -> None:
    tired = moved(face_down(start(), "ger-viii-mech"), ger_rundstedt="E2541")
    orders = LAND + "reorganise: [{unit: VIII MECH, by: Rundstedt}]\n"
    assert checked(orders, tired).readings[1].text == "VIII MECH by Rundstedt (1)"


def test_unknown_words_are_errors_and_hqs_are_never_reorganised() -> None:
    receipt = checked(LAND + "reorganise: [Zeppelin]\n")
    assert codes(receipt) == ["unknown-unit"]
    down = face_down(start(), "ger-v.leeb")
    assert codes(checked(LAND + "reorganise: [v. Leeb]\n", down)) == ["no-points"]


# --- emergency supply ----------------------------------------------------------------------------


def test_an_hq_supplies_in_an_emergency_and_turns_face_down() -> None:
    """Rundstedt is deep in the enemy's country and out of supply himself."""
    pocket = moved(start(), ger_rundstedt="E1440", ger_i_cav="E1340")
    move = "land: [{units: I CAV, to: E1439}]\n"
    plain = played(LAND + move, pocket)
    assert plain.state.units["ger-i-cav"].marked("face-down")
    orders = LAND + "emergency_supply: [{hq: Rundstedt, units: I CAV}]\n" + move
    assert checked(orders, pocket).readings[1].text == "Rundstedt gives emergency supply to I CAV"
    outcome = played(orders, pocket)
    assert outcome.state.units["ger-i-cav"].at == "E1439"
    assert not outcome.state.units["ger-i-cav"].marks
    assert list(outcome.state.units["ger-rundstedt"].marks) == ["face-down"]


def test_who_may_not_get_emergency_supply() -> None:
    receipt = checked(LAND + "emergency_supply: [{hq: v. Leeb, units: [X INF, XXV INF, VI INF]}]\n")
    assert finding(receipt, "limit").message == "v. Leeb may supply 2 units, not 3"
    far = checked(LAND + "emergency_supply: [{hq: v. Leeb, units: IX INF}]\n")
    assert finding(far, "no-path").message == "IX INF cannot trace a basic path to v. Leeb"


def test_the_defender_gives_emergency_supply_by_standing_order() -> None:
    pocket = moved(start(), ussr_zhukov="E2643", ussr_43_inf="E2642")
    standing = "emergency_supply: {units: 43 INF}\n"
    assert not played(LAND, pocket).state.units["ussr-zhukov"].marked("face-down")
    outcome = played(LAND, pocket, standing)
    assert outcome.state.units["ussr-zhukov"].marked("face-down")
    (entry,) = decisions(outcome, "emergency-supply")
    assert entry.body["picks"] == ["ussr-43-inf"]
    assert "/emergency-supply/" in entry.path  # before anybody acts, while Zhukov is face-up


def test_an_hq_that_has_supplied_some_may_supply_the_rest_before_combat() -> None:
    """The second unit is cut off by what Germany moves; the HQ gives no more than it has."""
    pocket = moved(start(), ussr_zhukov="E2643", ussr_43_inf="E2642", ussr_6_inf="E2644")
    piece = position_of(game(), pocket).pieces("ussr-zhukov")[0]
    given = apply(pocket, supplied(piece, position_of(game(), pocket).pieces("ussr-43-inf")))
    assert [p.id for p in supplied_by(position_of(game(), given), piece)] == ["ussr-43-inf"]
    outcome = played(LAND, given, "emergency_supply: {units: all}\n")
    (entry,) = decisions(outcome, "emergency-supply")
    assert entry.body["picks"] == ["ussr-6-inf"]


# --- the end of the impulse ----------------------------------------------------------------------


def test_a_pass_helps_to_end_the_impulses() -> None:
    """End number 1 in box 7: in a game of one map a pass takes 1 off a roll of 2."""
    late = tracked(start(), **{"impulse-box": 7, "last-turn": "1942-jf"})
    assert played(LAND, late, rolls={TEST: (2,)}).state.clock.window == "orders"
    outcome = played("", late, rolls={TEST: (2,)})
    assert outcome.state.clock.window == "end-of-turn"
    facts = verdicts(outcome, "last-impulse-test")[0].body["facts"]
    assert facts == {
        "at": None,
        "over": True,
        "roll": 2,
        "modifiers": [{"name": "all-powers-passed", "value": -1}],
        "total": 1,
        "box": 7,
        "end_number": 1,
    }


def test_the_turn_goes_on_with_the_other_side_in_the_same_weather() -> None:
    outcome = played(LAND, rolls={TEST: (1,)})
    state = outcome.state
    assert (state.clock.name, state.clock.window) == ("1941-ja.4.allied", "orders")
    assert state.track("impulses.axis") == 2
    assert state.track("impulse-box") == 4
    assert verdicts(outcome, "weather") == []


def test_the_first_side_rolls_for_the_weather_of_a_new_pair() -> None:
    """The allies have just moved: the axis begins a new pair."""
    state = start()
    allied = replace(state, clock=replace(state.clock, impulse=4, side="allied"))
    allied = tracked(allied, **{"weather.asterisks": 2})
    paths = {
        "1941-ja.4.allied/last-impulse-test/last-impulse": (9,),
        "1941-ja.5.axis/weather/weather": (10,),
    }
    outcome = played("", allied, rolls=paths)
    (entry,) = verdicts(outcome, "weather")
    assert entry.path == "1941-ja.5.axis/weather"
    assert entry.body["facts"]["total"] == 12
    assert outcome.state.track("weather.n-temperate") == "rain"
    assert outcome.state.track("weather.asterisks") == 2
    assert outcome.state.track("weather.advance") == 2
    assert outcome.state.clock.name == "1941-ja.5.axis"


def test_the_impulses_end_and_the_initiative_moves() -> None:
    late = tracked(start(), **{"impulse-box": 16, "last-turn": "1942-jf"})
    outcome = played(LAND, late, rolls={TEST: (10,)})
    assert outcome.state.clock.window == "end-of-turn"
    assert outcome.state.track("action-stage") == "over"
    assert outcome.state.track("initiative") == "0"
    assert verdicts(outcome, "last-impulse-test")[0].body["outcome"] == "over"


def test_the_marker_stays_in_the_last_box() -> None:
    late = tracked(start(), **{"impulse-box": 15, "weather.advance": 4})
    outcome = played(LAND, late, rolls={TEST: (10,)})
    assert outcome.state.track("impulse-box") == 16


def test_the_initiative_does_not_leave_its_track() -> None:
    assert moved_initiative("allied-2", "axis") == "allied-2"
    assert moved_initiative("axis-2", "allied") == "axis-2"
    assert moved_initiative("0", "allied") == "axis-1"


def test_option_34_bounds_the_number_of_impulses() -> None:
    assert not is_tested({"axis": 2, "allied": 1}, bounds=True)
    assert is_tested({"axis": 2, "allied": 2}, bounds=True)
    assert is_tested({"axis": 1, "allied": 0}, bounds=False)
    actions = {"germany": "pass", "italy": "land", "japan": "land"}
    many = bound_modifier(actions, 6, ("germany",), True)
    assert [modifier.value for modifier in many] == [-1]
    assert bound_modifier(actions, 5, ("germany",), True) == ()


# --- reports -------------------------------------------------------------------------------------


def test_a_report_tells_heading_changes_and_outlook() -> None:
    orders = LAND + "land: [{units: XLVIII ARM, to: E2339}]\nreorganise: [Ju-87B]\n"
    outcome = played(orders, rolls={TEST: (7,)})
    report = report_for(game(), outcome, "hans")
    assert report.heading == "Jul/Aug 1941, impulse 3, Axis"
    assert report.outlook[-2:] == (
        "Weather: fine, as it was.",
        "The turn goes on: rolled 7, end number 0 [5]",
    ) or report.outlook[-1].startswith("The turn goes on: rolled 7, end number 0 [")
    assert report.changed == (
        "Germany takes E2339.",
        "Axis: lost none; face-down now: Rundstedt; face-up again: Ju-87B",
        "Allied: lost 43 INF",
    )
    told = {paragraph.kind: paragraph.lines for paragraph in report.paragraphs}
    assert told["overrun"] == (
        "OVERRUN E2339, fine (11.10.6)",
        "XLVIII ARM 7 = 7",
        "43 INF 5 (1 here, face-down, out of supply) = 1",
        "7:1 = 7, so 7:1: 43 INF destroyed.",
    )
    assert told["reorganisation"] == (
        "REORGANISATION (11.17)  Hans",
        "Ju-87B in Brest-Litovsk E2437: Rundstedt 2",
        "Face-down: Rundstedt.",
    )
    assert told["last-impulse-test"] == (
        "LAST IMPULSE TEST (12)  die 7, end number 0 in box 3: the turn goes on",
        "ruled by the moderator: 7, the key gave 2",
    )


def test_every_order_is_done_or_has_a_reason() -> None:
    outcome = played(LAND + "rail: [{units: XLIII INF, to: Kaunas}]\n")
    assert results(outcome) == {"action 1": "done", "rail 1": "rejected"}
    assert reasons(outcome) == ["XLIII INF is face-down"]
