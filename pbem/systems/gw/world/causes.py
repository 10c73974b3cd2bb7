"""Why something happened: as a verdict holds it, a word and the ids it is about, and in words.

Decides: how a cause is put in words.
Leaves to the rules that write a verdict: which cause it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene

Cause = tuple[str, ...]

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
    "bars": "the {0} bars it",
    "battle-over": "that battle is over",
    "too-long": "the battle took {0} rounds",
    "amphibious": "no blitz follows an amphibious assault (9.8)",
    "no-lead": "no armour that could lead them is left, or too many go along",
}


def because(cause: Sequence[str], scene: Scene) -> str:
    """A cause in words: nations by their titles, zones by their names."""
    word, *about = cause
    return CAUSES[word].format(*(_named(name, scene) for name in about))


def _named(name: str, scene: Scene) -> str:
    if name in scene.game.board:
        return scene.place(name)
    known = name in scene.before.powers or name in scene.after.powers
    return scene.title(name) if known else scene.word(name)
