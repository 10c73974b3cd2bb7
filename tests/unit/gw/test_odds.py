"""The odds of a land battle: exact against brute force, exact against simulated, the page."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from unit.gw.enumeration import Ending, enumerate_battle
from unit.gw.forces import battle, force, ground
from unit.gw.shipped import BOOK, Ground, rules

from pbem.core.choices.conditions import parse_conditions
from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import read_document
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.muster import Force, Plan
from pbem.systems.gw.battle.rounds import NEVER, SAVE_AIR, Outcome
from pbem.systems.gw.odds.battle_file import land_question
from pbem.systems.gw.odds.odds import Estimate, Odds, odds, odds_of
from pbem.systems.gw.odds.odds_exact import exact
from pbem.systems.gw.odds.odds_laws import NotExact
from pbem.systems.gw.odds.odds_many import simulate
from pbem.systems.gw.odds.odds_simulated import dice, one_by_one
from pbem.systems.gw.odds.odds_text import data, text, told
from pbem.systems.gw.odds.sheet import Question, Sheet
from pbem.systems.gw.world.battlefield import Battlefield, Border

BENCH = Path(__file__).parents[2] / "bench" / "battle-20v20.yaml"


def endings(fought: LandBattle) -> dict[Ending, float]:
    """The exact chance of every ending that can happen."""
    found = exact(fought)
    return {
        (outcome, left, facing): float(chances[row, column])
        for outcome, chances in found.chances.items()
        for row, left in enumerate(found.attacker)
        for column, facing in enumerate(found.defender)
        if chances[row, column]
    }


CITY = Ground(Battlefield(city=True))
SMALL = {
    "two sorts of units": battle(
        force("2 infantry", "1 artillery"), force("2 militia", "1 infantry")
    ),
    "target selection on both sides": battle(
        force("1 infantry", "1 medium-armor", "1 tactical-bomber"),
        force("1 infantry", "1 medium-armor", "1 tank-destroyer"),
    ),
    "air superiority and anti-aircraft fire": battle(
        force("1 infantry", "1 fighter", "1 medium-bomber"),
        force("1 anti-aircraft-artillery", "1 fighter", "1 infantry"),
        retreat=SAVE_AIR,
    ),
    "a city": battle(force("2 medium-armor", "1 infantry"), force("2 infantry", "1 militia"), CITY),
    "a fortification in mountains": battle(
        force("2 infantry across East", "1 mountain-infantry"),
        force("2 infantry"),
        Ground(
            Battlefield(terrain=("mountain",), borders=(Border("East", works="fortification"),))
        ),
    ),
    "the Maginot Line": battle(
        force("3 infantry across Bavaria", "1 medium-armor"),
        force("1 infantry", "1 tank-destroyer"),
        ground(Border("Bavaria", ("river",), "maginot-line")),
    ),
    "the last land unit kept": battle(
        force("2 infantry", "1 fighter", plan=Plan(keep_land=True)),
        force("2 infantry", "1 tank-destroyer"),
    ),
    "a retreat order on strength": battle(
        force("3 infantry", "1 artillery"),
        force("3 militia"),
        retreat=(parse_conditions("odds < 3-2"), parse_conditions("enemy units <= 1")),
    ),
    "deadlock": battle(force("1 seaplane", "1 infantry"), force("1 air-transport", "1 militia")),
}


@pytest.mark.parametrize("name", SMALL)
def test_exact_odds_are_those_of_brute_force(name: str) -> None:
    wanted = enumerate_battle(SMALL[name])
    assert sum(wanted.values()) == 1
    assert endings(SMALL[name]) == pytest.approx(
        {reached: float(chance) for reached, chance in wanted.items()}, abs=1e-12
    )


def test_a_retreat_order_that_asks_for_the_round() -> None:
    lines = (parse_conditions(["round >= 3", "units < 3"]), parse_conditions("round = 4"))
    fought = battle(force("3 infantry"), force("2 infantry"), retreat=lines)
    wanted = enumerate_battle(fought, rounds_matter=5)
    assert endings(fought) == pytest.approx(
        {reached: float(chance) for reached, chance in wanted.items()}, abs=1e-12
    )
    assert {outcome for outcome, _, _ in wanted} == {
        Outcome.CAPTURED,
        Outcome.HELD,
        Outcome.EMPTIED,
        Outcome.RETREATED,
    }


def test_one_infantry_against_one_militia_by_hand() -> None:
    chances = endings(battle(force("1 infantry"), force("1 militia")))
    assert chances == pytest.approx(
        {
            (Outcome.CAPTURED, (1,), (0,)): 5 / 11,
            (Outcome.HELD, (0,), (1,)): 5 / 11,
            (Outcome.EMPTIED, (0,), (0,)): 1 / 11,
        }
    )


def test_brute_force_agrees_with_the_same_battle_by_hand() -> None:
    assert enumerate_battle(battle(force("1 infantry"), force("1 militia"))) == {
        (Outcome.CAPTURED, (1,), (0,)): Fraction(5, 11),
        (Outcome.HELD, (0,), (1,)): Fraction(5, 11),
        (Outcome.EMPTIED, (0,), (0,)): Fraction(1, 11),
    }


def question(
    fought: LandBattle, method: str = "auto", battles: int = 4_000, seed: int = 1
) -> Question[LandBattle]:
    return Question("a battle", fought, method, battles, seed)


LARGE = {
    "bench": land_question(Sheet(BOOK, read_document(BENCH))).battle,
    "everything": battle(
        force(
            "5 infantry across East",
            "2 artillery",
            "1 anti-aircraft-artillery",
            "3 medium-armor across East",
            "1 heavy-armor",
            "2 fighter",
            "1 tactical-bomber",
        ),
        force(
            "2 militia",
            "5 infantry",
            "2 artillery",
            "1 anti-aircraft-artillery",
            "1 tank-destroyer",
            "2 fighter",
        ),
        Ground(
            Battlefield(city=True, borders=(Border("East", ("river",), "fortification"),)),
            rules=rules({"GW-R-26": "first-round"}),
        ),
        retreat=(*SAVE_AIR, parse_conditions(["round >= 2", "odds < 1-2"])),
    ),
}


def estimates(found: Odds) -> dict[str, Estimate]:
    """Every number of the odds that has an error."""
    sides = {"attacker": found.attacker, "defender": found.defender}
    numbers = {f"outcome {name}": chance for name, chance in found.outcomes.items()}
    for role, side in sides.items():
        numbers |= {f"{role} lost {name}": lost for name, lost in side.lost.items()}
        numbers |= {f"{role} left {number}": chance for number, chance in side.left.items()}
        numbers[f"{role} cost"] = side.lost_cost
    return numbers


@pytest.mark.parametrize("name", LARGE)
def test_exact_and_simulated_odds_agree_within_the_stated_error(name: str) -> None:
    true = estimates(odds(question(LARGE[name], "exact")))
    guessed = estimates(odds(question(LARGE[name], "simulate")))
    assert not any(number.error for number in true.values())
    missed = {
        key: (number, true[key].value)
        for key, number in guessed.items()
        if abs(number.value - true[key].value) > number.error
    }
    assert len(guessed) > 30
    assert len(missed) <= 1, missed  # of 99 % errors one in a hundred may be too small
    unseen = {key: number.value for key, number in true.items() if key not in guessed}
    assert all(chance < 0.005 for chance in unseen.values()), unseen


# types for twenty battles: what the numbers below count
KINDS = ("infantry", "artillery", "medium-armor", "fighter", "tactical-bomber", "militia")
TWENTY = (
    ("310100", "200002"), ("400000", "210001"), ("220010", "300101"), ("511210", "320110"),
    ("003000", "300000"), ("600110", "410010"), ("020200", "201100"), ("333000", "500003"),
    ("112111", "111111"), ("700000", "700000"), ("040010", "400100"), ("202020", "302000"),
    ("501001", "203100"), ("010300", "300200"), ("420100", "330001"), ("602100", "511100"),
    ("300310", "210210"), ("804000", "612000"), ("230020", "420002"), ("100100", "100010"),
)  # fmt: skip


def numbered(digits: str) -> Force:
    return force(*(f"{n} {kind}" for n, kind in zip(digits, KINDS, strict=True) if n != "0"))


@pytest.mark.parametrize("number", range(len(TWENTY)))
def test_twenty_battles_agree_within_the_error_of_the_simulation(number: int) -> None:
    attacker, defender = map(numbered, TWENTY[number])
    ground = CITY if number % 3 else Ground(Battlefield(borders=(Border("", ("river",)),)))
    fought = battle(attacker, defender, ground, SAVE_AIR if number % 2 else NEVER)
    true = estimates(odds(question(fought, "exact")))
    guessed = estimates(odds(question(fought, "simulate", battles=20_000, seed=number)))
    missed = {
        key: (found, true[key].value)
        for key, found in guessed.items()
        if abs(found.value - true[key].value) > found.error
    }
    assert len(guessed) > 10
    assert len(missed) <= 1, missed  # of 99 % errors one in a hundred may be too small


@pytest.mark.parametrize("name", SMALL)
def test_battles_fought_together_come_out_as_those_fought_one_by_one(name: str) -> None:
    """Every ending that one way finds often the other finds about as often."""
    many = 4_000
    alone, together = one_by_one(SMALL[name], many, 5), simulate(SMALL[name], many, 6)
    assert sum(alone.values()) == sum(together.values()) == many
    for key in {*alone, *together}:
        mean = (alone[key] + together[key]) / 2
        assert abs(alone[key] - together[key]) <= 4 * (2 * mean) ** 0.5 + 3, key


def test_exact_odds_add_up() -> None:
    found = odds(question(LARGE["everything"], "exact"))
    assert sum(chance.value for chance in found.outcomes.values()) == pytest.approx(1)
    for side in (found.attacker, found.defender):
        assert sum(chance.value for chance in side.left.values()) == pytest.approx(1)
        mean = sum(number * chance.value for number, chance in side.left.items())
        lost = sum(number.value for number in side.lost.values())
        assert mean + lost == pytest.approx(sum(side.started.values()))


def test_vehicles_in_the_desert_are_simulated_and_the_page_says_why() -> None:
    fought = battle(force("2 medium-armor"), force("1 infantry"), Ground(Battlefield(("desert",))))
    found = odds(question(fought, battles=200))
    assert (found.method, found.battles, found.seed) == ("simulated", 200, 1)
    assert "(vehicles may break down in the desert (1.9))" in " ".join(text(BOOK, found).split())
    with pytest.raises(PbemError, match="these odds cannot be exact"):
        odds(question(fought, "exact"))


def test_simulated_desert_odds_are_those_of_brute_force() -> None:
    fought = battle(force("2 cavalry"), force("1 infantry"), Ground(Battlefield(("desert",))))
    captured = sum(
        chance
        for (outcome, _, _), chance in enumerate_battle(fought).items()
        if outcome is Outcome.CAPTURED
    )
    found = odds(question(fought)).outcomes[Outcome.CAPTURED]
    assert abs(found.value - float(captured)) <= found.error < 0.03


GUNS = "15 artillery"
MIXED = ("20 infantry", "20 cavalry", "9 artillery", "20 light-armor", "20 medium-armor")


@pytest.mark.parametrize(
    ("attacker", "defender", "why"),
    [
        ((GUNS, "1 infantry"), (GUNS,), "first strike alone can end in more than 150 ways"),
        (
            (*MIXED, "20 fighter", "5 tactical-bomber"),
            (*MIXED, "9 tank-destroyer", "20 fighter"),
            "a side can come to more than 2000 different forces",
        ),
        (
            ("50 infantry", "5 artillery", "20 medium-armor", "4 tactical-bomber"),
            ("80 infantry", "5 artillery", "10 medium-armor", "4 tank-destroyer"),
            "it can come to more than 500000 different pairs of forces",
        ),
    ],
)
def test_what_is_too_much_to_follow(
    attacker: tuple[str, ...], defender: tuple[str, ...], why: str
) -> None:
    with pytest.raises(NotExact) as caught:
        exact(battle(force(*attacker), force(*defender)))
    assert str(caught.value) == why


def test_a_seed_gives_the_same_battles_everywhere() -> None:
    stream = dice(1)
    assert [next(stream) for _ in range(12)] == [6, 7, 10, 12, 1, 2, 10, 12, 3, 4, 11, 6]
    fought = SMALL["a city"]
    assert one_by_one(fought, 50, 3) == one_by_one(fought, 50, 3)
    assert simulate(fought, 50, 3) == simulate(fought, 50, 3)
    assert simulate(fought, 50, 3) != simulate(fought, 50, 4)
    duel = battle(force("1 infantry"), force("1 militia"))
    assert simulate(duel, 1_000, 1) == {
        (Outcome.CAPTURED, (1,), (0,)): 490,
        (Outcome.HELD, (0,), (1,)): 420,
        (Outcome.EMPTIED, (0,), (0,)): 90,
    }


PAGE = """\
a battle
Exact odds.

