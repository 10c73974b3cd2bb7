"""The end of a player turn and what follows it (3.10, 3.11).

Decides whose player turn is next, what a breach's time is, and when a scenario is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import lapsed, set_mark, set_place, set_power
from pbem.core.record.events import ClockAdvanced, Event, expired
from pbem.core.record.state import Mark, Power, State, Unit, Until
from pbem.core.record.verdicts import Verdict
from pbem.systems.tw.turn.stacking import conform
from pbem.systems.tw.turn.victory import count_losses, victory
from pbem.systems.tw.world.calendar import next_player_turn as player_turn_that_follows
from pbem.systems.tw.world.calendar import order_of, player_turn_after
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.vocabulary import (
    WORDS,
    Marker,
    PowerCount,
    PowerFlag,
    TrackName,
    UnitMark,
)

AHEAD: Final = (UnitMark.EXPLOITED, UnitMark.DROPPED, UnitMark.LANDED)  # who has supply for a while
OF_A_PLAYER_TURN: Final = (Until.STEP, Until.IMPULSE)
OF_A_TURN: Final = (*OF_A_PLAYER_TURN, Until.TURN)


@dataclass(frozen=True, slots=True)
class PlayerTurnVerdict(Verdict):
    """The next player turn begins, or the scenario is over."""

    kind: ClassVar[str] = "player-turn"
    cite: ClassVar[str] = "3.11"

    turn: str
    side: str
    over: bool = False

    @property
    def outcome(self) -> str:
        return "over" if self.over else self.side


@implements("TW-3.10.3-2")
def next_player_turn(umpire: Umpire) -> None:
    """The clock goes on; what lasted a player turn or a turn is over, or the scenario is."""
    clock = umpire.state.clock
    _close_breaches(umpire)
    count_losses(umpire)
    if is_last(umpire.state):
        victory(umpire)
    turn, number, side = player_turn_after(clock)
    ended = OF_A_PLAYER_TURN if turn == clock.turn else OF_A_TURN
    umpire.apply(*_over(umpire.state, ended))
    after = replace(clock, turn=turn, impulse=number, side=str(side))
    umpire.apply(ClockAdvanced(clock, after, expired(umpire.state, ended)))
    umpire.begin("impulse")
    if turn != clock.turn:
        umpire.begin("turn")
    umpire.rename_path()
    over = not goes_on(umpire.state)
    told = clock if over else umpire.state.clock
    umpire.tell(PlayerTurnVerdict(None, told.turn, told.side, over))


def _over(state: State, ended: tuple[Until, ...]) -> Iterator[Event]:
    """What was counted, marked and said for a time that is over goes, and the efforts with it."""
    yield from lapsed(state, WORDS, ended)
    for power in state.powers.values():
        yield from _efforts_over(state, power)
    for unit in state.units.values():
        yield from _provision(state, unit)


@implements("TW-12.3-1", "TW-12.3-2", "TW-10.2.7-1", "TW-11.14.5-1", "TW-9.9.2-2")
def _provision(state: State, unit: Unit) -> Iterator[Event]:
    """Who has exploited or dropped has supply through the enemy player turn that follows, at
    whose end reserves are none any more.
    """
    for name in (UnitMark.PROVIDED, UnitMark.RESERVE):
        mark = unit.marks.get(name)
        if mark is not None and mark.value == state.clock.name:
            yield from set_mark(unit, name, None)
    if any(map(unit.marked, AHEAD)):
        until = player_turn_that_follows(state.clock).name
        yield from set_mark(unit, UnitMark.PROVIDED, Mark(UnitMark.PROVIDED.until, until))


@implements("TW-8.4-4", "TW-8.5.5-1")
def _efforts_over(state: State, power: Power) -> Iterator[Event]:
    """Efforts end with the player turn; so do plans, the free ones of the side that moved, and what
    sinkings cost it.
    """
    yield from set_power(state, power.id, "flag", PowerFlag.EFFORT, None)
    if power.flags.get(PowerFlag.RESERVE_WORKS) == state.clock.name:
        yield from set_power(state, power.id, "flag", PowerFlag.RESERVE_WORKS, None)
    if power.side == state.clock.side:
        for flag in (PowerFlag.PLAN, PowerFlag.FREE_EFFORT):
            yield from set_power(state, power.id, "flag", flag, None)
        for count in (PowerCount.SUNK, PowerCount.AMBUSHED):
            yield from set_power(state, power.id, "counter", count, None)


def _close_breaches(umpire: Umpire) -> None:
    """What has become of a breach holds no more units than other hexes."""
    gone = tuple(_breaches(umpire.state))
    if gone:
        umpire.apply(*gone)
        conform(umpire)


@implements("TW-9.6.2-3", "TW-7.7.4-1", "TW-12.1.2-1")
def _breaches(state: State) -> Iterator[Event]:
    """Breaches and bridgeheads are gone at the end of the attacker's next player turn; beachheads
    a turn later, and a supply line is whole again as the player turn of those ends whom it serves.
    """
    for place in state.places.values():
        if place.markers.get(Marker.BREACH_UNTIL) == state.clock.name:
            for marker in (Marker.BREACH, Marker.BRIDGEHEAD, Marker.BREACH_UNTIL):
                yield from set_place(state, place.id, "marker", marker, None)
        if place.markers.get(Marker.BEACHHEAD_UNTIL) == state.clock.name:
            for marker in (Marker.BEACHHEAD, Marker.BEACHHEAD_UNTIL):
                yield from set_place(state, place.id, "marker", marker, None)
        for name in sorted(place.markers):
            over = place.markers[name] == state.clock.name
            if over and Marker.term_for(name) is Marker.CUT:
                yield from set_place(state, place.id, "marker", name, None)


def is_last(state: State) -> bool:
    """Whether the scenario is over with this player turn."""
    last = state.track(TrackName.LAST_TURN)
    turn, _, _ = player_turn_after(state.clock)
    return last is not None and order_of(turn) > order_of(str(last))


def goes_on(state: State) -> bool:
    """Whether a player turn of the scenario is left."""
    last = state.track(TrackName.LAST_TURN)
    return last is None or order_of(state.clock.turn) <= order_of(str(last))
