"""The form of a turn of Global War: what is in hand, what can be built, what fits the side."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.reading.scene import Scene
from pbem.core.record.state import Mark, Track, Until
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.moderation.form import form, units_by_place

ROSTER = default_roster("gw", "global-war-1939")
TEXT = form(load_game(ROSTER), first_state(ROSTER), "hans", more=True)
HEAD = """\
# Germany: July 1939, Germany
#   Germany: 24 IPP in hand, income 24; in production: 1 Heavy Cruiser (1 of
#     2), 1 Fleet Carrier (1 of 3), 1 Fast Battleship (2 of 3)
"""


def test_the_form_begins_with_what_is_in_hand() -> None:
    assert TEXT.startswith(HEAD)


def test_a_fact_names_each_kind_of_decision_once() -> None:
    (air,) = (part for part in TEXT.split("\n#   ") if part.startswith("air: own aircraft left"))
    assert " ".join(air.replace("#", "").split()).count("Order of losses") == 1


def test_every_section_shows_an_example_in_the_appendix() -> None:
    appendix = TEXT.partition("# SECTIONS in the order")[2]
    for name in ("production", "combat_moves", "battles", "pacts"):
        after = appendix.partition(f"#   {name}: ")[2].partition("\n#   ")[2]
        assert after.startswith("  for example: {")


def test_what_a_nation_cannot_do_now_is_not_offered() -> None:
    assert "\npurse:" not in TEXT and "\ntruce:" not in TEXT
    idle = TEXT.partition("nothing to order now, as it seems: ")[2].partition("\n\n")[0]
    assert "purse" in idle and "truce" in idle


def test_whoever_is_not_on_turn_is_told_so() -> None:
    other = form(load_game(ROSTER), first_state(ROSTER), "anna")
    assert "# You owe no orders for this window; your standing orders answer." in other
    assert "IPP in hand" not in other and "combat_moves:" not in other


def test_what_is_aboard_is_told_beside_its_zone() -> None:
    tracks = {**first_state(ROSTER).tracks, "on-turn": Track("on-turn", "japan")}
    clock = replace(first_state(ROSTER).clock, impulse=3)
    state = replace(first_state(ROSTER), tracks=tracks, clock=clock)
    text = form(load_game(ROSTER), state, "kenji")
    told = " ".join(text.replace("#   ", "").split())
    fleet = told.index("P16 Tokyo Bay approaches: 2 Battleship")
    assert told.index("P16 Tokyo Bay approaches, aboard: 1 Fighter, 1 Tactical Bomber") > fleet
    assert "P15 Southern Sea of Japan, aboard: 1 Fighter" in told


def test_units_of_several_holds_are_one_group() -> None:
    state = first_state(ROSTER)
    ids = [unit.id for unit in state.units.values() if unit.at.startswith("in:")]
    decks = [
        replace(state.units[name], id=f"{name}-2", at="in:second")
        for name in ids
        if name.startswith("japan:tactical")
    ]
    ship = state.units["japan:light-carrier@sea:p15+hold=japan-2"]
    second = replace(ship, id="2", at="sea:p16", marks={"hold": Mark(Until.LASTING, "second")})
    state = replace(state, units={**state.units, **{one.id: one for one in (*decks, second)}})
    scene = Scene(load_game(ROSTER), "", state, state, ())
    own = [name for name in state.units if name.startswith("japan:tactical") and name not in ids]
    told = units_by_place(scene, [*ids, *own])
    assert "P16 Tokyo Bay approaches, aboard: 1 Fighter, 2 Tactical Bomber" in told
