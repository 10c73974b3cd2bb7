"""Orders for offensive operations: `{do: ground attack, units: {inf 3-3: 2}, from: N32, at: M33}`.

Units of several hexes stand in a list: `with: [{units: …, from: N32}, {units: …, from: O32}]`. An
attack on several hexes has a list of them in `at`; `front` names the one that pays, of two.
Decides whether an operation may be announced, what it costs, who pays it and on which front. Leaves
what comes of it to the steps and, where the text has no rule, to the moderator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.findings import id_said
from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.events import after_change
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling
from pbem.systems.awaw.boxes.fighting import OVER_SEA, barred_by_boxes, carried, too_few_ships
from pbem.systems.awaw.boxes.lanes import sail
from pbem.systems.awaw.economy.budgets import brps_of
from pbem.systems.awaw.economy.costs import (
    Fighter,
    Operation,
    cost_of,
    is_known,
    takes_place,
)
from pbem.systems.awaw.economy.spending import (
    FULL,
    Bill,
    Spent,
    after,
    bill_for,
    may_exploit_onto,
    mud_allows,
)
from pbem.systems.awaw.operations.limits import barred
from pbem.systems.awaw.operations.paying import charges, payer_of, spent_by
from pbem.systems.awaw.world.alliances import at_war, faction_of
from pbem.systems.awaw.world.hexes import front_of, ground_crosses
from pbem.systems.awaw.world.naming import Check, Group, part_factors, told
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece, piece_of
from pbem.systems.awaw.world.vocabulary import (
    Faction,
    Marker,
    PowerCount,
    TrackName,
    UnitMark,
)

GROUND_ATTACK: Final = "ground-attack"
EXPLOITATION: Final = "exploitation"
OVERRUN: Final = "overrun"
INTERCEPTION: Final = "interception-of-air-support"
ON_THE_GROUND: Final = (GROUND_ATTACK, EXPLOITATION, OVERRUN)
SEA_TRANSPORT: Final = "sea-transport"
WITH_CARGO: Final = (SEA_TRANSPORT, "air-transport")
_IS: Final[Mapping[str, Callable[[Piece], bool]]] = {
    "ground": lambda one: one.is_ground,
    "armor": lambda one: one.is_armor,
    "air": lambda one: one.is_air,
    "air-transport": lambda one: one.kind == "air transport",
    "naval": lambda one: one.is_naval or one.kind in ("transport", "submarine"),
    "fast-carriers": lambda one: one.is_fast_carrier,
    "air-or-carriers": lambda one: one.is_air or one.counter.is_a("carrier"),
    "air-or-fast-carriers": lambda one: one.is_air or one.is_fast_carrier,
    "bombing": lambda one: one.counter.is_a("bombing") or one.kind in ("AAF", "jet"),
    "rockets": lambda one: one.kind == "rocket",
}


class NavalAirAgain(Reading, id="AWAW-R-9.51-a"):
    """Whether land-based NAS that have paid in the movement phase pay again in the combat phase."""

    ONCE = "once"
    EACH_PHASE = "each-phase"


@dataclass(frozen=True, slots=True)
class Announced:
    """An operation that is announced: what, by whom, with whom, where, and what it costs."""

    kind: str
    power: str
    payer: str
    groups: tuple[Group, ...]
    targets: tuple[str, ...]
    fronts: tuple[str, ...]
    paid_on: str
    cost: int
    pays: int
    isolated: bool = False
    partisans: bool = False


def check_operation(position: Position, order: Order, phase: str) -> Ruling:
    """An operation of a phase: its kind, its units, its targets, its cost."""
    check = Check(position, order)
    check.refuse_keys(("to",), "an operation has its place in `at`")
    kind = id_said(order.data["do"])
    chart = position.book.chart("operations")
    if not is_known(chart, kind):
        names = ", ".join(chart.table("operations").rows.names)
        check.complain("unknown-operation", f"there is no '{kind}'", names, about=order.data["do"])
        return check.ruling("")
    if not takes_place(chart, kind, phase):
        message = f"{kind} is not carried out in the {phase} phase"
        check.complain("other-phase", message, cite="9.2", about=str(order.data["do"]))
    groups, targets = _forces(check), tuple(check.place(at) for at in as_list(order.data["at"]))
    if not check.ok or not groups:
        return check.ruling("")
    _fit(check, kind, groups)
    if check.ok:
        _aim(check, kind, groups, targets)
    return _paid_for(check, kind, groups, targets, phase=phase) if check.ok else check.ruling("")


def _forces(check: Check) -> tuple[Group, ...]:
    """All units of an operation, of one power; each takes part once, however often it is named."""
    rows = check.order.data.get("with", [check.order.data])
    if "with" in check.order.data:
        check.refuse_keys(("units", "from"), "`with` names all units: write these there, in a row")
    found: list[Group] = []
    taken: dict[str, int] = {}
    for row in rows:
        origin = check.place(row["from"])
        found += check.groups(origin, row["units"], taken) if origin else ()
    owners = {piece.owner for piece, _ in found}
    if len(owners) > 1:
        check.complain("one-power", "an operation is of one power; write one for each", cite="9.51")
    if found and check.state.side_of(found[0][0].owner) != check.state.clock.side:
        check.complain("not-your-turn", "it is not its player turn", cite="8.2")
    return tuple(found)


@implements("AWAW-9.11-1", "AWAW-9.42-1")
def _fit(check: Check, kind: str, groups: Sequence[Group]) -> None:
    """Units of an operation belong to the arm that carries it out; cargo is of ground units."""
    chart = check.book.chart("operations")
    arm = chart.at(kind, "arm", "operations").text
    carries = kind in WITH_CARGO or chart.at(kind, "ground", "operations").text == "defended"
    for piece, _ in groups:
        if not _IS[arm](piece) and not (carries and (piece.is_ground or piece.is_air)):
            message = f"{piece.counter.name} takes no part in {kind}"
            check.complain("wrong-unit", message, cite="9.2", about=piece.counter.name)
    if not any(_IS[arm](piece) for piece, _ in groups):
        check.complain("no-unit-of-it", f"no unit here carries out {kind}", cite="9.2")
    if kind == GROUND_ATTACK and any(piece.kind == "replacement" for piece, _ in groups):
        check.complain("replacements", "replacements do not attack", cite="15")


def _aim(check: Check, kind: str, groups: Sequence[Group], targets: Sequence[str]) -> None:
    """Where an operation may strike: at enemies, and ground units across sides that they cross."""
    owner = groups[0][0].owner
    if len(targets) > 1 and kind not in (GROUND_ATTACK, EXPLOITATION):
        check.complain("one-target", f"{kind} has one target", cite="9.73")
    pieces = [piece for piece, _ in groups]
    for reason, cite in barred(check.position, pieces, kind, targets):
        check.complain("barred", reason, cite=cite)
    for reason, cite in barred_by_boxes(check.position, groups, kind, targets):
        check.complain("barred", reason, cite=cite)
    if kind in OVER_SEA:
        _by_sea(check, kind, groups, targets[0])
    if kind == EXPLOITATION and check.position.in_play and not has_broken_through(check, owner):
        message = "no breakthrough was made from which armor exploits"
        check.complain("no-breakthrough", message, cite="9.42")
    if kind in ON_THE_GROUND:
        _strikes(check, kind, pieces, targets)


def _strikes(check: Check, kind: str, pieces: Sequence[Piece], targets: Sequence[str]) -> None:
    """What ground units strike: hexes with enemies, each of which they can reach."""
    for place in targets:
        if not enemies_at(check.position, pieces[0].owner, place):
            message = f"no enemy ground units are in {check.label(place)}"
            check.complain("no-enemy", message, cite="9.4", about=place)
    for piece in pieces:
        _may_strike(check, kind, piece, targets)


@implements("AWAW-9.42-1")
def has_broken_through(check: Check, owner: str) -> bool:
    """Whether a breakthrough of a power's faction lies on the map, as the moderator has ruled."""
    own = faction_of(check.state, owner)
    for place in check.state.places.values():
        whose = place.markers.get(Marker.BREAKTHROUGH)
        if whose is not None and (whose is True or faction_of(check.state, str(whose)) is own):
            return True
    return False


