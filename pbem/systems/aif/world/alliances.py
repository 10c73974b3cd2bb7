"""Who co-operates in the war of 1945, and whom nobody may supply through (2.4.2, 18.1, 19.1).

Decides which powers are major, which of them co-operate, that neutral countries let no path
through. Leaves the control of hexes to the shared engine.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL, State
from pbem.systems.aif.world.vocabulary import PowerName
from pbem.systems.flames.world.control import controllers
from pbem.systems.flames.world.position import Position, major
from pbem.systems.flames.world.vocabulary import PowerFlag

MAJOR_POWERS: Final = tuple(PowerName)
_ALLIES: Final = (
    frozenset({PowerName.USA, PowerName.COMMONWEALTH, PowerName.FRANCE}),
    frozenset({PowerName.GERMANY, PowerName.ITALY}),
)


@implements("AIF-9.1-1")
def is_neutral(state: State, power: str) -> bool:
    """Whether a major power is at war with no other major power: none ever is (9.1)."""
    return False


@implements("AIF-18.1-1", "AIF-18.1-2")
def cooperate(state: State, power: str, other: str) -> bool:
    """Whether the units of two powers co-operate: two minors never do, a minor with its controlling
    power does, and with no partner of it (18.1).
    """
    if power == other:
        return True
    first, second = major(state, power), major(state, other)
    if first == second:
        return power in controllers(state, other) or other in controllers(state, power)
    return {power, other} == {first, second} and majors_cooperate(state, power, other)


@implements("AIF-18.1-1", "AIF-18.1-3")
def majors_cooperate(state: State, power: str, other: str) -> bool:
    """Whether two major powers co-operate: partners, or one liberated by the other (18.1, 13.7.5).

    Never where one kept hexes of the other that it could have given back.
    """
    both = (power, other)
    if any(_has(state, one, PowerFlag.KEPT_HEXES.of(two)) for one, two in (both, both[::-1])):
        return False
    if any(_has(state, one, PowerFlag.LIBERATED_BY.of(two)) for one, two in (both, both[::-1])):
        return True
    return any({*both} <= group for group in _ALLIES)


def _has(state: State, power: str, flag: str) -> bool:
    return bool(state.powers[power].flags.get(flag))


@implements("AIF-19.1-1")
def no_path(position: Position, power: str, other: str) -> bool:
    """Whether a power's supply paths may not go through another's hexes: of a neutral."""
    return position.side(other) == NEUTRAL
