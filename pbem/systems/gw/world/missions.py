"""What bombers, rockets and guns do instead of fighting a battle (8.5, 7.8, 9.16, 9.17).

A unit on a mission bears the mark `mission=KIND/ZONE/TARGET` in this turn. Bombers and their
escorts stand in the zone, which they do not fight for; rockets and Advanced Artillery stay where
they are. The target of escorts and of carpet bombing is empty.

Decides: how a mission is marked, and who is on one.
Leaves to `moves`: who may be sent; to `combat`: what missions do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.record.state import State, Unit

MISSION: Final = "mission"
STRATEGIC: Final = "strategic-bombing"
CARPET: Final = "carpet-bombing"
ATTRITION: Final = "attrition"
MISSIONS: Final[Mapping[str, str]] = {
    "strategic bombing": STRATEGIC,
    "carpet bombing": CARPET,
    "attrition": ATTRITION,
}


@dataclass(frozen=True, slots=True)
class Mission:
    """A kind of mission against a zone, and what is bombed there."""

    kind: str
    zone: str
    target: str = ""

    @property
    def mark(self) -> str:
        """The value of the mark."""
        return f"{self.kind}/{self.zone}/{self.target}"


def mission_of(unit: Unit) -> Mission | None:
    """The mission that a unit is on in this turn."""
    mark = unit.marks.get(MISSION)
    return Mission(*str(mark.value).split("/")) if mark else None


def on_mission(unit: Unit) -> bool:
    """Whether a unit is on a mission, so that it fights no battle."""
    return MISSION in unit.marks


def sent_on(state: State, kind: str, zone: str, nations: Iterable[str]) -> tuple[Unit, ...]:
    """The units of some nations that are on missions of a kind against a zone, by id."""
    own = frozenset(nations)
    found = [
        unit
        for unit in state.units.values()
        if unit.owner in own
        and (mission := mission_of(unit)) is not None
        and (mission.kind, mission.zone) == (kind, zone)
    ]
    return tuple(sorted(found, key=lambda unit: unit.id))


def missions(state: State, nations: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The kinds of missions of some nations and their zones: strategic bombing first, by zone."""
    own = frozenset(nations)
    found = {
        (mission.kind, mission.zone)
        for unit in state.units.values()
        if unit.owner in own and (mission := mission_of(unit)) is not None
    }
    kinds = list(MISSIONS.values())
    return tuple(sorted(found, key=lambda one: (kinds.index(one[0]), one[1])))
