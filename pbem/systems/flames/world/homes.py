"""Home countries while others hold them, and what their units are still worth (13.7.1).

Decides which countries are a power's home now, whose home a unit's is, and what becomes of units
that are destroyed after their home is conquered: out of supply they leave the game, in supply by a
die. Leaves the choice of a new home to `politics`, ships to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED
from pbem.core.record.verdicts import UnitId, Verdict
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    destroyed,
    force_pool,
    leaves_map,
    on_circle,
    turned_down,
)
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import PowerFlag

CITE: Final = "13.7.1"
GONE_UP_TO: Final = 5  # on the die for a unit that was in supply


@dataclass(frozen=True, slots=True)
class HomelessVerdict(Verdict):
    """A unit destroyed after its home fell: gone, or saved by the die, which only supply brings."""

    kind: ClassVar[str] = "homeless"
    cite: ClassVar[str] = CITE

    unit: UnitId
    roll: int | None
    gone: bool

    @property
    def outcome(self) -> str:
        return "gone" if self.gone else "kept"


def homeless_lines(verdict: HomelessVerdict, scene: Scene) -> Sequence[str]:
    """Whether a lost unit of a conquered country can be built again."""
    why = "out of supply" if verdict.roll is None else f"rolled {verdict.roll}"
    told = "out of the game" if verdict.gone else "back in the force pool"
    return [f"WITHOUT A HOME {scene.unit(verdict.unit)} ({verdict.cite})  {why}: {told}"]


def home_country(position: Position, piece: Piece) -> str:
    """The original home country of a unit: of several that on its counter, else the first."""
    homes = position.powers[piece.owner].home_countries
    printed = position.game.nationality(piece.unit)
    return printed if printed in homes else homes[0]


def is_homeless(position: Position, piece: Piece) -> bool:
    """Whether the original home country of a unit is conquered and not yet liberated."""
    return position.conqueror(home_country(position, piece)) is not None


@implements("WIF-19.4.2-2")
def is_out_of_pools(position: Position, piece: Piece) -> bool:
    """Whether a unit is of a minor that its power chose not to build: lost, it is gone (19.4.2)."""
    return bool(position.state.flag(piece.owner, PowerFlag.NOT_BUILT))


@implements("WIF-13.7.1-15", "WIF-13.7.1-d3", "AIF-13.7.1i-7", "AIF-13.7.1i-d2")
def lose(umpire: Umpire, *changes: Event) -> None:
    """Changes that destroy units: those whose home is conquered may be gone for good (13.7.1)."""
    before = umpire.position
    umpire.apply(*changes)
    for change in changes:
        if not isinstance(change, UnitMoved) or change.old not in umpire.board:
            continue
        piece = before.pieces(change.unit)[0]
        if change.new != force_pool(piece.owner) or piece.kind == PARTISAN:
            continue
        if is_out_of_pools(before, piece):
            umpire.apply(UnitMoved(piece.id, change.new, REMOVED, change.count))
        elif is_homeless(before, piece):
            _lost_for_good(umpire, before, piece)


def destroy(umpire: Umpire, pieces: Iterable[Piece]) -> None:
    """Units are destroyed, one after another in the order in which they stand (13.7.1)."""
    lose(umpire, *(change for piece in pieces for change in destroyed(piece)))


def _lost_for_good(umpire: Umpire, before: Position, piece: Piece) -> None:
    """Whether the destroyed unit leaves the game: out of supply always, else by a die."""
    roll = None
    if in_supply(before, piece):
        roll = umpire.roll(f"homeless-{piece.id}", "d10", piece.owner, CITE).modified
    gone = roll is None or roll <= GONE_UP_TO
    if gone:
        umpire.apply(UnitMoved(piece.id, force_pool(piece.owner), REMOVED, piece.unit.count))
    umpire.tell(HomelessVerdict(None, unit=piece.id, roll=roll, gone=gone))


def goes_back(position: Position, piece: Piece, power: str, turn: str) -> tuple[Event, ...]:
    """A unit leaves the map for the production circle."""
    gone = leaves_map(piece, on_circle(power, turn))
    return (*gone, *position.kits.waiting.returning(piece))


@implements("WIF-22.2-11")
def turn_down(umpire: Umpire, units: Iterable[str]) -> None:
    """Guns that have fired and HQs that have helped turn face-down if still on the map (22.2)."""
    position = umpire.position
    pieces = [piece for piece in position.pieces(*units) if piece.at in position.board]
    umpire.apply(*turned_down(*pieces))
