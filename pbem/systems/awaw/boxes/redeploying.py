"""The redeployment phase (8.28, 5.27 to 5.77): redeployments to boxes, from them, on the map.

`{units: {inf 3-4: 1}, from: Atlantic U.S. box, to: Plymouth, by: NR}`; `by` is TR, NR, SR or
transfer, `via` the ports that ships touch, `front` that over which bombers of an SW box fly.
Decides the order of redeployments, and what boxes allow. Leaves the way over the map (28) and
Ethiopia (88.42) to the moderator.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import error, id_said
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitMoved, after_change
from pbem.core.record.state import Mark
from pbem.core.rules.rulings import Does, May, RulingKind
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.boxes.conditions import REDEPLOYMENT
from pbem.systems.awaw.boxes.crossing import Wish, cross, is_own, protected_by
from pbem.systems.awaw.boxes.fighting import left_at_murmansk
from pbem.systems.awaw.boxes.places import BOX, MURMANSK
from pbem.systems.awaw.boxes.ways import Way, is_asked
from pbem.systems.awaw.world.boxes import hexes_beside, is_box
from pbem.systems.awaw.world.naming import Check, Group, told
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.vocabulary import UnitMark

ORDER: Final = ("TR", "NR", "transfer", "SR")
ALLOWED: Final = "allowed"
REFUSED: Final = "refused"
ON_THE_MAP: Final = RulingKind(
    "redeployment",
    "Redeployment over the map",
    "in the redeployment phase, where the way leads over hexes of the map or to Ethiopia",
    "28",
    ("AWAW-8.28-1",),
)
CONVOYS: Final = RulingKind(
    "murmansk",
    "Units in the Murmansk box",
    "at the end of a player turn, if units are left there",
    "5.81",
    ("AWAW-5.81-1",),
)


@dataclass(frozen=True, slots=True)
class Redeployment:
    """Units that redeploy; `asks` the rule that only the moderator can apply, if there is one."""

    groups: tuple[Group, ...]
    origin: str
    goal: str
    how: str
    asks: str = ""


def check_redeployment(position: Position, order: Order) -> Ruling:
    """Units of one place redeploy to another."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    groups = check.groups(origin, order.data["units"]) if origin else ()
    how = check.meant(order.data["by"], ORDER) if "by" in order.data else ""
    how = next((name for name in ORDER if name.lower() == how.lower()), how)
    if how and how not in ORDER:
        check.complain("unknown-way", f"units do not redeploy by '{how}'", ", ".join(ORDER), "28")
    if not check.ok or not groups:
        return check.ruling("")
    if check.state.side_of(groups[0][0].owner) != check.state.clock.side:
        check.complain("not-your-turn", "it is not its player turn", cite="8.2")
    wish = Wish(origin, goal, REDEPLOYMENT, how, check.places(order.data.get("via")), _front(order))
    return _planned(check, groups, wish) if check.ok else check.ruling("")


def _front(order: Order) -> str:
    return id_said(order.data["front"]) if "front" in order.data else ""


def _planned(check: Check, groups: tuple[Group, ...], wish: Wish) -> Ruling:
    """What boxes say to it, and whether the moderator is asked for the rest."""
    label = f"{told(groups)}: {check.label(wish.origin)} > {check.label(wish.goal)}"
    if not is_box(wish.origin) and not is_box(wish.goal):
        if not wish.how:
            check.complain("no-way", "say by what: TR, NR or SR", "by: TR", "28")
        _on_the_map(check, groups, wish.goal)
        plan = Redeployment(groups, wish.origin, wish.goal, wish.how, "28")
        return check.ruling(f"{label} by {wish.how}{_asking(plan.asks)}", plan)
    if len({piece.owner for piece, _ in groups}) > 1:
        check.complain("one-power", "write one order for each power", cite="28")
    way = cross(check, groups, wish)
    if way is None:
        return check.ruling("")
    asks = _asked(check.position, way, wish)
    guards = protected_by(check.position, groups, way) if way.how == "NR" else ()
    shield = f"; {', '.join(guards)} may protect it" if guards else ""
    plan = Redeployment(groups, wish.origin, wish.goal, way.how, asks)
    return check.ruling(f"{label} by {way.how}{shield}{_asking(asks)}", plan)


