"""What reports say of naval battles."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from unit.gw.shipped import BOOK

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.systems.gw.system import SYSTEM

SCENE = cast(Scene, SimpleNamespace(place=str.upper, title=str.title, book=BOOK))
SIDES = {"at": "a22", "attacker": ["germany"], "defender": ["france"]}


def told(kind: str, outcome: str, facts: dict[str, Any]) -> list[str]:
    body = {"facts": {**SIDES, **facts}, "outcome": outcome, "cite": "9.6"}
    return list(SYSTEM.paragraphs[kind](Entry(1, "verdict", "x", body), SCENE))


def shot(side: str, unit: str, **more: Any) -> dict[str, Any]:
    usual = {"stage": "later", "dice": [[1, 6, 0]], "faces": [12], "hits": 0, "selected": 0}
    return {"side": side, "unit": unit, "lost": [], "damaged": [], **usual, **more}


def test_a_round_tells_dice_hits_damage_and_who_is_left() -> None:
    shots = [
        shot("attacker", "tactical-bomber", faces=[3], selected=1, lost=[["destroyer", 1]]),
        shot("attacker", "heavy-cruiser", faces=[5, 6], hits=2, damaged=["battleship"]),
        shot("defender", "battleship"),
    ]
    facts = {
        "round": 2,
        "shots": shots,
        "retreats_because": "units <= 1",
        "attacker_left": [["heavy-cruiser", 2]],
        "attacker_damaged": {},
        "defender_left": [["battleship", 1]],
        "defender_damaged": {"battleship": 1},
    }
    assert told("naval-round", "retreated", facts) == [
        "A22, round 2",
        "Fire: Germany",
        "  Tactical Bomber 1 at 6: 3  1 hit: 1 Destroyer (1 selected)",
        "  Heavy Cruiser 1 at 6: 5 6  2 hits: Battleship damaged",
        "Fire: France",
        "  Battleship 1 at 6: 12  no hit",
        "Left: Germany 2 Heavy Cruiser; France 1 Battleship (1 Battleship damaged)",
        "Germany breaks off: units <= 1",
    ]


def test_the_end_tells_losses_and_who_submerged() -> None:
    facts = {
        "rounds": 1,
        "attacker_lost": [["destroyer", 1]],
        "attacker_left": [["destroyer", 1]],
        "attacker_damaged": {},
        "attacker_submerged": [],
        "defender_lost": [],
        "defender_left": [],
        "defender_damaged": {},
        "defender_submerged": [["submarine", 2]],
    }
    assert told("naval-combat", "cleared", facts) == [
        "NAVAL BATTLE, A22 (9.6) after 1 round: no defender is left in the battle, the attacker"
        " has won",
        "Germany lost 1 Destroyer; left 1 Destroyer",
        "France lost nothing; left nothing; submerged 2 Submarine",
    ]


def test_a_battle_that_submarines_declined() -> None:
    assert told("no-naval-combat", "declined", {}) == [
        "NO BATTLE (8.9) in A22  Germany and France: submarines decline combat"
    ]
