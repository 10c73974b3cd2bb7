"""Lend-lease in play (7.9, 11.4).

Decides: what is declared in Production, and what the Place Units phase delivers, or loses.
Leaves to `lending`: who may lend, and the ways; to `spanish_support`: what is sent to Spain.

`{to: Soviet Union, ipps: 5}` sends money, `{to: Soviet Union, unit: infantry, at: Chicago}` buys a
unit for another nation. IPPs on their way are a counter `lent-<nation>` of the sender; units stand
on his Production Chart with the mark `lent`. `{take_back: Soviet Union}` calls back what waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import LabelledPath
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import PowerChanged, UnitChanged, UnitCreated, after_change
from pbem.core.record.state import REMOVED, State, Unit, as_text
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.aid.lending import (
    Loan,
    Shipment,
    income_of,
    interdictors,
    is_intercepted,
    lend_lease_path,
    most_lent,
    why_not_lend,
)
from pbem.systems.gw.civil_wars.spanish_support import (
    REPAIR,
    SUPPLIES,
    UNIT,
    arrived,
    purpose_of,
    send_repairs,
    send_supplies,
    why_not_support,
)
from pbem.systems.gw.economy.incomes import IPPS, cash_change, has_economy, zones_of
from pbem.systems.gw.economy.placement import Delivery, placement
from pbem.systems.gw.economy.production import bought, only_sea, prices, why_not_start
from pbem.systems.gw.economy.spending import (
    bound,
    box,
    chart_place,
    nation_of,
    new_units,
    on_chart,
    pay,
    relocated,
)
from pbem.systems.gw.world.building import unit_stages
from pbem.systems.gw.world.burma import fly_the_hump, hump_mark
from pbem.systems.gw.world.cargo import follow, mark_events, some_of
from pbem.systems.gw.world.facilities import has_factory, is_home, lenders
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import SPANISH_FACTIONS, acting, is_sea
from pbem.systems.gw.world.units import UnitType, name, type_of
from pbem.systems.gw.world.vocabulary import PowerCount, PowerFlag, UnitMark


class Interdiction(Reading, id="GW-R-18"):
    """How often lend-lease is rolled for on a way through several zones with interdictors."""

    EACH_ZONE = "each-zone"
    ONCE = "once"


class LentPayment(Reading, id="GW-R-7.9-c"):
    """When lent IPPs are paid."""

    WHEN_DECLARED = "when-declared"
    WHEN_DELIVERED = "when-delivered"


class LendingLimit(Reading, id="GW-R-7.9-a"):
    """What the limit of one lend-lease a turn counts."""

    PAIR = "pair"
    RECEIVER = "receiver"
    LENDER = "lender"


PORTS: Final = {"leaves_by": PowerFlag.LEAVES_BY, "arrives_at": PowerFlag.ARRIVES_AT}
CLEARED: Final = (UnitMark.FOR, UnitMark.SEA, UnitMark.LENT, UnitMark.ADVANCED)


def check_lend_lease(position: Position, order: Order) -> Ruling:
    """Whether IPPs or a unit may be lent, or called back (7.9, 11.4)."""
    check = Check(position, order)
    data = order.data
    zone = check.place(data["at"]) if "at" in data else ""
    power = nation_of(check, data, zone) if check.ok else ""
    if not check.ok:
        return check.ruling("")
    if "take_back" in data:
        back = check.power(data["take_back"])
        return _take_back(check, power, back) if back else check.ruling("")
    if "to" not in data:
        check.complain("nobody", "lend-lease names who gets it: `to: Soviet Union`", cite="7.9")
        return check.ruling("")
    what = next((kind for kind in (SUPPLIES, REPAIR, UNIT) if kind in data), IPPS)
    loan = Loan(power, check.power(data["to"]), what, zone)
    return _lend(check, loan) if check.ok and _may_lend(check, loan) else check.ruling("")


def _may_lend(check: Check, loan: Loan) -> bool:
    """Whether a nation may lend this to another; what of it is for Spain alone (7.9, 13.1)."""
    reason = why_not_lend(check.position, loan)
    if not reason and loan.receiver in SPANISH_FACTIONS:
        reason = why_not_support(check.state, loan.sender, loan.receiver, loan.what)
    elif not reason and loan.what in (SUPPLIES, REPAIR):
        reason = "supplies and repairs are for Spain (13.1)"
    if reason:
        message = f"{check.title(loan.sender)} to {check.title(loan.receiver)}: {reason}"
        check.complain("cannot-lend", message, cite="7.9", about="to")
    return not reason


def _lend(check: Check, loan: Loan) -> Ruling:
    """Lend what an order says."""
    _once_a_turn(check, loan.sender, loan.receiver)
    _remember_ports(check, loan.sender, loan.receiver)
    if loan.what == IPPS:
        ipps = int(check.order.data.get("ipps", 0))
        return _lend_money(check, loan.sender, loan.receiver, ipps)
    if loan.what == UNIT:
        return _lend_unit(check, loan)
    send = send_repairs if loan.what == REPAIR else send_supplies
    return send(check, loan.sender, loan.receiver, loan.zone)


def _once_a_turn(check: Check, power: str, receiver: str) -> None:
    """One lend-lease a turn from a nation to another; the Commonwealth lends as one (2.3, 7.9)."""
    if _lent_already(check, power, receiver):
        check.complain(
            "once", f"one lend-lease a turn to {check.title(receiver)}", cite="7.9", about="to"
        )
    else:
        check.does(
            set_power(
                check.state, power, "flag", PowerFlag.LENT_TO.of(receiver), check.state.clock.turn
            )
        )


@implements("GW-2.3-3")
def _lent_already(check: Check, power: str, receiver: str) -> bool:
    """Whether the one lend-lease of this turn was made, by the reading of who it binds (7.9)."""
    limit, state = check.reading(LendingLimit), check.state
    who = state.powers if limit == LendingLimit.RECEIVER else lenders(power)
    return any(
        turn == state.clock.turn and (name == receiver or limit == LendingLimit.LENDER)
        for lender in who
        if lender in state.powers
        for name, turn in PowerFlag.LENT_TO.among(state.powers[lender].flags).items()
    )


def _remember_ports(check: Check, power: str, receiver: str) -> None:
    """The harbours that the sender chose hold until he chooses others (11.4)."""
    data = check.order.data
    zones = {flag: check.place(data[key]) for key, flag in PORTS.items() if key in data}
    for flag, zone in zones.items():
        check.does(set_power(check.state, power, "flag", flag.of(receiver), zone))


@implements("GW-7.9-2", "GW-7.9-6")
def _lend_money(check: Check, power: str, receiver: str, ipps: int) -> Ruling:
    """IPPs up to half the receiver's income are paid now (7.9)."""
    most = most_lent(income_of(check.position, receiver))
    if not ipps:
        hint = "`ipps: 3`, or `unit: infantry, at: Calcutta`"
        check.complain("nothing", "lend-lease says what is lent", hint, "7.9")
    if ipps > most:
        check.complain(
            "too-much",
            f"{check.title(receiver)} can be lent {most} IPP, not {ipps}",
            cite="7.9",
            about="ipps",
        )
    if check.reading(LentPayment) is LentPayment.WHEN_DECLARED:
        pay(check, power, ipps, "lend-lease")
    check.does(_in_transit(check.state, power, receiver, ipps))
    return check.ruling(f"lend {ipps} IPP to {check.title(receiver)}")


