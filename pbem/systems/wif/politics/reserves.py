"""Calling out the reserves (9.7).

`call_out: [Moscow MIL]`, or `[all]`. Decides who may be called: reserves of powers at war with a
major power, those for one enemy only in a war with it. They come in as reinforcements do, but
face-down.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.events import apply as applied
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.politics.politics_verdicts import ReservesVerdict
from pbem.systems.wif.world.arrivals import best_place, cities_used, open_places
from pbem.systems.wif.world.control import at_war, is_neutral, major
from pbem.systems.wif.world.named import plays, units_called
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.units import Piece, turned_down
from pbem.systems.wif.world.vocabulary import Pool

CITE: Final = "9.7"
ALL: Final = "all"
AGAINST: Final = "reserve-against-"


@implements("WIF-9.7-1", "WIF-9.7-2")
def may_be_called(position: Position, piece: Piece) -> bool:
    """Whether a reserve may be called out: its power is at war, with the enemy it names (9.7)."""
    state, owner = position.state, piece.owner
    if piece.at != f"pool:{owner}/{Pool.RESERVE}" or is_neutral(state, major(state, owner)):
        return False
    named = [c.removeprefix(AGAINST) for c in piece.counter.classes if c.startswith(AGAINST)]
    return all(enemy in state.powers and at_war(state, owner, enemy) for enemy in named)


def callable_reserves(position: Position) -> tuple[Piece, ...]:
    """The reserves that the player may call out in his impulse, by id."""
    state = position.state
    found = [
        piece
        for power in state.powers_of(state.clock.side)
        for piece in position.at(f"pool:{power.id}/{Pool.RESERVE}")
        if plays(position, piece) and may_be_called(position, piece)
    ]
    return tuple(sorted(found, key=lambda piece: piece.id))


@implements("WIF-9.7-3")
def check_call_out(position: Position, order: Order) -> Ruling:
    """Whether reserves may be called out, and where they come in (9.7)."""
    able = callable_reserves(position)
    findings: list[Finding] = []
    chosen: dict[str, Piece] = {}
    for number, word in enumerate(order.data["value"]):
        called = units_called(position, str(word))
        found = able if str(word).casefold() == ALL else [p for p in called if p in able]
        if not found:
            message = f"'{word}' is no reserve that you may call out now"
            hint = ", ".join(piece.name for piece in able) or "there is none"
            trouble = error("no-reserve", message, hint=hint, cite=CITE)
            findings.append(trouble.at(order.spot(number)))
        chosen.update((piece.id, piece) for piece in found)
    if findings:
        return Ruling(tuple(findings))
    placed, events = _placed(position, list(chosen.values()))
    words = ", ".join(f"{chosen[unit].name} {position.label(at)}" for unit, at in placed.items())
    return Ruling((), f"called out: {words or 'nobody, there is no room'}", tuple(events), placed)


def _placed(position: Position, pieces: list[Piece]) -> tuple[dict[str, str], list[Event]]:
    """Where reserves come in, one after the other; those without room stay in reserve."""
    placed: dict[str, str] = {}
    events: list[Event] = []
    used: list[str] = []
    before = position.state
    for piece in pieces:
        places = open_places(position, piece, used)
        if not places:
            continue
        place = best_place(position, places, piece.owner)
        used += cities_used(position, piece, place)
        events += [*turned_down(piece), UnitMoved(piece.id, piece.at, place, piece.unit.count)]
        position = position.then(applied(before, events))
        placed[piece.id] = place
    return placed, events


@implements("WIF-9-11")
def call_out(umpire: Umpire) -> None:
    """The active side calls out its reserves (9.7)."""
    for order, ruling in umpire.sound_orders("call_out"):
        umpire.apply(*ruling.events)
        placed: dict[str, str] = ruling.plan
        for power in umpire.state.powers:
            own = {u: at for u, at in placed.items() if umpire.state.units[u].owner == power}
            if own:
                umpire.tell(ReservesVerdict(None, power=power, placed=own))
        umpire.done(order, ruling.reading)


CALL_OUT: Final = Section(
    name="call_out",
    title="Reserves to call out",
    step="reserves",
    schema="wif/call_out",
    cite=CITE,
    check=check_call_out,
    single=True,
)
