"""Units that another power makes: striped counters and the lend lease pool (13.6.4).

A striped counter names its twin of the source power: `same-as: usa-p-51c`. Decides which units are
such, where they wait. Leaves when they change hands to `economy` and `air`.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.data.counters import Counter
from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Unit
from pbem.systems.flames.world.position import Piece, Position, force_pool, option_pool_of
from pbem.systems.flames.world.vocabulary import Pool


def lend_lease_pool(power: str) -> str:
    """Where the units of a power lie that another power has, or could have."""
    return option_pool_of(power, Pool.LEND_LEASE)


def twin_of(counter: Counter) -> str:
    """The unit of the source power of which a striped unit is the other version; else ``."""
    return str(counter.ratings.get("same-as", ""))


def twin(position: Position, striped: Piece) -> Piece | None:
    """The source power's version of a striped unit, where the game has it."""
    unit = position.units.get(twin_of(striped.counter))
    return None if unit is None else position.piece(unit)


def version_for(position: Position, piece: Piece, power: str) -> Piece | None:
    """The striped version of a unit that waits in a power's lend lease pool."""
    waiting = position.at(lend_lease_pool(power))
    return next((other for other in waiting if twin_of(other.counter) == piece.id), None)


def waits(position: Position, piece: Piece) -> bool:
    """Whether a unit lies in its power's force pool, or waits for a crew."""
    return piece.at == force_pool(piece.owner) or piece in position.kits.crews.in_reserve(position)


@implements("WIF-13.6.4-7")
def into_pools(position: Position, fresh: Iterable[Unit], pool: str) -> list[UnitMoved]:
    """New units join a pool, striped ones the lend lease pool (13.6.4)."""
    counters = position.book.counters
    return [
        UnitMoved(
            unit.id,
            unit.at,
            lend_lease_pool(unit.owner) if twin_of(counters[unit.counter]) else pool,
            unit.count,
        )
        for unit in fresh
    ]