def _in_transit(state: State, power: str, receiver: str, change: int) -> tuple[PowerChanged, ...]:
    name = PowerCount.LENT.of(receiver)
    left = state.counter(power, name) + change
    return set_power(state, power, "counter", name, left or None)


@implements("GW-7.9-3", "GW-7.9-4", "GW-7.9-7")
def _lend_unit(check: Check, loan: Loan) -> Ruling:
    """A unit bought at home for another nation goes onto the chart with its roundel (7.9)."""
    power, zone = loan.sender, loan.zone
    kind = bought(check, power, str(check.order.data.get(UNIT, "")))
    if kind is None or not zone:
        check.complain("nowhere", "lend-lease is `ipps: 5`, or `unit: infantry` with `at: ZONE`")
        return check.ruling("")
    sea = _sea_for(check, kind, zone)
    reason = why_not_start(check, Delivery(power, kind, zone, sea))
    reason = reason or _why_not_built_for_others(check.position, power, kind, zone)
    if reason:
        message = f"{kind.name} in {check.label(zone)}: {reason}"
        check.complain("cannot-build", message, about=UNIT)
        return check.ruling("")
    stages = prices(check, power, unit_stages(check.book, kind), kind.is_naval)
    pay(check, power, stages[0], kind.name)
    marks = {
        UnitMark.FOR: zone,
        UnitMark.SEA: sea if kind.is_naval else "",
        UnitMark.LENT: loan.receiver,
    }
    made = bound(new_units(power, kind.id, chart_place(power, 1, len(stages)), 1), marks)
    check.does([UnitCreated(made.id, None, made)])
    return check.ruling(
        f"build {kind.name} for {check.title(loan.receiver)} in {check.label(zone)}: "
        f"{stages[0]} IPP"
    )


