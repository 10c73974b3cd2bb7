"""The orders of the land movement step (11.10): read, checked and carried out.

Decides who may move together and which of the named destinations is taken. Leaves the way there to
`land_movement`, overruns to `overrun`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pbem.core.choices.conditions import Condition, all_hold, parse_conditions
from pbem.core.data.findings import Finding, error, warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.impulse.actions import refusals, spent
from pbem.systems.flames.land.emergency import Rescue, emergency_for, rescue_of
from pbem.systems.flames.land.land_movement import (
    Leg,
    March,
    OverrunStack,
    finish,
    march_to,
    resumed,
    set_out,
)
from pbem.systems.flames.land.overrun import (
    FractionalOverrun,
    Overrun,
    clear_airfield,
    in_words,
    verdict_of,
)
from pbem.systems.flames.world.commitments import too_many_enter
from pbem.systems.flames.world.foreseen import after
from pbem.systems.flames.world.homes import lose
from pbem.systems.flames.world.minor_units import abroad_ban
from pbem.systems.flames.world.named import (
    HEX_FACTS,
    LAND_UNIT,
    claims_of,
    find_place,
    find_units,
    hex_facts,
    places_in,
    units_in,
    unmet,
)
from pbem.systems.flames.world.partisans import work_together
from pbem.systems.flames.world.policy import Consequence
from pbem.systems.flames.world.position import UP_AGAIN, Piece, Position, Umpire, names
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "11.10"


@dataclass(frozen=True, slots=True)
class Trip:
    """Where an order sends a stack: through which hexes, to the first of the targets that it can
    reach, and on what conditions.
    """

    via: tuple[str, ...]
    targets: tuple[str, ...]
    conditions: tuple[Condition, ...]
    rescue: Rescue  # emergency supply that is announced first
    entry: Consequence  # what politics make of where it goes


@dataclass(frozen=True, slots=True)
class MovePlan:
    """A move that may be carried out."""

    march: March
    target: str
    conditions: tuple[Condition, ...]
    rescue: Rescue
    entry: Consequence


def check_move(position: Position, order: Order) -> Ruling:
    """`{units: [LVII ARM, LIII MOT], to: E2241, via: Vilna, else: Vilna}` (11.10)."""
    named = units_in(position, order, "units", LAND_UNIT)
    targets, troubles = places_in(position, order, "to")
    others, more_troubles = places_in(position, order, "else")
    via, via_troubles = places_in(position, order, "via")
    drops, drop_troubles = _drops(position, order, named.pieces)
    findings = [*named.findings, *troubles, *more_troubles, *via_troubles, *drop_troubles]
    if not findings:
        findings = who_may_move(position, named.pieces)
    if findings:
        return Ruling(tuple(findings))
    rescue = rescue_of(position, order, named.pieces)
    if rescue.findings:
        return Ruling(rescue.findings)
    conditions = parse_conditions(order.data.get("if"))
    entered = position.policy.entering(position, named.pieces, (*via, *targets[:1]))
    there = after(position, (*rescue.events, *entered.events))
    march = set_out(there, there.pieces(*(piece.id for piece in named.pieces)), drops)
    return _ruling(march, Trip(via, (*targets, *others), conditions, rescue, entered))


def _drops(
    position: Position, order: Order, pieces: Sequence[Piece]
) -> tuple[dict[str, str], list[Finding]]:
    """`drop: {XX INF: E1634}`: which units leave the stack where."""
    drops: dict[str, str] = {}
    findings: list[Finding] = []
    for name, spot in order.data.get("drop", {}).items():
        found = find_units(position, str(name), LAND_UNIT)
        place, troubles = find_place(position, str(spot))
        strange = [p.name for p in found.pieces if p not in pieces]
        problems = [*found.findings, *troubles]
        problems += [error("not-in-stack", f"{n} is not among the units") for n in strange]
        findings += [problem.at(order.spot("drop", name)) for problem in problems]
        drops |= {piece.id: place for piece in found.pieces if place is not None}
    return drops, findings


@implements("WIF-11.10-1", "WIF-11.10.1-2", "WIF-10.2-3", "WIF-22.12-2", "AIF-11.11.1-1")
def who_may_move(position: Position, pieces: Sequence[Piece]) -> list[Finding]:
    """Face-up units of one hex that have not moved, within the land moves left (11.10, 10.2)."""
    findings: list[Finding] = []
    for piece in pieces:
        if piece.face_down:
            message = f"{piece.name} is face-down"
            findings.append(error("face-down", message, hint=UP_AGAIN, cite=CITE, about=piece.id))
        if piece.is_air_cav:
            message = f"{piece.name} flies and does not march"
            hint = "order it under air_transport, paradrop or rebase"
            findings.append(error("air-cav", message, hint=hint, cite="22.12", about=piece.id))
        if piece.unit.marked(UnitMark.MOVED):
            message = f"{piece.name} has already moved"
            hint = "a unit moves once: leave it out, or name all of its hexes in one order (via)"
            findings.append(error("moved", message, hint=hint, cite=CITE, about=piece.id))
        if piece.at != pieces[0].at:
            message = f"{piece.name} is in {position.label(piece.at)}"
            hint = f"{pieces[0].name} is in {position.label(pieces[0].at)}: write two orders"
            findings.append(
                error("not-a-stack", message, hint=hint, cite="11.10.1", about=piece.id)
            )
        if not work_together(position, pieces[0], piece):
            message = f"{piece.name} does not co-operate with {pieces[0].name}"
            findings.append(error("no-co-operation", message, cite="11.10.1", about=piece.id))
    return findings or [
        *refusals(position, pieces, "land-move"),
        *position.kits.fuel(position, pieces).findings,
    ]


def _ruling(march: March, trip: Trip) -> Ruling:
    """The first of the named destinations that is possible."""
    first: Finding | None = None
    for target in trip.targets:
        done, problem = march_to(march, (*trip.via, target))
        problem = problem or _undropped(done) or _abroad(march, done) or _uninvited(march, done)
        if problem is None:
            notes = [] if first is None else [_second_choice(march.position, first, target)]
            plan = MovePlan(done, target, trip.conditions, trip.rescue, trip.entry)
            return _legal(march.position, plan, notes)
        first = first or problem
    return Ruling(() if first is None else (first,))


def _undropped(march: March) -> Finding | None:
    left = [mover.piece for mover in march.movers if mover.drop]
    if not left:
        return None
    return error("not-dropped", f"{names(left)}: the stack does not enter the hex of `drop`",
                 hint="name the hex under `via`", cite="11.10.1", about="drop")  # fmt: skip


def _abroad(march: March, done: March) -> Finding | None:
    """Why a unit may not go there: a minor's at home (19.4.3), or by politics."""
    ends = {mover.piece.id: mover.drop for mover in done.dropped}
    moves = [(mover.piece, ends.get(mover.piece.id, done.at)) for mover in march.everyone]
    position = march.position
    return abroad_ban(position, moves) or position.policy.barred(position, moves, done.trail)


