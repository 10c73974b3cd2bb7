"""A rehearsal: steps of play on a trial position, whose changes and dice nobody keeps.

A receipt asks it what the rules make of an order at once; what others would decide is the default.
Decides nothing of play.
"""

from __future__ import annotations

from typing import Final

from pbem.core.orders.inputs import DiceSource, Inputs, KeyedDice
from pbem.core.play.umpire import Umpire
from pbem.core.rules.position import P

PRACTICE: Final = KeyedDice(b"rehearsal")


def rehearsal(position: P, dice: DiceSource = PRACTICE) -> Umpire[P]:
    """An umpire over a position who knows no orders of anybody and throws practice dice."""
    began = {"impulse": position.start, "turn": position.start}
    inputs = Inputs({}, dice, dice, b"", position.run, since=began)
    return Umpire(position.game, position.state, inputs)
