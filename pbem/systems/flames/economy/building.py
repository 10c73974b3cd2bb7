"""Buying units: type and cost are chosen, the unit is drawn (13.6.5).

`{build: ARM, count: 2}` draws units from the power's force pools; `cost: 4` chooses among pools of
a type that cost differently, and must where there are several. Decides what may be bought, the
draw, when it arrives; units of later years where a type has run out (option 38). Leaves ships,
facilities and repairs to other modules.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.core.data.charts import Chart
from pbem.core.data.counters import Counter
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.naming import fold
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import element
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.economy_verdicts import BuildVerdict, Built
from pbem.systems.flames.economy.option_units import coming, opened
from pbem.systems.flames.economy.orders_of_powers import POWER, country_for, is_major
from pbem.systems.flames.economy.points import left, made, spends
from pbem.systems.flames.world.countries import (
    count,
    countries_of,
    country_at,
    country_of,
    power_over,
)
from pbem.systems.flames.world.local_units import may_be_raised
from pbem.systems.flames.world.named import places_in
from pbem.systems.flames.world.position import (
    A_BOMB,
    V_WEAPON,
    Piece,
    Position,
    Umpire,
    force_pool,
    on_circle,
)
from pbem.systems.flames.world.vocabulary import PowerCount, turn_after, year_of

CITE: Final = "13.6.5"
DIVISION: Final = "div"
FARTHEST_AHEAD: Final = 9  # years: no counter is of a later one


@dataclass(frozen=True, slots=True)
class Purchase:
    """So many units of a type and cost that a power builds."""

    power: str
    type: str
    cost: int
    count: int
    gearing: str
    ahead: int = 0
    home: str = ""  # of which country territorials are drawn, if that is said
    start: Any = None  # how each is begun where it is built, if an optional rule has it so

    @property
    def price(self) -> int:
        each = price_of(self.cost, self.ahead) if self.start is None else self.start.points
        return each * self.count

    @property
    def single(self) -> Purchase:
        """The purchase of one of the units."""
        return replace(self, count=1)

    @property
    def longer(self) -> int:
        """How many turns more it takes: one for each year ahead, one for a named territory."""
        return self.ahead + bool(self.home)


@implements("WIF-13.6.5-23")
def price_of(cost: int, ahead: int) -> int:
    """What a unit costs so many years ahead of its time: so many times more, and a point each."""
    return max(cost * (ahead + 1), ahead + 1) if ahead else cost


@implements("WIF-4.1-1", "WIF-13.6.5-1", "WIF-22.1-1")
def type_of(counter: Counter) -> str:
    """How a type of unit is bought: `ARM`, or `ARM div`; guns by their kind alone."""
    small = counter.is_a("division") and not any(map(counter.is_a, ("gun", V_WEAPON, A_BOMB)))
    return f"{counter.kind} {DIVISION}" if small else counter.kind


def gearing_class(chart: Chart, counter: Counter) -> str:
    """The class in which a counter is built: ARM for all tanks, INF for most on foot."""
    which = "aircraft" if counter.is_a("air") else "corps"
    table = "divisions" if counter.is_a("division") else which
    return chart.at(counter.kind, "gearing", table).text


@implements("WIF-13.6.5-8", "AIF-13.6.5-2")
def cost_of(position: Position, counter: Counter) -> int:
    """What a unit costs."""
    special = position.policy.industry.price(position.state, counter)
    cost = int(counter.rating("cost")) if special is None else special
    return max(0, cost - position.kits.price_off(counter))


@implements("WIF-13.6.5-6", "WIF-19.4.2-3")
def pools(position: Position, power: str) -> tuple[Piece, ...]:
    """The units that a major power may draw: its own and those of its minors, by id.

    A country that produces apart draws its own.
    """
    pieces = [
        piece
        for owner in _owners(position, power)
        for piece in (*position.at(force_pool(owner)), *opened(position, owner))
        if may_be_raised(position, piece)
    ]
    return _of_country(position, power, pieces)


def _owners(position: Position, country: str) -> list[str]:
    """The powers among whose units are those of a country: its major power and all its minors."""
    state, power = position.state, power_over(position, country)
    return [other for other in state.powers if position.major(other) == power]


@implements("WIF-13.6.10-37a")
def _of_country(position: Position, country: str, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Those of some units that a country builds, by id."""
    own = (piece for piece in pieces if country_of(position, piece) == country)
    return tuple(sorted(own, key=lambda piece: piece.id))


