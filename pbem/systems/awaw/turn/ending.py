"""The end of a player turn and what follows it (8.1, 8.3).

Decides whose player turn is next, and when a scenario is over. Leaves the recalculation of a year's
BRPs (35), which the text has not, to the moderator.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.record.changes import lapsed
from pbem.core.record.events import ClockAdvanced, expired
from pbem.core.record.state import State, Until
from pbem.core.record.verdicts import Verdict
from pbem.systems.awaw.world.calendar import is_before, player_turn_after
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.vocabulary import WORDS, TrackName

OF_A_PLAYER_TURN: Final = (Until.STEP, Until.IMPULSE)
OF_A_GAME_TURN: Final = (*OF_A_PLAYER_TURN, Until.TURN)


@dataclass(frozen=True, slots=True)
class PlayerTurnVerdict(Verdict):
    """The next player turn begins, or the scenario is over."""

    kind: ClassVar[str] = "player-turn"
    cite: ClassVar[str] = "8.1"

    turn: str
    side: str
    over: bool = False

    @property
    def outcome(self) -> str:
        return "over" if self.over else self.side


def next_player_turn(umpire: Umpire) -> None:
    """The clock goes on; what lasted a player turn or a game turn is over."""
    clock = umpire.state.clock
    turn, number, side = player_turn_after(clock)
    over = ends_with(umpire.state, turn) or umpire.state.track(TrackName.CONCEDED) is not None
    if over:
        umpire.tell(PlayerTurnVerdict(None, clock.turn, clock.side, over=True))
    ended = OF_A_PLAYER_TURN if turn == clock.turn else OF_A_GAME_TURN
    umpire.apply(*lapsed(umpire.state, WORDS, ended))
    after = replace(clock, turn=turn, impulse=number, side=str(side))
    umpire.apply(ClockAdvanced(clock, after, expired(umpire.state, ended)))
    umpire.begin("impulse")
    if turn != clock.turn:
        umpire.begin("turn")
    umpire.rename_path()
    if not over:
        umpire.tell(PlayerTurnVerdict(None, turn, str(side)))


def ends_with(state: State, turn: str) -> bool:
    """Whether a game turn lies beyond the last one of the scenario."""
    last = state.track(TrackName.LAST_TURN)
    return last is not None and is_before(str(last), turn)


def is_last_player_turn(state: State) -> bool:
    """Whether no player turn of the scenario follows the present one."""
    return ends_with(state, player_turn_after(state.clock)[0])


def goes_on(state: State) -> bool:
    """Whether another player turn of the scenario follows: it is not over, and nobody conceded."""
    return not ends_with(state, state.clock.turn) and state.track(TrackName.CONCEDED) is None
