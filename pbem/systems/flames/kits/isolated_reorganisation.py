"""Isolated units stay face-down in the final reorganisation (13.5, option 35).

Decides who is isolated: out of supply, without a path of any length to a primary source, and not
beside a supply unit. Leaves units at sea to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import SUPPLY_UNIT, Piece, Position, Umpire
from pbem.systems.flames.world.supply import in_supply, linked

BESIDE: Final = DecisionKind(
    "reorganise-isolated",
    "Which isolated units turn face-up beside supply units",
    "in the final reorganisation with options 14 and 35, one for each supply unit of their hex; "
    "default: the dearest",
    "13.5",
    (AnswerKey("supply_units", "reorganise"),),
    {"supply units": "how many supply units are there"},
)


def isolated(umpire: Umpire, down: Sequence[Piece]) -> list[Piece]:
    """Those of the face-down units that stay so: out of supply, and not beside a supply unit."""
    left = [piece for piece in down if stays_down(umpire.position, piece)]
    places = sorted({piece.at for piece in left})
    here = {place: [piece for piece in left if piece.at == place] for place in places}
    up = [unit for place in places for unit in beside_supply(umpire, place, here[place])]
    return [piece for piece in left if piece.id not in up]


@implements("WIF-13.5-3", "WIF-13.5-4")
def stays_down(position: Position, piece: Piece) -> bool:
    """Whether a unit is too isolated to turn face-up; never a neutral one (13.5)."""
    if position.is_neutral(position.major(piece.owner)):
        return False
    return not in_supply(position, piece) and piece.at not in linked(position, piece.owner)


@implements("WIF-13.5-3")
def beside_supply(umpire: Umpire, place: str, isolated: Sequence[Piece]) -> tuple[str, ...]:
    """Those of the isolated units of a hex that turn up, one for each supply unit in it (13.5)."""
    position = umpire.position
    many = sum(piece.counter.is_a(SUPPLY_UNIT) for piece in position.land_at(place))
    if many >= len(isolated) or not many:
        return tuple(piece.id for piece in isolated) if many else ()
    dearest = sorted(isolated, key=lambda p: (-p.counter.or_nothing("cost"), p.id))
    answer = umpire.decide(
        BESIDE.ask(
            f"Which units of {position.label(place)} turn face-up beside supply units?",
            position.powers[dearest[0].owner].players,
            (Option(p.id, p.name, frozenset({p.kind}), p.combat) for p in isolated),
            (piece.id for piece in dearest[:many]),
            about=place,
            at=place,
            least=many,
            most=many,
            facts={"supply units": many},
        )
    )
    return answer.picks


KIT: Final = Kits(isolated=isolated)
