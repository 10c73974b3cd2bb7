"""What cases ask of BRPs: what operations cost, and what a player turn comes to front by front.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.economy.costs import (
    Fighter,
    Operation,
    cost_of,
    is_known,
    takes_place,
)
from pbem.systems.awaw.economy.spending import (
    Spent,
    after,
    bill_for,
    has_full_offensive,
    is_full_offensive,
    may_attrition,
    may_exploit_onto,
    mud_allows,
)

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def operation_cost(given: Given) -> Answer:
    """What an operation costs, or that it does not take place in its phase."""
    chart = situation({}).book.chart("operations")
    kind, phase = str(given["do"]), str(given.get("phase", "combat"))
    if not is_known(chart, kind) or not takes_place(chart, kind, phase):
        return {"error": f"no {kind} in the {phase} phase"}
    about = {name: given[name] for name in ("defended", "fought") if name in given}
    fighters = [_fighter(row) for row in given["units"]]
    before = int(given.get("nas before", 0))
    return {"cost": cost_of(chart, Operation(kind, phase, **about), fighters, before)}


def _fighter(row: Given) -> Fighter:
    return Fighter(**{"size": 1, "factors": 0, **row})


def operations_of_a_turn(given: Given) -> Answer:
    """Operations one after the other: what each pays, and how every front stands afterwards."""
    spent: dict[str, Spent] = {}
    paid: list[Any] = []
    for row in given["operations"]:
        fronts, by, cost = tuple(row["fronts"]), str(row["by"]), int(row["cost"])
        front = str(row.get("paid on", fronts[0]))
        partisans, mud = bool(row.get("partisans")), bool(row.get("mud"))
        known = spent.get(front, Spent())
        if mud and not mud_allows(known, cost, by == "russia", partisans):
            paid.append("no full offensive in mud")
            continue
        bill = bill_for(known, by, 0 if row.get("isolated") else cost)
        counts = not partisans and not row.get("isolated")
        spent = after(spent, by, bill, fronts=fronts, paid_on=front, counts=counts, mud=mud)
        paid.append(bill.pays)
    return {"paid": paid, "fronts": {name: _front(one) for name, one in sorted(spent.items())}}


def _front(spent: Spent) -> Answer:
    return {
        "paid": sum(spent.paid.values()),
        "actions": spent.actions,
        "offensive": "full" if is_full_offensive(spent) else "limited",
        "free": [major for major in spent.paid if has_full_offensive(spent, major)],
        "attrition": may_attrition(spent),
    }


def exploitation(given: Given) -> Answer:
    """Whether armor may exploit onto a front."""
    spent = Spent({str(k): int(v) for k, v in given["paid"].items()}, int(given["actions"]))
    found = may_exploit_onto(spent, int(given["cost"]), bool(given.get("attrition")))
    return {"allowed": found}
