"""The reinforcement stage: new units in the pools, arrivals, isolated units destroyed (4).

`{units: XL MECH, to: Warsaw}` places units that arrive; what no order places comes in by itself,
as near to the enemy as it may without standing beside him. Decides where units may come in. Leaves
ships, facilities, pilots and offensive chits to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitMoved, apply
from pbem.core.record.state import Unit
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.turn.turn_verdicts import Arrived, NewUnitsVerdict, ReinforcementsVerdict
from pbem.systems.wif.world.arrivals import (
    best_place,
    cities_for,
    cities_used,
    open_places,
    why_not_at,
)
from pbem.systems.wif.world.calendar import next_turn, season_of, year_of
from pbem.systems.wif.world.control import (
    SIDES,
)
from pbem.systems.wif.world.militia import MILITIA, may_be_raised
from pbem.systems.wif.world.named import places_in, plays, units_called
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.units import PARTISANS, Piece, destroyed, force_pool, on_circle
from pbem.systems.wif.world.vocabulary import Months, TrackName

CITE: Final = "4.2.1"


# --- new units in the pools ----------------------------------------------------------------------


@implements("WIF-4.1.1-1")
def new_units(umpire: Umpire) -> None:
    """In Jan/Feb the units of the year join the force pools (4.1.1)."""
    turn = umpire.state.clock.turn
    if season_of(turn) != Months.JF:
        return
    year = year_of(turn)
    for power in umpire.state.powers:
        _join(umpire, umpire.state.at(f"pool:{power}/{year}"), force_pool(power), power)
    partisans = umpire.state.at(f"pool:partisans/{year}")
    _join(umpire, partisans, PARTISANS, partisans[0].owner if partisans else "")


def _join(umpire: Umpire, fresh: Sequence[Unit], pool: str, power: str) -> None:
    """New units lie in a force pool now."""
    if fresh:
        umpire.apply(*(UnitMoved(unit.id, unit.at, pool, unit.count) for unit in fresh))
        umpire.tell(NewUnitsVerdict(None, power=power, units=tuple(unit.id for unit in fresh)))


# --- the order -----------------------------------------------------------------------------------


def arriving(position: Position, turn: str) -> tuple[Piece, ...]:
    """The units on the slice of a turn, in byte order of their powers and ids."""
    return tuple(p for power in position.powers for p in position.at(on_circle(power, turn)))


def check_reinforce(position: Position, order: Order) -> Ruling:
    """Whether units that arrive may be placed there (4.2.1).

    Before the turn has begun this looks at the next turn's slice.
    """
    due = _due(position)
    pieces, findings = _arrivals_named(position, order, due)
    places, troubles = places_in(position, order, "to")
    findings += troubles
    if findings:
        return Ruling(tuple(findings))
    events: list[Event] = []
    words: list[str] = []
    for piece in pieces:
        place, why = _first_open(position, piece, places)
        if not place:
            may = ", ".join(map(position.label, open_places(position, piece))) or "nowhere"
            message = f"{piece.name} cannot come in at {position.label(places[0])}: {why}"
            hint = f"it may come in at: {may}"
            findings.append(error("no-place", message, hint=hint, cite=CITE, about=places[0]))
            continue
        move = UnitMoved(piece.id, piece.at, place, piece.unit.count)
        position = position.then(apply(position.state, [move]))
        events.append(move)
        words.append(f"{piece.name} in {position.label(place)}")
    return Ruling(tuple(findings), "; ".join(words), tuple(events))


def _due(position: Position) -> list[str]:
    """The units that an order may place: before the turn those that were on its slice already."""
    if position.in_play:
        return [piece.id for piece in arriving(position, position.clock.turn)]
    slices = (on_circle(power, next_turn(position.clock.turn)) for power in position.powers)
    return [unit.id for place in slices for unit in position.start.at(place)]


def _arrivals_named(
    position: Position, order: Order, due: list[str]
) -> tuple[list[Piece], list[Finding]]:
    said = order.data["units"]
    words = said if isinstance(said, list) else [said]
    pieces: dict[str, Piece] = {}
    findings: list[Finding] = []
    for word in words:
        found = [p for p in units_called(position, str(word)) if p.id in due and plays(position, p)]
        if not found:
            message = f"'{word}' is no unit of yours that arrives"
            findings.append(error("not-arriving", message, cite="4.2", about=str(word)))
        pieces.update((piece.id, piece) for piece in found)
    return list(pieces.values()), findings


def _first_open(position: Position, piece: Piece, places: Iterable[str]) -> tuple[str, str]:
    """The first of some places in which a unit may come in, or why it may not in the first."""
    reasons: list[str] = []
    open_now = open_places(position, piece)
    for place in places:
        if place in open_now:
            return place, ""
        is_city = place in cities_for(position, piece)
        reasons.append(
            why_not_at(position, piece, place) if is_city else "it is no city of its home"
        )
    return "", reasons[0]


@implements("WIF-4.2-1", "WIF-4.2.1-1", "WIF-4.2.1-15")
def reinforcements(umpire: Umpire) -> None:
    """The units of this turn's slice come in; the side with the initiative places first (4.2)."""
    if umpire.state.track(TrackName.GAME_OVER) is not None:
        return
    new_units(umpire)
    turn = umpire.state.clock.turn
    before = {piece.id: piece for piece in arriving(now(umpire), turn)}
    umpire.carry_out("reinforce")
    _bring_in(umpire, turn)
    position = now(umpire)
    placed = [position.pieces(unit)[0] for unit in before]
    for power in position.powers:
        own = [p for p in placed if p.owner == power]
        if own:
            umpire.tell(_told(position, power, own))


def _bring_in(umpire: Umpire, turn: str) -> None:
    """The units that no order has placed, militia first; the side with the initiative begins."""
    used: list[str] = []
    holder = umpire.state.clock.side
    for side in (holder, *(side for side in SIDES if side != holder)):
        left = [p for p in arriving(now(umpire), turn) if now(umpire).side(p.owner) == side]
        for piece in sorted(left, key=lambda p: (p.kind != MILITIA, p.id)):
            _comes_in(umpire, piece, used)


def _told(position: Position, power: str, pieces: Iterable[Piece]) -> ReinforcementsVerdict:
    """Who came in, who waits for a turn, and the militia whose cities are lost."""
    elsewhere = [piece for piece in pieces if piece.at not in position.board]
    lost = [piece.id for piece in elsewhere if piece.at == force_pool(piece.owner)]
    return ReinforcementsVerdict(
        None,
        power=power,
        arrived=tuple(Arrived(p.id, p.at) for p in pieces if p.at in position.board),
        waiting=tuple(piece.id for piece in elsewhere if piece.id not in lost),
        lost=tuple(lost),
    )


def _comes_in(umpire: Umpire, piece: Piece, used: list[str]) -> None:
    """A unit that no order has placed; without room it comes next turn, a lost militia not."""
    position = now(umpire)
    places = open_places(position, piece, used)
    if places:
        place = best_place(position, places, piece.owner)
        used += cities_used(position, piece, place)
        umpire.apply(UnitMoved(piece.id, piece.at, place, piece.unit.count))
    elif may_be_raised(position, piece):
        later = on_circle(piece.owner, next_turn(position.clock.turn))
        umpire.apply(UnitMoved(piece.id, piece.at, later, piece.unit.count))
    else:
        umpire.apply(*destroyed(piece))


REINFORCE: Final = Section(
    name="reinforce",
    title="Where reinforcements are placed",
    step="reinforcements",
    schema="wif/reinforce",
    cite=CITE,
    check=check_reinforce,
)
