"""Oil for moving, flying and attacking (10.3, 10.4; option 30).

`{oil: Germany, pay: action}` pays for the whole action, `units` a tenth for each unit after the
first, `one` for nobody, so that one unit acts; `from` names the places whose oil goes first.
Without an order each unit pays, until as much is paid as the action costs. Decides who needs oil,
the price, which oil is used. Leaves saving it to `economy`, oil of friends to `oil_help`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, apply
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.actions import actions_of
from pbem.systems.flames.impulse.impulse_verdicts import BurntVerdict, OilGivenVerdict, OilVerdict
from pbem.systems.flames.kits.oil_help import check_help, promised
from pbem.systems.flames.kits.stores.stock import GOODS, OIL, POINTS, changed, saved_at, stores
from pbem.systems.flames.world.control import main_home
from pbem.systems.flames.world.kits import Price
from pbem.systems.flames.world.named import find_places, places_in
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked, names
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import PowerCount, TrackName, UnitMark

CITE: Final = "10.3"
ACTION: Final = "action"
UNITS: Final = "units"
ONE: Final = "one"
WAYS: Final = (ACTION, UNITS, ONE)
TENTHS: Final = 10
LATER: Final = "1943"


# --- prices --------------------------------------------------------------------------------------


@implements("WIF-10.3-1")
def needs_oil(chart: Chart, kind: str, table: str) -> bool:
    """Whether a type of unit moves, flies and attacks for oil (10.3)."""
    known = chart.table(table)
    return kind in known.rows.names and chart.at(kind, "oil", table).number > 0


def is_thirsty(position: Position, piece: Piece) -> bool:
    """Whether a unit needs oil that is not paid for in this impulse."""
    on_land = "divisions" if piece.is_division else "corps"
    table = "aircraft" if piece.is_air else on_land
    paid = piece.unit.marked(UnitMark.FUELLED)
    return not paid and needs_oil(position.book.chart("unit-costs"), piece.kind, table)


@implements("WIF-10.3-2", "WIF-10.3-3")
def actions_price(
    chart: Chart, power: str, actions: Iterable[str], year: int, *, halved: bool = False
) -> int:
    """The tenths that a power's actions cost together, halved in some campaigns, then rounded."""
    together = sum(_action_price(chart, power, action, year) for action in actions)
    return rounded(Fraction(together, 2)) if halved else together


def _action_price(chart: Chart, power: str, action: str, year: int) -> int:
    """The tenths that an action costs a power; from 1943 on some cost more (10.3)."""
    price = chart.at(power, action, "1939").number
    later = chart.table(LATER)
    if year >= int(LATER) and power in later.rows.names and action in later.columns.names:
        price = chart.at(power, action, LATER).number
    return int(price)


@implements("WIF-10.3-9", "WIF-16.2-4")
def price_of(position: Position, power: str) -> int:
    """What the action that a power has chosen costs it, in tenths; several cost their sum."""
    chart = position.book.chart("oil-costs")
    if power not in chart.table("1939").rows.names:
        return 0
    halved = bool(position.state.track(TrackName.OIL_HALVED.of(power)))
    year = int(position.clock.turn[:4])
    return actions_price(chart, power, actions_of(position.state, power), year, halved=halved)


@implements("WIF-10.3-7")
def due(units: int, price: int) -> int:
    """The tenths due for so many units: the first is free, all together cost the action (10.3)."""
    return min(max(0, units - 1), price)


# --- which oil -----------------------------------------------------------------------------------


@implements("WIF-10.3-4")
def worth(position: Position, power: str, place: str) -> int:
    """The tenths that an oil of a hex is worth: half outside the current home country (10.3)."""
    home = position.country(place) == main_home(position.state, power)
    return TENTHS if home else TENTHS // 2


def sources(position: Position, power: str) -> list[str]:
    """The places of a power's saved oil: those that its player names, those at home, the others."""
    said = PowerCount.OIL_FROM.among(position.powers[power].counters)
    return sorted(
        stores(position, power, OIL),
        key=lambda at: (said.get(at, len(said) + 1), -worth(position, power, at), at),
    )


def available(position: Position, power: str) -> int:
    """All the tenths that a power could pay."""
    saved = stores(position, power, OIL)
    kept = position.state.counter(power, PowerCount.OIL_TENTHS)
    kept += position.state.counter(power, PowerCount.OIL_GIVEN)
    return kept + sum(many * worth(position, power, place) for place, many in saved.items())


