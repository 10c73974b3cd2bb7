"""What cases may calculate of air missions and land combat (11.8, 11.15, 14.1 to 14.3).

Decides what a case writes and what it gets. Leaves the rules to the modules that it calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from pbem.core.cases.shelf import shelf
from pbem.core.rules.readings import Rules, rules_from
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.air.air_to_air import (
    BOMBER,
    FIGHTER,
    Conditions,
    Lines,
    Plane,
    bounce_values,
    bounceable,
    can_fire,
    column_of,
    combat_value,
    has_jet_edge,
    is_hampered,
    may_bounce,
    one_worse,
    strength,
    takes_part,
)
from pbem.systems.flames.cases.situation import piece_of
from pbem.systems.flames.land.combat_odds import (
    ScaleBelowEven,
    odds_of,
    step_name,
    step_of,
    weather_shift,
)
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
from pbem.systems.flames.world.control import enemy_units
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
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.units import ARMOUR
from pbem.systems.flames.world.vocabulary import CombatTable
from pbem.systems.wif.air.air_missions import Mission, range_home, range_out
from pbem.systems.wif.cases.situation import chart_of, situation, terrain_chart
from pbem.systems.wif.land.combat.advance import (
    BreakthroughCost,
    advance_cost,
    goes_further,
    may_break_through,
)
from pbem.systems.wif.land.combat.hq_support import Defence, HqCooperation, defending_hqs
from pbem.systems.wif.land.combat.resolution import column_name
from pbem.systems.wif.land.combat.retreat import CouldRetreat, Trail, can_retreat, retreat_hexes
from pbem.systems.wif.strikes.ground_strike import strike_dice


def _rules(given: Given) -> Rules:
    """The charts, with the `interpretations` that a case names."""
    return rules_from(shelf("wif").book, given.get("interpretations", {}))


def rounding(given: Given) -> Answer:
    """`value`: the nearest whole number."""
    return {"result": rounded(Fraction(str(given["value"])))}


# --- aircraft ------------------------------------------------------------------------------------


def flight_range(given: Given) -> Answer:
    """`printed`, `kind`, `mission`, `extended`: how far to the target, and how far home."""
    said = (
        given["printed"],
        given["kind"],
        Mission(given["mission"]),
        given.get("extended", False),
    )
    return {"out": range_out(*said), "home": range_home(*said)}


def _lines(said: Given) -> Lines:
    """`{fighters: [6, 5], bombers: [2]}`: ratings, front to back; a mapping tells more."""
    rows = {
        role: [row if isinstance(row, Mapping) else {"rating": row} for row in said.get(key, ())]
        for role, key in ((FIGHTER, "fighters"), (BOMBER, "bombers"))
    }
    made = {
        role: tuple(
            Plane(
                id=f"{role}-{number}",
                name=row.get("name", f"{role} {number}"),
                kind=row.get("kind", "FTR" if role == FIGHTER else "LND"),
                power="",
                role=role,
                rating=row["rating"],
                unarmed=row.get("unarmed", False),
                twin_engined=row.get("twin-engined", False),
                jet=row.get("jet", False),
                night_fighter=row.get("night fighter", False),
                cloud=row.get("cloud", ""),
            )
            for number, row in enumerate(found, start=1)
        )
        for role, found in rows.items()
    }
    return Lines(made[FIGHTER], made[BOMBER])


def air_value(given: Given) -> Answer:
    """`own` and `enemy`, each `{front: 6, others: [5]}`: the combat value of the first."""
    own, enemy = (
        _lines({"fighters": [said["front"], *said["others"]]})
        for said in (given["own"], given["enemy"])
    )
    return {"value": combat_value(strength(own), strength(enemy))}


def air_shot(given: Given) -> Answer:
    """`own`, `enemy` (fighters, bombers), `roll`, `night`, `high`: strengths, value, result."""
    own, enemy = _lines(given["own"]), _lines(given["enemy"])
    under = Conditions(
        given.get("aircraft types", False), given.get("night", False), given.get("high", False)
    )
    force = strength(own, under), strength(enemy, under)
    value = combat_value(*force)
    answer: dict[str, Any] = {"strength": force[0], "enemy": force[1], "value": value}
    if not can_fire(own):
        return {**answer, "result": None}
    cell = chart_of("air-to-air").lookup(column=column_of(value), roll=given["roll"]).text
    worse = is_hampered(own, enemy, under)
    return {**answer, "result": one_worse(cell) if worse else cell}


def who_takes_part(given: Given) -> Answer:
    """`planes` (fighters, bombers), `night`, `high`: who can fight in such an air combat (11.7)."""
    under = Conditions(True, given.get("night", False), given.get("high", False))
    lines = _lines(given["planes"])
    return {plane.name: takes_part(plane, under) for plane in (*lines.fighters, *lines.bombers)}


def air_bounce(given: Given) -> Answer:
    """`own`, `enemy`, `result`, `bouncer` and `bounced` by number: who may be bounced, values."""
    own, enemy = _lines(given["own"]), _lines(given["enemy"])
    types = given.get("aircraft types", False)
    targets = bounceable(given["result"], own, enemy, types)
    bouncer = own.fighters[given["bouncer"] - 1]
    bounced = enemy.planes[given["bounced"] - 1]
    return {
        "may": may_bounce(given["result"], own, enemy),
        "targets": [plane.name for plane in targets],
        "values": list(bounce_values(bouncer, bounced, Conditions(types))),
    }


def air_jets(given: Given) -> Answer:
    """`pairs` of `own` and `enemy`: whether the first has a jet in front that slips by."""
    pairs = [(_lines(pair["own"]), _lines(pair["enemy"])) for pair in given["pairs"]]
    return {"edges": [has_jet_edge(next(iter(own.bombers), None), foe) for own, foe in pairs]}


def strike(given: Given) -> Answer:
    """`tactical`, `weather`, `terrain`, `extended`, `rolls` (unit: die): who is hit."""
    multiplier = bombing_multiplier(given["weather"], given["terrain"], terrain_chart())
    factors = strike_factors(Fraction(given["tactical"]), multiplier, given.get("extended", False))
    rolls: Mapping[str, int] = given.get("rolls", {})
    return {
        "factors": factors,
        "face-down": [unit for unit, die in rolls.items() if die <= factors],
    }


def dice_of_strike(given: Given) -> Answer:
    """`target` (its kind), `tank buster`, `surprised`: how many dice a bomber rolls."""
    said = given.get("tank buster", False), given.get("surprised", False)
    return {"dice": strike_dice(given["target"], *said)}


def support(given: Given) -> Answer:
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
    enemies = _units(given.get("enemies", []))
    multiplier = bombing_multiplier(given["weather"], given["terrain"], terrain_chart())
    land, limit = Fraction(given["land"]), _rules(given).reading(SupportLimit)
    return {"factors": ground_support(flown_factors(bombers, enemies), multiplier, land, limit)}


# --- land combat ---------------------------------------------------------------------------------


def _unit(
    number: int, said: Given | str, rule: SeveralHexsides = SeveralHexsides.EACH
) -> Combatant:
    """`ARM`, or `{kind: ARM, factors: 8, across: [river], division: true, face-down: true …}`."""
    row: Given = {"kind": said} if isinstance(said, str) else said
    printed = Fraction(row.get("factors", 5))
    across = tuple(row.get("across", ()))
    engineer = row.get("engineer", False)
    chart = terrain_chart()
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
    rows: Sequence[Given | str], rule: SeveralHexsides = SeveralHexsides.EACH
) -> list[Combatant]:
    return [_unit(number, row, rule) for number, row in enumerate(rows, start=1)]


def _ratio(odds: str) -> Fraction:
    """`3:2` as a number."""
    return Fraction(*map(int, odds.split(":")))


def _ground(given: Given) -> Battleground:
    return Battleground(
        given.get("terrain", "clear"),
        given.get("weather", "fine"),
        given.get("city", False),
        given.get("factory", False),
    )


def attack_factors(given: Given) -> Answer:
    """`attackers`: their factors after hexsides, and the total."""
    rules = _rules(given)
    kept = rules.reading(KeptFractions)
    units = [
        replace(unit, factors=kept_fraction(unit.factors, kept))
        for unit in _units(given["attackers"], rules.reading(SeveralHexsides))
    ]
    return {"factors": {unit.id: unit.factors for unit in units}, "total": total(units)}


def barred(given: Given) -> Answer:
    """`kind`, `across`: the hexside that such a unit cannot attack across, or null."""
    return {"hexside": barring(given["kind"], given["across"], terrain_chart()) or None}


def defence_factors(given: Given) -> Answer:
    """`kind`, `factors`, `terrain`, `face-down`, `supplied`, `white print`, `division`."""
    factors = defending_factors(
        Fraction(given["factors"]),
        face_down=given.get("face-down", False),
        supplied=given.get("supplied", True),
        white_print=given.get("white print", False),
        division=given.get("division", False),
    )
    multiplier = defence_multiplier(given["kind"], given.get("terrain", "clear"), terrain_chart())
    return {"factors": factors * multiplier}


def table_choice(given: Given) -> Answer:
    """`attackers`, `defenders`, `terrain`, `city`: who chooses the table, why, the units."""
    attackers, defenders = _units(given["attackers"]), _units(given["defenders"])
    choice = who_chooses(attackers, defenders, _ground(given), terrain_chart())
    return {
        "chooser": choice.side,
        "why": choice.why,
        "armour": [counted(attackers, ARMOUR), counted(defenders, ARMOUR)],
        "MECH": [counted(attackers, ("MECH",)), counted(defenders, ("MECH",))],
    }


def odds(given: Given) -> Answer:
    """`attack`, `defence`, `weather`, `winterised`, `fractional`: odds and chance of the next."""
    found = odds_of(
        Fraction(str(given["attack"])),
        Fraction(str(given["defence"])),
        weather_shift(given.get("weather", "fine"), given.get("winterised", False)),
        _rules(given).reading(ScaleBelowEven) if given.get("fractional") else None,
    )
    answer: dict[str, Any] = {"basic": step_name(found.basic), "odds": found.name}
    if given.get("fractional"):
        answer |= {"next": step_name(found.step + 1), "percentage": 10 * found.tenths}
    return answer


def no_die(given: Given) -> Answer:
    """`attack`, `defence`, `table`: what happens without a die, or null."""
    attack, defence = Fraction(str(given["attack"])), Fraction(str(given["defence"]))
    outcome = without_die(attack, defence)
    return {
        "result": AUTOMATIC[given["table"]] if outcome == DEFENCE_OF_NOTHING else outcome or None
    }


def hq(given: Given) -> Answer:
    """`pairs` of reorganisation values, attacker's first, 0 for none: what HQ support adds."""
    rule = _rules(given).reading(HqRounding)
    return {"modifiers": [hq_modifier(own, enemy, rule=rule) for own, enemy in given["pairs"]]}


