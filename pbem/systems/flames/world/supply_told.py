"""How a unit is supplied, path by path, for whoever looks at it (2.4.2).

Decides which of the ways there are is told: the shortest chain of sources. Leaves being in supply
to `supply`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.record.state import Unit
from pbem.core.rules.system import Seen
from pbem.systems.flames.world.position import PARTISAN, Piece, Position
from pbem.systems.flames.world.supply import has_path, in_supply, network, supply_of
from pbem.systems.flames.world.supply_paths import Network, basic_path, railway_path
from pbem.systems.flames.world.vocabulary import UnitMark

BASIC, RAILWAY = "basic", "railway"
ALWAYS, EMERGENCY, PATH, NONE = "always", "emergency", "path", "none"
MEANS: Final = {
    ALWAYS: "always in supply (13.1.3)",
    EMERGENCY: "in supply for this impulse by an HQ (2.4.3)",
    NONE: "out of supply: no path to a source (2.4.2)",
}


@dataclass(frozen=True, slots=True)
class Leg:
    """One path of a chain: basic or railway, hex by hex."""

    kind: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupplyState:
    """How a unit is supplied: by what, and over which paths from its hex to a primary source."""

    how: str
    legs: tuple[Leg, ...] = ()


def supply_state(position: Position, piece: Piece) -> SupplyState:
    """The supply of a unit on the map, with its chain of paths (2.4.2)."""
    if piece.kind == PARTISAN:
        return SupplyState(ALWAYS)
    if has_path(position, piece.owner, piece.at):
        return SupplyState(PATH, tuple(_chain(position, piece.owner, piece.at)))
    return SupplyState(EMERGENCY if in_supply(position, piece) else NONE)


def _chain(position: Position, power: str, place: str) -> Iterator[Leg]:
    """The paths from a hex to a primary source, over as few secondary ones as will do."""
    ground, net = position.ground, network(position, power)
    ranks = _ranks(position, power)
    goals: frozenset[str] = frozenset()
    for rank in sorted({*ranks.values()}):
        goals |= {source for source, own in ranks.items() if own == rank}
        found = basic_path(ground, net.limits, place, goals)
        if found is not None:
            yield from _onward(position, net, ranks, found)
            return


def _onward(
    position: Position, net: Network, ranks: dict[str, int], path: tuple[str, ...]
) -> Iterator[Leg]:
    """A path to a source, and on from one that is itself supplied."""
    leg: Leg | None = Leg(BASIC, path)
    while leg is not None:
        if len(leg.places) > 1:
            yield leg
        at = leg.places[-1]
        leg = None if ranks[at] == 0 else _next_leg(position, net, ranks, at)


def _next_leg(position: Position, net: Network, ranks: dict[str, int], at: str) -> Leg | None:
    """How a secondary source is supplied: by rail, else from one that is nearer to a primary."""
    by_rail = railway_path(position.ground, net.limits, at, net.primary)
    if by_rail is not None:
        return Leg(RAILWAY, by_rail)
    nearer = frozenset(source for source, rank in ranks.items() if rank < ranks[at])
    found = basic_path(position.ground, net.limits, at, nearer)
    return Leg(BASIC, found) if found is not None else None


def _ranks(position: Position, power: str) -> dict[str, int]:
    """Over how many other sources each source of a power is supplied, a primary one over none."""
    ground, net = position.ground, network(position, power)
    ranks = dict.fromkeys(sorted(net.primary), 0)
    left = [source for source in sorted(supply_of(position, power).supplied) if source not in ranks]
    rank = 0
    while left:
        rank += 1
        known = frozenset(ranks)
        fresh = [
            source
            for source in left
            if basic_path(ground, net.limits, source, known) is not None
            or (rank == 1 and railway_path(ground, net.limits, source, net.primary) is not None)
        ]
        if not fresh:
            break
        ranks |= dict.fromkeys(fresh, rank)
        left = [source for source in left if source not in ranks]
    return ranks


def about_unit(position: Position, unit: Unit) -> Seen:
    """What is told of a unit beside its counter: its supply, where it is on the map."""
    if unit.at not in position.board:
        return Seen()
    piece = position.piece(unit)
    state = supply_state(position, piece)
    data: dict[str, Any] = {
        "supply": {
            "state": state.how,
            "in_supply": state.how != NONE,
            "path": [{"kind": leg.kind, "places": list(leg.places)} for leg in state.legs],
        }
    }
    return Seen((("supply", _in_words(position, piece, state)),), data)


def _in_words(position: Position, piece: Piece, state: SupplyState) -> str:
    """`in supply: basic path E2039 > Minsk; railway path Minsk > E2040 > Warsaw`."""
    if state.how == EMERGENCY:
        hq = position.units.get(str(piece.unit.mark(UnitMark.EMERGENCY_SUPPLY)))
        return f"{MEANS[EMERGENCY]}: {position.piece(hq).name}" if hq else MEANS[EMERGENCY]
    if state.how != PATH:
        return MEANS[state.how]
    if not state.legs:
        return "in supply: stands on a primary source (2.4.2)"
    paths = (f"{leg.kind} path {' > '.join(map(position.label, leg.places))}" for leg in state.legs)
    return f"in supply: {'; '.join(paths)} (2.4.2)"
