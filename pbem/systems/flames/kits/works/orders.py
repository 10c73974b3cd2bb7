"""Orders for facilities: building them, placing those that arrive (4.2.2, 13.6.6; option 32).

`{works: factory}`, `{works: road, at: E1836}` among the builds; `{place: fort, at: Smolensk,
facing: [E1742, E1841, E1842]}` with the reinforcements. Decides what orders mean
and carries them out. What nobody places waits; sites come where they belong by themselves. Leaves
prices and places to `facilities`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.holdings import FACTORY, OIL, built_at
from pbem.systems.flames.economy.orders_of_powers import country_for, is_major, own_majors
from pbem.systems.flames.economy.points import left, spends, who_pays
from pbem.systems.flames.kits.tracks.works import (
    Begun,
    begun_with,
    finished,
    paid_for,
    set_begun,
    taken_off,
)
from pbem.systems.flames.kits.works.facilities import (
    CHART,
    GEARING,
    SITE,
    Facility,
    buildable,
    coming,
    one_more,
    waiting,
    why_not_there,
)
from pbem.systems.flames.kits.works.verdicts import BuiltWorksVerdict, PlacedVerdict, Work
from pbem.systems.flames.world.countries import power_over
from pbem.systems.flames.world.named import find_places, places_in
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.terrain import FORT
from pbem.systems.flames.world.vocabulary import Marker, PowerCount, next_turn, turn_after
from pbem.systems.flames.world.zoc import enemy_zoc

CITE: Final = "13.6.6"
PLACING: Final = "4.2.2"


# --- building ------------------------------------------------------------------------------------


@implements("WIF-13.6.6-2")
def check_works(position: Position, order: Order) -> Ruling:
    """`{works: factory}`, `{works: rail, at: E1836}`, `{works: oil, at: E2703}` (13.6.6)."""
    payer, findings = country_for(position, order)
    places, troubles = places_in(position, order, "at")
    findings += troubles
    if not position.options.facilities:
        message = f"facilities are {position.option('facilities')}, not played"
        findings = [error("option", message, cite=CITE, about="works")]
    if findings:
        return Ruling(tuple(findings))
    kind, power = str(order.data["works"]), power_over(position, payer)
    found = buildable(position, power, kind, places[0] if places else "")
    findings = [*_unavailable(position, power, kind, found)]
    if not position.options.factories_in_flames:
        findings += _unaffordable(position, power, found)
    if findings:
        return Ruling(tuple(findings))
    facility = found[0]
    if position.options.factories_in_flames:
        return _check_begin(position, order, (payer, facility), places)
    building = PowerCount.BUILDING.of(GEARING.casefold())
    many = position.state.counter(power, building) + 1
    events: tuple[Event, ...] = (
        *spends(position, power, facility.cost),
        *set_power(position.state, power, "counter", building, many),
        *one_more(position, power, facility),
    )
    words = f"{kind} for {facility.cost}, in {facility.turns} turns"
    return Ruling((), words, events, (power, facility))


@implements("WIF-13.6.10-14", "WIF-13.6.10-35c")
def _check_begin(
    position: Position, order: Order, what: tuple[str, Facility], places: Sequence[str]
) -> Ruling:
    """With option 40 a facility is begun in its hex, in no enemy zone of control (13.6.10)."""
    payer, facility = what
    power = power_over(position, payer)
    facing, findings = find_places(position, order.data.get("facing", []))
    if not places:
        message = (
            f"with {position.option('factories_in_flames')} {facility.kind} is begun in its hex"
        )
        return Ruling((error("no-place", message, hint="at: its hex", cite=CITE, about="works"),))
    place = places[0]
    plan = Placing(power, f"begun.{facility.word}", place, facing)
    why = why_not_placed(position, plan) if facility.kind != SITE else ""
    why = why or ("it is in an enemy zone of control" * (place in enemy_zoc(position, power)))
    payer = _payer(position, order, (payer, facility), place)
    troubles = [*_not_of(position, payer, facility), *findings]
    if why and not troubles:
        message = f"{facility.kind} may not be built in {position.label(place)}: {why}"
        troubles.append(error("no-place", message, cite=PLACING, about=place))
    work, points, more = begun_with(position, order, facility, (payer, place))
    troubles += [*more, *_over_gearing(position, power)]
    if troubles:
        return Ruling(tuple(troubles))
    building = PowerCount.BUILDING.of(GEARING.casefold())
    many = position.state.counter(power, building) + 1
    work = replace(work, facing=facing)
    events = (
        *paid_for(position, work, points),
        *set_power(position.state, power, "counter", building, many),
        *set_begun(position, work),
    )
    whose = "" if payer == power else f" of {position.called(payer)}"
    words = f"{facility.kind} in {position.label(place)} for {points}{whose}, in {work.turns} turns"
    return Ruling((), words, events, (payer, replace(facility, turns=work.turns)))


def _payer(position: Position, order: Order, what: tuple[str, Facility], place: str) -> str:
    """Which country begins a facility in a hex, where none is named."""
    power, facility = what
    near = who_pays(position, order, power, (place, 1))
    return power if _not_of(position, near, facility) else near


@implements("WIF-13.6.10-37c")
def _not_of(position: Position, country: str, facility: Facility) -> list[Finding]:
    """Why a country builds no such facility by itself: factories and synthetic oil (13.6.10).

    Those are of major powers, to which the countries of the Commonwealth belong.
    """
    if country not in position.powers or country == power_over(position, country):
        return []
    if facility.kind not in (FACTORY, OIL):
        return []
    message = f"{position.called(country)} builds no {facility.kind}: major powers do"
    return [error("not-major", message, cite="13.6.10", about="works")]


def _unavailable(
    position: Position, power: str, kind: str, found: tuple[Facility, ...]
) -> Iterator[Finding]:
    if not found:
        message = f"{position.called(power)} has no {kind} to build"
        hint = "roads and railways name a hex: at: E1836; sites name their own"
        yield error("pool-empty", message, hint=hint, cite=CITE, about="works")


@implements("WIF-13.6.8-3")
def _unaffordable(position: Position, power: str, found: tuple[Facility, ...]) -> Iterator[Finding]:
    """Points and gearing: facilities are a class, each marker one of it (13.6.8)."""
    points = left(position, power)
    if found and found[0].cost > points:
        message = f"it costs {found[0].cost}, {points} build points are left"
        yield error("too-dear", message, cite=CITE, about="works")
    yield from _over_gearing(position, power)


def _over_gearing(position: Position, power: str) -> Iterator[Finding]:
    geared = position.kits.gearing_left(position, power, GEARING)
    if geared is not None and geared < 1:
        message = "gearing allows no more facilities in this turn"
        yield error("gearing", message, cite="13.6.8", about="works")


def build_works(umpire: Umpire) -> None:
    """Facilities are paid for before units are drawn (13.6.6)."""
    begun: dict[str, list[Facility]] = {}
    for order, ruling in umpire.sound_orders("works"):
        power, facility = ruling.plan
        umpire.apply(*ruling.events)
        begun.setdefault(power, []).append(facility)
        umpire.done(order, ruling.reading)
    turn = umpire.state.clock.turn
    for power, built in begun.items():
        rows = tuple(Work(None, f.kind, turn_after(turn, f.turns)) for f in built)
        umpire.tell(BuiltWorksVerdict(None, power=power, works=rows))


# --- placing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placing:
    """A facility that is placed: of whom, as `TURN.KIND`, where, and what a fort looks at."""

    power: str
    name: str
    place: str
    facing: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """`oil-germany-2`: the kind with what tells it apart."""
        return self.name.partition(".")[2]

    @property
    def kind(self) -> str:
        return self.word.partition("-")[0]


def check_place(position: Position, order: Order) -> Ruling:
    """`{place: factory, at: Gorki}`; of a fort also the hexes that it is `facing` (4.2.2)."""
    places, findings = places_in(position, order, "at")
    facing, troubles = find_places(position, order.data.get("facing", []))
    if findings or troubles:
        return Ruling((*findings, *troubles))
    kind, place = str(order.data["place"]), places[0]
    found = _ready(position, kind)
    if not found:
        message = f"no {kind} of yours has arrived"
        hint = f"to place: {', '.join(_all_ready(position)) or 'nothing'}"
        return Ruling((error("not-arriving", message, hint=hint, cite=PLACING, about="place"),))
    plans = [Placing(power, name, place, facing) for power, name in found]
    reasons = {plan: why_not_placed(position, plan) for plan in plans}
    plan = next((plan for plan, why in reasons.items() if not why), None)
    if plan is None:
        message = f"{kind} may not be placed in {position.label(place)}: {reasons[plans[-1]]}"
        return Ruling((error("no-place", message, cite=PLACING, about=place),))
    words = f"{kind} in {position.label(place)}"
    return Ruling((), words, placed(position, plan), plan)


def _due(position: Position) -> str:
    """The turn whose works are placed: before the turn has begun the next one."""
    turn = position.clock.turn
    return turn if position.in_play else next_turn(turn)


@implements("WIF-4.2.2-8")
def _ready(position: Position, kind: str) -> list[tuple[str, str]]:
    """The works of a kind that the player may place."""
    return [
        (power, name)
        for power in own_majors(position)
        for name in waiting(position, power, _due(position))
        if name.partition(".")[2].partition("-")[0] == kind
    ]


def _all_ready(position: Position) -> list[str]:
    return [
        name.partition(".")[2].partition("-")[0]
        for power in own_majors(position)
        for name in waiting(position, power, _due(position))
    ]


def why_not_placed(position: Position, plan: Placing) -> str:
    """Why a facility may not be placed so; nothing if it may (4.2.2)."""
    why = why_not_there(position, plan.power, plan.word, plan.place)
    return why or (_misfacing(position, plan) if plan.kind == FORT else "")


@implements("WIF-4.2.2-2")
def _misfacing(position: Position, plan: Placing) -> str:
    """Why a fort may not look so: as many hexsides as it has, side by side, none it had (4.2.2)."""
    chart = position.book.chart(CHART)
    sides = int(chart.at(plan.power, "sides", FORT + "s").number)
    near = position.board.neighbours[plan.place]
    if len(plan.facing) != sides or not set(plan.facing) <= set(near):
        return f"facing: {sides} of the hexes beside it"
    if set(plan.facing) & position.ground.works.looks_at(plan.place):
        return "it looks that way already"
    joined = sum(b in position.board.neighbours[a] for a in plan.facing for b in plan.facing) // 2
    return "" if joined >= sides - 1 else f"the {sides} hexsides of a fort lie side by side"


@implements("WIF-4.2.2-5")
def placed(position: Position, plan: Placing) -> tuple[Event, ...]:
    """A facility stands in its hex (4.2.2)."""
    state, place, kind = position.state, plan.place, plan.kind
    gone = coming(position, plan.power, plan.name, -1)
    chart = position.book.chart(CHART)
    row = plan.word.partition("-")[2]
    if kind == SITE:
        kind = chart.at(row, "kind", "sites").text
        points = int(chart.at(row, "points", "sites").number) + built_at(position, place, kind)
        return (
            *gone,
            *_stands(position, place, kind, points),
            *_counter(position, place, kind, row),
        )
    if kind == OIL:
        points = int(chart.at(row, "points", OIL).number)
        return (*gone, *_stands(position, place, OIL, points), *_counter(position, place, OIL, row))
    if kind == FORT:
        sides = " ".join(sorted({*plan.facing, *position.ground.works.looks_at(place)}))
        fort = set_place(state, place, "marker", Marker.BUILT.of(FORT), sides)
        return (*gone, *fort, *_counter(position, place, FORT, plan.power))
    many = built_at(position, place, FACTORY) + 1 if kind == FACTORY else 1
    return (*gone, *_stands(position, place, kind, many))


def _stands(position: Position, place: str, kind: str, many: int) -> tuple[Event, ...]:
    return set_place(position.state, place, "marker", Marker.BUILT.of(kind), many)


def _counter(position: Position, place: str, kind: str, name: str) -> tuple[Event, ...]:
    """The counters that make up the facility of a hex."""
    had = str(position.state.marker(place, Marker.COUNTER.of(kind)) or "")
    whole = f"{had} {name}".strip()
    return set_place(position.state, place, "marker", Marker.COUNTER.of(kind), whole)


def place_works(umpire: Umpire) -> None:
    """Facilities that have arrived are placed; sites where they belong (4.2.2)."""
    for order, ruling in umpire.sound_orders("place_works"):
        plan: Placing = ruling.plan
        umpire.apply(*ruling.events)
        umpire.tell(PlacedVerdict(at=plan.place, power=plan.power, what=plan.kind))
        umpire.done(order, ruling.reading)
    turn = umpire.state.clock.turn
    for work in tuple(finished(umpire.position)):
        _deploy(umpire, work)
    for power in [p.id for p in umpire.state.powers.values() if is_major(p)]:
        for name in waiting(umpire.position, power, turn):
            plan = Placing(power, name, name.rpartition("-")[2])
            if plan.kind == SITE:
                umpire.apply(*placed(umpire.position, plan))
                whose = umpire.position.held_by(plan.place) or power
                umpire.tell(PlacedVerdict(at=plan.place, power=whose, what=SITE))


@implements("WIF-13.6.10-14", "WIF-13.6.10-35c")
def _deploy(umpire: Umpire, work: Begun) -> None:
    """A facility that was built on the map stands there, also in an enemy zone of control."""
    name = f"{umpire.state.clock.turn}.{work.word}"
    umpire.apply(*taken_off(umpire.position, work))
    power = power_over(umpire.position, work.power)
    umpire.apply(*coming(umpire.position, power, name, 1))
    plan = Placing(power, name, work.place, work.facing)
    umpire.apply(*placed(umpire.position, plan))
    umpire.tell(PlacedVerdict(at=work.place, power=power, what=work.kind))


WORKS: Final = Section(
    name="works",
    title="Facilities to build",
    step="building-works",
    schema="works",
    cite=CITE,
    check=check_works,
)
PLACE_WORKS: Final = Section(
    name="place_works",
    title="Where facilities that arrive are placed",
    step="placing-works",
    schema="place_works",
    cite=PLACING,
    check=check_place,
)