def _sea_for(check: Check, kind: UnitType, zone: str) -> str:
    """The sea zone that an order names; for a ship the only one beside its yard will do."""
    if "sea" in check.order.data:
        sea = check.place(check.order.data["sea"])
        if sea:
            return sea
    return only_sea(check, zone) if kind.is_naval else ""


def _why_not_built_for_others(position: Position, power: str, kind: UnitType, zone: str) -> str:
    """Why a unit for another nation is not built in a zone; nothing if it may be (7.9)."""
    if not is_home(position.game, power, zone):
        return "lent units are built in the Home Country (7.9)"
    made = kind.is_naval or has_factory(position, zone)
    return "" if made else "lent units are built at a factory (7.9)"


@implements("GW-11.4-7")
def _take_back(check: Check, power: str, receiver: str) -> Ruling:
    """What could not be delivered comes to the nation that built it (11.4)."""
    lent = [u for u in on_chart(check.state, power) if _lent_to(u) == receiver]
    ipps = check.state.counter(power, PowerCount.LENT.of(receiver))
    if not lent and not ipps:
        check.complain(
            "not-there",
            f"nothing waits to go to {check.title(receiver)}",
            cite="11.4",
            about="take_back",
        )
    for unit in lent:
        check.does(relocated(unit, unit.at, unit.size, {UnitMark.LENT: None}))
    if ipps:
        check.does(_in_transit(check.state, power, receiver, -ipps))
        if check.reading(LentPayment) is LentPayment.WHEN_DECLARED:
            check.does(cash_change(check.state, power, ipps))
    return check.ruling(f"take back what was lent to {check.title(receiver)}")


def _lent_to(unit: Unit) -> str:
    return as_text(unit.mark(UnitMark.LENT))


@implements("GW-0.9-19")
def lend(umpire: Umpire) -> None:
    """Carry out the declarations of lend-lease (7.9)."""
    umpire.carry_out(LEND_LEASE.name)


# --- delivery --------------------------------------------------------------------------------


@implements("GW-7.9-5", "GW-11.4-1")
def deliver(umpire: Umpire) -> None:
    """Lend-lease that is ready goes on its way (11.4)."""
    for power in acting(umpire.position):
        if has_economy(power):
            for receiver in sorted(umpire.state.powers):
                ipps = umpire.state.counter(power.id, PowerCount.LENT.of(receiver))
                if ipps:
                    _deliver_money(umpire, power.id, receiver, ipps)
            for unit in umpire.state.at(box(power.id)):
                if unit.marked(UnitMark.LENT):
                    _deliver_unit(umpire, power.id, unit)


def shipment(state: State, power: str, receiver: str, worth: int) -> Shipment:
    """A shipment, with the harbours that the sender named."""
    ports = (as_text(state.flag(power, flag.of(receiver))) for flag in PORTS.values())
    return Shipment(power, receiver, worth, *ports)


