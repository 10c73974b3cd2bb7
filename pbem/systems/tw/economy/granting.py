"""Grants of NARFs (14.8): `{grant: 20, to: Italy, by: Germany}`, as units move strategically.

They go by land, for a strategic movement point for each 20. Decides who may grant how much to whom.
Leaves grants over sea to `convoys`, and what America lends in peace to rules that are not played:
TW-14.8.2-1, TW-14.8.6-1.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.move.points import WHOLE, use_points
from pbem.systems.tw.move.shifting import by_narfs, is_pressed, way_by_land
from pbem.systems.tw.supply.lines import MAJORS, full_sources
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName

EACH: Final = 20  # NARFs that a strategic movement point carries
MOST: Final = 20  # NARFs of a turn from one major power to another
BRITAIN_TO_FRANCE: Final = "1941-spring"


@implements("TW-14.8-1", "TW-14.8-2", "TW-14.8.7-1")
def check_grant(position: Position, order: Order) -> Ruling:
    """A power hands NARFs to another."""
    check = Check(position, order)
    power = check.own_power(order.data.get("by"), satellites=True)
    to = check.power(order.data["to"]) if power else ""
    many = int(order.data["grant"])
    if not to:
        return check.ruling("")
    may_grant(check, power, to)
    if check.ok:
        _goes_by_land(check, power, to)
    is_within(check, power, to, many)
    left = position.state.counter(power, PowerCount.NARFS) - many
    if left < 0:
        message = f"{check.title(power)} has {left + many} NARFs"
        check.complain("narfs", message, cite="14.8")
    points = -(-many // EACH)
    check.does(set_power(check.state, power, "counter", PowerCount.NARFS, left))
    use_points(check, power, points * WHOLE, f"{points} strategic movement points are needed")
    has = check.state.counter(to, PowerCount.NARFS)
    check.does(set_power(check.state, to, "counter", PowerCount.NARFS, has + many))
    return check.ruling(f"{check.title(power)} grants {check.title(to)} {many} NARFs")


@implements("TW-14.8.2-7", "TW-14.8.1-1", "TW-14.8.1-3", "TW-14.8.1-4", "TW-14.8.1-5")
def may_grant(check: Check, power: str, to: str) -> None:
    """Major powers that fight a major power together, or a patron and its Satellite."""
    position = check.position
    patron = position.patron(power) == position.patron(to)
    foes = [m for m in MAJORS if position.at_war(power, m) and position.at_war(to, m)]
    early = order_of(position.clock.turn) < order_of(BRITAIN_TO_FRANCE)
    to_france = (power, to) == (PowerName.BRITAIN, PowerName.FRANCE)
    said = (
        ("self", power == to, "nobody grants itself anything"),
        ("soviet", power == PowerName.SOVIET_UNION, "the Soviet Union grants nothing"),
        (
            "stranger",
            not patron and (power not in MAJORS or to not in MAJORS),
            "they are strangers",
        ),
        ("no-foe", not patron and not foes, "they fight no major power together"),
        ("early", to_france and early, f"nothing to France before {BRITAIN_TO_FRANCE}"),
        ("italy", (power, to) == (PowerName.ITALY, PowerName.GERMANY), "Italy aids no Germany"),
    )
    check.first(said, cite="14.8.1", about=check.order.data["to"])


def _goes_by_land(check: Check, power: str, to: str) -> None:
    """A way of strategic movement leads from capital to capital, beside no enemy."""
    position = check.position
    ways = (
        way_by_land(position, power, start, goal)
        for start, goal in product(full_sources(position, power), full_sources(position, to))
        if not is_pressed(position, power, start) and not is_pressed(position, power, goal)
    )
    if all(way is None for way in ways):
        message = f"no way by land leads from {check.title(power)} to {check.title(to)}"
        check.complain("no-way", message, cite="14.8", about=check.order.data["to"])


@implements("TW-14.8.1-2", "TW-14.8.2-2")
def is_within(check: Check, power: str, to: str, many: int) -> None:
    """At most 20 NARFs a turn from one major power to another."""
    if power not in MAJORS or to not in MAJORS:
        return
    count = PowerCount.GRANTED.of(to)
    granted = check.position.state.counter(power, count) + many
    if granted > MOST:
        check.complain("too-many", f"no more than {MOST} NARFs a turn", cite="14.8.1")
    check.does(set_power(check.state, power, "counter", count, granted))


def grants(umpire: Umpire) -> None:
    """Grants of the Strategic Movement Segment: who has the fewest NARFs grants first."""
    for player in by_narfs(umpire):
        own = partial(is_of, player)
        for order, ruling in umpire.sound_orders(GRANTS.name, own):
            umpire.apply(*ruling.events)
            umpire.done(order, ruling.reading)


def is_of(player: str, order: Order) -> bool:
    """Whether an order is a player's."""
    return order.player == player


GRANTS: Final = Section("grant", "Grants of NARFs", "grants", "tw/grant", "14.8", check_grant)
