"""What a power makes of its own: production points and build points (13.6.3).

Decides: the production multiple, the points that a power, or a country of it that produces apart
(option 40), makes from its factories. Leaves what it lends and is lent to `points`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.record.state import State, as_number
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.economy.flow import Load, assigned
from pbem.systems.flames.economy.gifts import declared_routes, gifts, goods_of, nearest, reached
from pbem.systems.flames.economy.holdings import usable_factories
from pbem.systems.flames.economy.orders_of_powers import is_major
from pbem.systems.flames.world.countries import count, country_at, power_over
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import Marker, PowerCount, number_of, year_of


class BaseMultiple(Reading, id="WIF-13.6.10-R4"):
    """With what the production points of a power's countries are multiplied."""

    INITIAL = "initial"
    RAISED = "raised"


@dataclass(frozen=True, slots=True)
class Output:
    """What a power makes in a turn: loads of resources, points beyond the map, what bombs lost."""

    loads: tuple[Load, ...]
    beyond: int
    lost: int
    multiple: Fraction
    bonus: int
    lent: int = 0
    received: int = 0

    @property
    def points(self) -> int:
        """Production points, less what was bombed."""
        return max(0, sum(load.count for load in self.loads) + self.beyond - self.lost)

    @property
    def build_points(self) -> int:
        """Build points (13.6.3)."""
        return self.own_points - self.lent + self.received

    @property
    def own_points(self) -> int:
        """Build points, before any are lent."""
        return build_points(self.points, self.multiple, self.bonus)


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


@implements("WIF-13.6.10-37a")
def multiple_of(position: Position, country: str) -> Fraction:
    """The production multiple of a power; its countries have the base one (13.6.10)."""
    state, power = position.state, power_over(position, country)
    added = position.policy.industry.raised(state, power)
    if country != power and added and position.reading(BaseMultiple) is BaseMultiple.INITIAL:
        added = ()
    chart = position.book.chart("production-multiples")
    return production_multiple(chart, power, state.clock.turn, added)


@once
@implements("WIF-13.6.10-37a", "WIF-13.6.10-37b")
def own_output(position: Position, country: str) -> Output:
    """What a major power makes in this turn's production step, with the routes it has declared.

    With option 40 each of its countries by itself, of whatever resources of the power get there.
    """
    power = power_over(position, country)
    loads = traffic(position, power)[0]
    whole = country == power
    return Output(
        loads=tuple(load for load in loads if user_of(position, power, load.factory) == country),
        beyond=_beyond(position.state, power) if whole else 0,
        lost=_bombed(position, power) if whole else 0,
        multiple=multiple_of(position, country),
        bonus=count(position, country, PowerCount.BONUS_POINTS),
    )


def user_of(position: Position, power: str, place: str) -> str:
    """For which country of a power the factories of a hex work; those of others for itself."""
    return country_at(position, place) if position.held_by(place) == power else power


@once
def traffic(position: Position, power: str) -> tuple[tuple[Load, ...], Mapping[str, int]]:
    """The loads of a power that get through, and what has gone along roads with all before it."""
    majors = [one.id for one in position.powers.values() if is_major(one)]
    rank = majors.index(power) if power in majors else 0
    used = dict(traffic(position, majors[rank - 1])[1]) if rank else {}
    givers = {gift.place: gift.giver for gift in gifts(position) if gift.taker == power}
    rows = [(load, (givers.get(load.source, power), power)) for load in _wanted(position, power)]
    return position.kits.over_roads(position, rows, used), used


def _wanted(position: Position, power: str) -> tuple[Load, ...]:
    """Which resources of a power go to which of its factories."""
    resources, first = _for_factories(position, power)
    factories = usable_factories(position, power)
    reach = {
        place: nearest(position, place, factories, reached(position, power, place))
        for place in resources
    }
    return assigned(resources, factories, reach, _routes(position, power), first=first)


def _routes(position: Position, power: str) -> list[Load]:
    """The routes that a power has declared, and those of who gives it resources."""
    givers = (gift.giver for gift in gifts(position) if gift.taker == power)
    whose = dict.fromkeys((power, *givers))
    return [route for one in whose for route in declared_routes(position.state, one)]


@implements("WIF-11.9-10")
def _beyond(state: State, power: str) -> int:
    """The points made beyond the map, with factories that went there two turns ago or earlier."""
    went = PowerCount.FACTORIES_BEYOND.among(state.powers[power].counters)
    now = number_of(state.clock.turn)
    work = sum(many for turn, many in went.items() if now >= number_of(turn) + 2)
    return state.counter(power, PowerCount.BEYOND_THE_MAP) + work


def _for_factories(position: Position, power: str) -> tuple[dict[str, int], dict[str, int]]:
    """The resources that factories may use, and which go first: where oil is saved, general ones.

    Without what others get, with what they give; without oil that is kept for later, with saved
    oil that is to be used (13.6.9).
    """
    stores = goods_of(position, power)
    found = {place: store.total for place, store in stores.items()}
    if not position.kits.tells_oil:
        return found, {}
    for place, many in kept_oil(position, power).items():
        if place in found:
            found[place] -= min(many, stores[place].oil)
    for place, many in used_oil(position, power).items():
        found[place] = found.get(place, 0) + many
    return found, {place: store.general for place, store in stores.items() if store.general}


def kept_oil(position: Position, power: str) -> dict[str, int]:
    """The oil of each hex that its player keeps from the factories in this turn (13.6.9)."""
    return PowerCount.KEPT_OIL.among(position.powers[power].counters)


def used_oil(position: Position, power: str) -> dict[str, int]:
    """The saved oil of each hex that its player gives to factories in this turn (13.6.9)."""
    return PowerCount.USED_OIL.among(position.powers[power].counters)


def _bombed(position: Position, power: str) -> int:
    """The production points that strategic bombardment has cost a power in this turn (11.7)."""
    return sum(
        as_number(place.markers.get(Marker.LOST_PRODUCTION))
        for place in position.places.values()
        if position.held_by(place.id) == power
    )