@implements("WIF-11.10.5-2")
def _uninvited(march: March, done: March) -> Finding | None:
    """Why the stack may not enter a friend's home: its HQs there allow no more units (18.2)."""
    pieces = [mover.piece for mover in done.everyone]
    for here, there in pairwise(done.trail):
        host = too_many_enter(march.position, pieces, here, there)
        if host:
            friend = march.position.called(host)
            message = f"{friend} does not co-operate: no more units may enter its home"
            hint = "an HQ of yours there, or that comes along, allows as many as it reorganises"
            return error("too-many-abroad", message, hint=hint, cite="18.2", about=there)
    return None


def _second_choice(position: Position, first: Finding, target: str) -> Finding:
    message = f"second choice {position.label(target)}: {first.message}"
    return warning("second-choice", message, cite=first.cite, about=first.about)


def _legal(position: Position, plan: MovePlan, notes: list[Finding]) -> Ruling:
    """The ruling on a move that is possible from a position, with what may not be meant."""
    march = plan.march
    ending = _ending(position, march)
    legs = [change for leg in march.legs for change in (*leg.events, *leg.aside)]
    changes = (*plan.rescue.events, *plan.entry.events, *legs, *ending)
    words = "; ".join(filter(None, (plan.rescue.words, plan.entry.words, reading(march))))
    if position.in_play:
        return Ruling(tuple(notes), words, changes, plan)
    notes += [*_doubts(march), *_conditions_now(position, plan, march.power)]
    done = after(march.position, ending)
    return Ruling(tuple(notes), words, changes, plan, done.state)


