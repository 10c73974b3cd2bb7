"""The way of a supply line by sea (12.7.1): which sea areas it passes.

Decides the shortest line to a port that needs one. Leaves who cuts it to the rules of the sea.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.supply.lines import (
    FROM_SUEZ,
    FULL,
    LAND,
    LIMITED,
    SEA,
    Way,
    harbours,
    sources_of,
)
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.zoc import enemy_zones

KINDS: Final = ((FULL, FROM_SUEZ), (LIMITED,))  # the better supply before the worse

Node = tuple[str, str]  # a place, and what a line is there


@implements("TW-7.8.4-1", "TW-12.7.1-1")
def line_to(
    position: Position, power: str, port: str, around: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """The sea areas of the shortest supply line to a port, those at the port first; nothing where
    none leads there, or one over land.
    """
    key = ("line-to", power, port, around)
    return position.kept(key, lambda: _line_to(position, power, port, around))


def _line_to(position: Position, power: str, port: str, around: frozenset[str]) -> tuple[str, ...]:
    open_ = harbours(position, power)
    open_ = replace(open_, closed=open_.closed | around)
    by_land = {sea: tuple(p for p in ports if p != port) for sea, ports in open_.ports.items()}
    zones = enemy_zones(position, power)
    by_sea = Way(position, power, "", zones, open_)
    over_land = Way(position, power, "", zones, replace(open_, ports=by_land))
    for kinds in KINDS:
        sources = [one for kind in kinds for one in sources_of(position, power, kind)]
        if _shortest(over_land, sources, port):
            return ()
        shortest = _shortest(by_sea, sources, port)
        if shortest:
            return tuple(place for place in shortest if place.startswith(SEA))
    return ()


def _shortest(way: Way, sources: Iterable[str], port: str) -> tuple[str, ...]:
    """The places of the shortest line from a port back to one of some sources."""
    ways = [_way(replace(way, source=one), port) for one in sources]
    return min(filter(None, ways), key=len, default=())


def _way(way: Way, port: str) -> tuple[str, ...]:
    """The places of the shortest line from a port back to a source; nothing where there is none."""
    start, goal = (way.source, LAND), (port, LAND)
    before: dict[Node, Node | None] = {start: None}
    ring = [start]
    for here, held in ring:
        for there in way.neighbours(here):
            label = way.step(held, here, there)
            if label is not None and (there, label) not in before:
                before[there, label] = (here, held)
                ring.append((there, label))
        if goal in before:
            break
    return tuple(_back(before, goal)) if goal in before else ()


def _back(before: dict[Node, Node | None], goal: Node) -> list[str]:
    """The places of a way from its end to its beginning."""
    found, node = [], before[goal]
    while node is not None:
        found.append(node[0])
        node = before[node]
    return [goal[0], *found]
