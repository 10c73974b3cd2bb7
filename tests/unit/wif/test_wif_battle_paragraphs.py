"""What reports say of air missions and land combat, made from one player's view."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from unit.wif import test_wif_air_combat as air
from unit.wif.stage import play
from unit.wif.test_wif_air_missions import HEINKEL, MESSER, MIG, STUKA, plane, setting, strike
from unit.wif.test_wif_land_combat import BOCK, INF3, MECH3, XLI, XX, ZHUKOV, attack, blitz, land
from unit.wif.test_wif_land_combat import setting as land_setting

from pbem.core.play.umpire import Umpire
from pbem.core.reading.scene import Scene
from pbem.systems.flames.land.combat.combat_verdicts import Bomber, counted_words, result_words
from pbem.systems.wif.system import SYSTEM


def told(umpire: Umpire, kind: str, player: str = "ussr") -> list[str]:
    """The lines of the first verdict of a kind, as a player reads them."""
    before = umpire.since("impulse")
    scene = Scene(umpire.game, player, before, umpire.state, umpire.ledger.entries)
    entry = next(
        e for e in umpire.ledger.entries if e.kind == "verdict" and e.body["verdict"] == kind
    )
    return list(SYSTEM.paragraphs[kind](entry, scene))


def test_a_ground_strike() -> None:
    dice = {"ju-87d/3-inf": [9], "ju-87d/3-mech": [3], "he-111h6/3-inf": [8]}
    umpire = strike(
        setting(STUKA, HEINKEL, MESSER), dice, fly=["Ju-87D", "He-111H6"], escort="Bf-109F2"
    )
    assert told(umpire, "ground-strike") == [
        "GROUND STRIKE E0912 (11.8)   Ju-87D 6, He-111H6 4, with Bf-109F2; clear, fine",
        "Ju-87D: 3 INF 9 miss, 3 MECH 3 hit.",
        "He-111H6: 3 INF 8 miss.",
    ]


def test_a_ground_strike_that_weather_or_air_combat_spoils() -> None:
    weak = plane("Ju-87B", "LND", "E1213", tactical=1)
    snow = setting(weak, weather="snow", rows={**setting()["rows"], "E1212": "c c c f c c c c"})
    umpire = strike(snow, {}, fly="Ju-87B")
    assert told(umpire, "ground-strike") == [
        "GROUND STRIKE E0912 (11.8)   Ju-87B 1, here 0; forest, snow",
        "Ju-87B: no factors left.",
    ]
    umpire = strike(
        setting(STUKA, MIG),
        {"round-1/allied": [8, 8], "round-1/axis": [6, 6]},
        standing={"intercept": {"fly": "all"}},
    )
    assert told(umpire, "ground-strike") == [
        "GROUND STRIKE E0912 (11.8)   no bomber through; clear, fine"
    ]
    assert told(umpire, "air-combat") == [
        "AIR COMBAT E0912 (14.3)",
        "USSR: MiG-3 5",
        "Germany: bombers Ju-87D 2",
        "round 1   USSR 5-2 = +3: 16 AA, Ju-87D aborts;  Germany 2-5 = -3: 12 no effect",
        "No bomber gets through.",
    ]


def test_ratings_of_fighter_bombers_and_unarmed_bombers() -> None:
    zerstoerer = plane("Bf-110C", "FTR", "E1213", air_to_air=4, tactical=3, range=10)
    transport = plane("Ju-52", "LND", "E1213", air_to_air=1, tactical=4, classes=["unarmed"])
    umpire = strike(
        setting(zerstoerer, transport, MIG),
        {"round-1/allied": [8, 8], "round-1/axis": [6, 6], "round-2/allied": [8, 8]},
        fly=["Bf-110C", "Ju-52"],
        standing={"intercept": {"fly": "all"}},
    )
    assert told(umpire, "air-combat") == [
        "AIR COMBAT E0912 (14.3)",
        "USSR: MiG-3 5",
        "Germany: bombers Bf-110C 4-1, Ju-52 (1)",
        "round 1   USSR 5-3 = +2: 16 AA, Bf-110C aborts;  Germany 3-5 = -2: 12 no effect",
        "round 2   USSR 5-1 = +4: 16 AX, Ju-52 lost",
        "No bomber gets through.",
    ]


def test_an_air_combat_of_three_rounds() -> None:
    umpire = air.eastern_mediterranean(
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
    assert told(umpire, "air-combat", "commonwealth") == [
        "AIR COMBAT E1013 (14.3)",
        "Commonwealth: Beaufighter 6, Gibraltar 5; bombers Audacious 2, Beaufort 2",
        "Italy: G-50 4; bombers Ca-314B 2, SM-79II 3",
        "round 1   Italy 4-6.5 = -2: 6 DA, Audacious aborts;  "
        "Commonwealth 6.5-4 = +3: 18 AX, G-50 lost",
        "no fighter in the way: Beaufort through",
        "round 2   Italy 2-6.5 = -4: 16 AA, Beaufighter aborts;  "
        "Commonwealth 6.5-2 = +5: 10 AC, Ca-314B through",
        "round 3   Italy 3-5 = -2: 4 DX, Gibraltar lost;  Commonwealth 5-3 = +2: 9 no effect",
        "no fighter in the way: SM-79II through",
        "Over the target: Beaufort, Ca-314B, SM-79II.",
    ]


def test_a_land_combat_with_everything_in_its_arithmetic() -> None:
    given = land_setting(XX, XLI, INF3, MECH3, BOCK, ZHUKOV, STUKA, weather="rain",
                         sides={"river": ["E1012-E0912"]})  # fmt: skip
    umpire = attack(
        given,
        {"fraction": [10], "die": [9]},
        {"with": ["XX INF", "XLI ARM", "v. Bock"], "support": "Ju-87D", "hq": "v. Bock"},
        standing={"defend": {"hq": "Zhukov"}},
    )
    assert told(umpire, "land-combat") == [
        "LAND COMBAT E0912, clear, rain (11.15.5)   table Germany's (armour 1:0): blitzkrieg",
        "XX INF 8 (4 here, across river), XLI ARM 8, v. Bock 6 (3 here, across river), Ju-87D 6"
        " = 18 (3 of the air factors count)",
        "3 INF 5, 3 MECH 6 = 11",
        "18:11 = 1.63, so 3:2, rain -1: 1:1, or 3:2 by 20% (option 26): die 10, so 1:1",
        "die 9, -1 HQ support (v. Bock 3, Zhukov 5) = 8: -/R",
        "3 INF retreats to E0812; 3 MECH retreats to E0813.",
        "Face-down now: 3 INF, 3 MECH.",
        "0 of 3 attackers face-up; face-down: XX INF, XLI ARM, v. Bock.",
    ]


def test_losses_shattered_units_and_the_advance() -> None:
    umpire = blitz(land_setting(XX, XLI, INF3), {"fraction": [10], "die": [7]},
                   order={"advance": {"E0912": "XX INF"}})  # fmt: skip
    assert told(umpire, "land-combat", "germany") == [
        "LAND COMBAT E0912, clear, fine (11.15.5)   table Germany's (armour 1:0): blitzkrieg",
        "XX INF 8, XLI ARM 8 = 16",
        "3 INF 5 = 5",
        "16:5 = 3.20, so 3:1, or 4:1 by 20% (option 26): die 10, so 3:1",
        "die 7, +1 armour = 8: -/B, half of the attackers stay up",
        "3 INF shattered, back in Sep/Oct.",
        "Advance: XX INF to E0912.",
        "1 of 2 attackers face-up; face-down: XX INF.",
    ]


def test_an_attack_without_factors_and_one_without_defenders() -> None:
    weak: dict[str, Any] = land("VI INF", "E1012", 0)
    umpire = attack(land_setting(weak, INF3), {}, {"with": "VI INF"})
    assert told(umpire, "land-combat") == [
        "LAND COMBAT E0912, clear, fine (11.15.5)   the attackers have no factors",
        "VI INF 0 = 0",
        "3 INF 5 = 5",
        "VI INF lost.",
    ]
    given = land_setting(
        XX, XLI, INF3, {**INF3, "name": "4 CAV", "kind": "CAV", "at": "E0813",
                        "ratings": {"combat": 1, "movement": 4}},
        land("VI INF", "E0913", 1), german=["E0913", "E1013"],
    )  # fmt: skip
    umpire = play(
        given,
        ["land-combat"],
        {"fraction": [10], "die": [7]},
        {"germany": {
            "attacks": [
                {"at": "E0912", "with": ["XX INF", "XLI ARM"], "advance": {"E0813": "XLI ARM"}},
                {"at": "E0813", "with": "VI INF"},
            ],
            "in_battle": {"table": "blitzkrieg"},
        }},
    )  # fmt: skip
    assert told(umpire, "no-combat") == ["NO COMBAT E0813 (11.15.1)   no defender is left: VI INF"]


def test_results_in_words() -> None:
    cells = ("-", "†/B", "*/1B", "†1/2S", "1/R", "1/1§")
    assert [result_words(cell) for cell in cells] == [
        "no effect",
        "-/B, half of the attackers stay up",
        "-/1B, all of the attackers stay up",
        "1/2S, half of the attackers stay up",
        "1/R",
        "1/1, one attacker more in bad weather or ground, or with armour",
    ]


def test_units_without_points_stand_in_one_line_by_their_names() -> None:
    given = land_setting({**XX, "face_down": True}, {**XLI, "face_down": True}, INF3)
    umpire = play(given, ["reorganisation"], {}, {"germany": {"reorganise": ["XX INF", "XLI ARM"]}})
    assert told(umpire, "reorganisation")[1:] == [
        "Not done: no HQ in reach has the points for XX INF, XLI ARM."
    ]


def test_surprise_makes_more_of_the_factors_of_a_bomber() -> None:
    stuka = Bomber("germany-ju-87d", Fraction(6))
    assert [counted_words((stuka,), Fraction(many)) for many in (3, 6, 12)] == [
        " (3 of the air factors count)",
        "",
        " (surprise: the air factors count 12)",
    ]
