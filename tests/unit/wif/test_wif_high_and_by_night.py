"""Bombardments at high altitude and by night (11.7, option 8): who flies, who meets whom."""

from __future__ import annotations

from typing import Any

from unit.wif.stage import facts, play, receipt
from unit.wif.test_wif_air_missions import plane, setting
from unit.wif.test_wif_battle_paragraphs import told as in_words

from pbem.core.data.findings import Severity

OPTIONS = {"2": True, "8": True, "8-night": True, "8-altitude": True}
CONDOR = plane("FW-200", "LND", "E1213", air_to_air=3, strategic=9, classes=["high-altitude"])
STUKA = plane("Ju-87", "LND", "E1213", air_to_air=2, strategic=1)
GUSTAV = plane("Bf-109G", "FTR", "E1212", air_to_air=7, classes=["high-altitude"])
EMIL = plane("Bf-109E", "FTR", "E1212", air_to_air=6, classes=["low-altitude"])
PLAIN = plane("FW-190", "FTR", "E1212", air_to_air=6)
MIG = plane("MiG-3", "FTR", "E0812", power="ussr", air_to_air=6)
RATA = plane("I-16", "FTR", "E0812", power="ussr", air_to_air=5, classes=["low-altitude"])
WELL = {"E0911": {"oil": 3}}


def bombed(units: list[dict[str, Any]], dice: dict[str, Any], standing: Any, **order: Any) -> Any:
    """A bombardment of the oil in E0911."""
    given = setting(*units, options=OPTIONS)
    given = {**given, "places": {**given["places"], **WELL}}
    orders = {"strategic_bombardment": [{"at": "E0911", **order}]}
    return play(given, ["strategic-bombardment"], dice, {"germany": orders}, {"ussr": standing})


def refused(units: list[dict[str, Any]], **order: Any) -> list[str]:
    given = setting(*units, options=OPTIONS)
    given = {**given, "places": {**given["places"], **WELL}}
    orders = {"strategic_bombardment": [{"at": "E0911", **order}]}
    found = receipt(given, "germany", orders).findings
    return [finding.message for finding in found if finding.severity is Severity.ERROR]


def test_only_aircraft_made_for_it_fly_high() -> None:
    units = [CONDOR, STUKA, EMIL]
    assert refused(units, fly="FW-200", high=True) == []
    assert "Ju-87 has no white cloud" in refused(units, fly=["FW-200", "Ju-87"], high=True)[0]
    assert (
        "Bf-109E has a black cloud" in refused(units, fly="FW-200", escort="Bf-109E", high=True)[0]
    )
    assert refused(units, fly=["FW-200", "Ju-87"], escort="Bf-109E", night=True) == []


def test_a_low_fighter_neither_intercepts_a_high_raid_nor_fights_it_on_patrol() -> None:
    standing = {"cap": {"at": "E0911", "fly": "I-16"}, "intercept": {"fly": "all"}}
    umpire = bombed([CONDOR, RATA], {"die": [9]}, standing, fly="FW-200", high=True)
    told = facts(umpire, "strategic-bombardment")
    assert (told["modifiers"], told["roll"], told["oil"]) == ({"high": -1}, 8, 2)


def test_a_fighter_without_a_cloud_is_a_point_worse_up_there() -> None:
    standing = {"intercept": {"fly": "all"}, "abort_air": {"if": "round = 1"}}
    dice = {"round-1/allied": [6, 6], "round-1/axis": [6, 6], "die": [9]}
    umpire = bombed(
        [CONDOR, GUSTAV, MIG, RATA], dice, standing, fly="FW-200", escort="Bf-109G", high=True
    )
    told = facts(umpire, "air-combat")
    assert told["high"]
    assert told["forces"]["allied"]["fighters"] == [{"unit": "MiG-3", "rating": 6, "too_low": True}]
    (shot, _) = told["rounds"][0]["fire"]
    assert (shot["strength"], shot["enemy"]) == (5, 7)


def test_by_night_a_fighter_that_is_not_made_for_it_does_worse() -> None:
    standing = {"intercept": {"fly": "MiG-3"}, "abort_air": {"if": "round = 1"}}
    dice = {"round-1/allied": [9, 9], "round-1/axis": [6, 6], "die": [9]}
    lines = {"air_lose": "fighter"}
    given = setting(CONDOR, PLAIN, MIG, options=OPTIONS)
    given = {**given, "places": {**given["places"], **WELL}}
    order = {"fly": "FW-200", "escort": "FW-190", "at": "E0911", "night": True}
    orders = {"strategic_bombardment": [order], "in_battle": lines}
    umpire = play(given, ["strategic-bombardment"], dice, {"germany": orders}, {"ussr": standing})
    shot = facts(umpire, "air-combat")["rounds"][0]["fire"][0]
    assert (shot["cell"], shot["result"], shot["at_night"], shot["struck"]) == (
        "AX",
        "DX",
        True,
        "FW-190",
    )
    assert facts(umpire, "strategic-bombardment")["factors"] == 5


def test_what_a_player_reads_of_a_raid() -> None:
    umpire = bombed([CONDOR], {"die": [9]}, {}, fly="FW-200", high=True, night=True)
    assert in_words(umpire, "strategic-bombardment", "germany") == [
        "STRATEGIC BOMBARDMENT E0911 at night at high altitude (11.7)   FW-200 9; fine: 5 factors",
        "die 9 -1 high altitude = 8: 1; lost for the turn: 1 oil.",
    ]
    dice = {"round-1/allied": [9, 9], "round-1/axis": [6, 6]}
    met = bombed(
        [CONDOR, MIG], dice, {"intercept": {"fly": "MiG-3"}}, fly="FW-200", high=True, night=True
    )
    assert in_words(met, "air-combat")[:4] == [
        "AIR COMBAT E0911 at night at high altitude (14.3)",
        "USSR: MiG-3 6-1",
        "Germany: bombers FW-200 3",
        "round 1   USSR 5-3 = +2: 18 DX (AX, by night), FW-200 lost;  "
        "Germany 3-5 = -2: 12 no effect",
    ]
    assert in_words(met, "strategic-bombardment") == [
        "STRATEGIC BOMBARDMENT E0911 at night at high altitude (11.7)   no bomber through"
    ]
