"""Units that their own player gives up (15.5): `{disband: {6-5 INF: 1}, at: Berlin}`.

They cost double when they are built again, as those that were lost without supply. A carrier takes
its aircraft with it. Decides whose units go. Leaves works to `works`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.sea.navies import aircraft_of
from pbem.systems.tw.supply.cutting import gone
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Pool


@implements("TW-15.5-1")
def check_disbanding(position: Position, order: Order) -> Ruling:
    """Units of one place leave the map for the pool of those that cost double."""
    check = Check(position, order)
    place = check.place(order.data["at"])
    pieces = check.pieces(place, order.data["disband"]) if place else ()
    aboard = aircraft_of(position, [piece for piece in pieces if piece.is_naval])
    for unit in dict.fromkeys((*(piece.id for piece in pieces), *aboard.values())):
        check.does(gone(position.piece(position.units[unit]), Pool.OUT_OF_SUPPLY))
    return check.ruling(f"{told(pieces)} in {check.label(place)}: disbanded")


def disbandings(umpire: Umpire) -> None:
    """Units that go as the Build Segment begins."""
    umpire.carry_out(DISBANDING.name)


DISBANDING: Final = Section(
    "disband", "Units given up", "disbanding", "tw/disband", "15.5", check_disbanding
)
