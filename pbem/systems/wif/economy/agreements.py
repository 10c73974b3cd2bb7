"""Trade agreements: what powers owe each other by them in a turn (5.1).

Decides which agreements are in force in the production step and how much each is worth: that of
Germany and the USSR with its reductions, the terms of neutrality pacts, what neutral minor
countries supply. Leaves agreements that need convoys (Italy, Japan, the Netherlands, Venezuela) to
the sea, how goods get there to `gifts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, State
from pbem.core.record.terms import Term
from pbem.systems.flames.economy.trade import Promise
from pbem.systems.flames.world.position import Position, conqueror, major
from pbem.systems.flames.world.vocabulary import PowerFlag, Side
from pbem.systems.wif.economy.soviet_trade import german_points, soviet_goods, trades
from pbem.systems.wif.world.alliances import has_pact
from pbem.systems.wif.world.vocabulary import Claim, CountOf1939, FlagOf1939, MinorName, PowerName

DODECANESE: Final = "Dodecanese"


def agreed(position: Position) -> Iterator[Promise]:
    """What powers owe each other by trade agreements (5.1)."""
    for found in (_pacts(position), _germany_and_ussr(position), _minors(position)):
        yield from (replace(promise, agreed=True) for promise in found)


def _counted(position: Position, resources: Term, oil: Term, points: Term) -> Iterator[Promise]:
    """The promises that counters of powers tell."""
    for giver, power in position.powers.items():
        goods, wells, money = (word.among(power.counters) for word in (resources, oil, points))
        for taker in position.powers:
            many = goods.get(taker, 0), wells.get(taker, 0), money.get(taker, 0)
            yield Promise(giver, taker, *many)


# --- neutrality pacts ----------------------------------------------------------------------------


@implements("WIF-9.2-10", "WIF-5.1-6")
def _pacts(position: Position) -> Iterator[Promise]:
    """The terms of neutrality pacts, as long as these stand (9.2)."""
    words = CountOf1939.TRADE_RESOURCES, CountOf1939.TRADE_OIL, CountOf1939.TRADE_POINTS
    for promise in _counted(position, *words):
        if has_pact(position.state, promise.giver, promise.taker):
            yield promise


# --- Germany and the USSR ------------------------------------------------------------------------


def _germany_and_ussr(position: Position) -> Iterator[Promise]:
    """German build points for Soviet resources (5.1)."""
    if trades(position.state):
        yield Promise(PowerName.USSR, PowerName.GERMANY, *soviet_goods(position))
        points = german_points(position)
        yield Promise(PowerName.GERMANY, PowerName.USSR, points=points)


def end_of_trade(state: State, power: str, other: str) -> Iterator[Event]:
    """The changes when the pact of two powers ends: what they have agreed on ends with it (9.2)."""
    yield from end_of_terms(state, power, other)
    yield from set_power(state, power, "flag", FlagOf1939.TRADES_WITH.of(other), None)


def end_of_terms(state: State, power: str, other: str) -> Iterator[Event]:
    """The changes when a power owes another nothing more by their pact."""
    for word in (CountOf1939.TRADE_RESOURCES, CountOf1939.TRADE_OIL, CountOf1939.TRADE_POINTS):
        yield from set_power(state, power, "counter", word.of(other), None)


# --- neutral minor countries ---------------------------------------------------------------------


@implements("WIF-5.1-13")
def _minors(position: Position) -> Iterator[Promise]:
    """What neutral minor countries supply to major powers (5.1)."""
    for minor, takers in _supplies(position).items():
        known = position.powers.get(minor)
        if known is None or known.side != NEUTRAL or known.flags.get(PowerFlag.CONTROLLER):
            continue
        for taker, many in takers:
            if taker is not None and taker in position.powers:
                yield Promise(minor, taker, many, None)


def _supplies(position: Position) -> Mapping[str, list[tuple[str | None, int]]]:
    """To whom each minor country that is neutral supplies how many resources."""
    germany, italy = PowerName.GERMANY, PowerName.ITALY
    axis, allied = Side.AXIS, Side.ALLIED
    state = position.state
    france, powers = PowerName.FRANCE, state.powers
    fallen = position.conqueror(france) is not None or PowerName.VICHY_FRANCE in powers
    french = france in powers and not fallen
    turkey: list[tuple[str | None, int]] = [
        (germany, 1), (_holder(position, "Cairo", axis), 1)
    ]  # fmt: skip
    in_spain = (_holder(position, city, axis) for city in ("Paris", "Rabat"))
    return {
        MinorName.GREECE: [(_holder(position, DODECANESE, allied), 1)],
        MinorName.HUNGARY: [(None if _was_denied(state) else germany, 1)],
        MinorName.IRAN: [(PowerName.COMMONWEALTH, 1)],
        MinorName.IRAQ: [(PowerName.FRANCE if french else _holder_of_syria(state), 1)],
        MinorName.PORTUGAL: [(_holder(position, "Madrid", allied), 1)],
        MinorName.RUMANIA: [(germany, 2), (italy, 1)],
        MinorName.SPAIN: [(power, 1) for power in in_spain if power in (germany, italy)],
        PowerName.SWEDEN: [(germany, 3), (_holder(position, "Narvik"), 1)],
        MinorName.TURKEY: turkey if position.conqueror(italy) is None else [],
    }


@implements("WIF-19.6.2-6")
def _was_denied(state: State) -> bool:
    """Whether Germany has denied Hungary and Bulgaria what they claimed of Rumania (19.6.2)."""
    return state.flag(MinorName.RUMANIA, FlagOf1939.CLAIMED_BY_BOTH) == Claim.DENIED


def _holder(position: Position, name: str, side: str = "") -> str | None:
    """The major power that controls a place, if it is of that side; None without such a place.

    Of several hexes of that name it must control all.
    """
    holders = {position.held_by(place) for place in position.board.meant(name)}
    power = next(iter(holders)) if len(holders) == 1 else ""
    if not power or position.side(power) == NEUTRAL:
        return None
    return power if side in ("", position.side(power)) else None


def _holder_of_syria(state: State) -> str | None:
    """The major power that controls Syria, by conquest or as its own."""
    holder = conqueror(state, MinorName.SYRIA) or state.at_home(MinorName.SYRIA)
    return None if holder is None else major(state, holder)
