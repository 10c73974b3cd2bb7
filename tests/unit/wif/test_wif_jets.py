"""Jets in air combats (14.3.3, option 8): bombers that slip by, fighters that answer a bounce."""

from __future__ import annotations

from typing import Any

from unit.wif.stage import decisions, facts, play
from unit.wif.test_wif_air_missions import plane, setting
from unit.wif.test_wif_battle_paragraphs import told as in_words

from pbem.core.play.umpire import Umpire

ARADO = plane("Ar-234", "LND", "E1213", air_to_air=3, tactical=4, classes=["jet"])
DORNIER = plane("Do-217", "LND", "E1213", air_to_air=3, tactical=5)
SWALLOW = plane("Me-262", "FTR", "E1212", air_to_air=8, classes=["jet"])
FOCKE = plane("FW-190A", "FTR", "E1212", air_to_air=7)
YAK = plane("Yak-9", "FTR", "E0812", power="ussr", air_to_air=6)
LAVOCHKIN = plane("La-7", "FTR", "E0812", power="ussr", air_to_air=7, tactical=1)
MIG_9 = plane("MiG-9", "FTR", "E0812", power="ussr", air_to_air=7, classes=["jet"])
QUIET = {"3-inf": [10], "3-mech": [10]}


def flown(
    units: list[dict[str, Any]],
    dice: dict[str, Any],
    fly: list[str],
    escort: list[str],
    lines: dict[str, Any],
    **options: bool,
) -> Umpire:
    """A ground strike that every Soviet fighter intercepts."""
    given = setting(*units, options={"2": True, "8": True, **options})
    strike = {"fly": fly, "at": "E0912"} | ({"escort": escort} if escort else {})
    orders = {"ground_strike": [strike], "in_battle": lines}
    standing = {"intercept": {"fly": "all"}, "abort_air": {"if": "round = 2"}}
    return play(given, ["ground-strike"], dice, {"germany": orders}, {"ussr": standing})


def rounds(umpire: Umpire) -> list[dict[str, Any]]:
    return list(facts(umpire, "air-combat")["rounds"])


def test_a_jet_bomber_in_front_slips_by_once_the_round_is_over() -> None:
    dice = {
        "round-1/allied": [6, 6],
        "round-1/axis": [6, 6],
        "ar-234/3-inf": [10],
        "ar-234/3-mech": [10],
    }
    told = flown([ARADO, YAK], dice, ["Ar-234"], [], {})
    first, *more = rounds(told)
    assert (first["jets"], more) == (["Ar-234"], [])
    assert facts(told, "air-combat")["through"] == {"allied": [], "axis": ["Ar-234"]}
    assert in_words(told, "air-combat")[-2:] == [
        "jets get through: Ar-234",
        "Over the target: Ar-234.",
    ]


def test_a_jet_bomber_may_stay_and_slips_by_no_jet() -> None:
    dice = {"round-1/allied": [6, 6], "round-1/axis": [6, 6], "round-2/allied": [6, 6],
            "round-2/axis": [6, 6], "ar-234/3-inf": [10], "ar-234/3-mech": [10]}  # fmt: skip
    stayed = flown([ARADO, YAK], dice, ["Ar-234"], [], {"jet_through": "stay"})
    assert [row.get("jets") for row in rounds(stayed)] == [None, None, None]
    met = flown([ARADO, MIG_9], dice, ["Ar-234"], [], {})
    assert [row.get("jets") for row in rounds(met)] == [None, None, None]


def test_only_the_jet_that_stood_in_front_and_survived_slips_by() -> None:
    behind = {"round-1/allied": [10, 10], "round-1/axis": [6, 6], "round-2/allied": [10, 10],
              "round-2/axis": [6, 6]}  # fmt: skip
    lines = {"front": "Ar-234"}
    lost = flown([ARADO, DORNIER, YAK], behind, ["Ar-234", "Do-217"], [], lines)
    assert [row.get("jets") for row in rounds(lost)] == [None, None]


def test_a_jet_in_front_answers_a_bounce_for_a_slower_one() -> None:
    dice = {
        "round-1/allied": [6, 6],
        "round-1/axis": [5, 5],
        "bounce-allied/allied": [6, 6],
        "bounce-allied/axis": [6, 6],
        "round-2/allied": [6, 6],
        "round-2/axis": [6, 6],
        "do-217/3-inf": [10],
        "do-217/3-mech": [10],
    }
    units = [DORNIER, SWALLOW, FOCKE, LAVOCHKIN, YAK]
    escort = ["Me-262", "FW-190A"]
    told = flown(units, dice, ["Do-217"], escort, {}, **{"44": True})
    shot = rounds(told)[0]["fire"][1]
    assert (shot["result"], shot["effect"]) == ("AC", "bounced")
    assert (shot["bounce"]["bouncer"], shot["bounce"]["bounced"]) == ("La-7", "Me-262")
    assert ("jet-meets", ["go"], "default") in decisions(told)
    second = rounds(told)[1]["fire"][0]
    assert (second["strength"], second["enemy"]) == ("67/10", "39/5")  # both went to the rear
    assert in_words(told, "air-combat", "germany")[3:6] == [
        "round 1   USSR 7.6-8.7 = -1: 12 no effect;  Germany 8.7-7.6 = +1: 10 AC, bounced",
        "  La-7 bounces Me-262: USSR 0: 12 no effect;  Germany 0: 12 no effect",
        "round 2   USSR 6.7-7.8 = -1: 12 no effect;  Germany 7.8-6.7 = +1: 12 no effect",
    ]
