"""Isolated units that their power destroys itself after the reinforcements (4.3).

`disband: [54 GAR]`. Decides which units are isolated. Leaves disbanding aircraft for build points
(option 31) to `stores/disbanding`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.world.homes import is_homeless, is_out_of_pools
from pbem.systems.flames.world.named import Sought, find_units
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    destroyed,
    leaves_map,
    names,
)
from pbem.systems.flames.world.supply import in_supply, linked

CITE: Final = "4.3"
OF_THE_MAP: Final = Sought("land unit or aircraft", lambda piece: piece.is_land or piece.is_air)


@implements("WIF-4.3-1")
def is_isolated(position: Position, piece: Piece) -> bool:
    """Out of supply, without a path of any length to a primary source."""
    return not in_supply(position, piece) and piece.at not in linked(position, piece.owner)


@implements("WIF-13.7.1-15")
def _gone(position: Position, piece: Piece) -> tuple[Event, ...]:
    """It goes to the force pool; without a home it is out of the game, being out of supply."""
    gone = is_homeless(position, piece) or is_out_of_pools(position, piece)
    return leaves_map(piece, REMOVED) if gone else destroyed(piece)


def check_disband(position: Position, order: Order) -> Ruling:
    """Whether units may be destroyed by their own power: isolated ones of an active one (4.3)."""
    findings: list[Finding] = []
    chosen: dict[str, Piece] = {}
    for number, word in enumerate(order.data["value"]):
        named = find_units(position, word, OF_THE_MAP)
        troubles = [*named.findings]
        for piece in named.pieces:
            if position.is_neutral(position.major(piece.owner)):
                message = f"{position.called(piece.owner)} is neutral, {piece.name} stays"
                troubles.append(error("neutral", message, cite=CITE))
            elif not is_isolated(position, piece):
                message = f"{piece.name} in {position.label(piece.at)} is not isolated"
                troubles.append(error("not-isolated", message, cite=CITE))
            chosen[piece.id] = piece
        findings += (finding.at(order.spot(number)) for finding in troubles)
    if findings:
        return Ruling(tuple(findings))
    gone = tuple(change for piece in chosen.values() for change in _gone(position, piece))
    words = f"destroyed: {names(chosen.values())}"
    return Ruling((), words, gone, tuple(chosen.values()))


def disband(umpire: Umpire) -> None:
    """Isolated units go back to their force pools where their power wants it, without pilots."""
    for order, ruling in umpire.sound_orders("disband"):
        umpire.apply(*ruling.events)
        umpire.position.kits.crews.set_free(umpire, ruling.plan, "isolated")
        umpire.done(order, ruling.reading)


DISBAND: Final = Section(
    name="disband",
    title="Isolated units that you destroy yourself",
    step="isolated",
    schema="disband",
    cite=CITE,
    check=check_disband,
    single=True,
)
