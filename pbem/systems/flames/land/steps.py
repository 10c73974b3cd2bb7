"""What a step from hex to hex costs a land unit (11.10.2).

Decides with the ground alone: entering, crossing the hexside, mountains, jungle, the railway bonus.
Leaves who may go there, and snow on the way, to `land_movement`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.elites import is_clear_on_skis
from pbem.systems.flames.world.position import INFANTRY_CLASS, Piece, Position
from pbem.systems.flames.world.terrain import OFF_MAP, Ground
from pbem.systems.flames.world.vocabulary import Weather

_LEAST: Final[Mapping[str, int]] = {"europe": 1, "pacific": 2, OFF_MAP: 1}


class LeastRailwayCost(Reading, id="WIF-11.10.2-R2"):
    """Below which cost the railway bonus does not go."""

    BY_WEATHER = "by-weather"
    FLAT = "flat"


@dataclass(frozen=True, slots=True)
class RailwayBonus:
    """A point less along a railway; how the least cost is read, None where there is none."""

    least: LeastRailwayCost | None

    @implements("WIF-11.10.2-11", "AIF-11.11.2-3", "AIF-22.5-1")
    def off(self, cost: int, ground: Ground, place: str) -> int:
        """What is left of the points to enter a hex along a railway (option 25; 11.11.2)."""
        if self.least is None:
            return cost - 1
        by_weather = self.least is LeastRailwayCost.BY_WEATHER
        harsh = by_weather and ground.weather[place] not in (Weather.FINE, Weather.SNOW)
        return min(cost, max(_LEAST[ground.scale(place)] + harsh, cost - 1))


@implements("WIF-11.10.2-2", "WIF-11.10.2-11", "AIF-11.11.2-1", "AIF-11.11.2-3", "AIF-11.11.6-11")
def step_cost(
    ground: Ground, piece: Piece, here: str, there: str, *, doubled: bool = False,
    railway_bonus: RailwayBonus | None = None, motorised: bool = False, native: bool = False,
) -> int | None:  # fmt: skip
    """Points that a unit pays from a hex into the next; None where it cannot go (11.10.2).

    `motorised`: what it would pay with motors, though it goes on foot; `native`: at home in jungle.

    An overrun of units with factors doubles the cost of the hex; then comes what the hexside adds,
    then a point less along a railway.
    """
    entry, cross = _entry(ground, piece, there, motorised), crossing(ground, piece, here, there)
    if entry is None or cross is None:
        return None
    cost = entry * (2 if doubled else 1) + cross
    if piece.terrain_kind == "MTN":
        cost -= at_home_in(ground, there)
    cost -= native and ground.terrain[there] == "jungle"
    if railway_bonus and ground.has_line(here, there, ("rail",)):
        return railway_bonus.off(cost, ground, there)
    return cost


@implements("WIF-22.2-18")
def crossing(ground: Ground, piece: Piece, here: str, there: str) -> int | None:
    """Points added for the hexside; None where it cannot cross, as a railway gun off its rails."""
    if piece.counter.is_a("railway-gun"):
        return 0 if ground.has_line(here, there, ("rail",)) else None
    return ground.cross(here, there, piece.terrain_kind)


@implements("WIF-22.7-4", "AIF-11.11.2-1")
def _entry(ground: Ground, piece: Piece, place: str, motorised: bool) -> int | None:
    """Points to enter a hex; to a territorial all of its home but lakes is clear (22.7).

    To ski troops swamp and forest in the snow (22.1.1).
    """
    entry = (ground.motors if motorised or piece.is_motorised else ground.legs)[place]
    if is_clear_on_skis(ground, piece, place):
        return ground.clear[place]
    home = piece.territory
    if not home or ground.board.country(place) != home or ground.terrain[place] == "lake":
        return entry
    return None if entry is None else min(entry, ground.clear[place])


@implements("WIF-11.10.2-9", "AIF-11.11.2-3")
def at_home_in(ground: Ground, place: str) -> int:
    """The point less that MTN units pay in mountains off the European maps (11.10.2)."""
    return int("mountain" in ground.terrain[place] and ground.scale(place) != "europe")


@implements("WIF-11.10.2-10", "AIF-11.11.2-3")
def is_native(position: Position, piece: Piece) -> bool:
    """Whether a unit is infantry of who pays a point less in jungle: Japanese (11.10.2)."""
    return piece.kind in INFANTRY_CLASS and piece.owner in position.policy.hardy.natives


@implements("AIF-22.5-1")
def railway_bonus(position: Position) -> RailwayBonus | None:
    """What a railway saves; None where it saves nothing."""
    if not position.kits.railways_help:
        return None
    least = position.policy.values.railway_has_least_cost
    return RailwayBonus(position.reading(LeastRailwayCost) if least else None)
