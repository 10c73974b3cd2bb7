"""The Himalayan Air Hump, an optional rule (1.24): who flies over the Himalayas may crash.

Decides: which ways cross the mountains, and who crashes.
Leaves to `moves` and `lend_lease`: who flies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED, Scalar, State, Unit, Until
from pbem.core.rules.game import Game
from pbem.systems.gw.world.cargo import lost_with, mark_events, moved
from pbem.systems.gw.world.zones import IMPASSABLE, features

HUMP: Final = "hump"  # an aircraft that has flown over the Himalayas and has not rolled yet
HIMALAYAS: Final = "himalayas"
CRASH: Final = 11


def crosses_himalayas(board: Board, places: Sequence[str]) -> bool:
    """Whether a way leads over the mountains, or over the pass between Burma and Yunnan."""
    steps = pairwise(places)
    return HIMALAYAS in places[:-1] or any(IMPASSABLE in features(board, a, b) for a, b in steps)


def hump_mark(game: Game, places: Sequence[str]) -> dict[str, Scalar]:
    """The mark of an aircraft that will have to roll."""
    over = game.options.air_hump and crosses_himalayas(game.board, places)
    return {HUMP: True} if over else {}


@implements("GW-1.24-1", "GW-1.24-d1")
def fly_the_hump(umpire: Umpire) -> None:
    """Every aircraft that has just crossed rolls a die; on an 11 or 12 it is eliminated (1.24)."""
    for unit in [u for u in umpire.state.units.values() if HUMP in u.marks]:
        with umpire.step("himalayan-air-hump", unit.id):
            roll = umpire.roll("crash", f"{unit.size}d12", by=unit.owner, cite="1.24")
        faces = roll.throws[-1]
        crashed = sum(face >= CRASH for face in faces)
        umpire.apply(*_crash(umpire.state, unit, crashed))
        umpire.verdict(
            "air-hump",
            "crashed" if crashed else "crossed",
            cite="1.24",
            at=unit.at,
            unit=unit.counter,
            owner=unit.owner,
            count=unit.size,
            faces=list(faces),
            crashed=crashed,
        )


def _crash(state: State, unit: Unit, crashed: int) -> list[Event]:
    """Those that crash leave the board with their cargo; the others need not roll again."""
    events: list[Event] = []
    if crashed:
        events += lost_with(state, unit) if crashed == unit.size else []
        events.append(moved(unit, REMOVED, crashed))
    if crashed < unit.size:
        events += mark_events(unit, HUMP, None, Until.IMPULSE, unit.size - crashed)
    return events
