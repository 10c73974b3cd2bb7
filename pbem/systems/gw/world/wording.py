"""Words and signs that reports, findings and maps share: names, months, causes, counters.

The ratings on a counter are attack,
defence and movement (2-4-1); a value that a type does not have is a dash.

Decides: how nations, months and causes are printed, what stands on a drawn counter, and how a map
marks a battle.
Leaves to `units`: names of units; to each folder: its paragraphs; to the rules that write a
verdict: which cause it is; to `pbem.maps`: drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Unit
from pbem.core.rules.game import Game
from pbem.core.rules.picture import BattleMark, Face

ALSO: Final[Mapping[str, tuple[str, ...]]] = {
    "great-britain": ("UK", "GB", "Britain", "British", "England", "United Kingdom"),
    "soviet-union": ("USSR", "SU", "Russia", "Soviets", "CCCP"),
    "united-states": ("USA", "US", "America", "Americans"),
    "nationalist-china": ("KMT", "Kuomintang"),
    "communist-china": ("CCP",),
    "far-east-command": ("FEC",),
    "anzac": ("Australia", "New Zealand"),
    "siam": ("Thailand",),
    "iran": ("Persia",),
    "tannu-tuva": ("Tuva",),
}

MONTHS: Final[Mapping[str, str]] = {"jan": "January", "jul": "July"}

CAUSES: Final[Mapping[str, str]] = {
    "order": "by order",
    "standing-order": "by standing order",
    # wars, control and alignment
    "units-attack": "its units attack",
    "part-of-china": "an attack on a part of China is one on all of it",
    "attacks": "{0} attacks it",
    "attacked-by": "{0} attacked it",
    "attacked": "it was attacked",
    "controller-surrendered": "its controller has surrendered",
    "surrendered": "{0} has surrendered",
    "conquered": "{0} is conquered",
    "has-conquered": "{0} has conquered {1}",
    "influenced": "{0} has influenced it",
    "same-enemy": "both are at war with {0}",
    "war-with": "{0} is at war with {1}",
    "war-between": "{0} and {1} are at war",
    "war-with-major": "{0} is at war with a Major Power",
    "war-germany-ussr": "Germany and the USSR are at war",
    "axis-holds-london": "the Axis possesses London",
    "axis-holds-gates": "the Axis possesses Gibraltar and Eastern Egypt",
    "beside-it": "German or Italian land units stand beside it",
    "soviet-war-on": "the USSR declared war on neutral {0}",
    "siam-in-1939": "it joins Japan in July 1939",
    # incomes
    "declares-war": "{0} declares war on {1}",
    "declared-on-neutral": "{0} declared war on neutral {1}",
    "annexes": "{0} annexes {1}",
    "aligned": "{0} has aligned {1}",
    "holds": "{0} holds {1}",
    "slovakia": "Slovakia resisted",
    "rolled": "a roll of {0} on {1}",
    # no blitz
    "apart": "{0} does not touch {1}",
    "no-enemy": "no enemy holds {0}",
    "at-peace": "{0}, with which there is no war, has units in {1}",
    "bars": "the {0} bars it",
    "battle-over": "that battle is over",
    "too-long": "the battle took {0} rounds",
    "amphibious": "no blitz follows an amphibious assault (9.8)",
    "no-lead": "no armour that could lead them is left",
}

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


def nations(powers: Iterable[str], scene: Scene) -> str:
    """The nations of a side."""
    return " and ".join(map(scene.title, powers)) or "nobody"


def because(cause: Sequence[str], scene: Scene) -> str:
    """A cause in words: nations by their titles, zones by their names."""
    word, *about = cause
    return CAUSES[word].format(*(_named(name, scene) for name in about))


def _named(name: str, scene: Scene) -> str:
    if name in scene.game.board:
        return scene.place(name)
    known = name in scene.before.powers or name in scene.after.powers
    return scene.title(name) if known else scene.word(name)


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


_FOUGHT: Final = ("land-combat", "naval-combat")


def battle_marks(entry: Entry, scene: Scene) -> Sequence[BattleMark]:
    """A battle on land or at sea: how many units fought on each side, and how it ended."""
    facts = entry.facts
    if entry.body["verdict"] not in _FOUGHT:
        return ()
    fought = [
        sum(count for what in ("lost", "left") for _, count in facts[f"{side}_{what}"])
        for side in ("attacker", "defender")
    ]
    return (BattleMark(facts["at"], f"{fought[0]} v {fought[1]}", str(entry.outcome)),)
