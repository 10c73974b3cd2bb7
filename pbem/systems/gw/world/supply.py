"""Supply Paths (1.5): by railway and river over land, between ports over one stretch of sea.

Leave to use zones, straits and bases of others is a flag of their possessor, as for rail moves.

Decides: where supply gets to.
Leaves to `economy` and others: what needs it; to `permits`: how leave is given.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import labelled_reach
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.crossings import crossing_between, crossings
from pbem.systems.gw.world.duties import is_blockaded
from pbem.systems.gw.world.nations import is_enemy_zone, is_friendly, is_sea
from pbem.systems.gw.world.passages import Traveller, bar_between, leave
from pbem.systems.gw.world.rail import has_rail, has_river, over_burma, river_leads
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.zones import NAVAL_FACILITIES, facilities_facing


class PathOfOneZone(Reading, id="GW-R-1.5-a"):
    """Whether a Supply Path within a zone needs a railway."""

    NO_RAILWAY = "no-railway"
    RAILWAY = "railway"


class EnemyGround(Reading, id="GW-R-1.5-b"):
    """Whether a Supply Path leads through zones of enemies."""

    CLOSED = "closed"
    OPEN = "open"


class RiversOfSupply(Reading, id="GW-R-1.5-c"):
    """Whether rivers carry supply where their optional rule is not used."""

    NAMED = "named"
    OPTIONAL = "optional"


SUPPLY: Final = "supply"
LAND, SEA, ASHORE = "land", "sea", "ashore"  # where a path is: `ashore` after the sea


@implements("GW-1.5-1", "GW-1.5-4", "GW-1.5-7")
def goes_to_sea(position: Position, power: str, here: str, there: str) -> bool:
    """Whether supply goes into a sea zone: out of a port, or on from another (1.5, 1.15)."""
    at_sea = is_sea(position.board, here)
    return sails_on(position, power, here, there) if at_sea else has_port(position, here, there)


def sails_on(position: Position, power: str, here: str, there: str) -> bool:
    """Whether no passage bars a nation's Transports from one sea zone to the next (1.15)."""
    who = Traveller(unit_type(position.book, "naval-transport"), power)
    return not bar_between(position, who, here, there)


@implements("GW-1.5-1", "GW-1.5-2", "GW-1.5-4", "GW-1.5-6")
def comes_to_land(position: Position, power: str, here: str, there: str) -> bool:
    """Whether supply goes into a land zone: into a port, or on over land (1.5)."""
    if not may_trace(position, power, there):
        return False
    at_sea = is_sea(position.board, here)
    if at_sea:
        return has_port(position, there, here)
    return carries_goods(position, power, here, there)


@implements("GW-1.17-4", "GW-1.21-3")
def carries_goods(position: Position, power: str, here: str, there: str) -> bool:
    """Whether goods go on over land: by rail or river, the Burma Road or Channel Ports (1.5)."""
    if has_rail(position, here, there) or over_burma(position, here, there):
        return True
    if river_leads(position, power, here, there) and rivers_carry(position):
        return True
    crossing = crossing_between(position.game, here, there)
    return crossing is not None and crossing.channel_port


def rivers_carry(position: Position) -> bool:
    """Whether supply runs along rivers: under their option (1.12), or by 1.5 alone."""
    return position.options.rivers or position.reading(RiversOfSupply) is RiversOfSupply.NAMED


def linked(game: Game, zone: str) -> tuple[str, ...]:
    """The neighbours of a zone, those over Channel Ports among them."""
    near = game.board.neighbours[zone]
    over = (crossing.ends - {zone} for crossing in crossings(game.book) if zone in crossing.ends)
    far = (min(other) for other in over if min(other) in game.board)
    return (*near, *(other for other in far if other not in near))


@implements("GW-1.5-3", "GW-1.5-5")
def may_trace(position: Position, power: str, zone: str) -> bool:
    """Whether a nation's supply may go through a zone: a Friendly one, or by leave (1.5)."""
    if is_enemy_zone(position.state, power, zone):
        return position.reading(EnemyGround) is EnemyGround.OPEN
    friendly = is_friendly(position.state, power, zone)
    return friendly or leave(position.state, position.holder(zone), SUPPLY, power) is True


@implements("GW-8.11-2")
def has_port(position: Position, zone: str, sea: str) -> bool:
    """Whether a sound Port, Shipyard or Dockyard of a zone lies on a sea zone, not blockaded (1.5).

    A blockade denies Supply Paths (8.11).
    """
    if is_blockaded(position, position.holder(zone), sea):
        return False
    return any(name in NAVAL_FACILITIES for name in facilities_facing(position, zone, sea))


def lacks_railway(position: Position, zone: str) -> bool:
    """Whether no Supply Path begins in a zone since no railway or river leads out of it (1.5)."""
    out = position.board.neighbours[zone]
    if any(has_rail(position, zone, other) for other in out):
        return False
    if any(has_river(position.game, zone, other) for other in out) and rivers_carry(position):
        return False
    return position.reading(PathOfOneZone) is PathOfOneZone.RAILWAY


def supplied_from(position: Position, power: str, source: str) -> frozenset[str]:
    """The land zones to which a Supply Path leads from a zone; one sea, and no second one (1.5)."""
    key = (SUPPLY, power, source)
    return position.kept(key, lambda: _supplied_from(position, power, source))


def _supplied_from(position: Position, power: str, source: str) -> frozenset[str]:
    if not may_trace(position, power, source) or lacks_railway(position, source):
        return frozenset()

    def step(label: str, here: str, there: str) -> str | None:
        if is_sea(position.board, there):
            sails = label != ASHORE and goes_to_sea(position, power, here, there)
            return SEA if sails else None
        if not comes_to_land(position, power, here, there):
            return None
        return ASHORE if label == SEA else label

    found = labelled_reach(lambda zone: linked(position.game, zone), source, LAND, step)
    return frozenset(zone for zone, _ in found if not is_sea(position.board, zone))
