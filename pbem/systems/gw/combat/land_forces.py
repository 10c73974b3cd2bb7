"""Who fights for a land zone and how each came: overland, from ships, by air (8.4, 9.8, 9.15).

Cargo that an order bound for a zone bears the mark `assault` and stays aboard until the assault is
fought. Ashore it bears `landed`, with the kind of its ship; Airborne bears `dropped`, and its
aircraft `drops`, so that it can be lost with it.
Decides who is bound for a zone and can land, and the two sides of its battle in the order of their
rosters. Leaves the assault to `amphibious_combat`, the battle to `land_combat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import Event
from pbem.core.record.state import State, Unit, as_text
from pbem.core.rules.position import Position
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import called
from pbem.systems.gw.battle.muster import Force, Plan, Troop, waits
from pbem.systems.gw.combat.battle_choices import Seat
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.world.cargo import (
    carrier_of,
    follow,
    is_hold,
    mark_events,
    unload,
    whereabouts,
)
from pbem.systems.gw.world.crossings import crossing_between
from pbem.systems.gw.world.halves import players_at
from pbem.systems.gw.world.nations import acting, enemies_in, is_friendly
from pbem.systems.gw.world.units import catalogue, is_warship, type_of
from pbem.systems.gw.world.vocabulary import UnitMark
from pbem.systems.gw.world.zones import is_fortified

ATTACK_TRANSPORT: Final = "attack-transport"
NOBODY: Final = "nobody"


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
    origin, zone = as_text(group.mark(UnitMark.FROM)), group.at
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


# --- the sides of a battle ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Camp:
    """One side of a battle on the board: its groups in the order of the roster.

    `power`: the nation that rolls for the side, that of most of its units. `host`: the nation whose
    zone it is if it fights on this side, else the same.
    """

    role: Role
    groups: tuple[Unit, ...]
    seat: Seat
    troops: tuple[Troop, ...]
    power: str
    host: str

    @property
    def powers(self) -> list[str]:
        """Every nation of the side."""
        return list(dict.fromkeys(group.owner for group in self.groups))

    @property
    def origins(self) -> tuple[str, ...]:
        """The zones from which groups came into the battle, by land and by sea."""
        return tuple(dict.fromkeys(troop.border for troop in self.troops if troop.border))

    def part(self, first: int, last: int | None = None) -> Camp:
        """Some of the groups."""
        groups, troops = self.groups[first:last], self.troops[first:last]
        return replace(self, groups=groups, troops=troops)

    def force(self, plan: Plan) -> Force:
        """The side as the rules see it."""
        return Force(self.power, self.troops, plan)


def origin_of(group: Unit) -> str:
    """The zone from which a group came into the battle; nothing for those who were there."""
    return as_text(group.mark(UnitMark.FROM))


def acting_power(position: Position, zone: str) -> str:
    """The attacking nation in a zone: the first on turn that has units there."""
    owners = {unit.owner for unit in (*position.state.at(zone), *bound_for(position, zone))}
    return next(power.id for power in acting(position) if power.id in owners)


def camp_of(position: Position, order: BattleOrder, role: Role, units: Sequence[Unit]) -> Camp:
    """A side in the order of the catalogue, so that like units stand together.

    Those who land only after round one stand behind the others.
    """
    zone, place = order.zone, {name: at for at, name in enumerate(catalogue(position.book))}
    pairs = [(unit, troop_of(position, unit)) for unit in units]
    pairs.sort(key=lambda pair: (waits(pair[1]), place[pair[0].counter], pair[0].id))
    groups = [unit for unit, _ in pairs]
    owners = {group.owner for group in groups}
    players = sorted({p for owner in owners for p in players_at(position, owner, zone)})
    seat = Seat(role, zone, tuple(players), order.words if role is Role.ATTACKER else {})
    leader, controller = _leader(groups), position.controller(zone)
    host = controller if controller and controller in owners else leader
    troops = (replace(troop, called=called(unit.owner, host)) for unit, troop in pairs)
    return Camp(role, tuple(groups), seat, tuple(troops), leader, host)


def forces_of(camps: Sides[Camp], plans: Sides[Plan] | None = None) -> Sides[Force]:
    """Both sides as the rules see them, with what was planned so far."""
    chosen = plans or camps.map(lambda _: Plan())
    return camps.beside(chosen).map(lambda both: both[0].force(both[1]))


def _leader(groups: Sequence[Unit]) -> str:
    """The nation of most of some units."""
    sizes: dict[str, int] = {}
    for group in groups:
        sizes[group.owner] = sizes.get(group.owner, 0) + group.size
    return max(sizes, key=lambda power: sizes[power], default=NOBODY)


@implements("GW-9.4-5")
def has_way_back(state: State, attacker: Camp) -> bool:
    """Whether a zone from which attackers came is still Friendly (9.4)."""
    origins = (origin_of(group) for group in attacker.groups)
    return any(origin and is_friendly(state, attacker.power, origin) for origin in origins)
