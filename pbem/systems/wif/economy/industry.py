"""What the politics of 1939 make of production (13.6).

Decides which events raise multiples, who withholds goods, who builds what alone. Leaves trade
agreements to `agreements`, choices among them to `soviet_trade`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.flames.economy.holdings import is_held
from pbem.systems.flames.world.control import major_powers
from pbem.systems.flames.world.policy import Industry
from pbem.systems.flames.world.position import (
    A_BOMB,
    V_WEAPON,
    Position,
    Umpire,
    at_war,
    other_side,
)
from pbem.systems.flames.world.vocabulary import PowerFlag, TrackName, number_of, year_of
from pbem.systems.wif.economy.agreements import agreed
from pbem.systems.wif.economy.soviet_trade import settle_choices
from pbem.systems.wif.world.alliances import is_neutral
from pbem.systems.wif.world.vocabulary import FlagOf1939, MinorName, PowerName

SOVIET_WAR_ECONOMY: Final = "1942-jf"
AT_WAR: Final = "ussr-at-war"
US_AT_WAR: Final = "usa-at-war"
US_AT_WAR_WITH_ALL: Final = "usa-at-war-with-all"
LUFTHANSA: Final = "lufthansa"  # the rating that marks that air transport
FREE_FRENCH_FROM: Final = "1942-nd"
AIRLINE: Final = 3  # what it costs the first time
BEFORE_PRAGUE: Final = 1938


def added_by_events(state: State, power: str) -> tuple[str, ...]:
    """The events that have raised the multiple of a power (13.6.3); US entry options not yet."""
    if power == PowerName.USSR:
        by_date = number_of(state.clock.turn) >= number_of(SOVIET_WAR_ECONOMY)
        attacked = state.flag(power, FlagOf1939.ATTACKED_BY.of(PowerName.GERMANY)) is not None
        return (AT_WAR,) if by_date or attacked else ()
    if power == PowerName.USA:
        foes = major_powers(state, other_side(state.side_of(power)))
        wars = [at_war(state, power, foe) for foe in foes if not is_neutral(state, foe)]
        had = bool(state.flag(power, FlagOf1939.AT_WAR_WITH_ALL))
        with_all = had or (any(wars) and all(wars))
        return (*([US_AT_WAR] * any(wars)), *([US_AT_WAR_WITH_ALL] * with_all))
    return ()


def withholds(position: Position, power: str, other: str) -> bool:
    """Whether the USSR lets no goods of its side through: while it is at peace (13.6.1)."""
    return other == PowerName.USSR and not _fights_germany(position)


def _fights_germany(position: Position) -> bool:
    """Whether the USSR is at war with Germany."""
    both = PowerName.USSR, PowerName.GERMANY
    return all(one in position.powers for one in both) and position.at_war(*both)


def produces(umpire: Umpire, power: str) -> None:
    """That the USA has been at war with all of the Axis stands for good."""
    if US_AT_WAR_WITH_ALL in added_by_events(umpire.state, power):
        umpire.apply(*set_power(umpire.state, power, "flag", FlagOf1939.AT_WAR_WITH_ALL, True))


@implements("WIF-13.6.5-9")
def price(state: State, counter: Counter) -> int | None:
    """The first time that the Lufthansa is built it costs Germany but 3 (13.6.5)."""
    flown = state.flag(PowerName.GERMANY, FlagOf1939.BUILT_LUFTHANSA)
    return AIRLINE if counter.has(LUFTHANSA) and not flown else None


def drawn(state: State, counter: Counter) -> tuple[Event, ...]:
    """That the Lufthansa was built is noted."""
    if not counter.has(LUFTHANSA):
        return ()
    return set_power(state, PowerName.GERMANY, "flag", FlagOf1939.BUILT_LUFTHANSA, True)


@implements("WIF-13.6.10-10b")
def prague(position: Position, owner: str) -> Iterator[str]:
    """German-held Prague, where Germany builds after 1938 while the Czechs are aligned to it."""
    first = position.state.track(TrackName.FIRST_TURN) or position.clock.turn
    if owner != PowerName.GERMANY or year_of(str(first)) <= BEFORE_PRAGUE:
        return
    czechs = MinorName.CZECH_REPUBLIC
    if position.state.flag(czechs, PowerFlag.CONTROLLER) == owner:
        capitals = position.board.by_fact.get("capital", {})
        yield from (
            at for at, of in capitals.items() if of == czechs and is_held(position, owner, at)
        )


@implements("WIF-13.6.4-8")
def why_no_foreign(position: Position, power: str) -> str:
    """Why a power cannot have foreign units; nothing if it is active, the USSR against Germany."""
    state = position.state
    if position.is_neutral(power):
        return f"{position.called(power)} is neutral"
    germany = PowerName.GERMANY
    if power == PowerName.USSR and not (
        germany in state.powers and position.at_war(power, germany)
    ):
        return "the USSR is not at war with Germany"
    return ""


@implements("WIF-22.8-2")
def volunteers(position: Position, power: str) -> bool:
    """Whether a power may have volunteers: the Free French after Vichy, or late in 1942 (22.8)."""
    if power != PowerName.FREE_FRANCE:
        return True
    fallen = position.conqueror(PowerName.FRANCE) is not None
    late = number_of(position.clock.turn) >= number_of(FREE_FRENCH_FROM)
    return late or fallen or PowerName.VICHY_FRANCE in position.powers


INDUSTRY: Final = Industry(
    red=frozenset({MinorName.UKRAINE}),
    raised=added_by_events,
    withholds=withholds,
    agreed=agreed,
    deals=settle_choices,
    produces=produces,
    makers={V_WEAPON: PowerName.GERMANY, A_BOMB: PowerName.USA},
    price=price,
    drawn=drawn,
    sites=prague,
    why_no_foreign=why_no_foreign,
    volunteers=volunteers,
)
