"""What cases may calculate of land combat and of aircraft against a hex: factors, die, results.

Decides what a case writes and what it gets. Leaves the rules to the kernels that it calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from pbem.core.cases.shelf import shelf
from pbem.core.rules.readings import Rules, rules_from
from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.cases.situation import Asked, CaseBook
from pbem.systems.flames.land.combat_table import (
    AUTOMATIC,
    DEFENCE_OF_NOTHING,
    Battleground,
    DaggerRounding,
    ExtraLoss,
    HqRounding,
    attacker_losses,
    counted,
    die_modifiers,
    first_losses,
    hq_modifier,
    in_tenths,
    modified_roll,
    odds_modifier,
    read_result,
    stay_face_up,
    two_dice_modifiers,
    who_chooses,
    without_die,
)
from pbem.systems.flames.land.combatants import (
    ScaleBelowEven,
    odds_of,
    step_name,
    step_of,
    weather_shift,
)
from pbem.systems.flames.world.land_factors import (
    Combatant,
    KeptFractions,
    SeveralHexsides,
    Support,
    SupportLimit,
    attack_column,
    attack_multiplier,
    barring,
    bombing_multiplier,
    defence_multiplier,
    defending_factors,
    eased,
    flown_factors,
    ground_support,
    kept_fraction,
    strike_factors,
    total,
)
from pbem.systems.flames.world.position import ARMOUR
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import CombatTable


def rounding(book: CaseBook, given: Given) -> Answer:
    """`value`: the nearest whole number."""
    return {"result": rounded(Fraction(str(given["value"])))}


def _rules(book: CaseBook, given: Given) -> Rules:
    """The charts, with the `interpretations` that a case names."""
    return rules_from(shelf(book.system).book, given.get("interpretations", {}))


def strike(book: CaseBook, given: Given) -> Answer:
    """`tactical`, `weather`, `terrain`, `extended`, `rolls` (unit: die): who is hit."""
    multiplier = bombing_multiplier(given["weather"], given["terrain"], book.terrain)
    factors = strike_factors(Fraction(given["tactical"]), multiplier, given.get("extended", False))
    rolls: Mapping[str, int] = given.get("rolls", {})
    return {
        "factors": factors,
        "face-down": [unit for unit, die in rolls.items() if die <= factors],
    }


def support(book: CaseBook, given: Given) -> Answer:
    """`tactical`, `extended`, `tank busters`, `surprising busters` (factors each), `enemies`, the
    ground, `land`: what aircraft add.
    """
    bombers = [
        Support(
            "",
            "",
            "",
            Fraction(factors),
            extended=key == "extended",
            tank_buster=key.endswith("busters"),
            surprise=key.startswith("surprising"),
        )
        for key in ("tactical", "extended", "tank busters", "surprising busters")
        for factors in given.get(key, [])
    ]
    enemies = _units(book, given.get("enemies", []))
    multiplier = bombing_multiplier(given["weather"], given["terrain"], book.terrain)
    land, limit = Fraction(given["land"]), _rules(book, given).reading(SupportLimit)
    return {"factors": ground_support(flown_factors(bombers, enemies), multiplier, land, limit)}


def _unit(
    book: CaseBook, number: int, said: Given | str, rule: SeveralHexsides = SeveralHexsides.EACH
) -> Combatant:
    """`ARM`, or `{kind: ARM, factors: 8, across: [river], division: true, face-down: true …}`."""
    row: Given = {"kind": said} if isinstance(said, str) else said
    printed = Fraction(row.get("factors", 5))
    across = tuple(row.get("across", ()))
    engineer = row.get("engineer", False)
    chart = book.terrain
    hinders = eased(across, chart) if engineer else across
    multiplier = attack_multiplier(attack_column(row["kind"]), hinders, chart, rule)
    return Combatant(
        id=row.get("name", f"{row['kind']} {number}"),
        name=row.get("name", row["kind"]),
        kind=row["kind"],
        power=row.get("power", ""),
        printed=printed,
        factors=printed * multiplier,
        across=across,
        division=row.get("division", False),
        face_down=row.get("face-down", False),
        winterised=row.get("winterised", False),
        engineer=engineer,
        jungle=row.get("jungle", False),
        dropped=row.get("dropped", False),
        abroad=row.get("abroad", False),
        aside=row.get("aside", False),
    )


def _units(
    book: CaseBook, rows: Sequence[Given | str], rule: SeveralHexsides = SeveralHexsides.EACH
) -> list[Combatant]:
    return [_unit(book, number, row, rule) for number, row in enumerate(rows, start=1)]


def ratio_of(odds: str) -> Fraction:
    """`3:2` as a number."""
    return Fraction(*map(int, odds.split(":")))


def _ground(given: Given) -> Battleground:
    return Battleground(
        given.get("terrain", "clear"),
        given.get("weather", "fine"),
        given.get("city", False),
        given.get("factory", False),
    )


def attack_factors(book: CaseBook, given: Given) -> Answer:
    """`attackers`: their factors after hexsides, and the total."""
    rules = _rules(book, given)
    kept = rules.reading(KeptFractions)
    units = [
        replace(unit, factors=kept_fraction(unit.factors, kept))
        for unit in _units(book, given["attackers"], rules.reading(SeveralHexsides))
    ]
    return {"factors": {unit.id: unit.factors for unit in units}, "total": total(units)}


def barred(book: CaseBook, given: Given) -> Answer:
    """`kind`, `across`: the hexside that such a unit cannot attack across, or null."""
    return {"hexside": barring(given["kind"], given["across"], book.terrain) or None}


def defence_factors(book: CaseBook, given: Given) -> Answer:
    """`kind`, `factors`, `terrain`, `face-down`, `supplied`, `white print`, `division`."""
    factors = defending_factors(
        Fraction(given["factors"]),
        face_down=given.get("face-down", False),
        supplied=given.get("supplied", True),
        white_print=given.get("white print", False),
        division=given.get("division", False),
    )
    multiplier = defence_multiplier(given["kind"], given.get("terrain", "clear"), book.terrain)
    return {"factors": factors * multiplier}


def table_choice(book: CaseBook, given: Given) -> Answer:
    """`attackers`, `defenders`, `terrain`, `city`: who chooses the table, why, the units."""
    attackers, defenders = _units(book, given["attackers"]), _units(book, given["defenders"])
    choice = who_chooses(attackers, defenders, _ground(given), book.terrain)
    return {
        "chooser": choice.side,
        "why": choice.why,
        "armour": [counted(attackers, ARMOUR), counted(defenders, ARMOUR)],
        "MECH": [counted(attackers, ("MECH",)), counted(defenders, ("MECH",))],
    }


def odds(book: CaseBook, given: Given) -> Answer:
    """`attack`, `defence`, `weather`, `winterised`, `fractional`: odds and chance of the next."""
    ours, theirs = (Fraction(str(given[side])) for side in ("attack", "defence"))
    if book.values.whole_totals:
        ours, theirs = Fraction(rounded(ours)), Fraction(rounded(theirs))
    found = odds_of(
        ours,
        theirs,
        weather_shift(given.get("weather", "fine"), given.get("winterised", False)),
        _rules(book, given).reading(ScaleBelowEven) if given.get("fractional") else None,
    )
    answer: dict[str, Any] = {"basic": step_name(found.basic), "odds": found.name}
    if given.get("fractional"):
        answer |= {"next": step_name(found.step + 1), "percentage": 10 * found.tenths}
    return answer


def no_die(book: CaseBook, given: Given) -> Answer:
    """`attack`, `defence`, `table`: what happens without a die, or null."""
    attack, defence = Fraction(str(given["attack"])), Fraction(str(given["defence"]))
    outcome = without_die(attack, defence)
    return {
        "result": AUTOMATIC[given["table"]] if outcome == DEFENCE_OF_NOTHING else outcome or None
    }


def hq(book: CaseBook, given: Given) -> Answer:
    """`pairs` of reorganisation values, attacker's first, 0 for none: what HQ support adds."""
    rule = _rules(book, given).reading(HqRounding)
    return {"modifiers": [hq_modifier(own, enemy, rule=rule) for own, enemy in given["pairs"]]}


