"""Aircraft that change their base (8.3, 11.2.1.1) and are met on their way by the enemy's.

Whoever is left goes on; parachutists whom no aircraft escort any more fall. Decides who arrives.
Leaves who may go where to `staging` and to strategic movement.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.record.verdicts import UnitId
from pbem.systems.tw.air.air_verdicts import ShotDownVerdict
from pbem.systems.tw.air.flights import staging_range
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.support import meet
from pbem.systems.tw.air.ways import watched, way_of
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece


@dataclass(frozen=True, slots=True)
class Transfer:
    """Units that fly from base to base, each with its stops; the last of them is their goal."""

    goal: str
    stops: tuple[tuple[UnitId, tuple[str, ...]], ...]

    @property
    def units(self) -> tuple[UnitId, ...]:
        return tuple(unit for unit, _ in self.stops)


def transfers(umpire: Umpire, section: str, player: str = "") -> None:
    """The flights of a section, one after the other: each as far as the enemy lets it; those of one
    player, where one is named.
    """
    for order, ruling in umpire.sound_orders(section, lambda one: player in ("", one.player)):
        transfer = ruling.plan
        umpire.done(order, ruling.reading)
        lost = _met(umpire, transfer) if isinstance(transfer, Transfer) else ()
        umpire.apply(*(event for event in ruling.events if _unit_of(event) not in lost))


def _unit_of(event: Event) -> str:
    return str(getattr(event, "unit", ""))


def _way(position: Position, transfer: Transfer) -> frozenset[str]:
    """All hexes that the units of a transfer cross."""
    found: frozenset[str] = frozenset()
    for unit, stops in transfer.stops:
        piece = position.piece(position.units[unit])
        found |= way_of(position, piece, stops, staging_range(piece))
    return found


@implements("TW-8.3.2-2")
def _met(umpire: Umpire, transfer: Transfer) -> tuple[UnitId, ...]:
    """Who is lost on the way: in combat, or as parachutists whom nobody escorts any more."""
    position = umpire.position
    pieces = tuple(position.piece(position.units[unit]) for unit in transfer.units)
    seen, way = watched(position, pieces[0].owner), _way(position, transfer)
    if seen.keys().isdisjoint(way):
        return ()
    wing = tuple(piece for piece in pieces if piece.is_air)
    prey = tuple(piece for piece in pieces if not piece.is_air)
    with umpire.step(transfer.units[0]):
        skies = Skies(position, transfer.goal, wing, (), prey=bool(prey), way=way, transfer=True)
        skies = meet(umpire, skies, pieces[0].owner)
    fallen = [piece.id for piece in wing if umpire.position.units[piece.id].at != piece.at]
    alone = bool(skies.defenders) and not skies.attackers
    return (*fallen, *(_shot_down(umpire, prey, transfer.goal) if alone and prey else ()))


@implements("TW-8.3.2-3")
def _shot_down(umpire: Umpire, prey: tuple[Piece, ...], goal: str) -> tuple[UnitId, ...]:
    """Parachutists without an escort fall."""
    umpire.apply(*(event for piece in prey for event in eliminated(piece)))
    units = tuple(piece.id for piece in prey)
    umpire.tell(ShotDownVerdict(goal, units))
    return units
