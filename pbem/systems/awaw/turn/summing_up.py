"""What a run has changed, in a few lines: hexes, and what each power has lost.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.core.reading.scene import Scene
from pbem.core.reading.traces import Trace
from pbem.core.record.state import REMOVED
from pbem.systems.awaw.world.vocabulary import Pool


def changes(scene: Scene) -> Sequence[str]:
    """Who takes what, and who loses what."""
    lines = (*_taken(scene), *_losses(scene))
    return lines or ("nothing on the board",)


def _taken(scene: Scene) -> Iterator[str]:
    for power, places in scene.taken.items():
        named = ", ".join(scene.place(place) for place in places)
        yield f"{scene.title(power)} takes {named}" if power else f"nobody holds {named}"


def _losses(scene: Scene) -> Iterator[str]:
    """A line for each power that has lost units: like ones together."""
    lost: dict[str, dict[str, int]] = {}
    for unit in (trace.old for trace in scene.traces if _is_lost(scene, trace)):
        if unit is not None:
            own = lost.setdefault(unit.owner, {})
            name = scene.name_of(replace(unit, count=None))
            own[name] = own.get(name, 0) + (unit.count or 0)
    for power in (one for one in scene.after.powers if one in lost):
        told = ", ".join(f"{many} {name}" if many else name for name, many in lost[power].items())
        yield f"{scene.title(power)} loses {told}"


def _is_lost(scene: Scene, trace: Trace) -> bool:
    """Whether units have left the board for their force pool, or the game."""
    old, new = trace.old, trace.new
    if old is None or old.at not in scene.game.board:
        return False
    return new is None or new.at in (f"pool:{old.owner}/{Pool.FORCE}", REMOVED)
