"""The odds of raids: against all ways in which the dice can fall, and the pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from unit.gw.shipped import BOOK, Convoy, Raid

from pbem.core.data.yamlio import read_text_as_document
from pbem.core.rules.battlefile import BattleFileError
from pbem.systems.gw.battle.air_raid import D12, Facility, bomb
from pbem.systems.gw.odds.odds_raids import convoy_chances, raid_chances, raid_told
from pbem.systems.gw.odds.sheet import Sheet

HEAD = "format: pbem-odds/1\nsystem: gw\n"


def brute_force(raid: Raid) -> dict[str, Counter[int]]:
    """Every face of every die, one after the other."""
    found = {name: Counter[int]() for name in ("damage", "attackers lost", "interceptors lost")}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        choices, taken, chance = waiting.pop(), [], Fraction(1)

        def roll(
            _: str,
            count: int,
            sides: int,
            choices: tuple[int, ...] = choices,
            taken: list[tuple[int, int]] = taken,
        ) -> Sequence[int]:
            faces = []
            for _die in range(count):
                place = len(taken)
                face = choices[place] if place < len(choices) else 1
                taken.append((face, sides))
                faces.append(face)
            return faces

        result = bomb(raid, roll)
        for _, sides in taken:
            chance /= sides
        for place in range(len(choices), len(taken)):
            before = tuple(face for face, _ in taken[:place])
            waiting += [(*before, face) for face in range(2, taken[place][1] + 1)]
        lost = sum(raid.attacker.values()) - sum(result.attacker.values())
        found["damage"][result.damage - raid.target.damage] += chance
        found["attackers lost"][lost] += chance
        met = sum(raid.defender.values()) - sum(result.defender.values())
        found["interceptors lost"][met] += chance
    return found


@pytest.mark.parametrize(
    "raid",
    [
        Raid({"medium-bomber": 1}, {}, Facility(0, 4)),
        Raid({"medium-bomber": 1, "fighter": 1}, {"fighter": 1}, Facility(1, 20, guns=False)),
        Raid({"strategic-bomber": 1}, {"jet-fighter": 1}, Facility(0, 20, guns=False)),
    ],
)
def test_the_odds_of_a_raid_are_those_of_brute_force(raid: Raid) -> None:
    wanted = brute_force(raid)
    assert sum(wanted["damage"].values()) == 1
    for name, chances in raid_chances(raid).items():
        expected = {value: float(chance) for value, chance in wanted[name].items()}
        assert {k: v for k, v in chances.items() if v} == pytest.approx(expected), name


def test_rockets_are_not_met() -> None:
    raid = Raid({"strategic-rocket": 1}, {"fighter": 3}, Facility(0, 20))
    found = raid_chances(raid)
    assert found["damage"] == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))
    assert (found["attackers lost"], found["interceptors lost"]) == ({0: 1.0}, {0: 1.0})


def test_the_odds_of_a_convoy_raid_are_those_of_brute_force() -> None:
    """Two submarines against one Destroyer: 36 by 36 opposed rolls, one die of defence."""
    wanted: Counter[int] = Counter()
    for first, convoy, second, other in product(range(1, 7), repeat=4):
        lost = max(0, first + 2 - convoy - 1) + max(0, second + 2 - other - 1)
        wanted[min(lost, 5)] += 1
    found = convoy_chances({"submarine": 2}, Convoy({"destroyer": 1}, {}), 5, mines=False)
    assert found["IPP lost"] == pytest.approx({k: v / 6**4 for k, v in wanted.items()})
    assert found["raiders lost"] == pytest.approx({0: 8 / D12, 1: 4 / D12})


def test_more_hits_than_raiders_sink_all_of_them() -> None:
    convoy = Convoy({"battleship": 2}, {}, advanced_asw=True)
    found = convoy_chances({"submarine": 1}, convoy, 5, mines=False)
    assert found["raiders lost"][1] == pytest.approx(1 - (4 / 12) ** 2 * 10 / 12)
    assert sum(found["raiders lost"].values()) == pytest.approx(1)


def told(text: str) -> str:
    return raid_told(Sheet(BOOK, read_text_as_document(HEAD + text, "raid.yaml"))).text


def test_the_page_of_an_air_raid() -> None:
    page = told("battle: air-raid\nattacker: {units: {medium-bomber: 1}}\n")
    assert page.splitlines()[:3] == ["Strategic bombing", "Exact odds.", ""]
    assert "DAMAGE (mean 3.50)" in page
    assert "   1   25.0 %" in page


def test_the_page_of_a_convoy_raid() -> None:
    page = told("battle: convoy-raid\nraiders: {submarine: 1}\nleft: 0\n")
    assert "IPP LOST (mean 0.00)" in page
    assert "   0  100.0 %" in page


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "battle: air-raid\nattacker: {units: {infantry: 1}}\n"
            "defender: {units: {strategic-bomber: 1}}\ntarget: {maximum: 0}\nspeed: 1\n",
            [
                "Infantry has no part in this (9.16)",
                "Strategic Bomber has no part in this (9.16)",
                "maximum: found '0': too small",
                "unknown key 'speed'",
            ],
        ),
        (
            "battle: convoy-raid\nraiders: {battleship: 1, medium-bomber: 1}\n"
            "escorts: {light-carrier: 1}\npatrol: {destroyer: 1}\n",
            [
                "Battleship cannot raid so (9.11-9.13)",
                "Destroyer flies no patrol (8.7)",
                "Light Carrier cannot escort (9.11)",
                "aircraft that raid are met first (9.14)",
            ],
        ),
    ],
)
def test_everything_wrong_in_a_file_is_told_at_once(text: str, wanted: list[str]) -> None:
    with pytest.raises(BattleFileError) as caught:
        told(text)
    assert sorted(finding.message for finding in caught.value.findings) == wanted
