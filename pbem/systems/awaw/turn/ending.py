"""The end of a player turn and what follows it (8.1, 8.3).

Decides whose player turn is next, and when a scenario is over. Leaves the recalculation of a year's
BRPs (35), which the text has not, to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_place, set_power, set_track
from pbem.core.record.events import ClockAdvanced, Event, expired
from pbem.core.record.state import State, Until
from pbem.core.record.terms import Term
from pbem.core.record.verdicts import Verdict
from pbem.systems.awaw.world.calendar import is_before, player_turn_after
from pbem.systems.awaw.world.vocabulary import Marker, PowerCount, TrackName

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
    umpire.apply(*_over(umpire.state, ended))
    after = replace(clock, turn=turn, impulse=number, side=str(side))
    umpire.apply(ClockAdvanced(clock, after, expired(umpire.state, ended)))
    umpire.begin("impulse")
    if turn != clock.turn:
        umpire.begin("turn")
    umpire.rename_path()
    if not over:
        umpire.tell(PlayerTurnVerdict(None, turn, str(side)))


def _over(state: State, ended: tuple[Until, ...]) -> tuple[Event, ...]:
    """What is counted, marked on places and said on tracks for a time that is over goes."""
    tracks = (name for name in sorted(state.tracks) if _has_ended(TrackName, name, ended))
    return (
        *_counted(state, ended),
        *_marked(state, ended),
        *(event for name in tracks for event in set_track(state, name, None)),
    )


def _counted(state: State, ended: tuple[Until, ...]) -> Iterator[Event]:
    for power in state.powers.values():
        for name in sorted(power.counters):
            if _has_ended(PowerCount, name, ended):
                yield from set_power(state, power.id, "counter", name, None)


def _marked(state: State, ended: tuple[Until, ...]) -> Iterator[Event]:
    for place in state.places.values():
        for name in sorted(place.markers):
            if _has_ended(Marker, name, ended):
                yield from set_place(state, place.id, "marker", name, None)


def _has_ended(kind: type[Term], word: str, ended: tuple[Until, ...]) -> bool:
    """Whether a word of states was for a time that is over."""
    term = kind.term_for(word)
    return term is not None and term.until in ended


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
