"""Where units are built in Factories in Flames (13.6.10, option 40).

Decides the places whose production boxes a unit may be started in, how many units a box holds, and
which build points reach a place. The printed charts of tracks are not known: a track is read into
every place that can build, and a place has as many boxes as the rules give it. Leaves the work on
units to `construction`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.rules.book import once
from pbem.systems.flames.economy.holdings import (
    FACTORY,
    factories_at,
    idle_factories,
    is_held,
    places_with,
)
from pbem.systems.flames.economy.own_points import multiple_of
from pbem.systems.flames.economy.points import left, output
from pbem.systems.flames.kits.tracks.boxes import BEYOND, DEPLOY, HIGHEST, OPEN, boxed
from pbem.systems.flames.world.arrivals import ways_in
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.countries import acts_as, counts, has_count, set_count
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.local_units import MILITIA
from pbem.systems.flames.world.position import VOLUNTEER, Piece, Position, arm_of
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.supply import flooded
from pbem.systems.flames.world.vocabulary import PowerCount, UnitMark

CAPITAL: Final = "capital"
WITHOUT_PLACE: Final = (MILITIA, "GAR", "TERR")


# --- where ---------------------------------------------------------------------------------------


@implements("WIF-13.6.10-10d", "WIF-13.6.10-1c")
def is_placeless(piece: Piece) -> bool:
    """Whether a unit is built on a track without a place: militia, garrisons, territorials …"""
    return arm_of(piece) in WITHOUT_PLACE or piece.counter.is_a(VOLUNTEER)


@implements("WIF-13.6.10-10a", "WIF-13.6.10-2")
def build_sites(position: Position, piece: Piece) -> tuple[str, ...]:
    """The places where a unit may be built: capital and factories of its home, in byte order.

    A factory that was built or came by rail makes a place of them too. `beyond` is the cities
    beyond the map.
    """
    if is_placeless(piece):
        return (OPEN,)
    return _sites_of(position, piece.owner, _homes(position, piece))


def _homes(position: Position, piece: Piece) -> tuple[str, ...]:
    """The home country of a unit; where it is lost, the one that its power has now."""
    homes = homes_now(position.state, piece.owner)
    printed = home_country(position, piece)
    return (printed,) if printed in homes else tuple(homes)


@once
def _sites_of(position: Position, owner: str, homes: tuple[str, ...]) -> tuple[str, ...]:
    power = position.major(owner)
    facts = position.board.by_fact
    known = {*facts.get("factories", {}), *facts.get(CAPITAL, {}), *places_with(position, FACTORY)}
    found = [
        place
        for place in sorted(known)
        if position.country(place) in homes
        and is_held(position, power, place)
        and room_of(position, place)
    ]
    others = position.policy.industry.sites(position, owner)
    beyond = [BEYOND] if owner == power and room_of(position, BEYOND, power) else []
    return tuple(dict.fromkeys((*found, *others, *beyond)))


# --- how many ------------------------------------------------------------------------------------


@implements("WIF-13.6.10-15")
def room_of(position: Position, site: str, power: str = "") -> int:
    """How many land units and aircraft a numbered box of a place holds: capital and factories.

    Beyond the map there are as many factories as make production points there.
    """
    if site == BEYOND:
        return position.state.counter(power, PowerCount.BEYOND_THE_MAP)
    works = len(factories_at(position, site)) - idle_factories(position, site)
    return works + (position.board.fact(site, CAPITAL) is not None)


@implements("WIF-13.6.10-15", "WIF-13.6.10-16", "WIF-13.6.10-17", "WIF-13.6.10-18")
def has_room(position: Position, power: str, site: str, number: int) -> bool:
    """Whether one unit more may enter a box; Deploy and the open track hold any number.

    Units that were on the map do not count; too many already, and no more come in.
    """
    if number == DEPLOY or site == OPEN:
        return True
    there = [p for p in boxed(position, site, number) if not p.unit.marked(UnitMark.RETURNING)]
    return len(there) < room_of(position, site, power)


def sites_with_room(position: Position, piece: Piece, number: int) -> tuple[str, ...]:
    """The places where a unit may be started in a box."""
    power = position.major(piece.owner)
    return tuple(
        site
        for site in build_sites(position, piece)
        if has_room(position, power, site, min(number, HIGHEST))
    )


# --- which build points --------------------------------------------------------------------------


@implements("WIF-13.6.10-9")
def made_at(position: Position, power: str) -> dict[str, int]:
    """The production points that a power makes in each place, or that come in there."""
    made = output(position, power)
    at: dict[str, int] = {}
    for load in made.loads:
        at[load.factory] = at.get(load.factory, 0) + load.count
    for place in ways_in(position, power)[:1] if power in position.powers else ():
        at[place] = at.get(place, 0) + made.beyond
    return at


def _net_of(position: Position, power: str, place: str) -> frozenset[str]:
    """A place and all hexes from which a basic path of any length leads to it."""
    return flooded(position, acts_as(position, power), frozenset({place})) | {place}


@once
def _nets(position: Position, power: str) -> tuple[tuple[frozenset[str], int], ...]:
    """The parts of the map in which a power makes production points, the richest first."""
    noted = has_count(position, power, PowerCount.MADE_POINTS)
    at = counts(position, power, PowerCount.MADE_AT) if noted else made_at(position, power)
    nets: list[tuple[frozenset[str], int]] = []
    for place in sorted(at, key=lambda place: (-at[place], place)):
        if not any(place in net for net, _ in nets):
            net = _net_of(position, power, place)
            nets.append((net, sum(many for other, many in at.items() if other in net)))
    return tuple(sorted(nets, key=lambda row: -row[1]))


@implements("WIF-13.6.10-9")
def payable(position: Position, power: str, site: str) -> int:
    """The build points that a power can still spend at a place: those with a way to it.

    A place that is cut off has what its own part of the map makes; the rest has what is left.
    """
    all_left = left(position, power)
    if site in (OPEN, BEYOND):
        return all_left
    nets = _nets(position, power)
    if not nets:
        return all_left
    shares = [_share(position, power, net) for net in nets[1:]]
    for number, (net, _) in enumerate(nets):
        if site in net:
            alone = max(0, all_left - sum(shares)) if number == 0 else shares[number - 1]
            return min(all_left, alone)
    return 0


def _share(position: Position, power: str, net: tuple[frozenset[str], int]) -> int:
    """The build points that a part of the map has made and not spent."""
    places, points = net
    spent = counts(position, power, PowerCount.SPENT_AT)
    used = sum(many for site, many in spent.items() if site in places)
    return max(0, rounded(points * multiple_of(position, power)) - used)


def noted(position: Position, country: str) -> Iterator[Event]:
    """Which points were made where, for what is cut off (13.6.10)."""
    for place, many in made_at(position, country).items():
        yield from set_count(position, country, PowerCount.MADE_AT.of(place), many)
