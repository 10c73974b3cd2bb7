"""What the Place Units phase finishes: repairs, facilities, upgrades (7.3, 7.4, 11.2, 11.3).

Markers of a place tell what is paid for: `building-air-base: done`, `upgrading-minor-port`. Units
that are to be upgraded are a counter of the nation that paid: `training-militia:bavaria`.
Decides what stands, is repaired or is better then. Leaves orders and payments to `production` and
`repairs`, units that come into play to `placement`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import PlaceChanged, UnitChanged
from pbem.core.record.state import State, as_number
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.spending import first_of
from pbem.systems.gw.world.building import DONE, works_done, works_in, works_marker
from pbem.systems.gw.world.cargo import mark_events
from pbem.systems.gw.world.facilities import (
    FACTORIES,
    counts,
    damage_of,
    facilities,
    has_factory,
    is_home,
)
from pbem.systems.gw.world.supply import supplied_from
from pbem.systems.gw.world.units import hits_of
from pbem.systems.gw.world.vocabulary import Marker, PowerCount, UnitMark


class ConstructionDamage(Reading, id="GW-R-7.3-c"):
    """What becomes of damage when what was under construction is completed."""

    STAYS = "stays"
    CLEARED = "cleared"


class ShipInYard(Reading, id="GW-R-7.4-a"):
    """When a ship that is repaired must be beside the yard."""

    UNTIL_PLACED = "until-placed"
    WHEN_ORDERED = "when-ordered"


TRAINED: Final = {"militia": "infantry", "infantry": "motorized-infantry"}


# --- repairs of ships ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RepairVerdict(Judged):
    """A ship in a yard is repaired, or has left it."""

    kind: ClassVar[str] = "repair"
    cite: ClassVar[str] = "7.4"

    nation: PowerId
    ship: str
    hits: int
    damage: int


@implements("GW-7.4-4")
def finish_repairs(umpire: Umpire, power: str) -> None:
    """Ships that stayed at their yard are repaired (7.4)."""
    board = umpire.board
    own = (u for u in umpire.state.units.values() if u.owner == power and u.at in board)
    for ship in sorted((u for u in own if u.marked(UnitMark.REPAIR)), key=lambda unit: unit.id):
        zone, _, hits = str(ship.mark(UnitMark.REPAIR)).split("/")
        there = board.adjacent(zone, ship.at)
        there = there or umpire.reading(ShipInYard) is ShipInYard.WHEN_ORDERED
        damage = hits_of(ship)
        left = max(0, damage - int(hits)) if there else damage
        umpire.apply(*mark_events(ship, {UnitMark.DAMAGED: left or None}, ship.size))
        umpire.tell(
            RepairVerdict(
                at=zone,
                result="repaired" if there else "left",
                nation=power,
                ship=ship.counter,
                hits=damage - left,
                damage=left,
            )
        )


# --- facilities and upgrades -------------------------------------------------------------------


@implements("GW-11.3-1", "GW-11.3-2", "GW-7.3-6", "GW-7.3-7")
def finish_facilities(umpire: Umpire, power: str) -> None:
    """Facilities that are paid for, and upgrades, come into play where they were started (11.3)."""
    state = umpire.state
    for zone, place in sorted(state.places.items()):
        if place.controller != power:
            continue
        for name, value in sorted(place.markers.items()):
            if works_done(value):
                _finish(umpire, zone, name.removeprefix(Marker.BUILDING), works_done(value))
            elif name.startswith(Marker.UPGRADING):
                for _ in range(int(value or 0)):
                    _upgrade(umpire, zone, name.removeprefix(Marker.UPGRADING))


@dataclass(frozen=True, slots=True)
class FacilityVerdict(Judged):
    """A facility is finished, or a better one than before."""

    kind: ClassVar[str] = "facility"
    cite: ClassVar[str] = "11.3"

    facility: str
    border: str | None = None
    was: str = ""


def _finish(umpire: Umpire, zone: str, what: str, number: int) -> None:
    """Facilities of a kind stand; those on a border are a marker too: `built-rail:paris`."""
    kind, _, border = what.partition(":")
    position, marker = umpire.position, Marker.BUILDING.of(what)
    unfinished = [one for one in works_in(position.state.marker(zone, marker)) if one != DONE]
    umpire.apply(
        *set_place(position.state, zone, "marker", marker, works_marker(unfinished)),
        *(_adds(position.state, zone, Marker.BUILT.of(what), number) if border else ()),
        *(_one_more(position, zone, kind, number) if kind in facilities(umpire.book) else ()),
        *(() if unfinished else _damage_kept(umpire, zone, what)),
    )
    for _ in range(number):
        umpire.tell(FacilityVerdict(at=zone, result="placed", facility=kind, border=border))


@implements("GW-7.3-10")
def _damage_kept(umpire: Umpire, zone: str, what: str) -> tuple[PlaceChanged, ...]:
    """What bombs did to it while it was built: it bears that damage still, by one reading (7.3)."""
    state = umpire.state
    bombed = damage_of(state, zone, Marker.BUILDING.of(what))
    if not bombed:
        return ()
    gone = set_place(state, zone, "marker", Marker.DAMAGE.of(Marker.BUILDING.of(what)), None)
    stays = umpire.reading(ConstructionDamage) is ConstructionDamage.STAYS
    return (*gone, *(_adds(state, zone, Marker.DAMAGE.of(what), bombed) if stays else ()))


def _adds(state: State, zone: str, marker: str, more: int) -> tuple[PlaceChanged, ...]:
    """A marker that counts goes up."""
    old = as_number(state.marker(zone, marker))
    return set_place(state, zone, "marker", marker, old + more)


def _one_more(position: Position, zone: str, kind: str, more: int) -> tuple[PlaceChanged, ...]:
    number = counts(position, zone).get(kind, 0)
    return set_place(position.state, zone, "fact", kind, number + more)


def _upgrade(umpire: Umpire, zone: str, kind: str) -> None:
    """A facility becomes the next better one, with the damage that it has (11.3)."""
    better, position = facilities(umpire.book)[kind].to, umpire.position
    state = position.state
    events = (
        *set_place(state, zone, "marker", Marker.UPGRADING.of(kind), None),
        *_one_more(position, zone, kind, -1),
        *_one_more(position, zone, better, 1),
    )
    damage = damage_of(state, zone, kind)
    if damage and counts(position, zone)[kind] == 1:
        events += set_place(state, zone, "marker", Marker.DAMAGE.of(kind), None)
        events += _adds(state, zone, Marker.DAMAGE.of(better), damage)
    umpire.apply(*events)
    umpire.tell(FacilityVerdict(at=zone, result="upgraded", facility=better, was=kind))


@implements("GW-11.2-3", "GW-11.2-4")
def finish_training(umpire: Umpire, power: str) -> None:
    """Upgrades of units reach them along a Supply Path from a factory at home, or wait (11.2)."""
    paid = PowerCount.TRAINING.among(umpire.state.powers[power].counters)
    for name in sorted(paid):
        old, _, zone = name.partition(":")
        if in_supply(umpire.position, power, zone, FACTORIES):
            _train(umpire, power, old, zone)


@implements("GW-1.5-9")
def in_supply(position: Position, power: str, zone: str, kinds: tuple[str, ...]) -> bool:
    """Whether a Supply Path leads to a zone from a factory of some kinds at home (11.2, 12.4)."""
    return any(
        zone in supplied_from(position, power, source)
        for source, place in sorted(position.places.items())
        if place.controller == power
        and is_home(position.game, power, source)
        and has_factory(position, source, kinds)
    )


@dataclass(frozen=True, slots=True)
class TrainingVerdict(Judged):
    """Units are upgraded."""

    kind: ClassVar[str] = "training"
    cite: ClassVar[str] = "11.2"

    nation: PowerId
    was: str
    unit: str
    count: int


@implements("GW-11.2-1", "GW-11.2-2")
def _train(umpire: Umpire, power: str, old: str, zone: str) -> None:
    """The units of a zone that are paid for become better ones, as far as they are there (11.2)."""
    state, paid = umpire.state, PowerCount.TRAINING.of(f"{old}:{zone}")
    new, number = TRAINED[old], state.counter(power, paid)
    there = (u for u in state.at(zone) if u.owner == power and u.counter == old)
    done = 0
    for unit, count in first_of(there, number):
        part = None if unit.count is None else count
        umpire.apply(UnitChanged(unit.id, "counter", old, new, count=part))
        done += count
    if done:
        umpire.apply(*set_power(state, power, "counter", paid, number - done or None))
        umpire.tell(
            TrainingVerdict(at=zone, result="done", nation=power, was=old, unit=new, count=done)
        )
