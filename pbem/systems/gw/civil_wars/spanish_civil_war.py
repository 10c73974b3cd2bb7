"""The Spanish Civil War (13.1): who wins it, and what the end of it brings.

The two sides are Powers, `nationalist-spain` and `republican-spain`, controlled by Germany and the
Soviet Union. The track `spanish-civil-war` says `fought`, then `axis` or `comintern`. Support from
abroad is in `spanish_support`, the victor's new dispositions in `regrouping`, recruits in
`recruitment`; later alignment and declarations of war are politics.
Decides the victor and what his victory changes at once. Leaves the rest to these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_controller, set_place, set_power, set_track
from pbem.core.record.events import Event, UnitCreated, UnitMoved
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.spending import new_units
from pbem.systems.gw.world.nations import (
    NATIONALISTS,
    NEUTRAL,
    OUTCOME,
    PATRON,
    REPUBLICANS,
    SPANISH_FACTIONS,
    calendar_turn_after,
    home_of,
    is_acting,
    is_fought,
    is_sea,
    rival_of,
    victor_with_spoils,
)
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Marker, Nation, PowerFlag, Relation, TrackName
from pbem.systems.gw.world.zones import NAVAL_FACILITIES, facilities_facing


class SpainAfterwards(Reading, id="GW-R-13.1-a"):
    """What Spain is after its civil war."""

    NEUTRAL = "neutral"
    CONTROLLED = "controlled"


DIVISION: Final = {NATIONALISTS: ("blue-division", "berlin"),
                   REPUBLICANS: ("international-brigade", "moscow")}  # fmt: skip


def continental_zones(board: Board) -> tuple[str, ...]:
    """The six land zones of continental Spain."""
    return tuple(sorted(zone for zone in board.places if home_of(board, zone) == Nation.SPAIN))


def spanish_zones(board: Board) -> tuple[str, ...]:
    """All zones with a Spanish roundel: the continent, islands and colonies."""
    return tuple(sorted(z for z in board.places if board.text(z, "nation") == Nation.SPAIN))


# --- victory ---------------------------------------------------------------------------------


@implements("GW-13.1-6")
def victor(position: Position) -> str:
    """The side that possesses all six continental zones, if one does (13.1)."""
    holders = {position.controller(zone) for zone in continental_zones(position.board)}
    return next((side for side in SPANISH_FACTIONS if holders == {side}), "")


@dataclass(frozen=True, slots=True)
class SpanishVictoryVerdict(Judged):
    """Who has won the Spanish Civil War, and what becomes of the winner."""

    kind: ClassVar[str] = "spanish-victory"
    cite: ClassVar[str] = "13.1"

    winner: PowerId
    loser: PowerId
    patron: PowerId
    removed: int
    afterwards: str
    until: str


def spanish_victory(umpire: Umpire) -> bool:
    """The war in Spain is won as soon as one side possesses the continental zones (13.1)."""
    faction = (
        victor(umpire.position) if is_fought(umpire.state, TrackName.SPANISH_CIVIL_WAR) else ""
    )
    if not faction:
        return False
    loser = rival_of(faction)
    lost = sum(u.size for u in umpire.state.units.values() if u.owner == loser and u.at != REMOVED)
    umpire.apply(*set_track(umpire.state, TrackName.SPANISH_CIVIL_WAR, OUTCOME[faction]))
    umpire.apply(*defeat(umpire.position, loser, faction))
    umpire.apply(*peace(umpire.state))
    umpire.apply(*ships_home(umpire.position, faction))
    umpire.apply(*repaired(umpire.position))
    after = umpire.reading(SpainAfterwards)
    umpire.apply(*afterwards(umpire.state, faction, loser, after))
    umpire.tell(
        SpanishVictoryVerdict(
            at=None,
            result=OUTCOME[faction],
            winner=faction,
            loser=loser,
            patron=PATRON[faction],
            removed=lost,
            afterwards=after,
            until=str(umpire.state.flag(faction, PowerFlag.REGROUPS)),
        )
    )
    return True


@implements("GW-13.1-9")
def defeat(position: Position, loser: str, winner: str) -> Iterator[Event]:
    """The defeated leave colonies and islands, their ships are scuttled; Spain is one (13.1)."""
    for unit in sorted(position.units.values(), key=lambda one: one.id):
        if unit.owner == loser and unit.at != REMOVED:
            yield UnitMoved(unit.id, unit.at, REMOVED, unit.count)
    for zone in spanish_zones(position.board):
        if position.controller(zone) == loser:
            yield from set_controller(position.state, zone, winner)


def peace(state: State) -> Iterator[Event]:
    """The Spanish sides are at war with each other no more."""
    for faction in SPANISH_FACTIONS:
        if state.relation(faction, rival_of(faction)) == Relation.WAR:
            yield from set_power(state, faction, "relation", rival_of(faction), None)


def harbours(position: Position) -> tuple[str, ...]:
    """The sea zones on which a Spanish naval facility lies."""
    board = position.board
    found = {
        sea
        for zone in spanish_zones(board)
        for sea in board.neighbours[zone]
        if is_sea(board, sea)
        and any(kind in NAVAL_FACILITIES for kind in facilities_facing(position, zone, sea))
    }
    return tuple(sorted(found))


@implements("GW-13.1-9")
def ships_home(position: Position, faction: str) -> Iterator[Event]:
    """The victor's ships go to Spanish ports; those that lie before one stay there (13.1)."""
    ports = harbours(position)
    for unit in sorted(position.units.values(), key=lambda one: one.id):
        ship = (
            unit.owner == faction
            and type_of(position.book, unit).is_naval
            and unit.at in position.board
        )
        if ship and unit.at not in ports:
            yield UnitMoved(unit.id, unit.at, ports[0], unit.count)


