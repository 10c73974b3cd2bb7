"""Unit construction (8.27): `construction: [{units: {inf 3-3: 2, AAF: 3}, at: Berlin}]`.

Decides what may be built (no more than the force pool holds), where by rules 5 and 9, and its
price. Leaves ships, whose building takes turns (27), spending limits (39) and zones of control to
the moderator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved, after_change
from pbem.core.record.verdicts import PlaceId, PowerId, Verdict
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.economy.budgets import brps_of, pays
from pbem.systems.awaw.operations.paying import payer_of
from pbem.systems.awaw.world.alliances import patron_of
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.naming import Check, Group, told
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Part, Piece
from pbem.systems.awaw.world.vocabulary import UnitMark

DOUBLE: Final = 2  # times the price of who was lost in an isolated attack for nothing (9.82)


@dataclass(frozen=True, slots=True)
class ConstructionVerdict(Verdict):
    """Units were built."""

    kind: ClassVar[str] = "construction"
    cite: ClassVar[str] = "8.27"

    power: PowerId
    place: PlaceId
    units: tuple[Part, ...]
    pays: int
    left: int

    @property
    def outcome(self) -> str:
        return "built"


@dataclass(frozen=True, slots=True)
class Building:
    """A legal order to build."""

    power: str
    payer: str
    place: str
    groups: tuple[Group, ...]
    price: int


def check_construction(position: Position, order: Order) -> Ruling:
    """Units of a force pool are built at one place."""
    check = Check(position, order)
    place, power = check.place(order.data["at"]), _builder(check)
    if not place or not power:
        return check.ruling("")
    pool = f"pool:{power}/force"
    groups = check.groups(pool, order.data["units"])
    if not groups:
        return check.ruling("")
    for piece, _ in groups:
        _may_be_built(check, piece, power, place)
    payer, price = payer_of(check.state, power), sum(price_of(*group) for group in groups)
    left = brps_of(check.state, payer)
    if left < price:
        message = f"it costs {price} BRPs, {position.title(payer)} has {left}"
        check.complain("no-brps", message, cite="8.27")
    if not check.ok:
        return check.ruling("")
    check.does(pays(check.state, payer, price))
    for piece, many in groups:
        check.does(comes_in(piece, many, place))
    reading = f"{told(groups)} at {check.label(place)} for {price} BRPs"
    return check.ruling(reading, Building(power, payer, place, groups, price))


@implements("AWAW-8.27-1")
def _builder(check: Check) -> str:
    """The power that builds: the one that is named, or the player's only one of the side."""
    if "by" in check.order.data:
        by = check.power(check.order.data["by"])
        if by and by not in check.own_powers():
            check.complain("not-yours", f"you do not play {by}", about=str(check.order.data["by"]))
        return by
    own = check.state.powers_of_player(check.order.player)
    due = [power.id for power in own if power.side == check.state.clock.side]
    if len(due) != 1:
        check.complain("which-power", "say which of your powers builds: by: …", cite="8.27")
    return due[0] if len(due) == 1 else ""


@implements("AWAW-3.11-10", "AWAW-3.11-11", "AWAW-9.82-5")
def price_of(piece: Piece, many: int) -> int:
    """What units cost: the price of their counter for each factor, for an air factor three BRPs and
    for a squadron one; twice that for who was lost in this turn in an isolated attack for nothing.
    """
    each = int(piece.counter.rating("price")) * piece.factors // piece.size
    again = DOUBLE if piece.unit.marked(UnitMark.DOUBLE) else 1
    return each * many * again


@implements("AWAW-3.11-49", "AWAW-7.223-1", "AWAW-8.27-1")
def _may_be_built(check: Check, piece: Piece, power: str, place: str) -> None:
    """What stands in the force pool is built: ground and air units at home, in a box as it says,
    those of the Commonwealth in their boxes alone.
    """
    name = piece.counter.name
    if piece.is_naval:
        check.complain(
            "ship", "ships take turns to build: ask the moderator", cite="27", about=name
        )
    nation = check.position.game.nationality(piece.unit)
    if is_box(place) or (nation != power and nation in box_builders(check.position)):
        _in_box(check, piece, nation, place)
    elif not is_at_home(check.position, power, place):
        owner = check.position.title(power)
        message = f"{check.label(place)} is not in a home country that {owner} controls"
        check.complain("not-at-home", message, cite="27", about=name)


@implements(
    "AWAW-5.26-1", "AWAW-5.36-1", "AWAW-5.46-1", "AWAW-5.56-1", "AWAW-5.66-1", "AWAW-5.76-1"
)
def _in_box(check: Check, piece: Piece, nation: str, place: str) -> None:
    """Who is built in a box: those whom it names; South Africans nowhere else."""
    builders = box_builders(check.position)
    boxes = builders.get(nation, ())
    if piece.is_sw and is_box(place):
        return
    if place not in boxes:
        hint = f"it is built in {', '.join(map(check.label, boxes))}" if boxes else ""
        message = f"{nation} units are not built in {check.label(place)}"
        check.complain("not-there", message, hint, "5", piece.counter.name)


def box_builders(position: Position) -> dict[str, tuple[str, ...]]:
    """The boxes of the board in which units of a nationality are built."""
    chart = position.book.chart("boxes")
    found: dict[str, tuple[str, ...]] = {}
    for box in chart.table("boxes").rows.names:
        if box in position.board:
            for nation in chart.at(box, "builds", "boxes").text.split():
                found[nation] = (*found.get(nation, ()), box)
    return found


def is_at_home(position: Position, power: str, place: str) -> bool:
    """Whether a hex lies in a home country of a power, in its hands or its patron's."""
    homes = position.powers[power].home_countries
    holder = position.controller(place)
    own = (power, patron_of(position.state, power) or power)
    return position.board.country(place) in homes and holder in own


def comes_in(piece: Piece, many: int, place: str) -> Iterator[Event]:
    """A unit leaves the force pool and stands on the board, without marks of its loss."""
    unit, count = piece.unit, piece.part(many)
    if unit.marked(UnitMark.DOUBLE):
        change = set_mark(unit, UnitMark.DOUBLE, None, count)
        yield from change
        unit = after_change(unit, change[0])
    yield UnitMoved(unit.id, unit.at, place, count)


def construction(umpire: Umpire) -> None:
    """Every order to build, in the order of the files (8.27)."""
    for order, ruling in umpire.sound_orders(CONSTRUCTION.name):
        plan: Building = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        umpire.tell(
            ConstructionVerdict(
                plan.place,
                plan.power,
                plan.place,
                tuple(Part(piece.id, many) for piece, many in plan.groups),
                plan.price,
                brps_of(umpire.state, plan.payer),
            )
        )


CONSTRUCTION: Final = Section(
    "construction",
    "Unit construction",
    "unit-construction",
    "awaw/construction",
    "8.27",
    check_construction,
)
