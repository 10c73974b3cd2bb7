"""Emergency HQ supply (2.4.3, option 13).

Decides: which units an HQ may supply for this impulse, as long as a basic path leads to it. The
active side announces it by an order of its own before it acts, or with a move or an attack that
needs it (`supply`); anybody by standing order before ground strikes, land movement and land combat,
and for those who are about to be overrun or to fight. The HQ turns face-down when the land combat
step ends. Nobody gets it without asking for it. Leaves supply by a path to `supply`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.named import HEADQUARTERS, Sought, units_in
from pbem.systems.flames.world.partisans import work_together
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked, names, turned_down
from pbem.systems.flames.world.supply import in_supply, reaches_hq
from pbem.systems.flames.world.surprise import is_surprised
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "2.4.3"
ANY_UNIT: Final = Sought("unit", lambda piece: True)

EMERGENCY_SUPPLY: Final = DecisionKind(
    name="emergency-supply",
    title="Units that an HQ supplies in an emergency, at the price of turning face-down",
    moment=(
        "before the enemy's ground strikes, land movement and land combat, and before an overrun "
        "or a combat for those in it, for each face-up HQ with units out of supply in reach; "
        "default: none"
    ),
    cite=CITE,
    keys=(AnswerKey("emergency_supply", "units"),),
    facts={"hq": "the HQ that would give supply", "units": "how many units it could supply"},
)


@implements("WIF-2.4.3-8")
def can_supply(position: Position, hq: Piece, piece: Piece) -> bool:
    """Whether a unit may get emergency supply: not an HQ, co-operating, a basic path to the HQ."""
    if piece.is_hq or not work_together(position, hq, piece):
        return False
    return reaches_hq(position, piece, hq.at)


@implements("WIF-2.4.3-9", "WIF-2.4.3-10", "WIF-15.1-11")
def is_ready(position: Position, hq: Piece) -> bool:
    """Whether an HQ gives it: face-up, or announced while it was; not surprised (2.4.3, 15.1)."""
    ready = not hq.face_down or hq.unit.marked(UnitMark.GIVES_SUPPLY)
    return ready and not is_surprised(position, hq.owner)


def supplied_by(position: Position, hq: Piece) -> tuple[Piece, ...]:
    """The units that an HQ supplies in an emergency this impulse."""
    mark = UnitMark.EMERGENCY_SUPPLY
    return tuple(piece for piece in position.on_map if piece.unit.mark(mark) == hq.id)


@implements("WIF-2.4.3-8")
def left_over(position: Position, hq: Piece) -> int:
    """How many more units an HQ may supply: as many as its reorganisation value in all."""
    return max(0, hq.reorganisation - len(supplied_by(position, hq)))


@implements("WIF-2.4.3-9")
def supplied(hq: Piece, pieces: Sequence[Piece]) -> tuple[Event, ...]:
    """The HQ announces emergency supply for some units, for this impulse."""
    supplies = [c for p in pieces for c in marked(p, UnitMark.EMERGENCY_SUPPLY, hq.id)]
    return (*marked(hq, UnitMark.GIVES_SUPPLY), *supplies)


# --- the active side's orders --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rescue:
    """Emergency supply that goes with an order: what it changes, in words, or what is wrong."""

    events: tuple[Event, ...] = ()
    words: str = ""
    findings: tuple[Finding, ...] = ()


def check_emergency(position: Position, order: Order) -> Ruling:
    """`{hq: v. Bock, units: [XLI ARM, LII MECH]}` (2.4.3)."""
    hqs = units_in(position, order, "hq", HEADQUARTERS)
    named = units_in(position, order, "units", ANY_UNIT)
    if hqs.findings or named.findings:
        return Ruling((*hqs.findings, *named.findings))
    rescue = _announced(position, hqs.pieces[0], named.pieces)
    return Ruling(rescue.findings, rescue.words, rescue.events)


@implements("WIF-2.4.3-9")
def rescue_of(position: Position, order: Order, pieces: Sequence[Piece]) -> Rescue:
    """`supply: v. Bock` of a move or an attack: those of its units that need it get it first."""
    hqs = units_in(position, order, "supply", HEADQUARTERS)
    needy = [piece for piece in pieces if not in_supply(position, piece)]
    if hqs.findings or not hqs.pieces or not needy:
        return Rescue(findings=hqs.findings)
    return _announced(position, hqs.pieces[0], needy)


def _announced(position: Position, hq: Piece, pieces: Sequence[Piece]) -> Rescue:
    findings = tuple(_troubles(position, hq, pieces))
    if findings:
        return Rescue(findings=findings)
    return Rescue(supplied(hq, pieces), f"{hq.name} gives emergency supply to {names(pieces)}")


def _troubles(position: Position, hq: Piece, pieces: Sequence[Piece]) -> list[Finding]:
    findings: list[Finding] = []
    if not position.kits.emergency_supply:
        findings.append(
            error("option", f"emergency HQ supply is {position.option('hq_support')}", cite=CITE)
        )
    if not is_ready(position, hq):
        message = f"{hq.name} is face-down or surprised: it cannot give it"
        findings.append(error("face-down", message, cite=CITE, about=hq.id))
    left = left_over(position, hq)
    if len(pieces) > left:
        message = f"{hq.name} may supply {left} units, not {len(pieces)}"
        findings.append(error("limit", message, cite=CITE, about="units"))
    for piece in pieces:
        if not can_supply(position, hq, piece):
            message = f"{piece.name} cannot trace a basic path to {hq.name}"
            findings.append(error("no-path", message, cite=CITE, about=piece.id))
    return findings


def emergency_supply(umpire: Umpire) -> None:
    """Before anybody acts the active side announces it by orders, the other by standing (2.4.3)."""
    umpire.carry_out("emergency_supply")
    emergency_of_others(umpire)


# --- everybody's right ---------------------------------------------------------------------------


@implements("WIF-2.4.3-9")
def emergency_of_others(umpire: Umpire) -> None:
    """The HQs that do not act may give it by standing order to any unit in reach (2.4.3)."""
    position = umpire.position
    if not position.kits.emergency_supply:
        return
    others = [p for p in position.on_map if position.side(p.owner) != position.clock.side]
    _offered(umpire, others)


@implements("WIF-2.4.3-9")
def emergency_for(umpire: Umpire, units: Sequence[str], about: str = "") -> bool:
    """Those who are about to fight, or to be overrun, may get it; whether anybody did (2.4.3)."""
    position = umpire.position
    return position.kits.emergency_supply and _offered(umpire, position.pieces(*units), about)


def _offered(umpire: Umpire, pieces: Sequence[Piece], about: str = "") -> bool:
    """Every HQ in reach is offered to those out of supply, one after the other."""
    position, given = umpire.position, False
    needy = [p for p in pieces if not in_supply(position, p)]
    hqs = [p for p in position.on_map if p.is_hq and is_ready(position, p)] if needy else []
    for hq in hqs:
        given = _offer(umpire, hq, needy, about) or given
    return given


def _offer(umpire: Umpire, hq: Piece, pieces: Sequence[Piece], about: str) -> bool:
    position = umpire.position
    here = position.pieces(*(piece.id for piece in pieces))
    needy = [p for p in here if not in_supply(position, p) and can_supply(position, hq, p)]
    left = left_over(position, hq)
    if not needy or not left:
        return False
    answers = umpire.opening(
        [
            EMERGENCY_SUPPLY.ask(
                f"Which units does {hq.name} supply in an emergency?",
                position.powers[hq.owner].players,
                (Option(p.id, p.name, frozenset({p.kind, *p.counter.classes})) for p in needy),
                about=f"{hq.id}-{about}" if about else hq.id,
                at=hq.at,
                least=0,
                most=left,
                facts={"hq": hq.name, "units": len(needy)},
            )
        ]
    )
    if answers[0]:
        umpire.apply(*supplied(hq, position.pieces(*answers[0].picks)))
    return bool(answers[0])


@implements("WIF-2.4.3-9")
def spent_hqs(umpire: Umpire) -> None:
    """HQs that gave emergency supply turn face-down at the end of the land combat step (2.4.3)."""
    position = umpire.position
    for hq in position.on_map:
        if hq.unit.marked(UnitMark.GIVES_SUPPLY):
            umpire.apply(*turned_down(hq))


EMERGENCY_SECTION: Final = Section(
    name="emergency_supply",
    title="Emergency HQ supply",
    step="emergency-supply",
    schema="emergency_supply",
    cite=CITE,
    check=check_emergency,
)
