"""The odds of an amphibious assault: exact against brute force and against simulated ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from unit.gw.enumeration import Oracle, one_round
from unit.gw.shipped import BOOK

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import read_text_as_document
from pbem.core.rules.battlefile import BattleFileError
from pbem.systems.gw.battle.amphibious import Assault, first_round
from pbem.systems.gw.battle.rounds import Standing
from pbem.systems.gw.odds.assault_file import assault_question, invasion_from
from pbem.systems.gw.odds.odds import odds_of
from pbem.systems.gw.odds.odds_assault import exact, exact_assault, simulate, under_fire
from pbem.systems.gw.odds.odds_laws import NotExact
from pbem.systems.gw.odds.odds_simulated import Ended, ended
from pbem.systems.gw.odds.sheet import Sheet

INFANTRY = {"units": {"infantry": 1, "militia": 1}}
SMALL: Mapping[str, Mapping[str, Any]] = {
    "infantry alone": {"attacker": {"by_sea": {"infantry": 3}}, "defender": INFANTRY},
    "a second wave": {
        "attacker": {"by_sea": {"infantry": 2, "medium-armor": 1}},
        "defender": INFANTRY,
    },
    "bombardment and marines": {
        "attacker": {"by_sea": {"marine": 2, "artillery": 1}, "bombard": {"battleship": 1}},
        "defender": {"units": {"infantry": 1, "artillery": 1}},
    },
    "overland comrades and a fighter": {
        "borders": {"North": {}},
        "attacker": {
            "across": {"North": {"cavalry": 1}},
            "units": {"fighter": 1},
            "by_sea": {"infantry": 2, "light-armor": 1},
            "retreat": "save-air",
        },
        "defender": {"units": {"infantry": 1, "militia": 1}},
    },
    "an Attack Transport": {
        "attacker": {"attack_transports": {"medium-armor": 1, "infantry": 1}},
        "defender": INFANTRY,
    },
}


def brute_force(assault: Assault) -> Counter[Ended]:
    """The chance of every ending of an assault over all ways in which the dice can fall."""
    total: Counter[Ended] = Counter()
    waiting: list[tuple[int, ...]] = [()]
    known: dict[Standing, Counter[Ended]] = {}
    while waiting:
        oracle = Oracle(waiting.pop())
        after = replace(first_round(assault, oracle.throw), round=1)
        for reached, chance in follow(assault, after, known).items():
            total[reached] += oracle.chance * chance
        waiting += oracle.others
    return total


def follow(
    assault: Assault, position: Standing, known: dict[Standing, Counter[Ended]]
) -> Counter[Ended]:
    if position not in known:
        outcome = assault.whole.ending(position)
        if outcome is not None:
            return Counter({ended(outcome, position): Fraction(1)})
        total: Counter[Ended] = Counter()
        stay = Fraction(0)
        for after, chance in one_round(assault.whole, position).items():
            if replace(after, round=1) == position:
                stay += chance
                continue
            for reached, more in follow(assault, replace(after, round=1), known).items():
                total[reached] += chance * more
        known[position] = Counter({key: chance / (1 - stay) for key, chance in total.items()})
    return known[position]


@pytest.mark.parametrize("name", SMALL)
def test_exact_odds_are_those_of_brute_force(name: str) -> None:
    assault = invasion_from(BOOK, SMALL[name]).planned
    wanted = brute_force(assault)
    assert sum(wanted.values()) == 1
    assert exact_assault(assault) == pytest.approx(
        {reached: float(chance) for reached, chance in wanted.items()}, abs=1e-12
    )


GUNS = {
    "coastal_artillery": 1,
    "attacker": {"by_sea": {"infantry": 3, "artillery": 1}, "bombard": {"light-cruiser": 1}},
    "defender": {"units": {"infantry": 2}},
}


def test_coastal_artillery_sinks_cruiser_and_transports_with_the_chances_of_its_dice() -> None:
    """Three ships, three dice at 3: the cruiser falls first, then two infantry, then the rest."""
    found = {
        tuple(sorted((troop.unit.id, troop.count) for troop in troops)): chance
        for chance, troops in under_fire(invasion_from(BOOK, GUNS))
    }
    assert found == pytest.approx(
        {
            (("artillery", 1), ("infantry", 3)): (27 + 27) / 64,
            (("artillery", 1), ("infantry", 1)): 9 / 64,
            (): 1 / 64,
        }
    )


def test_simulated_odds_agree_with_exact_ones_under_coastal_fire() -> None:
    invasion = invasion_from(BOOK, GUNS)
    battles = 4_000
    wanted, found = Counter[str](), Counter[str]()
    for (outcome, _, _), chance in exact(invasion).items():
        wanted[str(outcome)] += chance  # type: ignore[assignment]
    for (outcome, _, _), times in simulate(invasion, battles, 11).items():
        found[str(outcome)] += times
    assert sum(wanted.values()) == pytest.approx(1.0)
    for name, chance in wanted.items():
        error = 4 * (chance * (1 - chance) / battles) ** 0.5 + 1e-3
        assert found[name] / battles == pytest.approx(chance, abs=error), name


OVERLAND = """format: pbem-odds/1
system: gw
borders: {North: {}}
attacker: {across: {North: {infantry: 1}}, by_sea: {infantry: 1}, retreat: [round >= 2]}
defender: {units: {infantry: 2}}
battles: 500
"""


def test_overland_comrades_who_may_leave_are_simulated() -> None:
    with pytest.raises(NotExact, match="overland"):
        exact(assault_question(Sheet(BOOK, read_text_as_document(OVERLAND, "a.yaml"))).battle)
    found = odds_of(Sheet(BOOK, read_text_as_document(OVERLAND, "a.yaml")))
    assert (found.method, found.battles) == ("simulated", 500)
    assert sum(chance.value for chance in found.outcomes.values()) == pytest.approx(1.0)
    with pytest.raises(PbemError, match="cannot be exact"):
        odds_of(Sheet(BOOK, read_text_as_document(OVERLAND + "method: exact\n", "a.yaml")))


def test_everything_wrong_in_a_file_is_told_at_once() -> None:
    text = (
        "format: pbem-odds/1\nsystem: gw\ncoastal_artillery: many\n"
        "attacker: {by_sea: {infantry: 1, fighter: 1}, bombard: {destroyer: 1, battleship: 2}}\n"
        "defender: {units: {infantry: 1}}\nspeed: 1\n"
    )
    with pytest.raises(BattleFileError) as caught:
        assault_question(Sheet(BOOK, read_text_as_document(text, "a.yaml")))
    assert sorted(finding.message for finding in caught.value.findings) == [
        "Destroyer does not bombard (table 9-6)",
        "Fighter does not land from transports",
        "coastal_artillery: found 'many'",
        "more ships bombard than land units land (9.9)",
        "unknown key 'speed'",
    ]
