"""Playing Global War: whose turn it is, zones, the words of reports, what ships with the slice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from unit.gw.shipped import BOOK

from pbem.core.data.yamlio import read_document
from pbem.core.orders.orders import read_orders, read_standing, validate
from pbem.core.record.state import Power, State
from pbem.core.rules.position import position_of
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.combat.land.land_fight import LandShot
from pbem.systems.gw.combat.paragraphs import heading, hits_told, shot_told
from pbem.systems.gw.odds.odds_text import told
from pbem.systems.gw.world.nations import (
    aligned,
    at_war,
    calendar_turn_after,
    is_friendly,
    next_turn_number,
)
from pbem.systems.gw.world.units import units_told
from pbem.systems.gw.world.zones import battlefield, border_into, is_surrounded

ORDERS = Path(__file__).parents[3] / "orders" / "gw"
ROSTER = default_roster("gw", "france-1940")
GAME, STATE = load_game(ROSTER), first_state(ROSTER)


def test_january_follows_july() -> None:
    assert calendar_turn_after("1940-jul") == "1941-jan"
    assert calendar_turn_after("1941-jan") == "1941-jul"


def test_nations_take_their_turns_in_the_books_order() -> None:
    numbers, state = [], STATE
    while (number := next_turn_number(position_of(GAME, state))) is not None:
        numbers.append(number)
        state = replace(state, clock=replace(state.clock, impulse=number))
    assert numbers == [4, 5]


def test_a_nation_without_units_has_no_turn() -> None:
    units = {name: unit for name, unit in STATE.units.items() if unit.owner != "great-britain"}
    assert next_turn_number(position_of(GAME, replace(STATE, units=units))) == 5


def test_enemies_and_the_aligned() -> None:
    assert at_war(STATE, "germany", "france")
    assert aligned(STATE, "france", "great-britain")
    assert not aligned(STATE, "germany", "france")
    assert is_friendly(STATE, "great-britain", "paris")
    assert not is_friendly(STATE, "germany", "switzerland")


def test_a_border_matters_towards_the_zone_that_it_names() -> None:
    assert border_into(BOOK, GAME.board, "paris", "picardy").terrain == ("river",)
    assert border_into(BOOK, GAME.board, "picardy", "paris").terrain == ()
    assert border_into(BOOK, GAME.board, "alsace-lorraine", "bavaria").works == "maginot-line"
    assert border_into(BOOK, GAME.board, "bavaria", "alsace-lorraine").works == ""


def test_paris_is_a_city_and_surrounded_only_by_enemies() -> None:
    assert battlefield(position_of(GAME, STATE), "paris", ["picardy"]).city
    assert not is_surrounded(position_of(GAME, STATE), "paris")
    taken = {
        zone: replace(STATE.places[zone], controller="germany")
        for zone in GAME.board.neighbours["paris"]
    }
    around = replace(STATE, places={**STATE.places, **taken})
    assert is_surrounded(position_of(GAME, around), "paris")
    assert battlefield(position_of(GAME, around), "paris", ["picardy"]).surrounded


def test_an_air_base_keeps_a_city_open_until_it_is_damaged() -> None:
    zone = replace(STATE.places["eastern-germany"], controller="france")
    state = replace(STATE, places={**STATE.places, "eastern-germany": zone})
    assert not is_surrounded(position_of(GAME, state), "berlin")
    damaged = replace(state.places["berlin"], markers={"damage-air-base": 1})
    assert is_surrounded(
        position_of(GAME, replace(state, places={**state.places, "berlin": damaged})), "berlin"
    )


SHOT: dict[str, Any] = {
    "unit": "infantry",
    "dice": [[1, 3, 0], [2, 2, 0], [1, 3, 0]],
    "faces": [3, 2, 9, 12],
    "hits": 2,
    "selected": 0,
    "broken": 0,
    "claim": "",
    "versus": "",
    "side": "attacker",
    "stage": "later",
    "lost": [["militia", 1], ["infantry", 1]],
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "2 hits: Militia, Infantry"),
        ({"hits": 0, "lost": []}, "no hit"),
        ({"hits": 0, "lost": [], "broken": 1}, "no hit; 1 broke down"),
        ({"selected": 1}, "3 hits: Militia, Infantry (1 selected, nobody else to hit)"),
        ({"hits": 1}, "1 hit: Militia, Infantry (double casualties)"),
        ({"claim": "aircraft-first"}, "2 hits: Militia, Infantry (aircraft first)"),
        ({"lost": []}, "2 hits: nobody (nobody else to hit)"),
    ],
)
def test_what_a_volley_did(changed: dict[str, object], words: str) -> None:
    assert hits_told(BOOK, LandShot(**{**SHOT, **changed})) == words


def test_a_volley_names_equal_dice_once() -> None:
    assert (
        shot_told(BOOK, LandShot(**SHOT))
        == "Infantry 2 at 3, 2 at 2: 3 2 9 12   2 hits: Militia, Infantry"
    )


def test_units_and_heading_in_words() -> None:
    assert units_told(BOOK, [["infantry", 3], ["maginot-line", 1]]) == "3 Infantry, 1 Maginot Line"
    assert units_told(BOOK, []) == "nothing"
    assert heading(position_of(GAME, STATE)) == "July 1940, Germany"


def test_the_shipped_orders_are_legal() -> None:
    folder = ORDERS / "france-1940"
    submission = read_orders(GAME, (folder / "hans.yaml").read_bytes(), "hans.yaml")
    receipt = validate(GAME, STATE, submission)
    assert receipt.findings == ()
    assert len(receipt.readings) == 11
    assert receipt.readings[3].text == "1 Tactical Bomber: Belgium > Normandy, back to Picardy"
    assert receipt.readings[7].text == (
        "fight for Paris; lose infantry, mechanized-infantry, artillery; "
        "fire in the order fighter; retreat if round >= 2 and odds < 2-3"
    )
    standing = read_standing(GAME, (folder / "anna-standing.yaml").read_bytes(), "anna.yaml")
    assert standing.findings == ()


def test_the_shipped_odds_file_is_answered_exactly() -> None:
    answer = told(BOOK, read_document(ORDERS / "odds-paris.yaml"))
    assert answer.data["method"] == "exact"
    chances = [outcome["value"] for outcome in answer.data["outcomes"].values()]
    assert sum(chances) == pytest.approx(1.0)


TWICE = "this battle is ordered above, and only the first order counts"


def test_battle_orders_that_cannot_be() -> None:
    text = (
        "window: france-40 1940-jul.1.axis/combat\nfor_state: any\nplayer: hans\n"
        "combat_moves: [{units: all, from: Picardy, to: Normandy}]\n"
        "battles:\n"
        "  - {at: Paris}\n"
        "  - {at: Atlantis}\n"
        "  - {at: Normandy, retreat: [rounds > 2]}\n"
        "  - {at: Normandy, retreat: [round more]}\n"
        "  - {at: Normandy, retreat_to: Berlin}\n"
    )
    receipt = validate(GAME, STATE, read_orders(GAME, text.encode(), "hans.yaml"))
    assert [finding.message for finding in receipt.findings] == [
        "you attack nobody in Paris",
        "'Atlantis' is not on this map",
        "'rounds' is not known at that moment",
        TWICE,
        "'round more' is not a condition; write FACT OP VALUE: odds >= 3-1",
        TWICE,
        "Berlin does not touch Normandy",
    ]


HEAD = "window: france-40 1940-jul.1.axis/combat\nfor_state: any\nplayer: hans\n"


def told_of(moves: str, battles: str, state: State = STATE) -> list[str]:
    """What the receipt of a file complains of and warns of."""
    text = f"{HEAD}combat_moves:\n- {moves}\nbattles:\n- {battles}\n"
    receipt = validate(GAME, state, read_orders(GAME, text.encode(), "hans.yaml"))
    return [f"{found.severity}: {found.message}" for found in receipt.findings]


@pytest.mark.parametrize(
    ("units", "wanted"),
    [
        ("{medium-armor: 1, mechanized-infantry: 1}", []),
        ("{medium-armor: 1, mechanized-infantry: all}", []),
        ("{medium-armor: all, mechanized-infantry: 2}", []),
        ("{medium-armor: 1, mechanized-infantry: 2}", ["error: these units cannot blitz together"]),
        ("{mechanized-infantry: 1}", ["error: these units cannot blitz together"]),
        ("{medium-armor: 1, infantry: 1}", ["error: these units cannot blitz together"]),
    ],
)
def test_a_blitz_in_impossible_company_is_refused(units: str, wanted: list[str]) -> None:
    moves = "{units: {medium-armor: 2, mechanized-infantry: 2}, from: Picardy, to: Normandy}"
    battles = f"{{at: Normandy, blitz: {{to: Aquitaine, units: {units}}}}}"
    assert told_of(moves, battles) == wanted


def test_a_receipt_tells_what_keeps_armour_from_a_blitz() -> None:
    moves = "{units: {medium-armor: 2}, from: Picardy, to: Normandy}"
    told_ = told_of(moves, "{at: Normandy, blitz: {to: Picardy}}")
    assert told_ == ["warning: armour would stay: no enemy holds Picardy"]
    moves = "{units: {medium-armor: 2}, from: Picardy, to: Paris}"
    told_ = told_of(moves, "{at: Paris, blitz: {to: Normandy}}")
    assert told_ == ["warning: armour would stay: the city bars it"]
    state = replace(STATE, powers={**STATE.powers, **at_peace("germany", "great-britain")})
    told_ = told_of(moves, "{at: Paris, blitz: {to: Normandy}}", state)
    at_normandy = "Great Britain, with which there is no war, has units in Normandy"
    assert told_ == [f"warning: armour would stay: {at_normandy}"]


def at_peace(one: str, other: str) -> dict[str, Power]:
    """Two nations between which there is no war."""
    return {
        power: replace(STATE.powers[power], relations={**STATE.powers[power].relations, foe: None})
        for power, foe in ((one, other), (other, one))
    }


def test_a_move_through_an_empty_enemy_zone_is_told_how_to_blitz() -> None:
    """Through Normandy, where nobody is left; infantry gets no such hint."""
    empty = {n: u for n, u in STATE.units.items() if u.at != "normandy"}
    state = replace(STATE, units=empty)
    for unit, wanted in (("medium-armor", "blitz: {to: Aquitaine}"), ("infantry", "friendly")):
        text = f"{HEAD}combat_moves: [{{units: {{{unit}: 1}}, from: Picardy, to: Aquitaine}}]\n"
        (finding,) = validate(GAME, state, read_orders(GAME, text.encode(), "hans.yaml")).findings
        assert wanted in finding.hint


def test_a_move_through_an_empty_neutral_zone_is_not_told_to_blitz() -> None:
    """Belgium is nobody's enemy, so that there is no blitz through it."""
    armour = next(unit for unit in STATE.units.values() if unit.counter == "medium-armor")
    units = {**STATE.units, armour.id: replace(armour, owner="germany", at="netherlands")}
    empty = {name: unit for name, unit in units.items() if unit.at != "belgium"}
    held = {"belgium": None, "picardy": "france"}
    places = {zone: replace(STATE.places[zone], controller=by) for zone, by in held.items()}
    state = replace(STATE, units=empty, places={**STATE.places, **places})
    move = "{units: {medium-armor: 1}, from: Netherlands, to: Picardy}"
    text = f"{HEAD}combat_moves: [{move}]\n"
    findings = validate(GAME, state, read_orders(GAME, text.encode(), "hans.yaml")).findings
    assert [f.hint for f in findings if "blitz" in f.hint] == []
    assert any("cannot get" in f.message for f in findings)
