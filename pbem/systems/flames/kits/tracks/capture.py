"""Units under construction in a place that the enemy takes (13.6.10, option 40).

Decides who is lost, and tells it. Leaves ships in an overrun port to the sea.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict
from pbem.systems.flames.kits.tracks.boxes import box_of, on_tracks
from pbem.systems.flames.world.control import side_in_control
from pbem.systems.flames.world.position import Position, Umpire, destroyed


@dataclass(frozen=True, slots=True)
class CapturedTracksVerdict(Verdict):
    """Units that were under construction in a place which the other side has taken."""

    kind: ClassVar[str] = "captured-tracks"
    cite: ClassVar[str] = "13.6.10"

    at: PlaceId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "destroyed"


def captured_tracks_lines(verdict: CapturedTracksVerdict, scene: Scene) -> Sequence[str]:
    """What was lost with the place."""
    units = scene.units(verdict.units)
    return [f"WORKS TAKEN {scene.place(verdict.at)} ({verdict.cite})  destroyed: {units}"]


@implements("WIF-13.6.10-34a")
def check_tracks(umpire: Umpire) -> None:
    """Units on the tracks of a place that an enemy controls now are destroyed (13.6.10)."""
    position = umpire.position
    lost: dict[str, list[str]] = {}
    for piece in on_tracks(position, position.powers):
        box = box_of(piece.at)
        if box is not None and _is_taken(position, box.site, piece.owner):
            lost.setdefault(box.site, []).append(piece.id)
    for place, units in sorted(lost.items()):
        pieces = position.pieces(*units)
        umpire.apply(*(change for piece in pieces for change in destroyed(piece)))
        umpire.tell(CapturedTracksVerdict(place, tuple(units)))


def _is_taken(position: Position, site: str, owner: str) -> bool:
    """Whether the other side controls a place of tracks."""
    if site not in position.board:
        return False
    return side_in_control(position, site) not in (None, position.side(owner))
