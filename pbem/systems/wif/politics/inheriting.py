"""What a power that is out of the war leaves behind (13.7.1).

Decides who gets its minors, the countries that it has conquered and its territories, and whether
each is aligned, conquered or neutral then. Leaves the conquest of a minor by an enemy to
`conquering`. A territory where nobody has any influence would be neutral: as no power of the game
stands for it, it goes to the conqueror.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerFlag
from pbem.systems.wif.politics.conquest import (
    TERRITORY,
    aligned_1939,
    capital_of,
    hexes_in,
    influential,
)
from pbem.systems.wif.politics.politics_verdicts import InheritanceVerdict
from pbem.systems.wif.world.alliances import MAJOR_POWERS

ALIGNED, CONQUERED, NEUTRAL_NOW = "aligned", "conquered", "neutral"


@dataclass(frozen=True, slots=True)
class Legacy:
    """A country that a power leaves, and who gets it; `` if nobody."""

    country: str
    lord: str
    heir: str


@implements("WIF-13.7.1-21a")
def heir_of(position: Position, country: str, lord: str) -> str:
    """Who gets a country: who holds its capital, else who has most influence there (13.7.1)."""
    state = position.state
    able = [
        power.id
        for power in state.powers.values()
        if position.major(power.id) == power.id and power.side != NEUTRAL and power.id != lord
    ]
    capital = capital_of(position, country)
    holder = position.held_by(capital) if capital else ""
    return holder if holder in able else influential(position, hexes_in(position, country), able)


def left_behind(position: Position, power: str) -> tuple[str, ...]:
    """The countries that a power has conquered, and the territories that were always its own."""
    state = position.state
    kinds = {name: facts.get("kind") for name, facts in position.board.countries.items()}

    def is_left(country: str) -> bool:
        taken = position.conqueror(country)
        if taken is not None or state.at_home(country) is not None:
            return taken == power
        own = kinds[country] == TERRITORY and aligned_1939(position, country) == power
        return own and any(position.controller(p) == power for p in hexes_in(position, country))

    return tuple(filter(is_left, sorted(kinds)))


@implements("WIF-13.7.1-21a", "WIF-13.7.1-21b", "WIF-13.7.1-21c")
def hand_on(umpire: Umpire, power: str, taker: str) -> None:
    """What a power had conquered goes to its heirs (13.7.1).

    To a friend it stays what it was; to an enemy it is aligned where it was conquered.
    """
    for country in left_behind(umpire.position, power):
        position = umpire.position
        nobody = "" if position.state.at_home(country) else taker
        legacy = Legacy(country, power, heir_of(position, country, power) or nobody)
        status = _status(position, legacy)
        umpire.apply(*_passed(position, legacy, status))
        tell_legacy(umpire, legacy, status)


def tell_legacy(umpire: Umpire, legacy: Legacy, status: str) -> None:
    """Whose a country is now, and what it is."""
    country, lord, heir = legacy.country, legacy.lord, legacy.heir or None
    umpire.tell(InheritanceVerdict(None, country=country, lord=lord, power=heir, status=status))


def _status(position: Position, legacy: Legacy) -> str:
    """What a country is from now on: a major power's is never aligned, only conquered."""
    state, host = position.state, position.state.at_home(legacy.country)
    if not legacy.heir:
        return NEUTRAL_NOW
    taken = position.conqueror(legacy.country) is not None
    turned = state.side_of(legacy.heir) != state.side_of(legacy.lord)
    if host in MAJOR_POWERS:
        return CONQUERED
    return CONQUERED if taken != turned else ALIGNED


def _passed(position: Position, legacy: Legacy, status: str) -> Iterator[Event]:
    """The changes by which a country gets its new master."""
    state, host = position.state, position.state.at_home(legacy.country)
    flag, before = PowerFlag.CONQUERED.of(legacy.country), position.conqueror(legacy.country)
    if before is not None:
        yield from set_power(state, before, "flag", flag, None)
    if status == CONQUERED:
        yield from set_power(state, legacy.heir, "flag", flag, True)
    elif host is not None and status == ALIGNED:
        yield from _joined(state, host, legacy.heir)
    holder = host if host is not None and status != CONQUERED else legacy.heir
    for place in hexes_in(position, legacy.country):
        if position.controller(place) == legacy.lord:
            yield from set_controller(state, place, holder)


def _joined(state: State, host: str, master: str) -> Iterator[Event]:
    """A minor is aligned to its new master; one that fights on elsewhere stays with its own."""
    if state.side_of(host) != NEUTRAL:
        return
    yield from set_power(state, host, "flag", PowerFlag.DEFEATED, None)
    yield from led_by(state, host, master)
    yield from set_power(state, host, "side", "", state.side_of(master))


def led_by(state: State, minor: str, power: str) -> Iterator[Event]:
    """A power controls a minor country, and its players play it."""
    players = " ".join(state.powers[power].players) or None
    yield from set_power(state, minor, "flag", PowerFlag.CONTROLLER, power)
    yield from set_power(state, minor, "players", "", players)
