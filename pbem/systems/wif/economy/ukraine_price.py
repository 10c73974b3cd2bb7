"""What Ukraine costs who holds Kiev (19.12, option 50); Soviet militia that leave for it.

`ukraine: {power: Germany}`. Decides who may pay. Leaves the country itself to `politics.ukraine`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import REMOVED
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import power_of
from pbem.systems.flames.economy.points import left
from pbem.systems.flames.world.local_units import MILITIA, city_of
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.vocabulary import PowerCount
from pbem.systems.wif.world.options import options_of
from pbem.systems.wif.world.vocabulary import FlagOf1939, MinorName, PowerName

CITE: Final = "19.12"
PRICE: Final = 15
KIEV: Final = "Kiev"


@dataclass(frozen=True, slots=True)
class UkrainePaidVerdict(Verdict):
    """A power has paid for Ukraine."""

    kind: ClassVar[str] = "ukraine-paid"
    cite: ClassVar[str] = "19.12"

    power: PowerId
    price: int

    @property
    def outcome(self) -> str:
        return "paid"


def ukraine_paid_lines(verdict: UkrainePaidVerdict, scene: Scene) -> Sequence[str]:
    """Who may create Ukraine now."""
    power = scene.title(verdict.power)
    return [f"UKRAINE ({verdict.cite})  {power} pays {verdict.price} build points for it"]


@implements("WIF-19.12-1")
def why_not_pay(position: Position, power: str) -> str:
    """Why a power may not pay for Ukraine now; nothing if it may (19.12)."""
    kiev = position.board.find(KIEV).place
    if not options_of(position).ukraine:
        return "Ukraine is option 50, not played"
    if MinorName.UKRAINE not in position.powers:
        return "this scenario has no Ukraine"
    if position.state.flag(power, FlagOf1939.PAID_UKRAINE):
        return f"{position.called(power)} has paid for Ukraine already"
    if kiev is None or position.held_by(kiev) != power:
        return f"{position.called(power)} does not control Kiev"
    if left(position, power) < PRICE:
        return f"Ukraine costs {PRICE}, {left(position, power)} build points are left"
    return ""


def check_payment(position: Position, order: Order) -> Ruling:
    """`{power: Germany}`: 15 build points for Ukraine (19.12)."""
    called = position.called
    power, findings = power_of(position, order)
    if not findings and (why := why_not_pay(position, power)):
        findings = [error("no-ukraine", why, cite=CITE)]
    if findings:
        return Ruling(tuple(findings))
    spent = position.state.counter(power, PowerCount.SPENT_POINTS) + PRICE
    events = (
        *set_power(position.state, power, "counter", PowerCount.SPENT_POINTS, spent),
        *set_power(position.state, power, "flag", FlagOf1939.PAID_UKRAINE, True),
    )
    return Ruling((), f"{called(power)} pays {PRICE} build points for Ukraine", events, power)


@implements("WIF-19.12-1", "WIF-19.12-4")
def pay_for_ukraine(umpire: Umpire) -> None:
    """Who wants Ukraine pays; once there is one, Soviet militia of its cities leave the game."""
    for order, ruling in umpire.sound_orders("ukraine"):
        umpire.apply(*ruling.events)
        umpire.tell(UkrainePaidVerdict(None, power=ruling.plan, price=PRICE))
        umpire.done(order, ruling.reading)
    dismiss_militia(umpire)


@implements("WIF-19.12-4")
def dismiss_militia(umpire: Umpire) -> None:
    """Soviet militia of Ukrainian cities leave the game when they are off the map (19.12)."""
    position = umpire.position
    if MinorName.UKRAINE not in position.claimed.values():
        return
    for unit in position.state.units.values():
        piece = position.piece(unit)
        if unit.owner != PowerName.USSR or piece.kind != MILITIA or unit.at == REMOVED:
            continue
        city = city_of(position, piece)
        off_map = unit.at not in position.board
        if off_map and city is not None and position.country(city) == MinorName.UKRAINE:
            umpire.apply(UnitMoved(unit.id, unit.at, REMOVED, unit.count))


UKRAINE: Final = Section(
    name="ukraine",
    title="Fifteen build points for Ukraine",
    step="local-units",
    schema="ukraine",
    cite=CITE,
    check=check_payment,
)
