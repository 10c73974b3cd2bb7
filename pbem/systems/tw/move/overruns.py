"""Automatic victory (9.8): defenders that are eliminated while a stack moves.

Decides where it is allowed, who takes part, and whether the odds are 6:1. Leaves the way of the
stack, and aircraft that shift the odds, to `orders`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_place
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.tw.battle.forces import Attacker, odds_against, why_not_together
from pbem.systems.tw.battle.odds import OVERRUN, ratio_of
from pbem.systems.tw.move.marching import ground_for, points_of
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.hexes import (
    crosses,
    has_fortress,
    is_fortified,
    is_mountain,
    is_swamp,
)
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import FIRST as FIRST_RATE
from pbem.systems.tw.world.ratings import rating_in_battle
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker
from pbem.systems.tw.world.weather import effect
from pbem.systems.tw.world.west import hurt_in_france

TAKE_PART: Final = (Kind.ARM, Kind.INF, Kind.MECH, Kind.MOT, Kind.CAV, Kind.PARA)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A moving stack, those who help it from where they stand, and the hex they clear."""

    stack: tuple[Attacker, ...]
    helpers: tuple[Attacker, ...]
    target: str
    impulse: int
    columns: int = 0  # by which aircraft shift the odds

    @property
    def attackers(self) -> tuple[Attacker, ...]:
        return (*self.stack, *self.helpers)

    @property
    def power(self) -> str:
        return self.stack[0][0].owner


def overrun(check: Check, attempt: Attempt) -> None:
    """One automatic victory: everything that it needs, and what comes of it."""
    position, target, power = check.position, attempt.target, attempt.power
    if not position.enemy_ground(power, target):
        check.complain("nobody", f"no enemy is in {check.label(target)}", cite="9.8")
        return
    apart = why_not_together(position, [piece for piece, _ in attempt.attackers], target)
    if apart:
        check.complain("not-at-war", apart, "attack hexes of common foes", "10.1.2")
        return
    _may_be(check, power, target)
    _take_part(check, attempt.attackers)
    for helper in attempt.helpers:
        _may_help(check, helper, attempt)
    if not wins(position, attempt):
        odds = ratio_of(_level(position, attempt))
        message = f"the odds against {check.label(target)} are {odds}"
        check.complain("odds", message, "an automatic victory needs 6:1", "9.8", about=target)
    check.does(tuple(_won(check.state, position, power, target)))


def wins(position: Position, attempt: Attempt) -> bool:
    """Whether the odds are 6:1 or better."""
    return _level(position, attempt) >= OVERRUN


def _level(position: Position, attempt: Attempt) -> int:
    level = odds_against(position, attempt.attackers, attempt.target, attempt.impulse)
    return level + attempt.columns


def _won(state: State, position: Position, power: str, target: str) -> Iterator[Event]:
    """All defenders are eliminated, the hex is marked and changes hands."""
    fallen = position.enemy_ground(power, target)
    yield from hurt_in_france(position, fallen)
    for piece in fallen:
        yield from eliminated(piece)
    yield from set_place(state, target, "marker", Marker.OVERRUN, power)
    yield from set_controller(state, target, power)


@implements("TW-9.8-8", "TW-10.6.6-2")
def _may_be(check: Check, power: str, target: str) -> None:
    """Not in mountains, swamps, fortifications, fortresses of Major Powers, nor in such weather."""
    position = check.position
    closed = (
        ("a mountain", is_mountain(position, target)),
        ("a swamp", is_swamp(position, target)),
        ("a fortification", is_fortified(position, target)),
        ("a fortress", has_fortress(position, target)),
    )
    for name, is_so in closed:
        if is_so:
            message = f"{check.label(target)} is {name}: no automatic victory is won there"
            check.complain("terrain", message, cite="9.8", about=target)
    if not effect(position, power, target, "overruns"):
        check.complain("weather", "the weather forbids automatic victories", cite="26")


@implements("TW-9.8-1", "TW-9.8-2", "TW-9.8-3", "TW-9.8-4")
def _take_part(check: Check, attackers: Sequence[Attacker]) -> None:
    """A First-Rate force with armor, of kinds that may take part, if they move in the impulse."""
    pieces = [piece for piece, _ in attackers]
    if rating_in_battle(check.position, pieces) != FIRST_RATE:
        check.complain("rating", "only First-Rate armies win automatic victories", cite="9.8")
    if not any(piece.kind == Kind.ARM for piece in pieces):
        check.complain("no-armor", "an automatic victory needs an ARM unit", cite="9.8")
    for piece in pieces:
        if piece.kind not in TAKE_PART:
            name = piece.counter.name
            message = f"{name} takes no part in an automatic victory now"
            check.complain("kind", message, cite="9.8", about=name)


@implements("TW-9.8-7", "TW-9.0-4", "TW-9.3-3")
def _may_help(check: Check, helper: Attacker, attempt: Attempt) -> None:
    """A unit helps from beside the hex, not yet moved, with points enough to enter it."""
    (piece, origin), target, impulse = helper, attempt.target, attempt.impulse
    name, position = piece.counter.name, check.position
    if not crosses(position.board, origin, target):
        message = f"{name} in {check.label(origin)} is not beside {check.label(target)}"
        check.complain("not-beside", message, cite="9.8", about=name)
    elif not _has_points(position, piece, target, points_of(position, piece, impulse)):
        message = f"{name} has not points enough to enter {check.label(target)}"
        check.complain("points", message, cite="9.8", about=name)


def _has_points(position: Position, piece: Piece, target: str, points: int) -> bool:
    """Whether a unit beside a hex could enter it, once it is cleared, with its points."""
    cost = ground_for(position, [piece], frozenset({target})).cost(piece.at, target)
    return cost is not None and cost <= points
