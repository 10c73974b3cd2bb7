"""Resources to factories: which go where, so that as many factories work as can (13.6.1).

Decides the assignment from who can reach what; routes that a player has declared come first.
The same order of places always gives the same flow. Leaves what can be
reached to `transport`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.data.rulebook import implements


@dataclass(frozen=True, slots=True)
class Load:
    """So many resources go from a hex to the factories of a hex."""

    source: str
    factory: str
    count: int


@implements("WIF-13.6.1-3", "WIF-13.6.2-3", "AIF-13.6.1-2", "AIF-13.6.2-5")
def assigned(
    resources: Mapping[str, int],
    factories: Mapping[str, int],
    reach: Mapping[str, Sequence[str]],
    declared: Sequence[Load] = (),
    *,
    first: Mapping[str, int] | None = None,
) -> tuple[Load, ...]:
    """The loads: those declared as far as they fit, then as many more as there is room for.

    No factory takes more than one resource. A resource goes to the first that has room of those
    that it can reach, in their order; where none has, another resource makes room that can go
    elsewhere. `first`: so many of a hex find their factory before all others do.
    """
    left = dict(resources)
    room = dict(factories)
    flow: dict[tuple[str, str], int] = {}
    for load in declared:
        if load.factory in reach.get(load.source, ()):
            many = min(load.count, left[load.source], room[load.factory])
            left[load.source] -= many
            room[load.factory] -= many
            flow[load.source, load.factory] = flow.get((load.source, load.factory), 0) + many
    free = _Free(room, reach, {})
    for source, many in _in_turn(left, first or {}):
        for _ in range(many):
            if not _placed(free, source, set()):
                break
    for pair, many in free.flow.items():
        flow[pair] = flow.get(pair, 0) + many
    return tuple(Load(*pair, flow[pair]) for pair in sorted(flow) if flow[pair])


def _in_turn(left: Mapping[str, int], first: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The hexes with what they send, those of `first` before all others."""
    early = {source: min(many, left[source]) for source, many in sorted(first.items())}
    late = {source: left[source] - early.get(source, 0) for source in sorted(left)}
    return (*early.items(), *late.items())


@dataclass(frozen=True, slots=True)
class _Free:
    """The flow that no order has fixed: room left, who reaches what, and what goes where."""

    room: dict[str, int]
    reach: Mapping[str, Sequence[str]]
    flow: dict[tuple[str, str], int]

    def send(self, source: str, factory: str) -> None:
        """One more resource goes from a hex to a factory."""
        self.flow[source, factory] = self.flow.get((source, factory), 0) + 1


def _placed(free: _Free, source: str, tried: set[str]) -> bool:
    """Whether one more resource of a hex finds a factory; others may have to go elsewhere."""
    near = [factory for factory in free.reach.get(source, ()) if factory not in tried]
    for factory in near:
        if free.room.get(factory, 0) > 0:
            free.room[factory] -= 1
            free.send(source, factory)
            return True
    for factory in near:
        tried.add(factory)
        for other in sorted(
            name for name, at in free.flow if at == factory and free.flow[name, at]
        ):
            if other != source and _placed(free, other, tried):
                free.flow[other, factory] -= 1
                free.send(source, factory)
                return True
    return False


Rows = Sequence[tuple[Load, tuple[str, ...]]]  # loads, each with the powers whose hexes they pass
