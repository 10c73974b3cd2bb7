"""Income and additions (3.1, 14.2, 14.3, 21.7.1): as a turn begins, before its weather.

In Spring each power with a base has its NARFs for the year; what it had left makes its base grow
and is gone. Units join the force pools in the turn of their name. The Soviet Union mobilises for
six turns after a German attack. Decides what is received. Leaves what is bought to `building`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import NEUTRAL
from pbem.core.record.verdicts import PowerId, UnitId, Verdict
from pbem.systems.tw.economy.prizes import CHART, WHOLE, balance_of, change, is_out
from pbem.systems.tw.world.calendar import season_of, year_of
from pbem.systems.tw.world.east import turns_since_attack
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import (
    Pool,
    PowerCount,
    PowerName,
    Season,
    TrackName,
)

INCREASES: Final = (15, 15, 15, 15, 20, 20)  # of the Soviet base, from the turn of the attack on
FIRST_PLAYER_TURN: Final = 1
SATELLITE: Final = "satellite"  # the rate of minor countries that a major power runs


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomeVerdict(Verdict):
    """A power has its NARFs for the year."""

    kind: ClassVar[str] = "income"
    cite: ClassVar[str] = "14.2"

    power: PowerId
    base: int
    growth: int
    prizes: int
    narfs: int

    @property
    def outcome(self) -> str:
        return "received"


@dataclass(frozen=True, slots=True)
class ArrivalVerdict(Verdict):
    """Units have joined the force pool of a power."""

    kind: ClassVar[str] = "arrivals"
    cite: ClassVar[str] = "3.1"

    power: PowerId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "force-pool"


@dataclass(frozen=True, slots=True)
class MobilizationVerdict(Verdict):
    """The Soviet base and its NARFs have grown after a German attack."""

    kind: ClassVar[str] = "mobilization"
    cite: ClassVar[str] = "21.7.1"

    power: PowerId
    narfs: int
    builds: int

    @property
    def outcome(self) -> str:
        return "mobilizes"


@dataclass(frozen=True, slots=True)
class LendLeaseVerdict(Verdict):
    """A power is granted NARFs by allies that are not in play."""

    kind: ClassVar[str] = "lend-lease"
    cite: ClassVar[str] = "14.8.2"

    power: PowerId
    narfs: int

    @property
    def outcome(self) -> str:
        return "granted"


@implements("TW-3.1-1", "TW-14.2-2")
def income(umpire: Umpire) -> None:
    """As a turn begins: NARFs in Spring, additions to force pools, mobilization."""
    clock = umpire.state.clock
    if clock.impulse == FIRST_PLAYER_TURN and not _is_first(umpire):
        if season_of(clock.turn) is Season.SPRING:
            for power in sorted(umpire.state.powers):
                _receive(umpire, power)
        for power in sorted(umpire.state.powers):
            _arrive(umpire, power)
        _mobilize(umpire)
        _lend_lease(umpire)
    _grant_builds(umpire)


def _is_first(umpire: Umpire) -> bool:
    """Whether it is the turn of the set-up, which says what everybody has."""
    return umpire.state.track(TrackName.FIRST_TURN) == umpire.state.clock.turn


@implements(
    "TW-14.1-1",
    "TW-14.1-2",
    "TW-14.2-1",
    "TW-14.3-2",
    "TW-3.10.4-1",
    "TW-14.1-3",
    "TW-1.2e-2",
    "TW-14.7-1",
)
def _receive(umpire: Umpire, power: str) -> None:
    """A power with a base receives it, with its conquests; what it had left is gone."""
    position = umpire.position
    base = position.state.counter(power, PowerCount.BASE)
    if not base or position.side_of(power) == NEUTRAL or is_out(position, power):
        return
    grown = growth_of(position, power)
    prizes = balance_of(position, power)
    income = position.state.counter(power, PowerCount.INCOME)  # of a part of the base alone
    yearly = (income or base) + grown
    narfs = max(0, yearly + prizes)
    umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.BASE, base + grown))
    if income:
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.INCOME, yearly))
    umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.NARFS, narfs))
    umpire.tell(
        IncomeVerdict(
            None, power=power, base=yearly - grown, growth=grown, prizes=prizes, narfs=narfs
        )
    )


@implements(
    "TW-14.3-1",
    "TW-14.3-3",
    "TW-14.3-4",
    "TW-14.1.3-1",
    "TW-14.1-4",
    "TW-14.1.4-1",
    "TW-14.3.3-1",
    "TW-14.3.2-1",
)
def growth_of(position: Position, power: str) -> int:
    """What the NARFs left at the end of a year add to the base; a deficit takes from it."""
    left = position.state.counter(power, PowerCount.NARFS)
    return min(left, left * _rate(position, power) // WHOLE)  # a deficit counts whole


def _rate(position: Position, power: str) -> int:
    """How many hundredths of what it has left the base of a power grows by, if by any yet."""
    chart = position.book.chart(CHART)
    row = SATELLITE if position.patron(power) != power else power
    if row not in chart.table("growth").rows.names:
        return 0
    rate, since = (int(chart.at(row, one, "growth").number) for one in ("rate", "since"))
    return rate if year_of(position.clock.turn) >= since else 0


@implements("TW-15.0-1")
def _arrive(umpire: Umpire, power: str) -> None:
    """The units that are named for this turn join the force pool."""
    here, goal = f"pool:{power}/{umpire.state.clock.turn}", f"pool:{power}/{Pool.FORCE}"
    units = tuple(piece.id for piece in umpire.position.at(here))
    if units:
        umpire.apply(*(UnitMoved(unit, here, goal) for unit in units))
        umpire.tell(ArrivalVerdict(None, power, units))


@implements("TW-21.7.1-5")
def _mobilize(umpire: Umpire) -> None:
    """The Soviet base and NARFs rise in the turn of a German attack and the five that follow."""
    position, power = umpire.position, PowerName.SOVIET_UNION
    turns = turns_since_attack(position)
    if turns is None or turns >= len(INCREASES):
        return
    base = position.state.counter(power, PowerCount.BASE) + INCREASES[turns]
    umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.BASE, base))
    change(umpire, power, INCREASES[turns])
    umpire.tell(MobilizationVerdict(None, power, INCREASES[turns], turns + 1))


def granted_lend_lease(position: Position) -> int:
    """The NARFs that a scenario grants the Soviet Union in this turn, from those not in play."""
    return int(position.track(TrackName.LEND_LEASE.of(position.clock.turn)) or 0)


def _lend_lease(umpire: Umpire) -> None:
    """What the Western Allies send as the scenario says."""
    granted = granted_lend_lease(umpire.position)
    if granted:
        change(umpire, PowerName.SOVIET_UNION, granted)
        umpire.tell(LendLeaseVerdict(None, PowerName.SOVIET_UNION, granted))


@implements("TW-21.7.1-6")
def _grant_builds(umpire: Umpire) -> None:
    """In its own player turn the Soviet Union builds a unit for nothing, then two, three …"""
    position, power = umpire.position, PowerName.SOVIET_UNION
    turns = turns_since_attack(position)
    if turns is None or turns >= len(INCREASES):
        return
    if position.side_of(power) == position.clock.side:
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.FREE_BUILDS, turns + 1))
