"""Evasion chits (7.8.2): `{from: Kiel}`, for all ships that sail from that port in the player turn.

Decides who may play one when. Leaves what it does to `intercepting`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_track
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.sea.navies import ships_at
from pbem.systems.tw.world.activity import allows
from pbem.systems.tw.world.calendar import order_of, year_of
from pbem.systems.tw.world.chits import can_pay, reveal
from pbem.systems.tw.world.hexes import is_port
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.vocabulary import Chit, PowerName, Side, TrackName

LAST_GERMAN: Final = "1942-spring"
PLAYED: Final = "played"


@implements("TW-7.8.2-1", "TW-3.3-6")
def check_evasion(position: Position, order: Order) -> Ruling:
    """A chit that has been bought is played for the ships of a port, after an SLE or RLE."""
    check = Check(position, order)
    port = check.place(order.data["from"])
    power = check.own_power(order.data.get("by")) if port else ""
    if not power:
        return check.ruling("")
    label, title = check.label(port), check.title(power)
    own = [ship for ship in ships_at(position, port) if ship.owner == power]
    late = power == PowerName.GERMANY and order_of(position.clock.turn) > order_of(LAST_GERMAN)
    none = not can_pay(position, power, Chit.EVASION)
    lacks = none and not _may_still_buy(position)
    hindrances = (
        ("no-chit", lacks, f"{title} has no Evasion chit"),
        ("effort", not allows(position, power, "evasion"), "it needs an SLE or RLE"),
        ("late", late, "Germany evades until Spring 1942"),
        ("no-ships", not (own and is_port(position, port)), f"no ships of yours lie in {label}"),
    )
    if check.first(hindrances, cite="7.8.2", about=order.data["from"]):
        return check.ruling("")
    if none:
        message = f"{title} has no Evasion chit yet: a line buys it, `chits: [{{buy: evasion}}]`"
        check.findings.append(warning("no-chit", message, cite="3.3"))
    return check.ruling(f"{title}: an Evasion chit for the ships of {label}", (power, port))


def _may_still_buy(position: Position) -> bool:
    """Whether the Planning Segment is still to come, as the Axis writes its orders."""
    return not position.in_play and position.clock.side == Side.AXIS


@implements("TW-7.8.2-1")
def evasions(umpire: Umpire) -> None:
    """Chits are played before anybody sails."""
    for order, ruling in umpire.sound_orders(EVASION.name):
        power, port = ruling.plan
        reveal(umpire, power, Chit.EVASION, PLAYED)
        year = year_of(umpire.state.clock.turn)
        umpire.apply(*set_track(umpire.state, TrackName.EVADES.of(power), port))
        umpire.apply(*set_track(umpire.state, TrackName.EVADED.of(power), year))
        umpire.done(order, ruling.reading)


EVASION: Final = Section(
    "evasion", "Evasion chits", "evasion", "tw/evasion", "7.8.2", check_evasion
)
