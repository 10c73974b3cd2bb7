"""Moves on the world board: whatever is ordered, units are conserved and nobody goes too far."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.gw.shipped import BOOK

from pbem.core.data.findings import Where, has_errors
from pbem.core.maps.paths import within
from pbem.core.orders.orders import (
    Order,
    Submission,
    check_order,
    open_window,
    read_orders,
    validate,
)
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.record.dice import RunKeys
from pbem.core.record.events import PowerChanged, apply, invert
from pbem.core.record.state import State, Unit
from pbem.core.rules.position import Position, position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.core.rules.system import Ruling
from pbem.systems.gw.moves.attacks import wars_begun
from pbem.systems.gw.world.cargo import carrier_of, is_hold, kinds_aboard, room_for, whereabouts
from pbem.systems.gw.world.rail import capacity, railed_in
from pbem.systems.gw.world.units import type_of, unit_type

ROSTER = default_roster("gw", "sea-lion-1940")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)
BRITAIN = replace(STATE, clock=replace(STATE.clock, impulse=4, side="allies"))
BALTIC = ("sea:a12", "sea:a13", "sea:a14")
MOST_STEPS = 8  # a bomber of 6 with an air base and long range
SECTIONS = ("combat_moves", "non_combat_moves", "rail_moves", "strategic_naval_moves")
ZONES = (
    "london", "southern-england", "scotland", "picardy", "belgium", "netherlands", "denmark",
    "western-germany", "berlin", "southern-norway", "gotaland", "normandy", "paris", "gibraltar",
    "sea:a7", "sea:a10", "sea:a12", "sea:a21", "sea:a22", "sea:a23", "sea:a28", "sea:a44",
)  # fmt: skip


def order(section: str, data: dict[str, Any], player: str) -> Order:
    return Order(section, 1, player, data, Where("orders.yaml", 1, 1))


def ruled(state: State, section: str, data: dict[str, Any], player: str) -> Ruling:
    """The ruling on an order in play."""
    position = Position(GAME, state, state, player, in_play=True)
    return check_order(position, order(section, data, player))


@pytest.mark.parametrize(
    ("holder", "held"),
    [("Great Britain", True), ("great-britain", True), ("enemy", True), ("Germany", False)],
)
def test_a_move_may_wait_for_a_nation_by_its_name(holder: str, held: bool) -> None:
    move = {"units": {"infantry": 1}, "from": "Berlin", "to": "Eastern Germany"}
    ruling = ruled(STATE, "non_combat_moves", move | {"if": f"London = {holder}"}, "hans")
    codes = [finding.code for finding in ruling.findings]
    assert codes == ([] if held else ["condition"])


def strength(state: State) -> Counter[tuple[str, str]]:
    """How many units of each type every nation has."""
    found: Counter[tuple[str, str]] = Counter()
    for unit in state.units.values():
        found[unit.owner, unit.counter] += unit.size
    return found


def units_of(power: str) -> list[Unit]:
    return [unit for unit in STATE.units.values() if unit.owner == power]


@st.composite
def orders(draw: st.DrawFn, power: str) -> tuple[str, dict[str, Any]]:
    """An order of any section about units that are there, to anywhere, sometimes with cargo."""
    unit = draw(st.sampled_from(units_of(power)))
    section = draw(st.sampled_from(SECTIONS))
    data: dict[str, Any] = {
        "units": {unit.counter: draw(st.integers(1, unit.size))},
        "from": unit.at,
        "to": draw(st.sampled_from(ZONES)),
    }
    if type_of(BOOK, unit).is_transport or unit.counter == "air-transport":
        cargo = draw(st.sampled_from([u for u in units_of(power) if u.at in ZONES]))
        data["load"] = {cargo.at: {cargo.counter: draw(st.integers(1, 2))}}
        if draw(st.booleans()):
            data["unload"] = {draw(st.sampled_from(ZONES)): "all"}
    return section, data


def check_played(before: State, ruling: Ruling) -> State:
    """The position after a legal order, with everything that must hold of it."""
    after = apply(before, ruling.events)
    assert strength(after) == strength(before)
    for unit in after.units.values():
        assert not is_hold(unit.at) or carrier_of(after, unit) is not None
        if kinds_aboard(position_of(GAME, after), unit):
            assert room_for(BOOK, type_of(BOOK, unit), kinds_aboard(position_of(GAME, after), unit))
    for region in ("europe", "ussr", "africa"):
        assert railed_in(after, "germany", region) <= capacity(BOOK, region)
    return after


@settings(max_examples=60, deadline=None)
@given(st.lists(orders("germany"), min_size=1, max_size=8))
def test_units_are_conserved_and_nobody_goes_too_far(
    said: list[tuple[str, dict[str, Any]]],
) -> None:
    state = STATE
    for section, data in said:
        ruling = ruled(state, section, data, "hans")
        assert ruling.ok or has_errors(ruling.findings)
        if not ruling.ok:
            continue
        after = check_played(state, ruling)
        if section in ("combat_moves", "non_combat_moves"):
            near = within(GAME.board.neighbours, str(data["from"]), MOST_STEPS)
            assert {whereabouts(after, u) for u in moved(state, after)} <= set(near)
        state = after


def moved(before: State, after: State) -> list[Unit]:
    """The units, or groups, that are not as they were."""
    return [
        unit
        for unit in after.units.values()
        if before.units.get(unit.id) != unit and unit.owner == "germany"
    ]


@settings(max_examples=60, deadline=None)
@given(st.lists(orders("great-britain"), min_size=1, max_size=6))
def test_no_british_ship_passes_the_closed_straits(
    said: list[tuple[str, dict[str, Any]]],
) -> None:
    state = BRITAIN
    for section, data in said:
        ruling = ruled(state, section, data, "anna")
        state = check_played(state, ruling) if ruling.ok else state
    for zone in BALTIC:
        ships = [unit for unit in state.at(zone) if unit.owner == "great-britain"]
        assert not [
            s for s in ships if type_of(BOOK, s).is_naval and not type_of(BOOK, s).is_submarine
        ]


def test_a_loaded_move_can_be_taken_back() -> None:
    data = {
        "units": {"naval-transport": 2},
        "from": "A23",
        "to": "A10",
        "load": {"Picardy": {"infantry": 2, "artillery": 1}, "Belgium": {"infantry": 1}},
        "unload": {"Denmark": {"infantry": 2}},
    }
    ruling = ruled(STATE, "non_combat_moves", data, "hans")
    assert ruling.findings == ()
    state, undo = STATE, []
    for event in ruling.events:
        undo.append(invert(event, state))
        state = apply(state, [event])
    assert sum(unit.size for unit in state.at("denmark")) == 2
    assert apply(state, reversed(undo)).digest == STATE.digest


@pytest.mark.parametrize(
    ("said", "window", "impulse"),
    [
        ("", "non-combat", 1),
        ("non_combat_moves:\n", "non-combat", 1),
        ("non_combat_moves: []\n", "combat", 4),
        ("rail_moves: [{units: {infantry: 1}, from: Berlin, to: Picardy}]\n", "combat", 4),
    ],
)
def test_whoever_wrote_the_second_half_is_not_asked_again(
    said: str, window: str, impulse: int
) -> None:
    head = "window: sea-lion 1940-jul.1.axis/combat\nfor_state: any\nplayer: hans\n"
    file = read_orders(GAME, (head + said).encode(), "hans.yaml")
    keys = RunKeys(1, bytes(32), bytes(32), "practice")
    outcome = adjudicate(GAME, STATE, RunFiles(submissions={"hans": file}), keys)
    assert (outcome.state.clock.window, outcome.state.clock.impulse) == (window, impulse)
    assert outcome.state.due == (("hans",) if impulse == 1 else ("anna",))


HEAD = "window: sea-lion 1940-jul.1.axis/{}\nfor_state: any\nplayer: hans\n"
SECOND = (
    "diplomacy: [{align: Romania}]\n"
    "place: [{units: {infantry: 1}, hold: all}]\n"
    "recruits: [{of: Germany}]\n"
)


def sent(window: str, said: str) -> Submission:
    return read_orders(GAME, (HEAD.format(window) + said).encode(), "hans.yaml")


def told(state: State, file: Submission) -> tuple[State, list[tuple[str, str, str]]]:
    """A run with one file: where it leads, and what became of each order."""
    keys = RunKeys(state.clock.run + 1, bytes(32), bytes(32), "practice")
    outcome = adjudicate(GAME, state, RunFiles(submissions={"hans": file}), keys)
    said = [entry.body for entry in outcome.ledger.entries if entry.kind == "order"]
    reasons = [(one.get("reasons") or [{"message": ""}])[0]["message"] for one in said]
    rows = zip(said, reasons, strict=True)
    return outcome.state, [(one["section"], one["result"], why) for one, why in rows]


def test_orders_of_the_second_half_in_a_first_file_without_it_are_told_so() -> None:
    """The receipt warns of each, and each is passed over; so they may be sent again."""
    file = sent("combat", SECOND)
    warned = [f for f in validate(GAME, STATE, file).findings if f.code == "second-half"]
    assert [f.where.line for f in warned if f.where] == [4, 5, 6]
    after, results = told(STATE, file)
    late = "its moment did not come in this run"
    assert results == [(name, "rejected", late) for name in ("diplomacy", "place", "recruits")]
    assert after.clock.window == "non-combat"
    again = sent("non-combat", SECOND)
    assert "second-half" not in [f.code for f in validate(GAME, after, again).findings]
    _, results = told(after, again)
    assert [name for name, _, _ in results] == ["diplomacy", "place", "recruits"]
    assert late not in [why for _, _, why in results]


def test_a_first_file_with_the_second_half_is_not_warned() -> None:
    file = sent("combat", f"{SECOND}non_combat_moves: []\n")
    assert "second-half" not in [f.code for f in validate(GAME, STATE, file).findings]
    after, results = told(STATE, file)
    assert after.clock.impulse == 4
    assert [name for name, _, _ in results] == ["diplomacy", "place", "recruits"]


def test_what_fits_aboard() -> None:
    def fits(carrier: str, *cargo: str) -> bool:
        return room_for(BOOK, unit_type(BOOK, carrier), [unit_type(BOOK, name) for name in cargo])

    assert fits("naval-transport", "infantry", "marine")
    assert fits("naval-transport", "infantry", "fighter")
    assert fits("naval-transport", "medium-armor")
    assert not fits("naval-transport", "artillery", "artillery")
    assert not fits("naval-transport", "infantry", "infantry", "infantry")
    assert not fits("naval-transport", "destroyer")
    assert fits("heavy-carrier", "fighter", "jet-fighter", "tactical-bomber")
    assert not fits("fleet-carrier", "medium-bomber")
    assert not fits("light-carrier", "fighter", "fighter")
    assert fits("strategic-bomber", "airborne")
    assert not fits("infantry", "militia")


def test_the_shipped_orders_are_legal() -> None:
    path = Path(__file__).parents[3] / "orders" / "gw" / "sea-lion-1940" / "hans.yaml"
    receipt = validate(GAME, STATE, read_orders(GAME, path.read_bytes(), path.name))
    assert receipt.findings == ()
    assert [reading.text for reading in receipt.readings] == [
        "germany refuses leave to great-britain: kaiser-wilhelm-canal",
        "1 Heavy Cruiser, 1 Light Cruiser: A12 Southern Baltic > A22 Western Channel",
        "1 Destroyer, 1 Torpedo Boat Destroyer: A23 English Channel and Southern North "
        "Sea > A22 Western Channel",
        "2 Fighter: Belgium > A22 Western Channel, back to Belgium",
        "2 Battlecruiser: A12 Southern Baltic > A22 Western Channel",
        "2 Naval Transport: A23 English Channel and Southern North Sea > A22 Western Channel",
        "1 Air Transport: Netherlands > Southern England",
        "2 Tactical Bomber: Picardy > Southern England",
        "2 Submarine: A23 English Channel and Southern North Sea > A21 Celtic and "
        "Irish Sea, to raid",
        "2 Medium Bomber: Western Germany > London, bombing Air Base",
        "1 Fighter: Netherlands > London, bombing Air Base",
        "strategic bombing at London; lose fighter",
        "fight for A22 Western Channel; lose torpedo-boat-destroyer, light-cruiser; "
        "retreat if ships <= 1",
        "fight for Southern England; lose infantry, marine; aim at light-armor; keep a "
        "land unit to take it",
        "raid at A21 Celtic and Irish Sea",
        "by rail 2 Infantry: Berlin > Picardy",
        "1 Naval Transport: A12 Southern Baltic > A10 Skagerrak",
        "1 Motorized Infantry, 1 Artillery: Belgium > Paris",
        "1 Infantry: Belgium > Picardy",
        "if Picardy = friendly and enemy units = 0: 1 Fighter: Netherlands > Belgium",
    ]


def test_combat_moves_come_too_late_in_the_second_window() -> None:
    late = replace(STATE, clock=replace(STATE.clock, window="non-combat"))
    data = {"units": {"submarine": 1}, "from": "A28", "to": "A22"}
    ruling = ruled(late, "combat_moves", data, "hans")
    assert [finding.message for finding in ruling.findings] == ["combat movement is over"]


def test_late_orders_are_refused_in_play() -> None:
    late = replace(STATE, clock=replace(STATE.clock, window="non-combat"))
    text = (
        "window: sea-lion 1940-jul.1.axis/non-combat\nfor_state: any\nplayer: hans\n"
        "battles: [{at: London}]\n"
    )
    file = read_orders(GAME, text.encode(), "hans.yaml")
    keys = RunKeys(1, bytes(32), bytes(32), "practice")
    outcome = adjudicate(GAME, late, RunFiles(submissions={"hans": file}), keys)
    results = [entry.body for entry in outcome.ledger.entries if entry.kind == "order"]
    assert [(body["section"], body["result"]) for body in results] == [("battles", "rejected")]
    assert results[0]["reasons"][0]["message"] == "it is too late for: Battles"


def test_who_is_at_peace_with_ships_is_told_so_and_not_that_nobody_is_there() -> None:
    roster = default_roster("gw", "global-war-1939")
    game, state = load_game(roster), first_state(roster)
    text = (
        f"window: {open_window(game, state)}\nfor_state: any\nplayer: hans\ncombat_moves:\n"
        "- {units: {light-cruiser: 1}, from: A12, to: A12}\n"
        "- {units: {light-cruiser: 1}, from: A12, to: A11}\n"
    )
    ours, others = validate(game, state, read_orders(game, text.encode(), "hans.yaml")).findings
    assert ours.message == ("you are at peace with Poland, whose units are in A12 Southern Baltic")
    assert ours.hint == "`against: Poland` attacks them and declares war, where you may"
    assert others.message.startswith("you are at peace with Denmark, whose units")


def test_each_war_is_told_once_by_its_first_nations() -> None:
    pairs = [
        ("great-britain", "germany"), ("germany", "great-britain"),
        ("anzac", "germany"), ("germany", "anzac"),
        ("united-states", "germany"), ("great-britain", "japan"), ("japan", "anzac"),
    ]  # fmt: skip
    events = [PowerChanged(one, "relation", other, None, "war") for one, other in pairs]
    assert wars_begun(events) == (
        ("great-britain", "germany"), ("united-states", "germany"), ("great-britain", "japan"),
    )  # fmt: skip
