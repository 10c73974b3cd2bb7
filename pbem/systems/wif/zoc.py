"""Zones of control (2.2).

Decides: which hexes lie in the zone of control of a power's enemies. Leaves invaders and paratroops
(which lose theirs for a while) and option 9 to later chapters; off-map hexes have no neighbours
on a hex map and so no zone of control.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from pbem.core.counters import Catalogue, Counter
from pbem.core.rulebook import implements
from pbem.systems.wif.control import at_war, enemies
from pbem.systems.wif.position import Position
from pbem.systems.wif.terrain import Ground

NOWHERE: Final = 0
OWN_HEX: Final = 1
NEXT_HEXES: Final = 2


@implements("WIF-2.2-2", "WIF-2.2-3", "WIF-2.2-5", "WIF-2.2-6")
def zoc_reaches(counter: Counter) -> int:
    """How far a unit's zone of control goes: nowhere, its own hex, or the next ones too (2.2)."""
    if not counter.is_a("land"):
        return NOWHERE
    return OWN_HEX if counter.is_a("division") or counter.kind == "PART" else NEXT_HEXES


def zoc_of(ground: Ground, reaches: int, place: str) -> tuple[str, ...]:
    """The hexes in the zone of control of a unit in a hex, before politics."""
    if reaches == NEXT_HEXES:
        return (place, *ground.zoc_reach[place])
    return (place,) if reaches == OWN_HEX else ()


@implements("WIF-2.2-10")
def extends_into(position: Position, power: str, place: str) -> bool:
    """No zone of control into an opponent's hex that the unit is not at war with (2.2)."""
    controller = position.state.controller(place)
    if controller is None or position.side(controller) == position.side(power):
        return True
    return at_war(position.state, power, controller)


@implements("WIF-2.2-1", "WIF-2.4.3-5")
def enemy_zoc(position: Position, power: str) -> frozenset[str]:
    """Every hex in the zone of control of a power's enemies, whatever their supply and facing."""
    return position.kept(("zoc", enemies(position, power)), lambda: _enemy_zoc(position, power))


def _enemy_zoc(position: Position, power: str) -> frozenset[str]:
    ground, counters = position.ground, position.game.counters
    found: set[str] = set()
    for enemy in enemies(position, power):
        held = frozenset([(unit.counter, unit.at) for unit in position.units_of(enemy)])
        hexes = ground.kept(("zoc", held), partial(_hexes, ground, counters, held))
        if _has_neutral_opponents(position, enemy):
            hexes = frozenset(place for place in hexes if extends_into(position, enemy, place))
        found |= hexes
    return frozenset(found)


def _hexes(ground: Ground, counters: Catalogue, held: Iterable[tuple[str, str]]) -> frozenset[str]:
    spots = {(zoc_reaches(counters[counter]), place) for counter, place in held}
    return frozenset(place for spot in spots for place in zoc_of(ground, *spot))


def _has_neutral_opponents(position: Position, power: str) -> bool:
    """Whether the other side has powers with which this one is not at war."""
    state, side = position.state, position.side(power)
    return any(p.side != side and not at_war(state, power, p.id) for p in state.powers.values())
