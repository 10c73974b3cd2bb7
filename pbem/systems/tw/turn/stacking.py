"""Stacking looked at (9.6): as movement, advances and retreats, and a player turn end.

Decides when hexes must conform, and that the owner loses units until they do. Leaves the limits
to `world.stacking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.position import Umpire
from pbem.systems.tw.world.stacking import counted_at, excess, limit_of
from pbem.systems.tw.world.units import Piece


@dataclass(frozen=True, slots=True)
class OverstackedVerdict(Verdict):
    """Units too many in a hex are eliminated."""

    kind: ClassVar[str] = "overstacked"
    cite: ClassVar[str] = "9.6"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "eliminated"


OVERSTACKED: Final = DecisionKind(
    "overstacked",
    "Which units too many are eliminated",
    "when more units of yours stand in a hex than may stay, which you name in the order in which "
    "they go; default: Depleted ones, then the weakest",
    "9.6",
    (AnswerKey("losses", "overstacked"),),
    {"units": "how many units stand there", "limit": "how many may stay"},
)


@implements("TW-9.6-6", "TW-9.6-7")
def conform(umpire: Umpire) -> None:
    """Every hex of the side that moves keeps to its limit; the least units go."""
    position = umpire.position
    owners = {
        unit.at: unit.owner
        for _, unit in sorted(position.units.items())
        if position.side_of(unit.owner) == position.clock.side and unit.at in umpire.board.spots
    }
    for place, owner in owners.items():
        _conform_at(umpire, place, owner)


def _conform_at(umpire: Umpire, place: str, owner: str) -> None:
    position = umpire.position
    if not excess(position, owner, place):
        return
    there = sorted(counted_at(position, owner, place), key=_worth)
    gone: list[str] = []
    with umpire.step(place, at=place):
        order = tuple(_in_order(umpire, place, there))
    for piece in order:
        if excess(umpire.position, owner, place):
            umpire.apply(*eliminated(piece))
            gone.append(piece.id)
    umpire.tell(OverstackedVerdict(place, tuple(gone)))


@implements("TW-9.6-6")
def _in_order(umpire: Umpire, place: str, there: Sequence[Piece]) -> list[Piece]:
    """The units of a hex in the order in which they go: as their owners say, then the least."""
    position = umpire.position
    owners = dict.fromkeys(piece.owner for piece in there)
    players = dict.fromkeys(one for owner in owners for one in position.powers[owner].players)
    picks = umpire.opening(
        [
            OVERSTACKED.ask(
                f"Which units of {position.label(place)} are eliminated first?",
                tuple(players),
                [Option(p.id, p.counter.name, frozenset({p.kind, p.owner})) for p in there],
                (),
                at=place,
                least=0,
                most=len(there),
                facts={"units": len(there), "limit": limit_of(position, place, there)},
            )
        ]
    )[0].picks
    first = [piece for pick in picks for piece in there if piece.id == pick]
    return [*first, *(piece for piece in there if piece not in first)]


def _worth(piece: Piece) -> tuple[bool, int, int, str]:
    """The order in which units go: Depleted ones first, then by strength."""
    return not piece.is_depleted, piece.strength, piece.allowance, piece.id
