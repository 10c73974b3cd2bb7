"""Repair of facilities, railways and ships (7.4, 12.10).

A yard repairs a ship for nothing; under option 15.5 every marker of a capital ship costs a D6.
Decides what is repaired, by whom, and at what price. Leaves ships until units are placed to
`finishing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import State, Unit
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.incomes import cash_change
from pbem.systems.gw.economy.placement import used
from pbem.systems.gw.economy.purses import purse_of, west_pays
from pbem.systems.gw.economy.spending import nation_of, pay
from pbem.systems.gw.world.cargo import mark_events
from pbem.systems.gw.world.facilities import counts, damage_of, repair_slots
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import is_friendly, lends_harbours
from pbem.systems.gw.world.rail import RAIL
from pbem.systems.gw.world.units import hits_of, type_of
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact, UnitMark
from pbem.systems.gw.world.zones import facilities_facing


class RepairPrice(Reading, id="GW-R-14"):
    """What the repair of a facility costs."""

    ONE = "one"
    TWO = "two"


PRICE: Final = 1  # IPP for a damage point; printed for railways (12.10)
DEAR: Final = 2
MOST_FOR_A_MARKER: Final = 6  # the most that a D6 asks for (15.5)
MAJOR_YARDS: Final = (PlaceFact.MAJOR_SHIPYARD, PlaceFact.MAJOR_DOCKYARD)


@dataclass(frozen=True, slots=True)
class Job:
    """A ship that a yard is to repair, by how many hits, and who pays."""

    power: str
    ship: Unit
    zone: str
    yard: str
    hits: int

    def done_for(self, hits: int) -> list[Event]:
        """One ship of a group is repaired by so many hits, when units are placed."""
        return mark_events(self.ship, {UnitMark.REPAIR: f"{self.zone}/{self.yard}/{hits}"}, 1)


def check_repair(position: Position, order: Order) -> Ruling:
    """Whether damage may be repaired: of a facility, a railway or a ship (7.4)."""
    check = Check(position, order)
    zone = check.place(order.data["at"])
    power = nation_of(check, order.data, zone) if check.ok else ""
    if not check.ok:
        return check.ruling("")
    if "ship" in order.data:
        return _repair_ship(check, power, zone)
    if "facility" in order.data:
        return _repair_facility(check, power, zone)
    check.complain("nothing", "an order to repair names a facility or a ship")
    return check.ruling("")


@implements("GW-7.4-1", "GW-12.10-2")
def _repair_facility(check: Check, power: str, zone: str) -> Ruling:
    """IPPs take damage off a facility or a railway at once (7.4, 12.10)."""
    data, state = check.order.data, check.state
    end, kind = _damaged(check, zone)
    damage = damage_of(state, end, kind)
    points = int(data.get("points", damage))
    label = check.label(zone)
    price = PRICE if kind.startswith(RAIL) or is_cheap(check) else DEAR
    if state.controller(zone) != power:
        check.complain(
            "not-yours",
            f"{label} is not in the possession of {check.title(power)}",
            cite="7.4",
            about="at",
        )
    elif not damage or points > damage:
        check.complain(
            "no-damage",
            f"{kind} in {label} has {damage} damage",
            _damaged_there(state, zone),
            "7.4",
            "facility",
        )
    if check.ok:
        pay(check, power, points * price, f"repairing {kind}")
        left = damage - points or None
        check.does(set_place(state, end, "marker", Marker.DAMAGE.of(kind), left))
    return check.ruling(f"repair {points} of {kind} in {label} for {points * price} IPP")


def _damaged_there(state: State, zone: str) -> str:
    """What of a zone can be repaired, for who names something else."""
    place = state.places.get(zone)
    damage = Marker.DAMAGE.among(place.markers if place else {})
    found = ", ".join(f"{name} {damage[name]}" for name in sorted(damage))
    return f"damaged there: {found or 'nothing'}"


def _damaged(check: Check, zone: str) -> tuple[str, str]:
    """What is to be repaired, and where its damage is marked: a railway's at one of its ends."""
    kind = check.facility(check.order.data["facility"])
    if "border" not in check.order.data:
        return zone, kind
    border = check.place(check.order.data["border"])
    there = damage_of(check.state, border, f"{RAIL}:{zone}")
    if there and not damage_of(check.state, zone, f"{RAIL}:{border}"):
        return border, f"{RAIL}:{zone}"
    return zone, f"{RAIL}:{border}"


def is_cheap(check: Check) -> bool:
    """Whether a damage point of a facility costs no more than one of a railway (7.4)."""
    return check.reading(RepairPrice) is RepairPrice.ONE


