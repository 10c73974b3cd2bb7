"""Retreats from land combat, and aircraft that go home (9.4, 10.3).

Retreating units go each where it came from, or to zones from which some of them came, as ordered.
Leaves ships to `naval_retreat`.
Decides where land units and aircraft go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, Unit, as_text
from pbem.core.record.verdicts import Judged, PowerId
from pbem.systems.gw.combat.advanced_carriers import decks_among
from pbem.systems.gw.combat.battle_choices import RETREAT_TO_KIND, Seat
from pbem.systems.gw.world.cargo import load, moved
from pbem.systems.gw.world.move_orders import ALL
from pbem.systems.gw.world.movement import deck_for, landing_zones, movement_left
from pbem.systems.gw.world.nations import is_acting, is_friendly, is_sea
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import UnitMark

ORIGIN: Final = "origin"

Ways = tuple[tuple[str, Any], ...]  # zones of retreat, each with its units by type, or `all`

LANDING: Final = DecisionKind(
    "landing",
    "Landing of aircraft",
    "when aircraft return from combat",
    "10.3",
    (AnswerKey("in_battle", "land"), AnswerKey("attack", "land")),
)


@implements("GW-9.4-6", "GW-9.4-8")
def shares(
    groups: Sequence[Unit], zones: Sequence[str], wanted: Ways
) -> list[tuple[Unit, int, str]]:
    """Which units go to which of some zones: as ordered, the others each where they came from."""
    left = {group.id: group.size for group in groups}
    found: list[tuple[Unit, int, str]] = []

    def send(group: Unit, most: int, goal: str) -> int:
        count = min(most, left[group.id])
        if count:
            found.append((group, count, goal))
            left[group.id] -= count
        return most - count

    every = {group.counter: ALL for group in groups}
    for goal, units in wanted:
        if goal not in zones:
            continue
        for name, said in (every if units == ALL else units).items():
            rest = sum(left.values()) if said == ALL else int(said)
            for group in groups:
                rest = send(group, rest, goal) if group.counter == name else rest
    for group in groups:
        send(group, group.size, _origin(group, zones))
    return found


def _origin(group: Unit, zones: Sequence[str]) -> str:
    """Where a group came from, if that is open; else the first zone that is."""
    origin = as_text(group.mark(UnitMark.FROM))
    return origin if origin in zones else zones[0]


def retreat_zones(umpire: Umpire, came: Sequence[Unit]) -> tuple[str, ...]:
    """The Friendly zones from which some land units came, in byte order."""
    origins = {as_text(group.mark(UnitMark.FROM)): group.owner for group in came}
    return tuple(zone for zone in sorted(origins) if is_friendly(umpire.state, origins[zone], zone))


def chosen_zone(umpire: Umpire, seat: Seat, zones: Sequence[str], wanted: str | None) -> str:
    """Where the land units go: each back where it came from, unless the player says otherwise."""
    if len(zones) < 2:
        return zones[0]
    label = umpire.board.label
    decision = RETREAT_TO_KIND.ask(
        "Where do the land units retreat to?",
        seat.players,
        [
            Option(ORIGIN, "each where it came from"),
            *(Option(zone, label(zone)) for zone in zones),
        ],
        (ORIGIN,),
        at=seat.zone,
        ordered=wanted,
    )
    return umpire.decide(decision).pick


def return_of_aircraft(umpire: Umpire) -> None:
    """Non-combat movement of aircraft that fought: each lands (10.3)."""
    for unit in tuple(umpire.state.units.values()):
        if (
            is_acting(umpire.position, unit.owner)
            and unit.marked(UnitMark.BASE)
            and _is_out(umpire, unit)
        ):
            land_aircraft(umpire, unit)


def _is_out(umpire: Umpire, unit: Unit) -> bool:
    """Whether an aircraft is still where it fought."""
    return unit.at in umpire.board and not is_friendly(umpire.since("impulse"), unit.owner, unit.at)


@implements("GW-9.4-11", "GW-9.4-12", "GW-10.3-1", "GW-10.3-2")
def land_aircraft(umpire: Umpire, group: Unit) -> None:
    """Some aircraft land within the movement that they have left, or are lost (9.4, 10.3)."""
    left = group.size
    near = landing_zones(umpire.position, group, group.at, movement_left(umpire.book, group))
    zones = decks_among(umpire.game, group, near)
    goal = _landing(umpire, group, zones) if zones else REMOVED
    for zone in (goal, *(other for other in zones if other != goal)):
        left -= _put_down(umpire, group, zone, left)
        if not left:
            return
    _put_down(umpire, group, REMOVED, left)


@dataclass(frozen=True, slots=True)
class LandingVerdict(Judged):
    """Where aircraft have landed after a battle; `left`: how far they could still fly."""

    kind: ClassVar[str] = "landing"
    cite: ClassVar[str] = "10.3"

    unit: str
    owner: PowerId
    count: int
    to: str
    left: int


def _put_down(umpire: Umpire, group: Unit, zone: str, most: int) -> int:
    """As many of a group as find room come down in a zone; how many they are."""
    before = most
    if zone in umpire.board and is_sea(umpire.board, zone):
        while most and (
            deck := deck_for(umpire.position, group.owner, type_of(umpire.book, group), zone)
        ):
            umpire.apply(*load(umpire.state, deck, group, 1))
            most -= 1
    else:
        umpire.apply(moved(group, zone, most))
        most = 0
    umpire.tell(
        LandingVerdict(
            at=group.at,
            result="lost" if zone == REMOVED else "landed",
            unit=group.counter,
            owner=group.owner,
            count=before - most,
            to=zone,
            left=movement_left(umpire.book, group),
        )
    )
    return before - most


def _landing(umpire: Umpire, group: Unit, zones: Sequence[str]) -> str:
    """The landing place: as planned when it took off, unless a line names another."""
    planned = str(group.mark(UnitMark.BASE))
    default = planned if planned in zones else zones[0]
    right = LANDING.ask(
        f"Where do the {type_of(umpire.book, group).name} units land?",
        umpire.state.powers[group.owner].players,
        (Option(zone, umpire.board.label(zone)) for zone in zones),
        at=group.at,
        about=group.id,
        least=0,
    )
    return umpire.opening([right])[0].pick or default
