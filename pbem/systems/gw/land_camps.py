"""The sides of a land battle on the board: who fights, whence each group came (9.1, 9.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.rulebook import implements
from pbem.core.state import State, Unit
from pbem.systems.gw.battle_choices import Seat
from pbem.systems.gw.movement import FROM, type_of
from pbem.systems.gw.muster import Force, Plan, Troop
from pbem.systems.gw.nations import acting, is_friendly
from pbem.systems.gw.units import Role, catalogue


@dataclass(frozen=True, slots=True)
class Camp:
    """One side of a battle on the board: its groups in the order of the roster."""

    role: Role
    groups: tuple[Unit, ...]
    seat: Seat

    @property
    def power(self) -> str:
        """The nation that rolls for the side: that of most of its units."""
        sizes: dict[str, int] = {}
        for group in self.groups:
            sizes[group.owner] = sizes.get(group.owner, 0) + group.size
        return max(sizes, key=lambda power: sizes[power])

    @property
    def powers(self) -> list[str]:
        """Every nation of the side."""
        return list(dict.fromkeys(group.owner for group in self.groups))

    def force(self, plan: Plan) -> Force:
        """The side as the rules see it."""
        troops = tuple(Troop(type_of(group), group.size, origin_of(group)) for group in self.groups)
        return Force(self.power if self.groups else "nobody", troops, plan)


def origin_of(group: Unit) -> str:
    """The zone from which a group came into the battle; nothing for those who were there."""
    mark = group.marks.get(FROM)
    return str(mark.value) if mark else ""


def acting_power(state: State, zone: str) -> str:
    """The attacking nation in a zone: the first on turn that has units there."""
    owners = {unit.owner for unit in state.at(zone)}
    return next(power.id for power in acting(state) if power.id in owners)


def camp_of(
    state: State, zone: str, role: Role, units: Sequence[Unit], ordered: Mapping[str, Any]
) -> Camp:
    """A side in the order of the catalogue, so that like units stand together."""
    place = {name: number for number, name in enumerate(catalogue())}
    groups = sorted(units, key=lambda unit: (place[unit.counter], unit.id))
    owners = {group.owner for group in groups}
    players = sorted({name for owner in owners for name in state.powers[owner].players})
    return Camp(role, tuple(groups), Seat(role, zone, tuple(players), ordered))


@implements("GW-9.4-5")
def has_way_back(state: State, attacker: Camp) -> bool:
    """Whether a zone from which attackers came is still Friendly (9.4)."""
    origins = (origin_of(group) for group in attacker.groups)
    return any(origin and is_friendly(state, attacker.power, origin) for origin in origins)
