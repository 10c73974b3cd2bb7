"""The last impulse test (12), and what needs no orders: the next impulse (3.1).

Decides: the end of the action stage, the impulse marker, the initiative marker, who moves next.
Leaves the weather of a new pair of impulses and the end of the turn to `turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import element
from pbem.core.record.changes import set_track
from pbem.core.record.events import ClockAdvanced, expired
from pbem.core.record.state import State, Until
from pbem.core.rules.readings import Reading
from pbem.core.rules.sequence import next_in
from pbem.core.rules.system import Modifier
from pbem.systems.flames.impulse.actions import action_of, cleared_counts, impulses_of
from pbem.systems.flames.impulse.impulse_verdicts import EndModifier, LastImpulseVerdict
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.position import SIDES, Position, Umpire
from pbem.systems.flames.world.vocabulary import Action, Initiative, Side, Stage, TrackName

SMALL_GAME: Final = 2  # maps


class LonePower(Reading, id="WIF-12-R2"):
    """Whether all but one have passed where there is only one."""

    PASSED = "passed"
    ALONE = "alone"


# --- the test ------------------------------------------------------------------------------------


@implements("WIF-12-2", "WIF-12-3", "AIF-12-2", "AIF-11.1-2")
def end_modifiers(
    actions: Mapping[str, str], *, small: bool, lone: Callable[[], bool] = lambda: False
) -> tuple[Modifier, ...]:
    """The modifiers of the last impulse die, from the actions of the side's powers (12).

    `small`: whether it is a small game, as all are in one book; `lone`: whether a power without
    friends counts as the one that has not passed.
    """
    others = sum(action != Action.PASS for action in actions.values())
    if others == 0:
        return (Modifier("all powers passed", -1 if small else -2),)
    helps = others == 1 and not small and (len(actions) > 1 or lone())
    return (Modifier("all powers but one passed", -1),) if helps else ()


@implements("WIF-12-5")
def bound_modifier(
    actions: Mapping[str, str], impulses: int, active: Iterable[str], bounds: bool
) -> tuple[Modifier, ...]:
    """With bounds a pass of an active power helps from the side's sixth impulse on (12)."""
    helps = bounds and impulses >= 6 and any(actions.get(power) == Action.PASS for power in active)
    return (Modifier("many impulses", -1),) if helps else ()


@implements("WIF-12-1", "AIF-12-3")
def impulses_end(chart: Chart, modified: int, box: int) -> bool:
    """Whether the action stage ends: the modified die is the box's end number or less (12)."""
    return chart.passes(modified, box)


@implements("WIF-12-4")
def is_tested(impulses: Mapping[str, int], *, bounds: bool) -> bool:
    """With bounds nobody rolls before both sides have had two impulses (12)."""
    return not bounds or min(impulses.values()) >= 2


@implements(
    "WIF-3.1-5", "WIF-3.1-d1", "WIF-7-1", "WIF-12-d1", "AIF-12-1", "AIF-12-d1", "AIF-3.1-5",
    "AIF-7-1",
)  # fmt: skip
def last_impulse_test(umpire: Umpire) -> None:
    """The active side rolls whether the impulses are over (12)."""
    _count_impulse(umpire)
    state = umpire.state
    bounds = umpire.position.kits.impulses_bound
    if not is_tested({side: impulses_of(state, side) for side in SIDES}, bounds=bounds):
        umpire.tell(LastImpulseVerdict(None, over=False, roll=None))
        _advance_marker(umpire)
        return
    side, box = state.clock.side, int(state.track(TrackName.IMPULSE_BOX) or 1)
    powers = major_powers(state, side)
    actions = {power: str(action_of(state, power)) for power in powers}
    active = (power for power in powers if not umpire.position.is_neutral(power))
    modifiers = (
        *end_modifiers(
            actions,
            small=_is_small(umpire.position),
            lone=lambda: umpire.reading(LonePower) is LonePower.ALONE,
        ),
        *bound_modifier(actions, impulses_of(state, side), active, bounds),
    )
    chart = umpire.chart("impulse-track")
    roll = umpire.roll("last-impulse", "d10", side, "12", modifiers)
    over = impulses_end(chart, roll.modified, box)
    umpire.tell(
        LastImpulseVerdict(
            None,
            over=over,
            roll=roll.total,
            modifiers=tuple(EndModifier(element(name), value) for name, value in roll.modifiers),
            total=roll.modified,
            box=box,
            end_number=int(chart.at(box).number),
        )
    )
    if over:
        _end_action_stage(umpire)
    else:
        _advance_marker(umpire)


def _is_small(position: Position) -> bool:
    """Whether passes count as in a small game (12)."""
    return len(position.board.sheets) <= SMALL_GAME or position.values.passes_count_less


def _count_impulse(umpire: Umpire) -> None:
    state, side = umpire.state, umpire.state.clock.side
    umpire.apply(*set_track(state, TrackName.IMPULSES.of(side), impulses_of(state, side) + 1))


@implements("WIF-12-6", "WIF-8.2.2-1", "AIF-12-4", "AIF-8.2.8-1")
def _advance_marker(umpire: Umpire) -> None:
    """The impulse marker goes on as far as the weather says, at most to the last box (12)."""
    state = umpire.state
    box = int(state.track(TrackName.IMPULSE_BOX) or 1)
    advance = int(state.track(TrackName.WEATHER_ADVANCE) or 1)
    last = max(int(row) for row in umpire.book.chart("impulse-track").table().rows.names)
    umpire.apply(*set_track(state, TrackName.IMPULSE_BOX, min(last, box + advance)))


def _end_action_stage(umpire: Umpire) -> None:
    """The action stage is over; the initiative may move (12)."""
    state = umpire.state
    umpire.apply(*set_track(state, TrackName.ACTION_STAGE, Stage.OVER))
    if state.track(TrackName.FIRST_SIDE) == state.clock.side:
        new = moved_initiative(str(state.track(TrackName.INITIATIVE)), state.clock.side)
        umpire.apply(*set_track(state, TrackName.INITIATIVE, new))


@implements("WIF-12-7", "WIF-6.2-2", "AIF-12-5", "AIF-6.2-3")
def moved_initiative(space: str, side: str) -> str:
    """The initiative marker one space towards the opponent's end of the track (12)."""
    spaces = [str(one) for one in Initiative]
    at = spaces.index(space) + (1 if side == Side.AXIS else -1)
    return spaces[min(max(at, 0), len(spaces) - 1)]


# --- the next impulse ----------------------------------------------------------------------------


def is_going_on(state: State) -> bool:
    """Whether another impulse follows."""
    return state.track(TrackName.ACTION_STAGE) != Stage.OVER


@implements("WIF-1-1", "WIF-3.1-2", "WIF-7-1", "AIF-3.1-2", "AIF-3.1-6", "AIF-7-1")
def next_impulse(umpire: Umpire) -> None:
    """The other side's impulse begins (3.1)."""
    umpire.position.kits.happen(Moment.IMPULSE_ENDS, umpire)
    state = umpire.state
    if not is_going_on(state):
        umpire.apply(*cleared_counts(umpire.position))
        return
    clock = state.clock
    side = next_in(SIDES, clock.side, state.sides)
    turned = replace(clock, impulse=clock.impulse + 1, side=side)
    marks = expired(state, (Until.STEP, Until.IMPULSE))
    umpire.apply(*cleared_counts(umpire.position), ClockAdvanced(clock, turned, marks))
    umpire.begin("impulse")
    umpire.rename_path()
