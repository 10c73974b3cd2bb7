"""What ships, aircraft, rockets and guns announce beside battles: duties, missions (8.5-8.11).

A unit at sea bears what it announced as the mark `duty`: escort, raid, blockade … Escort, blockade
and watch stand until it moves again, a raid is announced anew each turn. An aircraft that stands
over the sea is on patrol; on `watch` it is too, but it lets ships pass that have no aircraft with
them.

A unit on a mission (9.16, 9.17) bears the mark `mission=KIND/ZONE/TARGET` in this turn. Bombers and
their escorts stand in the zone, which they do not fight for; rockets and Advanced Artillery stay
where they are. The target of escorts and of carpet bombing is empty.

Decides: how long a duty lasts, who is on which duty or mission, and whether enemy warships close a
coast.
Leaves to `moves`: who may announce what; to `combat`: what duties and missions do; to `supply`,
`zones` and others: what a blockade shuts off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark, State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.cargo import some_of
from pbem.systems.gw.world.nations import COMMONWEALTH, enemies_in
from pbem.systems.gw.world.units import duty_of, is_warship, unit_type
from pbem.systems.gw.world.vocabulary import Duty, UnitMark


class Blockaders(Reading, id="GW-R-8.11-a"):
    """Whose warships add up to a blockade."""

    ONE_NATION = "one-nation"
    ALIGNED = "aligned"


class BlockadeAnnounced(Reading, id="GW-R-8.11-b"):
    """Whether warships blockade only if they announced it."""

    ANNOUNCED = "announced"
    PRESENCE = "presence"


RAIDS: Final = (Duty.RAID, Duty.MINES)
ON_PATROL: Final = (Duty.PATROL, Duty.WATCH, Duty.RAID, Duty.MINES)  # of an aircraft

BRITISH: Final = COMMONWEALTH[0]
NEEDED: Final = 3  # surface warships of a blockade

STRATEGIC: Final = "strategic-bombing"
CARPET: Final = "carpet-bombing"
ATTRITION: Final = "attrition"
MISSIONS: Final[Mapping[str, str]] = {
    "strategic bombing": STRATEGIC,
    "carpet bombing": CARPET,
    "attrition": ATTRITION,
}


def takes_up(unit: Unit, duty: str, count: int) -> list[Event]:
    """The event by which some of a group take up a duty; an empty one ends what they did.

    Some duties stand until the unit moves again.
    """
    term = Duty.term_for(duty)
    mark = Mark(term.until, duty) if term else None
    return list(set_mark(unit, UnitMark.DUTY, mark, some_of(unit, count)))


def raiders_in(state: State, zone: str, nations: Iterable[str]) -> tuple[Unit, ...]:
    """The units of some nations that announced a raid in a sea zone."""
    own = frozenset(nations)
    return tuple(u for u in state.at(zone) if u.owner in own and duty_of(u) in RAIDS)


@implements("GW-8.11-1", "GW-8.11-4")
def is_blockaded(position: Position, holder: str, sea: str) -> bool:
    """Whether enemies blockade a nation's naval facilities on a sea zone (8.11).

    Three surface warships of a nation at war with it do, that announced it.
    """
    enemies = enemies_in(position.state, holder, sea)
    warships = [u for u in enemies if is_warship(position, unit_type(position.book, u.counter))]
    if sum(unit.size for unit in warships) < NEEDED:
        return False
    if position.reading(BlockadeAnnounced) is BlockadeAnnounced.ANNOUNCED:
        warships = [unit for unit in warships if duty_of(unit) == Duty.BLOCKADE]
    together = position.reading(Blockaders) is Blockaders.ALIGNED
    return most_of_one(position.state, warships, together) >= NEEDED


@implements("GW-2.3-1")
def most_of_one(state: State, warships: list[Unit], together: bool) -> int:
    """The most warships that one nation has, or one Alliance where these count together.

    Those of the Commonwealth do: it is one Major Power (2.3).
    """
    found: dict[str, int] = {}
    for unit in warships:
        own = BRITISH if unit.owner in COMMONWEALTH else unit.owner
        whose = state.side_of(unit.owner) if together else own
        found[whose] = found.get(whose, 0) + unit.size
    return max(found.values(), default=0)


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
    return Mission(*str(unit.mark(UnitMark.MISSION)).split("/")) if on_mission(unit) else None


def on_mission(unit: Unit) -> bool:
    """Whether a unit is on a mission, so that it fights no battle."""
    return unit.marked(UnitMark.MISSION)


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
