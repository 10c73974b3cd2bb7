"""Headquarters of partisans (22.15, option 60): Zoya K. and Tito.

Decides who may raise one where, and what is destroyed for it. Leaves what it does as an HQ to the
rules of HQs, its supply at home and its loss to `world`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitChanged, UnitMoved
from pbem.systems.flames.turn.turn_verdicts import PartisanHqVerdict
from pbem.systems.flames.world.kits import Kits, Moment
from pbem.systems.flames.world.position import (
    PARTISAN,
    PARTISAN_HQS,
    Piece,
    Position,
    Umpire,
    destroyed,
)

NEEDED: Final = 2
YES: Final = "raise"
NO: Final = "wait"

RAISE: Final = DecisionKind(
    "partisan-hq",
    "Whether two partisans of a hex become an HQ",
    "at the start of the partisan step, where two of yours stand together in the HQ's country; "
    "default: they do",
    "22.15",
    (AnswerKey("partisans", "hq"),),
    {"hq": "the HQ"},
)


@implements("WIF-22.15-1", "WIF-22.15-3")
def raise_hqs(umpire: Umpire) -> None:
    """Each HQ that waits may take the place of two partisans of one hex (22.15)."""
    for hq in umpire.position.at(PARTISAN_HQS):
        for place in _where(umpire.position, hq):
            if _wanted(umpire, hq, place):
                _raise(umpire, hq, place)
                break


def _where(position: Position, hq: Piece) -> tuple[str, ...]:
    """The hexes of an HQ's country in which two partisans stand."""
    places = sorted({piece.at for piece in position.on_map if piece.kind == PARTISAN})
    return tuple(
        place
        for place in places
        if position.country(place) == hq.counter.power
        and len(_partisans(position, place)) >= NEEDED
    )


def _partisans(position: Position, place: str) -> tuple[Piece, ...]:
    return tuple(piece for piece in position.land_at(place) if piece.kind == PARTISAN)


def _wanted(umpire: Umpire, hq: Piece, place: str) -> bool:
    position = umpire.position
    answer = umpire.decide(
        RAISE.ask(
            f"Do the partisans of {position.label(place)} become {hq.name}?",
            position.powers[_partisans(position, place)[0].owner].players,
            (Option(YES), Option(NO)),
            (YES,),
            about=f"{hq.id}-{place}",
            at=place,
            facts={"hq": hq.name},
        )
    )
    return answer.pick == YES


def _raise(umpire: Umpire, hq: Piece, place: str) -> None:
    """The partisans go back to their pool, the one of the HQ's name alone if it is there."""
    there = _partisans(umpire.position, place)
    name = hq.name.split()[0]
    gone = tuple(p for p in there if name in p.name.split())[:1] or there[:NEEDED]
    owner = there[0].owner
    umpire.apply(*(change for piece in gone for change in destroyed(piece)))
    if hq.owner != owner:
        umpire.apply(UnitChanged(hq.id, "owner", hq.owner, owner))
    umpire.apply(UnitMoved(hq.id, PARTISAN_HQS, place, hq.unit.count))
    umpire.tell(PartisanHqVerdict(place, hq.id, owner, tuple(piece.id for piece in gone)))


KIT: Final = Kits(moments=((Moment.PARTISANS, raise_hqs),))
