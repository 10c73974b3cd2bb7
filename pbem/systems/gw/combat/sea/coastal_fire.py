"""The fire from land at ships that force a strait (15.6) or pass narrow crossings (12.9).

It comes when the moves of the phase are over; what is hit is hit in the sea zone to which it has
come. A ship that Coastal Artillery fired at bears `shelled`.

Decides: who is fired at, how often, and what is hit.
Leaves to `forcing`: who forces a strait; to `crossings`: which crossings are guarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, State, Unit, as_text
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.book import Book
from pbem.systems.gw.battle.amphibious import shots
from pbem.systems.gw.battle.ship_damage import afloat, is_rolled_for, markers_of
from pbem.systems.gw.combat.sea.naval_losses import land_without_deck, sink
from pbem.systems.gw.world.cargo import follow, mark_events
from pbem.systems.gw.world.crossings import guns_over
from pbem.systems.gw.world.passages import passage
from pbem.systems.gw.world.units import hits_of, type_of
from pbem.systems.gw.world.vocabulary import Counted, PlaceFact, UnitMark

HITS_ON: Final = 3


@dataclass(frozen=True, slots=True)
class StraitForcedVerdict(Judged):
    """Ships have forced a closed strait: the fire of its possessor, and what it cost them."""

    kind: ClassVar[str] = "strait-forced"
    cite: ClassVar[str] = "15.6"

    strait: str
    by: PowerId
    unit: str
    owner: PowerId
    count: int
    faces: Sequence[int]
    hits: int
    lost: int


@implements("GW-15.6-1", "GW-15.6-d1")
def fire_on_forcers(umpire: Umpire) -> None:
    """The possessor of a forced strait attacks each ship that forced it once, at 3 (15.6)."""
    forcers = [unit for unit in umpire.state.units.values() if unit.marked(UnitMark.FORCED)]
    for strait in sorted({name for unit in forcers for name in _forced_by(unit)}):
        zone = passage(umpire.book, strait).zone
        holder = umpire.state.holder(zone)
        ships = [unit for unit in umpire.state.units.values() if strait in _forced_by(unit)]
        for unit in ships:
            with umpire.step("forcing", strait):
                roll = umpire.roll(unit.id, f"{unit.size}d12", by=holder, cite="15.6")
                hits = sum(face <= HITS_ON for face in roll.throws[-1])
                lost = fire_at(umpire, unit, hits)
                land_without_deck(umpire, unit.at)
            umpire.tell(
                StraitForcedVerdict(
                    at=zone,
                    result="hit" if hits else "passed",
                    strait=strait,
                    by=holder,
                    unit=unit.counter,
                    owner=unit.owner,
                    count=unit.size,
                    faces=list(roll.throws[-1]),
                    hits=hits,
                    lost=lost,
                )
            )


def _forced_by(unit: Unit) -> list[str]:
    return as_text(unit.mark(UnitMark.FORCED)).split()


@implements("GW-15.6-1")
def fire_at(umpire: Umpire, group: Unit, hits: int) -> int:
    """So many ships of a group are hit once each; how many of them sink."""
    kind, lost = afloat(umpire, type_of(umpire.book, group)), 0
    damage = hits_of(group)
    for number in range(hits):
        taken = 1
        if is_rolled_for(umpire, kind):
            roll = umpire.roll(
                f"damage-{group.id}-{number + 1}", "d12", by=group.owner, cite="15.5"
            )
            taken = markers_of(roll.total)
        if damage + taken >= kind.hits:
            sink(umpire, umpire.state.units[group.id], 1)
            lost += 1
        else:
            hit = umpire.state.units[group.id]
            umpire.apply(*mark_events(hit, {UnitMark.DAMAGED: damage + taken}, 1))
    return lost


@implements("GW-12.9-3", "GW-12.9-d2")
def fire_on_passing(umpire: Umpire) -> None:
    """Guns fire at the ships that passed, three shots each in a turn at most (12.9)."""
    everybody = umpire.state.units.values()
    for zone in sorted({zone for unit in everybody for zone in _named(unit, UnitMark.NARROWS)}):
        units = umpire.state.units.values()
        ships = [u for u in units if u.at != REMOVED and zone in _named(u, UnitMark.NARROWS)]
        _fire(umpire, zone, sorted(ships, key=lambda ship: ship.id))
    for unit in tuple(umpire.state.units.values()):
        umpire.apply(*mark_events(unit, {UnitMark.NARROWS: None}, unit.size))


def _named(unit: Unit, mark: str) -> list[str]:
    return as_text(unit.mark(mark)).split()


@dataclass(frozen=True, slots=True)
class GuardedCrossingVerdict(Judged):
    """Coastal Artillery has fired at ships that passed a narrow crossing."""

    kind: ClassVar[str] = "guarded-crossing"
    cite: ClassVar[str] = "12.9"

    owner: PowerId
    nation: PowerId
    ships: Counted
    value: int
    faces: Sequence[int]
    hits: int
    lost: int


def _fire(umpire: Umpire, zone: str, ships: Sequence[Unit]) -> None:
    """The guns of a zone fire at ships, as long as they have shots."""
    guns, owner = guns_over(umpire.position, zone), umpire.state.holder(zone)
    left = most_shots(umpire.book) - _shelled(umpire.state, zone)
    for number, ship in enumerate(ships, 1):
        count = min(ship.size, left)
        left -= count
        if not count:
            continue
        with umpire.step("crossing", zone):
            roll = umpire.roll(f"{ship.counter}-{number}", f"{count * guns}d12", owner, "12.9")
            faces, value = roll.throws[-1], shots(umpire.book, guns, count).value
            hits = min(count, sum(face <= value for face in faces))
            lost = fire_at(umpire, _shell(umpire, ship, count, zone), hits)
        umpire.tell(
            GuardedCrossingVerdict(
                at=zone,
                result="hit" if hits else "missed",
                owner=owner,
                nation=ship.owner,
                ships=[(ship.counter, count)],
                value=value,
                faces=list(faces),
                hits=hits,
                lost=lost,
            )
        )


def most_shots(book: Book) -> int:
    """How many ships each gun fires at in a turn (12.9)."""
    table = book.chart("naval-abilities")
    return int(table.at(PlaceFact.COASTAL_ARTILLERY, "most-dice", "coastal-artillery").number)


def _shelled(state: State, zone: str) -> int:
    """How many ships a zone's guns have fired at in this turn."""
    return sum(unit.size for unit in state.units.values() if zone in _named(unit, UnitMark.SHELLED))


def _shell(umpire: Umpire, ship: Unit, count: int, zone: str) -> Unit:
    """Some ships of a group, with the mark that they were fired at."""
    value = " ".join([*_named(ship, UnitMark.SHELLED), zone])
    events = mark_events(ship, {UnitMark.SHELLED: value}, count)
    umpire.apply(*events)
    return follow(ship, events)
