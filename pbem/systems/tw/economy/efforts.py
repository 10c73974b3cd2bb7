"""Logistical efforts (4): `{effort: RLE, at: [Cologne, 1630]}` opens the operations of a power.

Decides which effort a power may choose, what it costs, which units a marker activates, and what
an effort allows. Leaves what activated units do to the other modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.findings import Where
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_place, set_power
from pbem.core.record.state import Mark, Power
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.world.calendar import order_of, season_of
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import (
    Effort,
    Marker,
    PowerCount,
    PowerFlag,
    PowerName,
    Season,
    UnitMark,
)

WHOLE_BOARD: Final = -1
MARKED: Final = (Effort.RLE, Effort.LLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortVerdict(Verdict):
    """A power has made its logistical effort."""

    kind: ClassVar[str] = "effort"
    cite: ClassVar[str] = "4.0"

    power: PowerId
    effort: str
    markers: tuple[PlaceId, ...]
    paid: int
    left: int
    active: int

    @property
    def outcome(self) -> str:
        return self.effort


@dataclass(frozen=True, slots=True)
class Chosen:
    """An effort that a power has chosen, with its markers and what it costs."""

    power: str
    effort: Effort
    places: tuple[str, ...]
    cost: int


# --- the order -----------------------------------------------------------------------------------


@implements("TW-4.0-6", "TW-4.0-3", "TW-4.1-4", "TW-4.5-1")
def check_effort(position: Position, order: Order) -> Ruling:
    """A power chooses its effort, places its markers and pays."""
    check = Check(position, order)
    power = check.own_power(order.data.get("by"), may_be_free=True)
    effort = Effort.term_for(str(order.data["effort"]).casefold())
    if effort is None:
        check.complain("effort", f"there is no effort '{order.data['effort']}'", _known(), "4")
        return check.ruling("")
    places = tuple(dict.fromkeys(check.places(order.data.get("at"))))
    if not check.ok:
        return check.ruling("")
    _may_choose(check, power, effort)
    _may_mark(check, power, effort, places)
    cost = 0 if is_free(position, power) else cost_of(position, power, effort, places)
    left = position.state.counter(power, PowerCount.NARFS)
    if cost > left:
        message = f"{cost} NARFs are needed, {check.title(power)} has {left}"
        check.complain("narfs", message, cite="15.1.2")
    _carry_out(check, Chosen(power, effort, places, cost))
    where = ", ".join(map(check.label, places))
    told = f"{check.title(power)}: {effort.meaning}{' at ' + where if where else ''}, {cost} NARFs"
    return check.ruling(told, Chosen(power, effort, places, cost))


def _known() -> str:
    return "one of " + ", ".join(one.upper() for one in Effort)


def _may_choose(check: Check, power: str, effort: Effort) -> None:
    """One effort a turn; none is sustained twice running; who has no NARFs passes, nobody else."""
    state = check.position.state
    if state.flag(power, PowerFlag.EFFORT):
        check.complain("chosen", f"{check.title(power)} has chosen its effort", cite="4.0")
    if is_free(check.position, power):
        _may_be_free(check, power, effort)
        return
    planned = state.flag(power, PowerFlag.PLAN)
    if planned and planned != effort:
        message = f"{check.title(power)} has planned an {str(planned).upper()}"
        check.complain("planned", message, "efforts are chosen before the Axis moves", "3.3")
    if effort is Effort.SLE and is_sustained_before(check.position, power):
        hint = "an RLE, LLE or MLE"
        check.complain("two-running", "no SLE follows another at once", hint, "4.1")
    dear = state.counter(power, PowerCount.NARFS) >= _least(check.position, power)
    if effort is Effort.PASS and dear:
        check.complain("no-pass", "who has NARFs may not pass", "an MLE costs 2", "4.0")


def _least(position: Position, power: str) -> int:
    """NARFs of the cheapest effort: who cannot pay it passes."""
    return int(position.book.chart("efforts").at(power, Effort.MLE, "cost").number)


@implements("TW-4.2-7")
def is_free(position: Position, power: str) -> bool:
    """Whether a minor country that has just been invaded makes its one free effort."""
    return bool(position.state.flag(power, PowerFlag.FREE_EFFORT))


def _may_be_free(check: Check, power: str, effort: Effort) -> None:
    """The free effort of an invaded country is one Regional Effort."""
    several = len(check.places(check.order.data.get("at"))) > 1
    if effort is not Effort.RLE or several:
        message = f"the free effort of {check.title(power)} is one RLE"
        check.complain("free-rle", message, "effort: RLE, at: a hex", "4.2")


@implements("TW-4.1-4")
def is_sustained_before(position: Position, power: str) -> bool:
    """Whether a power has made a Sustained Effort in the turn before."""
    last = position.state.flag(power, PowerFlag.LAST_SLE)
    turn = position.clock.turn
    return bool(last) and order_of(turn) - order_of(str(last)) == 1


@implements("TW-4.2-2", "TW-4.3-2", "TW-4.2-6")
def _may_mark(check: Check, power: str, effort: Effort, places: Sequence[str]) -> None:
    """Markers of Regional and Limited Efforts lie in friendly hexes; the others have none."""
    if effort in MARKED and not places:
        check.complain("no-marker", f"an {effort.upper()} needs a hex", "at: Cologne", "4.2")
    if effort not in MARKED and places:
        check.complain("marker", f"{effort.upper()} has no marker", cite="4.1")
    for place in places:
        if not check.position.is_friendly(power, place):
            message = f"{check.label(place)} is not under friendly control"
            check.complain("not-friendly", message, cite="4.2")


@implements("TW-4.1-1", "TW-4.2-1", "TW-4.3-1", "TW-4.4-1")
def cost_of(position: Position, power: str, effort: Effort, places: Sequence[str]) -> int:
    """NARFs of an effort: of Axis markers inside the Soviet Union double, and for Germany's SLE."""
    chart = position.book.chart("efforts")
    one = int(chart.at(power, effort, "cost").number)
    if effort in MARKED:
        return sum(2 * one if _is_dear(position, power, place) else one for place in places)
    if effort is Effort.SLE and power == PowerName.GERMANY and _is_deep(position):
        return 2 * one
    return one


