"""The reinforcement stage: new units in the pools, arrivals, isolated units destroyed (4).

`{units: XL MECH, to: Warsaw}` places units that arrive; what no order places comes in by itself, as
near to the enemy as it may without standing beside him. Decides where units may come in. Leaves
ships to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved, apply
from pbem.core.record.state import Unit
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.orders_of_powers import refuse_too_late
from pbem.systems.flames.turn.turn_verdicts import Arrived, NewUnitsVerdict, ReinforcementsVerdict
from pbem.systems.flames.world.arrivals import (
    best_place,
    coming_to,
    first_open,
    no_entry,
    open_places,
)
from pbem.systems.flames.world.foreign import into_pools
from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.local_units import MILITIA, is_reserve, may_be_raised
from pbem.systems.flames.world.named import places_in, plays, units_called
from pbem.systems.flames.world.position import (
    PARTISANS,
    SIDES,
    Piece,
    Position,
    Umpire,
    destroyed,
    force_pool,
    marked,
    names,
    on_circle,
    option_pool_of,
)
from pbem.systems.flames.world.vocabulary import (
    Months,
    Pool,
    TrackName,
    UnitMark,
    next_turn,
    season_of,
    year_of,
)

CITE: Final = "4.2.1"


# --- new units in the pools ----------------------------------------------------------------------


@implements("WIF-4.1.1-1", "AIF-4.1.1-1")
def new_units(umpire: Umpire) -> None:
    """In Jan/Feb the units of the year join the force pools (4.1.1).

    The militia of a major power that is neutral waits for its war (4.1.2).
    """
    turn = umpire.state.clock.turn
    if season_of(turn) != Months.JF:
        return
    year = year_of(turn)
    for power in umpire.state.powers:
        fresh = umpire.state.at(f"pool:{power}/{year}")
        waiting = _militia_in_peace(umpire.position, power, fresh)
        umpire.apply(*waiting.values())
        rest = [unit for unit in fresh if unit.id not in waiting]
        _join(umpire, rest, force_pool(power), power)
    partisans = umpire.state.at(f"pool:partisans/{year}")
    _join(umpire, partisans, PARTISANS, partisans[0].owner if partisans else "")


@implements("WIF-4.1.2-1")
def _militia_in_peace(
    position: Position, power: str, fresh: Sequence[Unit]
) -> dict[str, UnitMoved]:
    """The militia among new units of a neutral major power, and where it waits (4.1.2)."""
    if power not in position.policy.majors or not position.is_neutral(power):
        return {}
    pieces = [piece for piece in map(position.piece, fresh) if piece.kind == MILITIA]
    pools = {piece.id: Pool.RESERVE if is_reserve(piece) else Pool.MILITIA for piece in pieces}
    return {
        unit.id: UnitMoved(unit.id, unit.at, f"pool:{power}/{pools[unit.id]}", unit.count)
        for unit in fresh
        if unit.id in pools
    }


def _join(umpire: Umpire, fresh: Sequence[Unit], pool: str, power: str) -> None:
    """New units lie in a force pool now."""
    if fresh:
        umpire.apply(*into_pools(umpire.position, fresh, pool))
        umpire.tell(NewUnitsVerdict(None, power=power, units=tuple(unit.id for unit in fresh)))


# --- the order -----------------------------------------------------------------------------------


def arriving(position: Position, turn: str) -> tuple[Piece, ...]:
    """The units on the slice of a turn, in byte order of their powers and ids; others after."""
    circle = (p for power in position.powers for p in position.at(on_circle(power, turn)))
    return (*circle, *position.kits.waiting.under_way(position, 0))


def check_reinforce(position: Position, order: Order) -> Ruling:
    """Whether units that arrive may be placed there (4.2.1).

    Before the turn has begun this looks at the next turn's slice.
    """
    due, turn = _due(position), _turn(position)
    pieces, findings = _arrivals_named(position, order, due)
    if order.data.get("keep"):
        return _kept_back(position, pieces, findings)
    places, troubles = places_in(position, order, "to")
    findings += troubles
    if findings:
        return Ruling(tuple(findings))
    events: list[Event] = []
    words: list[str] = []
    for piece in pieces:
        place, trouble = _entry(position, piece, places)
        if trouble:
            findings.append(trouble)
            continue
        moves = comes_to(position, piece, place, turn)
        position = position.then(apply(position.state, moves))
        events += moves
        words.append(f"{piece.name} in {position.label(place)}")
    return Ruling(tuple(findings), "; ".join(words), tuple(events))


@implements("WIF-13.6.10-35c")
def _kept_back(position: Position, pieces: list[Piece], findings: list[Finding]) -> Ruling:
    """`{units: XL MECH, keep: true}`: units stay in the Deploy boxes of their tracks (13.6.10)."""
    if not findings and not position.kits.waiting.keeps_back:
        option = position.option("factories_in_flames")
        message = f"only units on production tracks are kept back, {option}, not played"
        findings = [error("option", message, cite="13.6.10", about="keep")]
    if findings:
        return Ruling(tuple(findings))
    events = tuple(c for piece in pieces for c in marked(piece, UnitMark.WORKED))
    return Ruling((), f"kept back: {names(pieces)}", events)


def comes_to(position: Position, piece: Piece, place: str, turn: str) -> tuple[Event, ...]:
    """A unit comes in at a place, an aircraft with its pilot."""
    gone = coming_to(position, piece, place)
    kits = position.kits
    return (*kits.waiting.comes_off(piece), *gone, *kits.crews.manned(position, piece, turn))


def _entry(position: Position, piece: Piece, places: Sequence[str]) -> tuple[str, Finding | None]:
    """The first of some places in which a unit comes in, or why it does not."""
    unmanned = position.kits.crews.why_not_manned(position, piece, _turn(position))
    if unmanned:
        return "", _unmanned(piece, unmanned)
    place, why = first_open(position, piece, places)
    return place, None if place else no_entry(position, piece, places[0], why)


def _turn(position: Position) -> str:
    """The turn in which an order places units: before it begins the next one."""
    return position.clock.turn if position.in_play else next_turn(position.clock.turn)


def _unmanned(piece: Piece, why: str) -> Finding:
    message = f"{piece.name} stays in the reserve pool: {why}"
    hint = "train pilots: `pilots: [{train: 1}]`"
    return error("no-pilot", message, hint=hint, cite="14.6.1", about=piece.id)


def _due(position: Position) -> list[str]:
    """The units that an order may place: before the turn those that were on its slice already.

    And those in reserve.
    """
    waiting = [piece.id for piece in position.kits.crews.in_reserve(position)]
    if position.in_play:
        return [*(piece.id for piece in arriving(position, position.clock.turn)), *waiting]
    slices = (on_circle(power, next_turn(position.clock.turn)) for power in position.powers)
    before = position.then(position.start)
    soon = [piece.id for piece in position.kits.waiting.under_way(before, 1)]
    return [*(unit.id for place in slices for unit in position.start.at(place)), *soon, *waiting]


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
            own = (p.name for p in position.pieces(*due) if plays(position, p))
            hint = f"who does: {', '.join(own) or 'nobody'}"
            findings.append(error("not-arriving", message, hint=hint, cite="4.2", about=str(word)))
        pieces.update((piece.id, piece) for piece in found)
    return list(pieces.values()), findings


@implements("WIF-4.2-1", "WIF-4.2.1-1", "WIF-4.2.1-15", "AIF-4.2-2")
def reinforcements(umpire: Umpire) -> None:
    """The units of this turn's slice come in; the side with the initiative places first (4.2)."""
    if umpire.state.track(TrackName.GAME_OVER) is not None:
        refuse_too_late(umpire, "reinforce")
        return
    new_units(umpire)
    kits, turn = umpire.position.kits, umpire.state.clock.turn
    kits.happen(Moment.NEW_UNITS, umpire)
    before = [
        p.id for p in (*arriving(umpire.position, turn), *kits.crews.in_reserve(umpire.position))
    ]
    kits.happen(Moment.ARRIVALS, umpire)
    umpire.carry_out("reinforce")
    _bring_in(umpire, turn)
    kits.happen(Moment.PLACED, umpire)
    position = umpire.position
    placed = position.pieces(*before)
    for power in position.powers:
        own = [p for p in placed if p.owner == power]
        if own:
            umpire.tell(_told(position, power, own))


