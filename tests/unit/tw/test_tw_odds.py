"""`pbem odds` for The War: exact chances against an enumeration by hand of the printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from pbem.core.cases.shelf import shelf
from pbem.core.data.yamlio import read_text_as_document
from pbem.core.rules.battlefile import BattleFileError
from pbem.core.rules.book import Book
from pbem.systems.tw.odds.battle_file import Field, field_of, sheet_of
from pbem.systems.tw.odds.odds_air import air_odds
from pbem.systems.tw.odds.odds_ground import End, GroundOdds, ground_odds
from pbem.systems.tw.odds.odds_text import told

HEAD = "format: pbem-odds/1\nsystem: tw\nat: Sedan\n"
GERMANY = "attacker: {power: germany, units: [{units: {8-8 ARM: 3}, from: '1530'}]}\n"
FRANCE = "defender: {power: france, units: [{units: {6-5 INF: 1}}]}\n"
SURE = {0: Fraction(1)}


@cache
def book() -> Book:
    return shelf("tw").book


def read(text: str, head: str = HEAD) -> Field:
    return field_of(sheet_of(book(), read_text_as_document(head + text, "battle.yaml")))


def ground(text: str, shifts: Mapping[int, Fraction] = SURE, head: str = HEAD) -> GroundOdds:
    field = read(text, head)
    assert field.attack is not None
    return ground_odds(field.position, field.attack, shifts)


def cells(column: str, added: int) -> dict[str, Fraction]:
    """The chances of the cells of a column of the table, by hand."""
    found: dict[str, Fraction] = {}
    for die in range(1, 11):
        text = book().chart("gcrt").at(str(min(12, max(-1, die + added))), column).text
        found[text] = found.get(text, Fraction(0)) + Fraction(1, 10)
    return found


def test_results_have_the_chances_of_the_table() -> None:
    odds = ground(GERMANY + FRANCE)
    assert odds.factors == (24, 19)
    assert odds.modifiers == {"nationality": -1}
    assert dict(odds.results) == cells("1:1", -1)


def test_an_end_follows_from_the_results() -> None:
    """An exchange of 24 against 19 takes all three corps, since two are 16."""
    odds = ground(GERMANY + FRANCE)
    table = cells("1:1", -1)
    lost = sum((table[text] for text in table if text in ("AE", "EX")), Fraction(0))
    assert odds.ends.get(End.REPULSED, Fraction(0)) == lost
    assert odds.ends.get(End.HELD, Fraction(0)) == table["½AE"]
    assert sum(odds.ends.values()) == 1


def test_losses_are_those_of_each_result() -> None:
    odds = ground(GERMANY + FRANCE)
    table = cells("1:1", -1)
    gone = {"AE": 3, "½AE": 2, "EX": 3, "½EX": 2}
    assert odds.attacker.units == sum(table[text] * gone.get(text, 0) for text in table)
    killed = {"DE", "DEΩ", "½DEΩ", "EX", "½EX"}
    assert odds.defender.units == sum(table[text] for text in table if text in killed)
    worn = sum(table[text] for text in table if text.startswith("DD"))
    assert odds.defender.depleted == worn


def test_aircraft_shift_columns_by_their_chances() -> None:
    odds = ground(GERMANY + FRANCE, {0: Fraction(1, 4), 2: Fraction(3, 4)})
    assert dict(odds.columns) == {"1:1": Fraction(1, 4), "3:1": Fraction(3, 4)}
    both = {text: chance / 4 for text, chance in cells("1:1", -1).items()}
    for text, chance in cells("3:1", -1).items():
        both[text] = both.get(text, Fraction(0)) + 3 * chance / 4
    assert dict(odds.results) == both


def test_the_second_impulse_out_of_a_breach() -> None:
    """In clear ground infantry is not doubled, and spearheads take one more from the die."""
    text = "impulse: 2\n" + GERMANY.replace("3}, from: '1530'", "2}, from: Sedan, breach: true")
    odds = ground(text + FRANCE, head=HEAD.replace("Sedan", "'1532'"))
    assert odds.factors == (16, 6)
    assert odds.modifiers == {"nationality": -1, "second-impulse": -1}
    assert dict(odds.results) == cells("2:1", -2)


# --- in the air ----------------------------------------------------------------------------------

NATIONALITY = {(1, 3): -3, (4, 3): 1, (1, 4): -4, (4, 4): 0}
GOOD, HALF = 7, 5


def duel(ours: str, theirs: str, number: int = 1) -> dict[tuple[str, str], Fraction]:
    """A German fighter against a French one: how both end, by hand from the table."""
    ratings = (1 if ours == "fresh" else 4, 3 if theirs == "fresh" else 4)
    column = [
        book().chart("air-combat").at(str(min(12, max(-1, die + NATIONALITY[ratings]))), "1:1").text
        for die in range(1, 11)
    ]
    good = sum(cell.startswith("D") for cell in column)
    if number > 1 and (good < GOOD or 10 - good <= HALF):
        return {(ours, theirs): Fraction(1)}
    found: dict[tuple[str, str], Fraction] = {}
    for cell in column:
        after = (hit(ours, cell, "A"), hit(theirs, cell, "D"))
        ends = {after: Fraction(1)}
        if "lost" not in after and number < 3:
            ends = duel(*after, number + 1)
        for end, chance in ends.items():
            found[end] = found.get(end, Fraction(0)) + chance / 10
    return found


def hit(state: str, cell: str, side: str) -> str:
    if not cell.startswith(side):
        return state
    return "lost" if cell[1] == "E" or state == "worn" else "worn"


def test_a_duel_of_fighters() -> None:
    field = read(
        "battle: air\nattacker: {power: germany, effort: lle, air: {3-3-2 FTR: 1}}\n"
        "defender: {power: france, air: {3-3-2 FTR: 1}}\n"
    )
    assert field.attack is None
    odds = air_odds(field.skies, field.power, 2)
    ends = duel("fresh", "fresh")
    for which in (0, 1):
        lost = sum(chance for end, chance in ends.items() if end[which] == "lost")
        worn = sum(chance for end, chance in ends.items() if end[which] == "worn")
        assert odds.lost[which].get(1, Fraction(0)) == lost
        assert odds.depleted[which].get(1, Fraction(0)) == worn
    assert dict(odds.columns) == {0: Fraction(1)}


def test_a_sustained_effort_hits_three_times() -> None:
    """Three fighters against three: a result for one side falls upon all of it."""
    field = read(
        "battle: air\nattacker: {power: germany, effort: sle, air: {3-3-2 FTR: 3}}\n"
        "defender: {power: france, air: {3-3-2 FTR: 3}}\n"
    )
    odds = air_odds(field.skies, field.power, 2)
    assert set(odds.depleted[1]) | set(odds.lost[1]) <= {0, 3}


def test_what_is_left_shifts_the_attack() -> None:
    """Bombers that nobody meets shift all that they can."""
    field = read(GERMANY.replace("]}", "], air: {1-5-4 TAC: 1}}") + FRANCE)
    assert dict(air_odds(field.skies, field.power, 2).columns) == {1: Fraction(1)}


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GERMANY.replace("8-8 ARM", "9-9 ARM") + FRANCE, "there is no counter '9-9 ARM'"),
        (GERMANY.replace("1530", "1426") + FRANCE, "cannot be attacked from Berlin 1426"),
        (GERMANY.replace("germany", "prussia") + FRANCE, "there is no power 'prussia'"),
        (GERMANY + "defender: {power: france}\n", "nobody defends"),
        (GERMANY.replace("{8-8 ARM: 3}", "{2-5 INF: 1}") + FRANCE, "the odds are 1:10"),
    ],
)
def test_a_file_is_told_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(BattleFileError) as trouble:
        read(text)
    assert message in " ".join(one.message for one in trouble.value.findings)


def test_the_page_and_the_data_agree() -> None:
    document = read_text_as_document(HEAD + GERMANY + FRANCE, "battle.yaml")
    page = told(book(), document)
    assert "24 factors against 19, 1:1" in page.text
    assert page.data["outcomes"]["taken"] == float(ground(GERMANY + FRANCE).ends[End.TAKEN])
