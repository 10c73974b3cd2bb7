"""Reorganisation by headquarters and from the air (11.17).

Decides: range and path of an HQ, its points, what each unit costs, who pays. Leaves flights of air
supply to `air_supply`; transports at sea (11.17.3) to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from pbem.core.choices.decisions import Decision, NotAnOption, Option, select
from pbem.core.data.findings import Finding, Severity, error, warning
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.orders.orderlines import plain_words
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.air.sorties import all_return
from pbem.systems.flames.impulse.actions import actions_of, refusal
from pbem.systems.flames.land.air_supply import fly_air_supply, points_of
from pbem.systems.flames.land.land_verdicts import (
    FACE_UP,
    NO_POINTS,
    NOBODY_DOWN,
    Paid,
    PassedOver,
    ReorganisationVerdict,
)
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.named import (
    Sought,
    find_units,
    near_names,
    plays,
    units_called,
    words_of,
)
from pbem.systems.flames.world.partisans import work_together
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    names,
    turned_down,
    turned_up,
)
from pbem.systems.flames.world.rounding import number as in_digits
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.supply import blocked
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "11.17"
PAYER: Final = Sought(
    "HQ or air transport that brings supply",
    lambda piece: piece.is_hq or piece.unit.marked(UnitMark.AIR_SUPPLY),
)
OWN_ACTION: Final = {"land": "land", "air": "air"}


class ReachDirection(Reading, id="WIF-11.17.2-R1"):
    """In which direction the range of an HQ is counted."""

    TO_HQ = "to-hq"
    FROM_HQ = "from-hq"


# --- range ---------------------------------------------------------------------------------------


@implements(
    "WIF-11.17.2-1", "WIF-11.17.2-2", "WIF-11.17.2-3", "WIF-11.17.2-4", "AIF-11.18.2-1",
    "AIF-11.18.2-2",
)  # fmt: skip
def in_reach(position: Position, hq: Piece) -> Mapping[str, int]:
    """The hexes whose units an HQ may reorganise, with the motorised points of the path (11.17.2).

    The path runs from the unit to the HQ: it pays for the hexes it enters, the HQ's among them.
    From the HQ outwards, each step therefore pays for the hex that it leaves, unless the reading
    counts from the HQ to the unit. In one book the zone of control of the HQ is its reach.
    """
    ground, shut = position.ground, blocked(position, hq.owner)
    if not position.values.hq_path:
        return dict.fromkeys((hq.at, *ground.zoc_reach[hq.at]), 0)
    to_hq = position.reading(ReachDirection) is ReachDirection.TO_HQ

    def cost(here: str, there: str) -> int | None:
        entered, left = (here, there) if to_hq else (there, here)
        if entered in shut and entered != hq.at:
            return None
        entry, cross = ground.motors[entered], ground.cross(left, entered, hq.kind)
        return None if entry is None or cross is None else entry + cross

    found = reachable(ground.path_reach, hq.at, cost, hq.reorganisation)
    near = dict.fromkeys(ground.path_reach[hq.at], 0)
    return near | found


@dataclass(frozen=True, slots=True)
class Staff:
    """An HQ with what it has left to give."""

    hq: Piece
    points: Fraction
    reach: Mapping[str, int]


@implements("WIF-11.17.2-5", "AIF-11.18.2-3")
def staffs(position: Position, hqs: Sequence[Piece]) -> dict[str, Staff]:
    """Who can reorganise: face-up HQs with as many points as their value (11.17.2).

    And the air transports that bring supply to a hex, by their points (11.17.1).
    """
    found = {
        hq.id: Staff(hq, Fraction(hq.reorganisation), in_reach(position, hq))
        for hq in hqs
        if hq.is_hq and not hq.face_down
    }
    for piece in hqs:
        place = piece.unit.mark(UnitMark.AIR_SUPPLY)
        if isinstance(place, str):
            points = Fraction(points_of(position, piece, place))
            found[piece.id] = Staff(piece, points, {place: 0})
    return found


# --- cost ----------------------------------------------------------------------------------------


@implements(
    "WIF-11.17.4-2", "WIF-11.17.4-4", "WIF-11.17.4-6", "WIF-11.17.4-7", "WIF-11.17.4-10",
    "WIF-11.17.4-11", "WIF-11.17.4-12", "AIF-11.18.4-2", "AIF-11.18.4-3", "AIF-11.18.4-4",
    "AIF-11.18.4-5", "AIF-11.18.4-8", "AIF-11.18.4-9",
)  # fmt: skip
def reorganisation_cost(
    branch: str,
    action: str,
    *,
    foreign: bool = False,
    kind: str = "",
    turns: int = 0,
    by_armoured_hq: bool = False,
    large: bool = False,
    variable: bool = False,
) -> int:
    """Points to reorganise a unit (11.17.4): 1 in the action of its branch, else 2.

    Doubled by points of another country and for a large air transport; where costs are variable
    also for other dear bombers, and for ARM and MECH when no point comes from an HQ-A.
    """
    cost = 1 if OWN_ACTION.get(branch) == action else 2
    if large:
        cost *= 2
    if foreign:
        cost *= 2
    if variable:
        if kind in ("LND", "NAV", "ATR") and turns >= 3 and not large:
            cost *= 2
        if kind in ("ARM", "MECH") and not by_armoured_hq:
            cost *= 2
    return cost


class OtherCountry(Reading, id="WIF-18.3-R1"):
    """Whether points of another country of the same power double a unit's cost."""

    POWER = "power"
    COUNTRY = "country"


