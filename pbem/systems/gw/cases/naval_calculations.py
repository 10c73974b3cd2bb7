"""What a case can calculate about battles at sea and from it: plain data in, plain data out.

Decides how the answer is spelled. Leaves the rules to the kernels of `battle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.core.cases.shelf import shelf
from pbem.core.data.findings import PbemError
from pbem.core.record.state import Place
from pbem.core.rules.position import position_of
from pbem.core.rules.sides import Role, Sides
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.battle.amphibious import (
    Ship,
    after_leaving,
    bombardment_value,
    first_round,
    shots,
    struck_by_guns,
)
from pbem.systems.gw.battle.casualties import Counts, counts_by_type
from pbem.systems.gw.battle.naval_battle import NavalBattle
from pbem.systems.gw.battle.naval_fire import can_hurt, choices, volleys
from pbem.systems.gw.battle.naval_forces import Aim, Fleet, Kind, damage_suffered
from pbem.systems.gw.battle.rounds import Rounds, Stage, Standing, Volley
from pbem.systems.gw.cases.given_dice import GivenDice, besides, fought
from pbem.systems.gw.cases.movement_calculations import position, world
from pbem.systems.gw.cases.raid_calculations import CALCULATIONS as RAIDS
from pbem.systems.gw.odds.assault_file import invasion_from
from pbem.systems.gw.odds.naval_file import naval_battle_from
from pbem.systems.gw.world.crossings import guns_facing
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact


def naval_rounds(given: Given) -> Answer:
    """Some rounds of a naval battle with given dice: who is left, what was rolled (9.6)."""
    battle = naval_battle_from(shelf("gw").book, besides(given, "dice"))
    standing, rolled = fought(battle, given["dice"])
    return {"rolled": rolled, **_left(battle, standing)}


def _left(battle: NavalBattle, standing: Standing) -> Answer:
    left = Sides.of(
        lambda role: _force(
            battle.sides.own(role), standing.forces.own(role), standing.gone.own(role)
        )
    )
    return {
        "attacker": left.attacker,
        "defender": left.defender,
        "outcome": str(battle.ending(standing) or "goes on"),
    }


def _force(fleet: Fleet, counts: Counts, submerged: Counts) -> Answer:
    found = {
        "left": counts_by_type(fleet, counts),
        "damaged": damage_suffered(fleet, counts),
        "submerged": counts_by_type(fleet, submerged),
    }
    return {name: rows for name, rows in found.items() if rows or name == "left"}


def naval_fleets(given: Given) -> Answer:
    """How both sides of a naval battle stand: values, orders of fire and of losses (9.1, 9.6).

    A kind is named by its type and what sets it apart: `battleship, 1 hit`, `fighter, patrol`.
    """
    battle = naval_battle_from(shelf("gw").book, given)
    return {"attacker": _fleet(battle.sides.attacker), "defender": _fleet(battle.sides.defender)}


def _fleet(fleet: Fleet) -> Answer:
    names = [_kind(kind) for kind in fleet.kinds]
    strikes = zip(names, fleet.strikes_first, strict=True)
    return {
        "values": dict(zip(names, fleet.values, strict=True)),
        "strikes_first": [name for name, first in strikes if first],
        "fires": [fleet.kinds[group[0]].unit.id for group in fleet.firing],
        "loses": [names[index] for index in fleet.own_order],
        "feared": [names[index] for index in fleet.feared_order],
    }


def _kind(kind: Kind) -> str:
    apart = {f"{kind.damage} hit": kind.damage, "patrol": kind.patrol, "hunted": kind.hunted}
    return ", ".join([kind.unit.id, *(word for word, so in apart.items() if so)])


def naval_salvos(given: Given) -> Answer:
    """Who rolls what in a stage, and which enemies each hit may strike, in order (9.3, 9.6)."""
    stage = Stage(given["stage"])
    battle = naval_battle_from(shelf("gw").book, besides(given, "stage"))
    own, enemy = battle.sides
    at_first = Sides((own, own.start), (enemy, enemy.start))
    return {
        "attacker": _volleys(own, enemy, stage),
        "defender": _volleys(enemy, own, stage),
        "can_hurt": {
            "attacker": can_hurt(*at_first),
            "defender": can_hurt(*at_first.seen(Role.DEFENDER)),
        },
    }


def _volleys(fleet: Fleet, target: Fleet, stage: Stage) -> Answer:
    return {one.name: _volley(one, target) for one in volleys(fleet, fleet.start, stage)}


def _volley(volley: Volley[Aim], target: Fleet) -> Answer:
    """A volley's dice by value, and its targets."""
    row: dict[str, Any] = {
        "dice": {str(dice.value): dice.count for dice in volley.dice},
        "targets": _names(target, choices(target, target.start, volley.claim)),
    }
    if any(dice.selects for dice in volley.dice):
        row["selects_on"] = max(dice.selects for dice in volley.dice)
        row["selected"] = _names(target, choices(target, target.start, volley.selected))
    return row


