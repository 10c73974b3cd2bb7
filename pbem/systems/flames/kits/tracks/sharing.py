"""Build points that the countries of one power give each other in production (13.6.10, option 40).

`share: [{to: Rumania, points: 2}, {from: Czech Republic, to: Germany}]`: from the major power if
nobody is named, all that the country makes if no number is. What a country makes that has nothing
to build goes to its power by itself; `points: 0` keeps it. Decides who may give what. Leaves the
way there to `lend_lease`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import apply
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.lend_lease import received
from pbem.systems.flames.economy.orders_of_powers import called_so, own_countries
from pbem.systems.flames.economy.own_points import own_output
from pbem.systems.flames.world.countries import count, counts, power_over, set_count
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.vocabulary import PowerCount

CITE: Final = "13.6.10"


class SharedWhen(Reading, id="WIF-13.6.10-R5"):
    """When the countries of a power may give each other build points."""

    PRODUCTION = "production"
    LENDING = "lending"


def check_share(position: Position, order: Order) -> Ruling:
    """`{from: Rumania, to: Germany, points: 1}` (13.6.10)."""
    called = position.called
    giver, taker, findings = _pair(position, order)
    if findings:
        return Ruling(tuple(findings))
    word, there = PowerCount.LENT.of(taker), _to_give(position, giver)
    points = int(order.data.get("points", there))
    if points > there or ("points" not in order.data and not there):
        many = f", not {points}" * bool(points)
        message = f"{called(giver)} has {there} build points to give{many}"
        return Ruling((error("too-many", message, cite=CITE, about="points"),))
    events = set_count(position, giver, word, count(position, giver, word) + points)
    trial = position.then(apply(position.state, events))
    arrives = _promised(trial, taker) - _promised(position, taker)
    if (points and not arrives) or (arrives < points and "points" in order.data):
        message = f"{arrives} of {points} build points of {called(giver)} get to {called(taker)}"
        hint = "by rail to its cities: 2 the capital, 1 another, 1 a major port, 1 a factory"
        return Ruling((error("no-way", message, hint=hint, cite=CITE, about="to"),))
    return Ruling((), f"{called(giver)} gives {called(taker)} {arrives} build points", events)


def _to_give(position: Position, giver: str) -> int:
    """The build points that a country has made or saved, and promised nobody."""
    there = own_output(position, giver).own_points + sum(
        position.kits.saved_points(position, giver).values()
    )
    return there - sum(counts(position, giver, PowerCount.LENT).values())


def _promised(position: Position, taker: str) -> int:
    """The build points that reach a country of those that others have said they give it."""
    came = received(position, taker).items()
    return sum(many for giver, many in came if count(position, giver, PowerCount.LENT.of(taker)))


@implements("WIF-13.6.10-37a")
def _pair(position: Position, order: Order) -> tuple[str, str, list[Finding]]:
    """Who gives and who gets: countries of one power, other than each other."""
    known = own_countries(position)
    words = {key: str(order.data[key]) for key in ("from", "to") if key in order.data}
    meant = {key: called_so(position, word, known) for key, word in words.items()}
    unknown = next((key for key, country in meant.items() if not country), "")
    if unknown:
        hint = f"yours: {', '.join(map(position.title, known))}"
        message = f"'{words[unknown]}' is no country of yours that produces apart"
        return "", "", [error("not-yours", message, hint=hint, cite=CITE, about=unknown)]
    taker = meant["to"]
    giver = meant.get("from", power_over(position, taker))
    return giver, taker, _why_not(position, giver, taker)


def _why_not(position: Position, giver: str, taker: str) -> list[Finding]:
    called = position.called
    if giver == taker or power_over(position, giver) != power_over(position, taker):
        message = f"{called(giver)} and {called(taker)} are no two countries of one power"
        hint = "another power is lent points: lend"
        return [error("not-kin", message, hint=hint, cite=CITE, about="to")]
    if count(position, taker, PowerCount.LENT.of(giver)):
        message = f"{called(taker)} gives {called(giver)} build points in this turn"
        return [error("lends-back", message, cite="13.6.4", about="to")]
    if position.reading(SharedWhen) is SharedWhen.LENDING:
        message = "build points of other countries are promised in the lending stage"
        return [error("too-late", message, hint="lend, a turn before", cite="5", about="to")]
    return []


SHARE: Final = Section(
    name="share",
    title="Build points that countries of a power give each other (option 40)",
    step="production",
    schema="share",
    cite=CITE,
    check=check_share,
)