@implements("WIF-18.3-1", "AIF-18.3-1")
def is_foreign(position: Position, payer: Piece, piece: Piece) -> bool:
    """Whether who gives points is of another country than the unit (18.3)."""
    if payer.owner != piece.owner:
        return True
    if home_country(position, payer) == home_country(position, piece):
        return False
    return position.reading(OtherCountry) is OtherCountry.COUNTRY


@implements("WIF-16.2-1", "WIF-18.3-1")
def cost_of(position: Position, piece: Piece, payers: Sequence[Piece]) -> Fraction:
    """Points that a unit costs if these HQs pay: of several actions by the best one (16.2)."""
    branch = "land" if piece.is_land else "air"
    cost = min(
        reorganisation_cost(
            branch,
            action,
            foreign=any(is_foreign(position, hq, piece) for hq in payers),
            kind=piece.kind,
            turns=int(piece.counter.or_nothing("turns")),
            by_armoured_hq=any(hq.kind == "HQ-A" for hq in payers),
            large=position.kits.is_large(piece),
            variable=position.kits.dear_ones_cost_more,
        )
        for action in actions_of(position.state, piece.owner) or ("",)
    )
    return Fraction(cost) * share_of_helpers(position, branch, payers)


@implements("WIF-16.3.2-2", "WIF-16.3.3-3")
def share_of_helpers(position: Position, branch: str, payers: Sequence[Piece]) -> Fraction:
    """Half for who is reorganised by an HQ that helps his branch by offensive points (16.3)."""
    helped = all(position.kits.helps(position, hq, branch) for hq in payers)
    return Fraction(1, 2) if helped else Fraction(1)


# --- who pays for whom ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Payment:
    """A unit that is reorganised, and the points that each HQ gives."""

    piece: Piece
    points: tuple[tuple[str, Fraction], ...]


@dataclass(slots=True)
class Plan:
    """The reorganisation as ordered: payments so far, points left of each HQ, what to tell.

    A note goes with the number of the item that it is about; `passed_over` are the items that turn
    nobody up.
    """

    position: Position
    staffs: dict[str, Staff]
    left: dict[str, Fraction]
    payments: list[Payment] = field(default_factory=list)
    notes: list[tuple[int, Finding]] = field(default_factory=list)
    passed_over: list[PassedOver] = field(default_factory=list)

    def given(self) -> tuple[str, ...]:
        """The HQs that gave points, in byte order."""
        return tuple(sorted({hq for payment in self.payments for hq, _ in payment.points}))


@implements("WIF-11.17.4-3")
def pay(plan: Plan, piece: Piece, wanted: Sequence[str]) -> Payment | None:
    """Which HQs pay for a unit: the nearest first, several together if need be (11.17.4).

    `wanted` are the HQs that the order names; without them every HQ within range may pay.
    """
    near = _near(plan, piece, wanted or tuple(plan.staffs))
    ours = [hq for hq in near if plan.staffs[hq].hq.owner == piece.owner]
    theirs = [hq for hq in near if hq not in ours]
    for payers in (*([hq] for hq in ours), ours, [*ours, *theirs]):
        points = _share(plan, piece, payers)
        if points:
            return Payment(piece, points)
    return None


