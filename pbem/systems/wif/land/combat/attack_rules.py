"""Which land attacks are legal (11.15.1): target, attackers, powers, limits.

Decides what is wrong with an attack. Leaves the order to `attacks`; invasions, paradrops and
partisans to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.systems.wif.impulse.actions import refusal
from pbem.systems.wif.world.control import cooperate, enemy_units, is_enemy_hex, major
from pbem.systems.wif.world.land_factors import barring
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.supply import in_supply
from pbem.systems.wif.world.units import Piece
from pbem.systems.wif.world.vocabulary import UnitMark

CITE: Final = "11.15.1"
ACTIVITY: Final = "land-attack"


def defenders_at(position: Position, place: str, power: str) -> tuple[Piece, ...]:
    """The enemy land units in a hex."""
    return tuple(piece for piece in enemy_units(position, place, power) if piece.is_land)


@implements("WIF-11.15.1-2")
def target_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """What is wrong with the target: it must be an enemy's, with a land unit in it (11.15.1)."""
    if not pieces:
        return [error("nobody", "no unit attacks", cite=CITE, about="with")]
    label = position.label(place)
    for piece in pieces:
        if not is_enemy_hex(position, place, piece.owner):
            message = f"{label} is not controlled by an enemy of {piece.owner}"
            return [error("not-enemy", message, cite=CITE, about=place)]
    if not defenders_at(position, place, pieces[0].owner):
        return [error("empty", f"no enemy land unit is in {label}", cite=CITE, about=place)]
    return []


@implements("WIF-11.15.1-3a", "WIF-11.15.1-3c", "WIF-11.15.1-3d", "WIF-11.15.1-6", "WIF-2.4.3-1")
def readiness(position: Position, piece: Piece) -> str:
    """Why a unit cannot attack anything now; empty when it can (11.15.1)."""
    if not piece.is_land:
        return f"{piece.name} is no land unit"
    if piece.face_down:
        return f"{piece.name} is face-down"
    if piece.unit.marked(UnitMark.ATTACKED):
        return f"{piece.name} has already attacked"
    if piece.counter.is_a("bracketed"):
        return f"{piece.name} has its combat factors in brackets"
    return "" if in_supply(position, piece) else f"{piece.name} is out of supply"


@implements("WIF-2.1.1-5", "WIF-11.15.1-3b", "WIF-11.15.1-4", "WIF-11.15.1-8b", "WIF-11.15.1-8d")
def unit_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """Which of the units may not attack the hex, and why (11.15.1)."""
    findings = []
    ground = position.ground
    for piece in pieces:
        why = readiness(position, piece)
        if not why and not position.board.adjacent(piece.at, place):
            why = f"{piece.name} in {position.label(piece.at)} is not adjacent"
        if not why:
            barrier = barring(piece.kind, ground.sides(piece.at, place), ground.chart)
            why = f"{piece.name} cannot attack across {barrier}" if barrier else ""
        if why:
            findings.append(error("cannot-attack", why, cite=CITE, about=piece.id))
    return findings


@implements("WIF-11.15.1-5")
def power_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """Powers that do not co-operate never attack one hex; limits of the action (11.15.1, 10.2)."""
    state = position.state
    others = [piece for piece in position.on_map if piece.unit.mark(UnitMark.ATTACKED) == place]
    for piece in (*pieces, *others):
        if not cooperate(state, pieces[0].owner, piece.owner):
            message = f"{pieces[0].owner} does not co-operate with {piece.name}"
            return [error("no-co-operation", message, cite=CITE, about=piece.id)]
    return [
        finding
        for power in charged(position, pieces, place)
        for finding in refusal(position, power, ACTIVITY)
    ]


@implements("WIF-11.15-4")
def charged(position: Position, pieces: Iterable[Piece], place: str) -> tuple[str, ...]:
    """The major powers that make one more land attack with these units against a hex (11.15)."""
    state = position.state
    powers = dict.fromkeys(major(state, piece.owner) for piece in pieces)
    already = {
        major(state, piece.owner)
        for piece in position.on_map
        if piece.unit.mark(UnitMark.ATTACKED) == place
    }
    return tuple(power for power in powers if power not in already)