@implements("GW-13.1-9")
def repaired(position: Position) -> Iterator[Event]:
    """All facilities in Spain are repaired at once (13.1)."""
    for zone in spanish_zones(position.board):
        place = position.places.get(zone)
        for name in sorted(place.markers) if place else ():
            if Marker.DAMAGE.covers(name):
                yield from set_place(position.state, zone, "marker", name, None)


@implements("GW-13.1-9")
def afterwards(state: State, faction: str, loser: str, reading: str) -> Iterator[Event]:
    """The victor may regroup until the next turn; then Spain is neutral, and nobody's (13.1)."""
    until = calendar_turn_after(state.clock.turn)
    yield from set_power(state, faction, "flag", PowerFlag.REGROUPS, until)
    yield from let_go(state, loser)
    if reading == SpainAfterwards.NEUTRAL:
        yield from let_go(state, faction)


def let_go(state: State, power: str) -> Iterator[Event]:
    """A Minor Power is neutral again: nobody controls or plays it."""
    yield from set_power(state, power, "flag", PowerFlag.CONTROLLED_BY, None)
    yield from set_power(state, power, "side", "", NEUTRAL)
    yield from set_power(state, power, "players", "", None)


# --- what it brings the patron ---------------------------------------------------------------


@implements("GW-13.1-7", "GW-13.1-8")
def free_division(position: Position, patron: str) -> tuple[str, str]:
    """The free Infantry of a patron whose side has won, and where it appears (13.1).

    A Blue Division in Berlin, an International Brigade in Moscow, every turn; the Blue Divisions
    stop when Spain aligns.
    """
    state, faction = position.state, victor_with_spoils(position)
    if not faction or PATRON[faction] != patron:
        return "", ""
    name, zone = DIVISION[faction]
    gone = faction == NATIONALISTS and state.flag(faction, PowerFlag.ALIGNED_WITH)
    return ("", "") if gone or state.controller(zone) != patron else (name, zone)


@dataclass(frozen=True, slots=True)
class FreeDivisionVerdict(Judged):
    """A division that a patron gets for nothing."""

    kind: ClassVar[str] = "free-division"
    cite: ClassVar[str] = "13.1"

    nation: PowerId
    name: str


def free_divisions(umpire: Umpire) -> None:
    """The free divisions of this turn, in the Placement Phase (13.1)."""
    for patron in PATRON.values():
        if not is_acting(umpire.position, patron):
            continue
        name, zone = free_division(umpire.position, patron)
        if name:
            made: Unit = new_units(patron, "infantry", zone, 1)
            umpire.apply(UnitCreated(made.id, None, made))
            umpire.tell(FreeDivisionVerdict(at=zone, result="placed", nation=patron, name=name))
