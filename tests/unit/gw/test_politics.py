"""Wars, control and alignment on the world of 1939: what players are told, and what is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order, check_order, read_orders, validate
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.record.dice import RunKeys
from pbem.core.record.state import REMOVED, State, Track
from pbem.core.rules.position import Position
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import Ruling
from pbem.systems.gw.moves.attacks import wars_begun
from pbem.systems.gw.politics.alignment import is_absorbed
from pbem.systems.gw.politics.declarations import war_between
from pbem.systems.gw.politics.diplomacy import limit
from pbem.systems.gw.world.vocabulary import PowerFlag

ROSTER = default_roster("gw", "global-war-1939")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)
BRITAIN = replace(STATE, clock=replace(STATE.clock, impulse=4, side="allies"))
MINORS = ("portugal", "belgium", "netherlands", "norway", "turkey", "brazil", "mongolia", "siam")


def ruled(state: State, section: str, data: dict[str, Any], player: str) -> Ruling:
    """The ruling on an order in play."""
    order = Order(section, 1, player, data, Where("orders.yaml", 1, 1))
    return check_order(Position(GAME, state, state, player, in_play=True), order)


def told(state: State, section: str, data: dict[str, Any], player: str) -> str:
    """The one finding about an order, with its hint and rule."""
    (finding,) = ruled(state, section, data, player).findings
    return f"{finding.message} | {finding.hint} | {finding.cite} | {finding.about}"


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({"war_on": "Protugal"}, "there is no nation 'Protugal' | did you mean portugal? |  | "),
        ({"war_on": "France"}, "Great Britain may not declare war on France: both are of one "),
        ({"war_on": "Great Britain"}, "it is no war against oneself | "),
        ({"war_on": "Germany"}, "Great Britain is at war with Germany already | "),
        ({"war_on": "Italy", "by": "ANZAC"}, "Great Britain takes the Commonwealth to war | "),
        ({"war_on": "Italy", "by": "France"}, "France is not yours, or not on turn | "),
        ({"war_on": "Portugal", "shares": {"United States": 3}}, "United States cannot share "),
        ({"war_on": "Portugal", "shares": {"France": 12}}, "the penalty is 10 IPPs | | 5.6 | "),
    ],
)
def test_a_bad_declaration_is_one_clear_finding(data: dict[str, Any], wanted: str) -> None:
    assert wanted.replace(" | |", " |  |") in told(BRITAIN, "declarations", data, "anna")


def test_an_attack_on_a_neutral_reads_back_what_it_costs() -> None:
    move = {"units": {"infantry": 1}, "from": "Western Germany", "to": "Belgium"}
    assert ruled(STATE, "combat_moves", move, "hans").reading == (
        "1 Infantry: Western Germany > Belgium; declares war on Belgium"
    )
    declared = ruled(BRITAIN, "declarations", {"war_on": "Portugal"}, "anna")
    paid = "Great Britain declares war on Portugal, 10 IPPs: Great Britain 10"
    assert declared.reading == paid
    asked = {"war_on": "Portugal", "shares": {"France": 4}}  # which may be granted, or not
    ruling = ruled(BRITAIN, "declarations", asked, "anna")
    assert ruling.reading == f"{paid}, less what is granted of France 4"
    assert charged(ruling) == {"great-britain": -10}
    one = {name: replace(power, players=("anna",)) for name, power in BRITAIN.powers.items()}
    ruling = ruled(replace(BRITAIN, powers=one), "declarations", asked, "anna")
    assert ruling.reading.endswith("10 IPPs: France 4, Great Britain 6")
    assert charged(ruling) == {"france": -4, "great-britain": -6}


def charged(ruling: Ruling) -> dict[str, int]:
    """What an order takes from whom on the receipt."""
    cash = [event for event in ruling.events if getattr(event, "name", "") == "cash"]
    return {event.power: event.new - event.old for event in cash}


def test_the_commonwealth_goes_to_war_as_one() -> None:
    events = tuple(war_between(STATE, "far-east-command", "italy"))
    assert wars_begun(events) == (("great-britain", "italy"),)
    assert {event.power for event in events if event.name == "italy"} == {
        "great-britain", "far-east-command", "anzac",
    }  # fmt: skip


def test_the_bonus_for_influence_counts_once_or_for_each_reason() -> None:
    assert [limit(3, raided, near, each=False) for raided, near in ((0, 0), (1, 0), (1, 1))] == [
        3, 4, 4,
    ]  # fmt: skip
    assert limit(3, True, True, each=True) == 5


def strength(state: State) -> Counter[str]:
    """How many units of each type are in the game."""
    found: Counter[str] = Counter()
    for unit in state.units.values():
        if unit.at != REMOVED:
            found[unit.counter] += unit.size
    return found


def test_whatever_war_is_declared_wars_have_two_sides_and_no_unit_is_lost() -> None:
    """Germany declares war on half the world: nations change hands, and nothing gets lost."""
    wars = "".join(f"  - {{war_on: {minor}}}\n" for minor in (*MINORS, "soviet-union"))
    head = "window: global-war-1939 1939-jul.1.axis/combat\nfor_state: any\nplayer: hans\n"
    file = read_orders(GAME, f"{head}declarations:\n{wars}non_combat_moves: []\n".encode(), "h")
    assert not file.findings
    outcome = adjudicate(
        GAME, STATE, RunFiles(submissions={"hans": file}), RunKeys(1, bytes(32), bytes(32), "test")
    )
    after = outcome.state
    assert not strength(after) - strength(STATE)
    assert not strength(STATE) - strength(after)
    for power in after.powers.values():
        for other, relation in power.relations.items():
            assert after.powers[other].relations[power.id] == relation
    assert [m for m in MINORS if not is_absorbed(after, m)] == ["brazil"]
    assert after.powers["brazil"].flags["controlled-by"] == "united-states"


def receipt(state: State, text: str, player: str) -> list[str]:
    """What the receipt of a file reads back, complaints first."""
    clock = f"global-war-1939 1939-jul.{state.clock.impulse}.{state.clock.side}/combat"
    head = f"window: {clock}\nfor_state: any\nplayer: {player}\n"
    read = validate(GAME, state, read_orders(GAME, (head + text).encode(), "orders.yaml"))
    errors = [finding.message for finding in read.findings if finding.severity == "error"]
    return errors + [reading.text for reading in read.readings]


def test_a_receipt_knows_the_pact_that_the_same_file_signs() -> None:
    """Free dice, annexations and attacks of the pact; without it every one of them is refused."""
    soviet = STATE.powers["germany"].flags | {PowerFlag.SIGNS.of("molotov-ribbentrop"): True}
    state = replace(
        STATE,
        clock=replace(STATE.clock, impulse=2, side="comintern", window="combat"),
        powers={**STATE.powers, "germany": replace(STATE.powers["germany"], flags=soviet)},
        places={**STATE.places, "warsaw": replace(STATE.places["warsaw"], controller="germany")},
    )
    moves = (
        "research: [{roll: [advanced-artillery, heavy-armor, radar], nation: Soviet Union}]\n"
        "combat_moves:\n"
        "  - {units: {infantry: 1}, from: Western Russia, to: Latvia}\n"
        "  - {units: {infantry: 1}, from: Western Ukraine, to: Lubelskie}\n"
    )
    signed = receipt(state, "pacts: [{sign: Molotov-Ribbentrop}]\n" + moves, "olga")
    assert signed[1:] == [
        "research: advanced-artillery, heavy-armor, radar",
        "1 Infantry: Western Russia > Latvia; annexes Latvia without a war",
        "1 Infantry: Western Ukraine > Lubelskie; attacks Lubelskie without a war",
    ]
    without = receipt(state, moves, "olga")
    assert not any("without a war" in line for line in without)
    assert any("dice" in line for line in without)
    ended = "pacts: [{sign: Molotov-Ribbentrop}, {nullify: Molotov-Ribbentrop}]\n"
    assert not any("without a war" in line for line in receipt(state, ended + moves, "olga"))


def test_a_receipt_knows_the_treaty_that_the_same_file_breaks() -> None:
    japan = replace(STATE.powers["japan"], counters={**STATE.powers["japan"].counters, "cash": 8})
    state = replace(
        STATE,
        clock=replace(STATE.clock, impulse=3, side="axis", window="combat"),
        powers={**STATE.powers, "japan": japan},
        tracks={**STATE.tracks, "pact-japanese-soviet": Track("pact-japanese-soviet", "in-force")},
    )
    war = (
        "declarations: [{war_on: Soviet Union}]\nproduction: [{build: {infantry: 2}, at: Tokyo}]\n"
    )
    barred, *_ = receipt(state, war, "kenji")
    assert barred.endswith("the Japanese-Soviet treaty is in force")
    poor, *read = receipt(state, "pacts: [{nullify: Japanese-Soviet}]\n" + war, "kenji")
    assert poor == "2 Infantry costs 6 IPP, there are 3 left"
    ends = "Japan ends Japanese-Soviet, 5 IPPs"
    assert read[:2] == [ends, "Japan declares war on Soviet Union"]


def test_an_attack_reads_back_every_war_that_it_begins_and_names_who_bars_it() -> None:
    """The British beside the French in Southern France; Germans beside the Japanese in Nanking."""
    british = next(u for u in STATE.units.values() if u.id == "great-britain:infantry@london")
    beside = replace(british, id="great-britain:infantry@southern-france", at="southern-france")
    italy = replace(
        STATE,
        clock=replace(STATE.clock, impulse=6, side="axis"),
        units={**STATE.units, beside.id: beside},
    )
    move = {"units": {"infantry": 1}, "from": "Northern Italy", "to": "Southern France"}
    wars = "; declares war on France; declares war on Great Britain"
    assert ruled(italy, "combat_moves", move, "gino").reading.endswith(wars)
    guard = replace(british, id="germany:infantry@nanking", owner="germany", at="nanking")
    china = replace(
        STATE,
        clock=replace(STATE.clock, impulse=7, side="allies"),
        units={**STATE.units, guard.id: guard},
    )
    attack = {"units": {"infantry": 1}, "from": "Hunan", "to": "Nanking"}
    assert "| its units defend Nanking | 5.5 |" in told(china, "combat_moves", attack, "walt")
