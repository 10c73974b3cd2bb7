"""Advancing after combat (11.15.5): into the defenders' hex, and one further in a breakthrough.

Decides who may advance where, at what price, and the overruns on the way. The owner names units
for each hex in his order; whoever is named for two hexes goes as far as he can. Leaves the odds of
an overrun to `overrun`, who is left to advance to `land_results`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import Option, Settle
from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.flames.impulse.battle_decisions import ADVANCE
from pbem.systems.flames.land.overrun import (
    Overrun,
    Overrunners,
    clear_airfield,
    overrun,
    verdict_of,
)
from pbem.systems.flames.land.steps import is_native, railway_bonus, step_cost
from pbem.systems.flames.world.control import entered
from pbem.systems.flames.world.homes import lose
from pbem.systems.flames.world.partisans import entry_ban_of, leaves_home
from pbem.systems.flames.world.position import ARMOUR, Piece, Position, Umpire, turned_down
from pbem.systems.flames.world.stacking import over_land_limit

LEADERS = (*ARMOUR, "MECH")
FOLLOWERS = ("MOT", "CAV")


def follows(piece: Piece) -> bool:
    """Whether it goes further only with armour that began the advance with it (11.15.5, 22.2)."""
    return piece.kind in FOLLOWERS or (piece.is_gun and piece.is_motorised)


class BreakthroughCost(Reading, id="WIF-11.15.5-R12"):
    """Whose cost of the first hex decides on a breakthrough."""

    OWN = "own"
    MOTORISED = "motorised"


@dataclass(frozen=True, slots=True)
class Advance:
    """What the advance after one combat is decided with; `start`: who may advance, from where."""

    place: str
    start: Mapping[str, str]
    ordered: Mapping[str, Any]
    breakthrough: bool
    powers: tuple[str, ...]
    facts: Mapping[str, Fact]


# --- costs and limits ----------------------------------------------------------------------------


@implements(
    "WIF-11.15.5-43", "WIF-11.15.5-45", "WIF-11.15.5-47", "AIF-11.16.5-14", "AIF-11.16.5-16",
)  # fmt: skip
def advance_cost(
    position: Position, piece: Piece, here: str, there: str, *, doubled: bool = False,
    motorised: bool = False,
) -> int | None:  # fmt: skip
    """What entering the next hex costs in an advance, weather included; None: it cannot.

    As in land movement (11.10.2): `doubled` by an overrun, less along a railway with option 25.
    """
    bonus = railway_bonus(position)
    return step_cost(
        position.ground, piece, here, there,
        doubled=doubled, railway_bonus=bonus, motorised=motorised,
        native=is_native(position, piece),
    )  # fmt: skip


@implements("WIF-11.15.5-45", "WIF-11.15.5-48", "AIF-11.16.5-15")
def may_break_through(position: Position, piece: Piece, place: str, rule: BreakthroughCost) -> bool:
    """Whether the defenders' hex was cheap enough for a second one: 1 point (11.15.5)."""
    motorised = rule is BreakthroughCost.MOTORISED
    return advance_cost(position, piece, piece.at, place, motorised=motorised) == 1


@implements("WIF-11.15.5-45", "WIF-11.15.5-46", "WIF-22.2-3", "AIF-11.16.5-15")
def goes_further(pieces: Sequence[Piece], start: Mapping[str, str]) -> tuple[Piece, ...]:
    """Who of those named may go to one second hex (11.15.5).

    HQ-A, ARM, MECH and self-propelled guns; MOT, CAV and motorised guns with one of the armour that
    began the advance in their hex.
    """
    leaders = [piece for piece in pieces if piece.kind in LEADERS]
    led = {start[piece.id] for piece in leaders}
    return tuple(
        piece
        for piece in pieces
        if piece in leaders
        or piece.is_self_propelled
        or (follows(piece) and start[piece.id] in led)
    )


def that_fit(position: Position, pieces: Sequence[Piece], place: str) -> tuple[Piece, ...]:
    """As many of the units, in their order, as may stack in a hex with their friends (2.3.1)."""
    sides = {position.side(piece.owner) for piece in pieces}
    there = [p for p in position.land_at(place) if position.side(p.owner) in sides]
    fit: list[Piece] = []
    for piece in pieces:
        if not over_land_limit(position, place, [*there, *fit, piece]):
            fit.append(piece)
    return tuple(fit)


# --- conducting ----------------------------------------------------------------------------------


@implements(
    "WIF-11.15.5-42", "WIF-11.15.5-49", "WIF-11.15.5-51", "WIF-11.15.5-55", "AIF-11.16.5-14",
    "AIF-11.16.5-17",
)  # fmt: skip
def advance(umpire: Umpire, plan: Advance) -> dict[str, tuple[str, ...]]:
    """Carry out the advance; who advanced, by the hex that they ended in."""
    further = second_hexes(umpire, plan) if plan.breakthrough else {}
    onward = [unit for units in further.values() for unit in units]
    ended: dict[str, str] = {}
    for place, units in further.items():
        ended |= go_through(umpire, plan, place, units)
    here = first_hex(umpire, plan, onward)
    if here:
        enter_first(umpire, plan, here)
        ended |= dict.fromkeys(here, plan.place)
    hexes = dict.fromkeys(ended.values())
    return {hex_: tuple(unit for unit, end in ended.items() if end == hex_) for hex_ in hexes}


