"""Offensive chits (16, option 49): build points become offensive points.

`chits: [{points: 10}, {points: 5, soon: true}]`. Decides the price, when they arrive, how many
points may be saved. Leaves what they are spent for to `orders`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import country_for
from pbem.systems.flames.economy.points import left, spends
from pbem.systems.flames.world.countries import CountryId, one_more, power_over
from pbem.systems.flames.world.kits import Kits, Moment
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount, turn_after

CITE: Final = "16"
CHIT: Final = 5  # a chit counts a multiple of so many points
GEARING: Final = "chits"
MOST: Final = 49  # that a power can have saved


@dataclass(frozen=True, slots=True)
class ChitsVerdict(Verdict):
    """Offensive points that a power builds, and when they arrive."""

    kind: ClassVar[str] = "chits"
    cite: ClassVar[str] = "16"

    power: CountryId
    points: int
    price: int
    arrives: str

    @property
    def outcome(self) -> str:
        return "built"


@dataclass(frozen=True, slots=True)
class PointsArrivedVerdict(Verdict):
    """Offensive points that arrive, and how many the power has saved then."""

    kind: ClassVar[str] = "offensive-points"
    cite: ClassVar[str] = "4.2.1"

    power: PowerId
    points: int
    saved: int

    @property
    def outcome(self) -> str:
        return "arrived"


def chits_lines(verdict: ChitsVerdict, scene: Scene) -> Sequence[str]:
    """The offensive points that a power builds."""
    return [
        f"OFFENSIVE CHITS {scene.title(verdict.power)} ({verdict.cite})   {verdict.points} points "
        f"for {verdict.price}, {scene.said(verdict.arrives)}"
    ]


def points_arrived_lines(verdict: PointsArrivedVerdict, scene: Scene) -> Sequence[str]:
    """The offensive points that arrive."""
    return [
        f"OFFENSIVE POINTS {scene.title(verdict.power)} ({verdict.cite})   {verdict.points} more, "
        f"{verdict.saved} saved"
    ]


@implements("WIF-16-1")
def price_of_chits(points: int, soon: bool) -> int:
    """What offensive points cost: their number, twice of it to have them next turn (16)."""
    return points * (2 if soon else 1)


@implements("WIF-16-1")
def arrival_of(turn: str, soon: bool) -> str:
    """The turn in which they arrive: the second one on, or the next (16)."""
    return turn_after(turn, 1 if soon else 2)


@implements("WIF-4.2.1-6")
def saved(had: int, points: int) -> int:
    """What a power has saved when more arrives: no more than 49 (4.2.1)."""
    return min(MOST, had + points)


def check_chits(position: Position, order: Order) -> Ruling:
    """`{points: 15, soon: true}` (16)."""
    power, findings = country_for(position, order)
    if findings:
        return Ruling(tuple(findings))
    points, soon = int(order.data["points"]), bool(order.data.get("soon"))
    findings = _troubles(position, power, points, price_of_chits(points, soon))
    if findings:
        return Ruling(tuple(findings))
    verdict = ChitsVerdict(
        None,
        power=power,
        points=points,
        price=price_of_chits(points, soon),
        arrives=arrival_of(position.clock.turn, soon),
    )
    words = f"{points} offensive points for {verdict.price} build points"
    return Ruling((), words, _built(position, verdict), verdict)


@implements("WIF-13.6.8-3", "WIF-16-1", "WIF-16-2")
def _troubles(position: Position, power: str, points: int, price: int) -> list[Finding]:
    """Why a power cannot build such a chit."""
    if not position.options.offensive_points:
        return [
            error(
                "option",
                f"offensive chits are {position.option('offensive_points')}, not played",
                cite=CITE,
            )
        ]
    if points % CHIT:
        hint = f"write {points - points % CHIT or CHIT}"
        message = f"chits have a multiple of {CHIT} points, not {points}"
        return [error("chit", message, hint=hint, cite=CITE, about="points")]
    has = left(position, power)
    if price > has:
        message = f"they cost {price}, {has} build points are left"
        return [error("too-dear", message, cite=CITE, about="points")]
    geared = position.kits.gearing_left(position, power, GEARING)
    if geared is not None and points // CHIT > geared:
        message = f"gearing allows {CHIT * geared} more offensive points, not {points}"
        return [error("gearing", message, cite="13.6.8", about="points")]
    return []


@implements("WIF-13.6.10-37c")
def _built(position: Position, chits: ChitsVerdict) -> tuple[Event, ...]:
    """The changes when chits are built: paid, counted for gearing, on their way.

    A country that produces apart builds them for its power.
    """
    power = power_over(position, chits.power)
    more = {
        PowerCount.BUILDING.of(GEARING): chits.points // CHIT,
        PowerCount.CHITS.of(chits.arrives): chits.points,
    }
    counted = (one_more(position, power, word, many) for word, many in more.items())
    return (*spends(position, chits.power, chits.price), *(c for row in counted for c in row))


def build_chits(umpire: Umpire) -> None:
    """The offensive chits that are ordered are built (16)."""
    for order, ruling in umpire.sound_orders(CHITS.name):
        umpire.apply(*ruling.events)
        umpire.tell(ruling.plan)
        umpire.done(order, ruling.reading)


@implements("WIF-4.2.1-6")
def points_arrive(umpire: Umpire) -> None:
    """The offensive points of this turn join those that are saved (4.2.1)."""
    word = PowerCount.CHITS.of(umpire.state.clock.turn)
    for power in umpire.state.powers:
        state = umpire.state
        points = state.counter(power, word)
        if points:
            now_saved = saved(state.counter(power, PowerCount.OFFENSIVE_POINTS), points)
            umpire.apply(
                *set_power(state, power, "counter", word, None),
                *set_power(state, power, "counter", PowerCount.OFFENSIVE_POINTS, now_saved),
            )
            verdict = PointsArrivedVerdict(None, power=power, points=points, saved=now_saved)
            umpire.tell(verdict)


CHITS: Final = Section(
    name="chits",
    title="Offensive chits to build",
    step="chits",
    schema="chits",
    cite=CITE,
    check=check_chits,
)
KIT: Final = Kits(moments=((Moment.NEW_UNITS, points_arrive),))
