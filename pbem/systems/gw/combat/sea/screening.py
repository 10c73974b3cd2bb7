"""The force behind a screen: it goes on when the screen has won, else it falls back (8.10, 9.7).

Ships `as: screen` fight for the others of their fleet. What those do next stands in their order:
`then: A21` is the sea zone into which they go on, there to fight or to assault.
Decides who goes on, waits or falls back. Leaves the battle of the screen to `naval_combat`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import Event
from pbem.core.record.state import Scalar, Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.combat.battle_orders import onward_of
from pbem.systems.gw.combat.sea.naval_lines import moving_force
from pbem.systems.gw.combat.sea.naval_retreat import origins_of, sail, stood_down
from pbem.systems.gw.world.cargo import follow, mark_events, moved
from pbem.systems.gw.world.movement import has_moved, movement_left
from pbem.systems.gw.world.nations import acting, enemies_in
from pbem.systems.gw.world.units import counted
from pbem.systems.gw.world.vocabulary import Counted, UnitMark

WON: Final = (None, Outcome.CLEARED)  # nobody was there to fight, or all of them are gone
LOST: Final = (Outcome.HELD, Outcome.EMPTIED, Outcome.RETREATED)


def own_units(umpire: Umpire, zone: str) -> list[Unit]:
    """The units of the nations on turn in a zone."""
    nations = {power.id for power in acting(umpire.position)}
    return [unit for unit in umpire.state.at(zone) if unit.owner in nations]


@implements("GW-9.7-4", "GW-9.6-9", "GW-8.10-3")
def after_the_screen(umpire: Umpire, zone: str, outcome: Outcome | None) -> list[str]:
    """What the moving force does after its screen's battle; the sea zones that it enters.

    Ships that stood in the zone before the turn and were named by no order are no part of it.
    """
    ships = [ship for ship in moving_force(umpire.book, own_units(umpire, zone)) if has_moved(ship)]
    if outcome in WON:
        return _go_on(umpire, zone, ships)
    if outcome in LOST:
        _fall_back(umpire, zone, ships)
    else:
        _tell(umpire, "waits", (zone, zone), ships)
    return []


@implements("GW-9.7-4", "GW-9.7-5", "GW-9.7-7", "GW-9.6-9")
def _go_on(umpire: Umpire, zone: str, ships: Sequence[Unit]) -> list[str]:
    """Ships with movement left enter the next zone, which takes all of it; the others stay."""
    entered: dict[str, list[Unit]] = {}
    for ship in ships:
        if onward_of(ship) and movement_left(umpire.book, ship):
            entered.setdefault(onward_of(ship), []).append(ship)
    for goal, force in entered.items():
        for ship in force:
            events: list[Event] = [moved(ship, goal, ship.size)]
            there = follow(ship, events)
            marks: Mapping[UnitMark, Scalar] = {
                UnitMark.LEFT: 0,
                UnitMark.FROM: zone,
                UnitMark.ONWARD: None,
            }
            umpire.apply(*events, *mark_events(there, marks, there.size))
        _tell(umpire, "goes-on", (zone, goal), force)
    return list(entered)


@implements("GW-9.7-6", "GW-8.10-3")
def _fall_back(umpire: Umpire, zone: str, ships: Sequence[Unit]) -> None:
    """The moving force goes to a sea zone without enemies from which a ship came (9.7)."""
    origins = origins_of(ships)
    free = [other for other in origins if not _occupied(umpire, ships, other)]
    ways: dict[str, list[Unit]] = {}
    for ship in ships:
        own = origins_of([ship])
        goal = next((other for other in (*own, *free) if other in free), "")
        ways.setdefault(goal, []).append(ship)
    for goal, force in ways.items():
        _tell(umpire, "falls-back" if goal else "cannot-leave", (zone, goal or zone), force)
        for ship in force:
            if goal:
                sail(umpire, ship, ship.size, goal)
            else:
                stood_down(umpire, [ship])


def _occupied(umpire: Umpire, ships: Sequence[Unit], zone: str) -> bool:
    return bool(enemies_in(umpire.state, ships[0].owner, zone))


@dataclass(frozen=True, slots=True)
class MovingForceVerdict(Judged):
    """What the force behind a screen does."""

    kind: ClassVar[str] = "moving-force"
    cite: ClassVar[str] = "9.7"

    to: PlaceId
    owner: PowerId
    units: Counted


def _tell(umpire: Umpire, outcome: str, way: tuple[str, str], ships: Sequence[Unit]) -> None:
    zone, goal = way
    if ships:
        umpire.tell(
            MovingForceVerdict(
                at=zone, result=outcome, to=goal, owner=ships[0].owner, units=counted(ships)
            )
        )
