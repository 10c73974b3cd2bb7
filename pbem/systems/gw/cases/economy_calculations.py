"""What a case can calculate about production, technology and income: plain data in and out.

Decides how the answer is spelled. Leaves the rules to `economy` and `world`.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Cell, Provenance
from pbem.core.rules.sides import Role
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.aid.lending import most_lent, recruits
from pbem.systems.gw.economy.incomes import increase_die, raised, starting_figures
from pbem.systems.gw.economy.placement import militia_limit, takes_colonial, yards_for
from pbem.systems.gw.economy.research import dice_of, may_research, needed
from pbem.systems.gw.economy.research import passes as stage_passes
from pbem.systems.gw.world.building import (
    Buyer,
    bought_as,
    construction_bombed,
    facility_stages,
    improved,
    unit_stages,
    why_not_buy,
)
from pbem.systems.gw.world.facilities import (
    Factory,
    facilities,
    factory_output,
    passes,
    repair_slots,
    yard_slots,
)
from pbem.systems.gw.world.units import UnitType, belongs, bonus, catalogue, unit_type


def cost(given: Given) -> Answer:
    """The payments for a unit or facility: what they are, their sum, and over how many turns."""
    book = shelf("gw").book
    if "unit" in given:
        printed = unit_stages(book, unit_type(book, given["unit"]))
    else:
        printed = facility_stages(
            book, given["facility"], given.get("terrain", ()), given.get("beyond", ())
        )
    known, merged = given.get("improved", False), given.get("two_at_once", False)
    stages = improved(printed, known, merged)
    return {"stages": list(stages), "total": sum(stages), "turns": len(stages)}


def may_buy(given: Given) -> Answer:
    """Whether a nation may buy a unit in some turns, and what it then gets."""
    book = shelf("gw").book
    known, early = tuple(given.get("technologies", ())), given.get("early", False)
    rows = {
        turn: why_not_buy(book, given["unit"], Buyer(given["nation"], turn, known, early))
        or "may buy"
        for turn in given["turns"]
    }
    return {"turns": rows, "gets": bought_as(book, given["unit"], known, early)}


def output(given: Given) -> Answer:
    """What a factory produces under some damage."""
    book = shelf("gw").book
    factory = Factory(given["factory"], given.get("captured", False), given.get("improved", False))
    made = [factory_output(book, factory, damage) for damage in given["damage"]]
    return {"units": made}


def yard(given: Given) -> Answer:
    """What a yard or base builds, repairs and lets through."""
    book = shelf("gw").book
    kind, damage = given["facility"], given.get("damage", 0)
    worth = [ipps for ipps in given.get("worth", ()) if passes(book, kind, damage, ipps)]
    return {
        "slots": yard_slots(book, kind, damage, given.get("improved", False)),
        "repairs": repair_slots(book, kind, damage),
        "passes": worth,
    }


def yards(given: Given) -> Answer:
    """Which yards deliver a ship."""
    book = shelf("gw").book
    return {"yards": list(yards_for(unit_type(book, given["unit"])))}


def without_factory(given: Given) -> Answer:
    """What a zone takes that needs no factory."""
    value, captured = given["value"], given.get("captured", False)
    return {
        "militia": militia_limit(value, captured),
        "colonial": takes_colonial(value, given.get("home", False), not captured),
    }


def research(given: Given) -> Answer:
    """The technology dice, and whether a stage may be tried in some turns."""
    return {
        "dice": dice_of(given["major_factories"], given.get("pact", False), given.get("borne", 0)),
        "may": {turn: may_research(turn, given["stage"]) for turn in given.get("turns", ())},
    }


def stage(given: Given) -> Answer:
    """Which dice complete the next stage of a technology."""
    book = shelf("gw").book
    faces = [
        die for die in range(1, 13) if stage_passes(book, given["technology"], given["done"], die)
    ]
    return {"from": needed(book, given["technology"], given["done"]), "dice": faces}


def increase(given: Given) -> Answer:
    """The dice of a nation's income increases, and what comes of some rolls."""
    book = shelf("gw").book
    level = given.get("income", 0)
    levels = []
    for roll in given.get("rolls", ()):
        level = raised(level, given.get("wartime"), roll)
        levels.append(level)
    dice = {turn: increase_die(book, given["nation"], turn) or "none" for turn in given["turns"]}
    return {"dice": dice, "income": levels}


