"""Ukraine, a country that whoever has paid for it creates (19.12, option 50).

Decides its hexes, what Germany gives up for it, and what becomes of partisans and of its units.
Leaves its price to `economy.ukraine_price`, its alignment to `minors`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_mark, set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED, Mark
from pbem.systems.flames.world.homes import lose
from pbem.systems.flames.world.local_units import MILITIA
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    destroyed,
    force_pool,
    on_circle,
)
from pbem.systems.flames.world.vocabulary import PlaceFact, Pool, Side, UnitMark, next_turn, year_of
from pbem.systems.wif.economy.ukraine_price import dismiss_militia
from pbem.systems.wif.politics.politics_verdicts import UkraineVerdict
from pbem.systems.wif.world.borderlands import hexes_of
from pbem.systems.wif.world.vocabulary import MinorName, PowerName

NAME: Final = MinorName.UKRAINE
SS: Final = "ss"
GIVE_UP: Final = DecisionKind(
    "ss-for-ukraine",
    "Which SS corps Germany gives up for Ukraine",
    "when an Axis power creates Ukraine, for each type of SS corps; default: the cheapest",
    "19.12",
    (AnswerKey("minors", "ss"),),
    {},
)


@implements("WIF-19.12-2", "WIF-19.12-3", "WIF-19.12-4")
def create_ukraine(umpire: Umpire, power: str) -> None:
    """Ukraine comes into being on the side of a power (19.12)."""
    given_up = _ss_for_ukraine(umpire) if umpire.state.side_of(power) == Side.AXIS else ()
    position = umpire.position
    partisans = [piece for piece in _inside(position) if piece.kind == PARTISAN]
    umpire.apply(*(change for piece in partisans for change in destroyed(piece)))
    umpire.apply(*_hexes(umpire.position, power), *_units(umpire.position))
    dismiss_militia(umpire)
    gone = tuple(piece.id for piece in partisans)
    umpire.tell(UkraineVerdict(None, power=power, given_up=given_up, partisans=gone))


def _inside(position: Position) -> Iterator[Piece]:
    return (piece for place in hexes_of(position, NAME) for piece in position.at(place))


@implements("WIF-19.12-3")
def _hexes(position: Position, power: str) -> Iterator[Event]:
    """All hexes of the region are Ukraine; it has those that its side controls (19.12)."""
    for place in hexes_of(position, NAME):
        yield from set_place(position.state, place, "fact", PlaceFact.COUNTRY, NAME)
        if position.state.side_of(position.held_by(place)) == position.side(power):
            yield from set_controller(position.state, place, NAME)


@implements("WIF-19.12-4")
def _units(position: Position) -> Iterator[Event]:
    """Its militia arrives next turn, its other units of now join the force pool (19.12)."""
    turn = position.clock.turn
    years = {str(year) for year in range(1930, year_of(turn) + 1)}
    pools = {f"pool:{NAME}/{pool}" for pool in (Pool.SET_UP, *years)}
    for unit in position.state.units.values():
        if unit.owner == NAME and unit.at in pools:
            comes = position.piece(unit).kind == MILITIA
            to = on_circle(NAME, next_turn(turn)) if comes else force_pool(NAME)
            yield UnitMoved(unit.id, unit.at, to, unit.count)


# --- what Germany gives up -----------------------------------------------------------------------


@implements("WIF-19.12-2")
def _ss_for_ukraine(umpire: Umpire) -> tuple[str, ...]:
    """One SS corps of each type is destroyed on map or circle, else one of the pool scrapped."""
    position = umpire.position
    corps = [piece for piece in map(position.piece, position.state.units.values()) if _is_ss(piece)]
    lost = []
    for kind in sorted({piece.kind for piece in corps}):
        choice = _first_to_go(position, [piece for piece in corps if piece.kind == kind])
        if choice:
            chosen = _chosen(umpire, kind, choice)
            _gives(umpire, chosen)
            lost.append(chosen.id)
    return tuple(lost)


def _first_to_go(position: Position, corps: list[Piece]) -> list[Piece]:
    """Those of some corps that are on the map or the circle; if there is none those of the pool."""
    in_field = [p for p in corps if p.at in position.board or p.at.startswith("track:")]
    return in_field or [piece for piece in corps if piece.at == force_pool(piece.owner)]


def _is_ss(piece: Piece) -> bool:
    ours = piece.owner == PowerName.GERMANY and piece.is_land
    return ours and piece.counter.is_a(SS) and not piece.is_division


def _chosen(umpire: Umpire, kind: str, choice: list[Piece]) -> Piece:
    cheapest = min(choice, key=lambda piece: (piece.counter.or_nothing("cost"), piece.id))
    question = GIVE_UP.ask(
        f"Which SS {kind} is given up for Ukraine?",
        umpire.state.powers[PowerName.GERMANY].players,
        (Option(piece.id, piece.name, frozenset({piece.kind})) for piece in choice),
        (cheapest.id,),
        about=kind,
    )
    pick = umpire.decide(question).pick
    return next(piece for piece in choice if piece.id == pick)


def _gives(umpire: Umpire, piece: Piece) -> None:
    """A unit is destroyed, or scrapped from the force pool."""
    if piece.at != force_pool(piece.owner):
        lose(umpire, *destroyed(piece))
        return
    mark = Mark(UnitMark.SCRAPPED.until, True)
    umpire.apply(
        *set_mark(piece.unit, UnitMark.SCRAPPED, mark, piece.unit.count),
        UnitMoved(piece.id, piece.at, REMOVED, piece.unit.count),
    )
