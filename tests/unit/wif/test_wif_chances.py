"""The odds of land and air combats: against play in every way that dice fall, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from unit.wif.stage import receipt
from unit.wif.test_wif_air_missions import plane, setting
from unit.wif.test_wif_land_combat import XLI, XX, red
from unit.wif.test_wif_land_combat import setting as field

from pbem.core.cases.shelf import shelf
from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import Document, flow_text, read_document, read_text_as_document
from pbem.core.orders.inputs import DiceSource
from pbem.core.play.every_way import every_way
from pbem.core.play.rehearsal import rehearsal
from pbem.core.rules.readings import rules_from
from pbem.systems.flames.air.air_battle import AirBattle
from pbem.systems.flames.air.air_combat import fire, lines_over
from pbem.systems.flames.air.air_to_air import DAY, Conditions, Lines
from pbem.systems.flames.air.flights import Flight, Mission
from pbem.systems.flames.air.sorties import Sky
from pbem.systems.flames.kits.bounces import bounces
from pbem.systems.flames.land.combat.land_results import carry_out
from pbem.systems.flames.land.combat.resolution import Combat, resolve
from pbem.systems.flames.land.combat.support import AirSupport
from pbem.systems.flames.land.combat_table import read_result
from pbem.systems.flames.odds.battlefield import combat_of, sheet_of
from pbem.systems.flames.odds.dogfight import dogfight_of
from pbem.systems.flames.odds.odds_air import Sides, Skies, Ways, _bounce, _round, air_odds
from pbem.systems.flames.odds.odds_land import WHOLLY_LOST, End, land_odds, toll_of
from pbem.systems.flames.odds.odds_ordered import ordered_odds
from pbem.systems.flames.odds.odds_text import told
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.cases.situation import BOOK as CASES
from pbem.systems.wif.cases.situation import situation

BOOK = shelf("wif").book
ORDERS = Path(__file__).parents[3] / "orders" / "wif"


def file_of(text: str) -> Document:
    return read_text_as_document(f"format: pbem-odds/1\nsystem: wif\n{text}", "odds.yaml")


def combat(**said: Any) -> Combat:
    text = "".join(f"{key}: {flow_text(value)}\n" for key, value in said.items())
    return combat_of(sheet_of(CASES, BOOK, file_of(text)))


# --- land --------------------------------------------------------------------------------------


PLAIN = {"attacker": {"units": ["INF 6", "INF 4"]}, "defender": {"units": ["INF 4"]}}
ARMOUR = {
    "attacker": {
        "units": ["ARM 8", "MOT 5", {"unit": "INF 6", "across": "river"}],
        "support": [3],
        "hq": 5,
    },
    "defender": {"units": [{"unit": "INF 4", "face_down": True}, "INF 3"], "hq": 2},
    "options": {"13": True, "26": True},
}
WINTER = {
    "hex": {"terrain": "forest", "weather": "snow", "factories": 1},
    "attacker": {"units": ["MTN 4", "MTN 5", "INF 9"]},
    "defender": {"units": ["INF 5", "ARM 6"], "supplied": False},
    "options": {"26": True},
}
BATTLES: Mapping[str, dict[str, Any]] = {
    "plain": PLAIN,
    "armour, HQs, bombers, a fraction of the next odds": ARMOUR,
    "winterised first losses, a factory": WINTER,
    "two dice": {**ARMOUR, "options": {"13": True, "26": True, "27": True}},
}


def test_the_chances_of_a_plain_attack_by_hand() -> None:
    """10 against 4, 2:1, in the open: no armour, so that the defender chooses the assault."""
    found = land_odds(combat(**PLAIN))
    column = [BOOK.chart("land-combat-1d10").lookup(table="assault", column="2:1", roll=r).text
              for r in range(1, 11)]  # fmt: skip
    assert (found.attack, found.defence, found.chooser, found.usual) == (
        10,
        4,
        "defender",
        "assault",
    )
    table = found.tables["assault"]
    assert table.results == {cell: Fraction(column.count(cell), 10) for cell in sorted(set(column))}
    killing = [cell for cell in column if read_result(cell).defender]
    assert table.defender.units == Fraction(len(killing), 10)
    assert table.ends == {
        End.DESTROYED: Fraction(len(killing), 10),
        End.HELD: 1 - Fraction(len(killing), 10),
    }
    lost = sum(min(2, read_result(cell).attacker) for cell in column)
    assert table.attacker.units == Fraction(lost, 10)
    assert table.attacker.cost == 3 * table.attacker.units


@pytest.mark.parametrize("name", BATTLES)
def test_the_chances_are_those_of_the_throw(name: str) -> None:
    start = combat(**BATTLES[name])
    position, odds = start.umpire.position, land_odds(start)
    chances: dict[str, Fraction] = {}
    for chance, result in every_way(lambda dice: resolve(_over(start, rehearsal(position, dice)))):
        assert result is not None
        chances[result.text] = chances.get(result.text, Fraction(0)) + chance
    assert chances == odds.tables[odds.usual].results
    assert sum(chances.values()) == 1


@pytest.mark.parametrize("name", BATTLES)
def test_a_toll_is_what_play_takes(name: str) -> None:
    """Every result carried out by the step of play costs the units that the odds count."""
    start = combat(**BATTLES[name])
    began, position = dict(start.facts), start.umpire.position
    odds = land_odds(start)
    for text in odds.tables[odds.usual].results:
        again = _over(start, rehearsal(position))
        again.facts = began
        toll = toll_of(again, read_result(text))
        again.support = AirSupport()  # bombers of a file are no units
        carry_out(again, read_result(text), ())
        units = again.umpire.position.units
        gone = {unit.id for unit in units.values() if unit.at.startswith("pool:")}
        left = {unit.id for unit in again.defenders} - gone
        shattered = {unit.id for unit in units.values() if unit.at.startswith("track:")}
        assert gone == {*toll.attackers, *toll.defenders}, text
        assert (shattered == left) == (toll.end in (End.SHATTERED, End.BREAKTHROUGH)) or not left
        up = [u for u in again.attackers if not units[u.id].marked("face-down")]
        assert len([u for u in up if u.id not in gone]) == toll.face_up, text


def _over(start: Combat, umpire: Any) -> Combat:
    again = copy(start)
    again.umpire, again.facts = umpire, dict(start.facts)
    return again


def test_who_has_no_factors_is_lost_and_who_meets_none_wins() -> None:
    nothing = land_odds(combat(attacker={"units": ["INF 0"]}, defender={"units": ["INF 3"]}))
    assert nothing.usual == WHOLLY_LOST
    assert nothing.tables[WHOLLY_LOST].attacker.units == 1
    against = land_odds(combat(attacker={"units": ["INF 4"]}, defender={"units": ["INF 0"]}))
    assert against.tables["assault"].results == {"*/2S": 1}


WRONG = [
    ("attacker: {units: [INF 4]}\n", "'defender' is missing"),
    ("attacker: {units: [Panzer]}\ndefender: {units: [INF 4]}\n", "'Panzer' is no land unit"),
    ("attacker: {units: [7]}\ndefender: {units: [INF 4]}\n", "'7' is no land unit"),
    ("attacker: {units: [INF 4], hq: 3}\ndefender: {units: [INF 4]}\n", "HQ support is option 13"),
    (
        "attacker: {units: [{unit: ARM 6, across: alpine}]}\ndefender: {units: [INF 4]}\n",
        "ARM cannot attack across alpine",
    ),
    (
        "attacker: {units: [{unit: INF 3, power: italy}, {unit: INF 3, power: ussr}]}\n"
        "defender: {units: [INF 4]}\n",
        "the USSR does not fight on this side",
    ),
    (
        "attacker: {units: [INF 4]}\ndefender: {units: [INF 4]}\noptions: {'8-night': true}\n",
        "option 8-night needs option 8",
    ),
    ("battle: air\nattacker: {bombers: [3]}\ndefender: {bombers: [2]}\n", "nobody fights"),
    (
        "battle: air\nattacker: {fighters: [3], abort: [luck >= 2]}\ndefender: {bombers: [2]}\n",
        "luck",
    ),
    (
        "battle: air\nnight: true\nattacker: {fighters: [3]}\ndefender: {bombers: [2]}\n",
        "this is option 8-night, which is off",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_file_that_cannot_be_says_where(text: str, message: str) -> None:
    with pytest.raises(PbemError) as trouble:
        told(CASES, BOOK, file_of(text))
    assert any(message in str(finding) for finding in trouble.value.findings)
    assert all(str(finding).startswith("odds.yaml:") for finding in trouble.value.findings)


@pytest.mark.parametrize("name", ["odds-land.yaml", "odds-air.yaml"])
def test_the_shipped_files_are_answered(name: str) -> None:
    answer = told(CASES, BOOK, read_document(ORDERS / name))
    assert answer.data["method"] == "exact"
    assert max(map(len, answer.text.splitlines())) <= 78


def test_a_receipt_tells_the_odds_of_its_attacks() -> None:
    given = field(XX, XLI, red("3 INF", "E0912", 5), FLIERS[2])
    order = {"at": "E0912", "with": ["XX INF", "XLI ARM"], "support": "Ju-87"}
    found = receipt(given, "germany", {"attacks": [order]})
    (one,) = ordered_odds(found)
    assert one.order is not None and one.kind == "odds"
    assert sum(one.facts["outcomes"].values()) == pytest.approx(1, abs=0.001)
    assert (one.facts["at"], one.facts["attack"], one.facts["defence"]) == ("E0912", "20", "5")
    assert one.text.startswith(
        "with the bombers 20 factors against 5: 4:1; blitzkrieg (you choose):"
    )


# --- air ---------------------------------------------------------------------------------------


def skies(**more: Any) -> Skies:
    said = {"under": DAY, "bounce": False, "cost": {}, "abort": ((), ()), **more}
    return Skies(rules_from(BOOK, {}), **said)


FLIERS = [
    plane("Bf-109", "FTR", "E1212", air_to_air=6, cost=2),
    plane("Bf-110", "FTR", "E1212", air_to_air=4, cost=3),
    plane("Ju-87", "LND", "E1213", air_to_air=2, tactical=4, cost=3),
    plane("He-111", "LND", "E1213", air_to_air=3, tactical=3, cost=4),
    plane("MiG-3", "FTR", "E0812", power="ussr", air_to_air=5, cost=2),
    plane("Yak-1", "FTR", "E0812", power="ussr", air_to_air=5, cost=3),
]
ROLE = {"LND": Mission.STRIKE, "FTR": Mission.ESCORT}


def battle_in(position: Position, dice: DiceSource) -> AirBattle:
    """All of FLIERS over one hex."""
    sky = Sky()
    for piece in position.pieces(*(row["name"] for row in FLIERS)):
        mission = ROLE[piece.kind] if piece.owner == "germany" else Mission.INTERCEPT
        sky.take_off([Flight(piece, mission, "E0912")])
    umpire = rehearsal(position, dice)
    under = Conditions(position.options.aircraft_types)
    return AirBattle(umpire, sky, "E0912", lines_over(umpire, sky, "E0912"), under)


def same(position: Position, act: Callable[[AirBattle], object], ways: Ways) -> None:
    """An act of play leaves the lines that the odds know of, each with its chance."""

    def done(dice: DiceSource) -> str:
        one = battle_in(position, dice)
        act(one)
        first, second = one.lines.values()
        return str(Sides((first, second)).settled.key[0])

    played: dict[str, float] = {}
    for chance, key in every_way(done):
        played[key] = played.get(key, 0.0) + float(chance)
    found: dict[str, float] = {}
    for weight, sides in ways:
        key = str(sides.settled.key[0])
        found[key] = found.get(key, 0.0) + weight
    assert found == pytest.approx(played)


COST = {row["name"]: row["ratings"]["cost"] for row in FLIERS}


def test_a_round_of_the_odds_is_a_round_of_play() -> None:
    """Both sides' lines after one round, as the step of play leaves them in every way."""
    position = situation(setting(*FLIERS, options={"8": True, "2": True}))
    first, second = battle_in(position, rehearsal(position).inputs.dice).lines.values()
    under = skies(under=Conditions(True), cost=COST)
    same(position, fire, _round(Sides((first, second)), under).ways)


