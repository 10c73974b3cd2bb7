"""Who is active (4.0): the effort of a power in this player turn, and what it allows.

Decides nothing. Leaves the choice of an effort, its cost and its markers to `move.efforts`.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Effort, PowerFlag, UnitMark


@implements("TW-6.3.2-1")
def effort_of(position: Position, power: str) -> Effort | None:
    """The effort of a power in this player turn: a Satellite's is that of its patron, but for the
    free one of a country that has just been invaded.
    """
    state = position.state
    own = state.flag(power, PowerFlag.EFFORT)
    said = own or state.flag(position.patron(power), PowerFlag.EFFORT)
    return Effort.term_for(str(said)) if said else None


@implements("TW-4.2-3")
def allows(position: Position, power: str, what: str) -> bool:
    """Whether the effort of a power allows something."""
    effort = effort_of(position, power)
    chart = position.book.chart("efforts")
    return effort is not None and bool(chart.at(effort, what, "what").number)


@implements("TW-4.0-1", "TW-4.0-5", "TW-4.0-7")
def is_active(piece: Piece) -> bool:
    """Whether a unit has been activated in this player turn."""
    return piece.unit.marked(UnitMark.ACTIVE)