def combat_roll(book: CaseBook, given: Given) -> Answer:
    """`attackers`, `defenders`, the ground, `table`, `odds`, `hq`, `die`: modifiers and result.

    `air`: the powers whose aircraft add factors.
    """
    step = step_of(ratio_of(given["odds"]))
    modifiers = die_modifiers(
        _units(book, given["attackers"]),
        _units(book, given["defenders"]),
        _ground(given),
        _rules(book, given),
        table=given["table"],
        step=step,
        hq=given.get("hq", 0),
        air_powers=given.get("air", ()),
    )
    roll = modified_roll(given["die"], modifiers)
    chart = book.chart("land-combat-1d10")
    return {
        "modifiers": {item.name: item.value for item in modifiers},
        "roll": roll,
        "result": chart.lookup(table=given["table"], column=step_name(step), roll=roll).text,
    }


def two_dice_roll(book: CaseBook, given: Given) -> Answer:
    """`attackers`, `defenders`, `air`, `hq`, `roll`, `fraction die`: as with option 27 and 26.

    `hq` and `enemy hq` are reorganisation values; `whole odds`: without option 26.
    """
    attackers, defenders = _units(book, given["attackers"]), _units(book, given["defenders"])
    table = given.get("table", CombatTable.BLITZKRIEG)
    chart = book.chart("land-combat-2d10-modifiers")
    fractional = not given.get("whole odds", False)
    found = odds_of(
        total(attackers) + Fraction(given.get("air", 0)),
        total(defenders),
        weather_shift(given.get("weather", "fine"), False),
        ScaleBelowEven.ATTACK_FACTORS if fractional else None,
    )
    modifiers = two_dice_modifiers(
        attackers, defenders, _ground(given), _rules(book, given),
        table=table, hq=(given.get("hq", 0), given.get("enemy hq", 0)),
    )  # fmt: skip
    final = odds_modifier(found, chart, fractional) + sum((v for _, v in modifiers), Fraction(0))
    whole, tenths = in_tenths(final)
    roll = given["roll"] + whole + (given["fraction die"] <= tenths)
    return {
        "modifiers": dict(modifiers),
        "final": [whole, tenths],
        "roll": roll,
        "result": book.chart("land-combat-2d10").lookup(table=table, roll=roll).text,
    }