def _is_dear(position: Position, power: str, place: str) -> bool:
    axis = power in (PowerName.GERMANY, PowerName.ITALY)
    return axis and position.board.country(place) == Land.USSR


def _is_deep(position: Position) -> bool:
    """Whether a German ground unit is inside the Soviet Union of 1939."""
    own = position.pieces_of(PowerName.GERMANY)
    return any(p.is_ground and position.board.country(p.at) == Land.USSR for p in own)


def _carry_out(check: Check, chosen: Chosen) -> None:
    """NARFs are paid, markers placed and units activated."""
    state, power, effort = check.position.state, chosen.power, chosen.effort
    left = state.counter(power, PowerCount.NARFS) - chosen.cost
    check.does(set_power(state, power, "counter", PowerCount.NARFS, left))
    check.does(set_power(check.state, power, "flag", PowerFlag.EFFORT, effort))
    if effort is Effort.SLE:
        turn = state.clock.turn
        check.does(set_power(check.state, power, "flag", PowerFlag.LAST_SLE, turn))
    if season_of(state.clock.turn) is Season.FALL:
        check.does(set_power(check.state, power, "flag", PowerFlag.FALL_EFFORT, effort))
    for place in chosen.places:
        check.does(set_place(check.state, place, "marker", Marker.EFFORT.of(power), effort))
    for piece in activated(check.position, power, effort, chosen.places):
        mark = Mark(UnitMark.ACTIVE.until, str(effort))
        check.does(set_mark(piece.unit, UnitMark.ACTIVE, mark))


@implements("TW-4.1-3", "TW-4.2-2", "TW-4.3-2", "TW-4.4-2", "TW-4.5-2", "TW-4.0-1", "TW-4.2-3")
def activated(
    position: Position, power: str, effort: Effort, places: Sequence[str]
) -> tuple[Piece, ...]:
    """The units that an effort activates: a power's and its Satellites', near a marker."""
    own = [p for one in position.powers if power in (one, position.patron(one))
           for p in position.pieces_of(one)]  # fmt: skip
    radius = int(position.book.chart("efforts").at(effort, "radius", "what").number)
    if radius == WHOLE_BOARD:
        return tuple(own)
    return tuple(
        piece
        for piece in own
        if any(_is_within(position.board, place, _base_of(piece), radius) for place in places)
    )


def _base_of(piece: Piece) -> str:
    """Where a unit is based: a ship on patrol in the port from which it sailed."""
    patrol = piece.unit.marks.get(UnitMark.PATROL)
    return piece.at if patrol is None else str(patrol.value)


def _is_within(board: Board, place: str, other: str, radius: int) -> bool:
    """Whether a place lies so near, over land and sea."""
    apart = board.distance(place, other)
    return apart is not None and apart <= radius


def efforts(umpire: Umpire) -> None:
    """Every power's effort, in the order of the files; then those planned that need no order."""
    for order, ruling in umpire.sound_orders(EFFORTS.name):
        chosen: Chosen = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        umpire.tell(_told(umpire, chosen))
    for power in umpire.state.powers_of(umpire.state.clock.side):
        _as_planned(umpire, power)


@implements("TW-3.6-1")
def _as_planned(umpire: Umpire, power: Power) -> None:
    """A planned effort without markers is made and paid, also if no order repeats it."""
    planned = power.flags.get(PowerFlag.PLAN)
    if planned is None:
        return
    data = {"effort": planned, "by": power.id}
    order = Order(EFFORTS.name, 1, power.players[0], data, Where("planning"))
    ruling = check_effort(umpire.position_for(power.players[0]), order)
    if ruling.ok:
        umpire.apply(*ruling.events)
        umpire.tell(_told(umpire, ruling.plan))


def _told(umpire: Umpire, chosen: Chosen) -> EffortVerdict:
    position = umpire.position
    active = [
        unit
        for unit in position.units.values()
        if unit.marked(UnitMark.ACTIVE) and position.patron(unit.owner) == chosen.power
    ]
    left = position.state.counter(chosen.power, PowerCount.NARFS)
    effort = str(chosen.effort)
    return EffortVerdict(
        None,
        power=chosen.power,
        effort=effort,
        markers=chosen.places,
        paid=chosen.cost,
        left=left,
        active=len(active),
    )


def claims(position: Position, order: Order) -> tuple[str, ...]:
    """The power whose effort it is: two files cannot both choose it."""
    check = Check(position, order)
    return (f"effort of {check.own_power(order.data.get('by'))}",)


EFFORTS: Final = Section(
    "logistics",
    "Logistical efforts",
    "logistics",
    "tw/logistics",
    "4",
    check_effort,
    claims,
    employs=False,
)
