"""Ratings of armies (10.8): First- to Fourth-Rate, and what Depletion makes of a unit's.

Decides the rating of a unit, and which one governs a mixed force, also by air and sea. Leaves
upgrades to `building/improving.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName

FIRST: Final = 1
THIRD: Final = 3
FOURTH: Final = 4


@implements("TW-10.8-1", "TW-1.2b-8")
def army_rating(position: Position, power: str) -> int:
    """The rating of a power's army; Third-Rate for minor countries that say none."""
    return position.state.counter(power, PowerCount.ARMY) or THIRD


@implements("TW-1.2b-4", "TW-10.8.4-1", "TW-15.1.3.3-5")
def rating_of(position: Position, piece: Piece) -> int:
    """The rating of a unit: its army's, Fourth-Rate if Depleted (German: Third-Rate)."""
    if piece.kind == Kind.PART:
        return FOURTH
    if piece.is_depleted:
        return THIRD if piece.owner == PowerName.GERMANY else FOURTH
    return army_rating(position, piece.owner)


class Governs(Reading, id="TW-R-10.8.5-a"):
    """What governs a force of which no rating makes up half."""

    MOST = "most"
    BETTER = "better"


@implements("TW-10.8.5-1")
def rating_in_battle(position: Position, pieces: Iterable[Piece]) -> int:
    """The rating of a force: that of the majority of its printed factors, the better of equals."""
    return governing(position, ((rating_of(position, piece), piece.factors) for piece in pieces))


@implements("TW-10.8.5-1", "TW-7.11.5-1", "TW-11.11.5-1")
def governing(position: Position, parts: Iterable[tuple[int, Number]]) -> int:
    """The rating that governs a force of such parts: that of its half or more, the better of
    equals; as it is read where none is as much.
    """
    shares: dict[int, Number] = {}
    for rating, part in parts:
        shares[rating] = shares.get(rating, 0) + part
    most = min(shares, key=lambda rating: (-shares[rating], rating), default=FOURTH)
    whole = sum(shares.values())
    if position.reading(Governs) is Governs.MOST or 2 * shares.get(most, 0) >= whole:
        return most
    return next(
        one
        for one in sorted(shares)
        if 2 * sum(part for rating, part in shares.items() if rating <= one) >= whole
    )
