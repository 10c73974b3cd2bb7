"""What short reports of Global War say: nations and forces at a glance, battles in a line each."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from unit.gw.shipped import BOOK

from pbem.core.reading.checklist import checklist
from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Mark, Place, Track, Unit, Until, with_parts
from pbem.core.rules.picture import BattleMark
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.moderation.glance import (
    glance,
    named,
    place_detail,
    place_rows,
    power_rows,
    unit_rows,
)
from pbem.systems.gw.economy.overview import forces, nations
from pbem.systems.gw.system import SYSTEM
from pbem.systems.gw.victory.victory_paragraphs import result
from pbem.systems.gw.world.wording import battle_marks
from pbem.systems.gw.world.works import works

ROSTER = default_roster("gw", "global-war-1939")
GAME, START = load_game(ROSTER), first_state(ROSTER)
SIDES: dict[str, Any] = {"attacker": ["germany"], "defender": ["france"]}
WORDS = cast(Scene, SimpleNamespace(place=str.upper, title=str.title, book=BOOK))


def scene(player: str = "hans", **after: Any) -> Scene:
    return Scene(GAME, player, START, replace(START, **after), ())


def entry(verdict: str, outcome: str = "", **facts: Any) -> Entry:
    said = {"at": "a22", **facts}
    body = {"verdict": verdict, "outcome": outcome, "cite": "9", "facts": said}
    return Entry(1, "verdict", "x", body)


def brief(verdict: str, **facts: Any) -> list[str]:
    return list(SYSTEM.briefs[verdict](entry(verdict, **facts), WORDS))


def test_the_table_of_nations_has_income_cash_zones_and_wars() -> None:
    head, *rows = nations(scene())
    assert head.split() == ["income", "IPP", "zones", "at", "war", "with"]
    (germany,) = (row for row in rows if row.startswith("Germany"))
    power = START.powers["germany"]
    held = [place for place in START.places.values() if place.controller == "germany"]
    figures = (power.counters["income"], power.counters["cash"], len(held))
    assert germany.split()[1:4] == list(map(str, figures))
    at_war = replace(power, relations={**power.relations, "poland": "war", "siam": "monroe"})
    (now,) = (
        row
        for row in nations(scene(powers={**START.powers, "germany": at_war}))
        if row.startswith("Germany")
    )
    assert "Poland" in now
    assert "Siam" not in now


def test_forces_are_the_readers_alone_and_those_on_the_board() -> None:
    (line,) = forces(scene("hans"))
    army = [u for u in START.units.values() if u.owner == "germany" and u.at in GAME.board]
    infantry = sum(unit.size for unit in army if unit.counter == "infantry")
    assert line.startswith("Germany: ")
    assert f" {infantry} Infantry," in line
    assert "in production: " in line
    assert forces(scene("")) == []


def test_a_round_is_a_line_with_hits_and_what_they_cost() -> None:
    hits = [
        {"side": "attacker", "hits": 1, "selected": 1, "lost": [["destroyer", 2]], "damaged": []},
        {"side": "attacker", "hits": 1, "selected": 0, "lost": [], "damaged": ["battleship"]},
        {"side": "defender", "hits": 0, "selected": 0, "lost": [], "damaged": []},
    ]
    dice = {"unit": "battleship", "stage": "later", "dice": [[1, 6, 0]], "faces": [12]}
    left = {"attacker_left": [], "defender_left": []}
    left |= {"attacker_damaged": {}, "defender_damaged": {}}
    shots = [{**dice, **shot} for shot in hits]
    assert brief(
        "naval-round", round=2, shots=shots, retreats_because="units <= 1", **left, **SIDES
    ) == [
        "A22, round 2: Germany 3 hits (2 Destroyer, Battleship damaged), France no hit; "
        "Germany breaks off: units <= 1"
    ]


def test_landings_are_told_where_there_was_none() -> None:
    facts = {"owner": "germany", "unit": "fighter", "count": 1, "left": 2}
    assert brief("landing", to="a23", **facts) == []
    assert brief("landing", to="removed", **facts) == [
        "NO LANDING (9.4)  Germany: 1 Fighter over A22: lost"
    ]


def test_a_convoy_raid_is_a_line_with_what_it_cost_both() -> None:
    facts: dict[str, Any] = {"sent": [["submarine", 2, "raid"]], "lost": [["submarine", 1]]}
    facts |= {"lines": [], "escorts": {}, "patrols": {}, "raids": [], "left": {}, "defence": []}
    paid = {"great-britain": {"libyan": 2, "west-african": 1}}
    assert brief("convoy-raid", paid=paid, **facts, **SIDES) == [
        "CONVOY RAID IN A22 (9.11)  Germany, 2 Submarine: Great-Britain lost 3 IPP; "
        "Germany lost 1 Submarine"
    ]


def test_battles_at_sea_are_on_the_map() -> None:
    rows = {"attacker_lost": [["destroyer", 1]], "attacker_left": [["destroyer", 2]]}
    rows |= {"defender_lost": [], "defender_left": [["cruiser", 1]]}
    fought = entry("naval-combat", "retreated", **rows)
    assert battle_marks(fought, WORDS) == (BattleMark("a22", "3 v 1", "retreated"),)


def test_the_result_names_the_winner_and_the_score() -> None:
    def over(who: str, *entries: Entry) -> list[str]:
        tracks = {**START.tracks, "game-over": Track("game-over", who)}
        return list(result(Scene(GAME, "", START, replace(START, tracks=tracks), entries)))

    counted = entry("victory", "allies", points=[["axis", 7], ["allies", 20]])
    assert over("allies", counted) == ["Won by the side of the Allies: Allies 20, Axis 7"]
    assert over("axis") == ["Won by the side of the Axis"]
    assert over("tie") == ["Nobody has won."]
    assert list(result(scene())) == []


def test_damage_is_on_the_list_and_marks_of_the_program_are_not() -> None:
    ship = Unit("x", "battleship", "germany", "sea:a23", 1)
    marks = {"damaged": Mark(value=1), "left": Mark(Until.IMPULSE, 2), "base": Mark(value="berlin")}
    seen = scene()
    assert named(seen, replace(ship, marks=marks)) == "1 Battleship (damaged 1)"
    quiet = replace(ship, id="germany:battleship@sea:a23", marks={})
    event = {"event": "UnitChanged", "unit": quiet.id, "what": "mark", "old": None, "count": 1}
    entries = [
        Entry(n, "event", "x", {**event, "mark": name, "new": new})
        for n, (name, new) in enumerate({"damaged": [1, "lasting"]}.items())
    ]
    before = with_parts(START, {}, units={**START.units, quiet.id: quiet})
    before.__dict__.pop("index")
    piles = checklist(Scene(GAME, "", before, before, entries))
    sea = GAME.board.label("sea:a23")
    assert piles[0].items == (f"now damaged 1: 1 Battleship in {sea}",)


def test_what_is_built_and_bombed_is_told_of_its_place() -> None:
    berlin = START.places["berlin"]
    facts = {**berlin.facts, "air-base": 3}
    markers = {"damage-major-factory": 4, "aligned": True, "built-railroad:bavaria": 1}
    changed: Place = replace(berlin, facts=facts, markers=markers)
    told = works(scene(places={**START.places, "berlin": changed}), "berlin")
    assert [words.partition(" (was")[0] for words in told] == [
        "Air Base 3",
        "Railroad to Bavaria 1",
        "damage of Major Factory 4",
    ]


def test_cargo_is_shown_with_what_carries_it() -> None:
    """In a zone, among all of a nation, and by itself."""
    shown = scene("")
    deck = "1 Fleet Carrier with 1 Fighter and 1 Tactical Bomber aboard"
    assert deck in dict(place_rows(shown, "sea:p16"))["units"]
    assert deck in dict(power_rows(shown, "japan"))["P16 Tokyo Bay approaches"]
    rows = dict(glance(shown))
    assert deck in rows["P16 Tokyo Bay approaches"]
    assert not [where for where in rows if where.startswith("aboard")]
    aboard = START.units["japan:fighter@in:japan-1"]
    assert (
        dict(unit_rows(shown, aboard))["at"] == "P16 Tokyo Bay approaches, aboard 1 Fleet Carrier"
    )
    assert aboard.id in [unit["id"] for unit in place_detail(shown, "sea:p16")["units"]]


def test_cargo_of_another_nation_is_told_with_its_own() -> None:
    """Whose cargo another nation's ship carries is shown with its nation, and where it is."""
    guest = Unit("guest", "infantry", "germany", "in:japan-1", 1)
    shown = scene("", units={**START.units, guest.id: guest})
    where = "P16 Tokyo Bay approaches, aboard 1 Fleet Carrier"
    assert dict(power_rows(shown, "germany"))[where] == "1 Infantry"
