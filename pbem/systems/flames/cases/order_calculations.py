"""What cases may calculate of orders: what comes of them in a small position.

Decides what a case writes and what it gets: units that no catalogue holds (an owner's) can be tried
so. Leaves orders of whole scenarios to cases that adjudicate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order
from pbem.core.record.events import apply
from pbem.core.record.state import Scalar
from pbem.core.rules.system import Answer, Given, Ruling, Section
from pbem.systems.flames.cases.situation import Asked, CaseBook
from pbem.systems.flames.world.position import Position


def given_orders(book: CaseBook, given: Given) -> Answer:
    """`player` (a power), `orders` of one `section`: what is said of each, where units are then.

    The events of an order that is sound count for the next, and after it stands what a receipt
    doubts; `counters` and `marks` are told of whoever has some, `markers` where they changed.
    """
    first = position = replace(book.situation(given), player=given["player"])
    section = _section(book, given["section"])
    told: list[str] = []
    for order in _orders(given, section):
        ruling = section.check(position, order)
        if ruling.ok:
            position = replace(position, state=apply(position.state, ruling.events))
        told.append(_in_words(ruling))
    units = position.state.units.values()
    powers = position.powers.values()
    markers = _new_markers(first, position)
    return {
        "told": told,
        "at": {unit.id: unit.at for unit in units},
        "marks": {unit.id: sorted(unit.marks) for unit in units if unit.marks},
        "counters": {power.id: dict(power.counters) for power in powers if power.counters},
        **(
            {"markers": {place: dict(found) for place, found in markers.items()}} if markers else {}
        ),
    }


def _new_markers(first: Position, last: Position) -> dict[str, Mapping[str, Scalar]]:
    """The markers of the places where they are others than before."""
    had = {place.id: place.markers for place in first.places.values()}
    found = {place.id: dict(place.markers) for place in last.places.values()}
    return {place: markers for place, markers in found.items() if markers != had.get(place, {})}


def claims_of_orders(book: CaseBook, given: Given) -> Answer:
    """`player` (a power), `orders` of one `section`: what each wants for itself alone."""
    position = replace(book.situation(given), player=given["player"])
    section = _section(book, given["section"])
    return {"claims": [list(section.claims(position, o)) for o in _orders(given, section)]}


def hints_of_refusals(book: CaseBook, given: Given) -> Answer:
    """`player` (a power), `orders` of one `section`: why each is refused, and the hint with it."""
    position = replace(book.situation(given), player=given["player"])
    section = _section(book, given["section"])
    rulings = [section.check(position, order) for order in _orders(given, section)]
    return {"hints": [[[f.message, f.hint] for f in ruling.findings] for ruling in rulings]}


def _section(book: CaseBook, name: str) -> Section[Position]:
    return next(s for s in shelf(book.system).system.sections if s.name == name)


def _orders(given: Given, section: Section[Position]) -> Iterator[Order]:
    for number, data in enumerate(given["orders"], 1):
        row = data if isinstance(data, dict) else {"value": data}
        yield Order(section.name, number, given["player"], row, Where("case"))


def _in_words(ruling: Ruling) -> str:
    if not ruling.ok:
        return f"refused: {ruling.findings[0].message}"
    return ruling.reading + "".join(f" ({finding.message})" for finding in ruling.findings)


ORDER_CALCULATIONS: Final[Asked] = {
    "orders.given": given_orders,
    "orders.claims": claims_of_orders,
    "orders.hints": hints_of_refusals,
}
