"""What maps show: the sign of a unit type and its values as in the tables of 12.2, and battles.

Ratings are attack, defence and movement (2-4-1); a value that a type does not have is a dash.

Decides: what stands on a drawn counter, and how a battle is marked.
Leaves to `pbem.maps`: drawing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Unit
from pbem.core.rules.game import Game
from pbem.core.rules.picture import BattleMark, Face

_RATINGS: Final = ("attack", "defence", "move")
_SHORT: Final[Mapping[str, str]] = {
    "Advanced": "Adv",
    "Anti-Aircraft": "AA",
    "Armor": "Arm",
    "Artillery": "Art",
    "Bomber": "Bomb",
    "Destroyer": "Dest",
    "Infantry": "Inf",
    "Mechanized": "Mech",
    "Medium": "Med",
    "Motorized": "Mot",
    "Mountain": "Mtn",
    "Self-Propelled": "SP",
    "Strategic": "Str",
    "Tactical": "Tac",
    "Transport": "Trs",
}
_LONG: Final = 10


def face(game: Game, unit: Unit) -> Face:
    """The face of a counter of Global War: the types have the names of their signs."""
    counter = game.counters[unit.counter]
    ratings = "-".join(str(counter.ratings.get(name, "–")) for name in _RATINGS)
    return Face(symbol=counter.id, title=_title(counter.name), ratings=ratings)


def _title(name: str) -> str:
    """The name, with shorter words where it would not fit on a counter."""
    if len(name) <= _LONG:
        return name
    return " ".join(_SHORT.get(word, word) for word in name.split())


def battle_marks(entry: Entry, scene: Scene) -> Sequence[BattleMark]:
    """A land battle: how many units fought on each side, and how it ended."""
    facts = entry.body["facts"]
    if entry.body["verdict"] != "land-combat":
        return ()
    fought = [
        sum(count for what in ("lost", "left") for _, count in facts[f"{side}_{what}"])
        for side in ("attacker", "defender")
    ]
    return (BattleMark(facts["at"], f"{fought[0]} v {fought[1]}", str(entry.body["outcome"])),)
