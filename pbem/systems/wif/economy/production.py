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
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_power
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.economy.economy_verdicts import Delivery, ProductionVerdict
from pbem.systems.wif.economy.flow import Load
from pbem.systems.wif.economy.holdings import own_resources, usable_factories
from pbem.systems.wif.economy.orders_of_powers import is_major, power_of
from pbem.systems.wif.economy.points import Output, declared_routes, output
from pbem.systems.wif.economy.transport import rail_reach
from pbem.systems.wif.world.calendar import is_last_turn
from pbem.systems.wif.world.named import places_in
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.vocabulary import PowerCount

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
    start, end = route.source, route.factory
    there = position.label(end)
    store = own_resources(position, power).get(start)
    usable = usable_factories(position, power)
    yield from _source_troubles(position, power, route)
    if end not in usable:
        hint = f"factories of {power}: {', '.join(map(position.label, usable)) or 'none'}"
        message = f"{power} has no factory to use in {there}"
        yield error("no-factory", message, hint=hint, cite="13.6.2", about=end)
        return
    into = [r.count for r in declared_routes(position.state, power) if r.factory == end]
    if route.count + sum(into) > usable[end]:
        message = f"{there} has {usable[end]} factories to use, more resources are sent there"
        yield error("too-many", message, cite=CITE, about=end)
    reach = rail_reach(position, power, start)
    if store is not None and end not in reach:
        near = [position.label(at) for at in usable if at in reach]
        hint = f"it can reach: {', '.join(near) or 'no factory'}"
        message = f"no railway that {power} can use leads from {position.label(start)} to {there}"
        yield error("no-rail", message, hint=hint, cite=CITE, about=end)


def _source_troubles(position: Position, power: str, route: Load) -> Iterator[Finding]:
    """Whether a hex has the resources that a route takes."""
    here, store = position.label(route.source), own_resources(position, power).get(route.source)
    if store is None:
        message = f"{power} has no resource in {here}"
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
        return
    umpire.carry_out("routes")
    for power in [p.id for p in umpire.state.powers.values() if is_major(p)]:
        made = output(now(umpire), power)
        umpire.apply(
            *set_power(umpire.state, power, "counter", PowerCount.MADE_POINTS, made.build_points),
            *set_power(umpire.state, power, "counter", PowerCount.BUILD_POINTS, made.build_points),
        )
        if made.points or made.build_points:
            umpire.tell(_told(power, made))


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
    schema="wif/routes",
    cite=CITE,
    check=check_route,
)
