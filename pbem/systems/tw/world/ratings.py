"""Ratings of armies (10.8): First- to Fourth-Rate, and what Depletion makes of a unit's.

Decides the rating of a unit, and of a mixed force. Leaves upgrades to a later rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName

FIRST: Final = 1
THIRD: Final = 3
FOURTH: Final = 4
PARTISANS: Final = "PART"


@implements("TW-10.8-1", "TW-1.2b-8")
def army_rating(position: Position, power: str) -> int:
    """The rating of a power's army; Third-Rate for minor countries that say none."""
    return position.state.counter(power, PowerCount.ARMY) or THIRD


@implements("TW-1.2b-4", "TW-10.8.4-1", "TW-15.1.3.3-5")
def rating_of(position: Position, piece: Piece) -> int:
    """The rating of a unit: its army's, Fourth-Rate if Depleted (German: Third-Rate)."""
    if piece.kind == PARTISANS:
        return FOURTH
    if piece.is_depleted:
        return THIRD if piece.owner == PowerName.GERMANY else FOURTH
    return army_rating(position, piece.owner)


@implements("TW-10.8.5-1")
def rating_in_battle(position: Position, pieces: Iterable[Piece]) -> int:
    """The rating of a force: that of the majority of its printed factors, the better of equals."""
    factors: dict[int, Number] = {}
    for piece in pieces:
        rating = rating_of(position, piece)
        factors[rating] = factors.get(rating, 0) + piece.factors
    return min(factors, key=lambda rating: (-factors[rating], rating), default=FOURTH)