def _by_sea(check: Check, kind: str, groups: Sequence[Group], target: str) -> None:
    """What is carried between a box and the map takes destroyers, and transports of an SW box."""
    found = carried(check.position, groups, kind, target)
    if found is None or not check.ok:
        return
    for reason, cite in too_few_ships(check.position, groups, found[1]):
        check.complain("too-few-ships", reason, cite=cite)
    if check.ok:
        check.does(sail(check.position, groups[0][0].owner, found[1]))


def enemies_at(position: Position, owner: str, place: str) -> tuple[Piece, ...]:
    """The ground units at a place of powers at war with one."""
    found = (piece for piece in position.at(place) if piece.is_ground)
    return tuple(piece for piece in found if at_war(position.state, owner, piece.owner))


@implements("AWAW-9.73-1", "AWAW-9.74-1", "AWAW-9.65-1")
def _may_strike(check: Check, kind: str, piece: Piece, targets: Sequence[str]) -> None:
    """A ground unit attacks once in a turn, hexes that it can reach; exploiting is not barred."""
    name = piece.counter.name
    if kind == GROUND_ATTACK and piece.unit.marked(UnitMark.ATTACKED):
        check.complain("attacked", f"{name} has attacked in this turn", cite="9.74", about=name)
    for place in targets if kind != EXPLOITATION else ():
        if not ground_crosses(check.board, piece.at, place):
            message = f"{name} in {check.label(piece.at)} cannot reach {check.label(place)}"
            check.complain("out-of-reach", message, cite="4.51", about=name)


