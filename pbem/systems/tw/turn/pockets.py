"""Hexes that the second impulse cuts off (10.2.8): whose they are when the enemy has moved too.

Decides which hexes a side has put out of supply, and that they are its own once the enemy's player
turn has not relieved them. Leaves the units in them to `supply`.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place
from pbem.core.record.state import Place
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.capturing import captured
from pbem.systems.tw.world.hexes import has_fortress
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Marker


@implements("TW-10.2.8-1", "TW-1.2c-3")
def mark_pockets(umpire: Umpire) -> None:
    """After the second impulse: enemy hexes that had supply before it and have none now."""
    before = Position(umpire.game, umpire.since("impulse"), umpire.since("impulse"))
    after = umpire.position
    for foe in after.powers:
        by = next((one for one in after.powers if after.at_war(one, foe)), "")
        if after.side_of(by) == after.clock.side:
            cut = _reach(before, foe) - _reach(after, foe)
            for place in tuple(umpire.state.places.values()):
                if place.controller == foe and place.id in cut:
                    umpire.apply(*set_place(umpire.state, place.id, "marker", Marker.POCKET, by))


def _reach(position: Position, power: str) -> frozenset[str]:
    """All that the sources of a power supply, in full or not."""
    lines = lines_of(position, power)
    return lines.full | lines.limited


@implements("TW-10.2.8-1", "TW-1.2c-3")
def close_pockets(umpire: Umpire) -> None:
    """At the end of the enemy's player turn: what is still cut off, and not held, changes hands."""
    position = umpire.position
    foes = [one for one in position.powers if position.side_of(one) != position.clock.side]
    for place in tuple(position.places.values()):
        captor = str(place.markers.get(Marker.POCKET))
        if captor in foes:
            if _is_closed(position, place, captor):
                umpire.apply(*captured(position, captor, place.id))
            umpire.apply(*set_place(umpire.state, place.id, "marker", Marker.POCKET, None))


def _is_closed(position: Position, place: Place, captor: str) -> bool:
    """Whether nobody has relieved a hex of a pocket, which is no fortress."""
    holder = position.holder(place.id)
    cut = position.at_war(captor, holder) and place.id not in _reach(position, holder)
    held = position.enemy_ground(captor, place.id) or has_fortress(position, place.id)
    return cut and not held
