"""Chits (2.6, 7.8.2, 16.1.7): bought in the Planning Segment, hidden, revealed as they are played.

A chit is a secret track of its power that its own players alone see. Decides who holds which, what
each costs, and when it is paid. Leaves what a chit does to the rule for which it is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import Event, TrackChanged
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.calendar import season_of
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Chit, PowerCount, PowerName, Season, TrackName

SEASONS: Final = (Season.SPRING, Season.FALL)  # in which espionage is bought and played


class PaidWhen(Reading, id="TW-R-3.3-c"):
    """When a chit that is hidden is paid."""

    REVEALED = "revealed"
    BOUGHT = "bought"


@dataclass(frozen=True, slots=True)
class ChitVerdict(Verdict):
    """A chit is revealed, as it is played or taken away; or another cancels it."""

    kind: ClassVar[str] = "chit"
    cite: ClassVar[str] = "16.1.7"

    power: PowerId
    chit: str
    why: str
    paid: int

    @property
    def outcome(self) -> str:
        return self.why


def track_of(power: str, chit: Chit) -> str:
    return TrackName.CHIT.of(f"{power}.{chit}")


def held(position: Position, power: str, chit: Chit) -> int:
    """How many chits of a kind a power keeps."""
    return int(position.track(track_of(power, chit)) or 0)


@implements("TW-3.3-6")
def price_of_chit(position: Position, power: str, chit: Chit) -> int:
    """NARFs of a chit: the Soviet Union spies for less."""
    soviet = power == PowerName.SOVIET_UNION and chit is not Chit.EVASION
    row = f"{chit}-soviet" if soviet else str(chit)
    return int(position.book.chart("costs").at(row, "cost", "other").number)


@implements("TW-2.6-YN-1")
def is_time_to_spy(position: Position) -> bool:
    """Whether espionage is bought and played in this turn: in Spring and Fall alone."""
    return season_of(position.clock.turn) in SEASONS


@implements("TW-2.6-YN-1", "TW-3.3-6")
def written_down(position: Position, power: str, chit: Chit, is_bought: bool) -> Iterator[Event]:
    """A chit on sale, bought or not: sealed for its players, and nobody else sees which."""
    name, players = track_of(power, chit), position.powers[power].players
    before = position.track(name)
    after = held(position, power, chit) + 1 if is_bought else before
    yield TrackChanged(name, before, after, players)
    if position.reading(PaidWhen) is PaidWhen.BOUGHT and is_bought:
        yield from _paid(position, power, price_of_chit(position, power, chit))


def due_for(position: Position, power: str, chit: Chit) -> int:
    """What a chit costs as it is played, if that is still to be paid."""
    paid = position.reading(PaidWhen) is PaidWhen.BOUGHT
    return 0 if paid else price_of_chit(position, power, chit)


def can_pay(position: Position, power: str, chit: Chit) -> bool:
    """Whether a power holds a chit and has what it still costs."""
    has_chit = held(position, power, chit) > 0
    due = due_for(position, power, chit)
    return has_chit and (not due or position.state.counter(power, PowerCount.NARFS) >= due)


@implements("TW-2.6-YN-1")
def reveal(umpire: Umpire, power: str, chit: Chit, why: str) -> None:
    """A chit lies open: it is paid, if it has not been, and gone."""
    position = umpire.position
    many, paid = held(position, power, chit) - 1, 0
    umpire.apply(*set_track(umpire.state, track_of(power, chit), many or None))
    if position.reading(PaidWhen) is PaidWhen.REVEALED:
        left = position.state.counter(power, PowerCount.NARFS)
        paid = max(0, min(left, price_of_chit(position, power, chit)))
        umpire.apply(*_paid(position, power, paid))
    umpire.tell(ChitVerdict(None, power, str(chit), why, paid))


def _paid(position: Position, power: str, price: int) -> Iterator[Event]:
    left = position.state.counter(power, PowerCount.NARFS) - price
    yield from set_power(position.state, power, "counter", PowerCount.NARFS, left)
