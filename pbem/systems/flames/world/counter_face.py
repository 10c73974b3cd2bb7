"""What maps show: a counter's sign, formation and ratings as printed, and the marks of battles.

Decides the words: land units show combat and movement (8-5), an HQ its reorganisation value too
(7-4 r4). Aircraft show air-to-air, tactical and range (6/1 r3); what is not printed on the counter
is a dash. Leaves drawing to the core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Unit
from pbem.core.rules.game import Game
from pbem.core.rules.picture import BattleMark, Face
from pbem.systems.flames.world.vocabulary import UnitMark

_SIGNS: Final[Mapping[str, str]] = {
    "HQ-A": "armoured-headquarters",
    "HQ-I": "headquarters",
    "ARM": "armour",
    "MECH": "mechanised",
    "MOT": "motorised",
    "INF": "infantry",
    "MTN": "mountain",
    "CAV": "cavalry",
    "GAR": "garrison",
    "MIL": "militia",
    "FTR": "fighter",
    "LND": "bomber",
}
_RATINGS: Final = ("combat", "movement", "reorganisation", "air-to-air", "tactical", "range")
_BATTLES: Final = ("land-combat", "overrun", "ground-strike")


def face(game: Game, unit: Unit) -> Face:
    """The face of a counter of World in Flames."""
    counter = game.counters[unit.counter]
    return Face(
        symbol=_SIGNS.get(counter.kind, counter.kind),
        title=_title(counter),
        ratings=_ratings(counter),
        size=_size(counter),
        down=unit.marked(UnitMark.FACE_DOWN),
    )


def _title(counter: Counter) -> str:
    """The printed name without the arm, which the sign shows: `XLI`, `2 GD`, `Bf-109F2`."""
    words = [word for word in counter.name.split() if word not in (counter.kind, "div")]
    return " ".join(words) or counter.name


def _size(counter: Counter) -> str:
    if not counter.is_a("land") or counter.is_a("hq"):
        return ""
    return "XX" if counter.is_a("division") else "XXX"


def _ratings(counter: Counter) -> str:
    shown = {name: str(counter.ratings.get(name, "-")) for name in _RATINGS}
    if counter.is_a("air"):
        return f"{shown['air-to-air']}/{shown['tactical']} r{shown['range']}"
    ratings = f"{shown['combat']}-{shown['movement']}"
    return f"{ratings} r{shown['reorganisation']}" if counter.is_a("hq") else ratings


def battle_marks(entry: Entry, scene: Scene) -> Sequence[BattleMark]:
    """Land combat with its odds, overruns, and ground strikes with how many units they hit."""
    facts, kind = entry.facts, entry.body["verdict"]
    if kind not in _BATTLES:
        return ()
    if kind == "ground-strike":
        hit = f"{len(facts['hit'])} of {len(facts['targets'])} hit"
        return (BattleMark(facts["at"], "strike", hit),)
    odds = str(facts.get("odds") or facts.get("basic") or "")
    result = facts.get("result", entry.outcome) or "no factors"
    return (BattleMark(facts["at"], odds, str(result)),)