def _near(plan: Plan, piece: Piece, wanted: Sequence[str]) -> list[str]:
    """Those of some HQs that have points left for a unit within their range, the nearest first."""
    able = [
        (staff.reach[piece.at], hq)
        for hq, staff in plan.staffs.items()
        if hq in wanted
        and plan.left[hq]
        and piece.at in staff.reach
        and work_together(plan.position, staff.hq, piece)
    ]
    return [hq for _, hq in sorted(able)]


def _share(plan: Plan, piece: Piece, payers: Sequence[str]) -> tuple[tuple[str, Fraction], ...]:
    """The points of each payer; nothing if they are too few."""
    if not payers:
        return ()
    due = cost_of(plan.position, piece, [plan.staffs[hq].hq for hq in payers])
    shares: list[tuple[str, Fraction]] = []
    for hq in payers:
        share = min(due, plan.left[hq])
        if share:
            shares.append((hq, share))
            due -= share
    return tuple(shares) if due == 0 else ()


@implements(
    "WIF-11.17.4-1", "WIF-11.17.4-8", "WIF-11.17.4-9", "AIF-11.18.4-1", "AIF-11.18.4-6",
    "AIF-11.18.4-7",
)  # fmt: skip
def candidates(position: Position) -> tuple[Piece, ...]:
    """The player's units that lie face-down on the map; never HQs (11.17.4)."""
    return tuple(
        piece
        for piece in position.on_map
        if piece.face_down and not piece.is_hq and plays(position, piece)
        if not piece.unit.marked(UnitMark.AIR_SUPPLY)
    )


def drawn_up(position: Position, items: Sequence[Any]) -> Plan:
    """The reorganisation that a list orders, item by item."""
    own = [p for p in position.on_map if plays(position, p)]
    known = staffs(position, own)
    plan = Plan(position, known, {hq: staff.points for hq, staff in known.items()})
    down = candidates(position)
    for number, item in enumerate(items):
        word, by = _item(position, item)
        wanted, findings = _payers(position, by)
        plan.notes += [(number, finding) for finding in findings]
        if not _add(plan, word, wanted, down):
            nobody = _nobody(plan, word, down)
            plan.passed_over.append(nobody)
            plan.notes.append((number, _note(plan, nobody, down)))
    return plan


def _item(position: Position, item: Any) -> tuple[str, Any]:
    """The word of an item, a kind of units as counters print it, and who shall pay."""
    said, by = (item["unit"], item.get("by")) if isinstance(item, dict) else (item, None)
    return str(plain_words(position.game, str(said), ())), by


def _payers(position: Position, by: Any) -> tuple[list[str], list[Finding]]:
    """Who shall pay; in play those who have been lost since, or did not arrive, pay nothing."""
    named = find_units(position, by, PAYER)
    payers = [piece.id for piece in named.pieces]
    if position.in_play:
        return payers or list(words_of(by)), []
    return payers, list(named.findings)


def _add(plan: Plan, word: str, wanted: list[str], down: Sequence[Piece]) -> bool:
    """Pay for the units that one item of the list means; whether there is any.

    A unit's name means that unit alone: `4 INF` is no four of the infantry where there is a 4 INF.
    """
    paid = {payment.piece.id for payment in plan.payments}
    named = {piece.id for piece in _called(plan.position, word)}
    affordable = [p for p in down if p.id not in paid and pay(plan, p, wanted) is not None]
    chosen = _picked([p for p in affordable if not named or p.id in named], word)
    for piece in chosen:
        payment = pay(plan, piece, wanted)
        if payment is None:
            break
        plan.payments.append(payment)
        for hq, points in payment.points:
            plan.left[hq] -= points
    return bool(chosen)


def _called(position: Position, word: str) -> list[Piece]:
    """The player's units on the map of that name."""
    return [
        p for p in units_called(position, word) if p.at in position.board and plays(position, p)
    ]


def _picked(pieces: Sequence[Piece], word: str) -> list[Piece]:
    """The units that a word picks: a name, an id, or a kind (`any ARM`, `2 best FTR`)."""
    options = tuple(
        Option(p.id, p.name, frozenset({p.kind, *p.counter.classes}), _worth(p)) for p in pieces
    )
    choice = Decision("reorganise", (), options, (), "", CITE, least=0, most=len(options))
    try:
        picks = select(choice, _best(word))
    except NotAnOption:
        return []
    by_id = {piece.id: piece for piece in pieces}
    return [by_id[pick] for pick in picks]


def _best(word: str) -> str:
    """`any ARM` means the best one."""
    first, _, rest = word.partition(" ")
    return f"1 best {rest}" if first.casefold() == "any" and rest else word


