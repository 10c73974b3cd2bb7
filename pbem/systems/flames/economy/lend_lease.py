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
from pbem.systems.flames.economy.flow import assigned
from pbem.systems.flames.economy.gifts import is_kept_if_stuck, nearest, way
from pbem.systems.flames.economy.holdings import is_held, usable_factories
from pbem.systems.flames.economy.orders_of_powers import is_major
from pbem.systems.flames.economy.own_points import own_output, traffic
from pbem.systems.flames.economy.trade import Promise, promises
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.countries import (
    countries_of,
    homes_of,
    power_over,
    powers_and_nations,
)
from pbem.systems.flames.world.position import Position


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
    """The build points that leave a power, by who shall have them: as many as there are (5).

    Within a family of countries that produce apart no more leave than arrive.
    """
    return {
        taker: received(position, taker).get(giver, 0) if within else many
        for taker, (many, within) in _offered(position, giver).items()
    }


@once
def _offered(position: Position, giver: str) -> dict[str, tuple[int, bool]]:
    """The build points that a power would send, and whether it is to a country of its family."""
    left = own_output(position, giver).own_points + sum(
        position.kits.saved_points(position, giver).values()
    )
    found: dict[str, tuple[int, bool]] = {}
    for promise in promises(position):
        if promise.giver == giver and not _is_stuck(position, promise):
            many = min(left, promise.points)
            left -= many
            before = found.get(promise.taker, (0, False))[0]
            found[promise.taker] = before + many, promise.within
    return found


def _is_stuck(position: Position, promise: Promise) -> bool:
    """Whether promised points stay with their owner, since no way leads to who shall have them."""
    if not is_kept_if_stuck(position, promise):
        return False
    room = room_for_points(position, promise.taker)
    return not any(ends for *_, ends in _starts(position, (promise.giver, promise.taker), room))


@implements("WIF-13.6.4-3", "WIF-13.6.4-5")
@once
def received(position: Position, taker: str) -> dict[str, int]:
    """The build points that arrive of those that others owe a power; the others are lost (13.6.4).

    They go by rail from where they were made or saved to a city or major port at home.
    """
    room = room_for_points(position, taker)
    found: dict[str, int] = {}
    majors = [power.id for power in position.powers.values() if is_major(power)]
    used = dict(traffic(position, majors[-1])[1]) if majors else {}
    for among_kin in (False, True):
        _bring(position, taker, among_kin, (room, used, found))
    return found


_Points = tuple[dict[str, int], dict[str, int], dict[str, int]]


def _bring(position: Position, taker: str, among_kin: bool, points: _Points) -> None:
    """The build points of others, or those of the taker's own family of countries, that arrive.

    `points`: the room that is left, what has gone over roads, what has come by then from whom.
    """
    room, used, found = points
    leave: dict[str, int] = {}
    reach: dict[str, list[str]] = {}
    whose: dict[str, str] = {}
    for giver in powers_and_nations(position):
        left, within = _offered(position, giver).get(taker, (0, False))
        left = left if within == among_kin else 0
        for place, many, ends in _starts(position, (giver, taker), room) if left else ():
            leave[place], reach[place], whose[place] = min(left, many), ends, giver
            left -= leave[place]
    to = power_over(position, taker)
    rows = [
        (load, (power_over(position, whose[load.source]), to))
        for load in assigned(leave, room, reach)
    ]
    for load in position.kits.over_roads(position, rows, used):
        giver = whose[load.source]
        found[giver] = found.get(giver, 0) + load.count
        room[load.factory] -= load.count


def _starts(
    position: Position, powers: tuple[str, str], room: Iterable[str]
) -> list[tuple[str, int, list[str]]]:
    """Where a power's build points are, and where they can go; the dead ends last."""
    made, ways = _origins(position, powers[0]), _ways(position, powers)
    rows = [(p, n, nearest(position, p, room, way(position, ways, p))) for p, n in made.items()]
    return sorted(rows, key=lambda row: (not row[2], row[0]))


def _ways(position: Position, powers: tuple[str, str]) -> tuple[str, str]:
    """The major powers by whose railways points go that one country gives another."""
    giver, taker = (power_over(position, power) for power in powers)
    return giver, taker


def _origins(position: Position, power: str) -> dict[str, int]:
    """Where how many of a power's build points are: factories, stores, for the rest its capital."""
    made = own_output(position, power)
    found = dict(position.kits.saved_points(position, power))
    for load in made.loads:
        more = ceil(load.count * made.multiple)
        found[load.factory] = found.get(load.factory, 0) + more
    rest = made.bonus + ceil(made.beyond * made.multiple)
    for city in _cities(position, power)[:1]:
        found[city] = found.get(city, 0) + rest
    return found


def _cities(position: Position, power: str) -> list[str]:
    """The cities that a power holds at home, the capital first."""
    board, homes = position.board, _all_homes(position, power)
    inside = [p for p in sorted(board.by_fact.get("city", {})) if position.country(p) in homes]
    held = [place for place in inside if is_held(position, power_over(position, power), place)]
    return sorted(held, key=lambda place: board.fact(place, "capital") not in homes)


def _all_homes(position: Position, country: str) -> tuple[str, ...]:
    """All homes of a power where it produces as one; else the one of a country that is apart."""
    if country not in position.powers or len(countries_of(position, country)) > 1:
        return homes_of(position, country)
    return homes_now(position.state, country)


def _free_factories(position: Position, power: str) -> dict[str, int]:
    """The factories of each hex that can take a build point."""
    works = dict(usable_factories(position, power_over(position, power)))
    if position.reading(BusyFactories) is BusyFactories.EITHER:
        for load in own_output(position, power).loads:
            works[load.factory] -= load.count
    return works


@implements("WIF-13.6.4-4", "WIF-13.6.10-37a")
def room_for_points(position: Position, power: str) -> dict[str, int]:
    """How many build points each city and major port of a power's first home takes (13.6.4).

    With option 40 any country that produces apart takes them in its own.
    """
    board, ground = position.board, position.ground
    homes, lord = homes_of(position, power), power_over(position, power)
    works = _free_factories(position, power)
    spots = {*board.by_fact.get("city", {}), *board.by_fact.get("port", {})}
    found = {}
    for place in sorted(spots):
        if position.country(place) in homes and is_held(position, lord, place):
            many = PORT if ground.port(place) == "major" else 0
            if ground.is_city(place):
                many += CAPITAL if board.fact(place, "capital") in homes else CITY
            found[place] = many + (works.get(place, 0) if many else 0)
    return {place: many for place, many in found.items() if many}
