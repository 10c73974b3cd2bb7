"""Flak over a hex (11.12): it fires at aircraft that support an attack, raid bases, strike ships.

Decides the flak factors of a hex and what they do. Leaves when to the missions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.air_verdicts import FlakVerdict
from pbem.systems.tw.air.losses import AirLosses, suffer
from pbem.systems.tw.air.skies import LAST, hits_of
from pbem.systems.tw.air.surprise import airbase_is_silent, port_is_silent
from pbem.systems.tw.world.east import is_grounded
from pbem.systems.tw.world.hexes import is_city
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import FLAK, JET, Piece
from pbem.systems.tw.world.vocabulary import Marker

MOST: Final = 4
MISSES: Final = 6  # the last row of the table that hits nobody
ALL_DEPLETED: Final = 2
ALL_JETS: Final = -2


class FlakAtSupport(Reading, id="TW-R-11.12-a"):
    """Which flak fires at aircraft that support a ground attack."""

    UNITS = "units"
    ALL = "all"


@implements("TW-11.12.2-1")
def flak_units(position: Position, power: str, place: str) -> tuple[Piece, ...]:
    """The flak units of a power's enemies in a hex."""
    guns = (one for one in position.enemy_ground(power, place) if one.kind in FLAK)
    return tuple(one for one in guns if not is_grounded(position, one))


@implements("TW-11.12.1-1", "TW-11.1-3", "TW-2.6-AIRBASE-1", "TW-7.1-2")
def flak_of_place(position: Position, place: str) -> int:
    """The flak of a place itself: a capital two, a city or port one, an airbase one more."""
    board = position.board
    port = bool(board.fact(place, "port"))
    town = is_city(board, place) or port
    ground = 2 if board.fact(place, "capital") else int(town)
    if port and port_is_silent(position, place):
        ground = 0
    airbase = bool(position.state.marker(place, Marker.AIRBASE))
    return ground + (airbase and not airbase_is_silent(position, place))


@implements("TW-11.12-1", "TW-11.12.5-1")
def fire(umpire: Umpire, place: str, power: str, targets: Sequence[Piece]) -> None:
    """Flak in a hex fires at those who support the attack of a power."""
    everything = bool(targets) and umpire.reading(FlakAtSupport) is FlakAtSupport.ALL
    _shoot(umpire, place, (power, targets), everything=everything)


@implements("TW-11.5.1-2", "TW-11.5.2-1", "TW-11.12.1-1")
def fire_all(
    umpire: Umpire, place: str, power: str, targets: Sequence[Piece], *, more: int = 0
) -> None:
    """All flak of a hex, of its units, its own and some more, fires at aircraft that attack it."""
    _shoot(umpire, place, (power, targets), everything=True, more=more)


@implements("TW-11.12-1")
def _modifiers(targets: Sequence[Piece]) -> list[Modifier]:
    """What is added to the die of flak: for aircraft that are Depleted all, or jets all."""
    worn = [Modifier("depleted", ALL_DEPLETED)] if all(p.is_depleted for p in targets) else []
    jets = [Modifier("jets", ALL_JETS)] if all(p.counter.is_a(JET) for p in targets) else []
    return [*worn, *jets]


def _shoot(
    umpire: Umpire, place: str, at: tuple[str, Sequence[Piece]], *, everything: bool, more: int = 0
) -> None:
    """Flak fires at aircraft of a power."""
    power, targets = at
    position = umpire.position
    guns = flak_units(position, power, place)
    factors = sum(piece.strength for piece in guns) + more
    factors += flak_of_place(position, place) if everything else 0
    if not factors or not targets:
        return
    gunner = guns[0].owner if guns else position.holder(place)
    with umpire.step("guns"):
        modifiers = _modifiers(targets)
        player = position.powers[gunner].players[0]
        roll = umpire.roll("flak", "d10", player, "11.12", modifiers)
        row = min(LAST, max(MISSES, roll.modified))
        text = position.book.chart("light-flak").at(str(row), str(min(MOST, factors))).text
        hits = hits_of(text)
        cost = suffer(umpire, targets, hits, result=text, at=place) if hits else AirLosses()
        umpire.tell(
            FlakVerdict(
                place,
                targets=tuple(piece.id for piece in targets),
                factors=factors,
                die=roll.total,
                row=roll.modified,
                result=text,
                lost=tuple(cost.lost),
                depleted=tuple(cost.depleted),
            )
        )
