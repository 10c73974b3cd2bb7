"""Examples of orders that forms show: rows that a check finds legal.

Decides nothing: which rows are tried is told by the systems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling

Example = Mapping[str, object]
P = TypeVar("P", bound=Position)


def first_legal(
    position: P, section: str, check: Callable[[P, Order], Ruling], rows: Iterable[Example]
) -> Sequence[Example]:
    """The first of some orders of a section that is legal."""
    orders = (Order(section, 1, position.player, row, Where("form")) for row in rows)
    legal = (dict(order.data) for order in orders if check(position, order).ok)
    return list(islice(legal, 1))


def called(position: Position, place: str) -> str:
    """How an order calls a place: by its name, else by its hex."""
    return position.board.name(place) or place
