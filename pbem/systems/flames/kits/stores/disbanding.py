"""Disbanding an aircraft for a build point (4.3, option 31).

`disband_aircraft: [I-16]`, with the reinforcements. Decides which may go, one of a power and turn.
Leaves ships to the sea.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.building import cost_of
from pbem.systems.flames.economy.holdings import factories_at
from pbem.systems.flames.kits.stores.stock import POINTS, changed
from pbem.systems.flames.turn.turn_verdicts import DisbandedVerdict
from pbem.systems.flames.world.homes import home_country
from pbem.systems.flames.world.named import Sought, find_units
from pbem.systems.flames.world.position import Piece, Position, Umpire, leaves_map
from pbem.systems.flames.world.vocabulary import PowerCount

CITE: Final = "4.3"
AIRCRAFT: Final = Sought("aircraft", lambda piece: piece.is_air)
WORTH_A_POINT: Final = 2


@implements("WIF-4.3-3")
def why_not_disband(position: Position, piece: Piece) -> str:
    """Why an aircraft may not be disbanded; nothing if it may (4.3)."""
    power = position.major(piece.owner)
    if not position.options.saved_points:
        return f"disbanding is {position.option('saved_points')}, not played"
    if power != piece.owner or position.is_neutral(power):
        return f"{piece.name} belongs to no active major power"
    if position.country(piece.at) != home_country(position, piece):
        return f"{piece.name} is not in its home country"
    if not factories_at(position, piece.at):
        return f"{position.label(piece.at)} has no factory"
    used = position.state.counter(power, PowerCount.DISBANDED)
    return f"{power} has disbanded one in this turn" if used else ""


def check_disband(position: Position, order: Order) -> Ruling:
    """`disband_aircraft: [I-16]`: one of each power (4.3)."""
    findings: list[Finding] = []
    events: list[Event] = []
    pieces: list[Piece] = []
    for number, word in enumerate(order.data["value"]):
        named = find_units(position, word, AIRCRAFT)
        troubles = [*named.findings]
        for piece in named.pieces:
            why = why_not_disband(position, piece)
            if not why and piece.owner in {other.owner for other in pieces}:
                why = f"{piece.owner} disbands one aircraft a turn"
            troubles += [error("not-disbanded", why, cite=CITE)] if why else []
            pieces.append(piece)
            events += _gone(position, piece)
        findings += (finding.at(order.spot(number)) for finding in troubles)
    if findings:
        return Ruling(tuple(findings))
    words = ", ".join(piece.name for piece in pieces)
    return Ruling((), f"disbanded: {words}", tuple(events), tuple(pieces))


def _gone(position: Position, piece: Piece) -> Iterator[Event]:
    """It leaves the game, and a point lies in its hex if it cost 2 or more (4.3)."""
    yield from leaves_map(piece, REMOVED)
    yield from set_power(position.state, piece.owner, "counter", PowerCount.DISBANDED, 1)
    if cost_of(position, piece.counter) >= WORTH_A_POINT:
        yield from changed(position, piece.at, POINTS, 1)


def disband_aircraft(umpire: Umpire) -> None:
    """Aircraft are disbanded once the reinforcements are placed (4.3)."""
    for order, ruling in umpire.sound_orders("disband_aircraft"):
        umpire.apply(*ruling.events)
        for piece in ruling.plan:
            worth = int(cost_of(umpire.position, piece.counter) >= WORTH_A_POINT)
            umpire.tell(DisbandedVerdict(at=piece.at, unit=piece.id, points=worth))
            umpire.position.kits.crews.set_free(umpire, [piece], "disbanded")
        umpire.done(order, ruling.reading)


DISBAND_AIRCRAFT: Final = Section(
    name="disband_aircraft",
    title="An aircraft to disband for a build point",
    step="disbanding",
    schema="disband_aircraft",
    cite=CITE,
    check=check_disband,
    single=True,
)