def combat_roll(given: Given) -> Answer:
    """`attackers`, `defenders`, the ground, `table`, `odds`, `hq`, `die`: modifiers and result.

    `air`: the powers whose aircraft add factors.
    """
    step = step_of(_ratio(given["odds"]))
    modifiers = die_modifiers(
        _units(given["attackers"]),
        _units(given["defenders"]),
        _ground(given),
        _rules(given),
        table=given["table"],
        step=step,
        hq=given.get("hq", 0),
        air_powers=given.get("air", ()),
    )
    roll = modified_roll(given["die"], modifiers)
    chart = chart_of("land-combat-1d10")
    return {
        "modifiers": {item.name: item.value for item in modifiers},
        "roll": roll,
        "result": chart.lookup(table=given["table"], column=step_name(step), roll=roll).text,
    }


def two_dice_roll(given: Given) -> Answer:
    """`attackers`, `defenders`, `air`, `hq`, `roll`, `fraction die`: as with option 27 and 26.

    `hq` and `enemy hq` are reorganisation values; `whole odds`: without option 26.
    """
    attackers, defenders = _units(given["attackers"]), _units(given["defenders"])
    table = given.get("table", CombatTable.BLITZKRIEG)
    chart = chart_of("land-combat-2d10-modifiers")
    fractional = not given.get("whole odds", False)
    found = odds_of(
        total(attackers) + Fraction(given.get("air", 0)),
        total(defenders),
        weather_shift(given.get("weather", "fine"), False),
        ScaleBelowEven.ATTACK_FACTORS if fractional else None,
    )
    modifiers = two_dice_modifiers(
        attackers, defenders, _ground(given), _rules(given),
        table=table, hq=(given.get("hq", 0), given.get("enemy hq", 0)),
    )  # fmt: skip
    final = odds_modifier(found, chart, fractional) + sum((v for _, v in modifiers), Fraction(0))
    whole, tenths = in_tenths(final)
    roll = given["roll"] + whole + (given["fraction die"] <= tenths)
    return {
        "modifiers": dict(modifiers),
        "final": [whole, tenths],
        "roll": roll,
        "result": chart_of("land-combat-2d10").lookup(table=table, roll=roll).text,
    }