WHO HOLDS THE ZONE
  45.5 %        the attacker takes the zone
    somebody has left Infantry 1.0
  45.5 %        the attackers are gone, the defender holds the zone
    somebody has left Militia 1.0
  9.1 %         nobody is left, the zone stays the defender's

MEAN LOSSES
  somebody: Infantry 0.5 of 1; 1.6 IPP
  somebody: Militia 0.5 of 1; 1.1 IPP

UNITS LEFT
  somebody: 0: 54.5 %, 1: 45.5 %
  somebody: 0: 54.5 %, 1: 45.5 %
"""


def test_the_page() -> None:
    found = odds(question(battle(force("1 infantry"), force("1 militia"))))
    assert text(BOOK, found) == PAGE


def test_the_page_of_simulated_odds_states_its_errors_in_78_columns() -> None:
    page = text(BOOK, odds(question(LARGE["bench"], "simulate", battles=300)))
    assert max(map(len, page.splitlines())) <= 78
    assert "Simulated: 300 battles, bit generator PCG64, seed 1 (asked for)." in page
    assert page.count("±") > 40


def test_the_plain_data() -> None:
    found = data(odds(question(battle(force("1 infantry"), force("1 militia")))))
    assert found["outcomes"]["captured"] == {
        "value": pytest.approx(5 / 11),
        "error": 0.0,
        "means": "the attacker takes the zone",
        "attacker_left": {"infantry": pytest.approx(1.0)},
        "defender_left": {"militia": 0.0},
    }
    assert found["attacker"] == {
        "name": "somebody",
        "units": {"infantry": 1},
        "lost": {"infantry": {"value": pytest.approx(6 / 11), "error": 0.0}},
        "lost_cost": {"value": pytest.approx(18 / 11), "error": 0.0},
        "units_left": {
            "0": {"value": pytest.approx(6 / 11), "error": 0.0},
            "1": {"value": pytest.approx(5 / 11), "error": 0.0},
        },
    }
    assert (found["method"], found["confidence"]) == ("exact", "99 %")


def test_what_the_command_tells_of_the_benchmark() -> None:
    document = read_document(BENCH)
    found = told(BOOK, document)
    assert found.data == data(odds_of(Sheet(BOOK, document)))
    assert found.text.splitlines()[:2] == [
        "Army Group Centre attacks the Western Front",
        "Exact odds.",
    ]
    assert found.data["outcomes"]["captured"]["value"] == pytest.approx(0.3404, abs=5e-4)


def test_attackers_that_broke_down_count_as_left() -> None:
    fought = battle(
        force("1 light-armor"), force("1 air-transport"), Ground(Battlefield(("desert",)))
    )
    found = odds(replace(question(fought), method="simulate"))
    assert found.attacker.lost["light-armor"].value == 0
    assert set(found.outcomes) == {Outcome.CAPTURED, Outcome.HELD}


def test_exact_odds_of_hits_that_count_once_a_type() -> None:
    ground = Ground(Battlefield(), rules=rules({"GW-R-27": "one-each-type"}))
    fought = battle(force("2 infantry"), force("2 infantry", "1 artillery"), ground, retreat=NEVER)
    true = estimates(odds(question(fought, "exact")))
    guessed = estimates(odds(question(fought, "simulate")))
    assert set(true) == set(guessed)
    assert all(abs(one.value - true[name].value) <= one.error for name, one in guessed.items())
    plain = battle(force("2 infantry"), force("2 infantry", "1 artillery"), Ground(Battlefield()))
    held = "outcome held"
    assert estimates(odds(question(plain, "exact")))[held].value > true[held].value
