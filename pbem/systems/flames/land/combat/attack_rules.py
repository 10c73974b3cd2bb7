"""Which land attacks are legal (11.15.1): target, attackers, powers, limits.

Decides what is wrong with an attack. Leaves the order to `attacks`, how units land in an
enemy's hex to their chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.systems.flames.impulse.actions import refusal
from pbem.systems.flames.world.control import enemy_units, is_enemy_hex
from pbem.systems.flames.world.land_factors import barring
from pbem.systems.flames.world.partisans import hostile_units, may_be_fought_in, work_together
from pbem.systems.flames.world.position import FLAK, PARTISAN, Piece, Position, major
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "11.15.1"
ACTIVITY: Final = "land-attack"


def defenders_at(position: Position, place: str, by: Piece) -> tuple[Piece, ...]:
    """The land units in a hex that a unit fights."""
    return tuple(piece for piece in hostile_units(position, place, by) if piece.is_land)


@implements("WIF-11.15.1-2", "AIF-11.16.1-2")
def target_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """What is wrong with the target: an enemy's, or with a partisan, and a land unit (11.15.1).

    Against who drops into it any hex has one: a notional unit.
    """
    if not pieces:
        return [error("nobody", "no unit attacks", cite=CITE, about="with")]
    label = position.label(place)
    for piece in pieces:
        if not may_be_fought_in(position, place, piece):
            message = f"{label} is not controlled by an enemy of {position.called(piece.owner)}"
            hint = f"enemies next to {piece.name}: {_prey(position, piece)}"
            return [error("not-enemy", message, hint=hint, cite=CITE, about=place)]
    landed = any(piece.at == place for piece in pieces)
    if not landed and not defenders_at(position, place, pieces[0]):
        hint = f"march in (land); enemies next to {pieces[0].name}: {_prey(position, pieces[0])}"
        message = f"no enemy land unit is in {label}"
        return [error("empty", message, hint=hint, cite=CITE, about=place)]
    return []


def is_target(position: Position, place: str, power: str) -> bool:
    """Whether a power's units may attack or drop into a hex: an enemy's, or with partisans."""
    there = enemy_units(position, place, power)
    return is_enemy_hex(position, place, power) or any(p.kind == PARTISAN for p in there)


@implements(
    "WIF-22.2-19", "WIF-22.12-4", "WIF-11.15.1-3a", "WIF-11.15.1-3c", "WIF-11.15.1-3d",
    "WIF-11.15.1-6", "WIF-2.4.3-1", "AIF-11.16.1-3", "AIF-11.16.1-6", "AIF-2.4.3-1",
)  # fmt: skip
def readiness(position: Position, piece: Piece) -> str:
    """Why a unit cannot attack anything now; empty when it can (11.15.1)."""
    if not piece.is_land:
        return f"{piece.name} is no land unit"
    if piece.kind == FLAK:
        return f"{piece.name} is flak and takes part in no land attack"
    if piece.is_air_cav and not piece.landing:
        return f"{piece.name} attacks only where it lands (paradrop)"
    if piece.face_down:
        return f"{piece.name} is face-down"
    if piece.unit.marked(UnitMark.ATTACKED):
        return f"{piece.name} has already attacked"
    if piece.counter.is_a("bracketed"):
        return f"{piece.name} has its combat factors in brackets"
    return "" if in_supply(position, piece) else f"{piece.name} is out of supply"


@implements(
    "WIF-2.1.1-5", "WIF-11.15.1-3b", "WIF-11.15.1-4", "WIF-11.15.1-8b", "WIF-11.15.1-8d",
    "AIF-11.16.1-3", "AIF-11.16.1-4", "AIF-11.16.1-8", "AIF-11.16.1-9",
)  # fmt: skip
def unit_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """Which of the units may not attack the hex, and why (11.15.1)."""
    findings = []
    for piece in pieces:
        why = readiness(position, piece)
        if not why and piece.landing:
            here = position.label(piece.at)
            why = "" if piece.at == place else f"{piece.name} must attack {here}, where it landed"
        elif not why and not position.board.adjacent(piece.at, place):
            why = f"{piece.name} in {position.label(piece.at)} is not adjacent"
        elif not why:
            barrier = _barrier(position, piece, place)
            why = f"{piece.name} cannot attack across {barrier}" if barrier else ""
        if why:
            hint = _instead(position, piece, place)
            findings.append(error("cannot-attack", why, hint=hint, cite=CITE, about=piece.id))
    return findings


def _prey(position: Position, piece: Piece) -> str:
    """The hexes next to a unit that it could attack."""
    near = position.board.neighbours[piece.at] if piece.at in position.board else ()
    found = [at for at in near if defenders_at(position, at, piece)]
    return ", ".join(map(position.label, found)) or "none"


def _barrier(position: Position, piece: Piece, place: str) -> str:
    """What hinders a unit from attacking the next hex; nothing if it may."""
    ground = position.ground
    return barring(piece.terrain_kind, ground.sides(piece.at, place), ground.chart) or ""


def _instead(position: Position, piece: Piece, place: str) -> str:
    """Who could attack a hex instead of a unit that cannot."""
    ready = [
        other.name
        for at in position.board.neighbours[place]
        for other in position.land_at(at)
        if other.owner == piece.owner and not readiness(position, other)
        if not _barrier(position, other, place)
    ]
    told = f"who could attack it: {', '.join(ready) or 'none of yours is next to it'}"
    wants = piece.is_land and not piece.face_down and not in_supply(position, piece)
    helped = "; an HQ may give it emergency supply (supply: HQ)"
    return told + (helped if wants and position.options.hq_support else "")


@implements("WIF-11.15.1-5", "AIF-18.2-1")
def power_troubles(position: Position, pieces: Sequence[Piece], place: str) -> list[Finding]:
    """Powers that do not co-operate never attack one hex; limits of the action (11.15.1, 10.2)."""
    called = position.called
    for piece in (*pieces, *attacking_already(position, place)):
        if not work_together(position, pieces[0], piece):
            who = pieces[0].name if pieces[0].owner == piece.owner else called(pieces[0].owner)
            message = f"{who} does not co-operate with {piece.name}"
            return [error("no-co-operation", message, cite=CITE, about=piece.id)]
    return [
        finding
        for power in charged(position, pieces, place)
        for finding in refusal(position, power, ACTIVITY)
    ]


def attacking_already(position: Position, place: str) -> list[Piece]:
    """The units that attack a hex by an earlier order, or have landed there and must attack it."""
    return [
        piece
        for piece in position.on_map
        if piece.unit.mark(UnitMark.ATTACKED) == place or (piece.landing and piece.at == place)
    ]


@implements("WIF-11.15-4", "AIF-11.16-4")
def charged(position: Position, pieces: Iterable[Piece], place: str) -> tuple[str, ...]:
    """The major powers that make one more land attack with these units against a hex (11.15).

    Who has dropped into it is charged for that already.
    """
    state = position.state
    powers = dict.fromkeys(major(state, piece.owner) for piece in pieces)
    already = {major(state, piece.owner) for piece in attacking_already(position, place)}
    return tuple(power for power in powers if power not in already)
