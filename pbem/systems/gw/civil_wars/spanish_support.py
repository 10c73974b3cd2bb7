"""Support from abroad in the Spanish Civil War (13.1): who may send what to whom.

A unit goes like all lend-lease. IPPs go for the repair of one facility (`repair: minor-port`), or
as supplies that make one Militia into Infantry (`supplies: militia`); both name the zone with
`at`. What IPPs on their way are for stands in a flag of the sender, `sent-for:<side>`.
Decides what may be sent and what it does on arrival. Leaves to `lend_lease` the way there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place, set_power, set_track
from pbem.core.record.events import Event, UnitChanged
from pbem.core.record.state import State, as_text
from pbem.core.rules.system import Ruling
from pbem.systems.gw.economy.placement import MILITIA
from pbem.systems.gw.economy.spending import pay
from pbem.systems.gw.world.facilities import damage_of, facilities
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import MAJOR_POWERS, PATRON, is_fought, one_power
from pbem.systems.gw.world.vocabulary import (
    Alliance,
    Marker,
    PowerCount,
    PowerFlag,
    TrackName,
    title,
)

SUPPLIES: Final = "supplies"
REPAIR: Final = "repair"
UNIT: Final = "unit"
PRICE: Final = 2  # of supplies


@dataclass(frozen=True, slots=True)
class Support:
    """IPPs for a Spanish side: who sends them, for which facility or for supplies, and where."""

    sender: str
    side: str
    kind: str
    zone: str


@implements("GW-13.1-3", "GW-13.1-4")
def why_not_support(state: State, sender: str, side: str, what: str) -> str:
    """Why a nation may not send something to a Spanish side; nothing if it may (13.1).

    Germany and Italy help the Nationalists and the Soviet Union the Republicans, with a unit or
    repairs; one Allied Power a turn may send supplies to both.
    """
    if not is_fought(state, TrackName.SPANISH_CIVIL_WAR):
        return "the war in Spain is over (13.1)"
    if sender in MAJOR_POWERS and state.side_of(sender) == Alliance.ALLIES:
        return _why_no_supplies(state, sender, what)
    helpers = ("germany", "italy") if PATRON[side] == "germany" else (PATRON[side],)
    if sender not in helpers:
        return f"only {' and '.join(map(title, helpers))} and the Allies help it (13.1)"
    return "" if what in (UNIT, REPAIR) else "it takes a unit, or repairs (13.1)"


def _why_no_supplies(state: State, sender: str, what: str) -> str:
    if what != SUPPLIES:
        return "the Allies send supplies only (13.1)"
    turn, _, power = as_text(state.track(TrackName.SPANISH_SUPPLIES)).partition(" ")
    if turn == state.clock.turn and not one_power(power, sender):
        return f"{title(power)} sends supplies this turn, and only one Allied Power may (13.1)"
    return ""


def send_repairs(check: Check, sender: str, side: str, zone: str) -> Ruling:
    """IPPs for the repair of a facility of a Spanish side (13.1)."""
    kind = check.facility(check.order.data[REPAIR])
    damage = damage_of(check.state, zone, kind) if zone and kind in facilities(check.book) else 0
    points = int(check.order.data.get("ipps", damage))
    if check.state.controller(zone) != side or not 0 < points <= damage:
        where = check.label(zone) if zone else "nowhere"
        message = f"{kind} in {where} has {damage} damage that {check.title(side)} could repair"
        check.complain("no-damage", message, cite="13.1", about=REPAIR)
        return check.ruling("")
    return _sent(check, Support(sender, side, kind, zone), points)


@implements("GW-13.1-4")
def send_supplies(check: Check, sender: str, side: str, zone: str) -> Ruling:
    """Supplies for a Militia of a Spanish side, which becomes Infantry (13.1)."""
    if check.order.data[SUPPLIES] != MILITIA or _militia(check.state, side, zone) is None:
        message = f"{check.title(side)} has no Militia there: `at: ZONE`"
        check.complain("no-militia", message, cite="13.1", about="at")
        return check.ruling("")
    now = f"{check.state.clock.turn} {sender}"
    check.does(set_track(check.state, TrackName.SPANISH_SUPPLIES, now))
    return _sent(check, Support(sender, side, SUPPLIES, zone), PRICE)


def _militia(state: State, side: str, zone: str) -> str | None:
    """The group of Militia that a side has in a zone."""
    units = (u for u in state.at(zone) if u.owner == side and u.counter == MILITIA)
    return next((unit.id for unit in units), None)


def _sent(check: Check, support: Support, ipps: int) -> Ruling:
    """IPPs are paid and on their way, for a purpose."""
    sender, side, kind = support.sender, support.side, support.kind
    pay(check, sender, ipps, kind)
    name, purpose = PowerCount.LENT.of(side), f"{kind}/{support.zone}"
    more = check.state.counter(sender, name) + ipps
    check.does(set_power(check.state, sender, "flag", PowerFlag.SENT_FOR.of(side), purpose))
    check.does(set_power(check.state, sender, "counter", name, more))
    return check.ruling(
        f"{ipps} IPP for {kind} in {check.label(support.zone)} to {check.title(side)}"
    )


def purpose_of(state: State, sender: str, receiver: str) -> str:
    """What IPPs on their way to Spain are for and where; nothing for other receivers."""
    return as_text(state.flag(sender, PowerFlag.SENT_FOR.of(receiver)))


@implements("GW-13.1-3", "GW-13.1-4")
def arrived(state: State, sender: str, side: str, ipps: int) -> Iterator[Event]:
    """What IPPs that reach Spain do: repair, or make a Militia Infantry; what is left is lost."""
    kind, _, zone = purpose_of(state, sender, side).partition("/")
    if state.controller(zone) != side:
        return
    if kind == SUPPLIES:
        militia = _militia(state, side, zone)
        if militia is not None:
            part = None if state.units[militia].count is None else 1
            yield UnitChanged(militia, "counter", MILITIA, "infantry", count=part)
        return
    left = max(0, damage_of(state, zone, kind) - ipps)
    yield from set_place(state, zone, "marker", Marker.DAMAGE.of(kind), left or None)
