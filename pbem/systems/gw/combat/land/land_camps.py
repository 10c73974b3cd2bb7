"""The sides of a land battle on the board: who fights, whence each group came (9.1, 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.amphibious import waits
from pbem.systems.gw.battle.casualties import called
from pbem.systems.gw.battle.muster import Force, Plan, Troop
from pbem.systems.gw.combat.battle_choices import Seat
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.landing_force import bound_for, troop_of
from pbem.systems.gw.world.halves import players_at
from pbem.systems.gw.world.nations import acting, is_friendly
from pbem.systems.gw.world.units import catalogue
from pbem.systems.gw.world.vocabulary import UnitMark

NOBODY: Final = "nobody"


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
    return str(group.mark(UnitMark.FROM) or "")


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