@implements("WIF-11.15.5-45", "WIF-11.15.5-46", "WIF-11.15.5-50")
def second_hexes(umpire: Umpire, plan: Advance) -> dict[str, tuple[str, ...]]:
    """Who goes on to which second hex, as the order names them and the rules let them."""
    found: dict[str, tuple[str, ...]] = {}
    for place, words in plan.ordered.items():
        if place == plan.place:
            continue
        taken = [unit for units in found.values() for unit in units]
        named = [unit for unit in words if unit in plan.start and unit not in taken]
        able = _able_to_go_on(umpire, plan, place, named)
        picked = _decide(umpire, plan, place, that_fit(umpire.position, able, place))
        together = goes_further(umpire.position.pieces(*picked), plan.start)
        found[place] = tuple(piece.id for piece in together)
    return found


def _able_to_go_on(
    umpire: Umpire, plan: Advance, place: str, named: Sequence[str]
) -> tuple[Piece, ...]:
    """Those who may break through to a second hex, stacking aside."""
    rule, position = umpire.reading(BreakthroughCost), umpire.position
    return tuple(
        piece
        for piece in goes_further(position.pieces(*named), plan.start)
        if may_break_through(position, piece, plan.place, rule)
        and advance_cost(position, piece, plan.place, place) is not None
        and not entry_ban_of(position, piece, place)
    )


def first_hex(umpire: Umpire, plan: Advance, onward: Sequence[str]) -> tuple[str, ...]:
    """Who advances into the defenders' hex and stays there."""
    position = umpire.position
    words = [str(word) for word in plan.ordered.get(plan.place, ())]
    left = position.pieces(*(unit for unit in plan.start if unit not in onward))
    able = tuple(piece for piece in left if not leaves_home(position, piece, plan.place))
    named = sorted((p for p in able if p.id in words), key=lambda piece: words.index(piece.id))
    fit = that_fit(position, named, plan.place) if words else able
    picked = _decide(umpire, plan, plan.place, fit)
    return tuple(piece.id for piece in that_fit(position, position.pieces(*picked), plan.place))


def _decide(umpire: Umpire, plan: Advance, place: str, fit: Sequence[Piece]) -> tuple[str, ...]:
    """The owners' choice among those who could enter a hex; nobody without a word."""
    if not fit:
        return ()
    named = plan.ordered.get(place)
    position = umpire.position
    answer = umpire.decide(
        ADVANCE.ask(
            f"Who advances into {position.label(place)}?",
            umpire.position.players_of(plan.powers),
            (Option(p.id, p.name, frozenset({p.kind}), p.combat) for p in fit),
            about=place,
            at=plan.place,
            least=0,
            most=len(fit),
            facts={**plan.facts, "step": 1 if place == plan.place else 2},
            ordered=[p.id for p in fit] if named else None,
            settle=Settle.ROLL_OFF,
        )
    )
    return answer.picks


@implements("WIF-11.15.5-42", "WIF-11.15.5-43", "WIF-11.15.5-50", "AIF-11.16.5-14")
def enter_first(umpire: Umpire, plan: Advance, units: Sequence[str]) -> None:
    """Units enter the emptied hex: control, aircraft there, and who turns face-down (11.15.5)."""
    position, place, start = umpire.position, plan.place, plan.start
    pieces = position.pieces(*units)
    found = overrun(position, Overrunners(pieces, start[units[0]]), place)
    down = [
        piece
        for piece in pieces
        if (advance_cost(position, piece, start[piece.id], place) or 0) > piece.movement
    ]
    _enter(umpire, found, pieces, down)


def go_through(umpire: Umpire, plan: Advance, place: str, units: Sequence[str]) -> dict[str, str]:
    """Units go through the first hex into a second one; where each of them ended.

    No more than may stay in the first hex, since an overrun may turn out to be impossible there.
    """
    position = umpire.position
    fit = [piece.id for piece in that_fit(position, position.pieces(*units), plan.place)]
    if not fit:
        return {}
    enter_first(umpire, plan, fit)
    went = enter_second(umpire, plan, place, fit)
    return dict.fromkeys(fit, place if went else plan.place)


@implements(
    "WIF-11.15.5-46", "WIF-11.15.5-47", "WIF-11.15.5-49", "WIF-11.15.5-50", "AIF-11.16.5-16",
)  # fmt: skip
def enter_second(umpire: Umpire, plan: Advance, place: str, units: Sequence[str]) -> bool:
    """Units break through to a second hex, overrunning whoever is there; False if they cannot."""
    position, here = umpire.position, plan.place
    pieces = position.pieces(*units)
    found = overrun(position, Overrunners(pieces, here), place)
    if found.defenders and (found.problem or len({plan.start[unit] for unit in units}) > 1):
        return False
    doubled = found.doubles
    down = [
        piece
        for piece in pieces
        if (advance_cost(position, piece, here, place, doubled=doubled) or 0) >= 2
    ]
    _enter(umpire, found, pieces, down)
    return True


def _enter(umpire: Umpire, found: Overrun, pieces: Sequence[Piece], down: Sequence[Piece]) -> None:
    position, place = umpire.position, found.place
    if found.defenders:
        umpire.tell(verdict_of(position, found, advance=True))
    moves = [UnitMoved(p.id, p.at, place, p.unit.count) for p in pieces]
    face_down = turned_down(*down)
    lose(umpire, *found.losses, *entered(position, place, pieces), *moves, *face_down)
    with umpire.step("overrun", at=place):
        clear_airfield(umpire, found)
