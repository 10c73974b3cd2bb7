"""Repair of facilities, railways and ships (7.4, 12.10)."""

from __future__ import annotations

from typing import Final

from pbem.core.events import PlaceChanged, UnitChanged
from pbem.core.orders import Order
from pbem.core.rulebook import implements
from pbem.core.state import Mark, Until
from pbem.core.system import Ruling, Section, Trial
from pbem.core.umpire import Umpire
from pbem.systems.gw.facilities import DOCKYARDS, SHIPYARDS, damage_of, repair_slots
from pbem.systems.gw.factions import lends_harbours
from pbem.systems.gw.finishing import hits_of
from pbem.systems.gw.move_orders import Check, carry_out
from pbem.systems.gw.movement import type_of
from pbem.systems.gw.nations import is_friendly
from pbem.systems.gw.placement import REPAIR, used
from pbem.systems.gw.spending import nation_of, pay
from pbem.systems.gw.zones import facilities_facing

PRICE: Final = 1  # IPP for a damage point; printed for railways (12.10)


def check_repair(trial: Trial, order: Order) -> Ruling:
    """Whether damage may be repaired: of a facility, a railway or a ship (7.4)."""
    check = Check(trial, order)
    zone = check.place(order.data["at"])
    power = nation_of(check, order.data, zone) if check.ok else ""
    if check.ok and "ship" in order.data:
        return _repair_ship(check, power, zone)
    if check.ok and "facility" in order.data:
        return _repair_facility(check, power, zone)
    check.complain("nothing", "an order to repair names a facility or a ship")
    return check.ruling("")


@implements("GW-7.4-1", "GW-12.10-2")
def _repair_facility(check: Check, power: str, zone: str) -> Ruling:
    """IPPs take damage off a facility or a railway at once (7.4, 12.10)."""
    data, state = check.order.data, check.state
    kind = str(data["facility"]).casefold().replace(" ", "-")
    if "border" in data:
        kind = f"{kind}:{check.place(data['border'])}"
    damage = damage_of(state, zone, kind)
    points = int(data.get("points", damage))
    label = check.label(zone)
    if state.controller(zone) != power:
        check.complain(
            "not-yours", f"{label} is not in the possession of {power}", cite="7.4", about="at"
        )
    elif not damage or points > damage:
        check.complain(
            "no-damage", f"{kind} in {label} has {damage} damage", cite="7.4", about="facility"
        )
    if check.ok:
        pay(check, power, points * PRICE, f"repairing {kind}")
        left = damage - points or None
        check.does([PlaceChanged(zone, "marker", damage, left, f"damage-{kind}")])
    return check.ruling(f"repair {points} of {kind} in {label} for {points * PRICE} IPP")


@implements("GW-7.4-2", "GW-7.4-3")
def _repair_ship(check: Check, power: str, zone: str) -> Ruling:
    """A yard repairs a ship for nothing, a hit for each free slot, until units are placed (7.4)."""
    data = check.order.data
    sea = check.place(data.get("in", ""))
    name = str(data["ship"]).casefold().replace(" ", "-")
    ship = next(
        (
            unit
            for unit in check.state.at(sea)
            if unit.owner == power and unit.counter == name and hits_of(unit)
            and REPAIR not in unit.marks
        ),
        None,
    )  # fmt: skip
    if ship is None:
        check.complain(
            "no-ship", f"no damaged {name} of {power} waits there", cite="7.4", about="ship"
        )
        return check.ruling("")
    hits = int(data.get("hits", hits_of(ship)))
    yard = _yard(check, zone, sea, hits)
    lent = lends_harbours(check.state, zone, power)
    if not (lent or is_friendly(check.state, power, zone)) or not yard:
        message = f"no yard in {check.label(zone)} on that sea zone has {hits} slots free"
        check.complain("no-yard", message, cite="7.4", about="at")
    elif hits > hits_of(ship):
        check.complain("no-damage", f"the ship has {hits_of(ship)} hits", cite="7.4", about="hits")
    else:
        mark = Mark(Until.IMPULSE, f"{zone}/{yard}/{hits}")
        part = None if ship.count is None else 1
        check.does([UnitChanged(ship.id, "mark", None, mark, REPAIR, part)])
    return check.ruling(f"{type_of(ship).name} is repaired in {check.label(zone)}: {hits} hits")


def _yard(check: Check, zone: str, sea: str, hits: int) -> str:
    """A dockyard or shipyard on the sea zone with so many repair slots free."""
    game, state = check.trial.game, check.state
    for kind in facilities_facing(game, state, zone, sea):
        if kind in (*DOCKYARDS, *SHIPYARDS):
            free = repair_slots(kind, damage_of(state, zone, kind))
            if used(state, f"{zone}/{kind}") + hits <= free:
                return kind
    return ""


def repair(umpire: Umpire) -> None:
    """Carry out the repairs in the order of the files (7.4)."""
    carry_out(umpire, REPAIRS.name)


REPAIRS: Final = Section("repair", "Repair", "repair", "gw/repair", "7.4", check_repair)
