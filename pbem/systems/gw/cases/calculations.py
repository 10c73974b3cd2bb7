"""What a case can calculate about a land battle: plain data in, plain data out.

A case names one of these functions; each takes what the rulebook's example gives and returns the
whole result, so that nothing of it goes unasserted.
Decides how the answer is spelled. Leaves the rules to the kernels of `battle`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.rules.book import Book
from pbem.core.rules.readings import R, rules_from
from pbem.core.rules.sides import Role
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.battle.casualties import counts_by_type, loss_order, place_in
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.readings import rules_of_battle
from pbem.systems.gw.battle.rounds import SIDES_OF_DIE, Dice, Standing, read
from pbem.systems.gw.battle.values import (
    Circumstances,
    acting,
    effective,
    modifiers_of,
    round_up,
    selection_of,
    support_modifier,
    value_of,
)
from pbem.systems.gw.cases.given_dice import besides, fought
from pbem.systems.gw.cases.naval_calculations import CALCULATIONS as AT_SEA
from pbem.systems.gw.combat.blitz import BlitzCompany, Ground, bar_of_ground, company
from pbem.systems.gw.odds.battle_file import battle_from, ground_from
from pbem.systems.gw.world.battlefield import (
    Modifier,
    city_is_surrounded,
    terrain_acting,
    works_attacked,
)
from pbem.systems.gw.world.capture import Zone, captured, damaged
from pbem.systems.gw.world.movement import slows
from pbem.systems.gw.world.nations import calendar_turn_after, turn_number
from pbem.systems.gw.world.options import options
from pbem.systems.gw.world.passages import Traveller, bar_of, passage
from pbem.systems.gw.world.units import belongs, unit_type


def circumstances(book: Book, given: Given, first_round: bool) -> Circumstances:
    """What a case says about a unit's situation."""
    ground = ground_from(shelf("gw").book, given)
    role = Role(given["role"])
    border = given.get("border", "")
    return Circumstances(
        role=role,
        field=ground.field,
        first_round=first_round,
        border=border,
        airborne_assault=given.get("airborne_assault", False),
        works=works_attacked(book, ground.field, (given.get("attacked_across", border),)),
        options=ground.options,
        rules=ground.rules,
    )


def unit_values(given: Given) -> Answer:
    """A unit's value in some rounds, with the bonus and the penalty that act on it (0.3)."""
    book = shelf("gw").book
    unit = unit_type(book, given["unit"])
    supported = given.get("supported", False)
    rows = []
    for number in given["rounds"]:
        at = circumstances(book, given, number == 1)
        support = support_modifier(at) if supported and unit.supported else None
        modifiers = (*modifiers_of(unit, at), *([support] if support else []))
        rows.append(
            {
                "round": number,
                "bonus": sum(one.change for one in acting(modifiers) if one.change > 0),
                "penalty": sum(one.change for one in acting(modifiers) if one.change < 0),
                "value": value_of(unit, at, supported),
            }
        )
    return {"rounds": rows}


def modified_value(given: Given) -> Answer:
    """A base value under some modifiers (0.3)."""
    modifiers = [Modifier("given", change, "0.3") for change in given["changes"]]
    readings = rules_from(shelf("gw").book, given.get("interpretations", {}))
    return {"value": effective(given["base"], modifiers, Role(given["role"]), readings)}


def terrain_in_force(given: Given) -> Answer:
    """Which terrain acts on a unit in some rounds (1.7)."""
    book = shelf("gw").book
    rows = []
    for number in given["rounds"]:
        at = circumstances(book, given, number == 1)
        terrain = terrain_acting(at.field, at.crossed, at.options)
        rows.append({"round": number, "terrain": list(terrain)})
    return {"rounds": rows}


def die_readings(given: Given) -> Answer:
    """What every face of a unit's die says in round one (9.1, 9.3)."""
    book = shelf("gw").book
    unit = unit_type(book, given["unit"])
    at = circumstances(book, given, True)
    selection = selection_of(unit, at)
    dice = Dice(0, 1, value_of(unit, at) or 0, selection.numbers if selection else 0)
    readings: dict[str, list[int]] = {}
    for face in range(1, SIDES_OF_DIE + 1):
        readings.setdefault(read(dice, face).name.lower(), []).append(face)
    return {**readings, "may_select": selection.versus if selection else "nothing"}


def surrounded(given: Given) -> Answer:
    """Whether a city is surrounded (1.16)."""
    return {"surrounded": city_is_surrounded(**given)}


def order_of_losses(given: Given) -> Answer:
    """The order in which a side loses some types of units."""
    book = shelf("gw").book
    units = [unit_type(book, name) for name in given["units"]]
    places = [place_in(given.get("losses", ()), unit) for unit in units]
    order = loss_order(units, Role(given["role"]), places)
    return {"order": [units[index].id for index in order]}


def unit_group(given: Given) -> Answer:
    """Which of some units belong to a class, to the land units or to the aircraft (12.1)."""
    book = shelf("gw").book
    names = [name for name in given["units"] if belongs(unit_type(book, name), given["group"])]
    return {"belong": names}


