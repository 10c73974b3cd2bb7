"""What offensive operations cost (9.5): one unit, and a whole operation.

`Fighter` is a unit as this rule sees it. Decides what each kind of unit pays, what cargo, invaders
and airborne units pay, what is free, and that a unit pays once. Leaves on which front it counts,
and what a full offensive makes free, to `spending`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements

YES: Final = "yes"
FACTORS: Final = "factors"
DEFENDED: Final = "defended"
PER_NAS: Final = 3  # land-based squadrons that one BRP pays
FREE_KINDS: Final = (
    "transport", "submarine", "advanced submarine", "ASW", "strategic bomber", "interceptor",
    "kamikaze",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fighter:
    """Some like units in an operation: their kind, how many, and their combat factors.

    `aboard`: naval air on a carrier. `cargo`: a unit that is carried and does not invade.
    `isolated`: ground units that attack for nothing since they are isolated (9.82). `paid`: they
    have paid in this turn.
    """

    kind: str
    size: int
    factors: int
    ground: bool = False
    aboard: bool = False
    cargo: bool = False
    isolated: bool = False
    paid: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation as this rule sees it.

    `defended`: enemy ground units hold the hex that is invaded or dropped on. `fought`: ground
    combat comes about there; a mission may be aborted before.
    """

    kind: str
    phase: str
    defended: bool = True
    fought: bool = True


def is_known(chart: Chart, kind: str) -> bool:
    """Whether there is an operation of a kind."""
    return kind in chart.table("operations").rows.names


def takes_place(chart: Chart, kind: str, phase: str) -> bool:
    """Whether an operation of a kind is carried out in a phase (9.2 to 9.4)."""
    return chart.at(kind, phase, "operations").text == YES


def cost_of(
    chart: Chart, operation: Operation, fighters: Sequence[Fighter], nas_before: int = 0
) -> int:
    """What a whole operation costs; `nas_before` land-based NAS were used earlier in the phase."""
    if operation.phase == "redeployment":
        return free_in_redeployment()
    ground = sum(ground_cost(chart, operation, one) for one in fighters if one.ground)
    if chart.at(operation.kind, "rest", "operations").text != YES:
        return ground
    return ground + sum(map(unit_cost, fighters)) + naval_air_cost(fighters, nas_before)


@implements("AWAW-9.23-1")
def free_in_redeployment() -> int:
    """Air operations of the redeployment phase cost nothing."""
    return 0


@implements(
    "AWAW-9.51-1", "AWAW-9.53-1", "AWAW-9.56-1", "AWAW-9.56-2", "AWAW-9.33-1", "AWAW-9.11-3",
    "AWAW-9.57-1",
)  # fmt: skip
def unit_cost(one: Fighter) -> int:
    """What ships and air units pay: one BRP for each factor, two-factor cruiser or named ship.

    Submarines, bombers and interceptors pay nothing, AAF and jets that bomb or escort do.
    """
    if one.ground or one.cargo or one.paid or one.kind == "NAS" or one.kind in FREE_KINDS:
        return 0
    return one.size


@implements("AWAW-9.51-1", "AWAW-9.55-1")
def naval_air_cost(fighters: Iterable[Fighter], before: int) -> int:
    """What land-based NAS pay: one BRP for every three of a phase, rounded up."""
    ashore = (f for f in fighters if f.kind == "NAS" and not f.aboard and not f.cargo)
    now = sum(f.size for f in ashore if not f.paid)
    return -(-(before + now) // PER_NAS) - -(-before // PER_NAS)


@implements(
    "AWAW-9.51-1", "AWAW-9.52-1", "AWAW-9.53-2", "AWAW-9.53-3", "AWAW-9.54-1",
    "AWAW-9.57-1", "AWAW-9.82-1",
)  # fmt: skip
def ground_cost(chart: Chart, operation: Operation, one: Fighter) -> int:
    """What ground units pay: a BRP a factor, partisans too.

    Cargo pays nothing, nor who invades or drops on an undefended hex or does not come to invade,
    who has paid in this turn, and who is isolated and chooses to attack for nothing.
    """
    if one.cargo or one.paid or one.isolated:
        return 0
    rule = chart.at(operation.kind, "ground", "operations").text
    if rule == DEFENDED and operation.defended and operation.fought:
        return one.factors
    return one.factors if rule == FACTORS else 0
