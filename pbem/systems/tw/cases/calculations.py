"""What cases ask of turns, odds, terrain, zones, stacking, supply, efforts and movement.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.data.findings import Finding, Where
from pbem.core.orders.orders import Order, section_of
from pbem.core.rules.system import Ruling
from pbem.systems.tw.air.flak import flak_of_place
from pbem.systems.tw.air.flights import defensive_range, offensive_range, reached, staging_range
from pbem.systems.tw.air.skies import FACES, Skies, air_column, air_rating_of, modifiers_of
from pbem.systems.tw.air.support import columns_of, most_columns
from pbem.systems.tw.battle.defence import Assault, defence_of
from pbem.systems.tw.battle.odds import (
    column_of,
    level_of,
    may_attack,
    nationality_modifier,
    ratio_of,
)
from pbem.systems.tw.cases.situation import situation
from pbem.systems.tw.combat.results import result_of, toll_of
from pbem.systems.tw.combat.retreating import country_of, ways_of
from pbem.systems.tw.economy.efforts import cost_of
from pbem.systems.tw.move.marching import points_of
from pbem.systems.tw.politics import french_surrender, soviet_surrender
from pbem.systems.tw.supply.lines import supply_of
from pbem.systems.tw.turn.victory import level_of as level_of_victory
from pbem.systems.tw.turn.victory import points_of as points_of_victory
from pbem.systems.tw.world.africa import too_many_in_africa
from pbem.systems.tw.world.calendar import player_turn_after, turn_after
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import rating_in_battle, rating_of
from pbem.systems.tw.world.stacking import counted_at, excess, limit_of
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Effort
from pbem.systems.tw.world.weather import EFFECTS, effect_of
from pbem.systems.tw.world.zoc import enemy_zones, has_zone, reaches

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def _pieces(position: Position) -> tuple[Piece, ...]:
    return tuple(map(position.piece, position.units.values()))


def turn_that_follows(given: Given) -> Answer:
    """The turn after one, and the player turn after the present one."""
    clock = situation(given).clock
    turn, number, side = player_turn_after(clock)
    return {"turn": turn_after(clock.turn), "next": f"{turn}.{number}.{side}"}


def odds(given: Given) -> Answer:
    """The odds of factors against factors."""
    level = level_of(int(given["attack"]), int(given["defence"]))
    return {"odds": ratio_of(level), "column": column_of(level), "allowed": may_attack(level)}


def nationality(given: Given) -> Answer:
    """What the ratings of two forces add to the die."""
    position = situation(given)
    sides = [
        rating_in_battle(position, [p for p in _pieces(position) if p.at == given[side]])
        for side in ("attacker", "defender")
    ]
    return {"ratings": sides, "modifier": nationality_modifier(position, *sides)}


def defence(given: Given) -> Answer:
    """What each unit is worth in defence where it stands."""
    position = situation(given)
    how = Assault(**given.get("attack", {}))
    return {"values": [defence_of(position, p, p.at, how) for p in _pieces(position)]}


def zone(given: Given) -> Answer:
    """Whether units have zones, into which hexes these reach, and what lies in zones of enemies."""
    position = situation(given)
    found = {
        "zones": [has_zone(position, piece) for piece in _pieces(position)],
        "ratings": [rating_of(position, piece) for piece in _pieces(position)],
        "reached": [
            sorted(n for n in position.board.neighbours[p.at] if reaches(position, p, n))
            for p in _pieces(position)
        ],
    }
    if "enemies of" in given:
        found["enemy zones"] = sorted(enemy_zones(position, str(given["enemies of"])))
    return found


def stack(given: Given) -> Answer:
    """Who counts in a hex, how many may stand there, and how many are too many."""
    position = situation(given)
    power, place = str(given["power"]), str(given["at"])
    counted = counted_at(position, power, place)
    return {
        "counted": len(counted),
        "limit": limit_of(position, place, counted),
        "excess": excess(position, power, place),
    }


def supply(given: Given) -> Answer:
    """Whether each unit has full supply, a limited source, or none."""
    position = situation(given)
    return {"supply": [supply_of(position, piece) for piece in _pieces(position)]}


def effort_cost(given: Given) -> Answer:
    """NARFs of an effort with its markers."""
    position = situation(given)
    effort = Effort.term_for(str(given["effort"])) or Effort.PASS
    places = tuple(map(str, given.get("at", ())))
    return {"cost": cost_of(position, str(given["power"]), effort, places)}


def points(given: Given) -> Answer:
    """The movement points of units in both impulses."""
    position = situation(given)
    return {
        name: [points_of(position, piece, impulse) for piece in _pieces(position)]
        for name, impulse in (("first", 1), ("second", 2))
    }


def toll(given: Given) -> Answer:
    """What a result of the table takes of both sides: factors, or all of them."""
    found = toll_of(result_of(str(given["result"])), int(given["attack"]), int(given["defence"]))
    sides = (("attacker", found.attacker), ("defender", found.defender))
    return {side: "all" if need is None else need for side, need in sides}


def retreats(given: Given) -> Answer:
    """Where the first of some units may retreat to, and in which of these hexes it is Depleted."""
    position = situation(given)
    ways = ways_of(country_of(position, _pieces(position)[0]))
    return {
        "to": sorted(way.end for way in ways.values() if not way.costly),
        "depleted": sorted(way.end for way in ways.values() if way.costly),
    }


def reach(given: Given) -> Answer:
    """How far each of some aircraft is from a hex, over which it must not fly neutrals."""
    position = situation(given)
    goal, most = str(given["to"]), int(given["most"])
    return {"hexes": [reached(position, p, most).get(goal) for p in _pieces(position)]}


def ranges(given: Given) -> Answer:
    """The ranges of aircraft: offensive, defensive, from base to base."""
    position = situation(given)
    return {
        "offensive": [offensive_range(position, piece) for piece in _pieces(position)],
        "defensive": [defensive_range(position, piece) for piece in _pieces(position)],
        "staging": [staging_range(piece) for piece in _pieces(position)],
    }


def air_odds(given: Given) -> Answer:
    """The column of the table of air combat for factors against factors."""
    return {"odds": air_column(int(given["attack"]), int(given["defence"]))}


def air_combat(given: Given) -> Answer:
    """A round of air combat over a hex: column, modifiers, what each face of the die would say."""
    position, over = situation(given), str(given["over"])
    attackers, defenders = (
        tuple(p for p in _pieces(position) if p.id.startswith(side)) for side in ("att", "def")
    )
    skies = Skies(position, over, attackers, defenders, grounded=bool(given.get("grounded")))
    modifiers = {one.name: one.value for one in modifiers_of(skies)}
    added = sum(modifiers.values())
    cells = [skies.cell(die + added) for die in range(1, FACES + 1)]
    return {"odds": skies.column, "modifiers": modifiers, "cells": cells, "good": [*skies.faces()]}


def air_support(given: Given) -> Answer:
    """The columns that some aircraft shift for attackers, and for defenders."""
    position, over = situation(given), str(given["over"])
    return {
        row: columns_of(position, _pieces(position), over, most_columns(position, row))
        for row in ("oas", "das")
    }


def receipts(given: Given) -> Answer:
    """What the receipt says of orders of a player, each by itself in the position as it is; with
    `hints` also the rule and what would be legal.
    """
    position, player = situation(given), str(given["player"])
    said = [(str(name), data) for row in given["orders"] for name, data in row.items()]
    where = Where("case")
    rulings = [
        section_of(position, order).check(position, order)
        for order in (Order(name, 1, player, data, where) for name, data in said)
    ]
    hints = bool(given.get("hints"))
    return {"told": [_told(ruling, hints=hints) for ruling in rulings]}


def _told(ruling: Ruling, *, hints: bool) -> str:
    """An order as it is read back, with what is warned of; or what is wrong with it."""
    found = [_with_hint(one) if hints else one.message for one in ruling.findings]
    return "; ".join([ruling.reading, *found] if ruling.ok else found)


def _with_hint(finding: Finding) -> str:
    """A finding with the rule that says so, and what would be legal."""
    rule = f" [{finding.cite}]" if finding.cite else ""
    return finding.message + rule + (f" ({finding.hint})" if finding.hint else "")


def surrender(given: Given) -> Answer:
    """What is added to the dice of the French and of the Soviet surrender."""
    position = situation(given)
    return {
        name: {one.name: one.value for one in said}
        for name, said in (
            ("france", french_surrender.modifiers_of(position)),
            ("soviet-union", soviet_surrender.modifiers_of(position)),
        )
    }


def victory(given: Given) -> Answer:
    """The points of the Axis, and the level of victory of some totals."""
    position = situation(given)
    points = {name: value for name, value in points_of_victory(position) if value}
    levels = {str(total): level_of_victory(position, int(total))[0] for total in given["totals"]}
    return {"points": points, "levels": levels}


def africa(given: Given) -> Answer:
    """Whether the first of some units may join the others in a hex of North Africa."""
    position = situation(given)
    return {"refused": too_many_in_africa(position, _pieces(position)[:1], str(given["to"]))}


def air_ratings(given: Given) -> Answer:
    """The ratings of aircraft."""
    position = situation(given)
    return {"ratings": [air_rating_of(position, piece) for piece in _pieces(position)]}


def weathers(given: Given) -> Answer:
    """What some weathers do to the units of a power in a hex: of each the columns of the chart."""
    position = situation(given)
    power, place = str(given["power"]), str(given["at"])
    return {
        str(weather): [effect_of(position, power, place, (str(weather), what)) for what in EFFECTS]
        for weather in given["weathers"]
    }


def guns(given: Given) -> Answer:
    """The flak factors of places themselves."""
    position = situation(given)
    return {"flak": [flak_of_place(position, str(place)) for place in given["at"]]}