@implements("GW-7.4-2", "GW-7.4-3", "GW-4.5-5")
def _repair_ship(check: Check, power: str, zone: str) -> Ruling:
    """A yard repairs a ship for nothing, a hit for each free slot, until units are placed (7.4)."""
    data = check.order.data
    sea = check.place(data.get("in", ""))
    name = check.kind(data["ship"], check.state.at(sea))
    ship = next(
        (
            unit
            for unit in check.state.at(sea)
            if unit.owner == power and unit.counter == name and hits_of(unit)
            and not unit.marked(UnitMark.REPAIR)
        ),
        None,
    )  # fmt: skip
    if ship is None:
        check.complain(
            "no-ship",
            f"no damaged {name} of {check.title(power)} waits there",
            cite="7.4",
            about="ship",
        )
        return check.ruling("")
    hits = int(data.get("hits", hits_of(ship)))
    yard = _yard(check, zone, sea, hits)
    job = Job(power, ship, zone, yard, hits)
    lent = lends_harbours(check.position, zone, power)
    if not (lent or is_friendly(check.state, power, zone)) or not yard:
        message = f"no yard in {check.label(zone)} on that sea zone has {hits} slots free"
        check.complain("no-yard", message, cite="7.4", about="at")
    elif hits > hits_of(ship):
        check.complain("no-damage", f"the ship has {hits_of(ship)} hits", cite="7.4", about="hits")
    else:
        check.does(job.done_for(hits))
    if check.options.capital_ship_damage:
        _can_pay_by_die(check, power)
    return check.ruling(
        f"{type_of(check.book, ship).name} is repaired in {check.label(zone)}: {hits} hits", job
    )


def _can_pay_by_die(check: Check, power: str) -> None:
    """Whether its purse could pay for a marker at all: what it costs the die tells (15.5)."""
    if not purse_of(check.state, power, check.order.player):
        check.complain("no-money", "a marker costs a D6 of IPP, there are none left", cite="15.5")


def _yard(check: Check, zone: str, sea: str, hits: int) -> str:
    """The dockyards or shipyards of a kind on the sea zone with so many repair slots free."""
    position = check.position
    for kind in facilities_facing(position, zone, sea):
        slots = repair_slots(check.book, kind, damage_of(position.state, zone, kind))
        free = slots * counts(position, zone)[kind]
        if check.options.capital_ship_damage and kind in MAJOR_YARDS:
            return kind
        if used(position.state, f"{zone}/{kind}") + hits <= free:
            return kind
    return ""


def repair(umpire: Umpire) -> None:
    """Carry out the repairs in the order of the files (7.4)."""
    unpaid: Counter[str] = Counter()
    for order, ruling in umpire.sound_orders(REPAIRS.name):
        if not (isinstance(ruling.plan, Job) and umpire.options.capital_ship_damage):
            umpire.apply(*ruling.events)
        elif left := ruling.plan.ship.size - unpaid[ruling.plan.ship.id]:
            if not _pay_by_die(umpire, ruling.plan, order.player, left):
                unpaid[ruling.plan.ship.id] += 1
        else:
            why = "its dice were thrown, and could not be paid"
            umpire.refuse(order, [error("no-ship", why, cite="15.5", about="ship")])
            continue
        umpire.done(order, ruling.reading)


@dataclass(frozen=True, slots=True)
class RepairBillVerdict(Judged):
    """What the repair of a capital ship has cost."""

    kind: ClassVar[str] = "repair-bill"
    cite: ClassVar[str] = "15.5"

    nation: PowerId
    ship: str
    faces: Sequence[int]
    hits: int
    paid: int


@implements("GW-15.5-2", "GW-15.5-d2", "GW-2.3-7")
def _pay_by_die(umpire: Umpire, job: Job, player: str, left: int) -> int:
    """A D6 tells what each marker costs; as many are repaired as can be paid for (15.5).

    A half of the United States pays its own (2.3). `left`: the ships of the group for which nobody
    has thrown yet.
    """
    cash = purse_of(umpire.state, job.power, player)
    name = f"repair-{job.zone}-{job.ship.id}-{left}"
    roll = umpire.roll(name, f"{job.hits}d6", by=job.power, cite="15.5")
    faces = list(roll.throws[-1])
    bills = [sum(faces[: count + 1]) for count in range(len(faces))]
    hits = sum(bill <= cash for bill in bills)
    paid = sum(faces[:hits])
    umpire.apply(
        *west_pays(umpire.state, job.power, player, -paid),
        *cash_change(umpire.state, job.power, -paid),
        *(job.done_for(hits) if hits else ()),
    )
    umpire.tell(
        RepairBillVerdict(
            at=job.zone,
            result="paid" if hits == job.hits else "short-of-money",
            nation=job.power,
            ship=job.ship.counter,
            faces=faces,
            hits=hits,
            paid=paid,
        )
    )
    return hits


REPAIRS: Final = Section("repair", "Repair", "repair", "gw/repair", "7.4", check_repair)
