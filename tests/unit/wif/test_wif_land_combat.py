"""Land combat played out (11.15): declaring, support, losses, retreats, advances, facing."""

from __future__ import annotations

from typing import Any

from unit.wif.stage import decisions, face_down, facts, play, receipt, refused, verdicts, where
from unit.wif.test_wif_air_missions import MESSER, MIG, STUKA, plane

from pbem.core.data.findings import Severity
from pbem.core.play.umpire import Umpire

HOME = {
    "E1213": {"name": "Koenigsberg", "city": True, "country": "germany"},
    "E1112": {"name": "Insterburg", "city": True, "country": "germany"},
    "E0612": {"name": "Moscow", "city": True, "country": "ussr"},
}
GERMAN = ["E1214", "E1213", "E1212", "E1211", "E1112", "E1113", "E1012", "E1011", "E0911"]


def land(name: str, at: str, combat: int = 5, **more: Any) -> dict[str, Any]:
    """A land unit; its kind is the last word of its name."""
    ratings = {"combat": combat, "movement": more.pop("movement", 4)}
    if "hq" in more:
        ratings["reorganisation"] = more.pop("hq")
    kind = more.pop("kind", name.split()[-1])
    return {"name": name, "kind": kind, "at": at, "ratings": ratings, **more}


def red(name: str, at: str, combat: int = 5, **more: Any) -> dict[str, Any]:
    """A Soviet land unit."""
    return land(name, at, combat, power="ussr", **more)


