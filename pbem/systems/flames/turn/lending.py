"""The lending stage: resources and build points that one power of a side gives another (5).

`{to: Italy, points: 2}`, `{to: Italy, resources: 3, oil: 1}`. Decides who may lend and how much.
Leaves the sea and US entry options to rules that are not played; what the goods do is found in
production.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.holdings import own_resources
from pbem.systems.flames.economy.orders_of_powers import called_so, country_for, is_major
from pbem.systems.flames.world.control import main_home
from pbem.systems.flames.world.countries import (
    acts_as,
    count,
    countries_of,
    counts,
    one_more,
    power_over,
)
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount

CITE: Final = "5"
INVADED: Final = 1  # what may be given in all of each while a home city is in enemy hands
POINTS: Final = "points"
RESOURCES: Final = "resources"
OIL: Final = "oil"
LENT: Final = {
    POINTS: PowerCount.LENT, RESOURCES: PowerCount.LENT_RESOURCES, OIL: PowerCount.LENT_OIL,
}  # fmt: skip
WORDS: Final = {POINTS: "build point", RESOURCES: "resource"}


@implements("WIF-5-3")
def why_not_lend(position: Position, giver: str, taker: str) -> str:
    """Why one power may lend another nothing; nothing if it may (5)."""
    powers = [power_over(position, country) for country in (giver, taker)]
    if giver == taker or position.side(powers[0]) != position.side(powers[1]):
        return f"{position.called(taker)} is no other power of your side"
    for power in powers if powers[0] != powers[1] else ():
        if position.is_neutral(power):
            return f"{position.called(power)} is neutral"
    return ""


@implements("WIF-5-6", "WIF-13.6.4-1", "AIF-5-2")
def lends_back(position: Position, giver: str, taker: str, goods: str) -> bool:
    """Whether the taker gives the giver the same goods in this turn (5)."""
    return count(position, taker, LENT[goods].of(giver)) > 0


@implements("WIF-5-4", "WIF-13.6.4-2")
def most_lent(position: Position, giver: str) -> int | None:
    """How many resources, and build points, a power may give in all; None for any number (5).

    Of the Commonwealth only the home country of the United Kingdom counts.
    """
    side, known = position.side(acts_as(position, giver)), position.board.by_fact.get("city", {})
    home = main_home(position.state, giver) if giver in position.powers else giver
    cities = [place for place in known if position.country(place) == home]
    holders = (position.controller(city) for city in cities)
    lost = any(holder is not None and position.side(holder) != side for holder in holders)
    return INVADED if lost else None


def check_lend(position: Position, order: Order) -> Ruling:
    """Whether resources and build points may be lent (5)."""
    called = position.called
    giver, findings = country_for(position, order)
    taker, unknown = _taker(position, str(order.data["to"]))
    findings += unknown
    goods = {word: int(order.data.get(word, 0)) for word in LENT}
    if not findings:
        findings = _troubles(position, (giver, taker), goods)
    if findings:
        return Ruling(tuple(findings))
    told = " and ".join(_said(word, goods[word], goods[OIL]) for word in WORDS if goods[word])
    lent = {LENT[word].of(taker): many for word, many in goods.items() if many}
    events = tuple(c for name, many in lent.items() for c in one_more(position, giver, name, many))
    return Ruling((), f"{called(giver)} lends {called(taker)} {told} of the turn", events)


def _taker(position: Position, name: str) -> tuple[str, list[Finding]]:
    """The major power that a name means, or the country of one that produces apart (option 40)."""
    majors = [power.id for power in position.powers.values() if is_major(power)]
    found = called_so(
        position, name, [c for power in majors for c in countries_of(position, power)]
    )
    if found:
        return found, []
    hint = f"one of {', '.join(majors)}"
    return "", [error("unknown-power", f"lend to whom: '{name}'?", hint=hint)]


def _troubles(position: Position, pair: tuple[str, str], goods: Mapping[str, int]) -> list[Finding]:
    """Why goods may not be lent so."""
    if why := why_not_lend(position, *pair):
        return [error("no-lending", why, cite=CITE, about="to")]
    if goods[RESOURCES] and any(one != power_over(position, one) for one in pair):
        message = "a power's resources go to any of its countries without being lent"
        hint = "routes say which; other powers lend them to the power itself"
        return [error("no-need", message, hint=hint, cite="13.6.10", about=RESOURCES)]
    per_kind = (f for word in WORDS for f in _too_many(position, pair, word, goods[word]))
    return [*per_kind, *_not_there(position, pair[0], goods)]


def _too_many(
    position: Position, pair: tuple[str, str], goods: str, many: int
) -> Iterator[Finding]:
    """What stands against lending so many of some goods: a lost city, goods that come back."""
    called = position.called
    giver, taker = pair
    if not many:
        return
    if lends_back(position, giver, taker, goods):
        message = f"{called(taker)} lends {WORDS[goods]}s to {called(giver)} in this turn"
        yield error("lends-back", message, cite=CITE, about="to")
    lent = sum(counts(position, giver, LENT[goods]).values())
    most = most_lent(position, giver)
    if most is not None and lent + many > most:
        message = f"a city of {called(giver)} is in enemy hands: it lends {most} {WORDS[goods]}"
        yield error("invaded", f"{message} in all", cite=CITE, about=goods)


@implements("WIF-5-2")
def _not_there(position: Position, giver: str, goods: Mapping[str, int]) -> Iterator[Finding]:
    """What of the resources a power does not have; how many are oil matters with option 30."""
    if not goods[POINTS] and not goods[RESOURCES]:
        hint = "points: 2, or resources: 3"
        yield error("nothing", "say what is lent", hint=hint, cite=CITE, about="to")
    if goods[OIL] and not position.kits.tells_oil:
        yield error("option", f"oil is {position.option('oil')}, not played", cite=CITE, about=OIL)
    if goods[OIL] > goods[RESOURCES]:
        message = f"{goods[OIL]} of {goods[RESOURCES]} resources cannot be oil"
        yield error(
            "too-many", message, hint="oil counts among the resources", cite=CITE, about=OIL
        )
    stores = own_resources(position, giver).values()
    lent = {w: sum(LENT[w].among(position.powers[giver].counters).values()) for w in LENT}
    have = {RESOURCES: sum(s.total for s in stores), OIL: sum(s.oil for s in stores)}
    for word, there in have.items():
        if goods[word] > there - lent[word]:
            message = f"{position.called(giver)} has {there} {word}, {lent[word]} are lent"
            yield error("too-many", message, cite=CITE, about=word)


def _said(word: str, many: int, oil: int) -> str:
    if word == RESOURCES:
        return f"{many} resources" + (f" ({oil} oil)" if oil else "")
    return f"{many} build points"


@implements("WIF-5-1", "AIF-5-1")
def lending(umpire: Umpire) -> None:
    """What each power lends in the turn that begins (5)."""
    umpire.carry_out("lend")


LEND: Final = Section(
    name="lend",
    title="Resources and build points lent in the coming turn",
    step="lending",
    schema="lend",
    cite=CITE,
    check=check_lend,
)
