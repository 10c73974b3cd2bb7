"""What cases may calculate of divisions, guns and other units of the kits (22).

Decides what a case writes of their factors, their choices and what they may become. Leaves whole
steps to adjudications.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.air.flights import Flight, Mission
from pbem.systems.flames.air.sorties import Sky
from pbem.systems.flames.cases.situation import piece_of
from pbem.systems.flames.kits.anti_aircraft import (
    gun_fire,
    guns_for,
    halves_of,
    points_of,
    target_at,
    toll_of,
)
from pbem.systems.flames.kits.dividing import Family, why_not_british, why_not_form, why_not_into
from pbem.systems.flames.land.combat.attack_rules import defenders_at
from pbem.systems.flames.land.combat.resolution import battleground_at
from pbem.systems.flames.land.combat_table import who_chooses
from pbem.systems.flames.land.combatants import attacking, defending
from pbem.systems.flames.world.land_factors import Combatant
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.wif.cases.situation import chart_of, situation, terrain_chart
from pbem.systems.wif.world.guards import Fate, counts_against, score


def forces(given: Given) -> Answer:
    """`with` (units), `hex`: what both sides bring to an attack and why, and who has the table."""
    position, place = situation(given), given["hex"]
    pieces = position.pieces(*given["with"])
    attackers = attacking(position, pieces, place)
    defenders = defending(position, defenders_at(position, place, pieces[0]), pieces)
    choice = who_chooses(attackers, defenders, battleground_at(position, place), terrain_chart())
    return {"attack": _told(attackers), "defence": _told(defenders), "table": choice.side}


def _told(units: Iterable[Combatant]) -> Answer:
    return {unit.name: [unit.factors, *unit.why] for unit in units}


def heavy_against(given: Given) -> Answer:
    """`foes` (units), `of` (powers): whether a combat with them may bring each heavy weapons."""
    position = situation(given)
    foes = position.pieces(*given["foes"])
    return {power: counts_against(position, power, foes) for power in given["of"]}


def gun_factors_at(given: Given) -> Answer:
    """`guns` (factors, shots, halves): what they come to at one hex, the column that is read."""
    fire = [gun_fire(Fraction(row[0]), *row[1:]) for row in given["guns"]]
    return {"each": fire, "column": rounded(sum(fire, Fraction(0)))}


def gun_toll(given: Given) -> Answer:
    """`factors`, `bombers`, `dice`: the cell of the table, the points, what they cost."""
    chart = chart_of("anti-air")
    cell = chart.lookup(column=given["factors"], roll=given["bombers"]).text
    points = points_of(cell, given["dice"])
    toll = toll_of(points)
    return {"cell": cell, "points": points, "destroyed": toll.destroyed, "aborted": toll.aborted,
            "factors": toll.factors}  # fmt: skip


def guns_in_reach(given: Given) -> Answer:
    """`fly` (bombers), `hex`, `side`: whose guns may fire, low and high; how often halved."""
    position, place = situation(given), given["hex"]
    pieces = position.pieces(*given["fly"])
    answer: dict[str, Any] = {}
    for word, mission in (("halves", Mission.STRIKE), ("bombing", Mission.BOMBARD)):
        sky = Sky()
        sky.take_off([Flight(piece, mission, place) for piece in pieces])
        target = target_at(position, sky, place, given["side"])
        guns = guns_for(position, sky, target)
        sky.high.add(place)
        answer |= {"low": sorted(guns), "high": sorted(guns_for(position, sky, target))}
        answer[word] = {
            g.id: halves_of(position, g, target) for g in position.pieces(*sorted(guns))
        }
    return answer


def bombarding(given: Given) -> Answer:
    """`rows_of` (gun, hex): why it may not bombard that hex, or nothing."""
    position = situation(given)
    rows = [(piece_of(position, gun), place) for gun, place in given["rows_of"]]
    return {"why": [position.kits.why_not_bombard(position, gun, place) for gun, place in rows]}


def breaking_down(given: Given) -> Answer:
    """Rows of a corps, two divisions and who controls it: why that is not possible, or nothing."""
    position = situation({"rows": {}})
    rows = [([_family(said) for said in row[:3]], row[3]) for row in given["rows"]]
    return {"why": [why_not_into(position, a, (b, c), who) for (a, b, c), who in rows]}


def forming_at(given: Given) -> Answer:
    """`rows_of` (nation of a corps, hex), `by`: why a power does not form it there, or nothing."""
    position = situation(given)
    rows = [(Family("INF", nation, 5), place) for nation, place in given["rows_of"]]
    return {"why": [why_not_british(position, corps, given["by"], at) for corps, at in rows]}


def forming(given: Given) -> Answer:
    """The same for divisions, the second MOT, that form a corps."""
    position = situation({"rows": {}})
    rows = [([_family(said) for said in row[:3]], row[3]) for row in given["rows"]]
    return {"why": [why_not_form(position, a, (b, c), who) for (a, b, c), who in rows]}


def _family(said: str) -> Family:
    """`hungary INF 4`, `germany ARM 9 ss`."""
    nation, kind, combat, *more = said.split()
    return Family(kind, nation, int(combat), "ss" in more, "guards" in more, "elite" in more)


def supplied(given: Given) -> Answer:
    """`supplied` (units): whether each is in supply."""
    position = situation(given)
    return {"supplied": [in_supply(position, p) for p in position.pieces(*given["supplied"])]}


def score_of_combat(given: Given) -> Answer:
    """A situation; `enemy` and `own`, unit by unit with its fate: the points for a promotion."""
    position = situation(given)
    enemy, own = (
        [Fate(piece_of(position, unit), what) for unit, what in given[side].items()]
        for side in ("enemy", "own")
    )
    return {"points": score(enemy, own)}


KIT_CALCULATIONS: Final[Calculations] = {
    "heavy.against": heavy_against,
    "kits.score": score_of_combat,
    "kits.supplied": supplied,
    "kits.breaking-down": breaking_down,
    "kits.forming": forming,
    "kits.forming-at": forming_at,
    "kits.bombard": bombarding,
    "kits.guns-in-reach": guns_in_reach,
    "kits.aa-factors": gun_factors_at,
    "kits.aa-toll": gun_toll,
    "kits.forces": forces,
}
