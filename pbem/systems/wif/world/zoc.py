"""Zones of control (2.2).

Decides: which hexes lie in the zone of control of a power's enemies. Leaves invaders and paratroops
(which lose theirs for a while) and option 9 to later chapters; off-map hexes have no neighbours
on a hex map and so no zone of control.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from pbem.core.data.counters import Catalogue, Counter
from pbem.core.data.rulebook import implements
from pbem.systems.wif.world.control import at_war, enemies, major, opponents
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.surprise import is_surprised
from pbem.systems.wif.world.terrain import Ground
from pbem.systems.wif.world.units import PARTISAN

NOWHERE: Final = "nowhere"
OWN_HEX: Final = "own-hex"
NEXT_HEXES: Final = "next-hexes"


@implements("WIF-2.2-2", "WIF-2.2-3", "WIF-2.2-5", "WIF-2.2-6")
def zoc_reaches(counter: Counter) -> str:
    """How far a unit's zone of control goes: nowhere, its own hex, or the next ones too (2.2)."""
    if not counter.is_a("land"):
        return NOWHERE
    return OWN_HEX if counter.is_a("division") or counter.kind == PARTISAN else NEXT_HEXES


def zoc_of(ground: Ground, reaches: str, place: str) -> tuple[str, ...]:
    """The hexes in the zone of control of a unit in a hex, before politics."""
    if reaches == NEXT_HEXES:
        return (place, *ground.zoc_reach[place])
    return (place,) if reaches == OWN_HEX else ()


@implements("WIF-2.2-10")
def opponents_at_peace(position: Position, power: str) -> frozenset[str]:
    """The powers of another side with which a power is not at war: no ZoC into their hexes."""
    state = position.state
    return frozenset(p for p in opponents(position, power) if not at_war(state, power, p))


@implements("WIF-2.2-1", "WIF-2.4.3-5")
def enemy_zoc(position: Position, power: str) -> frozenset[str]:
    """Every hex in the zone of control of a power's enemies, whatever their supply and facing."""
    return position.kept(("zoc", enemies(position, power)), lambda: _enemy_zoc(position, power))


@implements("WIF-15.1-12", "WIF-2.2-11")
def is_caught_minor(position: Position, power: str) -> bool:
    """Whether a surprised minor has zones of control in its own hexes alone (option 10)."""
    if not position.options.surprised_zones or major(position.state, power) == power:
        return False
    return is_surprised(position, power)


def _enemy_zoc(position: Position, power: str) -> frozenset[str]:
    ground, counters = position.ground, position.book.counters
    found: set[str] = set()
    for enemy in enemies(position, power):
        held = frozenset([(unit.counter, unit.at) for unit in position.units_of(enemy)])
        hexes = ground.kept(("zoc", held), partial(_hexes, ground, counters, held))
        if is_caught_minor(position, enemy):
            pieces = map(position.piece, position.units_of(enemy))
            hexes = frozenset(piece.at for piece in pieces if piece.is_land)
        peace, controller = opponents_at_peace(position, enemy), position.controller
        found |= {place for place in hexes if controller(place) not in peace}
    return frozenset(found)


def _hexes(ground: Ground, counters: Catalogue, held: Iterable[tuple[str, str]]) -> frozenset[str]:
    spots = {(zoc_reaches(counters[counter]), place) for counter, place in held}
    return frozenset(place for spot in spots for place in zoc_of(ground, *spot))
