"""What the Place Units phase finishes: repairs, facilities, upgrades (7.3, 7.4, 11.2, 11.3).

Markers of a place tell what is paid for: `building-air-base: done`, `upgrading-minor-port`. Units
that are to be upgraded are a counter of the nation that paid: `training-militia:bavaria`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, PlaceChanged, PowerChanged, UnitChanged
from pbem.core.record.state import Mark, State, Unit, Until
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.placement import REPAIR
from pbem.systems.gw.world.cargo import DAMAGED
from pbem.systems.gw.world.facilities import (
    FACTORIES,
    counts,
    damage_of,
    facilities,
    has_factory,
    is_home,
)
from pbem.systems.gw.world.supply import supplied_from


class ConstructionDamage(Reading, id="GW-R-7.3-c"):
    """What becomes of damage when what was under construction is completed."""

    STAYS = "stays"
    CLEARED = "cleared"


class ShipInYard(Reading, id="GW-R-7.4-a"):
    """When a ship that is repaired must be beside the yard."""

    UNTIL_PLACED = "until-placed"
    WHEN_ORDERED = "when-ordered"


DONE: Final = "done"
BUILDING: Final = "building-"
UPGRADING: Final = "upgrading-"
TRAINING: Final = "training-"
TRAINED: Final = {"militia": "infantry", "infantry": "motorized-infantry"}


# --- repairs of ships ------------------------------------------------------------------------


@implements("GW-7.4-4")
def finish_repairs(umpire: Umpire, power: str) -> None:
    """Ships that stayed at their yard are repaired (7.4)."""
    board = umpire.board
    own = (u for u in umpire.state.units.values() if u.owner == power and u.at in board)
    for ship in sorted((u for u in own if REPAIR in u.marks), key=lambda unit: unit.id):
        zone, _, hits = str(ship.marks[REPAIR].value).split("/")
        there = board.adjacent(zone, ship.at)
        there = there or umpire.reading(ShipInYard) is ShipInYard.WHEN_ORDERED
        damage = hits_of(ship)
        left = max(0, damage - int(hits)) if there else damage
        mark = Mark(Until.LASTING, left) if left else None
        part = ship.count
        umpire.apply(UnitChanged(ship.id, "mark", ship.marks.get(DAMAGED), mark, DAMAGED, part))
        umpire.verdict(
            "repair", "repaired" if there else "left", cite="7.4", nation=power,
            ship=ship.counter, at=zone, hits=damage - left, damage=left,
        )  # fmt: skip


def hits_of(ship: Unit) -> int:
    """The hits that a ship bears."""
    mark = ship.marks.get(DAMAGED)
    return 0 if mark is None else int(mark.value or 0)


# --- facilities and upgrades -------------------------------------------------------------------


@implements("GW-11.3-1", "GW-11.3-2", "GW-7.3-6", "GW-7.3-7")
def finish_facilities(umpire: Umpire, power: str) -> None:
    """Facilities that are paid for, and upgrades, come into play where they were started (11.3)."""
    state = umpire.state
    for zone, place in sorted(state.places.items()):
        if place.controller != power:
            continue
        for name, value in sorted(place.markers.items()):
            if value == DONE:
                _finish(umpire, zone, name.removeprefix(BUILDING))
            elif name.startswith(UPGRADING):
                _upgrade(umpire, zone, name.removeprefix(UPGRADING))


def _finish(umpire: Umpire, zone: str, what: str) -> None:
    """A facility stands; one on a border is a marker too: `built-rail:paris`."""
    kind, _, border = what.partition(":")
    events: list[Event] = [PlaceChanged(zone, "marker", "done", None, BUILDING + what)]
    place = umpire.state.places[zone]
    if border:
        name = f"built-{what}"
        old = place.markers.get(name)
        events.append(PlaceChanged(zone, "marker", old, int(old or 0) + 1, name))
    if kind in facilities(umpire.book):
        events.append(_one_more(umpire, zone, kind, 1))
    events += _damage_kept(umpire, zone, what)
    umpire.apply(*events)
    umpire.verdict("facility", "placed", cite="11.3", at=zone, facility=kind, border=border)


@implements("GW-7.3-10")
def _damage_kept(umpire: Umpire, zone: str, what: str) -> list[Event]:
    """What bombs did to it while it was built: it bears that damage still, by one reading (7.3)."""
    markers = umpire.state.places[zone].markers
    bombed = markers.get(f"damage-{BUILDING}{what}")
    if not bombed:
        return []
    events: list[Event] = [PlaceChanged(zone, "marker", bombed, None, f"damage-{BUILDING}{what}")]
    if umpire.reading(ConstructionDamage) is ConstructionDamage.STAYS:
        old = markers.get(f"damage-{what}")
        total = int(old or 0) + int(bombed)
        events.append(PlaceChanged(zone, "marker", old, total, f"damage-{what}"))
    return events


def _one_more(umpire: Umpire, zone: str, kind: str, more: int) -> Event:
    place = umpire.state.places[zone]
    number = counts(umpire.position, zone).get(kind, 0)
    return PlaceChanged(zone, "fact", place.facts.get(kind), number + more, kind)


def _upgrade(umpire: Umpire, zone: str, kind: str) -> None:
    """A facility becomes the next better one, with the damage that it has (11.3)."""
    better = facilities(umpire.book)[kind].to
    damage = damage_of(umpire.state, zone, kind)
    events: list[Event] = [
        PlaceChanged(zone, "marker", True, None, UPGRADING + kind),
        _one_more(umpire, zone, kind, -1),
        _one_more(umpire, zone, better, 1),
    ]
    if damage and counts(umpire.position, zone)[kind] == 1:
        now = damage_of(umpire.state, zone, better)
        events.append(PlaceChanged(zone, "marker", damage, None, f"damage-{kind}"))
        events.append(PlaceChanged(zone, "marker", now or None, now + damage, f"damage-{better}"))
    umpire.apply(*events)
    umpire.verdict("facility", "upgraded", cite="11.3", at=zone, facility=better, was=kind)


@implements("GW-11.2-3", "GW-11.2-4")
def finish_training(umpire: Umpire, power: str) -> None:
    """Upgrades of units reach them along a Supply Path from a factory at home, or wait (11.2)."""
    for name, number in sorted(umpire.state.powers[power].counters.items()):
        old, _, zone = name.removeprefix(TRAINING).partition(":")
        if name.startswith(TRAINING) and is_supplied(umpire, power, zone):
            _train(umpire, power, zone, old, number)


def is_supplied(umpire: Umpire, power: str, zone: str) -> bool:
    """Whether a Supply Path leads from a factory in the Home Country to a zone (11.2)."""
    return in_supply(umpire.position, umpire.since("impulse"), power, zone, FACTORIES)


def in_supply(
    position: Position, start: State, power: str, zone: str, kinds: tuple[str, ...]
) -> bool:
    """Whether a Supply Path leads to a zone from a factory of some kinds at home."""
    return any(
        zone in supplied_from(position, power, source)
        for source, place in sorted(position.places.items())
        if place.controller == power
        and is_home(position.game, power, source)
        and has_factory(position, source, kinds)
    )


@implements("GW-11.2-1", "GW-11.2-2")
def _train(umpire: Umpire, power: str, zone: str, old: str, number: int) -> None:
    """So many units of a zone become better ones, as far as they are there (11.2)."""
    new, done = TRAINED[old], 0
    while done < number:
        unit = next(
            (u for u in umpire.state.at(zone) if u.owner == power and u.counter == old), None
        )
        if unit is None:
            break
        part = None if unit.count is None else 1
        umpire.apply(UnitChanged(unit.id, "counter", old, new, count=part))
        done += 1
    if done:
        left = number - done
        name = f"{TRAINING}{old}:{zone}"
        umpire.apply(PowerChanged(power, "counter", name, number, left or None))
        umpire.verdict(
            "training", "done", cite="11.2", nation=power, at=zone, was=old, unit=new, count=done
        )