def is_kept(piece: Piece) -> bool:
    """Whether its player keeps a unit back on its track."""
    return piece.unit.marked(UnitMark.WORKED)


def _bring_in(umpire: Umpire, turn: str) -> None:
    """The units that no order has placed, militia first; the side with the initiative begins."""
    needs_crew = umpire.position.kits.crews.needs_crew
    holder = umpire.state.clock.side
    for side in (holder, *(side for side in SIDES if side != holder)):
        left = [
            p
            for p in arriving(umpire.position, turn)
            if umpire.position.side(p.owner) == side and not is_kept(p) and not needs_crew(p)
        ]
        for piece in sorted(left, key=lambda p: (p.kind != MILITIA, p.id)):
            _comes_in(umpire, piece)


def _told(position: Position, power: str, pieces: Iterable[Piece]) -> ReinforcementsVerdict:
    """Who came in, who waits for a turn, and the militia whose cities are lost."""
    elsewhere = [piece for piece in pieces if piece.at not in position.board]
    lost = [piece.id for piece in elsewhere if piece.at == force_pool(piece.owner)]
    pool = option_pool_of(power, Pool.AIRCRAFT)
    reserve = [piece.id for piece in elsewhere if piece.at == pool]
    return ReinforcementsVerdict(
        None,
        power=power,
        arrived=tuple(Arrived(p.id, p.at) for p in pieces if p.at in position.board),
        waiting=tuple(piece.id for piece in elsewhere if piece.id not in (*lost, *reserve)),
        lost=tuple(lost),
        reserve=tuple(reserve),
    )


def _comes_in(umpire: Umpire, piece: Piece) -> None:
    """A unit that no order has placed; without room it comes next turn, a lost militia not."""
    position = umpire.position
    places = open_places(position, piece)
    if places:
        place = best_place(position, places, piece.owner)
        umpire.apply(*comes_to(position, piece, place, position.clock.turn))
    elif may_be_raised(position, piece) and position.kits.waiting.is_tied(piece):
        return
    elif may_be_raised(position, piece):
        later = on_circle(piece.owner, next_turn(position.clock.turn))
        umpire.apply(UnitMoved(piece.id, piece.at, later, piece.unit.count))
    else:
        umpire.apply(*destroyed(piece))


REINFORCE: Final = Section(
    name="reinforce",
    title="Where reinforcements are placed",
    step="reinforcements",
    schema="reinforce",
    cite=CITE,
    check=check_reinforce,
)