def _deliver_money(umpire: Umpire, power: str, receiver: str, ipps: int) -> None:
    """IPPs go to the receiver, or wait where no way is open (11.4)."""
    sent = shipment(umpire.state, power, receiver, ipps)
    told = {"what": IPPS, "purpose": purpose_of(umpire.state, power, receiver)}
    way = _way_from_home(umpire.position, sent)
    if way is None:
        _tell(umpire, sent, None, "waits", count=ipps, **told)
        return
    paid = _paid_on_delivery(umpire, power, ipps)
    lost = is_lost(umpire, sent, IPPS, way)
    umpire.apply(*_in_transit(umpire.state, power, receiver, -ipps))
    if not lost and receiver in SPANISH_FACTIONS:
        umpire.apply(*arrived(umpire.state, power, receiver, paid))
    elif not lost:
        umpire.apply(*cash_change(umpire.state, receiver, paid))
    _tell(umpire, sent, way, "lost" if lost else "delivered", count=paid, **told)


def _way_from_home(position: Position, sent: Shipment) -> LabelledPath | None:
    """The shortest way that IPPs can take from a factory in the sender's Home Country (11.4)."""
    ways = (
        lend_lease_path(position, sent, zone)
        for zone in zones_of(position.state, sent.sender)
        if is_home(position.game, sent.sender, zone) and has_factory(position, zone)
    )
    return min(filter(None, ways), key=lambda way: (way.cost, way.places), default=None)


def _paid_on_delivery(umpire: Umpire, power: str, ipps: int) -> int:
    """What starts of lent IPPs: all that was paid for; by another reading it is paid now."""
    if umpire.reading(LentPayment) is LentPayment.WHEN_DECLARED:
        return ipps
    sent = min(ipps, umpire.state.powers[power].counters[PowerCount.CASH])
    umpire.apply(*cash_change(umpire.state, power, -sent))
    return sent


@implements("GW-11.4-8")
def _deliver_unit(umpire: Umpire, power: str, unit: Unit) -> None:
    """Units stop in the first zone of the receiver's Home Country, and are his (11.4)."""
    position = umpire.position
    kind, zone = type_of(umpire.book, unit), str(unit.mark(UnitMark.FOR))
    sea = as_text(unit.mark(UnitMark.SEA))
    sent = shipment(position.state, power, _lent_to(unit), kind.cost)
    mark, left, _ = placement(position, Delivery(power, kind, zone, sea))
    way = lend_lease_path(position, sent, sea or zone) if left else None
    count = min(left, unit.size) if way else unit.size
    outcome = "waits"
    if way is not None:
        lost = is_lost(umpire, sent, f"{kind.id}-{zone}", way)
        last = -2 if sea else -1
        to = REMOVED if lost else way.places[last]
        marks = {**dict.fromkeys(CLEARED), UnitMark.PLACED: mark}
        moved = relocated(unit, to, count, marks)
        there = follow(unit, moved)
        umpire.apply(*moved)
        outcome = "lost" if lost else "delivered"
        if not lost:
            given = UnitChanged(there.id, "owner", power, sent.receiver, count=some_of(unit, count))
            umpire.apply(given)
            _fly_over_burma(umpire, after_change(there, given), way)
    _tell(umpire, sent, way, outcome, what=kind.id, count=count, purpose="")


@implements("GW-1.24-1")
def _fly_over_burma(umpire: Umpire, unit: Unit, way: LabelledPath) -> None:
    """Aircraft that are lent over the Burma Road fly over the mountains (1.24)."""
    mark = hump_mark(umpire.game, way.places) if type_of(umpire.book, unit).is_air else {}
    if mark:
        umpire.apply(*mark_events(unit, mark, unit.size))
        fly_the_hump(umpire)