@pytest.mark.parametrize("result", ["AC", "DC"])
def test_a_bounce_of_the_odds_is_a_bounce_of_play(result: str) -> None:
    position = situation(setting(*FLIERS, options={"8": True, "2": True, "44": True}))
    first, second = battle_in(position, rehearsal(position).inputs.dice).lines.values()
    under = skies(under=Conditions(True), bounce=True, cost=COST)
    ways = _bounce(0, Sides((first, second)), result, under)
    assert ways is not None
    same(position, lambda one: bounces(one, "allied", result), ways)


def test_two_fighters_alone_by_hand() -> None:
    """Both have the value 0: round by round each is struck out by X or A, until one is gone."""
    (ours, theirs), under = _dogfight("attacker: {fighters: [5]}\ndefender: {fighters: [5]}\n")
    found = air_odds((ours, theirs), under)
    chart, hits = BOOK.chart("air-to-air"), {"X": 0, "A": 0}
    for total in range(2, 21):
        what = chart.lookup(column=0, roll=total).text[1:]
        if what in hits:
            hits[what] += 10 - abs(total - 11)
    struck = Fraction(sum(hits.values()), 100)
    over = 1 - (1 - struck) ** 2
    lost = Fraction(hits["X"], 100) / over
    assert found.fates["attacker fighter 1"]["lost"] == pytest.approx(float(lost), abs=1e-8)
    assert found.rounds[1] == pytest.approx(float(over))
    assert sum(found.rounds.values()) == pytest.approx(1)


def test_who_aborts_after_the_first_round_fights_no_second() -> None:
    said = (
        "attacker: {fighters: [5], bombers: [2], abort: [round = 1]}\ndefender: {fighters: [5]}\n"
    )
    start, under = _dogfight(said)
    found = air_odds(start, under)
    assert [*found.rounds] == [1]
    (bomber,) = [plane.id for plane in start[1].bombers]
    assert found.fates[bomber]["aborted"] > 0.4


def _dogfight(text: str) -> tuple[tuple[Lines, Lines], Skies]:
    return dogfight_of(sheet_of(CASES, BOOK, file_of(f"battle: air\n{text}")))
