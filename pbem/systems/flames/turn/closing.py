"""The end of a turn: the window of both sides, what goes by itself, the next turn (3, 13, 13.9).

Decides who writes orders at the end of a turn, which words end with it, when the game is over.
Leaves the stages of the end of turn to the modules of their rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import lapsed, set_track
from pbem.core.record.events import ClockAdvanced, expired
from pbem.core.record.state import ON_TURN, State, Until
from pbem.systems.flames.turn.initiative import holder_of
from pbem.systems.flames.world.position import SIDES, Umpire
from pbem.systems.flames.world.vocabulary import TrackName, is_last_turn, next_turn

END_OF_TURN: Final = "end-of-turn"
ENDED: Final = (Until.STEP, Until.IMPULSE, Until.TURN)


def goes_on(state: State) -> bool:
    """Whether another turn follows."""
    return state.track(TrackName.GAME_OVER) is None


def asks_for_orders(umpire: Umpire) -> bool:
    """Whether there is anything to order between this turn and the next: not after the last."""
    return not is_last_turn(umpire.state)


@implements("WIF-13-1", "WIF-3.1-6")
def both_sides(umpire: Umpire) -> None:
    """Every power that somebody plays may write orders for the end of the turn."""
    state = umpire.state
    if is_last_turn(state):
        return
    named = [power.id for side in SIDES for power in state.powers_of(side) if power.players]
    umpire.apply(*set_track(state, ON_TURN, " ".join(named)))


@implements("WIF-3-1", "WIF-13.9-2", "AIF-3.1-1")
def begin_next_turn(umpire: Umpire) -> None:
    """What lasts for a turn ends; the impulse marker goes back to its first box (13.9)."""
    state = umpire.state
    if state.track(TrackName.GAME_OVER) is not None:
        return
    clock, holder = state.clock, holder_of(state)
    umpire.apply(
        *set_track(state, TrackName.INITIATIVE_SIDE, holder),
        *lapsed(state, umpire.position.policy.words, ENDED),
    )
    umpire.apply(*set_track(umpire.state, ON_TURN, None))
    umpire.apply(*set_track(umpire.state, TrackName.IMPULSE_BOX, 1))
    turned = replace(clock, turn=next_turn(clock.turn), impulse=1, side=holder)
    umpire.apply(ClockAdvanced(clock, turned, expired(umpire.state, ENDED)))
    umpire.begin("impulse")
    umpire.begin("turn")
    umpire.rename_path()