@implements("WIF-10.3-5", "WIF-10.3-10")
def paid(position: Position, power: str, tenths: int) -> Iterator[Event]:
    """The changes when a power pays: what friends gave and kept tenths first, then whole oil; what
    is left of its own is kept.
    """
    given = position.state.counter(power, PowerCount.OIL_GIVEN)
    rest = max(0, given - tenths)
    yield from set_power(position.state, power, "counter", PowerCount.OIL_GIVEN, rest or None)
    tenths -= given - rest
    kept = position.state.counter(power, PowerCount.OIL_TENTHS)
    saved = stores(position, power, OIL)
    for place in sources(position, power):
        used = 0
        while kept < tenths and used < saved[place]:
            used += 1
            kept += worth(position, power, place)
        if used:
            yield from changed(position, place, OIL, -used)
    left = kept - tenths
    yield from set_power(position.state, power, "counter", PowerCount.OIL_TENTHS, left or None)


# --- units that act ------------------------------------------------------------------------------


@implements("WIF-10.3-6", "WIF-10.3-8", "WIF-10.3-11")
def fuel(position: Position, pieces: Iterable[Piece]) -> Price:
    """What units pay to move, fly or attack in their own impulse, each once in it (10.3)."""
    side = position.state.clock.side
    own = [piece for piece in pieces if position.side(piece.owner) == side]
    thirsty = {piece.id: piece for piece in own if is_thirsty(position, piece)}
    by_power: dict[str, list[Piece]] = {}
    for piece in thirsty.values():
        by_power.setdefault(position.major(piece.owner), []).append(piece)
    found = [_fuel_of(position, power, units) for power, units in by_power.items()]
    return Price(
        tuple(finding for one in found for finding in one.findings),
        tuple(event for one in found for event in one.events),
    )


def _fuel_of(position: Position, power: str, pieces: Sequence[Piece]) -> Price:
    state = position.state
    used = state.counter(power, PowerCount.OIL_UNITS)
    marks = [change for piece in pieces for change in marked(piece, UnitMark.FUELLED)]
    if _says(position, power, ACTION):
        return Price((), tuple(marks))
    price, more = price_of(position, power), used + len(pieces)
    cost = due(more, price) - due(used, price)
    if cost > 0 and (_says(position, power, ONE) or cost > available(position, power)):
        return Price((_dry(position, power, pieces, cost),))
    counted = set_power(state, power, "counter", PowerCount.OIL_UNITS, more)
    return Price((), (*marks, *counted, *(paid(position, power, cost) if cost else ())))


def _says(position: Position, power: str, way: str) -> bool:
    return bool(position.state.counter(power, PowerCount.OIL_PAYS.of(way)))


def _dry(position: Position, power: str, pieces: Sequence[Piece], cost: int) -> Finding:
    has = available(position, power)
    tenths = f"{cost} tenth{'s' * (cost > 1)}"
    message = f"{names(pieces)}: {tenths} of oil wanted, {position.called(power)} has {has}"
    if _says(position, power, ONE):
        message = f"{names(pieces)}: {position.called(power)} pays no oil, and one unit has acted"
    hint = "one unit that needs oil may act without it; foot, rail moves and rebases need none"
    return error("no-oil", message, hint=hint, cite=CITE, about=pieces[0].id)


# --- the order -----------------------------------------------------------------------------------


def check_oil(position: Position, order: Order) -> Ruling:
    """`{oil: Germany, pay: action}`, `{oil: Germany, from: [Ploesti, Berlin]}` (10.3)."""
    own = [p.id for p in position.state.powers_of_player(position.player)]
    power = next(iter(position.game.powers_called(str(order.data["oil"]), own)), "")
    troubles = _not_to_pay(position, power)
    if troubles or "for" in order.data:
        return Ruling(tuple(troubles)) if troubles else check_help(position, order, power)
    way = str(order.data.get("pay", UNITS))
    places, unknown = find_places(position, order.data.get("from", []))
    given, wrong = promised(position, order, power)
    more = max(0, given - position.state.counter(power, PowerCount.OIL_GIVEN))
    findings = [*unknown, *wrong, *_too_little(position, power, way, more)]
    if findings:
        return Ruling(tuple(findings))
    counts = {PowerCount.OIL_PAYS.of(way): 1}
    counts |= {str(PowerCount.OIL_GIVEN): given} if more else {}
    counts |= {PowerCount.OIL_FROM.of(place): rank for rank, place in enumerate(places, 1)}
    events: list[Event] = [
        change
        for name, many in counts.items()
        for change in set_power(position.state, power, "counter", name, many)
    ]
    if way == ACTION:
        there = position.then(apply(position.state, events))
        events += paid(there, power, price_of(position, power))
    return Ruling((), f"{power} pays oil: {way}", tuple(events), (power, way, given))


