"""Battles on ground and with units that no scenario has yet: forts, factories, engineers (11.15).

And what a case does not see: the receipt of an attack, what an order claims, the order log.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from unit.wif.stage import decisions, facts, position, receipt, text, verdicts
from unit.wif.test_wif_air_missions import plane
from unit.wif.test_wif_land_combat import INF3, XLI, XX, attack, land, red, setting

from pbem.core.data.findings import Severity
from pbem.core.orders.orders import read_orders
from pbem.core.play.umpire import Umpire
from pbem.systems.flames.land.combat.attacks import attack_claims
from pbem.systems.flames.land.combatants import attacking, is_at_home_in_jungle
from pbem.systems.flames.world.land_factors import Combatant
from pbem.systems.flames.world.position import position_of
from pbem.systems.wif.position import Position

SAPPER = land("II ENG", "E1012", 2, classes=["engineer"])
ARM2 = land("II ARM", "E1012", 6)


def readings(umpire: Umpire) -> dict[str, str]:
    """The readings that mattered in the one land combat."""
    (body,) = verdicts(umpire, "land-combat")
    return dict(body["readings"])


# --- readings that matter on some ground alone ---------------------------------------------------


def test_fractions_are_read_only_where_a_fort_makes_sixths() -> None:
    dice = {"fraction": [10], "die": [5]}
    river = setting(XX, XLI, INF3, sides={"river": ["E1012-E0912"]})
    assert readings(attack(river, dice, {"with": ["XX INF", "XLI ARM"]})) == {}
    fort = setting(XX, XLI, INF3, sides={"fort": ["E1012-E0912"], "river": ["E1012-E0912"]})
    umpire = attack(fort, dice, {"with": ["XX INF", "XLI ARM"]})
    assert readings(umpire) == {"WIF-11.15.1-R4": "exact", "WIF-11.15.5-R3": "counts"}
    assert facts(umpire, "land-combat")["attack"] == "28/3"


def test_only_the_armour_that_does_not_cross_the_fort_counts_by_the_other_reading() -> None:
    given = setting(ARM2, XLI, INF3, red("3 MECH", "E0912", 3), sides={"fort": ["E1012-E0912"]})
    order, lines = {"with": ["II ARM", "XLI ARM"]}, {"table": "blitzkrieg"}
    dice = {"fraction": [10], "die": [5]}
    umpire = attack(given, dice, order, lines=lines)
    assert facts(umpire, "land-combat")["modifiers"] == {"armour": 1}
    given["interpretations"] = {"WIF-11.15.5-R3": "excluded"}
    umpire = attack(given, dice, order, lines=lines)
    assert facts(umpire, "land-combat")["modifiers"] == {}
    assert readings(umpire)["WIF-11.15.5-R3"] == "excluded"


# --- engineers -----------------------------------------------------------------------------------


def first_lost(given: dict[str, Any], dice: dict[str, Any]) -> str:
    """Who of XLI ARM, II ENG and XX INF is lost first in an assault; XX INF is named first."""
    umpire = attack(
        given,
        dice,
        {"with": ["XLI ARM", "II ENG", "XX INF"]},
        lines={"table": "assault", "lose": ["XX INF", "XLI ARM", "II ENG"]},
    )
    return str(facts(umpire, "land-combat")["lost"]["attackers"][0])


def test_engineers_are_lost_first_where_they_helped() -> None:
    strong = red("3 INF", "E0912", 9)
    even, uneven = {"die": [1]}, {"fraction": [10], "die": [2]}
    assert first_lost(setting(XX, XLI, SAPPER, strong), even) == "XX INF"
    for side in ("river", "canal", "fort"):
        given = setting(XX, XLI, SAPPER, strong, sides={side: ["E1012-E0912"]})
        assert first_lost(given, even) == "II ENG", side
    given = setting(XX, XLI, SAPPER, strong, sides={"river": ["E0911-E0912"]})
    assert first_lost(given, uneven) == "XX INF"


def test_engineers_are_lost_first_at_a_factory() -> None:
    factory = {"E0912": {"factories": 1}}
    given = setting(XX, XLI, SAPPER, red("3 INF", "E0912", 9))
    given["places"] = {**given["places"], **factory}
    assert first_lost(given, {"die": [1]}) == "II ENG"
    plain = setting(XX, XLI, red("3 INF", "E0912", 9))
    plain["places"] = given["places"]
    umpire = attack(plain, {"fraction": [10], "die": [1]}, {"with": ["XLI ARM", "XX INF"]},
                    lines={"table": "assault", "lose": "XLI ARM"})  # fmt: skip
    told = facts(umpire, "land-combat")
    assert told["modifiers"] == {"printed-factory": -1}
    assert sorted(told["lost"]["attackers"]) == ["XLI ARM", "XX INF"]


# --- winterised attackers ------------------------------------------------------------------------


def test_winterised_attackers_are_lost_first_in_snow_or_blizzard() -> None:
    ski = land("I SKI", "E1012", 6)
    dice = {"fraction": [10], "die": [1]}
    order, lines = {"with": ["XX INF", "I SKI"]}, {"table": "assault", "lose": ["XX INF", "I SKI"]}
    for weather, first in (("snow", "I SKI"), ("blizzard", "I SKI"), ("rain", "XX INF")):
        umpire = attack(setting(XX, ski, red("3 INF", "E0912", 9), weather=weather), dice, order,
                        lines=lines)  # fmt: skip
        assert facts(umpire, "land-combat")["lost"]["attackers"][0] == first
        known = {"WIF-11.15.5-R5": "always"} if first == "I SKI" else {}
        assert readings(umpire) == known
    three = [XX, land("VI INF", "E1012", 2), ski]
    umpire = attack(setting(*three, red("3 INF", "E0912", 9), weather="snow"), dice,
                    {"with": ["XX INF", "VI INF", "I SKI"]}, lines=lines)  # fmt: skip
    assert facts(umpire, "land-combat")["lost"]["attackers"][0] == "XX INF"


def test_relief_that_changed_no_column_may_be_no_benefit() -> None:
    ski = land("I SKI", "E1012", 6)
    order, lines = {"with": ["XX INF", "I SKI"]}, {"table": "assault", "lose": ["XX INF", "I SKI"]}
    for defence, dice, first in (
        (9, {"fraction": [10], "die": [1]}, "I SKI"),
        (28, {"die": [1]}, "XX INF"),  # the first column with the relief and without it
        (55, {"die": [1]}, "XX INF"),
    ):
        given = setting(XX, ski, red("3 INF", "E0912", defence), weather="snow",
                        interpretations={"WIF-11.15.5-R5": "if-it-mattered"})  # fmt: skip
        umpire = attack(given, dice, order, lines=lines)
        assert facts(umpire, "land-combat")["lost"]["attackers"][0] == first
        assert readings(umpire)["WIF-11.15.5-R5"] == "if-it-mattered"


def test_relief_beyond_the_last_column_may_be_no_benefit() -> None:
    units = land("I MECH", "E1012", 3), land("I SKI", "E1012", 6), red("3 INF", "E0912", 1)
    given = setting(*units, weather="snow",
                    interpretations={"WIF-11.15.5-R5": "if-it-mattered"})  # fmt: skip
    umpire = attack(given, {"die": [1]}, {"with": ["I MECH", "I SKI"]},
                    lines={"table": "blitzkrieg", "lose": ["I MECH", "I SKI"]})  # fmt: skip
    told = facts(umpire, "land-combat")
    assert (told["odds"], told["result"]) == ("9:1", "†1/B")
    assert told["lost"]["attackers"] == ["I MECH"]


# --- no die --------------------------------------------------------------------------------------


def test_without_a_die_nothing_is_told_of_odds() -> None:
    umpire = attack(setting(XX, red("3 INF", "E0912", 0)), {}, {"with": "XX INF"})
    told = facts(umpire, "land-combat")
    assert {key: told[key] for key in ("basic", "shift", "shifted", "fraction", "next")} == {
        "basic": "", "shift": 0, "shifted": "", "fraction": 0, "next": "",
    }  # fmt: skip
    assert [kind for kind, _, _ in decisions(umpire)] == ["defence-table", "advance"]
    umpire = attack(setting(XX, red("3 INF", "E0912", 0)), {}, {"with": "XX INF"},
                    standing={"defend": {"table": "blitzkrieg", "if": "chance = 0"}})  # fmt: skip
    assert facts(umpire, "land-combat")["result"] == "*/2B"
    both = setting(XX, red("3 INF", "E0912", 0), red("4 INF", "E0912", 0))
    umpire = attack(both, {}, {"with": "XX INF"})
    assert facts(umpire, "land-combat")["lost"]["defenders"] == ["3 INF", "4 INF"]
    assert [kind for kind, _, _ in decisions(umpire)] == ["defence-table", "advance"]


# --- the receipt, the claims, the log ------------------------------------------------------------


def problems(given: dict[str, Any], *orders: dict[str, Any]) -> list[str]:
    """What validation has against some attacks, warnings and all."""
    found = receipt(given, "germany", {"attacks": [{"at": "E0912", **order} for order in orders]})
    return [finding.message for finding in found.findings if finding.severity is not Severity.NOTE]


FLIERS = (
    plane("Bf-110C", "FTR", "E1213", air_to_air=4, tactical=3, range=12),
    plane("Bf-109F2", "FTR", "E1213", air_to_air=6, tactical=2, range=12),
    plane("FW-190A2", "FTR", "E1212", air_to_air=7, tactical=1, range=12),
)
SORTIE = {"with": "XX INF", "support": "Bf-110C", "escort": "Bf-109F2", "cap": "FW-190A2"}


def test_the_receipt_names_everything_that_flies() -> None:
    found = receipt(setting(XX, INF3, *FLIERS), "germany", {"attacks": [{"at": "E0912", **SORTIE}]})
    assert found.readings[0].text.endswith("; with Bf-110C, Bf-109F2, FW-190A2")


def test_validation_lets_an_aircraft_fly_once() -> None:
    given = setting(XX, XLI, INF3, *FLIERS)
    for name in ("Bf-110C", "Bf-109F2", "FW-190A2"):
        again = {"with": "XLI ARM", "support": name}
        assert problems(given, SORTIE, again) == [f"{name} is face-down"]
    assert problems(given, SORTIE, {"with": "XLI ARM"}) == []


def test_even_odds_are_no_warning_but_a_condition_that_fails_is() -> None:
    even = setting(land("VI INF", "E1012", 5), INF3)
    assert problems(even, {"with": "VI INF"}) == []
    assert problems(even, {"with": "VI INF", "if": "odds >= 3-2"}) == [
        "as things stand `if` fails for E0912"
    ]
    long = setting(land("VI INF", "E1012", 4), INF3)
    assert problems(long, {"with": "VI INF"}) == ["the declared odds against E0912 are 1:2"]


def test_an_attack_claims_its_units_and_its_aircraft() -> None:
    game, state = position(setting(XX, INF3, *FLIERS))
    data = {"window": f"{state.game} {state.clock.name}", "for_state": "any", "player": "germany",
            "attacks": [{"at": "E0912", **SORTIE}]}  # fmt: skip
    (order,) = read_orders(game, text(data), "orders").orders
    assert attack_claims(Position(game, state, state, "germany"), order) == (
        "attack:XX INF", "support:Bf-110C", "support:Bf-109F2", "support:FW-190A2",
    )  # fmt: skip


def test_what_was_ordered_stands_in_the_log() -> None:
    umpire = attack(setting(XX, XLI, INF3), {"fraction": [10], "die": [1]},
                    {"with": ["XX INF", "XLI ARM"]})  # fmt: skip
    done = [entry.body for entry in umpire.ledger.entries if entry.kind == "order"]
    assert [(body["section"], body["result"]) for body in done] == [("attacks", "done")]
    assert "XX INF 8, XLI ARM 8" in str(done) or "XLI ARM 8, XX INF 8" in str(done)


def test_armour_that_gained_nothing_is_not_lost_first() -> None:
    given = setting(XX, XLI, red("3 MECH", "E0912", 9))
    umpire = attack(given, {"fraction": [10], "die": [1]}, {"with": ["XX INF", "XLI ARM"]},
                    lines={"table": "blitzkrieg", "lose": "XX INF"})  # fmt: skip
    told = facts(umpire, "land-combat")
    assert (told["table"], told["modifiers"], told["result"]) == ("blitzkrieg", {}, "1/-")
    assert told["lost"]["attackers"] == ["XX INF"]


# --- advances that the ground forbids ------------------------------------------------------------


def test_no_second_hex_across_an_alpine_hexside_or_into_a_neutral_country() -> None:
    for more in (
        {"sides": {"alpine": ["E0912-E0813"]}},
        {
            "powers": {
                "turkey": {"side": "allied", "relations": {}},
                "germany": {"relations": {"ussr": "war"}},
            }
        },
    ):
        given = setting(XX, XLI, INF3, **more)
        if "powers" in more:
            given["control"] = {**given["control"], "turkey": ["E0813"]}
        order = {"with": ["XX INF", "XLI ARM"], "advance": {"E0813": "XLI ARM", "E0912": "XX INF"}}
        umpire = attack(given, {"fraction": [10], "die": [7]}, order, lines={"table": "blitzkrieg"})
        told = facts(umpire, "land-combat")
        assert told["effect"] == "B", more
        assert told["advanced"] == {"E0912": ["XX INF"]}, more


def test_a_unit_named_for_a_hex_that_it_cannot_reach_still_may_take_the_first() -> None:
    order = {"with": ["XX INF", "XLI ARM"], "advance": {"E0813": "XX INF", "E0912": ["XX INF"]}}
    umpire = attack(setting(XX, XLI, INF3), {"fraction": [10], "die": [7]}, order,
                    lines={"table": "blitzkrieg"})  # fmt: skip
    assert facts(umpire, "land-combat")["advanced"] == {"E0912": ["XX INF"]}


# --- who they are --------------------------------------------------------------------------------


def test_white_print_japanese_australians_and_marines_are_at_home_in_the_jungle() -> None:
    white = {"classes": ["white-print"]}
    units = [
        land("J INF", "E1012", power="japan", **white),
        land("A INF", "E1012", power="australia", **white),
        land("G MAR", "E1012", **white),
        land("G INF", "E1012", **white),
        land("J MAR", "E1012", power="japan"),
    ]
    game, state = position(setting(*units))
    now = position_of(game, state)
    pieces = now.pieces(*(unit["name"] for unit in units))
    at_home = [piece.id for piece in pieces if is_at_home_in_jungle(now, piece)]
    assert at_home == ["J INF", "A INF", "G MAR"]


def test_a_unit_may_attack_from_the_hex_that_an_overrun_starts_in() -> None:
    game, state = position(setting(XX, XLI, INF3, sides={"river": ["E1012-E0912"]}))
    now = position_of(game, state)
    factors = [
        attacking(now, now.pieces("XX INF", "XLI ARM"), "E0912", here)[0].factors
        for here in ("", "E1012", "E0911")
    ]
    assert factors == [4, 4, 8]


def test_a_minor_country_belongs_to_its_major_power() -> None:
    minor = Combatant("", "", "INF", "rumania", Fraction(5), Fraction(5), controller="germany")
    assert (minor.major, replace(minor, controller="").major) == ("germany", "rumania")


def test_a_mixed_stack_asks_with_whom_an_hq_must_co_operate() -> None:
    french = red("II INF", "E0912", 1)
    zhukov = red("Zhukov", "E0812", 8, kind="HQ-A", hq=5)
    for given, known in (
        (setting(XX, XLI, INF3, french, zhukov), {}),
        (
            setting(XX, XLI, INF3, {**french, "power": "france"}, zhukov,
                    powers={"france": {"side": "allied"}}),
            {"WIF-11.15.3-R2": "some"},
        ),
    ):  # fmt: skip
        umpire = attack(given, {"fraction": [10], "die": [1]}, {"with": ["XX INF", "XLI ARM"]},
                        standing={"defend": {"hq": "Zhukov"}})  # fmt: skip
        assert readings(umpire) == known


def test_a_retreat_passes_a_hex_again_by_the_other_reading_alone_and_not_for_ever() -> None:
    wall = ["E0912-E0811", "E0912-E0813", "E0912-E0913"]
    beyond = ["E0812-E0811", "E0812-E0813", "E0812-E0711", "E0812-E0713", "E0812-E0712"]
    units = XX, XLI, INF3, red("6 INF", "E0912", 1), red("4 INF", "E0812"), red("5 INF", "E0812")
    for reading, moves in (("never", 1), ("allowed", 11)):
        given = setting(*units, sides={"alpine": [*wall, *beyond]},
                        interpretations={"WIF-11.15.5-R11": reading})  # fmt: skip
        umpire = attack(given, {"fraction": [10], "die": [5]}, {"with": ["XX INF", "XLI ARM"]},
                        lines={"table": "blitzkrieg"})  # fmt: skip
        events = [entry.body for entry in umpire.ledger.entries if entry.kind == "event"]
        ways = [e["new"] for e in events if e["event"] == "UnitMoved" and e["unit"] == "3 INF"]
        assert len(ways) == moves + 1 and ways[-1] == "pool:ussr/force"
        assert readings(umpire)["WIF-11.15.5-R11"] == reading
