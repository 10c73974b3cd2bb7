"""The victory check (13.8).

Decides who has won a scenario that counts points as its last turn ends. Leaves the conquest of
all home countries and the hydrogen bomb to later chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.systems.flames.turn.score import level, points_by_side
from pbem.systems.flames.turn.turn_verdicts import VictoryVerdict
from pbem.systems.flames.world.position import Umpire
from pbem.systems.flames.world.vocabulary import Side, TrackName, is_last_turn

UNDECIDED: Final = "undecided"


@implements("AIF-13.8-2")
def victory_check(umpire: Umpire) -> None:
    """The score of the scenario is told; its last turn ends the game (13.8)."""
    position = umpire.position
    points, over = points_by_side(position), is_last_turn(position.state)
    named = level(position.state, points[Side.AXIS]) if points else ""
    winner = (named or UNDECIDED) if over else ""
    if points or over:
        umpire.tell(
            VictoryVerdict(
                None, points=points, objectives={}, automatic=False, winner=winner, level=named
            )
        )
    if over:
        umpire.apply(*set_track(umpire.state, TrackName.GAME_OVER, winner))
