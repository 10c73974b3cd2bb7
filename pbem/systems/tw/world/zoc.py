"""Zones of control (9.7): who has one, and into which hexes.

Decides which hexes lie in enemy zones. Leaves what a zone does to movement and supply.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.hexes import (
    crosses,
    has_fortress,
    has_river,
    is_desert,
    is_mountain,
)
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import EXPLOITING, Kind, Piece
from pbem.systems.tw.world.weather import effect

STRONG: Final = (Kind.INF, Kind.MOT, Kind.PARA)
LEAST: Final = 4  # factors of these that make a zone
NOT_IN_DESERT: Final = (Kind.INF, Kind.CAV)
NOT_INTO_MOUNTAINS: Final = (Kind.ARM, Kind.MECH, Kind.MOT)


class DesertZones(Reading, id="TW-R-9.7-a"):
    """Which desert hex takes the zone of infantry and cavalry away."""

    STANDING = "standing"
    INTO = "into"


@implements(
    "TW-9.7-1",
    "TW-9.7-2",
    "TW-1.2d-10",
    "TW-13.1-1",
    "TW-2.6-ARM-1",
    "TW-2.6-CAV-1",
    "TW-2.6-MECH-1",
    "TW-2.6-INF-1",
    "TW-2.6-STA-1",
    "TW-2.6-MOT-1",
    "TW-2.6-CDO-1",
)
def has_zone(position: Position, piece: Piece) -> bool:
    """Whether a unit has a zone of control at all."""
    if piece.is_depleted or not effect(position, piece.owner, piece.at, "zones"):
        return False
    return piece.kind in EXPLOITING or (piece.kind in STRONG and piece.strength >= LEAST)


@implements("TW-9.7-3", "TW-9.7-4", "TW-9.7-5")
def reaches(position: Position, piece: Piece, place: str) -> bool:
    """Whether the zone of a unit extends into a hex beside it."""
    here = piece.at
    if not crosses(position.board, here, place) or has_river(position, here, place):
        return False
    if has_fortress(position, here) or has_fortress(position, place):
        return False
    if piece.kind in NOT_INTO_MOUNTAINS and is_mountain(position, place):
        return False
    return not _spoilt_by_desert(position, piece, place)


def _spoilt_by_desert(position: Position, piece: Piece, place: str) -> bool:
    if piece.kind not in NOT_IN_DESERT:
        return False
    if not (is_desert(position, piece.at) or is_desert(position, place)):
        return False
    standing = position.reading(DesertZones) is DesertZones.STANDING
    return is_desert(position, piece.at if standing else place)


def enemy_zones(
    position: Position, power: str, without: frozenset[str] = frozenset()
) -> frozenset[str]:
    """The hexes in zones of a power's enemies, but for those of some hexes that are cleared."""
    zones: dict[str, set[str]] = position.kept(("zones", power), lambda: _by_hex(position, power))
    return position.kept(
        ("zones", power, without),
        lambda: frozenset(place for place, froms in zones.items() if froms - without),
    )


def _by_hex(position: Position, power: str) -> dict[str, set[str]]:
    """By hex, the hexes from which enemies extend their zones into it."""
    found: dict[str, set[str]] = {}
    for unit in position.units.values():
        if unit.at not in position.board.spots or not position.at_war(power, unit.owner):
            continue
        piece = position.piece(unit)
        for place in position.board.neighbours[unit.at] if has_zone(position, piece) else ():
            if reaches(position, piece, place):
                found.setdefault(place, set()).add(unit.at)
    return found
