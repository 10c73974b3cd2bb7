"""Chits of the Planning Segment (3.3, 7.8.2, 16.1.7): who buys which, and when they are taken away.

Decides what a power may buy in this turn. Leaves what chits are to `world.chits`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.calendar import order_of, season_of, year_of
from pbem.systems.tw.world.chits import held, is_time_to_spy, price_of_chit, reveal, written_down
from pbem.systems.tw.world.position import ORDER, Position, Umpire
from pbem.systems.tw.world.vocabulary import Chit, PowerCount, PowerName, Season, TrackName

NAVIES: Final = (PowerName.GERMANY, PowerName.BRITAIN, PowerName.UNITED_STATES)
GERMAN: Final = ("1940-spring", "1942-spring")  # the turns in which Germany evades
SPIES: Final = (Chit.ESPIONAGE, Chit.COUNTER)
GONE: Final = "unused"

BUY: Final = DecisionKind(
    "chits",
    "Chits that are bought",
    "in the Planning Segment, by a line: `evasion`, `espionage`, `counter-espionage`, or several; "
    "nobody else sees which; default: none",
    "3.3",
    (AnswerKey("chits", "buy"),),
    {"power": "the power that buys", "narfs": "the NARFs that it has"},
    values={"power": one_of(*ORDER)},
)


def chits(umpire: Umpire) -> None:
    """The chits of all major powers, those with the fewest NARFs first."""
    _take_away(umpire)
    majors = umpire.position.book.chart("efforts").table("cost").rows.names
    narfs = {name: umpire.state.counter(name, PowerCount.NARFS) for name in majors}
    for power in sorted(majors, key=lambda name: (narfs[name], name)):
        if power in umpire.state.powers:
            _buy(umpire, power)


@implements("TW-3.3-6", "TW-7.8.2-1")
def _buy(umpire: Umpire, power: str) -> None:
    """Every chit on sale has its sealed lines, bought or not: their number tells nothing."""
    position = umpire.position
    players, left = position.powers[power].players, position.state.counter(power, PowerCount.NARFS)
    on_sale = tuple(_on_sale(position, power)) if players else ()
    if not on_sale:
        return
    possible = tuple(chit for chit in on_sale if _may_buy(position, power, chit))
    question = BUY.ask(
        f"Which chits does {position.title(power)} buy?",
        players,
        [Option(str(chit), chit.meaning) for chit in possible],
        about=power,
        least=0,
        most=len(possible),
        facts={"power": power, "narfs": left},
        secret=players,
    )
    paid = tuple(_paid_for(position, power, umpire.in_secret(question).picks))
    for chit in on_sale:
        umpire.apply(*written_down(umpire.position, power, chit, chit in paid))


def _on_sale(position: Position, power: str) -> Iterator[Chit]:
    """What a power may buy in this turn, as far as everybody knows."""
    if _may_evade(position, power):
        yield Chit.EVASION
    if is_time_to_spy(position):
        yield from SPIES


def _may_buy(position: Position, power: str, chit: Chit) -> bool:
    """Whether a power may buy a chit beside those that it keeps, and can pay it."""
    twice = chit is Chit.EVASION and held(position, power, chit)
    return not twice and _has_money(position, power, chit)


def _has_money(position: Position, power: str, chit: Chit) -> bool:
    """Whether a power can pay one more chit beside those that it keeps."""
    return _money(position, power) >= price_of_chit(position, power, chit)


def _money(position: Position, power: str) -> int:
    """The NARFs of a power that its chits will not cost."""
    kept = sum(held(position, power, one) * price_of_chit(position, power, one) for one in Chit)
    return position.state.counter(power, PowerCount.NARFS) - kept


def _paid_for(position: Position, power: str, picks: Sequence[str]) -> Iterator[Chit]:
    """The chits that can be paid of those that are picked, in this order."""
    left = _money(position, power)
    for chit in filter(None, map(Chit.term_for, picks)):
        price = price_of_chit(position, power, chit)
        if left >= price:
            left -= price
            yield chit


@implements("TW-7.8.2-1")
def _may_evade(position: Position, power: str) -> bool:
    """Whether a power may play an Evasion chit: one a year, of three navies, Germany for two years
    and a turn.
    """
    first, last = map(order_of, GERMAN)
    turn = position.clock.turn
    german = power != PowerName.GERMANY or first <= order_of(turn) <= last
    played = position.track(TrackName.EVADED.of(power)) == year_of(turn)
    return power in NAVIES and german and not played


def _take_away(umpire: Umpire) -> None:
    """After Fall the espionage that nobody has used is taken away."""
    if season_of(umpire.state.clock.turn) is not Season.WINTER:
        return
    for power in sorted(umpire.state.powers):
        for chit in SPIES:
            for _ in range(held(umpire.position, power, chit)):
                reveal(umpire, power, chit, GONE)
