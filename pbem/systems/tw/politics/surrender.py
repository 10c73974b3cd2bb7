"""The die of a major power that may surrender (18.4, 21.1): thrown, added up, told.

Decides whether she surrenders. Leaves when she throws it, what is added and what follows to
`french_surrender` and `soviet_surrender`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.system import Modifier
from pbem.systems.tw.world.position import Umpire


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderVerdict(Verdict):
    """A major power asks for terms, or fights on; by which chart."""

    chart: ClassVar[str]

    power: PowerId
    die: int
    modifiers: dict[str, int]
    total: int
    surrenders: bool

    @property
    def outcome(self) -> str:
        return "surrenders" if self.surrenders else "fights-on"


def limit_of(umpire: Umpire, kind: type[SurrenderVerdict]) -> int:
    """What the die must come to."""
    return int(umpire.chart(kind.chart).at("limit", "modifier").number)


def surrenders(
    umpire: Umpire, power: str, said: Iterable[Modifier], kind: type[SurrenderVerdict]
) -> bool:
    """A power throws its die: whether it surrenders."""
    modifiers = tuple(said)
    roll = umpire.roll("die", "d10", umpire.state.powers[power].players[0], kind.cite, modifiers)
    gives_up = roll.modified >= limit_of(umpire, kind)
    names = {one.name: one.value for one in modifiers}
    umpire.tell(
        kind(
            None,
            power=power,
            die=roll.total,
            modifiers=names,
            total=roll.modified,
            surrenders=gives_up,
        )
    )
    return gives_up