def setting(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    rows = {f"E12{row}": "c c c c c c c c" for row in (15, 14, 13, 12, 11, 10)}
    german = [*GERMAN, *more.pop("german", [])]
    return {
        "rows": rows,
        "places": HOME,
        "control": {"ussr": "all", "germany": german},
        "units": list(units),
        **more,
    }


def attack(
    given: dict[str, Any],
    dice: dict[str, Any],
    *orders: dict[str, Any],
    lines: dict[str, Any] | None = None,
    standing: dict[str, Any] | None = None,
) -> Umpire:
    """The land combat step with some attacks of Germany; `E0912` is attacked unless they say."""
    said: dict[str, Any] = {"attacks": [{"at": "E0912", **order} for order in orders]}
    if lines:
        said["in_battle"] = lines
    return play(
        given, ["land-combat"], dice, {"germany": said}, {"ussr": standing} if standing else {}
    )


XX = land("XX INF", "E1012", 8)
XLI = land("XLI ARM", "E0911", 8, movement=5)
INF3 = red("3 INF", "E0912", 5)
MECH3 = red("3 MECH", "E0912", 6, movement=6)


# --- declaring -----------------------------------------------------------------------------------


def errors(given: dict[str, Any], **order: Any) -> list[str]:
    """What validation has against one attack."""
    found = receipt(given, "germany", {"attacks": [{"at": "E0912", **order}]})
    return [f.message for f in found.findings if f.severity is Severity.ERROR]


def test_the_receipt_reads_the_attack_back_with_its_declared_odds() -> None:
    found = receipt(
        setting(XX, XLI, INF3, STUKA), "germany",
        {"attacks": [{"at": "E0912", "with": ["all E1012", "XLI ARM"], "support": "Ju-87D"}]},
    )  # fmt: skip
    assert found.readings[0].text == (
        "attack E0912 with XLI ARM 8, XX INF 8: 16:5 = 3:1 (20% for 4:1) at declaration "
        "(land factors only); with Ju-87D"
    )


def test_the_receipt_tells_what_rivers_and_weather_leave() -> None:
    given = setting(land("VI INF", "E1012", 7), XX, XLI, INF3, weather="rain",
                    sides={"river": ["E1012-E0912"]})  # fmt: skip
    found = receipt(given, "germany", {"attacks": [{"at": "E0912", "with": ["VI INF", "XLI ARM"]}]})
    assert found.readings[0].text == (
        "attack E0912 with VI INF 3.5, XLI ARM 8: 11.5:5 = 2:1, rain -1: 3:2 (30% for 2:1) "
        "at declaration (land factors only)"
    )


def test_who_may_attack_what() -> None:
    tired = land("VI INF", "E1012", face_down=True)
    far = land("IX INF", "E1113")
    given = setting(XX, INF3, tired, far, plane("Bf-109E3", "FTR", "E0913", power="ussr"))
    assert errors(given, **{"with": "VI INF"}) == ["VI INF is face-down"]
    assert errors(given, **{"with": "IX INF"}) == ["IX INF in E1113 is not adjacent"]
    assert errors(given, **{"with": "3 INF"}) == ["3 INF is not yours to order"]
    assert errors(given, **{"with": "XX INF", "at": "E0913"}) == ["no enemy land unit is in E0913"]
    assert errors(given, **{"with": "XX INF", "at": "E1011"}) == [
        "E1011 is not controlled by an enemy of Germany"
    ]
    assert errors(given, **{"with": "XX INF", "hq": "XX INF"}) == ["XX INF is no HQ"]


def test_nobody_attacks_across_an_alpine_hexside_but_mountain_troops() -> None:
    troops = land("IV MTN", "E1012", 4)
    given = setting(XX, troops, INF3, sides={"alpine": ["E1012-E0912"]})
    assert errors(given, **{"with": "XX INF"}) == ["XX INF cannot attack across alpine"]
    umpire = attack(given, {"fraction": [10], "die": [9]}, {"with": "IV MTN"})
    assert facts(umpire, "land-combat")["attack"] == 2


def test_a_unit_out_of_supply_cannot_attack() -> None:
    cut = land("VI INF", "E0715", 7)
    given = setting(cut, red("4 INF", "E0714"), german=["E0715"])
    assert errors(given, **{"with": "VI INF", "at": "E0714"}) == ["VI INF is out of supply"]


def test_a_unit_attacks_once_an_impulse() -> None:
    given = setting(XX, XLI, INF3, red("4 INF", "E0913", 1))
    orders = {"attacks": [{"at": "E0912", "with": "XX INF"}, {"at": "E0913", "with": "XX INF"}]}
    found = receipt(given, "germany", orders)
    assert [f.message for f in found.findings if f.severity is Severity.ERROR] == [
        "XX INF has already attacked"
    ]


def test_a_condition_is_tested_at_declaration_with_land_factors_alone() -> None:
    umpire = attack(
        setting(XX, INF3, STUKA), {},
        {"with": "XX INF", "support": "Ju-87D", "if": "odds >= 2-1"},
    )  # fmt: skip
    assert refused(umpire) == ["'odds >= 2-1' did not hold for E0912 (odds 3-2)"]
    assert face_down(umpire) == []


def test_long_odds_are_a_warning() -> None:
    found = receipt(
        setting(land("VI INF", "E1012", 2), INF3, MECH3), "germany",
        {"attacks": [{"at": "E0912", "with": "VI INF"}]},
    )  # fmt: skip
    warnings = [f.message for f in found.findings if f.severity is Severity.WARNING]
    assert warnings[0] == "the declared odds against E0912 are 1:6"


# --- factors, odds, table ------------------------------------------------------------------------


def test_river_ground_support_fractional_odds_and_the_armour_modifier() -> None:
    given = setting(XX, XLI, INF3, STUKA, sides={"river": ["E1012-E0912"]})
    umpire = attack(
        given, {"fraction": [6], "die": [2]},
        {"with": ["XX INF", "XLI ARM"], "support": "Ju-87D"},
        lines={"table": "blitzkrieg"},
    )  # fmt: skip
    told = facts(umpire, "land-combat")
    assert (told["attack"], told["defence"], told["basic"], told["fraction"]) == (18, 5, "3:1", 6)
    assert (told["odds"], told["dice"], told["modifiers"], told["roll"]) == (
        "4:1", [2], {"armour": 1}, 3,
    )  # fmt: skip
    assert told["result"] == "1/R"
    assert told["attackers"][0] == {
        "unit": "XX INF", "printed": 8, "factors": 4, "across": ["river"],
    }  # fmt: skip
    assert told["support"]["attackers"] == [{"unit": "Ju-87D", "tactical": 6}]


def test_a_fraction_is_kept_exactly_or_to_two_decimals() -> None:
    given = setting(XX, XLI, INF3, sides={"river": ["E1012-E0912"], "fort": ["E1012-E0912"]})
    dice = {"fraction": [10], "die": [4]}
    order = {"with": ["XX INF", "XLI ARM"]}
    assert facts(attack(given, dice, order), "land-combat")["attack"] == "28/3"
    rounded = {**given, "interpretations": {"WIF-11.15.1-R4": "hundredths"}}
    assert facts(attack(rounded, dice, order), "land-combat")["attack"] == "933/100"


def test_the_defender_chooses_the_table_in_a_city_and_the_attacker_with_more_armour() -> None:
    city = {**HOME, "E0912": {"name": "Minsk", "city": True}}
    dice = {"die": [5]}
    four = land("XLIII ARM", "E0911", 10)
    umpire = attack(setting(four, INF3, places=city), dice, {"with": "XLIII ARM"},
                    standing={"defend": {"table": "blitzkrieg"}})  # fmt: skip
    assert decisions(umpire)[0] == ("defence-table", ["blitzkrieg"], "standing")
    umpire = attack(setting(four, INF3, places=city), dice, {"with": "XLIII ARM"})
    assert decisions(umpire)[0] == ("defence-table", ["assault"], "default")
    umpire = attack(setting(four, INF3), dice, {"with": "XLIII ARM"}, lines={"table": "assault"})
    assert decisions(umpire)[0] == ("attack-table", ["assault"], "orders")
    umpire = attack(setting(four, INF3), dice, {"with": "XLIII ARM"})
    assert decisions(umpire)[0] == ("attack-table", ["blitzkrieg"], "default")


def test_weather_shifts_the_odds_and_winterised_attackers_less() -> None:
    umpire = attack(setting(XX, XLI, INF3, weather="snow"), {"fraction": [10], "die": [5]},
                    {"with": ["XX INF", "XLI ARM"]})  # fmt: skip
    told = facts(umpire, "land-combat")
    assert (told["basic"], told["shift"], told["odds"]) == ("3:1", -2, "3:2")
    troops = [land("IV MTN", "E1012", 8), land("V MTN", "E0911", 8)]
    given = setting(*troops, INF3, weather="snow")
    umpire = attack(given, {"fraction": [10], "die": [10]}, {"with": ["IV MTN", "V MTN"]})
    told = facts(umpire, "land-combat")
    assert (told["shift"], told["odds"]) == (0, "3:1")


def test_a_defence_without_factors_is_an_automatic_result() -> None:
    given = setting(XX, red("3 INF", "E0912", 0))
    umpire = attack(given, {}, {"with": "XX INF", "advance": {"E0912": "XX INF"}})
    told = facts(umpire, "land-combat")
    assert (told["result"], told["lost"]["defenders"]) == ("*/2S", ["3 INF"])
    assert where(umpire, "XX INF", "3 INF") == {"XX INF": "E0912", "3 INF": "pool:ussr/force"}
    assert face_down(umpire) == []


def test_an_attack_without_factors_destroys_the_attackers() -> None:
    umpire = attack(setting(land("VI INF", "E1012", 0), INF3), {}, {"with": "VI INF"})
    assert where(umpire, "VI INF") == {"VI INF": "pool:germany/force"}
    assert verdicts(umpire, "land-combat")[0]["outcome"] == "no-factors"


def test_a_cut_off_face_down_defender_counts_little() -> None:
    given = setting(XX, red("3 INF", "E0912", 7, face_down=True), places={"E1112": HOME["E1112"]})
    umpire = attack(given, {"die": [1]}, {"with": "XX INF"})
    told = facts(umpire, "land-combat")
    assert told["defenders"] == [
        {"unit": "3 INF", "printed": 7, "factors": 1, "face_down": True, "supplied": False}
    ]
    assert (told["odds"], told["column"]) == ("8:1", "8:1")
    assert told["modifiers"] == {"face-down-defenders": 1}


# --- support -------------------------------------------------------------------------------------

BOCK = land("v. Bock", "E1012", 6, kind="HQ-I", hq=3)
ZHUKOV = red("Zhukov", "E0812", 8, kind="HQ-A", hq=5)


def test_both_sides_support_with_hqs_that_turn_face_down_whatever_happens() -> None:
    umpire = attack(
        setting(XX, BOCK, INF3, ZHUKOV),
        {"fraction": [9], "die": [5]},
        {"with": ["XX INF", "v. Bock"], "hq": "v. Bock"},
        standing={"defend": {"at": "E0912", "if": "enemy hq = 3", "hq": "Zhukov"}},
    )
    told = facts(umpire, "land-combat")
    assert told["modifiers"] == {"hq-support": -1}
    assert (told["roll"], told["result"], [hq["unit"] for hq in told["hqs"]]) == (
        4,
        "-",
        ["v. Bock", "Zhukov"],
    )
    assert face_down(umpire) == ["XX INF", "Zhukov", "v. Bock"]


def test_the_support_of_an_hq_that_has_been_overrun_lapses() -> None:
    hq = red("Timoshenko", "E0813", 1, kind="HQ-I", hq=2)
    given = setting(
        XX, XLI, INF3, hq, red("4 INF", "E0913", 5), land("VI INF", "E1013", 9), german=["E1013"]
    )
    dice = {
        "e0912/fraction": [10], "e0912/die": [7], "e0913/fraction": [10], "e0913/die": [5],
    }  # fmt: skip
    onward = {"with": ["XX INF", "XLI ARM"], "advance": {"E0813": "XLI ARM"}}
    for reading, modifiers in (("lapses", {}), ("stands", {"hq-support": -1})):
        umpire = attack(
            {**given, "interpretations": {"WIF-11.15.3-R3": reading}},
            dice,
            onward,
            {"at": "E0913", "with": "VI INF"},
            lines={"table": "blitzkrieg"},
            standing={"defend": {"at": "E0913", "hq": "Timoshenko"}},
        )
        first, second = (body["facts"] for body in verdicts(umpire, "land-combat"))
        assert first["advanced"] == {"E0813": ["XLI ARM"]}
        assert second["modifiers"] == modifiers


def test_an_hq_whose_own_hex_is_attacked_supports_no_other() -> None:
    zhukov = red("Zhukov", "E0913", 8, kind="HQ-A", hq=5)
    given = setting(XX, BOCK, INF3, zhukov, land("VI INF", "E1013", 9), german=["E1013"])
    umpire = attack(
        given,
        {"e0912/fraction": [9], "e0912/die": [5], "e0913/fraction": [9], "e0913/die": [5]},
        {"with": ["XX INF", "v. Bock"]},
        {"at": "E0913", "with": "VI INF"},
        standing={"defend": {"hq": "Zhukov"}},
    )
    picked = [
        (entry.body["at"], entry.body["picks"])
        for entry in umpire.ledger.entries
        if entry.kind == "decision" and entry.body["decision"] == "hq-support"
    ]
    assert picked == [("E0913", ["Zhukov"])]


def test_ground_support_of_both_sides_meets_in_the_air() -> None:
    pe2 = plane("Pe-2", "LND", "E0812", power="ussr", air_to_air=3, tactical=3)
    umpire = attack(
        setting(XX, XLI, INF3, STUKA, MESSER, MIG, pe2, places={**HOME, "E0812": {"city": True}}),
        {"round-1/allied": [1, 1], "round-1/axis": [1, 1], "round-2/allied": [6, 6]}
        | {"round-2/axis": [5, 5], "die": [5]},
        {"with": ["XX INF", "XLI ARM"], "support": "Ju-87D", "escort": "Bf-109F2"},
        standing={"defend": {"support": "Pe-2", "escort": "MiG-3"},
                  "air_combat": {"lose": "fighter"}},
        lines={"table": "assault", "air_lose": "bomber"},
    )  # fmt: skip
    told = facts(umpire, "land-combat")
    assert told["support"] == {
        "attackers": [], "attack": 0, "defenders": [{"unit": "Pe-2", "tactical": 3}], "defence": 3,
    }  # fmt: skip
    assert (told["attack"], told["defence"]) == (16, 8)
    assert where(umpire, "Ju-87D", "MiG-3") == {
        "Ju-87D": "pool:germany/force", "MiG-3": "pool:ussr/force",
    }  # fmt: skip


# --- losses --------------------------------------------------------------------------------------


def test_armour_that_gained_a_modifier_is_lost_first() -> None:
    umpire = attack(
        setting(XX, XLI, INF3), {"fraction": [10], "die": [2]},
        {"with": ["XX INF", "XLI ARM"]},
        lines={"table": "blitzkrieg", "lose": "INF"},
    )  # fmt: skip
    told = facts(umpire, "land-combat")
    assert (told["result"], told["lost"]) == (
        "1/1", {"attackers": ["XLI ARM"], "defenders": ["3 INF"]},
    )  # fmt: skip


def test_the_owner_picks_his_losses_else_the_weakest_goes() -> None:
    given = setting(XX, land("VI INF", "E0911", 7), INF3, MECH3)
    dice = {"fraction": [9], "die": [8]}
    umpire = attack(given, dice, {"with": ["XX INF", "VI INF"]}, lines={"lose": "XX INF"})
    told = facts(umpire, "land-combat")
    assert (told["result"], told["lost"]) == (
        "1/1", {"attackers": ["XX INF"], "defenders": ["3 INF"]},
    )  # fmt: skip
    dice = {"fraction": [9], "die": [9]}
    standing = {"defend": {"lose": "MECH"}}
    umpire = attack(given, dice, {"with": ["XX INF", "VI INF"]}, standing=standing)
    told = facts(umpire, "land-combat")
    assert (told["result"], told["lost"]["defenders"]) == ("-/1", ["3 MECH"])
    umpire = attack(given, dice, {"with": ["XX INF", "VI INF"]})
    assert facts(umpire, "land-combat")["lost"]["defenders"] == ["3 INF"]
    assert face_down(umpire) == ["3 MECH", "VI INF", "XX INF"]


# --- retreat and shatter -------------------------------------------------------------------------


def blitz(given: dict[str, Any], dice: dict[str, Any], **more: Any) -> Umpire:
    """XLI ARM and XX INF attack 3 INF at 3:1 on the blitzkrieg table."""
    lines = {"table": "blitzkrieg", **more.pop("lines", {})}
    order = {"with": ["XX INF", "XLI ARM"], **more.pop("order", {})}
    return attack(given, dice, order, lines=lines, **more)


def test_the_attacker_retreats_the_defender_where_he_likes() -> None:
    dice = {"fraction": [10], "die": [4]}  # with +1 for armour: -/R
    given = setting(XX, XLI, INF3)
    umpire = blitz(given, dice, lines={"retreat_him": ["north", "east"]})
    told = facts(umpire, "land-combat")
    assert (told["result"], told["retreated"]) == ("-/R", {"3 INF": ["E0813"]})
    assert face_down(umpire) == ["3 INF", "XLI ARM", "XX INF"]
    assert decisions(umpire)[1] == ("retreat", ["E0813"], "orders")
    umpire = blitz(given, dice, lines={"retreat_him": "e"})
    assert facts(umpire, "land-combat")["retreated"] == {"3 INF": ["E0812"]}
    umpire = blitz(given, dice)
    assert decisions(umpire)[1] == ("retreat", ["E0812"], "default")


def test_a_retreat_into_a_hex_still_to_be_attacked_goes_on() -> None:
    given = setting(
        XX, XLI, INF3, red("4 INF", "E0812", 5), land("VI INF", "E0813", 9),
        land("VII INF", "E0913", 1), german=["E0913", "E0813", "E1013"],
    )  # fmt: skip
    umpire = attack(
        given,
        {"e0912/fraction": [10], "e0912/die": [4], "e0812/fraction": [10], "e0812/die": [5]},
        {"with": ["XX INF", "XLI ARM"]},
        {"at": "E0812", "with": "VI INF"},
        lines={"table": "blitzkrieg"},
    )
    told = [body["facts"]["retreated"] for body in verdicts(umpire, "land-combat")]
    assert told[0] == {"3 INF": ["E0812", "E0711"]}


def test_a_unit_that_cannot_retreat_is_destroyed() -> None:
    given = setting(XX, XLI, red("30 GAR", "E0912", 5, movement=0))
    umpire = blitz(given, {"fraction": [10], "die": [4]})
    told = facts(umpire, "land-combat")
    assert (told["retreated"], told["lost"]["defenders"]) == ({}, ["30 GAR"])
    assert where(umpire, "30 GAR") == {"30 GAR": "pool:ussr/force"}


def test_shattered_units_come_back_next_turn_those_without_a_way_out_die() -> None:
    given = setting(XX, XLI, INF3, red("30 GAR", "E0912", 0, movement=0))
    umpire = blitz(given, {"fraction": [10], "die": [7]})
    told = facts(umpire, "land-combat")
    assert (told["result"], told["shattered"], told["returns"]) == ("†/B", ["3 INF"], "1941-so")
    assert told["lost"]["defenders"] == ["30 GAR"]
    assert where(umpire, "3 INF") == {"3 INF": "track:ussr/1941-so"}
    assert decisions(umpire)[1:] == [
        ("downgrade", ["shatter"], "default"),
        ("advance", [], "default"),
        ("stay-up", ["XLI ARM"], "default"),
    ]
    assert face_down(umpire) == ["XX INF"]


def test_the_attacker_may_take_a_retreat_for_a_breakthrough() -> None:
    umpire = blitz(setting(XX, XLI, INF3), {"fraction": [10], "die": [7]},
                   lines={"shattered": "retreat"})  # fmt: skip
    told = facts(umpire, "land-combat")
    assert (told["effect"], told["retreated"]) == ("R", {"3 INF": ["E0812"]})
    assert "3 INF" in face_down(umpire)


# --- advance -------------------------------------------------------------------------------------


def test_a_breakthrough_with_followers_and_an_overrun() -> None:
    """After the worked advance of 11.15.5: MECH alone, ARM with MOT over a CAV, INF one hex."""
    given = setting(
        land("LIV INF", "E1012", 7, movement=3),
        land("VIII MECH", "E1012", 7, movement=6),
        land("XLVII ARM", "E0911", 8, movement=6),
        land("LIII MOT", "E0911", 7, movement=5),
        INF3,
        red("1 MECH", "E0711", 6),
        red("4 CAV", "E0811", 1),
    )
    umpire = attack(
        given,
        {"fraction": [10], "die": [4]},
        {
            "with": ["all E1012", "all E0911"],
            "advance": {
                "E0912": "LIV INF",
                "E0813": "VIII MECH",
                "E0811": ["XLVII ARM", "LIII MOT"],
            },
        },
        lines={"table": "blitzkrieg"},
    )
    told = facts(umpire, "land-combat")
    assert (told["odds"], told["result"]) == ("5:1", "†/B")
    assert told["advanced"] == {
        "E0912": ["LIV INF"], "E0813": ["VIII MECH"], "E0811": ["XLVII ARM", "LIII MOT"],
    }  # fmt: skip
    assert where(umpire, "4 CAV", "3 INF") == {
        "4 CAV": "pool:ussr/force", "3 INF": "track:ussr/1941-so",
    }  # fmt: skip
    assert [umpire.state.controller(p) for p in ("E0912", "E0813", "E0811")] == ["germany"] * 3
    assert {"LIII MOT", "XLVII ARM"} <= set(face_down(umpire))
    assert len(face_down(umpire)) == 3  # the dagger keeps one of the two that were still face-up
    assert verdicts(umpire, "overrun")[0]["facts"]["odds"] == "15:1"


ONWARD = {"advance": {"E0813": "XLI ARM", "E0912": ["XX INF", "XLI ARM"]}}


def test_whoever_is_named_for_two_hexes_goes_as_far_as_he_may() -> None:
    umpire = blitz(setting(XX, XLI, INF3), {"fraction": [10], "die": [4]}, order=ONWARD)
    assert facts(umpire, "land-combat")["advanced"] == {"E0912": ["XX INF", "XLI ARM"]}
    umpire = blitz(setting(XX, XLI, INF3), {"fraction": [10], "die": [7]}, order=ONWARD)
    assert facts(umpire, "land-combat")["advanced"] == {"E0813": ["XLI ARM"], "E0912": ["XX INF"]}


def test_a_first_hex_that_costs_more_than_1_allows_no_second_one() -> None:
    given = setting(XX, XLI, INF3, weather="rain")
    umpire = blitz(given, {"fraction": [10], "die": [9]}, order=ONWARD)
    told = facts(umpire, "land-combat")
    assert (told["odds"], told["result"]) == ("2:1", "†/B")
    assert told["advanced"] == {"E0912": ["XX INF", "XLI ARM"]}


def test_a_railway_makes_an_advance_cheaper_with_option_25() -> None:
    rows = {f"E12{row}": "c c c c c c c c" for row in (15, 14, 13, 12, 11, 10)}
    forest = {
        "rows": {**rows, "E1212": "c c c f c c c c"},
        "lines": {"rail": ["E0911 E0912"]},
    }
    dice = {"fraction": [10], "die": [8]}
    given = setting(XX, XLI, INF3, **forest)
    umpire = blitz(given, dice, order=ONWARD)
    assert facts(umpire, "land-combat")["result"] == "†/B"
    assert facts(umpire, "land-combat")["advanced"] == {"E0912": ["XX INF", "XLI ARM"]}
    options = {"2": True, "8": True, "13": True, "25": True, "26": True}
    umpire = blitz({**given, "options": options}, dice, order=ONWARD)
    assert facts(umpire, "land-combat")["advanced"] == {"E0813": ["XLI ARM"], "E0912": ["XX INF"]}


def test_an_advance_dearer_than_the_movement_allowance_turns_a_unit_face_down() -> None:
    slow = land("LXXXVI GAR", "E1012", 8, movement=1)
    given = setting(slow, XLI, INF3, weather="rain")
    order = {"with": ["LXXXVI GAR", "XLI ARM"], "advance": {"E0912": ["LXXXVI GAR", "XLI ARM"]}}
    umpire = blitz(given, {"fraction": [10], "die": [9]}, order=order)
    assert where(umpire, "LXXXVI GAR") == {"LXXXVI GAR": "E0912"}
    assert face_down(umpire) == ["LXXXVI GAR"]


def test_mot_goes_on_only_with_armour_from_its_own_hex() -> None:
    mot = land("LIII MOT", "E1012", 8, movement=5)
    order = {"with": ["LIII MOT", "XLI ARM"], "advance": {"E0813": ["LIII MOT", "XLI ARM"]}}
    umpire = blitz(setting(mot, XLI, INF3), {"fraction": [10], "die": [7]}, order=order)
    assert facts(umpire, "land-combat")["advanced"] == {"E0813": ["XLI ARM"]}


def test_an_advance_destroys_aircraft_on_the_ground_and_drives_off_the_others() -> None:
    down = plane("Pe-2", "LND", "E0912", power="ussr", tactical=3, face_down=True)
    up = plane("IL-2", "LND", "E0912", power="ussr", tactical=3)
    given = setting(XX, XLI, INF3, down, up)
    umpire = blitz(given, {"fraction": [10], "die": [4]}, order={"advance": {"E0912": "XX INF"}})
    assert where(umpire, "Pe-2") == {"Pe-2": "pool:ussr/force"}
    assert umpire.state.units["IL-2"].at not in ("E0912", "pool:ussr/force")
    assert facts(umpire, "aircraft-overrun") == {
        "at": "E0912", "destroyed": ["Pe-2"], "flew": {"IL-2": "E0811"},
    }  # fmt: skip


def test_stacking_limits_the_advance() -> None:
    three = [XX, XLI, land("VI INF", "E0911", 6)]
    names = ["XX INF", "XLI ARM", "VI INF"]
    umpire = attack(
        setting(*three, INF3), {"fraction": [10], "die": [3]},
        {"with": names, "advance": {"E0912": names}},
        lines={"table": "blitzkrieg"},
    )  # fmt: skip
    assert facts(umpire, "land-combat")["advanced"] == {"E0912": ["XX INF", "XLI ARM"]}


# --- between declaration and resolution ----------------------------------------------------------


def test_an_attack_whose_target_has_gone_does_not_take_place() -> None:
    given = setting(
        XX, XLI, INF3, red("4 CAV", "E0813", 1), land("VI INF", "E0913", 1),
        german=["E0913", "E1013"],
    )  # fmt: skip
    umpire = attack(
        given,
        {"fraction": [10], "die": [7]},
        {"with": ["XX INF", "XLI ARM"], "advance": {"E0813": "XLI ARM", "E0912": "XX INF"}},
        {"at": "E0813", "with": "VI INF"},
        lines={"table": "blitzkrieg"},
    )
    assert [(body["verdict"], body["outcome"]) for body in verdicts(umpire)] == [
        ("overrun", "overrun"),
        ("land-combat", "†/B"),
        ("no-combat", "no-defender"),
    ]


def test_attackers_without_any_source_are_refused() -> None:
    given = setting(XX, XLI, INF3)
    game_places = {"E0612": HOME["E0612"]}
    umpire = attack({**given, "places": game_places}, {}, {"with": ["XX INF", "XLI ARM"]})
    assert refused(umpire) == ["XX INF is out of supply", "XLI ARM is out of supply"]


def test_one_hq_supports_an_attack() -> None:
    other = land("v. Leeb", "E0911", 5, kind="HQ-I", hq=2)
    umpire = attack(
        setting(XX, BOCK, other, INF3),
        {"fraction": [10], "die": [5]},
        {"with": ["XX INF", "v. Bock"], "hq": "v. Bock"},
        {"with": "v. Leeb", "hq": "v. Leeb"},
    )
    assert refused(umpire) == ["E0912 is supported by another HQ already"]
    assert facts(umpire, "land-combat")["attack"] == 14


def test_a_retreat_that_may_come_back_ends_all_the_same() -> None:
    wall = ["E0912-E0811", "E0912-E0813", "E0912-E0913"]
    beyond = ["E0812-E0811", "E0812-E0813", "E0812-E0711", "E0812-E0713", "E0812-E0712"]
    crowd = [red("4 INF", "E0812"), red("5 INF", "E0812")]
    given = setting(
        XX, XLI, INF3, *crowd, sides={"alpine": [*wall, *beyond]},
        interpretations={"WIF-11.15.5-R11": "allowed"},
    )  # fmt: skip
    umpire = blitz(given, {"fraction": [10], "die": [4]})
    assert where(umpire, "3 INF") == {"3 INF": "pool:ussr/force"}
    assert facts(umpire, "land-combat")["lost"]["defenders"] == ["3 INF"]


def test_whoever_cannot_overrun_stays_in_the_first_hex_and_takes_the_room_there() -> None:
    six = land("VI ARM", "E0911", 8, movement=6)
    given = setting(XX, XLI, six, INF3, red("1 MECH", "E0813", 6))
    umpire = attack(
        given,
        {"fraction": [10], "die": [5]},
        {
            "with": ["XX INF", "XLI ARM", "VI ARM"],
            "advance": {"E0813": ["XLI ARM", "VI ARM"], "E0912": "XX INF"},
        },
        lines={"table": "blitzkrieg"},
    )
    told = facts(umpire, "land-combat")
    assert told["advanced"] == {"E0912": ["XLI ARM", "VI ARM"]}
    assert where(umpire, "XX INF", "XLI ARM", "VI ARM") == {
        "XX INF": "E1012",
        "XLI ARM": "E0912",
        "VI ARM": "E0912",
    }


def test_an_hq_that_supported_turns_face_down_even_if_the_attack_had_no_factors() -> None:
    umpire = attack(
        setting(land("VI INF", "E1012", 0), INF3, ZHUKOV),
        {},
        {"with": "VI INF"},
        standing={"defend": {"hq": "Zhukov"}},
    )
    assert face_down(umpire) == ["Zhukov"]