def family_pools(position: Position, power: str) -> Iterator[Piece]:
    """The units that a major power and all of its countries may draw."""
    for country in countries_of(position, power):
        yield from pools(position, country)


def matching(position: Position, pieces: Iterable[Piece], kind: str, cost: int) -> list[Piece]:
    """Those of some units that are of a type and cost."""
    same = (piece for piece in pieces if type_of(piece.counter) == kind)
    return [piece for piece in same if cost_of(position, piece.counter) == cost]


@implements("WIF-22.7-1", "WIF-22.7-2", "WIF-22.7-d1")
def of_home(pieces: Iterable[Piece], home: str) -> list[Piece]:
    """Those of some units that are territorials of a country; all of them where none is named."""
    return [piece for piece in pieces if not home or piece.territory == home]


def country_named(word: str) -> str:
    """A country as a player writes it, as the map calls it."""
    return fold(word).replace(" ", "-") if word else ""


@implements("WIF-13.6.5-22", "WIF-13.6.5-25", "WIF-13.6.5-27", "WIF-22.1-5")
def stock(position: Position, power: str, kind: str) -> tuple[tuple[Piece, ...], int]:
    """The units of a type that a power may draw, and how many years ahead of time.

    Of later years only while no pool of this one holds the type, and not by a neutral power.
    """
    there = tuple(p for p in pools(position, power) if type_of(p.counter) == kind)
    lord = power_over(position, power)
    if there or not position.kits.builds_ahead or position.is_neutral(lord):
        return there, 0
    if not allpaid(position, power, kind):
        return (), 0
    for years in range(1, FARTHEST_AHEAD + 1):
        ahead = tuple(p for p in pools_ahead(position, power, years) if type_of(p.counter) == kind)
        if ahead:
            return ahead, years
    return (), 0


@implements("WIF-13.6.10-25")
def allpaid(position: Position, power: str, kind: str) -> bool:
    """Whether all units of a type that a power has begun are paid for (13.6.10)."""
    owners = _owners(position, power)
    begun = (piece for piece in position.kits.stages.unpaid(position) if piece.owner in owners)
    unpaid = _of_country(position, power, begun)
    return not any(type_of(piece.counter) == kind for piece in unpaid)


def pools_ahead(position: Position, power: str, years: int) -> tuple[Piece, ...]:
    """The units that join a major power's force pools so many years from now."""
    year = year_of(position.clock.turn) + years
    pieces = [
        piece
        for owner in _owners(position, power)
        for piece in (*position.at(f"pool:{owner}/{year}"), *coming(position, owner, year))
    ]
    return _of_country(position, power, pieces)


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-1.2.1-4", "WIF-13.6.5-3", "WIF-13.6.5-5", "WIF-13.6.5-21", "AIF-13.6.5-8")
def check_build(position: Position, order: Order) -> Ruling:
    """`{build: ARM, count: 2, cost: 6}` (13.6.5)."""
    called = position.called
    power, findings = country_for(position, order)
    if findings:
        return Ruling(tuple(findings))
    if POWER not in order.data:
        power = _builder(position, power, order)
    kind, findings = _type_meant(position, power, order)
    if findings:
        return Ruling(tuple(findings))
    count = int(order.data.get("count", 1))
    cost, findings = _cost_meant(position, power, kind, order)
    if findings:
        return Ruling(tuple(findings))
    pieces, ahead = stock(position, power, kind)
    home = country_named(str(order.data.get("of", "")))
    there = of_home(matching(position, pieces, kind, cost), home)
    if len(there) < count:
        message = (
            f"{called(power)} has {len(there)} {kind} at {cost} in its force pools, not {count}"
        )
        hint = f"write count: {len(there)}"
        return Ruling((error("pool-empty", message, hint=hint, cite=CITE, about="build"),))
    gearing = gearing_class(position.book.chart("unit-costs"), there[0].counter)
    bought = Purchase(power, kind, cost, count, gearing, ahead, home)
    if position.kits.stages.start is not None:
        return position.kits.stages.start(position, order, bought, there)
    findings = [*_of_tracks(position, order), *unaffordable(position, bought)]
    if findings:
        return Ruling(tuple(findings))
    events = [*paid(position, bought), *(_goes(position, p, bought.longer) for p in there[:count])]
    return Ruling((), in_words(position, bought), tuple(events), bought)