def _names(fleet: Fleet, indices: Sequence[int]) -> list[str]:
    return list(dict.fromkeys(fleet.kinds[index].unit.id for index in indices))


def assault_rounds(given: Given) -> Answer:
    """Bombardment and some rounds of an amphibious assault with given dice (9.8, 9.9)."""
    invasion = invasion_from(shelf("gw").book, besides(given, "dice"))
    assault = invasion.planned
    rolled = []
    standing: Standing | None = None
    for dice in given["dice"]:
        thrown = GivenDice(dice)
        if standing is None:
            standing = first_round(assault, thrown.throw)
        else:
            rounds = Rounds(assault.whole, thrown.throw)
            standing = rounds.one(after_leaving(assault, standing))
        thrown.refuse_leftovers()
        rolled.append(thrown.rolled)
    if standing is None:
        raise PbemError("give the dice of at least one round")
    own, enemy = assault.whole.sides
    return {
        "rolled": rolled,
        "attacker": counts_by_type(own, standing.forces.attacker),
        "defender": counts_by_type(enemy, standing.forces.defender),
        "away": counts_by_type(own, standing.gone.attacker),
        "outcome": str(assault.whole.ending(standing) or "goes on"),
    }


def coastal_fire(given: Given) -> Answer:
    """The dice of Coastal Artillery, and what hits of it leave of some ships (12.9)."""
    book = shelf("gw").book
    ships = tuple(
        Ship(
            unit_type(book, row["ship"]),
            row.get("damage", 0),
            tuple(unit_type(book, name) for name in row.get("cargo", ())),
        )
        for row in given["ships"]
    )
    dice = shots(book, given["guns"], len(ships))
    left = struck_by_guns(ships, given["hits"], given.get("losses", ()))
    return {
        "dice": dice.count,
        "hits_on": dice.value,
        "left": [_ship(ship) for ship in left],
    }


def _ship(ship: Ship) -> Answer:
    found = {
        "ship": ship.unit.id,
        "damage": ship.damage,
        "cargo": [unit.id for unit in ship.cargo],
    }
    return {name: value for name, value in found.items() if value}


def coast_guns(given: Given) -> Answer:
    """How much Coastal Artillery fires on some sea zones, line by line (12.8, 12.9).

    A line has the zone, the seas, what was built on which border, and how much there is now.
    """
    game, state = world(given), position({"powers": {}, "holds": {}})
    found = []
    for row in given["rows"]:
        zone, now = row["zone"], row.get("now")
        markers = {
            Marker.BUILT.of(f"{PlaceFact.COASTAL_ARTILLERY}:{border}"): many
            for border, many in row.get("built", {}).items()
        }
        place = Place(
            zone, None, markers, {} if now is None else {PlaceFact.COASTAL_ARTILLERY: now}
        )
        places = {zone: place} if "built" in row or now is not None else {}
        found.append(
            guns_facing(position_of(game, replace(state, places=places)), zone, row["seas"])
        )
    return {"guns": found}


def bombardment_values(given: Given) -> Answer:
    """What some ships need to hit the shore (table 9-6)."""
    book = shelf("gw").book
    return {
        "values": {name: bombardment_value(book, unit_type(book, name)) for name in given["ships"]}
    }


CALCULATIONS: Final[Calculations] = {
    **RAIDS,
    "naval.rounds": naval_rounds,
    "naval.fleets": naval_fleets,
    "naval.salvos": naval_salvos,
    "assault.rounds": assault_rounds,
    "assault.coastal-fire": coastal_fire,
    "assault.bombardment": bombardment_values,
    "assault.coast-guns": coast_guns,
}
