"""Units too far from a port in North Africa (12.2.5): as the Allied supply segment ends.

They are Depleted, and eliminated where they still are too far a turn later. Decides who is too far.
Leaves the limits of North Africa to `world.africa`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_mark
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.tw.combat.losing import survives
from pbem.systems.tw.supply.cutting import gone
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.africa import is_african
from pbem.systems.tw.world.hexes import ports_of
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.telling import told_units
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Pool, Side, UnitMark

FARTHEST: Final = 8  # hexes from a supplied port


@dataclass(frozen=True, slots=True)
class DesertVerdict(Verdict):
    """Units too far from a port in North Africa are Depleted, or eliminated."""

    kind: ClassVar[str] = "desert"
    cite: ClassVar[str] = "12.2.5"

    units: tuple[UnitId, ...]
    depleted: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "eliminated" if self.units else "depleted"


def desert_lines(verdict: DesertVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that are lost in the desert."""
    lines = [f"NORTH AFRICA: more than {FARTHEST} hexes from a supplied port"]
    if verdict.depleted:
        lines.append(f"Depleted: {told_units(scene, verdict.depleted)}")
    if verdict.units:
        lines.append(f"eliminated: {told_units(scene, verdict.units)}")
    return tuple(lines)


@implements("TW-12.2.5-4")
def desert_supply(umpire: Umpire) -> None:
    """As the Allied supply segment ends: units of both sides in Egypt and Libya."""
    position = umpire.position
    if position.clock.side != Side.ALLIED:
        return
    lost: list[str] = []
    worn: list[str] = []
    for piece in _in_africa(position):
        stranded = piece.unit.marked(UnitMark.STRANDED)
        if not _is_too_far(position, piece):
            umpire.apply(*set_mark(piece.unit, UnitMark.STRANDED, None))
        elif stranded or not _lives(piece):
            umpire.apply(*gone(piece, Pool.OUT_OF_SUPPLY if piece.is_ground else Pool.FORCE))
            lost.append(piece.id)
        else:
            umpire.apply(*set_mark(piece.unit, UnitMark.STRANDED, Mark(UnitMark.STRANDED.until)))
            unit = umpire.state.units[piece.id]
            umpire.apply(*set_mark(unit, UnitMark.DEPLETED, Mark(UnitMark.DEPLETED.until)))
            worn.append(piece.id)
    if lost or worn:
        umpire.tell(DesertVerdict(None, tuple(lost), tuple(worn)))


def _lives(piece: Piece) -> bool:
    """Whether a Depletion leaves a unit in play."""
    return survives(piece) if piece.is_ground else not piece.unit.marked(UnitMark.DEPLETED)


def _in_africa(position: Position) -> Iterator[Piece]:
    """The ground units and aircraft of both sides in North Africa, but for those on ships."""
    for power in position.powers:
        for piece in position.pieces_of(power):
            ashore = piece.is_ground or (piece.is_air and piece.kind != Kind.NAC)
            if ashore and is_african(position, piece.at):
                yield piece


@implements("TW-12.2.5-4")
def _is_too_far(position: Position, piece: Piece) -> bool:
    """Whether no supplied port of its own side lies near enough to a unit."""
    lines, board = lines_of(position, piece.owner), position.board
    supplied = lines.full | lines.limited | lines.suez
    ports = (port for port in ports_of(position) if port in supplied)
    near = (board.distance(piece.at, port) for port in ports)
    return not any(far is not None and far <= FARTHEST for far in near)
