"""What powers owe each other in a turn: what they lend (5), and what they have agreed on (5.1).

Decides what countries of one power that produce apart give each other. Leaves agreements to the
book, how goods get there to `gifts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.systems.flames.economy.option_units import opened
from pbem.systems.flames.world.countries import (
    countries_of,
    country_of,
    counts,
    power_over,
    powers_and_nations,
)
from pbem.systems.flames.world.local_units import may_be_raised
from pbem.systems.flames.world.position import Position, force_pool
from pbem.systems.flames.world.vocabulary import PowerCount

ALL: Final = 999  # more build points than a country ever has


@dataclass(frozen=True, slots=True)
class Promise:
    """What one power owes another in a turn: resources, how many of them are oil, build points.

    `oil`: None where it does not matter which resources are given.
    """

    giver: str
    taker: str
    resources: int = 0
    oil: int | None = 0
    points: int = 0
    agreed: bool = False  # by a trade agreement, not lent
    within: bool = False  # among the countries of one power: what cannot be brought stays


@once
@implements("WIF-5.1-1", "WIF-5.1-14")
def promises(position: Position) -> tuple[Promise, ...]:
    """All that powers owe each other as things stand now, in the production step (5, 5.1)."""
    return tuple(
        p
        for p in (*_lent(position), *position.policy.industry.agreed(position))
        if p.resources or p.points
    )


@implements("WIF-13.6.10-37a")
def _lent(position: Position) -> Iterator[Promise]:
    """What is lent by powers, and by countries that produce apart."""
    words = PowerCount.LENT_RESOURCES, PowerCount.LENT_OIL, PowerCount.LENT
    names = powers_and_nations(position)
    for giver in names:
        goods, wells, money = (counts(position, giver, word) for word in words)
        for taker in names:
            many = goods.get(taker, 0), wells.get(taker, 0), money.get(taker, 0)
            within = many[-1] > 0 and power_over(position, giver) == power_over(position, taker)
            yield Promise(giver, taker, *many, within=within)
    for country in names:
        if is_idle(position, country):
            power = power_over(position, country)
            yield Promise(country, power, points=ALL, within=True)


def is_idle(position: Position, country: str) -> bool:
    """Whether a country has nothing to build and no order for its points: its power has them."""
    power = power_over(position, country)
    if country == power or country not in countries_of(position, power):
        return False
    if counts(position, country, PowerCount.LENT):
        return False
    owners = (other for other in position.powers if position.major(other) == power)
    pieces = [
        *(p for o in owners for p in (*position.at(force_pool(o)), *opened(position, o))),
        *position.kits.stages.unpaid(position),
    ]
    return not any(
        country_of(position, p) == country and may_be_raised(position, p) for p in pieces
    )
