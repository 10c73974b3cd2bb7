"""Strategic bombardment of units under construction (13.6.10, option 40).

Decides whom points of damage strike, the defender's choice and the attacker's in turn, and what
they do. Leaves how many points there are to `bombardment`, ships to the sea.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, Settle
from pbem.core.data.rulebook import implements
from pbem.systems.flames.economy.building import cost_of
from pbem.systems.flames.kits.tracks.boxes import (
    CITE,
    DEPLOY,
    HIGHEST,
    Box,
    DestroyedOnTrack,
    Work,
    box_name,
    box_of,
    boxed,
    damaged,
    is_ruined,
    work_of,
    worked,
)
from pbem.systems.flames.kits.tracks.choice import SECTION
from pbem.systems.flames.kits.tracks.verdicts import Damaged, TrackDamageVerdict
from pbem.systems.flames.world.position import Piece, Position, Umpire, destroyed

DAMAGE: Final = DecisionKind(
    "track-damage",
    "Which unit under construction a point of bombs damages",
    "for each point of a strategic bombardment of its place (option 40), the defender first; "
    "default: the defender spares units from destruction, then the dearest, the attacker does not",
    CITE,
    (AnswerKey(SECTION, "damage"),),
    {
        "mine": "1 if the units are yours, else 0",
        "points": "how many points of damage are left",
        "units": "how many units are there",
    },
)


@implements("WIF-13.6.10-28a")
def units_in_boxes(position: Position, place: str) -> tuple[Piece, ...]:
    """The land units and aircraft in the production boxes of a hex, Deploy among them."""
    numbers = range(DEPLOY, HIGHEST + 1)
    there = (piece for number in numbers for piece in boxed(position, place, number))
    return tuple(piece for piece in there if piece.is_land or piece.is_air)


@implements("WIF-13.6.10-28c", "WIF-13.6.10-31a", "WIF-13.6.10-d1")
def bomb_tracks(umpire: Umpire, place: str, points: int) -> int:
    """Defender and attacker assign points in turn, as long as there is a unit; how many."""
    used = 0
    struck: dict[str, int] = {}
    lost: list[str] = []
    while used < points:
        there = units_in_boxes(umpire.position, place)
        if not there:
            break
        mine = used % 2 == 0
        piece = _chosen(umpire, there, mine, (used + 1, points - used))
        struck[piece.id] = struck.get(piece.id, 0) + 1
        lost += [piece.id] if _strike(umpire, piece) else []
        used += 1
    if struck:
        rows = tuple(_told(umpire.position, unit, n, unit in lost) for unit, n in struck.items())
        umpire.tell(TrackDamageVerdict(place, units=rows))
    return used


def _told(position: Position, unit: str, points: int, is_lost: bool) -> Damaged:
    piece = position.pieces(unit)[0]
    work = Work(0, 0) if is_lost else work_of(piece)
    return Damaged(unit, points, work.box, work.bombs, is_lost)


def _chosen(umpire: Umpire, there: Sequence[Piece], mine: bool, count: tuple[int, int]) -> Piece:
    """The unit that a side picks for a point; `count`: which point it is, how many are left."""
    position, (number, points) = umpire.position, count
    place = there[0].at.partition("/")[2].partition(".")[0]
    side = umpire.state.clock.side
    players = position.powers[there[0].owner].players if mine else umpire.state.players_of(side)
    usual = (min if mine else max)(there, key=lambda piece: _worth(position, piece))
    if len(there) == 1 or not players:
        return usual
    answer = umpire.decide(
        DAMAGE.ask(
            "Which unit under construction is damaged?",
            players,
            (_option(position, piece) for piece in there),
            (usual.id,),
            about=f"{place}-{number}",
            facts={"mine": int(mine), "points": points, "units": len(there)},
            settle=Settle.ANY,
        )
    )
    return position.pieces(answer.pick)[0]


def _option(position: Position, piece: Piece) -> Option:
    box = box_of(piece.at)
    where = "" if box is None else f" ({box_name(box.number)})"
    cost = cost_of(position, piece.counter)
    return Option(piece.id, f"{piece.name}{where}", frozenset({piece.kind}), cost)


def _worth(position: Position, piece: Piece) -> tuple[bool, int, str]:
    """How much a point hurts: whether it may destroy the unit, what the unit costs."""
    cost = cost_of(position, piece.counter)
    return _after(piece).due >= cost, cost, piece.id


def _after(piece: Piece) -> Work:
    return damaged(work_of(piece), int(piece.counter.rating("turns")))


@implements("WIF-13.6.10-30")
def _strike(umpire: Umpire, piece: Piece) -> bool:
    """A point of damage to a unit; whether it is destroyed."""
    position, work = umpire.position, _after(piece)
    cost = cost_of(position, piece.counter)
    reading = umpire.reading(DestroyedOnTrack) if work.due == cost else DestroyedOnTrack.EQUAL
    box = box_of(piece.at)
    if box is None or is_ruined(work, cost, reading):
        umpire.apply(*destroyed(piece))
        return True
    umpire.apply(*worked(piece, Box(piece.owner, box.site, work.box), work))
    return False
