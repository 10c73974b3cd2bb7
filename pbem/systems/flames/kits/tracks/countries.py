"""Countries of a power that produce for themselves (13.6.10, option 40).

Decides which there are: its minor countries, and of a power with several home countries each one
with a city on the map. Leaves what is counted of them to `world.countries`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.position import Position


class CountriesApart(Reading, id="WIF-13.6.10-R3"):
    """Whether minor countries and those of the Commonwealth produce for themselves."""

    APART = "apart"
    TOGETHER = "together"


@once
@implements("WIF-13.6.10-37a")
def apart(position: Position, power: str) -> tuple[str, ...]:
    """The countries of a major power that produce for themselves, but for itself."""
    if position.reading(CountriesApart) is CountriesApart.TOGETHER:
        return ()
    minors = [
        other for other in position.powers if other != power and position.major(other) == power
    ]
    return (*_nations(position, power), *minors)


def _nations(position: Position, power: str) -> Iterator[str]:
    """The home countries on the map of a power that has several, but for its first one."""
    if power not in position.policy.federations:
        return
    there = {position.country(city) for city in position.board.by_fact.get("city", {})}
    yield from (home for home in homes_now(position.state, power)[1:] if home in there)
