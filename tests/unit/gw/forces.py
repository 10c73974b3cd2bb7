"""Short ways to write forces and battles in the tests of the land battle."""

from __future__ import annotations

from collections.abc import Sequence

from unit.gw.shipped import BOOK, Ground

from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Claim, counts_by_type
from pbem.systems.gw.battle.land_battle import LandBattle, prepare
from pbem.systems.gw.battle.muster import Force, Plan, Troop
from pbem.systems.gw.battle.rounds import NEVER, Lines, Rounds, Standing, Volley
from pbem.systems.gw.world.battlefield import Battlefield, Border
from pbem.systems.gw.world.units import unit_type

OPEN = Ground()


def force(*troops: str, plan: Plan | None = None) -> Force:
    """A force from texts such as `3 infantry`, `2 medium-armor across Bavaria`."""
    return Force("somebody", tuple(map(troop, troops)), plan or Plan())


def troop(text: str) -> Troop:
    """`COUNT TYPE [across BORDER | by air]`."""
    words = text.split()
    border = words[3] if words[2:3] == ["across"] else ""
    return Troop(unit_type(BOOK, words[1]), int(words[0]), border, words[2:] == ["by", "air"])


def ground(*borders: Border, **zone: object) -> Ground:
    """A ground from borders and what the zone is."""
    return Ground(Battlefield(borders=borders, **zone))  # type: ignore[arg-type]


def battle(
    attacker: Force, defender: Force, on: Ground = OPEN, retreat: Lines = NEVER
) -> LandBattle:
    """A battle that the attacker by default fights to the end."""
    return prepare(Sides(attacker, defender), on, retreat)


def one_round(
    fought: LandBattle,
    attacker: Sequence[int],
    defender: Sequence[int],
    standing: Standing | None = None,
) -> Standing:
    """One round with the dice of each side in the order in which it rolls; all must be used."""
    dice = {Role.ATTACKER: list(attacker), Role.DEFENDER: list(defender)}

    def throw(role: Role, volley: Volley[Claim]) -> Sequence[int]:
        faces, dice[role] = dice[role][: volley.count], dice[role][volley.count :]
        return faces

    after = Rounds(fought, throw).one(standing or fought.start())
    assert not any(dice.values()), f"dice left over: {dice}"
    return after


def left(fought: LandBattle, standing: Standing) -> tuple[dict[str, int], dict[str, int]]:
    """What both sides have left, by type."""
    own, enemy = fought.sides.beside(standing.forces)
    return dict(counts_by_type(*own)), dict(counts_by_type(*enemy))
