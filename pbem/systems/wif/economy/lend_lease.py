"""Build points that go from power to power (5, 13.6.4).

Decides how many leave their power, from which factories and stores, and how many arrive: a city or
major port at home takes so many. Leaves who owes what to `trade`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.wif.economy.flow import assigned
from pbem.systems.wif.economy.gifts import is_kept_if_stuck, nearest, way
from pbem.systems.wif.economy.holdings import is_held, usable_factories
from pbem.systems.wif.economy.orders_of_powers import is_major
from pbem.systems.wif.economy.own_points import own_output, traffic
from pbem.systems.wif.economy.road_traffic import over_roads
from pbem.systems.wif.economy.trade import Promise, promises
from pbem.systems.wif.world.control import homes_now
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.stores import POINTS, stores


class BusyFactories(Reading, id="WIF-13.6.4-R1"):
    """Whether a factory that has a resource in this turn takes a build point, too."""

    BOTH = "both"
    EITHER = "either"


CAPITAL: Final = 2
CITY: Final = 1
PORT: Final = 1


@implements("WIF-5-7", "WIF-13.6.4-1")
@once
def sent(position: Position, giver: str) -> dict[str, int]:
    """The build points that leave a power, by who shall have them: as many as there are (5)."""
    left = own_output(position, giver).own_points + sum(_saved(position, giver).values())
    found: dict[str, int] = {}
    for promise in promises(position):
        if promise.giver == giver and not _is_stuck(position, promise):
            many = min(left, promise.points)
            left -= many
            found[promise.taker] = found.get(promise.taker, 0) + many
    return found


def _is_stuck(position: Position, promise: Promise) -> bool:
    """Whether promised points stay with their owner, since no way leads to who shall have them."""
    if not is_kept_if_stuck(position, promise):
        return False
    room = room_for_points(position, promise.taker)
    return not any(ends for *_, ends in _starts(position, (promise.giver, promise.taker), room))


def _saved(position: Position, power: str) -> dict[str, int]:
    return stores(position, power, POINTS) if position.options.saved_points else {}


@implements("WIF-13.6.4-3", "WIF-13.6.4-5")
@once
def received(position: Position, taker: str) -> dict[str, int]:
    """The build points that arrive of those that others owe a power; the others are lost (13.6.4).

    They go by rail from where they were made or saved to a city or major port at home.
    """
    room = room_for_points(position, taker)
    leave: dict[str, int] = {}
    reach: dict[str, list[str]] = {}
    whose: dict[str, str] = {}
    for giver in position.powers:
        left = sent(position, giver).get(taker, 0)
        for place, many, ends in _starts(position, (giver, taker), room) if left else ():
            leave[place], reach[place], whose[place] = min(left, many), ends, giver
            left -= leave[place]
    found: dict[str, int] = {}
    majors = [power.id for power in position.powers.values() if is_major(power)]
    used = dict(traffic(position, majors[-1])[1]) if majors else {}
    rows = [(load, (whose[load.source], taker)) for load in assigned(leave, room, reach)]
    for load in over_roads(position, rows, used):
        giver = whose[load.source]
        found[giver] = found.get(giver, 0) + load.count
    return found


def _starts(
    position: Position, powers: tuple[str, str], room: Iterable[str]
) -> list[tuple[str, int, list[str]]]:
    """Where a power's build points are, and where they can go; the dead ends last."""
    made = _origins(position, powers[0])
    rows = [(p, n, nearest(position, p, room, way(position, powers, p))) for p, n in made.items()]
    return sorted(rows, key=lambda row: (not row[2], row[0]))


def _origins(position: Position, power: str) -> dict[str, int]:
    """Where how many of a power's build points are: factories, stores, for the rest its capital."""
    made = own_output(position, power)
    found = dict(_saved(position, power))
    for load in made.loads:
        more = ceil(load.count * made.multiple)
        found[load.factory] = found.get(load.factory, 0) + more
    rest = made.bonus + ceil(made.beyond * made.multiple)
    for city in _cities(position, power)[:1]:
        found[city] = found.get(city, 0) + rest
    return found


def _cities(position: Position, power: str) -> list[str]:
    """The cities that a power holds at home, the capital first."""
    board, homes = position.board, homes_now(position.state, power)
    inside = [p for p in sorted(board.by_fact.get("city", {})) if position.country(p) in homes]
    held = [place for place in inside if is_held(position, power, place)]
    return sorted(held, key=lambda place: board.fact(place, "capital") not in homes)


def _free_factories(position: Position, power: str) -> dict[str, int]:
    """The factories of each hex that can take a build point."""
    works = dict(usable_factories(position, power))
    if position.reading(BusyFactories) is BusyFactories.EITHER:
        for load in own_output(position, power).loads:
            works[load.factory] -= load.count
    return works


@implements("WIF-13.6.4-4")
def room_for_points(position: Position, power: str) -> dict[str, int]:
    """How many build points each city and major port of a power's first home takes (13.6.4)."""
    board, ground = position.board, position.ground
    homes = homes_now(position.state, power)[:1]
    works = _free_factories(position, power)
    spots = {*board.by_fact.get("city", {}), *board.by_fact.get("port", {})}
    found = {}
    for place in sorted(spots):
        if position.country(place) in homes and is_held(position, power, place):
            many = PORT if ground.port(place) == "major" else 0
            if ground.is_city(place):
                many += CAPITAL if board.fact(place, "capital") in homes else CITY
            found[place] = many + (works.get(place, 0) if many else 0)
    return {place: many for place, many in found.items() if many}
