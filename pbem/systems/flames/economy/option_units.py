"""Units of the kits, which come into play by agreement (22).

Decides which of the units that wait in the pools of options can be built. Leaves what such a unit
can do to the rules of its chapter.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.position import Piece, Position, option_pool_of
from pbem.systems.flames.world.vocabulary import year_of


@implements("WIF-22-1", "WIF-22.1-1", "WIF-22.2-1", "WIF-22.17-1")
def opened(position: Position, owner: str) -> tuple[Piece, ...]:
    """A power's units of the options that are played, those whose year has come (22)."""
    year = year_of(position.clock.turn)
    return tuple(p for p in _of_options(position, owner) if p.counter.or_nothing("year") <= year)


@implements("WIF-13.6.5-27")
def coming(position: Position, owner: str, year: int) -> tuple[Piece, ...]:
    """Those of them that come with a later year (13.6.5)."""
    found = (p for p in _of_options(position, owner) if p.counter.or_nothing("year") == year)
    return tuple(p for p in found if not (p.is_v_weapon or p.is_a_bomb))


def _of_options(position: Position, owner: str) -> Iterator[Piece]:
    for pool in position.kits.pools:
        pieces = position.at(option_pool_of(owner, pool))
        yield from (piece for piece in pieces if is_of_its_maker(position, piece))


@implements("WIF-22.17-1")
def is_of_its_maker(position: Position, piece: Piece) -> bool:
    """Whether no other power alone builds such units (22.17)."""
    makers = position.policy.industry.makers
    only = [power for kind, power in makers.items() if piece.counter.is_a(kind)]
    return not only or piece.owner in only
