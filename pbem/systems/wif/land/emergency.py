"""Emergency HQ supply (2.4.3, option 13).

Decides: which units a face-up HQ may supply for this impulse, by order of the active side before it
acts, by standing order of the other side before land movement and again before land combat; the
HQ turns face-down when the land combat step ends. Nobody gets it without asking for it. Leaves
supply by a path to `supply`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.world.control import cooperate, other_side
from pbem.systems.wif.world.named import HEADQUARTERS, Sought, units_in
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.supply import basic_path, in_supply, limits
from pbem.systems.wif.world.surprise import is_surprised
from pbem.systems.wif.world.units import Piece, marked, names, turned_down
from pbem.systems.wif.world.vocabulary import UnitMark

CITE: Final = "2.4.3"
ANY_UNIT: Final = Sought("unit", lambda piece: True)

EMERGENCY_SUPPLY: Final = DecisionKind(
    name="emergency-supply",
    title="Units that an HQ supplies in an emergency, at the price of turning face-down",
    moment=(
        "before the enemy's land movement and before his land combat, for each face-up HQ with "
        "units out of supply in reach"
    ),
    cite=CITE,
    keys=(AnswerKey("emergency_supply", "units"),),
    facts={"hq": "the HQ that would give supply", "units": "how many units it could supply"},
)


@implements("WIF-2.4.3-8")
def can_supply(position: Position, hq: Piece, piece: Piece) -> bool:
    """Whether a unit may get emergency supply: not an HQ, co-operating, a basic path to the HQ."""
    if piece.is_hq or not cooperate(position.state, hq.owner, piece.owner):
        return False
    bounds = limits(position, piece.owner)
    return basic_path(position.ground, bounds, piece.at, frozenset({hq.at})) is not None


@implements("WIF-2.4.3-9")
def supplied(hq: Piece, pieces: Sequence[Piece]) -> tuple[Event, ...]:
    """The HQ announces emergency supply for some units, for this impulse."""
    supplies = [c for p in pieces for c in marked(p, UnitMark.EMERGENCY_SUPPLY, hq.id)]
    return (*marked(hq, UnitMark.GIVES_SUPPLY), *supplies)


# --- the active side's order ---------------------------------------------------------------------


def check_emergency(position: Position, order: Order) -> Ruling:
    """`{hq: v. Bock, units: [XLI ARM, LII MECH]}` (2.4.3)."""
    hqs = units_in(position, order, "hq", HEADQUARTERS)
    named = units_in(position, order, "units", ANY_UNIT)
    findings = [*hqs.findings, *named.findings]
    if not findings:
        findings = _troubles(position, hqs.pieces[0], named.pieces)
    if findings:
        return Ruling(tuple(findings))
    reading = f"{hqs.pieces[0].name} gives emergency supply to {names(named.pieces)}"
    return Ruling((), reading, supplied(hqs.pieces[0], named.pieces))


def _troubles(position: Position, hq: Piece, pieces: Sequence[Piece]) -> list[Finding]:
    findings: list[Finding] = []
    if not position.options.hq_support:
        findings.append(error("option", "emergency HQ supply is option 13", cite=CITE))
    if hq.face_down or hq.unit.marked(UnitMark.GIVES_SUPPLY):
        message = f"{hq.name} cannot give it any more"
        findings.append(error("face-down", message, cite=CITE, about=hq.id))
    if len(pieces) > hq.reorganisation:
        message = f"{hq.name} may supply {hq.reorganisation} units, not {len(pieces)}"
        findings.append(error("limit", message, cite=CITE, about="units"))
    for piece in pieces:
        if not can_supply(position, hq, piece):
            message = f"{piece.name} cannot trace a basic path to {hq.name}"
            findings.append(error("no-path", message, cite=CITE, about=piece.id))
    return findings


def emergency_supply(umpire: Umpire) -> None:
    """The active side announces emergency supply before its units act (2.4.3)."""
    umpire.carry_out("emergency_supply")


# --- the other side's right ----------------------------------------------------------------------


@implements("WIF-15.1-11")
def emergency_of_others(umpire: Umpire) -> None:
    """The inactive side's HQs may give emergency supply by standing order (2.4.3)."""
    position = now(umpire)
    if not position.options.hq_support:
        return
    inactive = other_side(position.clock.side)
    for hq in position.on_map:
        ready = hq.is_hq and not hq.face_down and position.side(hq.owner) == inactive
        if ready and not is_surprised(position, hq.owner):
            _offer(umpire, hq)


def supplied_by(position: Position, hq: Piece) -> tuple[Piece, ...]:
    """The units that an HQ supplies in an emergency this impulse."""
    mark = UnitMark.EMERGENCY_SUPPLY
    return tuple(piece for piece in position.on_map if piece.unit.mark(mark) == hq.id)


def _offer(umpire: Umpire, hq: Piece) -> None:
    position = now(umpire)
    left = hq.reorganisation - len(supplied_by(position, hq))
    needy = tuple(
        p for p in position.on_map if p.face_down and not p.is_hq
        and position.side(p.owner) == position.side(hq.owner)
        and not in_supply(position, p) and can_supply(position, hq, p)
    )  # fmt: skip
    if not needy or left <= 0:
        return
    answers = umpire.opening(
        [
            EMERGENCY_SUPPLY.ask(
                f"Which units does {hq.name} supply in an emergency?",
                position.powers[hq.owner].players,
                (Option(p.id, p.name, frozenset({p.kind, *p.counter.classes})) for p in needy),
                about=hq.id,
                at=hq.at,
                least=0,
                most=left,
                facts={"hq": hq.name, "units": len(needy)},
            )
        ]
    )
    if answers[0]:
        umpire.apply(*supplied(hq, position.pieces(*answers[0].picks)))


@implements("WIF-2.4.3-9")
def spent_hqs(umpire: Umpire) -> None:
    """HQs that gave emergency supply turn face-down at the end of the land combat step (2.4.3)."""
    position = now(umpire)
    for hq in position.on_map:
        if hq.unit.marked(UnitMark.GIVES_SUPPLY):
            umpire.apply(*turned_down(hq))


EMERGENCY_SECTION: Final = Section(
    name="emergency_supply",
    title="Emergency HQ supply",
    step="emergency-supply",
    schema="wif/emergency_supply",
    cite=CITE,
    check=check_emergency,
)