@implements("WIF-11.10.1-2", "WIF-10.2-4", "AIF-10.2-4")
def _ending(position: Position, march: March) -> tuple[Event, ...]:
    """The end of a move: each unit of the stack is a land move of its own power (10.2)."""
    pieces = [mover.piece for mover in march.everyone]
    oil = position.kits.fuel(position, pieces).events
    return (*finish(march), *spent(position, pieces, "land-move"), *oil)


def reading(march: March) -> str:
    """The receipt of a move: path, points of each unit, hexes taken, overruns, units face-down."""
    label = march.position.label
    parts = [
        f"{names(m.piece for m in march.everyone)}: {' > '.join(label(p) for p in march.trail)}"
    ]
    points = ", ".join(f"{m.spent} of {m.piece.movement}" for m in march.everyone)
    parts.append(f"points {points}")
    parts += [in_words(leg.overrun) for leg in march.legs if leg.overrun]
    taken = [label(place) for leg in march.legs for place in leg.taken]
    if taken:
        parts.append(f"takes {', '.join(taken)}")
    down = [m.piece for m in march.everyone if m.down]
    if down:
        parts.append(f"{names(down)} face-down")
    return "; ".join(parts)


# --- doubts, told when an order is written -------------------------------------------------------


def _doubts(march: March) -> list[Finding]:
    """What is legal but may not be meant: units that turn face-down or leave their supply."""
    findings: list[Finding] = []
    down = [mover.piece for mover in march.everyone if mover.down]
    if down:
        message = f"{names(down)} will turn face-down"
        findings.append(warning("ends-face-down", message, cite=CITE, about=down[0].id))
    position = march.position
    pieces = position.pieces(*(mover.piece.id for mover in march.everyone))
    lost = [piece for piece in pieces if not in_supply(position, piece)]
    if lost:
        message = f"{names(lost)} will be out of supply as things stand"
        findings.append(warning("out-of-supply", message, cite="2.4", about=lost[0].id))
    return findings


def _conditions_now(position: Position, plan: MovePlan, power: str) -> list[Finding]:
    """A condition is tested when the move is carried out; what it says now is a note."""
    if all_hold(plan.conditions, hex_facts(position, plan.target, power)):
        return []
    said = ", ".join(str(condition) for condition in plan.conditions)
    message = f"as things stand '{said}' does not hold for {position.label(plan.target)}"
    hint = "tested when the land movement step is played"
    return [warning("condition", message, hint=hint, about="if")]


# --- carrying out --------------------------------------------------------------------------------


def land_movement(umpire: Umpire) -> None:
    """The land movement step: the orders one after another, then stacking (11.10, 2.3.1)."""
    umpire.chart("terrain-effects")
    for order, sound in umpire.sound_orders("land"):
        ruling = umpire.check(order) if _rescued(umpire, sound.plan) else sound
        findings = ruling.findings if not ruling.ok else _unfit(umpire, ruling.plan)
        if findings:
            umpire.reject(order, findings)
            continue
        problem = conduct(umpire, ruling.plan)
        if problem:
            umpire.fail(order, problem, cite=CITE)
        else:
            umpire.done(order, ruling.reading)
    check_stacking(umpire)


