"""What an HQ gives by offensive points (16.3, option 49): its range, who gains, who is doubled.

Decides which HQs help, who is within range of one, in the air and on land; who of the attackers may
be doubled, how many in an impulse, and what is counted: `double: [XLVII ARM]`, or `all`. Leaves the
price to `orders`, what else is gained to the rules of strikes, support and bombardment, overruns to
rules that are not played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.systems.flames.world.kits import DOUBLING, Kits, Moment, Price
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked, turned_down
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.terrain import hex_length
from pbem.systems.flames.world.vocabulary import Action, PowerCount, UnitMark

TIMES = 2

CLEAR: Final = "clear"  # terrain makes no hex longer here


@implements("WIF-16.3-4")
def is_in_range(position: Position, hq: Piece, place: str) -> bool:
    """Whether a hex is no further from an HQ than its value, whatever lies between (16.3).

    Hexes of Asia and the Pacific count 2, those off the map 4.
    """
    scale = position.ground.scale

    def length(_: str, there: str) -> int:
        return hex_length(CLEAR, scale(there))

    return place in reachable(position.board.neighbours, hq.at, length, hq.reorganisation)


@implements("WIF-16.3.2-1", "WIF-16.3-2")
def is_helped_in_the_air(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft gains over a hex: an HQ of its major power helps the air there (16.3)."""
    power = position.major(piece.owner)
    return any(
        helps(position, hq, Action.AIR)
        and position.major(hq.owner) == power
        and not position.are_rivals(hq.owner, piece.owner)
        and is_in_range(position, hq, place)
        for hq in helpers(position)
    )


@implements("WIF-16.3.3-1", "WIF-16.3-2")
def helper_on_land(position: Position, piece: Piece) -> Piece | None:
    """The HQ that can double a land unit's factors: it co-operates, the unit is in its range."""
    return next(
        (
            hq
            for hq in helpers(position)
            if helps(position, hq, Action.LAND)
            and position.cooperate(hq.owner, piece.owner)
            and is_in_range(position, hq, piece.at)
        ),
        None,
    )


# --- HQs that help (16.3) ------------------------------------------------------------------------


def helpers(position: Position) -> tuple[Piece, ...]:
    """The HQs that help in this impulse."""
    return tuple(p for p in position.on_map if p.unit.marked(UnitMark.OFFENSIVE))


@implements("WIF-16.3-3")
def helps(position: Position, hq: Piece, action: str) -> bool:
    """Whether an HQ helps in an action now: not while it is face-down or out of supply (16.3)."""
    chosen = hq.unit.mark(UnitMark.OFFENSIVE) == action
    return chosen and not hq.face_down and in_supply(position, hq)


@implements("WIF-16.3-3")
def helpers_down(umpire: Umpire) -> None:
    """The HQs that have helped are turned face-down at the end of the impulse (16.3)."""
    umpire.apply(*turned_down(*helpers(umpire.position)))


# --- attackers that are doubled (16.3.3) ---------------------------------------------------------


@implements("WIF-16.3.3-2")
def doublings_left(position: Position, hq: Piece) -> int:
    """How many more units an HQ may help in this impulse: twice its value in all (16.3.3)."""
    used = position.state.counter(position.major(hq.owner), PowerCount.DOUBLINGS)
    return max(0, TIMES * hq.reorganisation - used)


def doubling(
    position: Position, attackers: Sequence[Piece], place: str, doubled: Sequence[str]
) -> Price:
    """What it takes to double some of the attackers against a hex, or why they cannot be."""
    findings = tuple(doubling_troubles(position, attackers, doubled))
    return Price(findings, marked_double(position, place, doubled))


@implements("WIF-16.3.3-1", "WIF-16.3.3-2")
def doubling_troubles(
    position: Position, attackers: Sequence[Piece], doubled: Sequence[str]
) -> list[Finding]:
    """Why some of the attackers cannot be doubled (16.3.3)."""
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
            return [error("cannot-double", why, cite=DOUBLING, about=piece.id)]
    return []


@implements("WIF-16.3.3-1", "WIF-16.3.3-2")
def marked_double(position: Position, place: str, doubled: Sequence[str]) -> tuple[Event, ...]:
    """The changes that double units against a hex, and count them for the power of their HQ."""
    pieces = position.pieces(*doubled)
    helpers = [hq for piece in pieces if (hq := helper_on_land(position, piece)) is not None]
    many = Counter(position.major(hq.owner) for hq in helpers)
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


KIT: Final = Kits(
    several_actions=True,
    helps=helps,
    is_helped=is_helped_in_the_air,
    doubling=doubling,
    moments=((Moment.IMPULSE_ENDS, helpers_down),),
)
