"""Supply Paths (1.5): by railway and river over land, between ports over one stretch of sea.

Leave to use zones, straits and bases of others is a flag of their possessor, as for rail moves.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import labelled_reach
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.blockade import is_blockaded
from pbem.systems.gw.world.burma_road import burma_road_open
from pbem.systems.gw.world.crossings import crossing_between, crossings
from pbem.systems.gw.world.nations import is_enemy_zone, is_friendly
from pbem.systems.gw.world.passages import Traveller, bar_between, leave
from pbem.systems.gw.world.rail import BURMA_ROAD, has_rail, has_river
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.zones import NAVAL_FACILITIES, facilities_facing, features, is_sea


class PathOfOneZone(Reading, id="GW-R-1.5-a"):
    """Whether a Supply Path within a zone needs a railway."""

    NO_RAILWAY = "no-railway"
    RAILWAY = "railway"


class EnemyGround(Reading, id="GW-R-1.5-b"):
    """Whether a Supply Path leads through zones of enemies."""

    CLOSED = "closed"
    OPEN = "open"


SUPPLY: Final = "supply"
LAND, SEA, ASHORE = "land", "sea", "ashore"


@implements("GW-1.5-1", "GW-1.5-2", "GW-1.5-4", "GW-1.5-6", "GW-1.5-7")
def supply_step(
    position: Position, start: State, power: str, label: str, here: str, there: str
) -> tuple[int, str] | None:
    """One step of a Supply Path; `ashore` after the sea, from which no path goes to sea again."""
    sea_here, sea_there = is_sea(position.board, here), is_sea(position.board, there)
    if sea_here and sea_there:
        who = Traveller(unit_type(position.book, "naval-transport"), power)
        return None if bar_between(position, start, who, here, there) else (1, SEA)
    if sea_there:
        return (1, SEA) if label == LAND and has_port(position, here, there) else None
    if not may_trace(position, power, there):
        return None
    if sea_here:
        return (1, ASHORE) if has_port(position, there, here) else None
    if has_rail(position, here, there) or is_other_link(position, here, there):
        return 1, label
    return (1, label) if position.options.rivers and has_river(position.game, here, there) else None


@implements("GW-1.17-4", "GW-1.21-3")
def is_other_link(position: Position, here: str, there: str) -> bool:
    """Whether supply goes over the open Burma Road, or over Channel Ports (1.17, 1.21)."""
    if BURMA_ROAD in features(position.board, here, there):
        return there == "yunnan" and burma_road_open(position)
    crossing = crossing_between(position.game, here, there)
    return crossing is not None and crossing.channel_port


def linked(game: Game, zone: str) -> tuple[str, ...]:
    """The neighbours of a zone, those over Channel Ports among them."""
    near = game.board.neighbours[zone]
    over = (crossing.ends - {zone} for crossing in crossings(game.book) if zone in crossing.ends)
    far = (min(other) for other in over if min(other) in game.board)
    return (*near, *(other for other in far if other not in near))


@implements("GW-1.5-3", "GW-1.5-5")
def may_trace(position: Position, power: str, zone: str) -> bool:
    """Whether a nation's supply may go through a zone: a Friendly one, or by leave (1.5)."""
    holder = position.controller(zone)
    if holder is None:
        return False
    if is_enemy_zone(position.state, power, zone):
        return position.reading(EnemyGround) is EnemyGround.OPEN
    return (
        is_friendly(position.state, power, zone)
        or leave(position.state, holder, SUPPLY, power) is True
    )


@implements("GW-8.11-2")
def has_port(position: Position, zone: str, sea: str) -> bool:
    """Whether a sound Port, Shipyard or Dockyard of a zone lies on a sea zone, not blockaded (1.5).

    A blockade denies Supply Paths (8.11).
    """
    if is_blockaded(position, position.controller(zone) or "", sea):
        return False
    return any(name in NAVAL_FACILITIES for name in facilities_facing(position, zone, sea))


def lacks_railway(position: Position, zone: str) -> bool:
    """Whether no Supply Path begins in a zone since no railway or river leads out of it (1.5)."""
    out = position.board.neighbours[zone]
    if any(has_rail(position, zone, o) or has_river(position.game, zone, o) for o in out):
        return False
    return position.reading(PathOfOneZone) is PathOfOneZone.RAILWAY


def supplied_from(position: Position, start: State, power: str, source: str) -> frozenset[str]:
    """The land zones to which a Supply Path leads from a zone."""
    if not may_trace(position, power, source) or lacks_railway(position, source):
        return frozenset()

    def step(label: str, here: str, there: str) -> tuple[int, str] | None:
        return supply_step(position, start, power, label, here, there)

    found = labelled_reach(lambda zone: linked(position.game, zone), source, LAND, step)
    return frozenset(zone for zone, _ in found if not is_sea(position.board, zone))
