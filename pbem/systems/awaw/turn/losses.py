"""BRPs lost at the end of the Axis combat phase to enemies beside boxes (5.44, 5.54, 5.74).

Decides when they are lost, and who pays. Leaves how many to `world.boxes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.systems.awaw.economy.budgets import brps_of, pays
from pbem.systems.awaw.world.boxes import AUSTRALIA, INDIA, URALS, brps_lost
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.vocabulary import Side

THREATENED: Final = (INDIA, AUSTRALIA, URALS)


@dataclass(frozen=True, slots=True)
class BoxLossVerdict(Verdict):
    """Enemies beside a box have cost BRPs."""

    kind: ClassVar[str] = "box-loss"
    cite: ClassVar[str] = "5"

    box: PlaceId
    payer: PowerId
    lost: int
    left: int

    @property
    def outcome(self) -> str:
        return "lost"


@implements("AWAW-5.44B-1", "AWAW-5.54-1", "AWAW-5.74-2", "AWAW-5.T-3")
def losses_beside_boxes(umpire: Umpire) -> None:
    """At the end of the combat phase of the Axis player turn, in which Japan moves too."""
    if umpire.state.clock.side != Side.AXIS:
        return
    for box in (one for one in THREATENED if one in umpire.board):
        lost = brps_lost(umpire.position, box)
        payer = umpire.book.chart("boxes").at(box, "payer", "boxes").text
        if lost and payer in umpire.state.powers:
            umpire.apply(*pays(umpire.state, payer, lost))
            umpire.tell(BoxLossVerdict(box, box, payer, lost, brps_of(umpire.state, payer)))