@implements("WIF-13.6.10-37a")
def _builder(position: Position, power: str, order: Order) -> str:
    """The country that an order builds for which names none: that of its place, if it names one.

    Else the first that has such a unit and a point for it, the power before its countries.
    """
    family = countries_of(position, power)
    if len(family) == 1:
        return power
    places, _ = places_in(position, order, "at")
    where = [country_at(position, place) for place in places]
    able = [country for country in family if not _type_meant(position, country, order)[1]]
    near = [country for country in able if country in where] or able
    rich = (country for country in near if left(position, country) > 0)
    return next(rich, next(iter(near), power))


def _of_tracks(position: Position, order: Order) -> Iterator[Finding]:
    """What an order says that only production tracks know."""
    for key in ("at", "points", "unit"):
        if key in order.data:
            option = position.option("factories_in_flames")
            message = f"{key} is of production tracks, {option}, not played"
            yield error("option", message, cite="13.6.10", about=key)


def in_words(position: Position, bought: Purchase) -> str:
    """`2 ARM for 12, 5 build points left`."""
    after, ahead = left(position, bought.power) - bought.price, bought.ahead
    early = f", {ahead} year{'s' * (ahead > 1)} ahead" if ahead else ""
    apart = bought.power != power_over(position, bought.power)
    whose = f" of {position.called(bought.power)}" if apart else ""
    what = f"{bought.count} {bought.type}{whose}"
    return f"{what} for {bought.price}{early}, {after} build points{whose} left"


def _type_meant(position: Position, power: str, order: Order) -> tuple[str, list[Finding]]:
    """The type that an order names, among those of the catalogue."""
    word = str(order.data["build"])
    known = {type_of(piece.counter) for piece in pools(position, power)}
    known |= {kind for kind in _types_ahead(position, power) if stock(position, power, kind)[0]}
    kinds = position.book.counters.kinds
    meant = [kind for kind in sorted(known) if fold(kind) == fold(word)]
    meant = meant or [kind for kind in sorted(known) if kind in kinds.find(word)]
    if len(meant) == 1:
        return meant[0], []
    hint = suggest(word, sorted(known)) if known else "the force pools are empty"
    message = f"{position.called(power)} has no '{word}' in its force pools"
    return "", [error("pool-empty", message, hint=hint, cite=CITE, about="build")]


def _types_ahead(position: Position, power: str) -> set[str]:
    """The types among the units of later years."""
    years = range(1, FARTHEST_AHEAD + 1)
    return {type_of(p.counter) for n in years for p in pools_ahead(position, power, n)}


def _cost_meant(
    position: Position, power: str, kind: str, order: Order
) -> tuple[int, list[Finding]]:
    costs = sorted({cost_of(position, piece.counter) for piece in stock(position, power, kind)[0]})
    said = order.data.get("cost")
    if said is None and len(costs) == 1:
        return costs[0], []
    if said in costs:
        return int(said), []
    message = f"{kind} of {position.called(power)} cost {' or '.join(map(str, costs))}"
    return 0, [error("which-cost", message, hint=f"cost: {costs[0]}", cite=CITE, about="build")]


def unaffordable(position: Position, bought: Purchase) -> list[Finding]:
    called, titled = position.called, position.title
    findings = []
    points = left(position, bought.power)
    if bought.price > points:
        costs, are = "costs" if bought.count == 1 else "cost", "is" if points == 1 else "are"
        many = f"{points} build point{'s' * (points != 1)}"
        whose, hint = "", ""
        if bought.power != power_over(position, bought.power):
            whose = f" of {called(bought.power)}"
            hint = f"; share: [{{to: {titled(bought.power)}, points: {bought.price - points}}}]"
        message = f"{bought.count} {bought.type} {costs} {bought.price}, {many}{whose} {are} left"
        buys = _within(position, bought.power, points) or "nothing of its pools"
        hint = f"they buy: {buys}{hint}"
        findings.append(error("too-dear", message, hint=hint, cite=CITE, about="build"))
    geared = position.kits.gearing_left(position, bought.power, bought.gearing)
    if geared is not None and bought.count > geared:
        message = f"gearing allows {geared} more of {bought.gearing}, not {bought.count}"
        hint = "a power builds as many of a class as last turn, and one more"
        findings.append(error("gearing", message, hint=hint, cite="13.6.8", about="build"))
    return findings


def _within(position: Position, power: str, points: int) -> str:
    """What of a power's pools so many points can pay: `GAR at 2, INF at 3`."""
    counters = [piece.counter for piece in pools(position, power)]
    costs = {(type_of(counter), cost_of(position, counter)) for counter in counters}
    return ", ".join(f"{kind} at {cost}" for kind, cost in sorted(costs) if cost <= points)


