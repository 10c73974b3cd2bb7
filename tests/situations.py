"""Orders of A World at War in single situations: what is found against them, read back or done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling
from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece

EUROPE: Final = {
    "map": "awaw-europe",
    "powers": {
        "germany": {"players": ["hans"], "counters": {"brps": 100}},
        "britain": {"players": ["anna"], "counters": {"brps": 100}},
        "france": {"players": ["marie"], "counters": {"brps": 100}},
        "united-states": {"players": ["anna"], "counters": {"brps": 100}},
    },
    "wars": [["germany", "russia"], ["germany", "britain"], ["germany", "france"]],
    "lands": {
        "germany": "germany",
        "poland": "germany",
        "east-poland": "russia",
        "ussr": "russia",
        "france": "france",
        "united-kingdom": "britain",
    },
}


def unit(counter: str, owner: str, at: str, **more: Any) -> dict[str, Any]:
    """A row of a situation."""
    return {"counter": counter, "owner": owner, "at": at, **more}


def europe(*units: Mapping[str, Any], **more: Any) -> Position:
    """Europe in 1942 with some units, at the Axis player turn unless it is said otherwise."""
    return situation({**EUROPE, "units": units, **more})


def pacific(*units: Mapping[str, Any], **more: Any) -> Position:
    """The Pacific with some units; Japan is at war with Britain and the United States."""
    wars = [["japan", "britain"], ["japan", "united-states"]]
    powers = {"japan": {"players": ["kenji"], "counters": {"brps": 100}}, **EUROPE["powers"]}
    more = {"wars": wars, "powers": powers, **more}
    return situation({"map": "awaw-pacific", "units": units, **more})


def piece(position: Position, name: str = "") -> Piece:
    """A unit by its id, or the only one."""
    return position.piece(position.units[name or next(iter(position.units))])


Checked = Callable[[Position, Order], Ruling]


def checked(check: Checked, position: Position, player: str = "hans", **data: Any) -> Ruling:
    """What a check says of one order."""
    return check(position, Order("test", 1, player, data, Where("a test")))


def codes(ruling: Ruling) -> list[str]:
    """What is found against an order, in short."""
    return [finding.code for finding in ruling.findings]
