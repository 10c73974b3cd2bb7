"""Espionage chits being played (9.9.1, 11.7.2, 16.1.7), and enemies who cancel them.

Decides whether a chit helps. Leaves what it helps in to the rule for which it is played.
"""

from __future__ import annotations

from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.chits import can_pay, reveal
from pbem.systems.tw.world.position import Umpire, in_alliance_order
from pbem.systems.tw.world.vocabulary import Chit

PLAY: Final = "play"
KEEP: Final = "keep"
CANCEL: Final = DecisionKind(
    "counter-espionage",
    "Whether Counter-Espionage answers",
    "when an enemy plays an Espionage chit and you hold one against it: `play` or `keep`; default: "
    "keep",
    "9.9.1",
    (AnswerKey("chits", "counter"),),
)


@implements("TW-2.6-YN-1")
def spies(umpire: Umpire, power: str) -> bool:
    """An Espionage chit is played; whether no enemy cancels it at once."""
    reveal(umpire, power, Chit.ESPIONAGE, "played")
    for enemy in in_alliance_order(umpire.position):
        if _cancels(umpire, enemy, power):
            reveal(umpire, enemy, Chit.COUNTER, "cancels")
            return False
    return True


def _cancels(umpire: Umpire, enemy: str, power: str) -> bool:
    """Whether an enemy plays a Counter-Espionage chit; whether he keeps one shows nowhere."""
    position = umpire.position
    players = position.powers[enemy].players
    if not position.at_war(enemy, power) or not can_pay(position, enemy, Chit.COUNTER):
        return False
    question = CANCEL.ask(
        f"Cancel the chit of {position.title(power)}?",
        players,
        [Option(PLAY), Option(KEEP)],
        [KEEP],
        about=enemy,
        secret=players,
    )
    return umpire.opening([question], unused=KEEP)[0].pick == PLAY
