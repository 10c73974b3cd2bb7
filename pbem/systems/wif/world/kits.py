"""Units of the kits, which come into play by agreement (22).

Decides which of the units that wait in the pools of options can be built. Leaves what such a unit
can do to the rules of its chapter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.rulebook import implements
from pbem.core.record.terms import Term
from pbem.systems.flames.world.calendar import year_of
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.units import A_BOMB, V_WEAPON, Piece
from pbem.systems.flames.world.vocabulary import Pool
from pbem.systems.wif.world.vocabulary import PoolOf1939, PowerName

# the pool of an option with the option that opens it
OPENED_BY: Final[Mapping[Pool, str]] = {
    Pool.DIVISIONS: "divisions",
    Pool.GUNS: "guns",
    Pool.TERRITORIALS: "territorials",
    Pool.SUPPLY: "supply_units",
    Pool.V_WEAPONS: "v_weapons",
}
# the class of a counter with the pool in which it waits; the first that fits decides
WAITS_IN: Final[Mapping[str, Term]] = {
    V_WEAPON: Pool.V_WEAPONS,
    A_BOMB: Pool.V_WEAPONS,
    "guards": Pool.GUARDS,
    "siberian": PoolOf1939.SIBERIANS,
    "gun": Pool.GUNS,
    "division": Pool.DIVISIONS,
}


def option_pool(counter: Counter) -> Term:
    """Where a unit of an option waits."""
    return next(pool for name, pool in WAITS_IN.items() if counter.is_a(name))


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
    for pool, option in OPENED_BY.items():
        if getattr(position.options, option):
            pieces = position.at(f"pool:{owner}/{pool}")
            yield from (piece for piece in pieces if is_of_its_maker(piece))


@implements("WIF-22.17-1")
def is_of_its_maker(piece: Piece) -> bool:
    """Only Germany builds V-weapons, only the USA A-bombs (22.17)."""
    if piece.is_v_weapon:
        return piece.owner == PowerName.GERMANY
    return piece.owner == PowerName.USA if piece.is_a_bomb else True
