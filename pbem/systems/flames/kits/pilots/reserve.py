"""Aircraft that wait without a pilot in the reserve pool (14.6.1, option 46).

`air_reserve: [I-16, MiG-3]`, with the reinforcements: what arrives or lies in the pool stays there,
what is on the map goes into it and leaves its pilot to another. Decides which may. Leaves placing
to `reinforcements`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.kits.pilots.crews import in_reserve, reserve_of, why_no_pilot
from pbem.systems.flames.turn.reinforcements import arriving, comes_to, is_kept
from pbem.systems.flames.world.arrivals import best_place, open_places
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.minor_units import abroad_ban
from pbem.systems.flames.world.named import AIRCRAFT, find_units, plays, units_called
from pbem.systems.flames.world.position import Piece, Position, Umpire, leaves_map, names, on_circle
from pbem.systems.flames.world.vocabulary import next_turn

CITE: Final = "14.6.1"


def kept_back(umpire: Umpire) -> tuple[str, ...]:
    """The aircraft in reserve that their players want to stay there."""
    position = umpire.position
    waiting = {piece.id: position.powers[piece.owner].players for piece in in_reserve(position)}
    return tuple(
        piece.id
        for order in umpire.orders(AIR_RESERVE.name)
        for word in order.data["value"]
        for piece in units_called(position, str(word))
        if order.player in waiting.get(piece.id, ())
    )


@implements("WIF-14.6.1-2")
def why_not_withdrawn(position: Position, piece: Piece) -> str:
    """Why an aircraft on the map may not go into the reserve pool; nothing if it may."""
    if piece.face_down:
        return f"{piece.name} is face-down"
    at_home = position.country(piece.at) in homes_now(position.state, piece.owner)
    if not (position.ground.is_city(piece.at) and at_home):
        return f"{piece.name} is in no city of its home country"
    return ""


def check_air_reserve(position: Position, order: Order) -> Ruling:
    """`air_reserve: [I-16]` (14.6.1)."""
    if not position.options.pilots:
        message = f"the reserve pool of aircraft is {position.option('pilots')}, not played"
        return Ruling((error("option", message, cite=CITE),))
    leaving, staying, findings = _named(position, order)
    if findings:
        return Ruling(tuple(findings))
    abroad = abroad_ban(position, ((p, reserve_of(p.owner)) for p in leaving))
    if abroad:
        return Ruling((abroad,))
    events = [c for piece in leaving for c in leaves_map(piece, reserve_of(piece.owner))]
    words = [f"into the reserve pool: {names(leaving)}"] if leaving else []
    words += [f"stay in the reserve pool: {names(staying)}"] if staying else []
    return Ruling((), "; ".join(words), tuple(events), tuple(leaving))


def _named(position: Position, order: Order) -> tuple[list[Piece], list[Piece], list[Finding]]:
    """The aircraft of an order that leave the map, those that stay in the pool, and troubles."""
    leaving: dict[str, Piece] = {}
    staying: dict[str, Piece] = {}
    findings: list[Finding] = []
    for number, word in enumerate(order.data["value"]):
        waiting = _waiting(position, str(word))
        staying.update((piece.id, piece) for piece in waiting)
        found, troubles = _on_map(position, word) if not waiting else ((), [])
        leaving.update((piece.id, piece) for piece in found)
        findings += (finding.at(order.spot(number)) for finding in troubles)
    return list(leaving.values()), list(staying.values()), findings


def _waiting(position: Position, word: str) -> list[Piece]:
    """The aircraft of the player with such a name that are in the pool, or arrive next turn."""
    found = [p for p in units_called(position, word) if p.is_air and plays(position, p)]
    coming = next_turn(position.clock.turn)
    return [p for p in found if p.at in (reserve_of(p.owner), on_circle(p.owner, coming))]


def _on_map(position: Position, word: object) -> tuple[tuple[Piece, ...], list[Finding]]:
    """The aircraft on the map that a word means, and why they may not be withdrawn."""
    named = find_units(position, word, AIRCRAFT)
    reasons = [why_not_withdrawn(position, piece) for piece in named.pieces]
    troubles = [error("not-withdrawn", why, cite=CITE) for why in reasons if why]
    return named.pieces, [*named.findings, *troubles]


@implements("WIF-14.6.1-2")
def into_reserve(umpire: Umpire) -> None:
    """Aircraft go into the reserve pool once the reinforcements are placed (14.6.1)."""
    for order, ruling in umpire.sound_orders(AIR_RESERVE.name):
        umpire.apply(*ruling.events)
        umpire.position.kits.crews.set_free(umpire, ruling.plan, "withdrawn")
        umpire.done(order, ruling.reading)


# --- aircraft that arrive ------------------------------------------------------------------------


@implements("WIF-14.6.1-1")
def arrive_in_reserve(umpire: Umpire) -> None:
    """Aircraft arrive in the reserve pool (14.6.1), but on production tracks they stay there."""
    if umpire.options.factories_in_flames:
        return
    due = arriving(umpire.position, umpire.state.clock.turn)
    pieces = [piece for piece in due if piece.is_air]
    umpire.apply(*(c for p in pieces for c in leaves_map(p, reserve_of(p.owner))))


@implements("WIF-14.6.1-1", "WIF-4.2.1-16")
def man_aircraft(umpire: Umpire) -> None:
    """Pilots without an order take the newest aircraft that their player does not keep back."""
    kept, turn = kept_back(umpire), umpire.state.clock.turn
    for piece in sorted(_without_pilots(umpire.position, turn), key=_newest):
        position = umpire.position
        places = open_places(position, piece)
        if piece.id in kept or not places or why_no_pilot(position, piece, turn):
            continue
        place = best_place(position, places, piece.owner)
        umpire.apply(*comes_to(position, piece, place, turn))


@implements("WIF-13.6.10-35b")
def _without_pilots(position: Position, turn: str) -> Iterator[Piece]:
    """The aircraft that wait for pilots: in the reserve pool, complete on production tracks."""
    yield from in_reserve(position)
    yield from (p for p in arriving(position, turn) if p.is_air and not is_kept(p))


def _newest(piece: Piece) -> tuple[Number, str]:
    """Newer aircraft before older ones."""
    return -piece.counter.or_nothing("year"), piece.id


AIR_RESERVE: Final = Section(
    name="air_reserve",
    title="Aircraft for the reserve pool",
    step="air-reserve",
    schema="air_reserve",
    cite=CITE,
    check=check_air_reserve,
    single=True,
)