def losses(given: Given) -> Answer:
    """`result`, `attackers`, the ground: how many units each side loses, and what else it does."""
    result, units = read_result(given["result"]), _units(given["attackers"])
    rule = _rules(given).reading(ExtraLoss)
    return {
        "attackers": attacker_losses(result, units, _ground(given), rule),
        "defenders": result.defender,
        "effect": result.effect,
        "face-up": result.facing,
    }


def cells(given: Given) -> Answer:
    """`table`, `odds`, `rolls` (modified): the columns of the one-die table, and their cells."""
    chart, table = chart_of("land-combat-1d10"), given["table"]
    columns = {odds: column_name(step_of(_ratio(odds)), table) for odds in given["odds"]}
    rolls = [modified_roll(roll, ()) for roll in given["rolls"]]
    return {
        odds: [column, *(chart.lookup(table=table, column=column, roll=r).text for r in rolls)]
        for odds, column in columns.items()
    }


def two_dice_cells(given: Given) -> Answer:
    """`table`, `rolls` (modified): the cells of a column of the two-dice table."""
    chart = chart_of("land-combat-2d10")
    found = [chart.lookup(table=given["table"], roll=roll).text for roll in given["rolls"]]
    return {"cells": [read_result(text).text for text in found]}


def two_dice_values(given: Given) -> Answer:
    """`rows` of the modifiers of two dice, `odds`: what each counts."""
    chart = chart_of("land-combat-2d10-modifiers")
    found = {odds: odds_of(_ratio(odds), Fraction(1), 0) for odds in given["odds"]}
    return {
        "rows": {row: chart.at(row).number for row in given["rows"]},
        "odds": {name: odds_modifier(odds, chart, False) for name, odds in found.items()},
    }


