"""Works (10.6.4, 11.1, 13.2.2): `{build: fortification, at: Metz}`, fortresses and airbases.

Airbases stand as well while aircraft stage, for money. Decides who may build which where, and pays.
Leaves what works are worth in combat to `battle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place, set_power
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.prices import pay
from pbem.systems.tw.move.points import WHOLE, use_points
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.calendar import order_of, season_of, year_of
from pbem.systems.tw.world.east import holds_karelia
from pbem.systems.tw.world.geography import NORTH_AFRICA, City, Land
from pbem.systems.tw.world.hexes import (
    has_fortress,
    is_desert,
    is_fortified,
    is_land,
    is_mountain,
)
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.telling import turn_name
from pbem.systems.tw.world.units import Kind
from pbem.systems.tw.world.vocabulary import (
    Marker,
    PowerCount,
    PowerFlag,
    PowerName,
    Season,
    TrackName,
)
from pbem.systems.tw.world.weather import effect

BUILD: Final = "build"
DISMANTLE: Final = "dismantle"
AIRBASE: Final = "airbase"
FORTIFICATION: Final = "fortification"
FORTRESS: Final = "fortress"
MARKERS: Final = {
    AIRBASE: Marker.AIRBASE,
    FORTIFICATION: Marker.FORTIFICATION,
    FORTRESS: Marker.FORTRESS,
}
STAGING: Final = "airbase-staging"
REPLACES: Final = "fortress-on-fortification"
GARRISON: Final = (Kind.INF, Kind.MOT, Kind.STA, Kind.PARA)
FIRST_TURNS: Final[Mapping[str, str]] = {  # the turns from which some powers fortify
    PowerName.FRANCE: "1941-spring",
    PowerName.SOVIET_UNION: "1941-summer",
}
NEVER: Final = (City.PARIS, City.ROME, City.BERLIN)
SOVIET_YEARS: Final = (1942, 1943)  # in which the Soviet Union builds a fortress anywhere


@implements("TW-15.1.2-4")
def check_works(position: Position, order: Order, in_operations: bool) -> Ruling:
    """One work is built, or an airbase dismantled."""
    check = Check(position, order)
    what = str(order.data.get(BUILD) or order.data.get(DISMANTLE))
    place = check.place(order.data["at"])
    power = check.own_power(order.data.get("by")) if place else ""
    if not power:
        return check.ruling("")
    if order.data.get(DISMANTLE):
        if what == FORTIFICATION:
            return _give_up(check, power, place)
        paid = _dismantle(check, power, place, in_operations)
        return check.ruling(f"{check.label(place)}: airbase dismantled{paid}")
    may_be_there(check, power, place, what)
    base = what == AIRBASE
    cost = _base(check, power, in_operations) if base else _rules_of(check, power, place, what)
    pay(check, power, cost)
    check.does(set_place(check.state, place, "marker", MARKERS[what], True))
    return check.ruling(f"{check.label(place)}: {what}, {cost} NARFs")


@implements("TW-11.1.1-2", "TW-13.2.2-2", "TW-10.6.4-3", "TW-15.2.4-1")
def may_be_there(check: Check, power: str, place: str, what: str) -> None:
    """Works stand on friendly land in full supply; the enemy beside it does not matter."""
    position, label = check.position, check.label(place)
    marker = position.state.marker(place, MARKERS[what])
    if not is_land(position.board, place) or not position.is_friendly(power, place):
        check.complain("not-friendly", f"{label} is not friendly land", cite="11.1.1", about=place)
    elif marker or (what == FORTIFICATION and has_fortress(position, place)):
        check.complain("there", f"{label} has such works", cite="10.6.4", about=place)
    elif what != FORTIFICATION and place not in lines_of(position, power).full:
        check.complain("no-supply", f"{label} is not in full supply", cite="11.1.1", about=place)


def _base(check: Check, power: str, in_operations: bool) -> int:
    """One airbase more; what it costs."""
    _is_within(check, power, AIRBASE)
    return _price(check.position, STAGING if in_operations else AIRBASE)


def _rules_of(check: Check, power: str, place: str, what: str) -> int:
    """The rules of a fortification or a fortress; what it costs."""
    if what == FORTIFICATION:
        return _fortify(check, power, place)
    return _make_fortress(check, power, place)


@implements("TW-11.1.1-1", "TW-10.6.4-2")
def _is_within(check: Check, power: str, what: str) -> None:
    """The most works of a kind that a power has on the board."""
    column = "airbases" if what == AIRBASE else "most"
    most, marker = _limit(check.position, power, column), MARKERS[what]
    places = check.state.places.values()
    many = sum(bool(one.markers.get(marker)) and one.controller == power for one in places)
    if many >= most:
        message = f"{check.title(power)} has {many} of {most} {what}s on the board"
        check.complain("too-many", message, cite="11.1.1" if what == AIRBASE else "10.6.4")


def _limit(position: Position, power: str, column: str) -> int:
    chart = position.book.chart("works")
    known = power in chart.table().rows.names
    return int(chart.at(power, column).number) if known else 0


@implements("TW-10.6.4-2", "TW-10.6.4-3", "TW-10.6.4-4", "TW-21.3-1")
def _fortify(check: Check, power: str, place: str) -> int:
    """A fortification: where foot stands, in no mountain; so many a turn."""
    position, label = check.position, check.label(place)
    _is_within(check, power, FORTIFICATION)
    built = position.state.counter(power, PowerCount.FORTIFIED) + 1
    garrison = any(piece.kind in GARRISON for piece in position.ground_at(place))
    first = FIRST_TURNS.get(power)
    early = first is not None and order_of(position.clock.turn) < order_of(first)
    british = power == PowerName.BRITAIN and position.board.country(place) == Land.FRANCE
    check.first(
        (
            ("turn", built > _limit(position, power, "fortifications"), "no more this turn"),
            ("early", early, f"none before {turn_name(first) if first else ''}"),
            ("mountain", is_mountain(position, place), f"{label} is a mountain"),
            ("nobody", not garrison, f"no INF, MOT, STA or PARA unit is in {label}"),
            ("british", british, "Britain fortifies nothing in France"),
            ("winter", _is_frozen_ground(position, power, place), "the winter forbids it"),
        ),
        cite="10.6.4",
    )
    check.does(set_power(check.state, power, "counter", PowerCount.FORTIFIED, built))
    return _price(position, FORTIFICATION)


@implements("TW-10.6.4-3", "TW-26.2-1")
def _is_frozen_ground(position: Position, power: str, place: str) -> bool:
    """Whether nothing is built: in winters inside the Soviet Union, and in bad weather."""
    winter = season_of(position.clock.turn) is Season.WINTER
    deep = winter and position.board.country(place) == Land.USSR
    return deep or not effect(position, power, place, "building")


def _price(position: Position, row: str) -> int:
    return int(position.book.chart("costs").at(row, "cost", "other").number)


@implements("TW-13.2.2-1", "TW-13.2.2-2", "TW-13.2.2-3")
def _make_fortress(check: Check, power: str, place: str) -> int:
    """A fortress: one a year, on no desert or mountain, not in some capitals; or on works."""
    position, label, year = check.position, check.label(place), year_of(check.state.clock.turn)
    last = position.state.flag(power, PowerFlag.LAST_FORTRESS)
    again = last is not None and year_of(str(last)) == year
    name = position.board.name(place)
    african = position.board.country(place) in NORTH_AFRICA or is_desert(position, place)
    tobruk = name == City.TOBRUK and power == PowerName.BRITAIN
    never = name in NEVER or is_mountain(position, place) or (african and not tobruk)
    nobody = not _limit(position, power, "fortresses")
    check.first(
        (
            ("power", nobody, f"{check.title(power)} builds no fortresses"),
            ("year", again or _is_barred(position, power, name), "none this year"),
            ("ground", never, f"no fortress stands in {label}"),
            ("winter", _is_frozen_ground(position, power, place), "the weather forbids it"),
        ),
        cite="13.2.2",
    )
    turn = position.clock.turn
    check.does(set_power(check.state, power, "flag", PowerFlag.LAST_FORTRESS, turn))
    if not is_fortified(position, place):
        return _price(position, FORTRESS)
    check.does(set_place(check.state, place, "marker", Marker.FORTIFICATION, None))
    return _price(position, REPLACES)


@implements("TW-13.2.2-1", "TW-13.2.2-2", "TW-13.2.2-3", "TW-21.3-1")
def _is_barred(position: Position, power: str, name: str) -> bool:
    """Whether a power builds no fortress in a year: in 1939, and Britain and the Soviets later."""
    turn = position.clock.turn
    year = year_of(turn)
    if power == PowerName.BRITAIN and year == 1940:
        return position.track(TrackName.SURRENDERED.of(PowerName.FRANCE)) is None
    if power == PowerName.SOVIET_UNION and year == 1941:
        at_war = position.at_war(PowerName.GERMANY, PowerName.SOVIET_UNION)
        return name != City.LENINGRAD or not at_war or not holds_karelia(position)
    return year == 1939 or (power == PowerName.SOVIET_UNION and year not in SOVIET_YEARS)


@implements("TW-15.5-2")
def _give_up(check: Check, power: str, place: str) -> Ruling:
    """A fortification goes; another costs what it always does."""
    state = check.position.state
    if not state.marker(place, Marker.FORTIFICATION) or check.position.holder(place) != power:
        message = f"no fortification of {check.title(power)} is in {check.label(place)}"
        check.complain("none", message, cite="15.5", about=place)
    check.does(set_place(state, place, "marker", Marker.FORTIFICATION, None))
    check.does(set_place(check.state, place, "marker", Marker.EMPTY_SINCE, None))
    return check.ruling(f"{check.label(place)}: fortification given up")


@implements("TW-11.1.2-1", "TW-15.5-2")
def _dismantle(check: Check, power: str, place: str, in_operations: bool) -> str:
    """An airbase goes back to its power, for a strategic movement point as units are built."""
    position, state = check.position, check.position.state
    if not state.marker(place, Marker.AIRBASE) or position.holder(place) != power:
        message = f"no airbase of {check.title(power)} is in {check.label(place)}"
        check.complain("none", message, cite="11.1.2", about=place)
        return ""
    check.does(set_place(state, place, "marker", Marker.AIRBASE, None))
    if in_operations:
        return ""
    use_points(check, power, WHOLE, "no strategic movement point is left")
    return ", 1 SMP"


@implements("TW-10.6.4-5")
def decay(umpire: Umpire) -> None:
    """As a player turn ends: fortifications that nobody on foot holds fall into disrepair.

    The first time they are marked, the second time, a full turn later, they are gone.
    """
    position = umpire.position
    for place in tuple(umpire.state.places.values()):
        if not place.markers.get(Marker.FORTIFICATION):
            continue
        if any(piece.kind in GARRISON for piece in position.ground_at(place.id)):
            umpire.apply(*set_place(umpire.state, place.id, "marker", Marker.EMPTY_SINCE, None))
        elif place.markers.get(Marker.EMPTY_SINCE) is None:
            since = position.clock.name
            umpire.apply(*set_place(umpire.state, place.id, "marker", Marker.EMPTY_SINCE, since))
        elif _is_a_turn_ago(str(place.markers[Marker.EMPTY_SINCE]), position.clock.name):
            for marker in (Marker.EMPTY_SINCE, Marker.FORTIFICATION):
                umpire.apply(*set_place(umpire.state, place.id, "marker", marker, None))


def _is_a_turn_ago(then: str, now_: str) -> bool:
    """Whether the same player turn has come round."""
    return then.partition(".")[2] == now_.partition(".")[2]


def works(umpire: Umpire) -> None:
    """Works of the Build Segment."""
    umpire.carry_out(WORKS.name)


def field_works(umpire: Umpire) -> None:
    """Airbases that are built while aircraft stage."""
    umpire.carry_out(AIRBASES.name)


AIRBASES: Final = Section(
    "airbases",
    "Airbases while aircraft stage",
    "airbases",
    "tw/airbases",
    "11.1.1",
    partial(check_works, in_operations=True),
)
WORKS: Final = Section(
    "works",
    "Fortifications, fortresses and airbases",
    "works",
    "tw/works",
    "10.6.4",
    partial(check_works, in_operations=False),
)
