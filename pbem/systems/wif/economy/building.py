"""Buying units: type and cost are chosen, the unit is drawn (13.6.5).

`{build: ARM, count: 2}` draws units from the power's force pools; `cost: 4` chooses among pools of
a type that cost differently, and must where there are several. Decides what may be bought, the
draw, when it arrives. Leaves ships, facilities, repairs, pilots and building ahead to later
chapters.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.findings import Finding, error, suggest
from pbem.core.data.naming import fold
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire, element
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.economy.economy_verdicts import BuildVerdict, Built
from pbem.systems.wif.economy.gearing import gearing_class, gearing_left
from pbem.systems.wif.economy.orders_of_powers import is_major, power_of
from pbem.systems.wif.economy.points import left
from pbem.systems.wif.world.calendar import turn_after
from pbem.systems.wif.world.control import major
from pbem.systems.wif.world.militia import may_be_raised
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.units import Piece, force_pool, on_circle
from pbem.systems.wif.world.vocabulary import PowerCount

CITE: Final = "13.6.5"
DIVISION: Final = "div"


@dataclass(frozen=True, slots=True)
class Purchase:
    """So many units of a type and cost that a power builds."""

    power: str
    type: str
    cost: int
    count: int
    gearing: str

    @property
    def price(self) -> int:
        return self.cost * self.count


@implements("WIF-4.1-1", "WIF-13.6.5-1")
def type_of(counter: Counter) -> str:
    """How a type of unit is bought: `ARM`, or `ARM div`."""
    return f"{counter.kind} {DIVISION}" if counter.is_a("division") else counter.kind


def cost_of(counter: Counter) -> int:
    """What a unit costs."""
    return int(counter.rating("cost"))


@implements("WIF-13.6.5-6", "WIF-19.4.2-3")
def pools(position: Position, power: str) -> tuple[Piece, ...]:
    """The units that a major power may draw: its own and those of its minors, by id."""
    state = position.state
    owners = [other for other in state.powers if major(state, other) == power]
    pieces = [p for owner in owners for p in position.at(force_pool(owner))]
    return tuple(sorted((p for p in pieces if may_be_raised(position, p)), key=lambda p: p.id))


def matching(pieces: Iterable[Piece], kind: str, cost: int) -> list[Piece]:
    """Those of some units that are of a type and cost."""
    return [p for p in pieces if type_of(p.counter) == kind and cost_of(p.counter) == cost]


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-13.6.5-3", "WIF-13.6.5-5", "WIF-13.6.5-21")
def check_build(position: Position, order: Order) -> Ruling:
    """`{build: ARM, count: 2, cost: 6}` (13.6.5)."""
    power, findings = power_of(position, order)
    if findings:
        return Ruling(tuple(findings))
    kind, findings = _type_meant(position, power, order)
    if findings:
        return Ruling(tuple(findings))
    count = int(order.data.get("count", 1))
    cost, findings = _cost_meant(position, power, kind, order)
    if findings:
        return Ruling(tuple(findings))
    there = matching(pools(position, power), kind, cost)
    if len(there) < count:
        message = f"{power} has {len(there)} {kind} at {cost} in its force pools, not {count}"
        return Ruling((error("pool-empty", message, cite=CITE, about="build"),))
    gearing = gearing_class(position.book.chart("unit-costs"), there[0].counter)
    bought = Purchase(power, kind, cost, count, gearing)
    findings = _unaffordable(position, bought)
    if findings:
        return Ruling(tuple(findings))
    events = [*_paid(position, bought), *(_goes(position, p) for p in there[:count])]
    after = left(position, power) - bought.price
    words = f"{count} {kind} for {bought.price}, {after} build points left"
    return Ruling((), words, tuple(events), bought)


def _type_meant(position: Position, power: str, order: Order) -> tuple[str, list[Finding]]:
    """The type that an order names, among those of the catalogue."""
    word = str(order.data["build"])
    known = {type_of(piece.counter) for piece in pools(position, power)}
    kinds = position.book.counters.kinds
    meant = [kind for kind in sorted(known) if fold(kind) == fold(word)]
    meant = meant or [kind for kind in sorted(known) if kind in kinds.find(word)]
    if len(meant) == 1:
        return meant[0], []
    hint = suggest(word, sorted(known)) if known else "the force pools are empty"
    message = f"{power} has no '{word}' in its force pools"
    return "", [error("pool-empty", message, hint=hint, cite=CITE, about="build")]


def _cost_meant(
    position: Position, power: str, kind: str, order: Order
) -> tuple[int, list[Finding]]:
    costs = sorted(
        {cost_of(p.counter) for p in pools(position, power) if type_of(p.counter) == kind}
    )
    said = order.data.get("cost")
    if said is None and len(costs) == 1:
        return costs[0], []
    if said in costs:
        return int(said), []
    message = f"{kind} of {power} cost {' or '.join(map(str, costs))}"
    return 0, [error("which-cost", message, hint=f"cost: {costs[0]}", cite=CITE, about="build")]


def _unaffordable(position: Position, bought: Purchase) -> list[Finding]:
    findings = []
    points = left(position, bought.power)
    if bought.price > points:
        message = (
            f"{bought.count} {bought.type} cost {bought.price}, {points} build points are left"
        )
        findings.append(error("too-dear", message, cite=CITE, about="build"))
    geared = gearing_left(position, bought.power, bought.gearing)
    if geared is not None and bought.count > geared:
        message = f"gearing allows {geared} more of {bought.gearing}, not {bought.count}"
        findings.append(error("gearing", message, cite="13.6.8", about="build"))
    return findings


def _paid(position: Position, bought: Purchase) -> tuple[Event, ...]:
    state, power = position.state, bought.power
    building = PowerCount.BUILDING.of(bought.gearing.casefold())
    spent = state.counter(power, PowerCount.SPENT_POINTS) + bought.price
    many = state.counter(power, building) + bought.count
    return (
        *set_power(state, power, "counter", PowerCount.SPENT_POINTS, spent),
        *set_power(state, power, "counter", building, many),
    )


@implements("WIF-13.6.5-7", "WIF-13.6.5-28", "WIF-13.6.5-29", "WIF-13.6.5-30")
def _goes(position: Position, piece: Piece) -> UnitMoved:
    """A unit goes to the slice of the circle that lies as many turns ahead as it takes (13.6.5)."""
    arrives = turn_after(position.clock.turn, int(piece.counter.rating("turns")))
    return UnitMoved(piece.id, piece.at, on_circle(piece.owner, arrives), piece.unit.count)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-13.6-2", "WIF-13.6-d1")
def building(umpire: Umpire) -> None:
    """What is ordered is drawn, unit after unit; points that are left are lost (13.6.5)."""
    drawn: Tally[tuple[str, str]] = Tally()
    built: dict[str, list[Built]] = {}
    for order, ruling in umpire.sound_orders("build"):
        bought: Purchase = ruling.plan
        umpire.apply(*_paid(now(umpire), bought))
        units = []
        for _ in range(bought.count):
            drawn[bought.power, bought.type] += 1
            units.append(_draw(umpire, bought, drawn[bought.power, bought.type]))
        built.setdefault(bought.power, []).extend(units)
        umpire.done(order, ruling.reading)
    for power in [p.id for p in umpire.state.powers.values() if is_major(p)]:
        _close(umpire, power, built.get(power, []))


def _draw(umpire: Umpire, bought: Purchase, number: int) -> Built:
    position = now(umpire)
    there = matching(pools(position, bought.power), bought.type, bought.cost)
    at = 0
    if len(there) > 1:
        name = element(f"{bought.power}-{bought.type}-{number}")
        at = umpire.roll(name, f"d{len(there)}", bought.power, CITE).total - 1
    piece = there[at]
    goes = _goes(position, piece)
    umpire.apply(goes)
    return Built(piece.id, bought.cost, goes.new.rpartition("/")[2])


def _close(umpire: Umpire, power: str, units: list[Built]) -> None:
    """What was built is told, and becomes the measure of next turn's gearing limits (13.6.8)."""
    state = umpire.state
    counters = state.powers[power].counters
    building = PowerCount.BUILDING.among(counters)
    built = PowerCount.BUILT.among(counters)
    for name in sorted({*building, *built}):
        word, many = PowerCount.BUILT.of(name), building.get(name)
        umpire.apply(*set_power(umpire.state, power, "counter", word, many))
    points = left(now(umpire), power)
    spent = state.counter(power, PowerCount.SPENT_POINTS)
    if units or points:
        umpire.tell(BuildVerdict(None, power=power, units=tuple(units), spent=spent, left=points))


BUILD: Final = Section(
    name="build",
    title="Units to build",
    step="building",
    schema="wif/build",
    cite=CITE,
    check=check_build,
)