def _not_to_pay(position: Position, power: str) -> list[Finding]:
    if not position.options.oil:
        return [
            error("option", f"oil is {position.option('oil')}, not played", cite=CITE, about="oil")
        ]
    if not power or position.major(power) != power:
        return [error("not-yours", "it is no major power of yours", cite=CITE, about="oil")]
    return []


def _too_little(position: Position, power: str, way: str, given: int) -> list[Finding]:
    """What is wrong if a power, with what it is given besides, cannot pay for its action."""
    price, has = price_of(position, power), available(position, power) + given
    if way == ACTION and price > has:
        message = f"the action costs {price} tenths of oil, {power} has {has}"
        hint = "pay: units, a tenth for each unit after the first"
        return [error("no-oil", message, hint=hint, cite=CITE, about="oil")]
    return []


def pay_oil(umpire: Umpire) -> None:
    """How oil is paid in this impulse is said once the actions are chosen; who helps pays first."""
    for order, ruling in umpire.sound_orders("oil", lambda order: "for" in order.data):
        giver, taker, tenths = ruling.plan
        umpire.apply(*ruling.events)
        umpire.tell(OilGivenVerdict(None, power=giver, to=taker, tenths=tenths))
        umpire.done(order, ruling.reading)
    for order, ruling in umpire.sound_orders("oil", lambda order: "for" not in order.data):
        power, way, given = ruling.plan
        there = umpire.state.counter(power, PowerCount.OIL_GIVEN)
        if there < given:
            reason = f"of {given} tenths of oil that friends were to pay there are {there}"
            umpire.fail(order, reason, CITE)
            continue
        umpire.apply(*ruling.events)
        if way == ACTION:
            position = umpire.position
            price, left = price_of(position, power), available(position, power)
            umpire.tell(OilVerdict(None, power=power, tenths=price, left=left))
        umpire.done(order, ruling.reading)


# --- burning it (10.4) ---------------------------------------------------------------------------


@implements("WIF-10.4-1")
def check_burn(position: Position, order: Order) -> Ruling:
    """`{burn: Minsk, oil: 2, points: 1}`: saved goods that the enemy shall not have (10.4)."""
    places, findings = places_in(position, order, "burn")
    if findings:
        return Ruling(tuple(findings))
    place = places[0]
    burnt = {goods: int(order.data.get(goods, 0)) for goods in GOODS}
    troubles = tuple(_cannot_burn(position, place, burnt))
    if troubles:
        return Ruling(troubles)
    events = [c for goods, many in burnt.items() for c in changed(position, place, goods, -many)]
    words = ", ".join(f"{many} {goods}" for goods, many in burnt.items() if many)
    return Ruling((), f"{words} burnt in {position.label(place)}", tuple(events), (place, burnt))


def _cannot_burn(position: Position, place: str, burnt: Mapping[str, int]) -> Iterator[Finding]:
    holder, label = position.controller(place), position.label(place)
    own = {power.id for power in position.state.powers_of_player(position.player)}
    if holder is None or not {holder, position.major(holder)} & own:
        yield error("not-yours", f"{label} is not yours", cite="10.4", about=place)
        return
    if not any(burnt.values()):
        yield error("nothing", "say what is burnt: oil: 2, or points: 1", cite="10.4", about=place)
    for goods, many in burnt.items():
        there = saved_at(position, place, goods)
        if many > there:
            message = f"{label} has {there} {goods} saved, not {many}"
            yield error("too-many", message, cite="10.4", about=place)


def burn_goods(umpire: Umpire) -> None:
    """Saved goods are destroyed after the actions are chosen (10.4)."""
    for order, ruling in umpire.sound_orders("burn"):
        place, burnt = ruling.plan
        umpire.apply(*ruling.events)
        umpire.tell(BurntVerdict(at=place, oil=burnt[OIL], points=burnt[POINTS]))
        umpire.done(order, ruling.reading)


OIL_ORDERS: Final = Section(
    name="oil",
    title="How oil is paid",
    step="paying-oil",
    schema="oil",
    cite=CITE,
    check=check_oil,
)
BURN: Final = Section(
    name="burn",
    title="Saved oil and build points that you destroy",
    step="burning",
    schema="burn",
    cite="10.4",
    check=check_burn,
)