# --- money ---------------------------------------------------------------------------------------


def _paid_for(
    check: Check, kind: str, groups: tuple[Group, ...], targets: tuple[str, ...], *, phase: str
) -> Ruling:
    """What the operation costs, who pays, and on which front."""
    state, owner = check.state, groups[0][0].owner
    fronts = tuple(dict.fromkeys(front_of(check.board, place) for place in targets))
    plan = Announced(
        kind,
        owner,
        payer_of(state, owner),
        groups,
        targets,
        fronts,
        _paying_front(check, fronts),
        _cost(check, kind, groups, targets, phase=phase),
        0,
        bool(check.order.data.get("free")),
        _against_partisans(check.position, owner, kind, targets),
    )
    return _billed(check, plan, phase) if check.ok else check.ruling("")


def _paying_front(check: Check, fronts: tuple[str, ...]) -> str:
    """The front that pays: that of the target; of two the one that the order names (9.75)."""
    said = check.order.data.get("front")
    if said is None or not fronts:
        return fronts[0] if fronts else ""
    front = check.meant(said, fronts)
    if front not in fronts:
        message = f"no target lies on the {said} front"
        check.complain("other-front", message, ", ".join(fronts), "9.71", str(said))
    return front


@implements("AWAW-9.82-1", "AWAW-9.82-3", "AWAW-9.81-1")
def _cost(
    check: Check, kind: str, groups: tuple[Group, ...], targets: tuple[str, ...], *, phase: str
) -> int:
    """What the operation costs; isolated ground units may attack for nothing, by themselves."""
    free = bool(check.order.data.get("free"))
    if free and (kind != GROUND_ATTACK or not all(_is_isolated(piece) for piece, _ in groups)):
        message = "isolated ground units alone attack for nothing, without others"
        check.complain("not-isolated", message, cite="9.82", about="free")
    owner = groups[0][0].owner
    defended = any(enemies_at(check.position, owner, place) for place in targets)
    once = check.position.reading(NavalAirAgain) is NavalAirAgain.ONCE
    fighters = [
        _fighter(piece, many, kind, free=free, phase=phase, once=once) for piece, many in groups
    ]
    before = check.state.counter(owner, PowerCount.NAS_USED.of(phase))
    operation = Operation(kind, phase, defended=defended)
    return cost_of(check.book.chart("operations"), operation, fighters, before)


def _is_isolated(piece: Piece) -> bool:
    return piece.is_ground and piece.unit.marked(UnitMark.ISOLATED)


def _fighter(piece: Piece, many: int, kind: str, *, free: bool, phase: str, once: bool) -> Fighter:
    paid = piece.unit.marked(UnitMark.PAID)
    again = piece.kind == "NAS" and not once and piece.unit.mark(UnitMark.PAID) != phase
    return Fighter(
        kind=piece.kind,
        size=many,
        factors=part_factors(piece, many),
        ground=piece.is_ground,
        aboard=piece.at.startswith("in:"),
        cargo=is_cargo(kind, piece),
        isolated=free,
        paid=paid and not again,
    )


@implements("AWAW-9.52-1")
def is_cargo(kind: str, piece: Piece) -> bool:
    """Whether a unit is carried: ground units by sea and air, air units by sea."""
    carried = piece.is_ground or (piece.is_air and kind == SEA_TRANSPORT)
    return kind in WITH_CARGO and carried


def _against_partisans(position: Position, owner: str, kind: str, targets: Sequence[str]) -> bool:
    """Whether partisans alone are attacked (9.61)."""
    found = [piece for place in targets for piece in enemies_at(position, owner, place)]
    return kind in ON_THE_GROUND and bool(found) and all(piece.is_partisan for piece in found)


