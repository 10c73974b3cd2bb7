"""Espionage before a surprise attack on ships (11.7.2).

Decides whether an Espionage chit helps the die. Leaves the die to `fighting`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.rules.system import Modifier
from pbem.systems.tw.move.espionage import KEEP, PLAY, spies
from pbem.systems.tw.world.chits import can_pay, is_time_to_spy
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.vocabulary import Chit, PowerCount

HELP: Final = -1
SPY: Final = DecisionKind(
    "surprise-espionage",
    "Whether an Espionage chit helps surprise",
    "before aircraft of yours try to surprise ships, in Spring and Fall, if you hold an Espionage "
    "chit: `play` or `keep`; it counts for all tries of the player turn. Default: keep",
    "11.7.2",
    (AnswerKey("chits", "surprise"),),
)


@implements("TW-11.7.2-1")
def helped_by_spies(umpire: Umpire, power: str, area: str) -> list[Modifier]:
    """What a chit adds to the die of surprise: one that helps already, or is played now."""
    helps = bool(umpire.state.counter(power, PowerCount.SPIES))
    if not helps and _plays(umpire, power, area) and spies(umpire, power):
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.SPIES, 1))
        helps = True
    return [Modifier(str(Chit.ESPIONAGE), HELP)] if helps else []


def _plays(umpire: Umpire, power: str, area: str) -> bool:
    """Whether the players of a power play a chit; whether they keep one shows nowhere."""
    position = umpire.position
    if not is_time_to_spy(position) or not can_pay(position, power, Chit.ESPIONAGE):
        return False
    players = position.powers[power].players
    question = SPY.ask(
        f"Play an Espionage chit over {position.label(area)}?",
        players,
        [Option(PLAY), Option(KEEP)],
        about=power,
        at=area,
        least=0,
        secret=players,
    )
    return umpire.opening([question], unused=KEEP)[0].pick == PLAY
