"""The Burma Road (1.17): when it is open.

It opens as a calendar turn begins, in July 1938 at the earliest, while Japan is at war with China,
Yunnan is Nationalist and Burma Allied. The track `burma-road` is open or closed; until the first
calendar turn of a game is over the conditions alone decide.

Decides: whether it is open.
Leaves to `rail`: whose unit it takes; to `supply`: what goes over it.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_track
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.factions import CHINA, KMT
from pbem.systems.gw.world.nations import ALLIES, at_war


class BurmaWar(Reading, id="GW-R-1.17-b"):
    """Which war with Japan the Burma Road needs."""

    KMT = "kmt"
    ANY_CHINA = "any-china"


class BurmaClosing(Reading, id="GW-R-1.17-c"):
    """What becomes of the open Burma Road when one of its conditions fails."""

    CLOSES = "closes"
    STAYS_OPEN = "stays-open"


BURMA_ROAD: Final = "burma-road"  # the track; also the feature of the border
OPEN, CLOSED = "open", "closed"
OPENS: Final = (1938, True)  # the year, and whether it is July already


@implements("GW-1.17-1")
def burma_road_open(position: Position) -> bool:
    """Whether the Burma Road is open now (1.17)."""
    opened = position.track(BURMA_ROAD)
    if opened == OPEN and position.reading(BurmaClosing) is BurmaClosing.STAYS_OPEN:
        return True
    return opened != CLOSED and conditions_met(position)


@implements("GW-1.17-1")
def conditions_met(position: Position) -> bool:
    """Whether the date, the war and the possessors of Yunnan and Burma are as they must be."""
    year, month = position.clock.turn.split("-")
    if (int(year), month == "jul") < OPENS:
        return False
    burma = position.powers.get(position.controller("burma") or "")
    return (
        _at_war_with_japan(position)
        and position.controller("yunnan") == KMT
        and burma is not None
        and burma.side == ALLIES
    )


def _at_war_with_japan(position: Position) -> bool:
    if at_war(position.state, "japan", KMT):
        return True
    others = any(at_war(position.state, "japan", power) for power in CHINA)
    return others and position.reading(BurmaWar) is BurmaWar.ANY_CHINA


@implements("GW-1.17-1")
def open_burma_road(umpire: Umpire) -> None:
    """As a calendar turn begins the road opens, or is closed until the next one (1.17)."""
    position = umpire.position
    stays = position.track(BURMA_ROAD) == OPEN and burma_road_open(position)
    if "burma" in position.board and not stays:
        now = OPEN if conditions_met(position) else CLOSED
        umpire.apply(*set_track(position.state, BURMA_ROAD, now))
