"""Movement of ships and submarines from sea zone to sea zone (0.5, 0.8, 1.15, 8.2, 8.9, 10.1).

Leaves to the chapters on combat: what happens in a zone where enemies meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.record.state import State, Unit
from pbem.core.rules.position import Position
from pbem.systems.gw.world.cargo import aboard, whereabouts
from pbem.systems.gw.world.duties import ESCORT, WATCH, duty_of
from pbem.systems.gw.world.movement import points, type_of
from pbem.systems.gw.world.nations import at_war, enemies_in
from pbem.systems.gw.world.passages import Traveller, bar_between
from pbem.systems.gw.world.units import UnitType
from pbem.systems.gw.world.zones import is_sea


@implements("GW-8.7-8")
def patrols_in(position: Position, power: str, zone: str) -> tuple[Unit, ...]:
    """Enemy aircraft that watch a sea zone: on patrol over it, or on a Carrier in it (8.7)."""
    there = (*position.state.at(zone), *aboard(position.state, zone))
    return tuple(
        u
        for u in there
        if at_war(position.state, power, u.owner) and type_of(position.book, u).is_air
    )


@implements("GW-0.5-3", "GW-8.9-3", "GW-8.9-5", "GW-8.9-6", "GW-8.9-9", "GW-8.7-4", "GW-9.11-14")
def stops(position: Position, power: str, kind: UnitType, zone: str, combat: bool = True) -> bool:
    """Whether enemies in a sea zone stop a ship that enters it.

    A submarine is stopped by aircraft on patrol in the zone and by nothing else. Other ships are
    stopped by every ship of the enemy but submarines and escorts, and by patrols; those on watch
    let ships pass that have no aircraft, but to come to them takes a combat move (8.2, example).
    """
    patrols = patrols_in(position, power, zone)
    if kind.is_submarine:
        return bool(patrols)
    if any(kind.is_carrier or not combat or duty_of(unit) != WATCH for unit in patrols):
        return True
    return any(
        type_of(position.book, u).is_naval
        and not type_of(position.book, u).is_submarine
        and duty_of(u) != ESCORT
        for u in enemies_in(position.state, power, zone)
    )


@implements("GW-0.5-6")
def sea_path(
    position: Position,
    start: State,
    unit: Unit,
    goal: str,
    via: Sequence[str] = (),
    combat: bool = False,
    forces: frozenset[str] = frozenset(),
) -> Path | None:
    """The cheapest path of a ship; it goes through no zone where enemies stop it.

    In non-combat movement it does not end in one either. Leaving such a zone is free (0.5).
    """
    cost = sea_cost(position, start, unit, goal, combat, forces)
    origin, most = whereabouts(position.state, unit), points(position, unit)
    return cheapest_path(position.board.neighbours, origin, goal, cost, limit=most, via=via)


def sea_cost(
    position: Position,
    start: State,
    unit: Unit,
    goal: str,
    combat: bool,
    forces: frozenset[str] = frozenset(),
) -> Callable[[str, str], int | None]:
    """What a step costs a ship: 1, or nothing is possible; it `forces` some straits (15.6)."""
    who = Traveller(type_of(position.book, unit), unit.owner, combat, forces)

    def cost(here: str, there: str) -> int | None:
        if not is_sea(position.board, there):
            return None
        if bar_between(position, start, who, here, there):
            return None
        held = stops(position, unit.owner, who.kind, there, combat)
        return None if held and not (combat and there == goal) else 1

    return cost


def why_barred(
    position: Position, start: State, unit: Unit, goal: str, combat: bool = False
) -> str:
    """The passage that a ship would need for its shortest way, if one bars it; else nothing."""
    who = Traveller(type_of(position.book, unit), unit.owner, combat)
    open_sea = cheapest_path(
        position.board.neighbours,
        whereabouts(position.state, unit),
        goal,
        lambda _, there: 1 if is_sea(position.board, there) else None,
        limit=points(position, unit),
    )
    steps = zip(open_sea.places, open_sea.places[1:], strict=False) if open_sea else ()
    reasons = (bar_between(position, start, who, here, there) for here, there in steps)
    return next(filter(None, reasons), "")