@dataclass(frozen=True, slots=True)
class InterdictionVerdict(Judged):
    """Enemies on the way of lend-lease have rolled for it: their die and the sender's."""

    kind: ClassVar[str] = "interdiction"
    cite: ClassVar[str] = "11.4"

    nation: PowerId
    receiver: PowerId
    foe: PowerId
    what: str
    dice: Sequence[int]


@implements("GW-11.4-5", "GW-11.4-d1")
def is_lost(umpire: Umpire, sent: Shipment, what: str, way: LabelledPath) -> bool:
    """Whether enemies on the way intercept lend-lease: a D6 each, the higher wins (11.4)."""
    at_sea = [place for place in way.places if is_sea(umpire.board, place)]
    seas = [sea for sea in at_sea if _foes(umpire, sent, sea)]
    for sea in seas if umpire.reading(Interdiction) is Interdiction.EACH_ZONE else seas[:1]:
        foe = _foes(umpire, sent, sea)[0]
        with umpire.step("interdiction", at=f"{sea}-{sent.receiver}-{what}"):
            theirs = umpire.roll(foe, dice="d6", by=foe, cite="11.4").total
            ours = umpire.roll(sent.sender, dice="d6", by=sent.sender, cite="11.4").total
        lost = is_intercepted(theirs, ours)
        umpire.tell(
            InterdictionVerdict(
                at=sea,
                result="lost" if lost else "through",
                foe=foe,
                nation=sent.sender,
                receiver=sent.receiver,
                what=what,
                dice=[theirs, ours],
            )
        )
        if lost:
            return True
    return False


def _foes(umpire: Umpire, sent: Shipment, sea: str) -> tuple[str, ...]:
    return interdictors(umpire.position, sent.sender, sea)


@dataclass(frozen=True, slots=True)
class LendLeaseVerdict(Judged):
    """What was lent has come, waits, or is lost on its way."""

    kind: ClassVar[str] = "lend-lease"
    cite: ClassVar[str] = "11.4"

    nation: PowerId
    receiver: PowerId
    what: str
    count: int
    purpose: str
    way: Sequence[PlaceId]


def interdiction_lines(verdict: InterdictionVerdict, scene: Scene) -> Sequence[str]:
    """An attempt to intercept lend-lease."""
    theirs, ours = verdict.dice
    foe, nation = scene.title(verdict.foe), scene.title(verdict.nation)
    outcome = "intercepted" if verdict.outcome == "lost" else "it gets through"
    dice = f"{foe} {theirs}, {nation} {ours}"
    return [f"Lend-lease in {scene.place(verdict.where)} (11.4): {dice}: {outcome}"]


def lend_lease_lines(verdict: LendLeaseVerdict, scene: Scene) -> Sequence[str]:
    """Lend-lease delivered, lost or waiting."""
    outcome = verdict.outcome
    nation, receiver = scene.title(verdict.nation), scene.title(verdict.receiver)
    thing = "IPP" if verdict.what == IPPS else name(scene.book, verdict.what)
    kind, _, zone = verdict.purpose.partition("/")
    purpose = f" for {kind} in {zone}".replace("-", " ") if kind else ""
    told = f"{verdict.count} {thing}{purpose} from {nation} to {receiver}"
    if outcome == "waits":
        return [f"Lend-lease (11.4): no way for {told}; it waits"]
    way = ", ".join(map(scene.place, verdict.way))
    return [f"Lend-lease (11.4): {told} {outcome}", f"Way: {way}"]


def lend_lease_brief(verdict: LendLeaseVerdict, scene: Scene) -> Sequence[str]:
    """The same without its way."""
    return lend_lease_lines(verdict, scene)[:1]


def _tell(
    umpire: Umpire, sent: Shipment, way: LabelledPath | None, outcome: str, **told: Any
) -> None:
    umpire.tell(
        LendLeaseVerdict(
            at=None,
            result=outcome,
            nation=sent.sender,
            receiver=sent.receiver,
            way=list(way.places) if way else [],
            **told,
        )
    )


LEND_LEASE: Final = Section(
    "lend_lease", "Lend-lease", "lend-lease", "gw/lend_lease", "7.9", check_lend_lease
)