@implements("AWAW-9.75-1", "AWAW-9.63C-1", "AWAW-9.57-1")
def _billed(check: Check, plan: Announced, phase: str) -> Ruling:
    """The bill, and what is written down when it is paid."""
    state = check.state
    spent = spent_by(state, plan.payer).get(plan.paid_on, Spent())
    bill = bill_for(spent, plan.payer, plan.cost)
    mud = any(in_mud(check.position, place) for place in plan.targets)
    russian = faction_of(state, plan.payer) is Faction.RUSSIA
    if mud and not mud_allows(spent, plan.cost, russian, plan.partisans):
        check.complain("mud", "no full offensive is allowed in mud", cite="9.63")
    if plan.kind == EXPLOITATION:
        _crosses_fronts(check, plan, bill)
    left = brps_of(state, plan.payer)
    if left < bill.pays:
        message = f"it costs {bill.pays} BRPs, {check.position.title(plan.payer)} has {left}"
        check.complain("no-brps", message, cite="9.51")
    if not check.ok:
        return check.ruling("")
    counts = not plan.partisans and not plan.isolated
    check.does(
        charges(
            state, plan.payer, bill,
            fronts=plan.fronts, paid_on=plan.paid_on, counts=counts, mud=mud,
        )
    )  # fmt: skip
    groups = _noted(check, plan, phase)
    where = ", ".join(map(check.label, plan.targets))
    price = f"{bill.pays} BRPs" + f" of {bill.cost}, a front takes {FULL} at most" * (
        bill.pays < bill.cost
    )
    if plan.kind == INTERCEPTION:
        price += " if anybody flies in its defence"
    reading = f"{plan.kind.replace('-', ' ')} at {where}: {told(plan.groups)}; {price}"
    return check.ruling(reading, replace(plan, groups=groups, pays=bill.pays))


@implements("AWAW-9.76-1", "AWAW-9.64-2")
def _crosses_fronts(check: Check, plan: Announced, bill: Bill) -> None:
    """Armor exploits onto another front under a full offensive there, of its own or a partner's, or
    as part of a limited one.
    """
    spent = after(
        spent_by(check.state, plan.payer), plan.payer, bill,
        fronts=plan.fronts, paid_on=plan.paid_on,
    )  # fmt: skip
    origins = {front_of(check.board, piece.at) for piece, _ in plan.groups}
    for front in plan.fronts:
        if origins != {front} and not may_exploit_onto(spent[front], 0, False):
            message = f"armor does not exploit onto the {front} front without an offensive there"
            check.complain("across-fronts", message, cite="9.76")


def in_mud(position: Position, place: str) -> bool:
    """Whether a hex lies in mud: the moderator rules which countries and regions do."""
    lands = str(position.track(TrackName.MUD) or "").split()
    board = position.board
    return board.country(place) in lands or board.text(place, "region") in lands


def _noted(check: Check, plan: Announced, phase: str) -> tuple[Group, ...]:
    """The units of an operation, marked as having paid and attacked; the land-based NAS used."""
    aimed = PowerCount.AIMED.of(plan.kind, plan.targets[0])
    if check.state.counter(plan.power, aimed):
        message = f"{plan.kind} was announced there already: write it as one"
        check.complain("twice", message, cite="9.58", about=plan.targets[0])
    check.does(set_power(check.state, plan.power, "counter", aimed, 1))
    ashore = (
        many
        for piece, many in plan.groups
        if piece.kind == "NAS" and piece.at in check.board and not is_cargo(plan.kind, piece)
    )
    if used := sum(ashore):
        name = PowerCount.NAS_USED.of(phase)
        used += check.state.counter(plan.power, name)
        check.does(set_power(check.state, plan.power, "counter", name, used))
    return tuple(_marked(check, plan, group, phase) for group in plan.groups)


def _marked(check: Check, plan: Announced, group: Group, phase: str) -> Group:
    """A group with the marks of what it has done."""
    piece, many = group
    marks = dict(_marks(check, plan, group, phase))
    unit, count = piece.unit, piece.part(many)
    for mark, value in marks.items():
        events = set_mark(unit, mark, Mark(mark.until, value), count)
        check.does(events)
        unit = after_change(unit, events[0]) if events else unit
    return piece_of(check.book, unit), many


def _marks(
    check: Check, plan: Announced, group: Group, phase: str
) -> Iterator[tuple[UnitMark, str]]:
    """What is written on a unit: that it has paid, and on which front it has attacked."""
    piece, many = group
    alone = _fighter(piece, many, plan.kind, free=plan.isolated, phase=phase, once=True)
    chart = check.book.chart("operations")
    defended = any(enemies_at(check.position, plan.power, place) for place in plan.targets)
    if cost_of(chart, Operation(plan.kind, phase, defended=defended), [alone]):
        yield UnitMark.PAID, phase
    if plan.kind == GROUND_ATTACK and piece.is_ground:
        yield UnitMark.ATTACKED, plan.paid_on
    if plan.kind == OVERRUN and piece.is_ground:
        yield UnitMark.OVERRAN, plan.paid_on
