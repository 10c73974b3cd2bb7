"""Narrow crossings under Coastal Artillery: who passes them (12.9, 1.20).

A ship that passes bears the mark `narrows` with the land zones whose guns may fire at it;
`guarded_crossings` lets them fire.

Decides: which guns a ship has to pass.
Leaves to `coastal_artillery`: how many bear; to `combat`: their fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.coastal_artillery import guns_facing
from pbem.systems.gw.world.crossings import Crossing, crossings
from pbem.systems.gw.world.movement import type_of
from pbem.systems.gw.world.nations import at_war


class PassingShips(Reading, id="GW-R-12.9-a"):
    """When a ship passes a narrow crossing that guns guard."""

    THROUGH = "through"
    ENTER = "enter"


NARROWS: Final = "narrows"


def guns_over(position: Position, zone: str) -> int:
    """How much Coastal Artillery of a zone guards the narrow crossings that end there (12.9)."""
    seas = {
        sea
        for crossing in crossings(position.book)
        if zone in crossing.ends
        for sea in crossing.seas
    }
    return guns_facing(position, zone, seas)


@implements("GW-12.9-3")
def passed(
    position: Position, unit: Unit, way: Sequence[str], reading: Callable[[], str]
) -> dict[str, str]:
    """The mark of a surface ship that passes guarded crossings on its way (12.9).

    It passes when it leaves the crossing's sea zone again, or goes from one of two to the other;
    under one reading, which is asked for where it matters, when it enters one.
    """
    if type_of(position.book, unit).is_submarine:
        return {}
    zones = _guarded(position, unit, [c for c in crossings(position.book) if _passes(c, way)])
    entered = _guarded(position, unit, [c for c in crossings(position.book) if _enters(c, way)])
    if zones != entered and reading() == PassingShips.ENTER:
        zones = entered
    return {NARROWS: " ".join(sorted(zones))} if zones else {}


def _guarded(position: Position, unit: Unit, met: Iterable[Crossing]) -> frozenset[str]:
    """The zones at some crossings from which enemy guns reach a ship."""
    return frozenset(
        zone
        for crossing in met
        for zone in crossing.ends & set(position.board.places)
        if at_war(position.state, unit.owner, position.controller(zone) or "")
        and guns_over(position, zone)
    )


def _enters(crossing: Crossing, way: Sequence[str]) -> bool:
    return any(zone in crossing.seas for zone in way[1:])


def _passes(crossing: Crossing, way: Sequence[str]) -> bool:
    if len(crossing.seas) == 1:
        return any(zone in crossing.seas for zone in way[1:-1])
    return any({here, there} <= set(crossing.seas) for here, there in pairwise(way))