def paid(position: Position, bought: Purchase) -> tuple[Event, ...]:
    state, power = position.state, bought.power
    building = PowerCount.BUILDING.of(bought.gearing.casefold())
    lord = power_over(position, power)
    many = state.counter(lord, building) + bought.count
    return (
        *spends(position, power, bought.price),
        *set_power(state, lord, "counter", building, many),
    )


@implements("WIF-13.6.5-7", "WIF-13.6.5-28", "WIF-13.6.5-29", "WIF-13.6.5-30", "AIF-13.6.7-1")
def _goes(position: Position, piece: Piece, ahead: int = 0) -> UnitMoved:
    """A unit goes to the slice of the circle that lies as many turns ahead as it takes (13.6.5).

    A turn more for each year that it is built ahead of its time.
    """
    arrives = turn_after(position.clock.turn, int(piece.counter.rating("turns")) + ahead)
    return UnitMoved(piece.id, piece.at, on_circle(piece.owner, arrives), piece.unit.count)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-13.6-2", "WIF-13.6-d1", "WIF-13.6.5-26", "AIF-13.6.5-d2")
def building(umpire: Umpire) -> None:
    """What is ordered is drawn, unit after unit; points that are left are lost (13.6.5)."""
    drawn: Tally[tuple[str, str]] = Tally()
    built: dict[str, list[Built]] = {}
    begun: dict[str, list[Any]] = {}
    kits = umpire.position.kits
    for order, ruling in umpire.sound_orders("build"):
        bought: Purchase = ruling.plan
        if bought.start is None:
            umpire.apply(*paid(umpire.position, bought))
        for _ in range(bought.count):
            drawn[bought.power, bought.type] += 1
            number = drawn[bought.power, bought.type]
            if bought.start is None:
                built.setdefault(bought.power, []).append(_draw(umpire, bought, number))
            else:
                begun.setdefault(bought.power, []).extend(
                    kits.stages.begins(umpire, bought, number)
                )
        umpire.done(order, ruling.reading)
    for power, rows in begun.items():
        if kits.stages.begun is not None:
            umpire.tell(kits.stages.begun(power, rows))
    for power in [p.id for p in umpire.state.powers.values() if is_major(p)]:
        _end_gearing(umpire, power)
        for country in countries_of(umpire.position, power):
            _close(umpire, country, built.get(country, []))


def _draw(umpire: Umpire, bought: Purchase, number: int) -> Built:
    position = umpire.position
    piece = one_of(umpire, bought, drawable(position, bought), number)
    goes = _goes(position, piece, bought.longer)
    umpire.apply(goes)
    umpire.apply(*position.policy.industry.drawn(umpire.state, piece.counter))
    return Built(piece.id, price_of(bought.cost, bought.ahead), goes.new.rpartition("/")[2])


def drawable(position: Position, bought: Purchase) -> list[Piece]:
    """The units among which one is drawn."""
    pieces = stock(position, bought.power, bought.type)[0]
    return of_home(matching(position, pieces, bought.type, bought.cost), bought.home)


def one_of(umpire: Umpire, bought: Purchase, there: Sequence[Piece], number: int) -> Piece:
    """One of some units, by a die where there are several."""
    if len(there) == 1:
        return there[0]
    name = element(f"{bought.power}-{bought.type}-{number}")
    power = power_over(umpire.position, bought.power)
    return there[umpire.roll(name, f"d{len(there)}", power, CITE).total - 1]


def _end_gearing(umpire: Umpire, power: str) -> None:
    """What a power has built becomes the measure of next turn's gearing limits (13.6.8)."""
    counters = umpire.state.powers[power].counters
    building = PowerCount.BUILDING.among(counters)
    built = PowerCount.BUILT.among(counters)
    for name in sorted({*building, *built}):
        word, many = PowerCount.BUILT.of(name), building.get(name)
        umpire.apply(*set_power(umpire.state, power, "counter", word, many))


def _close(umpire: Umpire, power: str, units: list[Built]) -> None:
    """What a power, or a country that produces apart, has built is told; the rest is settled."""
    spent = count(umpire.position, power, PowerCount.SPENT_POINTS)
    rest = made(umpire.position, power) - spent
    points = umpire.position.kits.settle_points(umpire, power, rest)
    if units or points:
        umpire.tell(BuildVerdict(None, power=power, units=tuple(units), spent=spent, left=points))


BUILD: Final = Section(
    name="build",
    title="Units to build",
    step="building",
    schema="build",
    cite=CITE,
    check=check_build,
)
