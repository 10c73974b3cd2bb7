"""Who lands in a zone from ships and from aircraft, and how they come ashore (8.4, 9.8, 9.15).

Cargo that an order bound for a zone bears the mark `assault` and stays aboard until the assault is
fought. Ashore it bears `landed`, with the kind of its ship; Airborne bears `dropped`, and its
aircraft `drops`, so that it can be lost with it.
Decides who is bound for a zone and who can land. Leaves the assault to `amphibious_combat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event
from pbem.core.record.state import State, Unit
from pbem.core.rules.position import Position
from pbem.systems.gw.battle.amphibious import waits
from pbem.systems.gw.battle.muster import Troop
from pbem.systems.gw.world.cargo import (
    carrier_of,
    follow,
    is_hold,
    mark_events,
    unload,
    whereabouts,
)
from pbem.systems.gw.world.crossings import crossing_between
from pbem.systems.gw.world.movement import type_of
from pbem.systems.gw.world.nations import acting, enemies_in
from pbem.systems.gw.world.units import is_warship
from pbem.systems.gw.world.vocabulary import UnitMark
from pbem.systems.gw.world.zones import is_fortified

ATTACK_TRANSPORT: Final = "attack-transport"


def bound_for(position: Position, zone: str, by_air: bool = False) -> tuple[Unit, ...]:
    """The units of the nations on turn that are aboard ships, or aircraft, to assault a zone."""
    nations = {power.id for power in acting(position)}
    found = []
    for unit in position.units.values():
        if unit.mark(UnitMark.ASSAULT) != zone or unit.owner not in nations:
            continue
        carrier = carrier_of(position.state, unit)
        if carrier is not None and type_of(position.book, carrier).is_air is by_air:
            found.append(unit)
    return tuple(sorted(found, key=lambda unit: unit.id))


def seas_of(state: State, cargo: Iterable[Unit]) -> tuple[str, ...]:
    """The sea zones in which the ships of some cargo are."""
    return tuple(sorted({whereabouts(state, unit) for unit in cargo}))


@implements("GW-9.8-2")
def warships_in(position: Position, power: str, sea: str) -> tuple[Unit, ...]:
    """The enemy's surface warships in a sea zone, which bar every assault from it (9.8)."""
    enemies = enemies_in(position.state, power, sea)
    return tuple(unit for unit in enemies if is_warship(position, type_of(position.book, unit)))


def troop_of(position: Position, group: Unit) -> Troop:
    """A group of a land battle as the rules see it: what it is and how it came."""
    kind, size = type_of(position.book, group), group.size
    origin = border_of(position, group)
    if group.marked(UnitMark.DROPPED):
        return Troop(kind, size, airborne_assault=True)
    if is_hold(group.at):
        carrier = carrier_of(position.state, group)
        attack = carrier is not None and carrier.counter == ATTACK_TRANSPORT
        return Troop(
            kind, size, whereabouts(position.state, group), by_sea=True, attack_transport=attack
        )
    if group.marked(UnitMark.LANDED):
        attack = group.mark(UnitMark.LANDED) == ATTACK_TRANSPORT
        return Troop(kind, size, origin, by_sea=True, attack_transport=attack)
    return Troop(kind, size, origin, carries=group.marked(UnitMark.DROPS))


@implements("GW-12.7-1", "GW-1.20-3")
def border_of(position: Position, group: Unit) -> str:
    """The zone across whose border a group attacks; over a narrow crossing it is a sea zone's.

    Of two such sea zones it is the one on which works stand, if they do.
    """
    origin, zone = str(group.mark(UnitMark.FROM) or ""), group.at
    over = crossing_between(position.game, origin, zone) if group.marked(UnitMark.CROSSED) else None
    seas = [sea for sea in over.seas if position.board.adjacent(zone, sea)] if over else []
    return next((sea for sea in seas if is_fortified(position, zone, sea)), (*seas, origin)[0])


def first_wave(position: Position, cargo: Sequence[Unit]) -> list[Unit]:
    """Those aboard who land before round one (9.8)."""
    return [unit for unit in cargo if not waits(troop_of(position, unit))]


def go_ashore(umpire: Umpire, unit: Unit, zone: str) -> Unit:
    """A group leaves its ship for the zone that it assaults."""
    state = umpire.state
    carrier = carrier_of(state, unit)
    sea, ship = whereabouts(state, unit), carrier.counter if carrier else ""
    events = unload(state, unit, zone, unit.size)
    landed = follow(unit, events[:1])
    marks = {UnitMark.ASSAULT: None, UnitMark.FROM: sea, UnitMark.LANDED: ship}
    changes = mark_events(landed, marks, landed.size)
    umpire.apply(*events, *changes)
    return follow(landed, changes)


@implements("GW-9.15-1", "GW-8.4-6")
def drop(umpire: Umpire, zone: str) -> None:
    """Airborne leave their aircraft over the zone that they assault (9.15)."""
    for unit in bound_for(umpire.position, zone, by_air=True):
        carrier = carrier_of(umpire.state, unit)
        if carrier is None:
            raise AssertionError(f"{unit.id} is in no hold")
        events: list[Event] = unload(umpire.state, unit, zone, unit.size)
        plane = follow(carrier, events)
        events += mark_events(plane, {UnitMark.DROPS: True}, 1)
        landed = follow(unit, events[:1])
        marks = {UnitMark.ASSAULT: None, UnitMark.DROPPED: True}
        umpire.apply(*events, *mark_events(landed, marks, landed.size))
