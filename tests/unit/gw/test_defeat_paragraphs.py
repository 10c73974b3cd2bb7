"""What reports say of surrender, capitals, defeated minors, returned zones and the end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.system import SYSTEM


@cache
def scene() -> Scene:
    roster = default_roster("gw", "global-war-1939")
    state = first_state(roster)
    return Scene(load_game(roster), "", state, state, ())


def told(kind: str, outcome: str, **facts: Any) -> list[str]:
    said = {"at": None, **facts}
    body: Mapping[str, Any] = {"outcome": outcome, "facts": said, "par": 1, "cite": "9"}
    return list(SYSTEM.paragraphs[kind](Entry(1, "verdict", "x", body), scene()))


def test_a_surrender() -> None:
    facts = {
        "nation": "italy",
        "heirs": [["albania", "germany"], ["hungary", ""]],
        "ships": [["battleship", 1, "1-of-3"]],
        "units": [["infantry", 2, "sicily"], ["light-cruiser", 1, "sea:m3"]],
        "zones": ["sardinia"],
    }
    assert told("surrender", "great-britain", **facts) == [
        "ITALY SURRENDERS (9.22)  to Great Britain",
        "Albania passes to Germany",
        "Hungary is nobody's now",
        "Great Britain builds on: 1 Battleship (1 of 3)",
        "Removed: M3 Tyrrhenian Sea 1 Light Cruiser; Sicily 2 Infantry",
        "Empty, for whoever moves a land unit in: Sardinia",
    ]
    assert told("surrender-reversed", "italy", nation="italy") == [
        "ITALY IS BACK (9.22)  its surrender is reversed"
    ]
    assert told("claim", "germany", at="sardinia", nation="italy") == [
        "Germany takes Sardinia, empty since Italy surrendered (9.22)"
    ]


def test_capitals() -> None:
    facts = {"nation": "france", "at": "paris", "cash": 12}
    assert told("capital-falls", "germany", **facts, to="germany") == [
        "France loses its capital Paris (9.23): 12 IPP to Germany"
    ]
    assert told("capital-falls", "germany", **facts, to="") == [
        "France loses its capital Paris (9.23): 12 IPP to the bank"
    ]
    assert told("capital-moves", "ottawa", nation="great-britain", was="london") == [
        "Great Britain moves its capital from London to Ottawa (9.23)"
    ]


def test_a_defeated_minor() -> None:
    facts = {
        "minor": "belgium",
        "controller": "great-britain",
        "zones": ["belgian-congo"],
        "units": [["infantry", 1, "belgian-congo"]],
        "ships": [],
    }
    assert told("minor-defeated", "germany", **facts) == [
        "BELGIUM IS DEFEATED (9.24)  by Germany",
        "Great Britain controls what is left: Belgian Congo; Belgian Congo 1 Infantry",
    ]


def test_returned_zones() -> None:
    facts = {"at": "syria", "owner": "free-france"}
    assert told("return-refused", "soviet-union", **facts, war=True) == [
        "Soviet Union does not return Syria to Free France (9.21)",
        "Free France may declare war on Soviet Union until Syria is returned",
    ]
    facts = {"at": "syria", "holder": "soviet-union", "to": "transcaucasia"}
    assert told("zone-returned", "free-france", **facts, units=[["infantry", 2]]) == [
        "Soviet Union returns Syria to Free France (9.21)",
        "2 Infantry go to Transcaucasia",
    ]


def test_the_end() -> None:
    facts = {
        "turn": "1944-jul",
        "die": 2,
        "number": 2,
        "limit": 1,
        "most": 2,
        "capitals": ["paris"],
    }
    assert told("variable-end", "ends", **facts) == [
        "END OF JULY 1944 (2.1)  die 2: the game ends",
        "It ends on 2 or less with Paris in enemy hands",
    ]
    score = {
        "points": [["axis", 2], ["allies", 1], ["comintern", 2]],
        "cities": [["berlin", "germany", "axis"], ["rome", "italy", ""]],
        "objectives": [["germany", "Lebensraum", 1, 4, "holds Warsaw"]],
        "losses": [["germany", ["bavaria"]]],
    }
    assert told("victory", "tie", turn="1945-jul", **score) == [
        "A TIE (3.5)  Axis 2, Comintern 2, Allies 1: the game goes on for one turn",
        "Cities of Axis 1: Berlin",
        "Cities of nobody: Rome",
        "Germany 0",
        "  1 of 4  Lebensraum: holds Warsaw",
        "  -1  lost at home: Bavaria",
    ]
    assert told("victory", "axis", turn="1945-jul", **score)[0] == (
        "VICTORY (3.5)  Axis win the game: Axis 2, Comintern 2, Allies 1"
    )
    assert told("halved-income", "15", east=8, west=7) == [
        "Income of the United States (2.3): 8 IPP to the East, 7 to the West"
    ]
