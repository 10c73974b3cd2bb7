"""Zones of control (2.2).

Decides: which hexes lie in the zone of control of a power's enemies, also while some of these land.
Off-map hexes have no neighbours on a hex map and so no zone of control. Leaves who fights whom to
`control`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from pbem.core.data.counters import Catalogue, Counter
from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit
from pbem.systems.flames.world.control import enemies, opponents
from pbem.systems.flames.world.position import PARTISAN, Position
from pbem.systems.flames.world.terrain import Ground
from pbem.systems.flames.world.vocabulary import UnitMark

NOWHERE: Final = "nowhere"
OWN_HEX: Final = "own-hex"
NEXT_HEXES: Final = "next-hexes"
LARGE: Final = "pacific"  # the scale of Asia and the Pacific
_NEW: Final = frozenset({UnitMark.LANDING, UnitMark.LANDED})


@implements(
    "WIF-2.2-2", "WIF-2.2-3", "WIF-2.2-5", "WIF-2.2-6", "WIF-22.1-2", "AIF-2.2-1", "AIF-2.2-2",
    "AIF-2.2-5",
)  # fmt: skip
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


@implements("WIF-2.2-10", "AIF-2.2-4")
def opponents_at_peace(position: Position, power: str) -> frozenset[str]:
    """The powers of another side with which a power is not at war: no ZoC into their hexes.

    In one book those of minor countries are open to it all the same.
    """
    all_stop = position.values.zones_stop_at_minors
    return frozenset(
        other
        for other in opponents(position, power)
        if not position.at_war(power, other) and (all_stop or other in position.policy.majors)
    )


@implements("WIF-2.2-1", "WIF-2.4.3-5", "AIF-2.2-1")
def enemy_zoc(position: Position, power: str) -> frozenset[str]:
    """Every hex in the zone of control of a power's enemies, whatever their supply and facing."""
    return zones_of(position, enemies(position, power))


def zones_of(position: Position, powers: tuple[str, ...]) -> frozenset[str]:
    """Every hex in the zone of control of some powers' units."""
    return position.kept(("zoc", powers), lambda: _zones_of(position, powers))


def _zones_of(position: Position, powers: Iterable[str]) -> frozenset[str]:
    ground, counters = position.ground, position.book.counters
    strong = position.kits.strong(position, powers)
    found: set[str] = set()
    for power in powers:
        settled, landed = with_zones(position.units_of(power))
        held = frozenset([(unit.counter, unit.at) for unit in settled])
        make = partial(_hexes, ground, counters, held, strong)
        hexes = ground.kept(("zoc", held, strong), make).union(landed)
        if position.kits.is_caught(position, power):
            pieces = map(position.piece, position.units_of(power))
            hexes = frozenset(piece.at for piece in pieces if piece.is_land)
        peace, controller = opponents_at_peace(position, power), position.controller
        found |= {place for place in hexes if controller(place) not in peace}
    return frozenset(found)


@implements("WIF-2.2-4", "WIF-11.14-7", "AIF-2.2-3")
def with_zones(units: Iterable[Unit]) -> tuple[list[Unit], list[str]]:
    """The units that have their usual zone of control, and the hexes of who has landed (11.14).

    Who still has to clear the hex into which he came has none, and has none beside it later on.
    """
    settled = [unit for unit in units if not _NEW.intersection(unit.marks)]
    return settled, [unit.at for unit in units if unit.marked(UnitMark.LANDED)]


def _hexes(
    ground: Ground,
    counters: Catalogue,
    held: Iterable[tuple[str, str]],
    strong: frozenset[str] | None,
) -> frozenset[str]:
    spots = {(zoc_reaches(counters[counter]), place) for counter, place in held}
    return frozenset(
        there
        for reaches, place in spots
        for there in zoc_of(ground, reaches, place)
        if there == place or strong is None or place in strong or ground.scale(there) != LARGE
    )
