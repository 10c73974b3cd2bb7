"""What cases may calculate of the stages of a turn: flows, points, gearing, initiative, garrisons.

Decides what a case writes and what it gets. Leaves whole stages to cases that adjudicate.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pbem.core.record.events import apply
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.economy.flow import Load, assigned
from pbem.systems.flames.economy.holdings import own_resources, usable_factories
from pbem.systems.flames.economy.own_points import build_points, production_multiple
from pbem.systems.flames.economy.points import output
from pbem.systems.flames.economy.scrapping import oldest_kept
from pbem.systems.flames.economy.transport import rail_reach
from pbem.systems.flames.kits.gearing import gearing_limit
from pbem.systems.flames.land.combat.bonus import is_worth_a_point, killed
from pbem.systems.flames.land.combatants import defending
from pbem.systems.flames.turn.initiative import initiative_winner, may_reroll
from pbem.systems.flames.turn.partisan_rolls import (
    RED,
    dice_of,
    drawn,
    modified_number,
    partisans_got,
)
from pbem.systems.flames.turn.weather import caught
from pbem.systems.flames.world.commitments import country_of, stranger_to
from pbem.systems.flames.world.garrison import garrison_of, garrison_value
from pbem.systems.flames.world.vocabulary import turn_after
from pbem.systems.wif.cases.situation import chart_of, situation
from pbem.systems.wif.economy.intelligence import Rolls, bletchley_rolls, gained
from pbem.systems.wif.politics.alignment import may_align
from pbem.systems.wif.politics.conquest import conquests, italy_falls, italys_taker
from pbem.systems.wif.politics.displacing import is_intruder
from pbem.systems.wif.politics.minors import candidates
from pbem.systems.wif.politics.new_home import too_far
from pbem.systems.wif.politics.pacts import Ratio, defence_factor, reinforced
from pbem.systems.wif.turn.rising import TWO_DICE
from pbem.systems.wif.turn.victory import objectives_by_power, result
from pbem.systems.wif.world.vocabulary import PowerName


def _loads(loads: tuple[Load, ...]) -> dict[str, int]:
    return {f"{load.source} > {load.factory}": load.count for load in loads}


def flow(given: Given) -> Answer:
    """`resources`, `factories`, `reach`, `declared` (lists of from, to, count): the loads."""
    declared = [Load(*row) for row in given.get("declared", [])]
    return _loads(assigned(given["resources"], given["factories"], given["reach"], declared))


def produced(given: Given) -> Answer:
    """A situation and a `power`: what it can use, what goes where, its points."""
    position, power = situation(given), given["power"]
    made = output(position, power)
    return {
        "resources": {p: store.total for p, store in own_resources(position, power).items()},
        "factories": dict(usable_factories(position, power)),
        "loads": _loads(made.loads),
        "points": made.points,
        "multiple": made.multiple,
        "build points": made.build_points,
    }


def railed(given: Given) -> Answer:
    """A situation, a `power` and `from`: the hexes that a resource can reach by rail."""
    position = situation(given)
    return {"reach": sorted(rail_reach(position, given["power"], given["from"]))}


def points_of(given: Given) -> Answer:
    """`points`, `power`, `turn`, `added`, `bonus`: the multiple and the build points."""
    multiple = production_multiple(
        chart_of("production-multiples"), given["power"], given["turn"], given.get("added", [])
    )
    total = build_points(given["points"], Fraction(multiple), given.get("bonus", 0))
    return {"multiple": multiple, "build points": total}


def intelligence_gained(given: Given) -> Answer:
    """`rolls`, rows of power, side, build points and dice: the points of each power."""
    rolls = [
        Rolls(power, side, points, tuple(dice)) for power, side, points, dice in given["rolls"]
    ]
    return {"points": gained(rolls)}


def bletchley(given: Given) -> Answer:
    """`turns` with the rolls `used` in their years: the free rolls that are left."""
    return {"left": [bletchley_rolls(turn, used) for turn, used in given["turns"]]}


def grounds(given: Given) -> Answer:
    """A situation, `minors` and `by`: which of these powers may align each of the countries."""
    position = situation(given)
    return {
        minor: [power for power in given["by"] if may_align(position, power, minor)]
        for minor in given["minors"]
    }


def takers(given: Given) -> Answer:
    """A situation and `attacks` (minor, attacker): whom each country is offered to, in order."""
    position = situation(given)
    return {minor: list(candidates(position, minor, by)) for minor, by in given["attacks"]}


def covers(given: Given) -> Answer:
    """A situation, `of` units: whose HQs cover each, and in whose home it is a stranger or none."""
    position = situation(given)
    pieces = position.pieces(*given["of"])
    return {p.id: [country_of(position, p), stranger_to(position, p, p.at)] for p in pieces}


def limits_of_gearing(given: Given) -> Answer:
    """`last`: of each number built last turn how many may be built in this."""
    return {"limits": [gearing_limit(last) for last in given["last"]]}


def scrapped_up_to(given: Given) -> Answer:
    """`turn`: the last year whose units a neutral and an active power may scrap."""
    return {
        who: oldest_kept(given["turn"], neutral) - 1
        for who, neutral in (("neutral", True), ("active", False))
    }


def winner_of_initiative(given: Given) -> Answer:
    """`totals` of both sides and the `holder`: who wins; with a `space`, who may have a re-roll."""
    answer: dict[str, object] = {"winner": initiative_winner(given["totals"], given["holder"])}
    if "space" in given:
        track = chart_of("initiative-track")
        answer["re-roll"] = [s for s in given["totals"] if may_reroll(track, given["space"], s)]
    return answer


def arrivals(given: Given) -> Answer:
    """`turn` and `after`: the turns in which units arrive that take so many turns to build."""
    return {"arrive": [turn_after(given["turn"], many) for many in given["after"]]}


def partisans_rolled(given: Given) -> Answer:
    """`number`, `neutral`, `rolls`, `garrison`, `there`: how many partisans each roll brings."""
    number = modified_number(given["number"], given.get("neutral", False))
    garrison, there = Fraction(str(given.get("garrison", 0))), given.get("there", 0)
    many = {roll: partisans_got(number, roll, garrison, there) for roll in given["rolls"]}
    return {"number": number, "partisans": many}


def partisan_table(given: Given) -> Answer:
    """`turn` and `rolls`: how many dice, and who comes up how often, red ones with an asterisk."""
    found = drawn(chart_of("partisans"), given["rolls"])
    names = {f"{entry.name}{RED * entry.red}": many for entry, many in found.items()}
    return {"dice": dice_of(given["turn"], TWO_DICE), "drawn": names}


def garrisons(given: Given) -> Answer:
    """A situation, a `side`, `in` (hexes): the garrison value of its units there."""
    position = situation(given)
    return {"garrison": garrison_of(position, given["side"], given["in"])}


def italys_end(given: Given) -> Answer:
    """A situation with Rome, Tripoli and hexes of Italy: who conquers it, nobody is ``."""
    return {"conqueror": italys_taker(situation(given), PowerName.ITALY)}


def all_conquests(given: Given) -> Answer:
    """A situation with `map_countries`: lord, taker, whether freed and whether whole, of each."""
    found = conquests(situation(given))
    return {one.country: [one.lord, one.taker, one.freed, one.whole] for one in found}


def score_of_objectives(given: Given) -> Answer:
    """A situation: the objectives of each major power, of one side that has won, the result."""
    position = situation(given)
    winner = given.get("winner", "")
    shares = objectives_by_power(position, winner)
    return {"objectives": {p: str(many) for p, many in shares.items()}, "result": result(position)}


def intruders(given: Given) -> Answer:
    """A situation and `of` units: which of them may not be where they are (2.5.4)."""
    position = situation(given)
    return {"gone": [p.id for p in position.pieces(*given["of"]) if is_intruder(position, p)]}


def far_from_home(given: Given) -> Answer:
    """A situation, the new `home`, the `die`: which of its units are too far from it."""
    position = situation(given)
    pieces = position.pieces(*(unit["name"] for unit in given["units"]))
    return {"gone": [p.id for p in too_far(position, pieces, given["home"], given["die"])]}


def pact_garrisons(given: Given) -> Answer:
    """`mine`, `theirs`, `up`, `down`, `turns`: what garrisons and entry markers of a pact count."""
    theirs = Fraction(str(given["theirs"])) * defence_factor(given["turns"])
    found = Ratio(
        reinforced(Fraction(str(given["mine"])), given.get("down", 0)),
        reinforced(theirs, given.get("up", 0)),
    )
    return {"attack": found.attack, "defence": found.defence, "enough": found.enough}


def worth_in_garrisons(given: Given) -> Answer:
    """`units` (kind, whether a division, whether SS): what each counts in a garrison."""
    return {"worth": [str(garrison_value(*row)) for row in given["units"]]}


def italys_conditions(given: Given) -> Answer:
    """`conditions`: for each row of four whether Italy falls."""
    return {"falls": [italy_falls(*row) for row in given["conditions"]]}


def defenders(given: Given) -> Answer:
    """A situation and its units as defenders: the factors of each, and whether it is winterised."""
    position = situation(given)
    units = position.pieces(*(unit["name"] for unit in given["units"]))
    return {unit.id: [unit.factors, unit.winterised] for unit in defending(position, units)}


def bonus_points(given: Given) -> Answer:
    """A situation and `units`: of each whether its loss in land combat is worth a build point."""
    position = situation(given)
    units = [unit["name"] for unit in given["units"]]
    return {unit: is_worth_a_point(position, position.pieces(unit)[0]) for unit in units}


def losses_told(given: Given) -> Answer:
    """A situation and its units, lost in land combat one after another: what is counted then."""
    position = situation(given)
    for unit in given["units"]:
        events = killed(position, position.pieces(unit["name"])[0])
        position = position.then(apply(position.state, events))
    return {power.id: dict(power.counters) for power in position.powers.values() if power.counters}


def caught_on_lakes(given: Given) -> Answer:
    """A situation and the weather `before`: the units that a lake catches as it changes."""
    before = situation({**given, "weather": given["before"]}).ground
    return {"caught": [piece.id for piece in caught(situation(given), before)]}


TURN_CALCULATIONS: Final[Calculations] = {
    "minors.grounds": grounds,
    "minors.takers": takers,
    "troops.covers": covers,
    "economy.flow": flow,
    "economy.output": produced,
    "economy.railed": railed,
    "economy.points": points_of,
    "economy.gearing": limits_of_gearing,
    "intelligence.gained": intelligence_gained,
    "intelligence.bletchley": bletchley,
    "economy.scrap": scrapped_up_to,
    "economy.arrivals": arrivals,
    "initiative.winner": winner_of_initiative,
    "partisans.defence": defenders,
    "partisans.got": partisans_rolled,
    "partisans.table": partisan_table,
    "garrison.value": garrisons,
    "economy.bonus": bonus_points,
    "economy.losses": losses_told,
    "weather.caught": caught_on_lakes,
    "conquest.all": all_conquests,
    "conquest.intruders": intruders,
    "victory.objectives": score_of_objectives,
    "conquest.italy": italys_end,
    "conquest.too-far": far_from_home,
    "pact.ratio": pact_garrisons,
    "pact.worth": worth_in_garrisons,
    "conquest.italy-falls": italys_conditions,
}
