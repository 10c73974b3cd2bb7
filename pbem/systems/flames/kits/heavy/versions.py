"""Heavy weapons: units that replace others of the same designation (22.11, option 56).

Such a counter names the one that it replaces, and its kit: `replaces: ussr-3-arm, kit: patif`; it
waits at `pool:POWER/heavy-weapons` until its year. Decides which are there for a unit, and which
are still to come. Leaves the exchange to `upgrading` and to combat.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    leaves_map,
    marked,
    option_pool_of,
    turned_down,
)
from pbem.systems.flames.world.vocabulary import Pool, UnitMark, year_of

REPLACES: Final = "replaces"
KITS: Final = ("patif", "polif", "aif")  # the first one supersedes the others


def replaced_by(counter: Counter) -> str:
    """The counter that heavy weapons replace; `` of any other unit."""
    return str(counter.ratings.get(REPLACES, ""))


def waiting(position: Position, owner: str, *, year: int | None = None) -> tuple[Piece, ...]:
    """A power's heavy weapons that are there by now, or that come with a later year."""
    if not position.options.heavy_weapons:
        return ()
    this = year_of(position.clock.turn)
    found = position.at(option_pool_of(owner, Pool.HEAVY))
    if year is not None:
        return tuple(piece for piece in found if piece.counter.or_nothing("year") == year)
    return tuple(piece for piece in found if piece.counter.or_nothing("year") <= this)


@implements("WIF-22.11-1")
def version_of(position: Position, piece: Piece) -> Piece | None:
    """The heavy weapons that can replace a unit now; of several kits the best (22.11)."""
    wanted = piece.counter.id
    found = [p for p in waiting(position, piece.owner) if replaced_by(p.counter) == wanted]
    return min(found, key=lambda p: (_rank(p.counter), p.id), default=None)


def _rank(counter: Counter) -> int:
    kit = counter.ratings.get("kit")
    return KITS.index(str(kit)) if kit in KITS else len(KITS)


@implements("WIF-22.11-2", "WIF-22.11-3")
def replaced(old: Piece, new: Piece, *, down: bool) -> tuple[Event, ...]:
    """Heavy weapons stand where a unit did, which leaves the game for good (22.11)."""
    return (
        *leaves_map(old, REMOVED),
        *marked(old, UnitMark.SCRAPPED),
        UnitMoved(new.id, new.at, old.at, new.unit.count),
        *(turned_down(new) if down or old.face_down else ()),
    )
