"""What a case can calculate about raids from the air and at sea: plain data in, plain data out.

Decides how the answer is spelled. Leaves the rules to the kernels of `battle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.data.findings import PbemError
from pbem.core.rules.position import position_of
from pbem.core.rules.readings import Rules, rules_from
from pbem.core.rules.sides import Role
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.battle.air_raid import (
    Facility,
    Raid,
    bomb,
    bombing_dice,
    carpet_dice,
    interception_value,
)
from pbem.systems.gw.battle.convoy_raid import (
    Convoy,
    assign,
    assign_to_lines,
    convoy_modifier,
    defence_rolls,
    may_escort,
    may_raid,
    raid_damage,
    raider_modifier,
)
from pbem.systems.gw.cases.movement_calculations import position, world
from pbem.systems.gw.combat.air.bombing_targets import targets_in, title
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import unit_type


def air_raid(given: Given) -> Answer:
    """A raid with given dice, by who rolls them (9.16)."""
    dice = {name: list(faces) for name, faces in given["dice"].items()}

    def roll(name: str, count: int, _: int) -> Sequence[int]:
        faces = dice.pop(name, [])
        if len(faces) != count:
            raise PbemError(f"{name} rolls {count} dice, not {len(faces)}")
        return faces

    target = given["target"]
    raid = Raid(
        given["attacker"],
        given.get("defender", {}),
        Facility(target["damage"], target["maximum"], target.get("guns", True)),
        tuple(Role(name) for name in given.get("radar", ())),
        tuple((Role(name), tuple(order)) for name, order in given.get("losses", {}).items()),
        rules=_rules(given),
    )
    result = bomb(raid, roll)
    if dice:
        raise PbemError(f"dice left over: {', '.join(dice)}")
    return {
        "attacker": dict(result.attacker),
        "defender": dict(result.defender),
        "rolled": result.rolled,
        "damage": result.damage,
    }


def _rules(given: Given) -> Rules:
    return rules_from(shelf("gw").book, given.get("interpretations", {}))


def air_values(given: Given) -> Answer:
    """Interception values, dice of damage and of carpet bombing of some aircraft (9.16, 9.17)."""
    book = shelf("gw").book
    rows, read = {}, _rules(given)
    for name in given["aircraft"]:
        dice, hits_on = carpet_dice(name, given.get("jungle", False), read)
        rows[name] = {
            "interception": interception_value(book, name, given.get("radar", False)),
            "bombing": bombing_dice(book, name),
            "carpet": f"{dice} at {hits_on}",
        }
    return {"values": rows}


def _convoy(given: Given) -> Convoy:
    return Convoy(
        given.get("escorts", {}),
        given.get("patrol", {}),
        given.get("radar", False),
        given.get("advanced_asw", False),
        rules=_rules(given),
    )


def convoy_raid(given: Given) -> Answer:
    """A raider's die against the convoy's, the defence rolls, and who pays (9.11)."""
    book = shelf("gw").book
    convoy, mines = _convoy(given), given.get("mines", False)
    unit = unit_type(book, given["raider"])
    adds, against = raider_modifier(book, unit, mines), convoy_modifier(convoy, mines)
    raider, opposed = given["dice"]
    damage = raid_damage(raider, opposed, adds, against)
    submarines = 1 if unit.is_submarine else 0
    return {
        "adds": adds,
        "against": against,
        "damage": damage,
        "paid": assign(damage, given["left"]),
        "defence": [
            f"{name}: {count} at {value}"
            for name, count, value in defence_rolls(convoy, submarines, mines, unit.is_air)
        ],
    }


def crossing_lines(given: Given) -> Answer:
    """How damage falls on lines that cross (9.11)."""
    return {"paid": assign_to_lines(given["damage"], given["left"], given.get("wanted", ()))}


def who_may(given: Given) -> Answer:
    """Which of some units may escort and raid, under some options (9.11-9.14, 15.7)."""
    book = shelf("gw").book
    options = given.get("options", ())
    units = [unit_type(book, name) for name in given["units"]]
    used = Options(
        surface_raiders="surface_raiding" in options,
        mine_warfare="mines" in options,
        air_raiders="aircraft" in options,
    )
    escorted = given.get("escorted", False)
    return {
        "escort": [u.id for u in units if may_escort(u, "advanced_escorts" in options)],
        "raid": [u.id for u in units if may_raid(u, False, used, escorted)],
        "mine": [u.id for u in units if may_raid(u, True, used, escorted)],
    }


def bombing_targets(given: Given) -> Answer:
    """What can be bombed in some zones: by name, with damage, the most there can be, and guns."""
    game, state = world(given), position({"powers": {}, "holds": {}, **given})
    return {
        zone: [
            [one.id, title(one.id), one.stands.damage, one.stands.maximum, one.stands.guns]
            for one in targets_in(position_of(game, state), zone)
        ]
        for zone in given["zones"]
    }


CALCULATIONS: Final[Calculations] = {
    "raid.bombing": air_raid,
    "raid.air-values": air_values,
    "raid.convoy": convoy_raid,
    "raid.crossing": crossing_lines,
    "raid.who-may": who_may,
    "bombing.targets": bombing_targets,
}
