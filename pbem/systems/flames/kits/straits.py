"""Straits that an enemy at sea closes (2.4.2, 11.9, 13.6.1, option 12).

Decides which straits hexsides supply, trains and resources of a power do not cross. Units at sea
close them; as long as there are none all are open, unless players let ports stand for fleets (a
reading). Leaves ships to the sea.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.terrain import STRAITS


class HeldSeas(Reading, id="WIF-2.4.2-R4"):
    """Who can block a sea area beside straits while no ships are in play."""

    NOBODY = "nobody"
    PORTS = "ports"


@implements("WIF-2.4.2-42")
@once
def closed_straits(position: Position, power: str) -> frozenset[tuple[str, str]]:
    """The straits hexsides, both ways, that a power cannot use: the enemy has every sea beside."""
    if position.reading(HeldSeas) is HeldSeas.NOBODY:
        return frozenset()
    return frozenset(
        (here, there)
        for here, there in _straits(position)
        if all(_is_blocked(position, power, sea) for sea in seas_beside(position, here, there))
    )


def _straits(position: Position) -> Iterator[tuple[str, str]]:
    """Every straits hexside beside a sea area, once each way."""
    board = position.board
    for here in board.spots:
        for there in board.neighbours[here]:
            if STRAITS in board.border(here, there) and seas_beside(position, here, there):
                yield here, there


def seas_beside(position: Position, here: str, there: str) -> tuple[str, ...]:
    """The sea areas on which both hexes of a straits hexside lie, else those of either."""
    near, far = position.board.seas(here), position.board.seas(there)
    return tuple(sea for sea in near if sea in far) or (*near, *far)


def _is_blocked(position: Position, power: str, sea: str) -> bool:
    """Whether an enemy has a port on a sea area, and the power's side has none."""
    ports = [p for p in position.board.by_fact.get("port", {}) if sea in position.board.seas(p)]
    holders = {holder for port in ports if (holder := position.controller(port)) is not None}
    side = position.side(power)
    ours = any(position.side(holder) == side for holder in holders)
    return not ours and any(position.at_war(power, holder) for holder in holders)


KIT: Final = Kits(closed_straits=closed_straits)
