"""What a nation can buy now, where, and what it pays: told beside `production` in forms.

Decides what is listed. Leaves to `production` whether a purchase is legal, to `building` and
`facilities` the prices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order
from pbem.core.rules.position import Position
from pbem.systems.gw.economy.incomes import has_economy, zones_of
from pbem.systems.gw.economy.placement import MILITIA, Delivery, placement
from pbem.systems.gw.economy.production import PRODUCTION, bought
from pbem.systems.gw.world.building import COLONIAL, unit_stages, why_not_develop
from pbem.systems.gw.world.facilities import facilities
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import acting, is_sea
from pbem.systems.gw.world.units import UnitType, catalogue

ANYWHERE: Final = {MILITIA: "any own zone of value", COLONIAL: "own zones of value abroad"}


def spenders(position: Position) -> tuple[str, ...]:
    """The nations of the position's player that spend money in this turn."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    return tuple(p.id for p in acting(position) if p.id in own and has_economy(p))


def offers(position: Position) -> tuple[str, ...]:
    """Lines of a form: units with their prices by where they can be built, then facilities."""
    return tuple(line for power in spenders(position) for line in _offers(position, power))


def _offers(position: Position, power: str) -> Iterator[str]:
    several = f"{position.title(power)}, " if len(spenders(position)) > 1 else ""
    by_zones: dict[tuple[str, ...], list[UnitType]] = {}
    for kind in on_sale(position, power):
        zones = building_zones(position, power, kind)
        if zones:
            by_zones.setdefault(zones, []).append(kind)
    for zones, kinds in by_zones.items():
        places = ", ".join(map(position.label, zones))
        where = ANYWHERE.get(kinds[0].id, places)
        told = (f"{kind.name} {_price(position, kind)}" for kind in kinds)
        yield f"{several}in {where}: {', '.join(told)}"
    if not why_not_develop(position.state, power):
        works = (f"{name} {_paid(one.stages)}" for name, one in facilities(position.book).items())
        yield f"{several}facilities: {', '.join(works)}"


def on_sale(position: Position, power: str) -> tuple[UnitType, ...]:
    """The kinds of units that a nation may buy now, as the check of a purchase has it."""
    order = Order(PRODUCTION.name, 1, position.player, {}, Where("form", 1, 1))
    kinds = (bought(Check(position, order), power, name) for name in catalogue(position.book))
    return tuple(dict.fromkeys(kind for kind in kinds if kind))


def building_zones(position: Position, power: str, kind: UnitType) -> tuple[str, ...]:
    """The zones in which a nation could place a unit; ships where a yard has a slot."""
    return tuple(
        zone
        for zone in zones_of(position.state, power)
        if any(
            placement(position, Delivery(power, kind, zone, sea))[0]
            for sea in (_seas(position, zone) if kind.is_naval else ("",))
        )
    )


def _seas(position: Position, zone: str) -> tuple[str, ...]:
    board = position.board
    return tuple(other for other in board.neighbours[zone] if is_sea(board, other))


def _price(position: Position, kind: UnitType) -> str:
    return _paid(unit_stages(position.book, kind))


def _paid(stages: tuple[int, ...]) -> str:
    """`6`, or `5+5` where it is paid in two turns."""
    return "+".join(map(str, stages)) or "by border"
