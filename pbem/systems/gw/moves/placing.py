"""The Place Units phase: finished units come into play (11.1).

Units go where their order to build says; an order of the section `place` sends them elsewhere or
holds them back. What cannot be placed stays on the Production Chart.
Leaves to `lend_lease`: units that go to another nation.
Decides what comes into play where. Leaves to `placement` the limits of zones and yards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.events import Event, apply
from pbem.core.record.state import Unit, as_text
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.combat.advanced_carriers import board_carrier, crews, needs_crew, to_its_deck
from pbem.systems.gw.economy.finishing import finish_facilities, finish_repairs, finish_training
from pbem.systems.gw.economy.incomes import has_economy
from pbem.systems.gw.economy.placement import Delivery, placement
from pbem.systems.gw.economy.spending import box, nation_of, placed, relocated
from pbem.systems.gw.world.cargo import follow, whereabouts
from pbem.systems.gw.world.move_orders import Check, so_many
from pbem.systems.gw.world.nations import acting
from pbem.systems.gw.world.units import Group, name, type_of
from pbem.systems.gw.world.vocabulary import Counted, Placed, UnitMark


def check_place(position: Position, order: Order) -> Ruling:
    """Whether units of the Place Units Box may be placed so, or are held back (11.1)."""
    check = Check(position, order)
    zone, sea = _zone(check, "at"), _zone(check, "sea")
    hold = bool(order.data.get("hold"))
    power = nation_of(check, order.data, zone) if check.ok else ""
    for unit, count in _named(check, power) if power else ():
        if hold:
            check.does(relocated(unit, unit.at, count, {UnitMark.HELD: True}))
        elif zone:
            _place(check, (unit, count), zone, sea)
    where = "held back"
    if not hold and zone:
        where = f"placed in {check.label(zone)}"
    elif not hold and check.ok:
        check.complain("nowhere", "an order to place needs `at: ZONE` or `hold: all`")
    return check.ruling(f"{where}: {_told(order.data['units'])}")


def _zone(check: Check, key: str) -> str:
    """The zone that an order names under a key, if it has it."""
    return check.place(check.order.data[key]) if key in check.order.data else ""


def _named(check: Check, power: str) -> Iterator[Group]:
    """The units of a nation's box that an order means; those lent to others are not there."""
    waiting = [unit for unit in check.state.at(box(power)) if not unit.marked(UnitMark.LENT)]
    return so_many(check, waiting, check.order.data["units"])


def _told(said: Any) -> str:
    """What an order names, as it was typed."""
    if isinstance(said, Mapping):
        return ", ".join(f"{count} {name}" for name, count in said.items())
    return ", ".join(map(str, as_list(said)))


@implements("GW-15.8-1")
def _why_not_elsewhere(check: Check, unit: Unit, zone: str) -> str:
    """Why a ship is not placed in a zone: it has been built beside another yard (15.8)."""
    yard, kind = str(unit.mark(UnitMark.FOR) or zone), type_of(check.book, unit)
    if not check.options.ships_under_construction or "capital" not in kind.classes or yard == zone:
        return ""
    return f"it is built in {check.label(yard)} (15.8)"


def _place(check: Check, named: Group, zone: str, sea: str) -> None:
    """Place some units of the box, if that many can be."""
    unit, count = named
    elsewhere = _why_not_elsewhere(check, unit, zone)
    if elsewhere:
        kind = type_of(check.book, unit)
        message = f"{kind.name} in {check.label(zone)}: {elsewhere}"
        check.complain("cannot-place", message, cite="15.8", about=kind.id)
        return
    for _ in range(count):
        events, reason = delivered(check.position, unit, zone, sea)
        if reason:
            kind = type_of(check.book, unit)
            message = f"{kind.name} in {check.label(zone)}: {reason}"
            check.complain("cannot-place", message, cite="11.1", about=kind.id)
            return
        check.does(events)


