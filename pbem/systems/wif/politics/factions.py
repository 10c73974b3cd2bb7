"""The two factions of China: whose its cities are, and which of them goes on (20).

Decides what the conquest step makes of a city in which the other faction stands, and what becomes
of a faction without a city. Leaves its return, and supply of a city in doubt, to the moderator.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller
from pbem.core.record.state import REMOVED
from pbem.systems.flames.world.position import PARTISAN, Piece, Position, Umpire, leaves_map
from pbem.systems.wif.politics.conquest import hexes_in
from pbem.systems.wif.politics.politics_verdicts import FactionVerdict
from pbem.systems.wif.world.alliances import FACTIONS
from pbem.systems.wif.world.vocabulary import PowerName


def _cities(position: Position) -> tuple[str, ...]:
    """The cities of China, where both factions are in the game."""
    if not position.powers.keys() >= FACTIONS:
        return ()
    return tuple(p for p in hexes_in(position, PowerName.CHINA) if position.ground.is_city(p))


@implements("WIF-20-4")
def cities_change(umpire: Umpire) -> None:
    """A city in which land units of the other faction stand is theirs from now on (20)."""
    position = umpire.position
    for city in _cities(position):
        owners = {piece.owner for piece in position.land_at(city) if piece.kind != PARTISAN}
        for faction in sorted(owners & (FACTIONS - {position.controller(city)})):
            if position.controller(city) in FACTIONS:
                umpire.apply(*set_controller(umpire.state, city, faction))
                umpire.tell(FactionVerdict(city, faction))


@implements("WIF-20-12")
def without_cities(umpire: Umpire) -> None:
    """The units of a faction that has no city of China leave the game (20)."""
    position = umpire.position
    cities = _cities(position)
    holders = {position.controller(city) for city in cities}
    for faction in sorted(FACTIONS - holders) if cities else ():
        gone = _units_of(position, faction)
        umpire.apply(*(change for piece in gone for change in leaves_map(piece, REMOVED)))
        if gone:
            umpire.tell(FactionVerdict(None, faction, tuple(piece.id for piece in gone)))


def _units_of(position: Position, faction: str) -> list[Piece]:
    """All units of a faction, wherever they are; its partisans fight on."""
    units = [u for u in position.state.units.values() if u.owner == faction and u.at != REMOVED]
    return [piece for piece in map(position.piece, units) if piece.kind != PARTISAN]
