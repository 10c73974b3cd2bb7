"""The BRPs of all major powers at a glance, and what was spent on each front.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.core.record.state import State
from pbem.systems.awaw.world.vocabulary import Front, PowerCount


def nations(scene: Scene) -> Sequence[str]:
    """A line for each power that has BRPs: what is left, its base, what it has spent."""
    return [_line(scene, power) for power in scene.after.powers if _counted(scene.after, power)]


def _counted(state: State, power: str) -> bool:
    return PowerCount.BRPS in state.powers[power].counters


def _line(scene: Scene, power: str) -> str:
    state = scene.after
    left, base = state.counter(power, PowerCount.BRPS), state.counter(power, PowerCount.BASE)
    spent = [
        f"{state.counter(power, PowerCount.PAID.of(front))} {front}"
        for front in Front
        if state.counter(power, PowerCount.PAID.of(front))
    ]
    tail = f"; paid in this player turn: {', '.join(spent)}" if spent else ""
    return f"{scene.title(power)}: {left} BRPs left, base {base}{tail}"
