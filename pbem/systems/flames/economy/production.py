"""The production step: resources go to factories, factories make build points (13.6.1 to 13.6.3).

`{from: Krivoy Rog, to: Dnepropetrovsk, count: 2}` declares where resources go; all others go by
themselves, so that as many factories work as can. Leaves buying to `building`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.economy_verdicts import (
    Delivery,
    LendLeaseVerdict,
    ProductionVerdict,
)
from pbem.systems.flames.economy.flow import Load
from pbem.systems.flames.economy.foreign_units import exchange
from pbem.systems.flames.economy.gifts import declared_routes, gifts, takers_of, way
from pbem.systems.flames.economy.holdings import own_resources, usable_factories
from pbem.systems.flames.economy.lend_lease import received, sent
from pbem.systems.flames.economy.orders_of_powers import is_major, power_of, refuse_too_late
from pbem.systems.flames.economy.own_points import Output, traffic
from pbem.systems.flames.economy.points import output
from pbem.systems.flames.economy.trade import promises
from pbem.systems.flames.world.countries import countries_of, power_over, set_count
from pbem.systems.flames.world.named import places_in
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount, is_last_turn

CITE: Final = "13.6.1"


def check_route(position: Position, order: Order) -> Ruling:
    """Whether resources of a hex can be sent to the factories of another one (13.6.1)."""
    power, findings = power_of(position, order)
    starts, troubles = places_in(position, order, "from")
    ends, more = places_in(position, order, "to")
    findings += [*troubles, *more]
    if findings:
        return Ruling(tuple(findings))
    start, end, count = starts[0], ends[0], int(order.data.get("count", 1))
    findings = [*_route_troubles(position, power, Load(start, end, count))]
    if findings:
        return Ruling(tuple(findings))
    declared = {(r.source, r.factory): r.count for r in declared_routes(position.state, power)}
    name = PowerCount.ROUTE.of(start, end)
    total = declared.get((start, end), 0) + count
    words = f"{count} from {position.label(start)} to {position.label(end)}"
    return Ruling((), words, set_power(position.state, power, "counter", name, total))


def _route_troubles(position: Position, power: str, route: Load) -> Iterator[Finding]:
    """Why a power may not send resources along a route."""
    called, titled = position.called, position.title
    start, end = route.source, route.factory
    there = position.label(end)
    store = own_resources(position, power).get(start)
    user = _user(position, power, end)
    usable = usable_factories(position, user)
    yield from _source_troubles(position, power, route)
    if end not in usable:
        hint = f"factories of {titled(power)}: {', '.join(map(position.label, usable)) or 'none'}"
        message = f"{called(power)} has no factory to use in {there}"
        yield error("no-factory", message, hint=hint, cite="13.6.2", about=end)
        return
    into = [r.count for r in declared_routes(position.state, power) if r.factory == end]
    if route.count + sum(into) > usable[end]:
        message = f"{there} has {usable[end]} factories to use, more resources are sent there"
        hint = "a factory takes one resource: send the others to another"
        yield error("too-many", message, hint=hint, cite=CITE, about=end)
    reach = way(position, (power, user), start)
    if store is not None and end not in reach:
        near = [position.label(at) for at in usable if at in reach]
        hint = f"it can reach: {', '.join(near) or 'no factory'}"
        message = (
            f"no railway that {called(power)} can use leads from {position.label(start)} to {there}"
        )
        yield error("no-rail", message, hint=hint, cite=CITE, about=end)


def _user(position: Position, power: str, place: str) -> str:
    """Who would use a resource of a power in a hex: one to whom it owes some, or itself."""
    takers = takers_of(position, power)
    return next((p for p in takers if place in usable_factories(position, p)), power)


def _source_troubles(position: Position, power: str, route: Load) -> Iterator[Finding]:
    """Whether a hex has the resources that a route takes."""
    here, store = position.label(route.source), own_resources(position, power).get(route.source)
    if store is None:
        message = f"{position.called(power)} has no resource in {here}"
        yield error("no-resource", message, cite=CITE, about=route.source)
        return
    routes = declared_routes(position.state, power)
    if route.count + sum(r.count for r in routes if r.source == route.source) > store.total:
        message = f"{here} has {store.total} resources, more are sent from it"
        yield error("too-many", message, cite=CITE, about=route.source)


@implements("WIF-13.6-1", "WIF-13.6.1-8")
def production(umpire: Umpire) -> None:
    """Every major power makes its build points (13.6)."""
    if is_last_turn(umpire.state):
        refuse_too_late(umpire, "trade", "goods", "routes", "share")
        return
    umpire.position.policy.industry.deals(umpire)
    exchange(umpire)
    umpire.carry_out("goods")
    umpire.carry_out("routes")
    umpire.carry_out("share")
    for verdict in _given(umpire.position):
        umpire.tell(verdict)
    for power in [p.id for p in umpire.state.powers.values() if is_major(p)]:
        umpire.position.policy.industry.produces(umpire, power)
        for country in countries_of(umpire.position, power):
            _produce(umpire, country, country == power)
        umpire.position.kits.save_oil(umpire, power, traffic(umpire.position, power)[0])


def _produce(umpire: Umpire, country: str, is_power: bool) -> None:
    """A power, or a country that produces apart, makes its build points, which is told."""
    made, words = output(umpire.position, country), [PowerCount.MADE_POINTS]
    words += [PowerCount.BUILD_POINTS] if is_power else []
    umpire.apply(
        *(c for w in words for c in set_count(umpire.position, country, w, made.build_points))
    )
    umpire.apply(*umpire.position.kits.noted(umpire.position, country))
    if made.points or made.build_points:
        umpire.tell(_told(country, made))


def _given(position: Position) -> Iterator[LendLeaseVerdict]:
    """What powers give each other in this step, pair by pair; not what minors cannot bring."""
    pairs = dict.fromkeys((p.giver, p.taker) for p in promises(position))
    for given in (_exchange(position, *pair) for pair in pairs):
        owes = given.giver in position.powers and is_major(position.powers[given.giver])
        if given.used or given.points or owes:
            yield given


def _exchange(position: Position, giver: str, taker: str) -> LendLeaseVerdict:
    """What one power or country gives another."""
    found = (g for g in gifts(position) if (g.giver, g.taker) == (giver, taker))
    goods = {gift.place: gift.goods for gift in found}
    loads = traffic(position, power_over(position, taker))[0]
    return LendLeaseVerdict(
        None,
        giver=giver,
        taker=taker,
        resources=sum(store.total for store in goods.values()),
        oil=sum(store.oil for store in goods.values()) if position.kits.tells_oil else 0,
        used=sum(load.count for load in loads if load.source in goods),
        points=sent(position, giver).get(taker, 0),
        arrived=received(position, taker).get(giver, 0),
    )


def _told(power: str, made: Output) -> ProductionVerdict:
    return ProductionVerdict(
        None,
        power=power,
        loads=tuple(Delivery(x.source, x.factory, x.count) for x in made.loads),
        beyond=made.beyond,
        lost=made.lost,
        points=made.points,
        multiple=made.multiple,
        bonus=made.bonus,
        lent=made.lent,
        received=made.received,
        build_points=made.build_points,
    )


ROUTES: Final = Section(
    name="routes",
    title="Where resources go",
    step="production",
    schema="routes",
    cite=CITE,
    check=check_route,
)
