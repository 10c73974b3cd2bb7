"""What a case can calculate about battles at sea: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbem.core.findings import PbemError
from pbem.systems.gw.casualties import Counts
from pbem.systems.gw.fire import Stage
from pbem.systems.gw.muster import counts_by_type
from pbem.systems.gw.naval_battle import NavalBattle, NavalPosition, ending, fight_round, start
from pbem.systems.gw.naval_file import naval_battle_from
from pbem.systems.gw.naval_fire import Salvo, can_hurt, choices, salvos
from pbem.systems.gw.naval_forces import Fleet, damage_suffered
from pbem.systems.gw.units import Role

Given = Mapping[str, Any]


class NavalDice:
    """Dice as a case gives them: for each side and salvo a list, used up in order."""

    def __init__(self, given: Mapping[str, Mapping[str, Sequence[int]]]) -> None:
        self.left = {
            (side, name): list(faces)
            for side, rows in given.items()
            for name, faces in rows.items()
        }
        self.rolled: dict[str, dict[str, int]] = {role: {} for role in Role}

    def throw(self, fleet: Fleet, salvo: Salvo) -> Sequence[int]:
        """The dice of a salvo."""
        key = (str(fleet.role), salvo.name)
        faces = self.left.get(key, [])[: salvo.count]
        if len(faces) < salvo.count:
            raise PbemError(f"{fleet.role} {salvo.name} rolls {salvo.count} dice more than given")
        self.left[key] = self.left[key][salvo.count :]
        rolled = self.rolled[fleet.role]
        rolled[salvo.name] = rolled.get(salvo.name, 0) + salvo.count
        return faces

    def refuse_leftovers(self) -> None:
        """Complain about dice that nobody rolled."""
        over = [f"{side} {name}" for (side, name), faces in self.left.items() if faces]
        if over:
            raise PbemError(f"dice left over: {', '.join(over)}")


def naval_rounds(given: Given) -> Mapping[str, Any]:
    """Some rounds of a naval battle with given dice: who is left, what was rolled (9.6)."""
    battle = naval_battle_from({key: value for key, value in given.items() if key != "dice"})
    position = start(battle)
    rolled = []
    for dice in given["dice"]:
        thrown = NavalDice(dice)
        position = fight_round(battle, position, thrown.throw)
        thrown.refuse_leftovers()
        rolled.append(thrown.rolled)
    return {"rolled": rolled, **_left(battle, position)}


def _left(battle: NavalBattle, position: NavalPosition) -> Mapping[str, Any]:
    own, enemy = battle.attacker, battle.defender
    return {
        "attacker": _force(own, position.attacker, position.attacker_submerged),
        "defender": _force(enemy, position.defender, position.defender_submerged),
        "outcome": str(ending(battle, position) or "goes on"),
    }


def _force(fleet: Fleet, counts: Counts, submerged: Counts) -> Mapping[str, Any]:
    found = {
        "left": counts_by_type(fleet, counts),
        "damaged": damage_suffered(fleet, counts),
        "submerged": counts_by_type(fleet, submerged),
    }
    return {name: rows for name, rows in found.items() if rows or name == "left"}


def naval_salvos(given: Given) -> Mapping[str, Any]:
    """Who rolls what in a stage, and which enemies each hit may strike, in order (9.3, 9.6)."""
    stage = Stage(given["stage"])
    battle = naval_battle_from({key: value for key, value in given.items() if key != "stage"})
    own, enemy = battle.attacker, battle.defender
    return {
        "attacker": _salvos(own, enemy, stage),
        "defender": _salvos(enemy, own, stage),
        "can_hurt": {
            "attacker": can_hurt(own, own.start, enemy, enemy.start),
            "defender": can_hurt(enemy, enemy.start, own, own.start),
        },
    }


def _salvos(fleet: Fleet, target: Fleet, stage: Stage) -> Mapping[str, Any]:
    return {salvo.name: _salvo(salvo, target) for salvo in salvos(fleet, fleet.start, stage)}


def _salvo(salvo: Salvo, target: Fleet) -> Mapping[str, Any]:
    """A salvo's dice by value, and its targets."""
    row: dict[str, Any] = {
        "dice": {str(dice.value): dice.count for dice in salvo.dice},
        "targets": _names(target, choices(target, target.start, salvo.aim)),
    }
    if any(dice.selects for dice in salvo.dice):
        row["selects_on"] = max(dice.selects for dice in salvo.dice)
        row["selected"] = _names(target, choices(target, target.start, salvo.selected))
    return row


def _names(fleet: Fleet, indices: Sequence[int]) -> list[str]:
    return list(dict.fromkeys(fleet.kinds[index].unit.id for index in indices))


CALCULATIONS: Final[Mapping[str, Callable[[Given], Mapping[str, Any]]]] = {
    "naval.rounds": naval_rounds,
    "naval.salvos": naval_salvos,
}
