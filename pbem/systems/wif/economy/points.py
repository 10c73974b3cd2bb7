"""Production points and build points (13.6.3).

Decides: the production multiple, the points that a power makes from its factories, and what is
left of them. Leaves building to `building`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, as_number
from pbem.core.rules.book import once
from pbem.systems.wif.economy.flow import Load, assigned
from pbem.systems.wif.economy.holdings import is_held, own_resources, usable_factories
from pbem.systems.wif.economy.transport import rail_reach
from pbem.systems.wif.world.calendar import number_of, year_of
from pbem.systems.wif.world.control import at_war, major, major_powers, other_side
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.rounding import rounded
from pbem.systems.wif.world.vocabulary import Marker, PowerCount, PowerFlag, PowerName

SOVIET_WAR_ECONOMY: Final = "1942-jf"
AT_WAR: Final = "ussr-at-war"
US_AT_WAR: Final = "usa-at-war"
US_AT_WAR_WITH_ALL: Final = "usa-at-war-with-all"


@dataclass(frozen=True, slots=True)
class Output:
    """What a power makes in a turn: loads of resources, points beyond the map, what bombs lost."""

    loads: tuple[Load, ...]
    beyond: int
    lost: int
    multiple: Fraction
    bonus: int
    lent: int
    received: int

    @property
    def points(self) -> int:
        """Production points, less what was bombed."""
        return max(0, sum(load.count for load in self.loads) + self.beyond - self.lost)

    @property
    def build_points(self) -> int:
        """Build points (13.6.3)."""
        made = build_points(self.points, self.multiple, self.bonus)
        return max(0, made - self.lent) + self.received


@implements("WIF-13.6.3-1")
def build_points(points: int, multiple: Fraction, bonus: int) -> int:
    """Production points times the multiple, rounded, and the bonus points (13.6.3)."""
    return rounded(points * multiple) + bonus


@implements("WIF-13.6.3-2", "WIF-13.6.3-3", "WIF-13.6.3-4")
def production_multiple(chart: Chart, power: str, turn: str, added: Collection[str]) -> Fraction:
    """The initial multiple of the year and what events have added to it (13.6.3)."""
    table = chart.table("initial")
    years = table.columns.names
    if power not in table.rows.names:
        return Fraction(1)
    year = min(max(str(year_of(turn)), str(years[0])), str(years[-1]))
    events = (Fraction(chart.at(name, table="added").number) for name in sorted(added))
    return Fraction(chart.at(power, year, "initial").number) + sum(events)


def added_by_events(state: State, power: str) -> tuple[str, ...]:
    """The events that have raised the multiple of a power (13.6.3); US entry options not yet."""
    if power == PowerName.USSR:
        by_date = number_of(state.clock.turn) >= number_of(SOVIET_WAR_ECONOMY)
        attacked = state.flag(power, PowerFlag.ATTACKED_BY.of(PowerName.GERMANY)) is not None
        return (AT_WAR,) if by_date or attacked else ()
    if power == PowerName.USA:
        foes = major_powers(state, other_side(state.side_of(power)))
        wars = [at_war(state, power, foe) for foe in foes]
        return (*([US_AT_WAR] if any(wars) else []), *([US_AT_WAR_WITH_ALL] if all(wars) else []))
    return ()


@once
def output(position: Position, power: str) -> Output:
    """What a major power makes in this turn's production step, with the routes it has declared."""
    state = position.state
    resources = {place: store.total for place, store in own_resources(position, power).items()}
    factories = usable_factories(position, power)
    reach = {place: _near(position, power, place, factories) for place in resources}
    multiple = production_multiple(
        position.book.chart("production-multiples"),
        power,
        state.clock.turn,
        added_by_events(state, power),
    )
    return Output(
        loads=assigned(resources, factories, reach, declared_routes(state, power)),
        beyond=state.counter(power, PowerCount.BEYOND_THE_MAP),
        lost=_bombed(position, power),
        multiple=multiple,
        bonus=state.counter(power, PowerCount.BONUS_POINTS),
        lent=sum(PowerCount.LENT.among(state.powers[power].counters).values()),
        received=received(position, power),
    )


@implements("WIF-5-7")
def received(position: Position, power: str) -> int:
    """The build points that others have lent a power, of those who can send them by rail (5)."""
    state, name = position.state, PowerCount.LENT.of(power)
    return sum(
        state.counter(giver, name)
        for giver in state.powers
        if state.counter(giver, name) and can_send(position, giver, power)
    )


def can_send(position: Position, giver: str, taker: str) -> bool:
    """Whether a railway leads from a home city of one power to one of another."""
    board = position.board
    cities = sorted(board.by_fact.get("city", {}))
    starts, ends = (
        [city for city in cities if board.country(city) in position.powers[power].home_countries]
        for power in (giver, taker)
    )
    return any(
        end in rail_reach(position, giver, start)
        for start in starts
        if is_held(position, giver, start)
        for end in ends
        if is_held(position, taker, end)
    )


def _near(position: Position, power: str, place: str, factories: Iterable[str]) -> list[str]:
    """The factories that a resource can reach, the nearest first."""
    reached = rail_reach(position, power, place)
    far = {at: position.board.distance(place, at) or 0 for at in factories if at in reached}
    return sorted(far, key=lambda at: (far[at], at))


def declared_routes(state: State, power: str) -> tuple[Load, ...]:
    """The routes that a power has declared for this turn."""
    said = PowerCount.ROUTE.among(state.powers[power].counters)
    pairs = {name: name.partition(".") for name in sorted(said)}
    return tuple(Load(start, end, said[name]) for name, (start, _, end) in pairs.items())


def _bombed(position: Position, power: str) -> int:
    """The production points that strategic bombardment has cost a power in this turn (11.7)."""
    return sum(
        as_number(place.markers.get(Marker.LOST_PRODUCTION))
        for place in position.places.values()
        if place.controller is not None and major(position.state, place.controller) == power
    )


def made(position: Position, power: str) -> int:
    """The build points of a power: as it has made them, or as it would make them now."""
    counters = position.powers[power].counters
    if PowerCount.MADE_POINTS in counters:
        return counters[PowerCount.MADE_POINTS]
    return output(position, power).build_points


def left(position: Position, power: str) -> int:
    """The build points that a power has not spent yet."""
    return made(position, power) - position.state.counter(power, PowerCount.SPENT_POINTS)