def capture(given: Given) -> Answer:
    """Who possesses a captured zone, and what it does to incomes (9.19, 9.20)."""
    zone = Zone(given["possessor"], given["printed"], given["value"])
    result = captured(zone, given["captor"], given["alliances"])
    return {"possessor": result.possessor, "income": dict(result.income)}


def facility_damage(given: Given) -> Answer:
    """The damage of a facility after more of it (9.18)."""
    return {"damage": damaged(given["damage"], given["more"], given["maximum"])}


def fraction(given: Given) -> Answer:
    """A fraction as the book rounds it (0.2)."""
    return {"rounded": round_up(given["numerator"], given["denominator"])}


def slowed(given: Given) -> Answer:
    """Which of some terrain reduces a unit's movement to 1 (1.8-1.11)."""
    book = shelf("gw").book
    kind = unit_type(book, given["unit"])
    options = ground_from(shelf("gw").book, given).options
    return {"slow": [terrain for terrain in given["terrain"] if slows(kind, [terrain], options)]}


def order_of_turns(given: Given) -> Answer:
    """The turns of some nations, and the calendar turn after theirs (6.1)."""
    book = shelf("gw").book
    turns: dict[int, list[str]] = {}
    for name in given["nations"]:
        turns.setdefault(turn_number(book, name), []).append(name)
    return {
        "turns": [turns[number] for number in sorted(turns)],
        "then": calendar_turn_after(given["turn"]),
    }


def battle_rounds(given: Given) -> Answer:
    """Some rounds of a battle with given dice: who is left, what was rolled (9.1, 9.5)."""
    battle = battle_from(shelf("gw").book, besides(given, "dice"))
    standing, rolled = fought(battle, given["dice"])
    return {"rolled": rolled, **_left(battle, standing)}


def readings_asked(given: Given) -> Answer:
    """Which readings of ambiguous rules a battle looks up, between some kinds of units."""
    asks = _Asked(shelf("gw").book)
    kinds = [unit_type(asks.book, name) for name in given["units"]]
    field = ground_from(asks.book, given).field
    rules_of_battle(asks, field, kinds, given.get("landing", False))
    return {"asked": sorted(asks.asked)}


@dataclass
class _Asked:
    """Answers every reading with its default, and remembers which were asked."""

    book: Book
    asked: list[str] = field(default_factory=list)

    def reading(self, interpretation: type[R], /) -> R:
        """The default."""
        self.asked.append(interpretation.id_in("gw"))
        return next(iter(interpretation))


def _left(battle: LandBattle, standing: Standing) -> Answer:
    outcome = battle.ending(standing)
    return {
        "attacker": counts_by_type(battle.sides.attacker, standing.forces.attacker),
        "defender": counts_by_type(battle.sides.defender, standing.forces.defender),
        "withdrawn": counts_by_type(battle.sides.attacker, standing.gone.attacker),
        "outcome": str(outcome or "goes on"),
    }


def blitz_company(given: Given) -> Answer:
    """Which of some companies of units may blitz (table 9-3)."""
    book = shelf("gw").book
    companies = [
        [(unit_type(book, name), count) for name, count in units.items()]
        for units in given["companies"]
    ]
    ruling = rules_from(book, given.get("interpretations", {})).reading(BlitzCompany)
    return {"may_go": [company(units, ruling) for units in companies]}


def blitz_ground(given: Given) -> Answer:
    """What of the ground bars a blitz (table 9-3)."""
    book = shelf("gw").book
    choices = options(given.get("options", {}))
    ground = Ground(given.get("city", False), bool(given.get("works")), given.get("terrain", ()))
    return {"bar": bar_of_ground(book, ground, choices)}


def passage_bars(given: Given) -> Answer:
    """Why passages bar ships in non-combat movement, or in a combat move (1.15)."""
    book = shelf("gw").book
    reasons = []
    for ship in given["ships"]:
        who = Traveller(unit_type(book, ship["unit"]), ship["power"], ship.get("combat", False))
        reasons.append(
            bar_of(
                passage(book, ship["passage"]),
                who,
                friendly=ship.get("friendly", False),
                taken=ship.get("taken", False),
                closed=ship.get("closed", False),
                canals_guarded=given.get("canals_guarded", True),
            )
        )
    return {"bars": reasons}


def options_played(given: Given) -> Answer:
    """Every optional rule of a game, on or off (0.6, 2.2)."""
    return asdict(options(given["options"]))


CALCULATIONS: Final[Calculations] = {
    **AT_SEA,
    "unit.values": unit_values,
    "unit.group": unit_group,
    "value.modified": modified_value,
    "terrain.in-force": terrain_in_force,
    "die.readings": die_readings,
    "city.surrounded": surrounded,
    "losses.order": order_of_losses,
    "battle.rounds": battle_rounds,
    "battle.readings": readings_asked,
    "zone.captured": capture,
    "fraction.rounded": fraction,
    "movement.slowed": slowed,
    "nations.order": order_of_turns,
    "facility.damage": facility_damage,
    "blitz.company": blitz_company,
    "blitz.ground": blitz_ground,
    "passage.bars": passage_bars,
    "options.played": options_played,
}
