"""The sequence of play: steps, loops and order windows.

A run starts at the window that the clock names, conducts every step after it and stops at the next
window: steps that need no orders are played through.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pbem.core.record.events import ClockAdvanced, expired
from pbem.core.record.state import Clock, State, Until

if TYPE_CHECKING:
    from pbem.core.play.umpire import AnyUmpire

OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the sequence: its name in paths, and what conducts it."""

    name: str
    conduct: Callable[[AnyUmpire], None]
    cite: str = ""


def always(umpire: AnyUmpire) -> bool:
    """The usual window: play stops there."""
    return True


@dataclass(frozen=True, slots=True)
class Window:
    """A moment at which order files are awaited; where `opens` says no, play goes on through it.

    What comes after a window `apart` is ordered in its own files alone, and in no other's.
    """

    name: str
    title: str = ""
    opens: Callable[[AnyUmpire], bool] = always
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """Steps that are repeated while `again` says so."""

    name: str
    body: tuple[Node, ...]
    again: Callable[[State], bool]


Node = Step | Window | Loop


def next_in(order: Sequence[str], now: str, there: Collection[str]) -> str:
    """Whose turn follows in an order that rules give, of sides or of powers; the first's again.

    `there` are those who still take part. Where nobody else does, the one whose turn it is.
    """
    at = order.index(now) + 1
    return next((name for name in (*order[at:], *order[:at]) if name in there), now)


@dataclass(frozen=True, slots=True)
class _Again:
    """The end of a loop's body: back to `start` while `again` holds."""

    start: int
    again: Callable[[State], bool]


_Instruction = Step | Window | _Again


def flatten(nodes: Iterable[Node], first: int = 0) -> list[_Instruction]:
    """The sequence as a flat list in which a loop is a conditional jump back."""
    flat: list[_Instruction] = []
    for node in nodes:
        if isinstance(node, Loop):
            start = first + len(flat)
            flat += flatten(node.body, start)
            flat.append(_Again(start, node.again))
        else:
            flat.append(node)
    return flat


def windows(nodes: Iterable[Node]) -> tuple[Window, ...]:
    """Every window of a sequence, in order."""
    return tuple(item for item in flatten(nodes) if isinstance(item, Window))


def plain_window(nodes: Iterable[Node]) -> str:
    """The window that its impulse alone names: the only one that is not apart; `` of several."""
    names = [window.name for window in windows(nodes) if not window.apart]
    return names[0] if len(names) == 1 else ""


def window_name(nodes: Iterable[Node], clock: Clock) -> str:
    """The open window: its impulse, and which one it is where an impulse has several."""
    plain = plain_window(nodes)
    others = [window.name for window in windows(nodes) if window.name != plain]
    has_own_name = not plain or clock.window in others
    return f"{clock.name}/{clock.window}" if has_own_name else clock.name


def step_names(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The names of all steps, in order: the order in which sections are carried out."""
    return tuple(item.name for item in flatten(nodes) if isinstance(item, Step))


def steps_closed(nodes: Iterable[Node], window: str) -> tuple[str, ...]:
    """The steps for which the files of an open window can order nothing.

    They come before it, or after another window that is apart.
    """
    flat, closed = flatten(nodes), False
    past = any(isinstance(item, Window) and item.name == window for item in flat)
    found: list[str] = []
    for item in flat:
        if isinstance(item, Window):
            past = past and item.name != window
            closed = item.apart and item.name != window
        elif isinstance(item, Step) and (past or closed):
            found.append(item.name)
    return tuple(found)


def windows_of(nodes: Iterable[Node], step: str) -> tuple[Window, ...]:
    """The windows in whose files a step's orders stand: play may come from there to the step."""
    flat = flatten(nodes)
    return tuple(
        item
        for position, item in enumerate(flat)
        if isinstance(item, Window) and step in _ahead(flat, position + 1)
    )


def _ahead(flat: list[_Instruction], position: int) -> set[str]:
    """The steps that play may come to from a position without stopping at a window."""
    names: set[str] = set()
    seen: set[int] = set()
    ways = [position]
    while ways:
        position = ways.pop()
        if position in seen or position == len(flat):
            continue
        seen.add(position)
        item = flat[position]
        if isinstance(item, Step):
            names.add(item.name)
        if isinstance(item, _Again):
            ways.append(item.start)
        if not isinstance(item, Window) or (item.opens is not always and not item.apart):
            ways.append(position + 1)
    return names


def play(umpire: AnyUmpire, nodes: Iterable[Node]) -> None:
    """Conduct the steps from the open window to the next one."""
    flat = flatten(nodes)
    position = _start(flat, umpire.state.clock.window)
    while position < len(flat):
        item = flat[position]
        position += 1
        if isinstance(item, Window):
            if not item.opens(umpire):
                continue
            open_window(umpire, item.name)
            return
        if isinstance(item, _Again):
            if item.again(umpire.state):
                position = item.start
            continue
        umpire.conduct(item.name, item.conduct)
        _end_step(umpire)
    open_window(umpire, OVER)


def _start(flat: list[_Instruction], window: str) -> int:
    for position, item in enumerate(flat):
        if isinstance(item, Window) and item.name == window:
            return position + 1
    raise AssertionError(f"the sequence has no window '{window}'")


def _end_step(umpire: AnyUmpire) -> None:
    clock = umpire.state.clock
    marks = expired(umpire.state, (Until.STEP,))
    if marks:
        umpire.apply(ClockAdvanced(clock, clock, marks))


def open_window(umpire: AnyUmpire, name: str) -> None:
    """Stop at a window: the clock names it, and this run is over."""
    clock = umpire.state.clock
    umpire.apply(ClockAdvanced(clock, replace(clock, window=name, run=umpire.run)))
