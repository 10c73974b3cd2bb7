"""The sequence of play of a turn (3.1).

Decides the order of steps. One order window an impulse. Leaves the steps of ships and invasions to
later chapters, and those of the end of a turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.record.events import ClockAdvanced, expired
from pbem.core.record.state import State, Until
from pbem.core.rules.sequence import Loop, Node, Step, Window, next_in
from pbem.systems.flames.impulse.actions import choose_actions, cleared_counts
from pbem.systems.flames.world.position import SIDES, Umpire


def is_going_on(state: State) -> bool:
    """Whether another impulse follows."""
    return state.clock.impulse < 10


def next_impulse(umpire: Umpire) -> None:
    """The other side's impulse begins (3.1)."""
    state = umpire.state
    clock = state.clock
    side = next_in(SIDES, clock.side, state.sides)
    turned = replace(clock, impulse=clock.impulse + 1, side=side)
    marks = expired(state, (Until.STEP, Until.IMPULSE))
    umpire.apply(*cleared_counts(umpire.position), ClockAdvanced(clock, turned, marks))
    umpire.begin("impulse")
    umpire.rename_path()


IMPULSE: Final[tuple[Node, ...]] = (
    Window("orders", "orders for the impulse"),
    Step("choose-action", choose_actions, "10"),
    Step("next-impulse", next_impulse, "3.1"),
)
TURNS: Final = Loop("impulses", IMPULSE, again=is_going_on)
