"""Repairing printed works that lie in ruins (13.6.7, option 33).

`{repair: Kiev, what: factory}` among the builds. Decides what can be repaired, the price and when
it works again. A factory that has gone by rail is no ruin, a facility is built anew (13.6.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import as_number
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.holdings import BLUE, OIL, RED, is_held
from pbem.systems.flames.economy.orders_of_powers import country_for
from pbem.systems.flames.economy.points import left, spends, who_pays
from pbem.systems.flames.economy.ruins import ruins_of, words_of
from pbem.systems.flames.kits.works.verdicts import RepairsVerdict, Work, WorksVerdict
from pbem.systems.flames.world.countries import power_over
from pbem.systems.flames.world.named import places_in
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.terrain import RAIL
from pbem.systems.flames.world.vocabulary import Marker, turn_after

CITE: Final = "13.6.7"
KINDS: Final = {"factory": (BLUE, RED), "oil": (OIL,), "rail": (RAIL,)}


@dataclass(frozen=True, slots=True)
class Repair:
    """What is repaired, of whom, and the turn in which it works again."""

    power: str
    place: str
    kind: str
    ready: str


@implements("WIF-13.6.7-1", "WIF-13.6.7-3")
def repairable(position: Position, place: str) -> dict[str, int]:
    """The printed works in ruins of a hex on which nobody works yet (13.6.7)."""
    known = position.places.get(place)
    begun = Marker.REPAIR.among(known.markers) if known else {}
    found = dict(ruins_of(position, place))
    for name, many in begun.items():
        found[_kind(name)] = found.get(_kind(name), 0) - as_number(many)
    return {kind: many for kind, many in found.items() if many > 0}


def _kind(name: str) -> str:
    """`blue` of `1942-jf-blue`."""
    return name.rpartition("-")[2]


@implements("WIF-13.6.7-2")
def price_of(position: Position, what: str) -> tuple[int, int]:
    """The build points and the turns of a repair (13.6.7)."""
    chart = position.book.chart("unit-costs")
    cost, turns = (chart.at(f"{what}-repair", column, "others") for column in ("cost", "turns"))
    return int(cost.number), int(turns.number)


def check_repair(position: Position, order: Order) -> Ruling:
    """`{repair: Kiev, what: factory}` (13.6.7)."""
    called = position.called
    power, findings = country_for(position, order)
    places, troubles = places_in(position, order, "repair")
    findings += troubles
    if findings:
        return Ruling(tuple(findings))
    place, what = places[0], str(order.data["what"])
    kind = next((k for k in KINDS[what] if k in repairable(position, place)), "")
    cost, turns = price_of(position, what)
    power = who_pays(position, order, power, (place, cost))
    findings = [*_troubles(position, power, place, kind), *_too_dear(position, power, cost)]
    if findings:
        return Ruling(tuple(findings))
    ready = turn_after(position.clock.turn, turns)
    word = Marker.REPAIR.of(ready, kind)
    begun = as_number(position.state.marker(place, word)) + 1
    events: tuple[Event, ...] = (
        *set_place(position.state, place, "marker", word, begun),
        *spends(position, power, cost),
    )
    whose = "" if power == power_over(position, power) else f" build points of {called(power)}"
    words = f"{words_of(kind)} of {position.label(place)} repaired for {cost}{whose}"
    return Ruling((), words, events, Repair(power, place, kind, ready))


def _troubles(position: Position, power: str, place: str, kind: str) -> Iterator[Finding]:
    called = position.called
    label = position.label(place)
    if not position.options.destruction:
        yield error(
            "option",
            f"repairs are {position.option('destruction')}, not played",
            cite=CITE,
            about="repair",
        )
    elif not is_held(position, power_over(position, power), place):
        yield error("not-yours", f"{called(power)} does not hold {label}", cite=CITE, about=place)
    elif not kind:
        there = ", ".join(f"{n} {words_of(k)}" for k, n in repairable(position, place).items())
        message = f"nothing of this kind lies in ruins in {label}"
        hint = f"to repair there: {there or 'nothing'}"
        yield error("no-ruin", message, hint=hint, cite=CITE, about=place)


def _too_dear(position: Position, power: str, cost: int) -> Iterator[Finding]:
    points = left(position, power)
    if cost > points:
        message = f"it costs {cost}, {points} build points are left"
        yield error("too-dear", message, cite=CITE, about="repair")


def repairing(umpire: Umpire) -> None:
    """Repairs are paid for before units are drawn (13.6.7)."""
    begun: dict[str, list[Repair]] = {}
    for order, ruling in umpire.sound_orders("repair"):
        plan: Repair = ruling.plan
        umpire.apply(*ruling.events)
        begun.setdefault(plan.power, []).append(plan)
        umpire.done(order, ruling.reading)
    for power, repairs in begun.items():
        rows = tuple(Work(r.place, r.kind, r.ready) for r in repairs)
        umpire.tell(RepairsVerdict(None, power=power, works=rows))


@implements("WIF-13.6.7-2")
def repaired(umpire: Umpire) -> None:
    """As a turn begins what was repaired works again, whoever holds it (13.6.7)."""
    position = umpire.position
    for place in tuple(position.places.values()):
        for name, many in sorted(Marker.REPAIR.among(place.markers).items()):
            turn, kind = name.rpartition("-")[0], _kind(name)
            if turn == position.clock.turn:
                umpire.apply(*_restored(umpire.position, place.id, kind, as_number(many)))
                umpire.apply(
                    *set_place(umpire.state, place.id, "marker", Marker.REPAIR.of(name), None)
                )
                umpire.tell(WorksVerdict(at=place.id, what=kind, count=as_number(many)))


def _restored(position: Position, place: str, kind: str, many: int) -> tuple[Event, ...]:
    word = Marker.DESTROYED_RAIL if kind == RAIL else Marker.DESTROYED.of(kind)
    rest = max(0, as_number(position.state.marker(place, word)) - many)
    return set_place(position.state, place, "marker", word, rest or None)


REPAIR: Final = Section(
    name="repair",
    title="Works in ruins to repair",
    step="repairing",
    schema="repair",
    cite=CITE,
    check=check_repair,
)
