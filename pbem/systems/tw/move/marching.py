"""Movement of ground units by land (9.2 to 9.4): which way, and how far.

Decides what a step costs, where units must stop, who may enter what, and the cheapest way. Leaves
automatic victory to `overruns`, the order to `orders`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.activity import effort_of
from pbem.systems.tw.world.commandos import is_stormed, may_hide
from pbem.systems.tw.world.east import scorched, slowed
from pbem.systems.tw.world.hexes import crosses, is_swamp
from pbem.systems.tw.world.homes import may_be_in
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import FOURTH, rating_of
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Effort, Marker, PowerName, UnitMark
from pbem.systems.tw.world.weather import points_lost
from pbem.systems.tw.world.west import is_in_hostile_france, is_surprise_turn
from pbem.systems.tw.world.zoc import enemy_zones

FIRST: Final = 1
SECOND: Final = 2
ONE_HEX: Final = 1
STOPPED: Final = (Kind.INF, Kind.FLAK, Kind.STA, Kind.ART, Kind.PART, Kind.PARA)
SLOW_IN_SWAMPS: Final = (Kind.ARM, Kind.MECH)
FAST_SWAMP: Final = 4
FOOT_SWAMP: Final = 2
STUNNED: Final = 3


class CavalryInSwamps(Reading, id="TW-R-10.6.7-a"):
    """What cavalry that starts in a swamp pays for a swamp hex, which is listed twice."""

    FOUR = "four"
    TWO = "two"


class DepletedGermans(Reading, id="TW-R-9.2-a"):
    """How far Depleted German armor moves in the second impulse."""

    THIRD_RATE = "third-rate"
    ONE_HEX = "one-hex"


@implements("TW-9.2-1", "TW-9.2-2", "TW-10.2.4-1", "TW-10.8-2", "TW-4.5-2")
def points_of(position: Position, piece: Piece, impulse: int) -> int:
    """The movement points of a unit in an impulse, in the weather where it starts."""
    if effort_of(position, piece.owner) is Effort.PASS:
        return ONE_HEX
    lost = points_lost(position, piece) + slowed(position, piece) + scorched(position, piece)
    if impulse == FIRST:
        hostile = is_in_hostile_france(position, piece)
        printed = -(-piece.allowance // 2) if hostile else piece.allowance
        return max(0, printed - lost - stunned(position, piece))
    rating = rating_of(position, piece)
    one_hex = piece.is_depleted and position.reading(DepletedGermans) is DepletedGermans.ONE_HEX
    if rating == FOURTH or one_hex:
        return ONE_HEX
    less = int(position.book.chart("ratings").at(rating, "second-impulse").number)
    return max(0, piece.allowance - less - lost)


@implements("TW-18.2-4")
def stunned(position: Position, piece: Piece) -> int:
    """The points that French units lose in the player turn after the West was surprised."""
    french = piece.owner == PowerName.FRANCE
    return STUNNED if french and is_surprise_turn(position) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a stack finds: enemy zones, hexes where automatic victories were won."""

    position: Position
    mover: Piece
    powers: tuple[str, ...]  # whose units the stack has
    zones: frozenset[str]
    cleared: frozenset[str] = frozenset()
    slow: bool = False  # some unit of the stack stops in enemy zones
    start: str = ""  # where this leg of the way begins
    sweeps: bool = True  # flak alone in a hex does not bar it
    raid: bool = False  # Commandos are among them, who go no further than one hex of the enemy's
    alone: bool = False  # they go by themselves

    def cost(self, a: str, b: str) -> int | None:
        """The movement points of one step; None where it is forbidden."""
        if not self.may_enter(a, b) or (a != self.mover.at and self.stops(a)):
            return None
        zone = (a in self.zones) + (b in self.zones)
        return self.hex_cost(b) + zone + self.overrun_cost(b)

    @implements("TW-9.3-1", "TW-10.6.7-2")
    def hex_cost(self, place: str) -> int:
        """One point, but for swamps by who starts in one."""
        position, mover = self.position, self.mover
        if not is_swamp(position, place) or not is_swamp(position, mover.at):
            return 1
        if mover.kind == Kind.CAV:
            four = position.reading(CavalryInSwamps) is CavalryInSwamps.FOUR
            return FAST_SWAMP if four else FOOT_SWAMP
        return FAST_SWAMP if mover.kind in SLOW_IN_SWAMPS else FOOT_SWAMP

    @implements("TW-9.8-6")
    def overrun_cost(self, place: str) -> int:
        """One more for a hex where an automatic victory was won in this player turn."""
        marked = self.position.state.marker(place, Marker.OVERRUN) is not None
        return 1 if marked or place in self.cleared else 0

    @implements(
        "TW-2.6-CDO-6", "TW-9.4-2", "TW-9.4-3", "TW-10.6.7-2", "TW-9.3-2", "TW-9.7-6", "TW-1.2d-11"
    )
    def stops(self, place: str) -> bool:
        """Whether the stack goes no further once it has entered a hex."""
        swamp = is_swamp(self.position, place) and not is_swamp(self.position, self.mover.at)
        foreign = self.raid and not self.position.is_friendly(self.powers[0], place)
        return swamp or foreign or (self.slow and place in self.zones)

    @implements("TW-9.0-3", "TW-9.4-1", "TW-9.4.1-1", "TW-9.4.2-1", "TW-9.4-4", "TW-2.6-CDO-4")
    def may_enter(self, a: str, b: str) -> bool:
        """Whether the stack may step into a hex: land, friendly or at war, and without enemies; not
        one that Commandos must storm, unless they hide there.
        """
        if not crosses(self.position.board, a, b):
            return False
        stands = self.alone and is_stormed(self.position, (self.mover,), b)
        if stands and not may_hide(self.position, self.mover, b):
            return False
        return all(self._is_open(power, b) for power in self.powers)

    def _is_open(self, power: str, place: str) -> bool:
        """Whether units of a power of the stack may be in a hex."""
        position = self.position
        barred = position.enemy_ground(power, place) and place not in self.cleared
        if barred and not (self.sweeps and position.lone_flak(power, place)):
            return False
        if not may_be_in(position, power, place):
            return False
        return position.is_friendly(power, place) or position.at_war(power, position.holder(place))


def ground_for(
    position: Position, pieces: Sequence[Piece], cleared: frozenset[str] = frozenset()
) -> Ground:
    """What some units that move as one stack find."""
    powers = tuple(dict.fromkeys(piece.owner for piece in pieces))
    zones = frozenset[str]().union(*(enemy_zones(position, power, cleared) for power in powers))
    slow = any(piece.kind in STOPPED for piece in pieces)
    raid = [piece.kind == Kind.CDO for piece in pieces]
    return Ground(
        position=position,
        mover=pieces[0],
        powers=powers,
        zones=zones,
        cleared=cleared,
        slow=slow,
        raid=any(raid),
        alone=all(raid),
    )


def way_to(ground: Ground, goal: str, points: int, via: Sequence[str] = ()) -> Path | None:
    """The cheapest way of a stack to a goal within its points."""
    return cheapest_path(
        ground.position.board.neighbours, ground.start, goal, ground.cost, limit=points, via=via
    )


@implements("TW-12.6.1-1", "TW-12.6.2-1", "TW-4.0-2")
def is_cut_off(piece: Piece) -> bool:
    """Whether a unit had no supply as its operations began, and may not move."""
    return piece.unit.marked(UnitMark.OUT_OF_SUPPLY)
