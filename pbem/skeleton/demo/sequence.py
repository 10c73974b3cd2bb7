"""The sequence of play (1): a window for orders, the marches of one side, the next impulse."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import ClockAdvanced
from pbem.core.record.verdicts import Judged
from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.skeleton.demo.marches.play import marches

IMPULSES: Final = 6
OTHER: Final = {"north": "south", "south": "north"}


@dataclass(frozen=True, slots=True)
class ImpulseVerdict(Judged):
    """An impulse of a side begins."""

    kind: ClassVar[str] = "impulse"
    cite: ClassVar[str] = "1"

    side: str


@implements("DEMO-1-1")
def next_impulse(umpire: Umpire) -> None:
    """The other side's impulse begins."""
    clock = umpire.state.clock
    fresh = replace(clock, impulse=clock.impulse + 1, side=OTHER[clock.side])
    umpire.apply(ClockAdvanced(clock, fresh))
    umpire.rename_path()
    umpire.tell(ImpulseVerdict(at=None, result=f"impulse-{fresh.impulse}", side=fresh.side))


SEQUENCE: Final[tuple[Node, ...]] = (
    Loop(
        "impulses",
        (
            Window("orders", "orders for the impulse"),
            Step("march", marches, "2"),
            Step("next-impulse", next_impulse, "1"),
        ),
        again=lambda state: state.clock.impulse <= IMPULSES,
    ),
)
