"""Blockade of naval facilities by three surface warships (8.8, 8.11).

Decides: whether enemy warships close a coast.
Leaves to `duties`: who announces a blockade; to `supply`, `zones` and others: what it shuts off.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.duties import BLOCKADE, duty_of
from pbem.systems.gw.world.nations import enemies_in
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.warships import is_warship


class Blockaders(Reading, id="GW-R-8.11-a"):
    """Whose warships add up to a blockade."""

    ONE_NATION = "one-nation"
    ALIGNED = "aligned"


class BlockadeAnnounced(Reading, id="GW-R-8.11-b"):
    """Whether warships blockade only if they announced it."""

    ANNOUNCED = "announced"
    PRESENCE = "presence"


NEEDED: Final = 3


@implements("GW-8.11-1", "GW-8.11-4")
def is_blockaded(position: Position, holder: str, sea: str) -> bool:
    """Whether enemies blockade a nation's naval facilities on a sea zone (8.11).

    Three surface warships of a nation at war with it do, that announced it.
    """
    enemies = enemies_in(position.state, holder, sea)
    warships = [u for u in enemies if is_warship(position, unit_type(position.book, u.counter))]
    if sum(unit.size for unit in warships) < NEEDED:
        return False
    if position.reading(BlockadeAnnounced) is BlockadeAnnounced.ANNOUNCED:
        warships = [unit for unit in warships if duty_of(unit) == BLOCKADE]
    together = position.reading(Blockaders) is Blockaders.ALIGNED
    return most_of_one(position.state, warships, together) >= NEEDED


def most_of_one(state: State, warships: list[Unit], together: bool) -> int:
    """The most warships that one nation has, or one Alliance where these count together."""
    found: dict[str, int] = {}
    for unit in warships:
        whose = state.side_of(unit.owner) if together else unit.owner
        found[whose] = found.get(whose, 0) + unit.size
    return max(found.values(), default=0)