def first_loss(given: Given) -> Answer:
    """`attackers`, `armour`, `winterised`, `engineers`: who may be the first loss."""
    gains = {name: given.get(name, False) for name in ("armour", "winterised", "engineers")}
    return {"first": list(first_losses(_units(given["attackers"]), **gains))}


def facing(given: Given) -> Answer:
    """`mark` of the result, `face-up` attackers: of each number of them, how many stay so."""
    rule = _rules(given).reading(DaggerRounding)
    return {"stay": [stay_face_up(given["mark"], count, rule) for count in given["face-up"]]}


# --- retreat and advance -------------------------------------------------------------------------


def retreat(given: Given) -> Answer:
    """`unit`, `attacked`: the best priority, its hexes, and whether it can retreat at all.

    `trail`: the hexes that it has passed, where that is more than its own; `back`: to them, too.
    """
    position = situation(given)
    piece = piece_of(position, given["unit"])
    trail = Trail(piece, tuple(given.get("trail", (piece.at,))), given.get("attacked", ()))
    ways = retreat_hexes(position, trail, given.get("back", False))
    return {
        "priority": ways.priority,
        "hexes": list(ways.hexes),
        "can retreat": can_retreat(position, trail, position.reading(CouldRetreat)),
    }


def advance(given: Given) -> Answer:
    """`unit`, `through`: what each hex of an advance costs."""
    position = situation(given)
    piece = piece_of(position, given["unit"])
    steps = pairwise([piece.at, *given["through"]])
    return {"costs": [advance_cost(position, piece, here, there) for here, there in steps]}


def breakthrough(given: Given) -> Answer:
    """`units`, `hex` (attacked): whom the first hex's cost lets go on; and with others."""
    position = situation(given)
    rule = position.reading(BreakthroughCost)
    pieces = position.pieces(*(unit["name"] for unit in given["units"]))
    may = {p.name: may_break_through(position, p, given["hex"], rule) for p in pieces}
    together = goes_further(pieces, {piece.id: piece.at for piece in pieces})
    return {"second hex": may, "together": [piece.name for piece in together]}


def hqs_in_defence(given: Given) -> Answer:
    """`hex`, `attacker`, `attacked` (hexes): the HQs that may support its defenders."""
    position, place = situation(given), given["hex"]
    enemy = enemy_units(position, place, given.get("attacker", "germany"))
    defenders = tuple(piece for piece in enemy if piece.is_land)
    defence = Defence(place, defenders, position.reading(HqCooperation))
    found = defending_hqs(position, defence, given.get("attacked", (place,)))
    return {"hqs": [piece.name for piece in found]}


BATTLE_CALCULATIONS: Final[Calculations] = {
    "rounding": rounding,
    "air.range": flight_range,
    "air-to-air.combat-value": air_value,
    "air-to-air.takes-part": who_takes_part,
    "air-to-air.shot": air_shot,
    "air-to-air.bounce": air_bounce,
    "air-to-air.jets": air_jets,
    "ground-strike.unit": strike,
    "ground-strike.dice": dice_of_strike,
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
    "land-combat.first-loss": first_loss,
    "land-combat.facing": facing,
    "land-combat.cells": cells,
    "land-combat.two-dice-cells": two_dice_cells,
    "land-combat.two-dice-values": two_dice_values,
    "land-combat.hqs-in-defence": hqs_in_defence,
    "land-combat.retreat": retreat,
    "land-combat.advance": advance,
    "land-combat.breakthrough": breakthrough,
}
