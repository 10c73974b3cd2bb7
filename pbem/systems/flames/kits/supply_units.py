"""Supply units (2.4.2, 22.3, option 14): an HQ is a source for a turn, another unit for an impulse.

Decides which unit is supplied so, by an order or, in the other side's impulse, by a standing line;
what becomes of a supply unit that is overrun. Leaves what a source is to `world`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.named import LAND_UNIT, units_in
from pbem.systems.flames.world.position import (
    PARTISAN,
    SUPPLY_UNIT,
    Piece,
    Position,
    Umpire,
    destroyed,
    marked,
    option_pool_of,
)
from pbem.systems.flames.world.supply import has_path
from pbem.systems.flames.world.vocabulary import Pool, UnitMark

CITE: Final = "22.3"
EXPEND: Final = "expend"
KEEP: Final = "keep"
CAPTURE: Final = "exchange"
DESTROY: Final = "destroy"

EXPENDED: Final = DecisionKind(
    "expend-supply",
    "Whether a supply unit is expended for the HQ beside it",
    "in the other side's impulse, where your HQ is cut off and a face-up supply unit is with it; "
    "default: it is kept",
    "2.4.2",
    (AnswerKey("supply_units", "cut_off"),),
    {"hq": "the HQ"},
)
CAPTURED: Final = DecisionKind(
    "captured-supply",
    "Whether an overrun supply unit is exchanged for one of your own",
    "when a land unit of yours overruns a supply unit; default: it is, if you have one left",
    "22.3",
    (AnswerKey("supply_units", "overrun"),),
    {"unit": "the supply unit"},
)


def is_ready(piece: Piece) -> bool:
    """Whether a unit is a supply unit that can be used: face-up, and not in this impulse."""
    used = piece.unit.marked(UnitMark.HAS_SUPPLIED)
    return piece.counter.is_a(SUPPLY_UNIT) and not piece.face_down and not used


@implements("WIF-2.4.2-5")
def made_sources(position: Position, power: str) -> Iterator[str]:
    """The hexes of HQs for which supply units were expended in this turn (2.4.2)."""
    for unit in position.units_on_map:
        if unit.marked(UnitMark.SOURCE) and position.cooperate(power, unit.owner):
            yield unit.at


# --- the active side's orders --------------------------------------------------------------------


@implements("WIF-2.4.2-5", "WIF-2.4.2-6")
def check_use(position: Position, order: Order) -> Ruling:
    """`{use: 1 SUP, for: v. Bock}`: expended for an HQ, else for a unit and an impulse (2.4.2)."""
    units = units_in(position, order, "use", LAND_UNIT)
    named = units_in(position, order, "for", LAND_UNIT)
    if units.findings or named.findings:
        return Ruling((*units.findings, *named.findings))
    supply, piece = units.pieces[0], named.pieces[0]
    findings = _troubles(position, supply, piece)
    if findings:
        return Ruling(tuple(findings))
    if piece.is_hq:
        words = f"{supply.name} is expended: {piece.name} is a supply source for the turn"
        return Ruling((), words, spent_for(supply, piece))
    words = f"{supply.name} supplies {piece.name} in this impulse"
    events = (*marked(piece, UnitMark.SUPPLIED), *marked(supply, UnitMark.HAS_SUPPLIED))
    return Ruling((), words, events)


def _troubles(position: Position, supply: Piece, piece: Piece) -> list[Finding]:
    if not position.options.supply_units:
        return [
            error(
                "option",
                f"supply units are {position.option('supply_units')}, not played",
                cite=CITE,
                about="use",
            )
        ]
    if not supply.counter.is_a(SUPPLY_UNIT):
        message = f"{supply.name} is no supply unit"
        return [error("no-supply-unit", message, cite=CITE, about=supply.id)]
    if not is_ready(supply):
        message = f"{supply.name} is face-down, or has supplied a unit in this impulse"
        return [error("spent", message, cite=CITE, about=supply.id)]
    if supply.at != piece.at or supply.owner != piece.owner:
        message = f"{supply.name} in {position.label(supply.at)} is not with {piece.name}"
        return [error("not-together", message, cite="2.4.2", about=piece.id)]
    return []


def spent_for(supply: Piece, hq: Piece) -> tuple[Event, ...]:
    """A supply unit goes; its HQ is a primary source for the rest of the turn (2.4.2)."""
    return (*destroyed(supply), *marked(hq, UnitMark.SOURCE))


def supply_units(umpire: Umpire) -> None:
    """As an impulse begins the active side uses its own, then the other may by a line (2.4.2)."""
    umpire.carry_out("supply_units")
    if umpire.options.supply_units:
        _of_others(umpire)


@implements("WIF-2.4.2-5")
def _of_others(umpire: Umpire) -> None:
    """The other side's HQs that are cut off may have supply units expended for them."""
    position = umpire.position
    others = [p for p in position.on_map if position.side(p.owner) != position.clock.side]
    for hq in (piece for piece in others if piece.is_hq):
        ready = [p for p in umpire.position.land_at(hq.at) if p.owner == hq.owner and is_ready(p)]
        if ready and not has_path(umpire.position, hq.owner, hq.at):
            _offer(umpire, hq, ready)


def _offer(umpire: Umpire, hq: Piece, ready: Sequence[Piece]) -> None:
    answer = umpire.decide(
        EXPENDED.ask(
            f"Is {ready[0].name} expended for {hq.name}?",
            umpire.position.powers[hq.owner].players,
            (Option(EXPEND), Option(KEEP)),
            (KEEP,),
            about=hq.id,
            at=hq.at,
            facts={"hq": hq.name},
        )
    )
    if answer.pick == EXPEND:
        umpire.apply(*spent_for(ready[0], hq))


# --- overrun -------------------------------------------------------------------------------------


@implements("WIF-22.3-2", "WIF-22.3-d1")
def capture(umpire: Umpire, place: str, lost: Sequence[Piece], by: Sequence[Piece]) -> None:
    """A supply unit that is overrun may be exchanged for one of the overrunner's own (22.3)."""
    takers = [piece for piece in by if piece.kind != PARTISAN]
    for piece in lost:
        if takers and piece.counter.is_a(SUPPLY_UNIT):
            _capture(umpire, place, piece, takers[0].owner)


def _capture(umpire: Umpire, place: str, lost: Piece, power: str) -> None:
    position = umpire.position
    pool = position.at(option_pool_of(power, Pool.SUPPLY))
    if not pool or not _is_wanted(umpire, lost, power):
        return
    at = 0
    if len(pool) > 1:
        at = umpire.roll(f"supply-{lost.id}", f"d{len(pool)}", power, CITE).total - 1
    umpire.apply(UnitMoved(pool[at].id, pool[at].at, place, pool[at].unit.count))


def _is_wanted(umpire: Umpire, lost: Piece, power: str) -> bool:
    answer = umpire.decide(
        CAPTURED.ask(
            f"Is {lost.name} exchanged for a supply unit of yours?",
            umpire.position.powers[power].players,
            (Option(CAPTURE), Option(DESTROY)),
            (CAPTURE,),
            about=lost.id,
            facts={"unit": lost.name},
        )
    )
    return answer.pick == CAPTURE


SUPPLY_UNITS: Final = Section(
    name="supply_units",
    title="Supply units",
    step="supply-units",
    schema="supply_units",
    cite=CITE,
    check=check_use,
)
KIT: Final = Kits(
    small_units=True,
    supplies_fly=True,
    overran=capture,
    sources=(made_sources,),
    pools=(Pool.SUPPLY,),
)
