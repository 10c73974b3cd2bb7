"""Zones of control (2.2).

Decides: which hexes lie in the zone of control of a power's enemies. Leaves invaders and paratroops
(which lose theirs for a while) and option 9 to later chapters; off-map hexes have no neighbours
on a hex map and so no zone of control.
"""

from __future__ import annotations

from pbem.core.rulebook import implements
from pbem.systems.wif.control import at_war, enemies
from pbem.systems.wif.position import Position
from pbem.systems.wif.units import Piece


@implements("WIF-2.2-2", "WIF-2.2-3", "WIF-2.2-5", "WIF-2.2-6")
def zoc_of(position: Position, piece: Piece) -> tuple[str, ...]:
    """The hexes in a unit's zone of control, before politics (2.2)."""
    if not piece.is_land:
        return ()
    if piece.is_division or piece.kind == "PART":
        return (piece.at,)
    return (piece.at, *position.ground.zoc_reach[piece.at])


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
    hostile = frozenset(enemies(position, power))
    return frozenset(
        place
        for piece in position.on_map
        if piece.owner in hostile
        for place in zoc_of(position, piece)
        if extends_into(position, piece.owner, place)
    )
