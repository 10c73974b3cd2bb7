"""The score of a scenario that gives places victory points of its own.

Decides the points of each side, and what they amount to. Leaves who wins a campaign to the book.
"""

from __future__ import annotations

from pbem.core.record.state import State, as_number
from pbem.systems.flames.world.control import side_in_control
from pbem.systems.flames.world.position import SIDES, Position
from pbem.systems.flames.world.vocabulary import PlaceFact, TrackName


def points_by_side(position: Position) -> dict[str, int]:
    """The victory points of the scenario that each side holds; none where it has no such places."""
    worth = {
        place.id: as_number(place.facts[PlaceFact.VICTORY_POINTS])
        for place in position.places.values()
        if PlaceFact.VICTORY_POINTS in place.facts
    }
    if not worth:
        return {}
    held = {place: side_in_control(position, place) for place in worth}
    return {side: sum(worth[p] for p, holder in held.items() if holder == side) for side in SIDES}


def level(state: State, points: int) -> str:
    """What so many points of the Axis amount to, by the scenario's levels."""
    levels = {int(n): str(t.value) for n, t in TrackName.VICTORY_LEVEL.among(state.tracks).items()}
    reached = [least for least in sorted(levels) if points >= least]
    return levels[reached[-1]] if reached else ""
