"""Every order that is played has a result: no step swallows one, and none is settled twice.

While tests run, the log of every run that is played to its end is looked at (`conftest`). An order
may be passed over as not reached only if no step that carries out its section came in the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import pytest

from pbem.core.orders.orders import Order
from pbem.core.play import run
from pbem.core.play.umpire import Umpire

Key = tuple[str, str, int]
LATER: Final[Mapping[str, str]] = {  # sections that a later step, too, has orders from
    "diplomacy": "balkan-alignment",
}


@contextmanager
def settled_orders() -> Iterator[None]:
    """While this holds, an order that ends without one result is an error."""
    pass_over, close = Umpire.pass_over, run._close

    def passed_over(umpire: Umpire) -> None:
        lost = [order.name for order in orders_of(umpire) if swallowed(umpire, order)]
        assert not lost, f"{', '.join(lost)}: the step came and said nothing of it"
        pass_over(umpire)

    def closed(umpire: Umpire) -> None:
        told = results(umpire)
        wrong = {o.name: told[key(o)] for o in orders_of(umpire) if told[key(o)] != 1}
        assert not wrong, f"results of orders: {wrong}"
        close(umpire)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Umpire, "pass_over", passed_over)
        patch.setattr(run, "_close", closed)
        yield


def orders_of(umpire: Umpire) -> list[Order]:
    """Every order of every file."""
    return [order for file in umpire.inputs.submissions.values() for order in file.orders]


def key(order: Order) -> Key:
    """What tells an order from all others of a run."""
    return order.player, order.section, order.number


def results(umpire: Umpire) -> Counter[Key]:
    """How many results each order has in the log."""
    said = [entry.body for entry in umpire.ledger.entries if entry.kind == "order"]
    return Counter((body["player"], body["section"], body["number"]) for body in said)


def swallowed(umpire: Umpire, order: Order) -> bool:
    """Whether the steps of an order came in this run and left it without a result."""
    section = umpire.game.system.section(order.section)
    assert section is not None
    steps = [section.step, *([LATER[section.name]] if section.name in LATER else [])]
    came = all(f"step:{step}" in umpire._start for step in steps)
    return came and key(order) not in results(umpire)
