"""Surprise in the air (18.2, 21.4): what it does to dice, factors and flak.

Decides whose factors count double, what is added to the die of air combat, and whose flak is
silent. Leaves when the West and the Soviet Union are surprised to `world`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.east import is_soviet_surprise
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerName, Side
from pbem.systems.tw.world.west import SURPRISED, is_surprise_turn

STRUCK: Final = (PowerName.FRANCE, PowerName.BELGIUM)  # in the air
SILENT_PORTS: Final = (PowerName.FRANCE, PowerName.BELGIUM, PowerName.NETHERLANDS)
DOUBLED: Final = 2


def _are_among(pieces: Iterable[Piece], powers: Iterable[str]) -> bool:
    return any(piece.owner in powers for piece in pieces)


@implements("TW-18.2-6")
def surprises_in_the_air(
    position: Position, attackers: Iterable[Piece], defenders: Iterable[Piece]
) -> str:
    """The row of the die's modifiers by which surprise counts in air combat, if it does."""
    attack, defence = tuple(attackers), tuple(defenders)
    german = (PowerName.GERMANY,)
    if is_surprise_turn(position):
        if _are_among(attack, german) and _are_among(defence, STRUCK):
            return "western-surprise-german"
        if _are_among(attack, STRUCK) and _are_among(defence, german):
            return "western-surprise-allied"
    return "barbarossa" if catches_soviets(position, attack, defence) else ""


@implements("TW-21.4-3")
def catches_soviets(
    position: Position, attackers: Iterable[Piece], defenders: Iterable[Piece]
) -> bool:
    """Whether German aircraft bomb surprised Soviet ones, which never rise to meet them."""
    german = _are_among(attackers, (PowerName.GERMANY,))
    soviet = _are_among(defenders, (PowerName.SOVIET_UNION,))
    return german and soviet and is_soviet_surprise(position) and _is_axis_turn(position)


def _is_axis_turn(position: Position) -> bool:
    return position.clock.side == Side.AXIS


@implements("TW-18.2-6", "TW-21.4-3")
def factors_of(position: Position, pieces: Iterable[Piece], foes: Iterable[Piece]) -> int:
    """The factors of one side of an air combat: of Germans double against surprised aircraft."""
    own, others = tuple(pieces), tuple(foes)
    west = is_surprise_turn(position) and _are_among(others, STRUCK)
    double = west or catches_soviets(position, own, others)
    return sum(
        DOUBLED * p.strength if double and p.owner == PowerName.GERMANY else p.strength for p in own
    )


@implements("TW-18.2-7", "TW-21.4-3")
def airbase_is_silent(position: Position, place: str) -> bool:
    """Whether the airbase of a hex does not fire, as its country is surprised."""
    holder = position.holder(place)
    west = holder in SURPRISED and is_surprise_turn(position)
    return west or _is_silent_soviet(position, holder)


@implements("TW-18.2-7", "TW-21.4-3")
def port_is_silent(position: Position, place: str) -> bool:
    """Whether the port of a hex does not fire; Norwegian ports do."""
    holder = position.holder(place)
    west = holder in SILENT_PORTS and is_surprise_turn(position)
    return west or _is_silent_soviet(position, holder)


def _is_silent_soviet(position: Position, holder: str | None) -> bool:
    soviet = holder == PowerName.SOVIET_UNION
    return soviet and is_soviet_surprise(position) and _is_axis_turn(position)
