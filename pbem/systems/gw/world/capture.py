"""The capture of a land zone, and damage to facilities (9.18-9.20, 15.8 optional).

Decides: who possesses a captured zone, how incomes change, whose ships under construction and works
there are then; how far damage goes.
Leaves to the moderator: voluntary return outside the alliance (9.21); to `facilities`: captured
factories (12.4); to `combat`: when a zone is captured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_controller, set_place, set_power
from pbem.core.record.events import Event, UnitChanged, UnitMoved, after_change
from pbem.core.record.state import State
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.fallen_france import earner, heir
from pbem.systems.gw.world.nations import NEUTRAL
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.vocabulary import (
    Marker,
    PlaceFact,
    PowerCount,
    PowerFlag,
    Relation,
    UnitMark,
)
from pbem.systems.gw.world.zones import built_on, has_works, listed, value_of_zone


class DoctrineIncome(Reading, id="GW-R-5.7-b"):
    """Whether a zone that the United States take under the Monroe Doctrine raises their income."""

    NO_INCREASE = "no-increase"
    VALUE = "value"


WORKS: Final = (PlaceFact.FORTIFICATION, PlaceFact.COASTAL_ARTILLERY)


@dataclass(frozen=True, slots=True)
class Zone:
    """A land zone as its capture sees it: who holds it, whose roundel is printed, its IPP value."""

    possessor: str
    printed: str
    value: int


@dataclass(frozen=True, slots=True)
class Captured:
    """Who possesses a captured zone now, and how the incomes of nations change."""

    possessor: str
    income: Mapping[str, int]


@implements("GW-9.18-1")
def damaged(damage: int, more: int, maximum: int) -> int:
    """The damage of a facility after more of it: never above its maximum (9.18)."""
    return min(damage + more, maximum)


@implements("GW-9.19-1", "GW-9.20-1", "GW-4.5-2")
def captured(zone: Zone, captor: str, alliances: Mapping[str, str]) -> Captured:
    """The captor's roundel goes on the zone and its income moves to him (9.19).

    A zone that bears the printed roundel of another member of his alliance goes back to that
    member at once (9.20).
    """
    same = captor in alliances and alliances.get(zone.printed) == alliances[captor]
    possessor = zone.printed if same else captor
    if possessor == zone.possessor:
        return Captured(possessor, {})
    return Captured(possessor, {possessor: zone.value, zone.possessor: -zone.value})


@implements("GW-15.8-1")
def captured_on_the_stocks(position: Position, zone: str, captor: str) -> Iterator[Event]:
    """The capital ships that were being built in a zone become the captor's (15.8)."""
    for unit in sorted(position.units.values(), key=lambda one: one.id):
        on_chart = unit.at.startswith(f"track:{unit.owner}/")
        if not on_chart or unit.mark(UnitMark.FOR) != zone or unit.owner == captor:
            continue
        if "capital" in unit_type(position.book, unit.counter).classes:
            change = UnitChanged(unit.id, "owner", unit.owner, captor, count=unit.count)
            yield change
            theirs = after_change(unit, change)
            place = unit.at.rpartition("/")[2]
            yield UnitMoved(theirs.id, unit.at, f"track:{captor}/{place}", unit.count)


@implements("GW-9.19-2", "GW-12.7-4", "GW-12.9-4")
def works_removed(position: Position, zone: str) -> list[Event]:
    """Fortifications and Coastal Artillery are gone when their zone is conquered (12.7, 12.9)."""
    place = position.places.get(zone)
    if place is None:
        return []
    state = position.state
    events: list[Event] = []
    for kind in WORKS:
        for border in built_on(place, kind):
            events += set_place(state, zone, "marker", Marker.BUILT.of(f"{kind}:{border}"), None)
        printed = 1 if kind in listed(position.board, zone, "facilities") else None
        if place.facts.get(kind, printed):
            events += set_place(state, zone, "fact", kind, 0)
    if has_works(position.book, position.board, zone):
        events += set_place(state, zone, "marker", Marker.WORKS_LOST, True)
    return events


@implements("GW-5.7-3")
def _uncounted(umpire: Umpire, zone: str, possessor: str) -> bool:
    """Whether a zone that changes hands raises no income: by the Monroe Doctrine (5.7)."""
    if umpire.state.relation(possessor, umpire.state.holder(zone)) != Relation.MONROE:
        return False
    return umpire.reading(DoctrineIncome) is DoctrineIncome.NO_INCREASE


def _incomes_moved(umpire: Umpire, zone: str, changes: Mapping[str, int]) -> Iterator[Event]:
    """The income of a zone goes over, between nations that have one and count it."""
    position = umpire.position
    for owner, change in changes.items():
        power, counted = earner(position.state, owner), True
        if change < 0:
            counted = not leaves_out(position.state, owner, zone)
            yield from left_out(position.state, owner, zone, False)
        elif _uncounted(umpire, zone, owner):
            counted = False
            yield from left_out(position.state, owner, zone, True)
        counters = position.state.power(power).counters
        if counted and PowerCount.INCOME in counters:
            level = max(0, counters[PowerCount.INCOME] + change)
            yield from set_power(position.state, power, "counter", PowerCount.INCOME, level)


def leaves_out(state: State, power: str, zone: str) -> bool:
    """Whether a nation's income does not count a zone that it possesses (5.7)."""
    return bool(state.flag(power, PowerFlag.UNCOUNTED.of(zone)))


def left_out(state: State, power: str, zone: str, out: bool) -> Iterator[Event]:
    """A nation's income does not count a zone, or does again (5.7)."""
    if leaves_out(state, power, zone) != out:
        flag = PowerFlag.UNCOUNTED.of(zone)
        yield from set_power(state, power, "flag", flag, True if out else None)


@dataclass(frozen=True, slots=True)
class CaptureVerdict(Judged):
    """A zone has changed hands."""

    kind: ClassVar[str] = "capture"
    cite: ClassVar[str] = "9.19"

    captor: PowerId
    printed: str
    was: str
    value: int


def capture(umpire: Umpire, zone: str, captor: str) -> None:
    """A nation captures a zone: its roundel goes on it; incomes change of nations that have one."""
    position, board = umpire.position, umpire.board
    holder = position.holder(zone)
    alliances = {one.id: one.side for one in position.powers.values() if one.side != NEUTRAL}
    was = Zone(holder, heir(position.state, board.text(zone, "nation")), value_of_zone(board, zone))
    result = captured(was, captor, alliances)
    umpire.apply(
        *set_controller(position.state, zone, result.possessor),
        *_incomes_moved(umpire, zone, result.income),
        *works_removed(position, zone),
        *set_place(position.state, zone, "marker", Marker.ALIGNED, None),
    )
    if umpire.options.ships_under_construction:
        umpire.apply(*captured_on_the_stocks(umpire.position, zone, result.possessor))
    umpire.tell(
        CaptureVerdict(
            at=zone,
            result=result.possessor,
            captor=captor,
            printed=was.printed,
            was=holder,
            value=was.value,
        )
    )