def _rescued(umpire: Umpire, plan: MovePlan) -> bool:
    """Whether somebody whom a move is to overrun gets emergency supply before it (2.4.3)."""
    found = [leg.overrun for leg in plan.march.legs if leg.overrun is not None]
    victims = [piece.id for overrun in found for piece in overrun.defenders]
    return emergency_for(umpire, victims, about=plan.march.everyone[0].piece.id)


def _unfit(umpire: Umpire, plan: MovePlan) -> list[Finding]:
    """The order's own conditions, tested when the unit is about to move."""
    position = umpire.position
    facts = hex_facts(position, plan.target, plan.march.power)
    if all_hold(plan.conditions, facts):
        return []
    return [error("condition", unmet(plan.conditions, facts, position.label(plan.target)))]


def conduct(umpire: Umpire, plan: MovePlan) -> str:
    """Carry out a move leg by leg; what stops it on the way, or nothing.

    Where overrun aircraft fled to other bases than expected, the rest is planned again.
    """
    march, stopped, done = plan.march, "", 0
    umpire.apply(*plan.rescue.events)
    plan.entry.happen(umpire)
    while done < len(march.legs):
        leg = march.legs[done]
        if not _odds_hold(umpire, leg):
            march, stopped = (
                march.after_leg(done),
                f"the overrun of {leg.path[-1]} fell short of 7:1",
            )
            break
        _carry_out(umpire, leg)
        done += 1
        if done < len(march.legs) and _flew_elsewhere(umpire, leg):
            position = umpire.position
            march, problem = resumed(march.after_leg(done), position)
            stopped = problem.message if problem else ""
    umpire.apply(*_ending(umpire.position, march))
    return stopped


def _carry_out(umpire: Umpire, leg: Leg) -> None:
    position = umpire.position
    lose(umpire, *leg.events)
    if leg.overrun is not None:
        with umpire.step("overrun", at=leg.overrun.place):
            _tell(umpire, position, leg, leg.overrun)
            clear_airfield(umpire, leg.overrun)
            umpire.position.kits.overran(
                umpire, leg.overrun.place, leg.overrun.defenders, leg.movers
            )


def _flew_elsewhere(umpire: Umpire, leg: Leg) -> bool:
    """Whether overrun aircraft went to another base than the check expected."""
    expected = {change.unit: change.new for change in leg.aside if isinstance(change, UnitMoved)}
    return any(umpire.state.units[unit].at != base for unit, base in expected.items())


def _tell(umpire: Umpire, position: Position, leg: Leg, found: Overrun) -> None:
    """The verdict on an overrun of land units, with the ambiguous rules that mattered."""
    if not found.defenders:
        return
    if len(leg.movers) > 1 and found.doubles:
        umpire.reading(OverrunStack)
    if found.odds is not None and found.odds.tenths and umpire.position.kits.tenths_count:
        umpire.reading(FractionalOverrun)
    umpire.tell(verdict_of(position, found))


@implements("WIF-11.10.6-10")
def _odds_hold(umpire: Umpire, leg: Leg) -> bool:
    """The die for fractional odds where the game lets it help an overrun (option 26)."""
    found = leg.overrun
    if found is None or not found.tenths:
        return True
    with umpire.step("overrun", at=found.place):
        name = f"odds-{min(piece.id for piece in leg.movers)}"
        roll = umpire.roll(name, "d10", leg.movers[0].owner, "11.15.5")
    return roll.modified <= found.tenths


LAND: Final = Section(
    name="land",
    title="Land movement",
    step="land-movement",
    schema="land",
    cite=CITE,
    check=check_move,
    claims=claims_of(LAND_UNIT),
    facts=HEX_FACTS,
)
