"""The odds of a naval battle: exact against brute force, exact against simulated, the page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unit.gw.fleets import enumerate_naval, fleet, sea_battle
from unit.gw.shipped import BOOK, rules

from pbem.core.choices.conditions import parse_conditions
from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import read_text_as_document
from pbem.core.rules.battlefile import BattleFileError
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.naval_battle import AT_ONCE, Submerging, without_decks
from pbem.systems.gw.battle.naval_forces import NavalPlan
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.odds.naval_file import naval_question
from pbem.systems.gw.odds.odds import odds_of
from pbem.systems.gw.odds.odds_laws import NotExact
from pbem.systems.gw.odds.odds_naval import Ended, exact, simulate
from pbem.systems.gw.odds.odds_text import data, told
from pbem.systems.gw.odds.sheet import Sheet

DIVE = NavalPlan(submerge=AT_ONCE)
DIVE_WHEN_FEW = NavalPlan(submerge=(parse_conditions("units <= 1"),))
SMALL = {
    "two sorts of ships": sea_battle(
        fleet("1 destroyer", "1 heavy-cruiser"), fleet("2 light-cruiser")
    ),
    "battleships that take two hits": sea_battle(
        fleet("1 battleship", "1 destroyer"), fleet("1 fast-battleship", "1 battleship damaged")
    ),
    "submarines on both sides": sea_battle(
        fleet("2 submarine"), fleet("1 submarine", "1 light-cruiser")
    ),
    "hunters and a submarine that dives": sea_battle(
        fleet("2 destroyer", "1 medium-bomber patrol"), fleet("2 submarine hunted", plan=DIVE)
    ),
    "submarines that dive when few are left": sea_battle(
        fleet("2 destroyer", plan=NavalPlan(targets=("submarine",))),
        fleet("2 submarine", plan=DIVE_WHEN_FEW),
    ),
    "submarines that dive after their roll": sea_battle(
        fleet("2 destroyer"),
        fleet("2 submarine", plan=DIVE_WHEN_FEW),
        rules=rules({Submerging.id_in("gw"): "after-roll"}),
    ),
    "target selection and air superiority": sea_battle(
        fleet("1 fighter", "1 tactical-bomber", "1 light-carrier"),
        fleet("1 fighter patrol", "1 destroyer", "1 naval-transport"),
    ),
    "a seaplane and transports": sea_battle(
        fleet("1 seaplane", "1 destroyer"), fleet("1 destroyer", "2 naval-transport")
    ),
    "transports with Advanced ASW": sea_battle(
        fleet("2 submarine"), fleet("1 destroyer", "2 naval-transport", asw=True)
    ),
    "a retreat in round two": sea_battle(
        fleet("2 light-cruiser"),
        fleet("2 light-cruiser"),
        retreat=(parse_conditions(["round >= 2", "odds < 1-1"]),),
    ),
    "deadlock": sea_battle(
        fleet("1 submarine", "1 fighter"), fleet("1 fighter", "1 submarine hunted")
    ),
    "aircraft whose Carrier may sink, and others": replace(
        sea_battle(
            fleet("2 destroyer"),
            fleet(
                "1 fleet-carrier of one",
                "1 fighter patrol of one",
                "1 fighter patrol",
                plan=NavalPlan(losses=("fleet-carrier",)),
            ),
        ),
        air_groups=("one",),
    ),
}


def test_aircraft_leave_when_their_own_carrier_has_sunk_and_are_not_lost() -> None:
    """One Carrier is damaged, then the other, before one of them sinks with the next hit."""
    own = fleet("1 fleet-carrier of one", "1 fleet-carrier of two", "2 fighter patrol of two")
    battle = replace(sea_battle(own, fleet("1 destroyer")), air_groups=("one", "two"))
    side = battle.sides.attacker
    assert [(*kind.called, kind.damage) for kind in side.kinds] == [
        ("one", 0), ("one", 1), ("two", 0), ("two", 1), ("two", 0),
    ]  # fmt: skip
    carriers = [index for index in side.own_order if side.kinds[index].unit.is_carrier]
    assert carriers == [0, 2, 1, 3]
    start = battle.start()
    for left, flying in (((1, 0, 0, 0, 2), 0), ((0, 0, 0, 1, 2), 2)):
        after = without_decks(battle, start.put(Role.ATTACKER, left))
        assert after.forces.attacker[4] == flying
        assert after.alive.attacker == left


@pytest.mark.parametrize("name", SMALL)
def test_exact_odds_are_those_of_brute_force(name: str) -> None:
    wanted = enumerate_naval(SMALL[name], 3)
    assert sum(wanted.values()) == 1
    assert exact(SMALL[name]) == pytest.approx(
        {reached: float(chance) for reached, chance in wanted.items()}, abs=1e-11
    )


def by_outcome(endings: dict[Ended, float]) -> dict[Outcome, float]:
    chances: dict[Outcome, float] = {}
    for (outcome, _, _), chance in endings.items():
        chances[outcome] = chances.get(outcome, 0.0) + chance
    return chances


def test_simulated_odds_agree_with_exact_ones() -> None:
    battle = sea_battle(
        fleet("1 fleet-carrier", "1 fighter patrol", "2 destroyer", "1 battleship"),
        fleet("2 heavy-cruiser", "1 submarine", "2 destroyer", "1 naval-transport"),
        retreat=(parse_conditions("ships <= 1"),),
    )
    battles = 4_000
    found = by_outcome(
        {key: times / battles for key, times in simulate(battle, battles, 7).items()}
    )
    wanted = by_outcome(dict(exact(battle)))
    assert sum(wanted.values()) == pytest.approx(1.0, abs=1e-9)
    for outcome, chance in wanted.items():
        error = 4 * (chance * (1 - chance) / battles) ** 0.5 + 1e-3
        assert found.get(outcome, 0.0) == pytest.approx(chance, abs=error), outcome


def test_a_round_far_away_is_not_followed_exactly() -> None:
    battle = sea_battle(
        fleet("1 destroyer"), fleet("1 destroyer"), retreat=(parse_conditions("round >= 21"),)
    )
    with pytest.raises(NotExact, match="after round 20"):
        exact(battle)


HEAD = "format: pbem-odds/1\nsystem: gw\nbattle: naval\n"
DUEL = HEAD + "attacker: {units: {destroyer: 1}}\ndefender: {units: {destroyer: 1}}\n"


def test_the_odds_of_a_duel_are_what_arithmetic_says() -> None:
    """Each hits with 4 of 12: both sunk 1/9, one of them 2/9 each, else again."""
    found = odds_of(Sheet(BOOK, read_text_as_document(DUEL, "duel.yaml")))
    assert found.method == "exact"
    assert {str(name): round(chance.value, 9) for name, chance in found.outcomes.items()} == {
        "cleared": 0.4,
        "held": 0.4,
        "emptied": 0.2,
    }
    assert found.attacker.lost["destroyer"].value == pytest.approx(0.6)
    assert found.defender.lost_cost.value == pytest.approx(0.6 * 7)


def test_the_page_speaks_of_the_battle_at_sea() -> None:
    page = told(BOOK, read_text_as_document(DUEL, "duel.yaml")).text
    assert "HOW IT ENDS" in page
    assert "no defender is left in the battle" in page
    assert "Destroyer 0.6 of 1" in page


def test_simulated_odds_say_so_and_are_the_same_for_a_seed() -> None:
    text = DUEL + "method: simulate\nbattles: 300\nseed: 3\n"
    first, second = (
        data(odds_of(Sheet(BOOK, read_text_as_document(text, "duel.yaml")))) for _ in range(2)
    )
    assert first == second
    assert (first["method"], first["battles"], first["seed"]) == ("simulated", 300, 3)
    assert sum(row["value"] for row in first["outcomes"].values()) == pytest.approx(1.0)


def test_what_must_be_exact_is_refused_when_it_cannot() -> None:
    text = DUEL.replace("{destroyer: 1}}", "{destroyer: 1}, retreat: [round >= 30]}", 1)
    with pytest.raises(PbemError, match="cannot be exact"):
        odds_of(Sheet(BOOK, read_text_as_document(text + "method: exact\n", "duel.yaml")))


def test_everything_wrong_in_a_file_is_told_at_once() -> None:
    text = HEAD + (
        "attacker: {units: {infantry: 1, cruser: 2}, patrol: {destroyer: 1}, retreat: soon}\n"
        "defender: {hunted: {submarine: 0}, submerge: [depth > 3], speed: 3}\n"
        "method: guess\n"
    )
    with pytest.raises(BattleFileError) as caught:
        naval_question(Sheet(BOOK, read_text_as_document(text, "b.yaml")))
    found = [finding.message for finding in caught.value.findings]
    for part in (
        "Infantry cannot fight at sea",
        "no unit type is called 'cruser'",
        "Destroyer cannot stand under 'patrol'",
        "retreat: found 'soon'",
        "submarine: found '0': too small",
        "unknown key 'speed'",
        "method: found 'guess'",
        "depth",
    ):
        assert any(part in message for message in found), part
    assert len(found) == 8


def test_submarines_that_would_all_decline_submerge_at_once_unless_told_otherwise() -> None:
    text = HEAD + "attacker: {patrol: {fighter: 1}}\ndefender: {hunted: {submarine: 1}%s}\n"
    shy, bold = (
        naval_question(Sheet(BOOK, read_text_as_document(text % more, "b.yaml"))).battle
        for more in ("", ", submerge: never")
    )
    assert (shy.sides.defender.submerge, bold.sides.defender.submerge) == (AT_ONCE, ())


def test_dice_of_damage_sink_battleships_at_one_blow() -> None:
    """A hit sinks a whole Battleship on a 9 or more, which happens four times in twelve (15.5)."""
    duel = sea_battle(fleet("1 battlecruiser"), fleet("1 battleship"))
    plain, rolled = (exact(replace(duel, by_dice=dice)) for dice in (False, True))
    assert sum(rolled.values()) == pytest.approx(1)
    won = [by_outcome(dict(found))[Outcome.CLEARED] for found in (plain, rolled)]
    assert won[0] < won[1]
    times = 4000
    found = by_outcome(
        {k: n / times for k, n in simulate(replace(duel, by_dice=True), times, 3).items()}
    )
    assert found[Outcome.CLEARED] == pytest.approx(won[1], abs=0.03)


def test_dice_of_damage_follow_from_arithmetic() -> None:
    """One exchange, then the attacker leaves: the Battleship is hit, and sunk on a 9 or more."""
    leave = (parse_conditions("round >= 1"),)
    duel = sea_battle(fleet("1 battlecruiser"), fleet("1 battleship"), retreat=leave)
    endings = exact(replace(duel, by_dice=True))
    sunk = sum(chance for (_, _, defender), chance in endings.items() if not any(defender))
    hit = duel.sides.attacker.values[0] / 12
    assert sunk == pytest.approx(hit * 4 / 12)
