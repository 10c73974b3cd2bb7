"""What powers begin with (7.22, 7.33): BRPs, growth, research and diplomatic points, airbases.

Decides when points are allotted: as all forces have been set up. Leaves what they are allotted to
(41.3, 49.2) to the moderator, whom the players tell it, and how many diplomatic points there are,
which no text says that we have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.conditions import Fact
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.state import State
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.rulings import RulingKind
from pbem.systems.awaw.turn.ruled import POINTS, TENSIONS, sensible
from pbem.systems.awaw.victory.objectives import held_by
from pbem.systems.awaw.world.alliances import is_major
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.vocabulary import PowerCount

ALLOTMENT: Final = RulingKind(
    "allotment",
    "Allotment of research and diplomatic points",
    "when all forces have been set up, where research or diplomacy is played",
    "41.3, 49.2",
    ("AWAW-7.33-1",),
)


@dataclass(frozen=True, slots=True)
class Means:
    """What a major power begins with; `others` are BRPs beyond its base."""

    power: PowerId
    base: int
    others: int
    growth: int
    rps: int = 0
    airbases: int = 0


@dataclass(frozen=True, slots=True)
class MeansVerdict(Verdict):
    """What all major powers begin with."""

    kind: ClassVar[str] = "means"
    cite: ClassVar[str] = "7.22"

    means: tuple[Means, ...]

    @property
    def outcome(self) -> str:
        return "allotted"


@implements("AWAW-7.221-1", "AWAW-7.222-1", "AWAW-7.224-1")
def means_of(state: State) -> Iterator[Means]:
    """The level of BRPs and its source, growth, points and airbases of each major power."""
    for power in state.powers:
        base = state.counter(power, PowerCount.BASE)
        if is_major(power) and PowerCount.BRPS in state.powers[power].counters:
            yield Means(
                power,
                base,
                state.counter(power, PowerCount.BRPS) - base,
                state.counter(power, PowerCount.GROWTH),
                state.counter(power, PowerCount.RPS),
                state.counter(power, PowerCount.AIRBASES),
            )


@implements("AWAW-7.33-1")
def allotment(umpire: Umpire) -> None:
    """Once all forces are set up, points are allotted; everybody is told what powers have."""
    keep_objectives(umpire, tuple(one.power for one in means_of(umpire.state)))
    umpire.tell(MeansVerdict(None, tuple(means_of(umpire.state))))
    options = umpire.options
    if options.research or options.diplomacy:
        facts: dict[str, Fact] = {
            f"rps-of-{one.power}": one.rps for one in means_of(umpire.state) if one.rps
        }
        question = "How do the powers allot their research and diplomatic points?"
        may = (POINTS, TENSIONS)
        umpire.rule(ALLOTMENT.want(question, facts=facts, may=may, legal=sensible))


@implements("AWAW-7.215E-1")
def keep_objectives(umpire: Umpire, powers: Iterable[str]) -> None:
    """What major powers hold now is kept: of several it decides whose conditions count."""
    position = umpire.position
    for power in powers:
        held = held_by(position, power) or None
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.OBJECTIVES, held))
