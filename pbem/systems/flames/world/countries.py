"""The countries of a major power that produce apart (13.6.10).

Decides for which of them a hex works and a unit is built; where what a country has made, spent and
lent is counted. Mostly a power is its only country. Leaves what they make and build to `economy`.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import Scalar
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.flames.world.vocabulary import PowerCount

CountryId = str  # a power, or the country of one that produces apart


def countries_of(position: Position, power: str) -> tuple[str, ...]:
    """The countries of a major power that produce for themselves; it is the first of them."""
    return (power, *position.kits.apart(position, power))


def power_over(position: Position, country: str) -> str:
    """The major power whose country one is that produces apart."""
    owner = country if country in position.powers else position.state.at_home(country)
    if owner is None:
        raise AssertionError(f"{country} is nobody's")
    return position.major(owner)


def acts_as(position: Position, country: str) -> str:
    """The power as which a country supplies itself: a minor as itself."""
    return country if country in position.powers else power_over(position, country)


def powers_and_nations(position: Position) -> tuple[str, ...]:
    """All powers, and their home countries that produce apart."""
    found = (country for power in position.powers for country in countries_of(position, power))
    return tuple(dict.fromkeys(found))


@implements("WIF-13.6.10-37a")
def country_at(position: Position, place: str) -> str:
    """The country for which the factories and stores of a hex work: that in which it lies.

    A hex of nobody of the family works for who controls it.
    """
    state = position.state
    holder = position.controller(place)
    if holder is None:
        return ""
    family, home = countries_of(position, position.major(holder)), position.country(place)
    owner = state.at_home(home)
    if owner not in family or position.conqueror(home) is not None:
        return holder if holder in family else family[0]
    return home if home in family else owner


@implements("WIF-13.6.10-37a")
def country_of(position: Position, piece: Piece) -> str:
    """The country in whose pool a unit is, and which pays for it."""
    power = position.major(piece.owner)
    family = countries_of(position, power)
    home = home_country(position, piece) if piece.owner == power else piece.owner
    return home if home in family else power


def homes_of(position: Position, country: str) -> tuple[str, ...]:
    """The home countries of a country that produces apart, the one where it is lent points first.

    Of a major power that is its first one alone (13.6.4).
    """
    if country not in position.powers:
        return (country,)
    homes = homes_now(position.state, country)
    return homes[:1] if position.major(country) == country else homes


# --- what is counted of them ---------------------------------------------------------------------


def _counted_as(position: Position, country: str, word: str) -> tuple[str, str]:
    """The power that counts something of a country, and by which word."""
    if country in position.powers:
        return country, word
    return power_over(position, country), PowerCount.NATION.of(country, word)


def count(position: Position, country: str, word: str) -> int:
    """What is counted of a country."""
    return position.state.counter(*_counted_as(position, country, word))


def counts(position: Position, country: str, word: PowerCount) -> dict[str, int]:
    """What is counted of a country by words that a term begins, by the names that follow it."""
    power, begin = _counted_as(position, country, word)
    counters = position.powers[power].counters
    if begin == word:
        return word.among(counters)
    return {
        name.removeprefix(begin): many for name, many in counters.items() if name.startswith(begin)
    }


def has_count(position: Position, country: str, word: str) -> bool:
    """Whether something is counted of a country, were it none."""
    power, name = _counted_as(position, country, word)
    return name in position.powers[power].counters


def set_count(position: Position, country: str, word: str, many: Scalar) -> tuple[Event, ...]:
    """The change when so much is counted of a country."""
    power, name = _counted_as(position, country, word)
    return set_power(position.state, power, "counter", name, many)


def one_more(position: Position, country: str, word: str, many: int) -> tuple[Event, ...]:
    """The change when so much more is counted of a country."""
    return set_count(position, country, word, count(position, country, word) + many)
