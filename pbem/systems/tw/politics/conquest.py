"""Minor countries that fall (23.1, 23.2): as soon as the combat of an impulse is over.

A country surrenders with its capitals: its units leave the game, its hexes go to the conqueror,
who has what the season leaves of its value. Decides when, and whose it becomes. Leaves Greece and
Switzerland, which take more, and what follows in diplomacy to rules that are not played:
TW-23.23-5, TW-23.51-3, TW-16.1-1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_track
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED
from pbem.core.record.verdicts import PowerId, UnitId, Verdict
from pbem.systems.tw.economy.prizes import change, part_of, value_of_minor
from pbem.systems.tw.supply.lines import MAJORS
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import TrackName


@dataclass(frozen=True, slots=True)
class ConquestVerdict(Verdict):
    """A minor country has surrendered to a major power."""

    kind: ClassVar[str] = "conquest"
    cite: ClassVar[str] = "23.1"

    power: PowerId
    conqueror: PowerId
    units: tuple[UnitId, ...]
    narfs: int

    @property
    def outcome(self) -> str:
        return "surrenders"


@implements("TW-23.1-1", "TW-3.10.1-1")
def conquests(umpire: Umpire) -> None:
    """The minor countries whose capital is in enemy hands surrender."""
    position = umpire.position
    for power in position.powers.values():
        if power.id in MAJORS or conqueror_of(position, power.id):
            continue
        for capital in capitals_of(position, power.id):
            holder = position.patron(position.holder(capital))
            if position.at_war(power.id, holder):
                surrender(umpire, power.id, holder)


def capitals_of(position: Position, power: str) -> tuple[str, ...]:
    """The capital of a power, if it has one on the map."""
    homes = position.powers[power].home_countries
    capitals = position.board.by_fact.get("capital", {})
    return tuple(place for place, country in capitals.items() if country in homes)


def conqueror_of(position: Position, power: str) -> str:
    """Who has conquered a minor country, if it has fallen."""
    return str(position.track(TrackName.CONQUERED.of(power)) or "")


@implements("TW-14.5-1", "TW-23.2-1", "TW-15.4-2")
def surrender(umpire: Umpire, power: str, conqueror: str) -> None:
    """A country is conquered: its units go, its hexes and what it is worth are the conqueror's."""
    position = umpire.position
    capital = capitals_of(position, power)[0]
    own = (unit for _, unit in sorted(position.units.items()) if unit.owner == power)
    units = tuple(unit for unit in own if unit.at != REMOVED)
    narfs = part_of(position, value_of_minor(position, power))
    umpire.apply(*(UnitMoved(unit.id, unit.at, REMOVED) for unit in units))
    umpire.apply(*_handed_over(umpire.position, power, conqueror))
    umpire.apply(*set_track(umpire.state, TrackName.CONQUERED.of(power), conqueror))
    change(umpire, conqueror, narfs)
    names = tuple(unit.id for unit in units)
    umpire.tell(ConquestVerdict(capital, power, conqueror, names, narfs))


def _handed_over(position: Position, power: str, conqueror: str) -> Iterator[Event]:
    """The hexes of a country are its conqueror's, but for those that his enemies stand in."""
    for place in position.state.places.values():
        if place.controller == power:
            enemies = position.enemy_ground(conqueror, place.id)
            to = enemies[0].owner if enemies else conqueror
            yield from set_controller(position.state, place.id, to)
