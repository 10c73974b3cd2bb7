"""What was built or broken at places in a run, for those who keep a real board.

Decides the words alone. Leaves what changes there to `economy`, bombing and capture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import Scalar, State
from pbem.core.rules.position import position_of
from pbem.systems.gw.world.facilities import counts
from pbem.systems.gw.world.vocabulary import Marker

_SO: Final = "so"  # of what is so or not
_TOLD: Final[Mapping[Marker, str]] = {
    Marker.BUILT: "{0}",
    Marker.DAMAGE: "damage of {0}",
    Marker.BUILDING: "{0} under construction",
    Marker.UPGRADING: "upgrading {0}",
    Marker.WORKS_LOST: "without works on its borders",
    Marker.BASIS_NORD: "Basis Nord",
}


def works(scene: Scene, place: str) -> Sequence[str]:
    """`Minor Factory 2 (was 1)`, `damage of Air Base none (was 3)`: what stands otherwise now."""
    before, after = (_standing(scene, state, place) for state in (scene.before, scene.after))
    return [
        _turned(what, before.get(what, "none"), after.get(what, "none"))
        for what in sorted({*before, *after})
        if before.get(what) != after.get(what)
    ]


def _turned(what: str, was: str, now: str) -> str:
    if _SO in (was, now):
        return f"now {what}" if now == _SO else f"no longer {what}"
    return f"{what} {now} (was {was})"


def _standing(scene: Scene, state: State, place: str) -> dict[str, str]:
    """All that stands at a place beside units, in words."""
    found = {
        _title(kind): str(number)
        for kind, number in counts(position_of(scene.game, state), place).items()
    }
    known = state.places.get(place)
    return found | dict(_markers(scene, known.markers if known else {}))


def _markers(scene: Scene, markers: Mapping[str, Scalar]) -> Iterator[tuple[str, str]]:
    for name, value in markers.items():
        term = Marker.term_for(name)
        if term in _TOLD and term is not None:
            what = _TOLD[term].format(_named(scene, name.removeprefix(term)))
            yield what, _SO if value is True else scene.said(str(value))


def _named(scene: Scene, name: str) -> str:
    """`Minor Factory`; works on a border with the zone beyond it: `Rail to Paris`."""
    inner = Marker.term_for(name)
    if inner is Marker.BUILDING:
        return f"{_named(scene, name.removeprefix(inner))} under construction"
    kind, _, border = name.partition(":")
    return f"{_title(kind)} to {scene.place(border)}" if border else _title(kind)


def _title(kind: str) -> str:
    return kind.replace("-", " ").title()