def losses(book: CaseBook, given: Given) -> Answer:
    """`result`, `attackers`, the ground: how many units each side loses, and what else it does."""
    result, units = read_result(given["result"]), _units(book, given["attackers"])
    rule = _rules(book, given).reading(ExtraLoss)
    return {
        "attackers": attacker_losses(result, units, _ground(given), rule),
        "defenders": result.defender,
        "effect": result.effect,
        "face-up": result.facing,
    }


def two_dice_cells(book: CaseBook, given: Given) -> Answer:
    """`table`, `rolls` (modified): the cells of a column of the two-dice table."""
    chart = book.chart("land-combat-2d10")
    found = [chart.lookup(table=given["table"], roll=roll).text for roll in given["rolls"]]
    return {"cells": [read_result(text).text for text in found]}


def two_dice_values(book: CaseBook, given: Given) -> Answer:
    """`rows` of the modifiers of two dice, `odds`: what each counts."""
    chart = book.chart("land-combat-2d10-modifiers")
    found = {odds: odds_of(ratio_of(odds), Fraction(1), 0) for odds in given["odds"]}
    return {
        "rows": {row: chart.at(row).number for row in given["rows"]},
        "odds": {name: odds_modifier(odds, chart, False) for name, odds in found.items()},
    }


def first_loss(book: CaseBook, given: Given) -> Answer:
    """`attackers`, `armour`, `winterised`, `engineers`: who may be the first loss."""
    gains = {name: given.get(name, False) for name in ("armour", "winterised", "engineers")}
    return {"first": list(first_losses(_units(book, given["attackers"]), **gains))}


def facing(book: CaseBook, given: Given) -> Answer:
    """`mark` of the result, `face-up` attackers: of each number of them, how many stay so."""
    rule = _rules(book, given).reading(DaggerRounding)
    return {"stay": [stay_face_up(given["mark"], count, rule) for count in given["face-up"]]}


COMBAT_CALCULATIONS: Final[Asked] = {
    "rounding": rounding,
    "ground-strike.unit": strike,
    "ground-support.factors": support,
    "land-combat.attack": attack_factors,
    "land-combat.barred": barred,
    "land-combat.defence": defence_factors,
    "land-combat.table": table_choice,
    "land-combat.odds": odds,
    "land-combat.without-die": no_die,
    "land-combat.hq-support": hq,
    "land-combat.roll": combat_roll,
    "land-combat.two-dice": two_dice_roll,
    "land-combat.losses": losses,
    "land-combat.two-dice-cells": two_dice_cells,
    "land-combat.two-dice-values": two_dice_values,
    "land-combat.first-loss": first_loss,
    "land-combat.facing": facing,
}
