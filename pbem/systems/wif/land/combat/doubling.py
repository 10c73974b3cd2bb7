"""Attackers whose factors an HQ doubles by offensive points (16.3.3, option 49).

`double: [XLVII ARM]`, or `all`. Decides who may be doubled, how many in an impulse, and what is
counted. Leaves the price of the HQ's help to `impulse.offensive`, overruns to a later chapter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.systems.flames.world.control import major
from pbem.systems.flames.world.foreseen import after
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.units import Piece, marked
from pbem.systems.flames.world.vocabulary import PowerCount, UnitMark
from pbem.systems.wif.air.benefits import helper_on_land

CITE = "16.3.3"
TIMES = 2


@implements("WIF-16.3.3-2")
def doublings_left(position: Position, hq: Piece) -> int:
    """How many more units an HQ may help in this impulse: twice its value in all (16.3.3)."""
    used = position.state.counter(major(position.state, hq.owner), PowerCount.DOUBLINGS)
    return max(0, TIMES * hq.reorganisation - used)


@implements("WIF-16.3.3-1", "WIF-16.3.3-2")
def doubling_troubles(
    position: Position, attackers: Sequence[Piece], doubled: Sequence[str]
) -> list[Finding]:
    """Why some of the attackers cannot be doubled (16.3.3)."""
    if not doubled:
        return []
    ids = {piece.id for piece in attackers}
    wanted: Counter[str] = Counter()
    for piece in position.pieces(*doubled):
        hq = helper_on_land(position, piece)
        if piece.id not in ids:
            why = f"{piece.name} does not attack"
        elif hq is None:
            why = f"no HQ that helps by offensive points has {piece.name} in its range"
        else:
            wanted[hq.id] += 1
            many = doublings_left(position, hq)
            why = f"{hq.name} helps {many} more units" if wanted[hq.id] > many else ""
        if why:
            return [error("cannot-double", why, cite=CITE, about=piece.id)]
    return []


@implements("WIF-16.3.3-1", "WIF-16.3.3-2")
def doubling(position: Position, place: str, doubled: Sequence[str]) -> tuple[Event, ...]:
    """The changes that double units against a hex, and count them for the power of their HQ."""
    pieces = position.pieces(*doubled)
    helpers = [hq for piece in pieces if (hq := helper_on_land(position, piece)) is not None]
    many = Counter(major(position.state, hq.owner) for hq in helpers)
    counts = (
        change
        for power, more in many.items()
        for change in set_power(
            position.state,
            power,
            "counter",
            PowerCount.DOUBLINGS,
            position.state.counter(power, PowerCount.DOUBLINGS) + more,
        )
    )
    return (*(c for p in pieces for c in marked(p, UnitMark.DOUBLED, place)), *counts)


def with_doubling(position: Position, place: str, doubled: Sequence[str]) -> Position:
    """The position in which some units are doubled against a hex."""
    return after(position, doubling(position, place, doubled)) if doubled else position
