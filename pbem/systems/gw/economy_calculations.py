"""What a case can calculate about production, technology and income: plain data in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbem.systems.gw.building import (
    bought_as,
    construction_bombed,
    facility_stages,
    improved,
    unit_stages,
    why_not_buy,
)
from pbem.systems.gw.facilities import factory_output, passes, repair_slots, yard_slots
from pbem.systems.gw.incomes import increase_die, raised, starting_figures
from pbem.systems.gw.lending import most_lent, recruits
from pbem.systems.gw.placement import militia_limit, takes_colonial, yards_for
from pbem.systems.gw.research import dice_of, may_research, needed
from pbem.systems.gw.research import passes as stage_passes
from pbem.systems.gw.units import unit_type

Given = Mapping[str, Any]


def cost(given: Given) -> Mapping[str, Any]:
    """The payments for a unit or facility: what they are, their sum, and over how many turns."""
    if "unit" in given:
        printed = unit_stages(unit_type(given["unit"]))
    else:
        printed = facility_stages(
            given["facility"], given.get("terrain", ()), given.get("beyond", ())
        )
    known, merged = given.get("improved", False), given.get("two_at_once", False)
    stages = improved(printed, known, merged)
    return {"stages": list(stages), "total": sum(stages), "turns": len(stages)}


def may_buy(given: Given) -> Mapping[str, Any]:
    """Whether a nation may buy a unit in some turns, and what it then gets."""
    known = tuple(given.get("technologies", ()))
    rows = {
        turn: why_not_buy(given["nation"], given["unit"], turn, known) or "may buy"
        for turn in given["turns"]
    }
    return {"turns": rows, "gets": bought_as(given["unit"], known)}


def output(given: Given) -> Mapping[str, Any]:
    """What a factory produces under some damage."""
    captured, known = given.get("captured", False), given.get("improved", False)
    made = [factory_output(given["factory"], n, captured, known) for n in given["damage"]]
    return {"units": made}


def yard(given: Given) -> Mapping[str, Any]:
    """What a yard or base builds, repairs and lets through."""
    kind, damage = given["facility"], given.get("damage", 0)
    worth = [ipps for ipps in given.get("worth", ()) if passes(kind, damage, ipps)]
    return {
        "slots": yard_slots(kind, damage, given.get("improved", False)),
        "repairs": repair_slots(kind, damage),
        "passes": worth,
    }


def yards(given: Given) -> Mapping[str, Any]:
    """Which yards deliver a ship."""
    return {"yards": list(yards_for(unit_type(given["unit"])))}


def without_factory(given: Given) -> Mapping[str, Any]:
    """What a zone takes that needs no factory."""
    value, captured = given["value"], given.get("captured", False)
    return {
        "militia": militia_limit(value, captured),
        "colonial": takes_colonial(value, given.get("home", False), not captured),
    }


def research(given: Given) -> Mapping[str, Any]:
    """The technology dice, and whether a stage may be tried in some turns."""
    return {
        "dice": dice_of(given["major_factories"], given.get("pact", False)),
        "may": {turn: may_research(turn, given["stage"]) for turn in given.get("turns", ())},
    }


def stage(given: Given) -> Mapping[str, Any]:
    """Which dice complete the next stage of a technology."""
    faces = [die for die in range(1, 13) if stage_passes(given["technology"], given["done"], die)]
    return {"from": needed(given["technology"], given["done"]), "dice": faces}


def increase(given: Given) -> Mapping[str, Any]:
    """The dice of a nation's income increases, and what comes of some rolls."""
    level = given.get("income", 0)
    levels = []
    for roll in given.get("rolls", ()):
        level = raised(level, given.get("wartime"), roll)
        levels.append(level)
    dice = {turn: increase_die(given["nation"], turn) or "none" for turn in given["turns"]}
    return {"dice": dice, "income": levels}


def lend_lease(given: Given) -> Mapping[str, Any]:
    """How many IPPs may be lent to a nation."""
    return {"most": most_lent(given["income"])}


def recruitment(given: Given) -> Mapping[str, Any]:
    """Which dice bring recruits to a controlled minor."""
    return {"dice": [die for die in range(1, 13) if recruits(die, given["zones"])]}


def figures(given: Given) -> Mapping[str, Any]:
    """What a nation starts a scenario with."""
    cash, income = starting_figures(given["nation"], given["year"])
    return {"cash": cash, "income": income}


def bombed(given: Given) -> Mapping[str, Any]:
    """A facility under construction under some raids."""
    payments, damage = given["payments"], given.get("damage", 0)
    rows = []
    for more in given["raids"]:
        payments, damage = construction_bombed(payments, damage, more)
        rows.append([payments, damage])
    return {"after": rows}


ECONOMY: Final[Mapping[str, Callable[[Given], Mapping[str, Any]]]] = {
    "production.cost": cost,
    "production.may-buy": may_buy,
    "sheet.figures": figures,
    "construction.bombed": bombed,
    "factory.output": output,
    "yard.capacity": yard,
    "yard.delivers": yards,
    "place.without-factory": without_factory,
    "research.dice": research,
    "research.stage": stage,
    "income.increase": increase,
    "lend-lease.amount": lend_lease,
    "recruitment.dice": recruitment,
}
