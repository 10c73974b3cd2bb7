"""Resources that powers give each other: which leave, and with which a power is left (5, 5.1).

Decides from which hexes come the resources that a power owes another one: those of a route that it
has declared, those that can get there, those that it cannot use itself. Leaves who owes what to
`trade`, the factories that they find to `own_points`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.economy.flow import Load, assigned
from pbem.systems.flames.economy.holdings import Store, is_held, own_resources, usable_factories
from pbem.systems.flames.economy.trade import Promise, promises
from pbem.systems.flames.economy.transport import rail_reach
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.vocabulary import PowerCount

NOTHING: Final = Store(0, 0)


class Undelivered(Reading, id="WIF-5.1-R1"):
    """What becomes of goods that a trade agreement promises and that cannot be brought."""

    LOST = "lost"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Gift:
    """Resources of a hex that one power gives another."""

    giver: str
    taker: str
    place: str
    goods: Store


@implements("WIF-5-2", "WIF-5-7", "WIF-5.1-15")
@once
def gifts(position: Position) -> tuple[Gift, ...]:
    """All resources that leave their power in this production step, whether they arrive or not."""
    found: dict[tuple[str, str, str], Store] = {}
    left: dict[str, dict[str, Store]] = {}
    for promise in promises(position):
        giver = promise.giver
        stock = left.setdefault(giver, dict(own_resources(position, giver)))
        order = _in_order(position, promise, stock) if promise.resources else []
        for oil, many in _wanted(position, promise):
            for place, most in order:
                goods = _taken(stock[place], oil, min(many, most))
                many -= goods.total
                stock[place] = stock[place].less(goods)
                key = giver, promise.taker, place
                found[key] = found.get(key, NOTHING).plus(goods)
    return tuple(Gift(*key, goods) for key, goods in found.items() if goods.total)


def _wanted(position: Position, promise: Promise) -> tuple[tuple[bool | None, int], ...]:
    """How many resources are owed: that are oil, that are not, or whatever they are (None)."""
    if promise.oil is None or not position.kits.tells_oil:
        return ((None, promise.resources),)
    return ((True, promise.oil), (False, promise.resources - promise.oil))


def _taken(store: Store, oil: bool | None, many: int) -> Store:
    """As many resources of a hex as are wanted and there; general ones first."""
    general = 0 if oil else min(many, store.general)
    wells = 0 if oil is False else min(many - general, store.oil)
    return Store(general, wells)


def _in_order(
    position: Position, promise: Promise, stock: Mapping[str, Store]
) -> list[tuple[str, int]]:
    """The hexes from which comes what a power owes another one, in order, and how many of each.

    First what a route says, then what gets there; of that what the power has no use for.
    """
    giver, taker = promise.giver, promise.taker
    ends, spare = _ends(position, taker), _spare(position, giver)
    said = [r for r in declared_routes(position.state, giver) if r.factory in ends]
    able = {place for place in stock if not ends.isdisjoint(way(position, (giver, taker), place))}
    stuck = () if is_kept_if_stuck(position, promise) else stock.keys() - able
    rows = [(r.source, r.count) for r in said if r.source in stock]
    return [*rows, *_spare_first(able, spare, stock), *_spare_first(stuck, spare, stock)]


def _spare_first(
    places: Iterable[str], spare: Mapping[str, int], stock: Mapping[str, Store]
) -> list[tuple[str, int]]:
    """Some hexes, first with what their power has no use for, then with all that there is."""
    order = sorted(places)
    return [(p, spare[p]) for p in order] + [(p, stock[p].total) for p in order]


def is_kept_if_stuck(position: Position, promise: Promise) -> bool:
    """Whether goods of a promise that cannot be brought stay with their owner."""
    return promise.agreed and position.reading(Undelivered) is Undelivered.KEPT


def _ends(position: Position, taker: str) -> frozenset[str]:
    """Where a power can do something with a resource: its factories, and stores for oil."""
    ends = frozenset(usable_factories(position, taker))
    if not position.kits.tells_oil:
        return ends
    facts = position.board.by_fact
    spots = {*facts.get("city", {}), *facts.get("port", {})}
    return ends | {place for place in spots if is_held(position, taker, place)}


def _spare(position: Position, power: str) -> dict[str, int]:
    """How many resources of each hex a power could not use itself."""
    factories = usable_factories(position, power)
    have = {place: store.total for place, store in own_resources(position, power).items()}
    reach = {p: nearest(position, p, factories, rail_reach(position, power, p)) for p in have}
    for load in assigned(have, factories, reach):
        have[load.source] -= load.count
    return have


# --- what a power has then -----------------------------------------------------------------------


@once
def goods_of(position: Position, power: str) -> dict[str, Store]:
    """The resources that a power can use: its own without what it gives, and what it is given."""
    found = dict(own_resources(position, power))
    for gift in gifts(position):
        if gift.giver == power:
            found[gift.place] = found[gift.place].less(gift.goods)
        if gift.taker == power:
            found[gift.place] = found.get(gift.place, NOTHING).plus(gift.goods)
    return {place: found[place] for place in sorted(found)}


def reached(position: Position, power: str, place: str) -> frozenset[str]:
    """The hexes to which a power can rail a resource of a hex, its own or one that it is given."""
    givers = (gift.giver for gift in gifts(position) if gift.place == place)
    return way(position, (next(givers, power), power), place)


def way(position: Position, powers: tuple[str, str], place: str) -> frozenset[str]:
    """The hexes that a resource reaches which one power gives another, or moves for itself."""
    giver, taker = powers
    return rail_reach(position, giver, place, "" if giver == taker else taker)


def nearest(
    position: Position, place: str, factories: Iterable[str], reach: Container[str]
) -> list[str]:
    """The factories that a resource can reach, the nearest first."""
    far = {at: position.board.distance(place, at) or 0 for at in factories if at in reach}
    return sorted(far, key=lambda at: (far[at], at))


def takers_of(position: Position, giver: str) -> Iterator[str]:
    """The powers to which a power owes resources."""
    yield from (p.taker for p in promises(position) if p.giver == giver and p.resources)


def declared_routes(state: State, power: str) -> tuple[Load, ...]:
    """The routes that a power has declared for this turn."""
    if power not in state.powers:
        return ()
    said = PowerCount.ROUTE.among(state.powers[power].counters)
    pairs = {name: name.partition(".") for name in sorted(said)}
    return tuple(Load(start, end, said[name]) for name, (start, _, end) in pairs.items())
