"""BRPs of offensive operations front by front (9.57 to 9.66, 9.7): who pays, and what is allowed.

`Spent` is what an alliance faction has done on a front in its player turn. Decides limited and full
offensives, what a full one makes free, whether attrition is allowed, the limit of mud, and where
the cost of an operation on two fronts counts. Leaves what operations cost to `costs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.core.data.rulebook import implements

FULL: Final = 15


@dataclass(frozen=True, slots=True)
class Spent:
    """What a faction has done on one front: BRPs paid there by each major power, the cost of all
    its operations against others than partisans that took place there, whatever front paid for
    them, and of those in mud.
    """

    paid: Mapping[str, int] = field(default_factory=dict)
    actions: int = 0
    in_mud: int = 0


@dataclass(frozen=True, slots=True)
class Bill:
    """What an operation costs a major power: its cost, and what is left to pay of it."""

    cost: int
    pays: int


@implements("AWAW-3.11-55", "AWAW-9.62-1", "AWAW-9.63-1")
def is_full_offensive(spent: Spent) -> bool:
    """Whether a faction conducts a full offensive on a front: 15 BRPs or more."""
    return sum(spent.paid.values()) >= FULL


@implements("AWAW-9.63A-1")
def has_full_offensive(spent: Spent, major: str) -> bool:
    """Whether a major power has paid for a full offensive of its own, and goes on for nothing."""
    return spent.paid.get(major, 0) >= FULL


@implements("AWAW-9.63A-1", "AWAW-9.63A-2")
def bill_for(spent: Spent, major: str, cost: int) -> Bill:
    """What a major power pays for an operation: never more than 15 BRPs on a front in a turn."""
    return Bill(cost, max(0, min(cost, FULL - spent.paid.get(major, 0))))


@implements("AWAW-9.61-1", "AWAW-9.61-2", "AWAW-9.63B-1", "AWAW-9.82-2")
def may_attrition(spent: Spent) -> bool:
    """Whether a faction may attrition on a front: its operations there, apart from those against
    partisans and of isolated units for nothing, cost less than 15 BRPs.
    """
    return spent.actions < FULL


@implements("AWAW-9.63C-1", "AWAW-9.63C-2", "AWAW-9.63C-3", "AWAW-9.66-1")
def mud_allows(spent: Spent, cost: int, is_russian: bool, partisans: bool) -> bool:
    """Whether an operation in mud is allowed: no full offensive there but of Russia; those
    against partisans do not count. A full offensive elsewhere on the front does not help.
    """
    return is_russian or partisans or spent.in_mud + cost < FULL


@implements("AWAW-9.64-1", "AWAW-9.64-2", "AWAW-9.76-1")
def may_exploit_onto(spent: Spent, cost: int, attrition: bool) -> bool:
    """Whether armor of a major power may exploit onto a front.

    Under a full offensive of its own or, if it pays, of a partner; else as part of a limited
    offensive. Where attrition is to follow no more than 14 BRPs are spent.
    """
    limited = spent.actions + cost < FULL
    full = any(paid >= FULL for paid in spent.paid.values())  # its own, or a partner's
    return limited or (not attrition and full)


@implements("AWAW-9.75-1", "AWAW-9.71-1")
def after(
    before: Mapping[str, Spent],
    major: str,
    bill: Bill,
    *,
    fronts: tuple[str, ...],
    paid_on: str,
    counts: bool = True,
    mud: bool = False,
) -> dict[str, Spent]:
    """What a faction has spent after an operation that touches some fronts.

    It is paid on one of them, and counts on each when attrition is asked for. `counts` is False
    against partisans and for isolated units that pay nothing.
    """
    found = dict(before)
    for front in fronts:
        known = found.get(front, Spent())
        more = bill.cost if counts else 0
        own = known.paid.get(major, 0) + (bill.pays if front == paid_on else 0)
        found[front] = replace(
            known,
            paid={**known.paid, major: own},
            actions=known.actions + more,
            in_mud=known.in_mud + (more if mud else 0),
        )
    return found