@implements("GW-11.1-1", "GW-15.3-1")
def delivered(position: Position, unit: Unit, zone: str, sea: str) -> tuple[tuple[Event, ...], str]:
    """The events by which one unit comes into play in a zone, or why it cannot (11.1, 15.3)."""
    kind, power = type_of(position.book, unit), unit.owner
    mark, left, reason = placement(position, Delivery(power, kind, zone, sea))
    if not left:
        return (), reason
    events = placed(unit, 1, sea if kind.is_naval else zone, mark)
    if not needs_crew(position.game, kind):
        return events, ""
    crew = next(crews(position, power, kind, sea), None)
    if crew is None:
        return (), "there is no aircraft to go aboard (15.3)"
    after = apply(position.state, events)
    carrier = after.units[follow(unit, events).id]
    return (*events, *board_carrier(after, carrier, *crew)), ""


def place_units(umpire: Umpire) -> None:
    """Place everything that is ready: as ordered, then as it was bought (11.1-11.3)."""
    for power in acting(umpire.position):
        if has_economy(power):
            finish_repairs(umpire, power.id)
    umpire.carry_out(PLACE.name)
    for power in acting(umpire.position):
        if has_economy(power):
            _place_as_bought(umpire, power.id)
            finish_facilities(umpire, power.id)
            finish_training(umpire, power.id)
            _tell_placed(umpire, power.id)


@implements("GW-11.1-1", "GW-7.1-1", "GW-7.3-4")
def _place_as_bought(umpire: Umpire, power: str) -> None:
    """Units that nobody ordered elsewhere go where they were bought for; the rest waits (11.1)."""
    ready = sorted(
        umpire.state.at(box(power)),
        key=lambda unit: not needs_crew(umpire.game, type_of(umpire.book, unit)),
    )
    for waiting in ready:
        if waiting.marked(UnitMark.LENT) or waiting.marked(UnitMark.HELD):
            continue
        zone = as_text(waiting.mark(UnitMark.FOR))
        sea = as_text(waiting.mark(UnitMark.SEA))
        for _ in range(waiting.size):
            unit = umpire.state.units.get(waiting.id)
            if unit is None or unit.at != waiting.at:
                break
            events, reason = delivered(umpire.position, unit, zone, sea)
            if reason:
                break
            umpire.apply(*events)
            if unit.marked(UnitMark.DECK):
                to_its_deck(umpire, follow(unit, events), str(unit.mark(UnitMark.DECK)))


@dataclass(frozen=True, slots=True)
class PlacementVerdict(Judged):
    """What comes into play, zone by zone, and what waits."""

    kind: ClassVar[str] = "placement"
    cite: ClassVar[str] = "11.1"

    nation: PowerId
    units: Placed
    waiting: Counted


def placement_lines(verdict: PlacementVerdict, scene: Scene) -> Sequence[str]:
    """What comes into play, zone by zone, and what waits."""
    zones: dict[str, list[str]] = {}
    for unit, count, at in verdict.units:
        zones.setdefault(scene.place(at), []).append(f"{count} {name(scene.book, unit)}")
    parts = [f"{zone} {', '.join(units)}" for zone, units in sorted(zones.items())]
    lines = [f"{scene.title(verdict.nation)} places (11.1): {'; '.join(parts) or 'nothing'}"]
    waiting = ", ".join(f"{count} {name(scene.book, unit)}" for unit, count in verdict.waiting)
    return [*lines, f"Waiting in the Place Units Box: {waiting}"] if waiting else lines


def _tell_placed(umpire: Umpire, power: str) -> None:
    """What came into play this turn, and what waits."""
    state = umpire.state
    there = [u for u in state.units.values() if u.owner == power and u.marked(UnitMark.PLACED)]
    new = sorted(there, key=lambda unit: unit.id)
    rows = [(u.counter, u.size, whereabouts(state, u)) for u in new]
    waiting = [(u.counter, u.size) for u in state.at(box(power)) if not u.marked(UnitMark.LENT)]
    if rows or waiting:
        umpire.tell(
            PlacementVerdict(at=None, result="placed", nation=power, units=rows, waiting=waiting)
        )


PLACE: Final = Section("place", "Place units", "place-units", "gw/place", "11.1", check_place)
