"""What comes of operations whose rules (10 to 26) are not in the text: the moderator rules it.

Decides what he is asked, and what he may change: the units that take part, those at the target,
what lies round it, BRPs. Leaves ground attacks to `ground`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.rules.rulings import Does, May, RulingKind, Wanted
from pbem.systems.awaw.operations.orders import Announced
from pbem.systems.awaw.world.naming import part_factors
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import Marker, PowerCount, UnitMark

OUTCOME: Final = RulingKind(
    "outcome",
    "Outcome of an operation",
    "when an operation is carried out whose rule is not in rules 1 to 9",
    "10 to 26",
    ("AWAW-3.11-75", "AWAW-5.91-2", "AWAW-5.91-3", "AWAW-5.931-2", "AWAW-5.931-3"),
)
CHANGES: Final = (
    May(Does.LOSE),
    May(Does.RETREAT),
    May(Does.MOVE),
    May(Does.CONTROL),
    May(Does.MARK, names=(UnitMark.INVERTED, UnitMark.DAMAGED, UnitMark.ISOLATED)),
    May(Does.MARKER, names=(Marker.BREAKTHROUGH, Marker.BRIDGEHEAD)),
    May(Does.POINTS, names=(PowerCount.BRPS,), least=None),
)


def concerned(position: Position, plan: Announced) -> tuple[str, ...]:
    """The units that a ruling may name: those that take part and those at the targets."""
    there = [piece.id for place in plan.targets for piece in position.at(place)]
    return tuple(dict.fromkeys([piece.id for piece, _ in plan.groups] + there))


def around(position: Position, plan: Announced) -> tuple[str, ...]:
    """The places that a ruling may name: where units come from, the targets and what is beside."""
    origins = [piece.at for piece, _ in plan.groups]
    beside = [near for place in plan.targets for near in position.board.neighbours[place]]
    return tuple(dict.fromkeys([*origins, *plan.targets, *beside]))


def question(umpire: Umpire, plan: Announced) -> Wanted:
    """What the moderator is asked of an operation."""
    position = umpire.position
    rule = position.book.chart("operations").at(plan.kind, "rule", "operations").text
    where = ", ".join(map(position.label, plan.targets))
    return OUTCOME.want(
        f"What comes of the {plan.kind.replace('-', ' ')} at {where}?",
        cite=rule,
        about=f"{plan.kind}-{plan.power}-{plan.targets[0]}",
        at=plan.targets[0],
        units=concerned(position, plan),
        places=around(position, plan),
        facts={"factors": sum(part_factors(piece, many) for piece, many in plan.groups)},
        may=CHANGES,
    )


def rule_on(umpire: Umpire, plans: Iterable[Announced]) -> None:
    """All operations of one moment: the moderator is asked once for all of them."""
    wanted: Sequence[Wanted] = [question(umpire, plan) for plan in plans]
    if wanted:
        umpire.rule_all(wanted)