def _worth(piece: Piece) -> Any:
    return piece.combat if piece.is_land else piece.counter.or_nothing("air-to-air")


def _nobody(plan: Plan, word: str, down: Sequence[Piece]) -> PassedOver:
    """Why an item reorganises nobody: unknown, face-up now, or out of reach."""
    called = _called(plan.position, word)
    paid = {payment.piece.id for payment in plan.payments}
    if called and (called[0].id in paid or not called[0].face_down):
        return PassedOver(FACE_UP, word, called[0].id)
    return PassedOver(NO_POINTS if called or _picked(down, word) else NOBODY_DOWN, word)


def _note(plan: Plan, item: PassedOver, down: Sequence[Piece]) -> Finding:
    """What the receipt says of it: most of it may well change before the step is played."""
    name = plan.position.pieces(item.unit)[0].name if item.unit else ""
    if item.why == NO_POINTS:
        left = [f"{s.hq.name} {in_digits(plan.left[hq])}" for hq, s in plan.staffs.items()]
        hint = f"points left: {', '.join(left) or 'none'}; those first in the list are first"
        return warning(item.why, item.told(name), hint=hint, cite="11.17.2")
    hint = f"who lies face-down: {names(down) or 'nobody'}"
    return Finding(Severity.NOTE, item.why, item.told(name), hint=hint, cite=CITE)


# --- the order -----------------------------------------------------------------------------------


@implements("WIF-11.17-1", "AIF-11.18-1", "AIF-11.18-2")
def check_reorganise(position: Position, order: Order) -> Ruling:
    """`reorganise: [XLVII ARM, any ARM, {unit: Ju-87D, by: v. Bock}]` (11.17)."""
    items = order.data["value"]
    power = position.state.powers_of_player(position.player)[0].id
    refused = refusal(position, power, "reorganisation")
    if refused:
        return Ruling(tuple(refused))
    unknown = [
        finding.at(order.spot(number))
        for number, item in enumerate(items)
        for finding in _unknown(position, _item(position, item)[0])
    ]
    plan = drawn_up(position, items)
    notes = [finding.at(order.spot(number)) for number, finding in plan.notes]
    return Ruling((*unknown, *notes), in_words(plan), changes(plan), plan)


def _unknown(position: Position, word: str) -> list[Finding]:
    """A word that is neither a unit of the player nor a kind of his units is a mistake."""
    own = [p for p in position.on_map if plays(position, p)]
    if units_called(position, word) or _picked(own, word):
        return []
    message = f"'{word}' is neither a unit nor a kind"
    return [error("unknown-unit", message, hint=near_names(position, word))]


def in_words(plan: Plan) -> str:
    """The receipt: who is turned up by whom."""
    lines = [
        f"{payment.piece.name} by "
        + " and ".join(
            f"{plan.staffs[hq].hq.name} ({in_digits(points)})" for hq, points in payment.points
        )
        for payment in plan.payments
    ]
    return "; ".join(lines) or "nobody"


@implements("WIF-11.17.2-5", "AIF-11.18.2-4")
def changes(plan: Plan) -> tuple[Event, ...]:
    """Units turn face-up, the HQs that paid turn face-down (11.17.2)."""
    up = [change for payment in plan.payments for change in turned_up(payment.piece)]
    hqs = (plan.staffs[unit].hq for unit in plan.given())
    down = [change for hq in hqs if hq.is_hq for change in turned_down(hq)]
    return (*up, *down)


def reorganisation(umpire: Umpire) -> None:
    """The reorganisation step (11.17): air supply flies before, and home after it."""
    sky = fly_air_supply(umpire)
    for order, ruling in umpire.sound_orders("reorganise"):
        plan: Plan = ruling.plan
        umpire.apply(*ruling.events)
        umpire.tell(
            ReorganisationVerdict(
                at=None,
                player=order.player,
                paid=tuple(Paid(p.piece.id, p.piece.at, dict(p.points)) for p in plan.payments),
                hqs=plan.given(),
                passed_over=tuple(plan.passed_over),
            )
        )
        umpire.done(order, ruling.reading)
    if sky.flights or sky.shots:
        all_return(umpire, sky)
        check_stacking(umpire)


REORGANISE: Final = Section(
    name="reorganise",
    title="Reorganisation by headquarters",
    step="reorganisation",
    schema="reorganise",
    cite=CITE,
    check=check_reorganise,
    single=True,
)