def lend_lease(given: Given) -> Answer:
    """How many IPPs may be lent to a nation."""
    return {"most": most_lent(given["income"])}


def recruitment(given: Given) -> Answer:
    """Which dice bring recruits to a controlled minor."""
    return {"dice": [die for die in range(1, 13) if recruits(die, given["zones"])]}


def figures(given: Given) -> Answer:
    """What a nation starts a scenario with."""
    book = shelf("gw").book
    cash, income = starting_figures(book, given["nation"], given["year"])
    return {"cash": cash, "income": income}


def bombed(given: Given) -> Answer:
    """A facility under construction under some raids."""
    payments, damage = given["payments"], given.get("damage", 0)
    rows = []
    for more in given["raids"]:
        payments, damage = construction_bombed(payments, damage, more)
        rows.append([payments, damage])
    return {"after": rows}


def chart_table(given: Given) -> Answer:
    """A table of a chart as it is printed: row by row, in the order of its columns."""
    book = shelf("gw").book
    table = book.chart(given["chart"]).table(given["table"])
    columns = table.columns.names
    rows = {
        row: [_cell(table.cells[column, row]) for column in columns] for row in table.rows.names
    }
    return {"columns": list(columns), "rows": rows}


def _cell(cell: Cell) -> str | int:
    """What a cell holds, or that it is missing."""
    return "missing" if cell.provenance is Provenance.MISSING else _word(cell.value)


def _word(value: str | int) -> str | int:
    """A value; the word `any`, which would assert nothing in a case, in brackets."""
    return "(any)" if value == "any" else value


def facility_tables(_: Given) -> Answer:
    """Every kind of facility as the rules read it: outputs, slots, damage, payments, upgrades."""
    book = shelf("gw").book
    return {
        kind: [
            *(one.name, one.output, one.more_output, one.slots, one.more_slots, one.repairs),
            *(one.passes, one.damage, list(one.stages), _word(one.where), one.to, one.upgrade),
        ]
        for kind, one in facilities(book).items()
    }


def unit_tables(_: Given) -> Answer:
    """Every unit type with its Attack, Defense, Move, Cost and hits, and what belongs where."""
    book = shelf("gw").book
    units = catalogue(book).values()
    groups: dict[str, list[str]] = {}
    for unit in units:
        for name in (*unit.classes, *_abilities(unit)):
            groups.setdefault(name, []).append(unit.id)
    return {"units": {unit.id: _printed(unit) for unit in units}, "groups": groups}


def _printed(unit: UnitType) -> list[Any]:
    attack, defence = (unit.printed(role) for role in (Role.ATTACKER, Role.DEFENDER))
    return [unit.name, unit.class_, attack, defence, unit.move, unit.cost, unit.hits]


def _abilities(unit: UnitType) -> list[str]:
    """What a unit can do and is, as the rules ask for it."""
    said = {
        "first strike": unit.first_strike,
        "air superiority": unit.air_superiority,
        "supports": unit.supports,
        "supported": unit.supported,
        "harmless on land": unit.harmless,
        "last casualty": unit.last_casualty,
        "is land": belongs(unit, "land"),
        "is air": belongs(unit, "air"),
        "is naval": unit.is_naval,
        "is submarine": unit.is_submarine,
        "is warship": unit.is_warship,
        "is transport": unit.is_transport,
        "is carrier": unit.is_carrier,
    }
    found = [name for name, so in said.items() if so]
    if unit.selection:
        found.append(f"selects {unit.selection.versus} on {unit.selection.numbers}")
    if unit.anti_aircraft:
        guns = unit.anti_aircraft
        each, most = guns.dice_for_each_aircraft, guns.most_dice
        found.append(f"flak at {guns.hits_on}, {each} for each aircraft, {most} at most")
    return found


def attack_bonuses(given: Given) -> Answer:
    """Whom a bonus that is no terrain's helps, and by how much (12.2)."""
    book = shelf("gw").book
    found = {name: bonus(book, name) for name in given["bonuses"]}
    return {name: {"to": one.to, "change": one.change} for name, one in found.items()}


ECONOMY: Final[Calculations] = {
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
    "chart.table": chart_table,
    "facility.tables": facility_tables,
    "unit.tables": unit_tables,
    "unit.bonuses": attack_bonuses,
}
