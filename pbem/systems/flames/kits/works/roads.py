"""The five goods that go along a road in a turn (13.6.1, option 32).

Decides which loads get through: each takes a way without roads if there is one, else one over roads
that are not full. Leaves where loads go to `flow`, what a line is to `world.terrain`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.systems.flames.economy.flow import Load, Rows
from pbem.systems.flames.economy.transport import rail_hexes, rail_way
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.terrain import ROAD

MOST: Final = 5


@once
def road_hexes(position: Position) -> frozenset[str]:
    """The hexes through which a road runs, printed or built, and no railway."""
    ground = position.ground
    near = position.board.neighbours
    printed = (
        place
        for place in position.board.spots
        if any(ground.has_line(place, other, (ROAD,)) for other in near[place])
    )
    return frozenset(place for place in printed if not ground.on_railway(place))


@implements("WIF-13.6.1-15")
def over_roads(position: Position, rows: Rows, used: dict[str, int]) -> tuple[Load, ...]:
    """What gets through of some loads; `used`: how much has gone along each road hex by then."""
    roads = road_hexes(position)
    if not roads:
        return tuple(load for load, _ in rows)
    found: list[Load] = []
    for load, powers in rows:
        many = sum(_passes(position, (load, powers), used) for _ in range(load.count))
        found += [Load(load.source, load.factory, many)] if many else []
    return tuple(found)


def _passes(position: Position, row: tuple[Load, tuple[str, ...]], used: dict[str, int]) -> bool:
    """Whether one more of a load gets there, which then counts on its way."""
    load, powers = row
    if load.factory in _without_roads(position, powers, load.source):
        return True
    full = {place for place, many in used.items() if many >= MOST}
    way = rail_way(position, powers, (load.source, load.factory), full)
    for place in road_hexes(position).intersection(way):
        used[place] = used.get(place, 0) + 1
    return bool(way)


@once
def _without_roads(position: Position, powers: tuple[str, ...], start: str) -> frozenset[str]:
    """The hexes that a resource reaches by railways alone; its own always."""
    return rail_hexes(position, powers, start, road_hexes(position))
