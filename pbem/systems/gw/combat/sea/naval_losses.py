"""What a naval battle does to the ships of the state: sunk with cargo, damaged, aircraft afloat.

Decides which of like ships sink (9.6, 12.2), and where aircraft go whose Carrier is lost (8.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, Unit
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.naval_forces import SUNK, Fleet, Kind
from pbem.systems.gw.combat.sea.naval_lines import Line
from pbem.systems.gw.world.cargo import (
    cargo_of,
    follow,
    load,
    lost_with,
    mark_events,
    moved,
    unload,
)
from pbem.systems.gw.world.movement import deck_for
from pbem.systems.gw.world.nations import is_friendly
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import UnitMark

Ship = tuple[Unit, int]  # one ship of a group, and its damage
Chain = tuple[str, bool, bool, tuple[str, ...]]


def settle(umpire: Umpire, line: Line, fleet: Fleet, counts: Counts) -> Line:
    """Take off the board what a side lost, mark its damage; the side as it is then.

    Aircraft first, so that Carriers sink without those that were shot down.
    """
    left: dict[Chain, list[int]] = {}
    for kind, count in zip(fleet.kinds, counts, strict=True):
        left.setdefault(_chain(kind), []).extend([kind.damage] * count)
    chains: dict[Chain, list[Ship]] = {}
    kinds: dict[Chain, Kind] = {}
    known = set(map(_chain, fleet.kinds))
    for unit, kind in line.groups:
        key = _chain(kind)
        if key not in known:
            key = (kind.unit.id, kind.patrol, False, kind.called)
        chains.setdefault(key, []).extend([(unit, kind.damage)] * unit.size)
        kinds[key] = kind
    groups: list[tuple[Unit, Kind]] = []
    for key in sorted(chains, key=lambda key: (not kinds[key].unit.is_air, key)):
        stay, adrift = _settle_chain(umpire, chains[key], sorted(left.get(key, [])))
        groups = [(adrift.get(unit.id, unit), kind) for unit, kind in groups]
        groups += [(unit, replace(kinds[key], damage=damage)) for unit, damage in stay]
    return replace(line, groups=tuple(groups))


def _chain(kind: Kind) -> Chain:
    """What stays the same of a kind when it is damaged."""
    return (kind.unit.id, kind.patrol, kind.hunted, kind.called)


@implements("GW-9.6-5", "GW-12.2-battleship", "GW-0.4-1")
def _settle_chain(
    umpire: Umpire, ships: Sequence[Ship], left: Sequence[int]
) -> tuple[list[Ship], dict[str, Unit]]:
    """Of like ships those with most damage and least cargo sink; the others are marked.

    Returns the groups that are left, each with its damage, and the aircraft set adrift, by old id.
    """
    state = umpire.state
    ranked = sorted(ships, key=lambda ship: (ship[1], -len(cargo_of(state, ship[0])), ship[0].id))
    stay, gone = ranked[: len(left)], ranked[len(left) :]
    adrift: dict[str, Unit] = {}
    for unit, _, _, number in _alike((unit, old, SUNK) for unit, old in gone):
        adrift |= sink(umpire, unit, number)
    found: list[Ship] = []
    floating = ((unit, old, new) for (unit, old), new in zip(stay, left, strict=True))
    for unit, old, new, number in _alike(floating):
        events = mark_events(unit, {UnitMark.DAMAGED: new}, number) if new != old else []
        umpire.apply(*events)
        part = replace(unit, count=None if unit.count is None else number)
        found.append((follow(part, events), new))
    return found, adrift


def _alike(rows: Iterable[tuple[Unit, int, int]]) -> list[tuple[Unit, int, int, int]]:
    """Ships of a group with the same old and new damage, together and with their number."""
    found: dict[tuple[str, int, int], tuple[Unit, int]] = {}
    for unit, old, new in rows:
        number = found.get((unit.id, old, new), (unit, 0))[1]
        found[unit.id, old, new] = (unit, number + 1)
    return [(unit, old, new, number) for (_, old, new), (unit, number) in found.items()]


@implements("GW-9.6-5")
def sink(umpire: Umpire, unit: Unit, number: int) -> dict[str, Unit]:
    """Some units are lost with what they carry; aircraft of a Carrier are left in the air."""
    zone, current = unit.at, unit
    adrift: dict[str, Unit] = {}
    for cargo in cargo_of(umpire.state, unit):
        if type_of(umpire.book, unit).is_carrier:
            events = unload(umpire.state, cargo, zone, cargo.size)
            umpire.apply(*events)
            current = follow(current, events)
            flying = follow(cargo, events[:1])
            marked = mark_events(flying, {UnitMark.NO_DECK: True}, flying.size)
            umpire.apply(*marked)
            adrift[cargo.id] = follow(flying, marked)
    umpire.apply(*lost_with(umpire.state, current), moved(current, REMOVED, number))
    return adrift


@implements("GW-8.7-8")
def land_without_deck(umpire: Umpire, zone: str) -> None:
    """Aircraft whose Carrier sank: another deck, a Friendly zone beside, or lost (8.7)."""
    for group in umpire.state.at(zone):
        if group.marked(UnitMark.NO_DECK):
            events = mark_events(group, {UnitMark.NO_DECK: None}, group.size)
            umpire.apply(*events)
            _land(umpire, follow(group, events))


def _land(umpire: Umpire, group: Unit) -> None:
    board, zone, left = umpire.board, group.at, group.size
    while left:
        deck = deck_for(umpire.position, group.owner, type_of(umpire.book, group), zone)
        if deck is None:
            break
        umpire.apply(*load(umpire.state, deck, group, 1))
        left -= 1
    if not left:
        return
    near = sorted(board.neighbours[zone])
    safe = [other for other in near if is_friendly(umpire.state, group.owner, other)]
    umpire.apply(moved(group, safe[0] if safe else REMOVED, left))