def _asking(rule: str) -> str:
    """That a redeployment waits for the moderator, with the rule that he looks up."""
    return f", if the moderator allows it ({rule})" if rule else ""


@implements("AWAW-5.67-1", "AWAW-5.47C-1", "AWAW-5.57C-1", "AWAW-5.77C-1")
def _asked(position: Position, way: Way, wish: Wish) -> str:
    """The rule that only the moderator can apply: 88.42 for Ethiopia, 28 for the way by land to a
    hex beside the box, if the redeployment begins or ends further away.
    """
    if is_asked(wish.origin, wish.goal):
        return "88.42"
    box, place = (wish.origin, wish.goal) if is_box(wish.origin) else (wish.goal, wish.origin)
    by_land = way.how in ("TR", "SR") and not is_box(place)
    return "28" if by_land and place not in hexes_beside(position, box) else ""


@implements("AWAW-3.11-71")
def _on_the_map(check: Check, groups: tuple[Group, ...], goal: str) -> None:
    """Units that the moderator lets redeploy from hex to hex, both behind friendly lines."""
    if not is_own(check.position, groups[0][0], goal):
        message = f"{check.label(goal)} is not in hands of its faction"
        check.complain("not-own", message, cite="3.11")
    for piece, many in groups:
        unit, count = piece.unit, piece.part(many)
        if unit.marked(UnitMark.REDEPLOYED):
            message = f"{piece.counter.name} has redeployed in this phase"
            check.complain("redeployed", message, cite="28", about=piece.counter.name)
            continue
        events = set_mark(unit, UnitMark.REDEPLOYED, Mark(UnitMark.REDEPLOYED.until), count)
        unit = after_change(unit, events[0])
        check.does([*events, UnitMoved(unit.id, unit.at, goal, count)])


@implements("AWAW-3.11-61", "AWAW-3.11-72")
def redeployment(umpire: Umpire) -> None:
    """TRs at the start of the phase, NRs and transfers after them, SRs at the end."""
    asked: Counter[str] = Counter()
    for order in sorted(umpire.orders(REDEPLOYING.name), key=lambda one: _rank(umpire, one)):
        ruling = umpire.check(order)
        if not ruling.ok:
            umpire.reject(order, ruling.findings)
        elif not ruling.plan.asks or _allowed(umpire, ruling.plan, asked):
            umpire.apply(*ruling.events)
            umpire.done(order, ruling.reading)
        else:
            message = "the moderator does not allow it"
            umpire.reject(order, [error("not-allowed", message, cite=ruling.plan.asks)])
    _clear_murmansk(umpire)


def _rank(umpire: Umpire, order: Order) -> int:
    plan = umpire.check(order).plan
    return ORDER.index(plan.how) if plan else len(ORDER)


def _allowed(umpire: Umpire, plan: Redeployment, asked: Counter[str]) -> bool:
    """What the moderator says to a redeployment whose rule is not in the text.

    Where two orders send like units the same way their questions are numbered.
    """
    about = f"{plan.groups[0][0].id}-{plan.goal.removeprefix(BOX)}"
    asked[about] += 1
    label = umpire.position.label
    where = f"from {label(plan.origin)} to {label(plan.goal)}"
    wanted = ON_THE_MAP.want(
        f"May {told(plan.groups)} redeploy {where} by {plan.how}?",
        cite=plan.asks,
        about=about if asked[about] == 1 else f"{about}-{asked[about]}",
        at=plan.goal,
        units=tuple(piece.id for piece, _ in plan.groups),
        places=(plan.origin, plan.goal),
        results=(ALLOWED, REFUSED),
    )
    return umpire.rule(wanted).result == ALLOWED


@implements("AWAW-5.81-1")
def _clear_murmansk(umpire: Umpire) -> None:
    """Nobody stays in the Murmansk box after a convoy battle: the moderator moves who is there."""
    there = tuple(piece.id for piece in left_at_murmansk(umpire.position))
    if there:
        question = "Where do the units in the Murmansk box return to?"
        may = (May(Does.MOVE), May(Does.RETREAT), May(Does.LOSE))
        umpire.rule(CONVOYS.want(question, about="murmansk", at=MURMANSK, units=there, may=may))


REDEPLOYING: Final = Section(
    "redeployment",
    "Redeployments: TR, NR, SR, and between SW boxes",
    "redeployment",
    "awaw/redeployment",
    "8.28",
    check_redeployment,
)
