"""Dice as a case gives them, for battles on land and at sea."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.core.data.findings import PbemError
from pbem.core.rules.sides import Role
from pbem.core.rules.system import Given
from pbem.systems.gw.battle.rounds import Battle, C, Rounds, S, Standing, Volley

Rolls = Mapping[str, Mapping[str, Sequence[int]]]


class GivenDice:
    """Dice as a case gives them: for each side and volley a list, used up in order."""

    def __init__(self, given: Rolls) -> None:
        self.left = {
            (side, name): list(faces)
            for side, rows in given.items()
            for name, faces in rows.items()
        }
        self.rolled: dict[str, dict[str, int]] = {role: {} for role in Role}

    def throw(self, role: Role, volley: Volley[Any]) -> Sequence[int]:
        """The dice of a volley."""
        key = (str(role), volley.name)
        faces = self.left.get(key, [])[: volley.count]
        if len(faces) < volley.count:
            raise PbemError(f"{role} {volley.name} rolls {volley.count} dice more than given")
        self.left[key] = self.left[key][volley.count :]
        rolled = self.rolled[role]
        rolled[volley.name] = rolled.get(volley.name, 0) + volley.count
        return faces

    def refuse_leftovers(self) -> None:
        """Complain about dice that nobody rolled."""
        over = [f"{side} {name}" for (side, name), faces in self.left.items() if faces]
        if over:
            raise PbemError(f"dice left over: {', '.join(over)}")


def fought(
    battle: Battle[S, C], rounds: Iterable[Rolls]
) -> tuple[Standing, list[dict[str, dict[str, int]]]]:
    """Some rounds of a battle with the dice of each: who is left, and what was rolled."""
    standing, rolled = battle.start(), []
    for dice in rounds:
        thrown = GivenDice(dice)
        standing = Rounds(battle, thrown.throw).one(standing)
        thrown.refuse_leftovers()
        rolled.append(thrown.rolled)
    return standing, rolled


def besides(given: Given, key: str) -> Given:
    """What a case gives, but for one key."""
    return {name: value for name, value in given.items() if name != key}
