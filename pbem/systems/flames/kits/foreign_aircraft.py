"""Aircraft that fly over to another power, which has its own version of them (13.6.4, option 37).

`{units: P-51C, to: London, lend: Commonwealth}` among the rebases. Decides who may lend to whom and
where; the pilot stays with the lender. Leaves aircraft that debark, and ships, to the sea.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitMoved
from pbem.systems.flames.kits.pilots.crews import counted
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.foreign import lend_lease_pool, version_for
from pbem.systems.flames.world.kits import Deal, Kits
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    leaves_map,
    marked,
    option_pool_of,
)
from pbem.systems.flames.world.stacking import over_air_limit
from pbem.systems.flames.world.vocabulary import Pool, PowerCount, UnitMark


@implements("WIF-13.6.4-10", "WIF-13.6.4-11")
def why_not_lend_to(position: Position, piece: Piece, taker: str, place: str) -> str:
    """Why an aircraft cannot be handed over in a hex, range apart; nothing if it can (13.6.4)."""
    state, giver = position.state, position.major(piece.owner)
    if giver == taker or position.side(giver) != position.side(taker):
        return f"{position.called(taker)} is no other power of your side"
    for power in (giver, taker):
        if position.is_neutral(power):
            return f"{position.called(power)} is neutral"
    if version_for(position, piece, taker) is None:
        return f"{position.called(taker)} has no {piece.name} in its lend lease pool"
    holder = position.controller(place)
    at_home = position.country(place) in homes_now(state, taker)
    if not at_home or holder is None or position.major(holder) != taker:
        return f"{position.label(place)} is no home hex that {position.called(taker)} controls"
    if over_air_limit(position, place, [*position.air_at(place), piece]):
        return f"{position.label(place)} has room for no more aircraft"
    return ""


def lend(position: Position, piece: Piece, taker: str, place: str) -> Deal:
    """What comes of it that an aircraft is handed over in a hex, or why it cannot be (13.6.4)."""
    why = why_not_lend_to(position, piece, taker, place)
    return Deal(why) if why else Deal(events=tuple(handed_over(position, piece, taker, place)))


@implements("WIF-13.6.4-11", "WIF-13.6.4-12")
def handed_over(position: Position, piece: Piece, taker: str, place: str) -> Iterator[Event]:
    """The taker's version stands there, the lender's lies in the lend lease pool (13.6.4).

    With option 46 the lender has a pilot more; without one of the taker's it waits in reserve.
    """
    new = version_for(position, piece, taker)
    if new is None:
        return
    yield from leaves_map(piece, lend_lease_pool(piece.owner))
    manned = not position.options.pilots
    if position.options.pilots:
        yield from counted(position, position.major(piece.owner), 1)
        manned = position.state.counter(taker, PowerCount.PILOTS) > 0
        if manned:
            yield from counted(position, taker, -1)
    to = place if manned else option_pool_of(taker, Pool.AIRCRAFT)
    yield UnitMoved(new.id, new.at, to, new.unit.count)
    if manned:
        yield from marked(new, UnitMark.MOVED)


KIT: Final = Kits(lend=lend)
