"""Scrapping units: old ones of the force pools, and any that was lost in the turn (4.3, 13.6.5).

`scrap: [X INF, He-51]`. Decides which are old enough. Nothing draws from a pool between a loss and
the end of the turn, so its owner says then what he scraps. Leaves ships (4.1.3) to rules that are
not played.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.building import family_pools
from pbem.systems.flames.economy.economy_verdicts import ScrapVerdict
from pbem.systems.flames.economy.orders_of_powers import own_majors
from pbem.systems.flames.world.named import units_called
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    Umpire,
    leaves_map,
    marked,
    names,
)
from pbem.systems.flames.world.vocabulary import UnitMark, year_of

CITE: Final = "13.6.5"


@implements("WIF-4.3-2", "WIF-13.6.5-2")
def oldest_kept(turn: str, neutral: bool) -> int:
    """The first year whose units may not be scrapped: four years back, three if active (13.6.5)."""
    return year_of(turn) - (3 if neutral else 2)


def why_not_scrap(position: Position, piece: Piece) -> str:
    """Why a unit may not be scrapped; nothing if it may."""
    if piece.unit.marked(UnitMark.LOST):
        return ""
    if not piece.counter.has("year"):
        return f"{piece.name} has no date"
    year = int(piece.counter.rating("year"))
    neutral = position.is_neutral(position.major(piece.owner))
    first = oldest_kept(position.clock.turn, neutral)
    if year < first:
        return ""
    return f"{piece.name} is of {year}, it must be of {first - 1} or older, or lost in this turn"


@implements("WIF-13.6.5-4", "WIF-13.6.3-8", "AIF-13.6.9-4")
def scrappable(position: Position, power: str) -> tuple[Piece, ...]:
    """The units of a power that wait to be built again, those lost in this turn among them."""
    lost = (
        position.piece(unit)
        for unit in position.units.values()
        if unit.marked(UnitMark.LOST) and position.major(unit.owner) == power
    )
    found = {piece.id: piece for piece in (*family_pools(position, power), *lost)}
    return tuple(found.values())


def check_scrap(position: Position, order: Order) -> Ruling:
    """Whether units of the player's force pools are old enough (13.6.5)."""
    own = [piece for power in own_majors(position) for piece in scrappable(position, power)]
    findings: list[Finding] = []
    chosen: dict[str, Piece] = {}
    for number, word in enumerate(order.data["value"]):
        found = [piece for piece in units_called(position, str(word)) if piece in own]
        if not found:
            message = f"'{word}' is no unit of your force pools"
            findings.append(error("not-in-pool", message, cite=CITE).at(order.spot(number)))
        for piece in found[:1]:
            why = why_not_scrap(position, piece)
            if why:
                findings.append(error("too-young", why, cite=CITE).at(order.spot(number)))
            chosen[piece.id] = piece
    if findings:
        return Ruling(tuple(findings))
    gone = tuple(change for piece in chosen.values() for change in scrapped(piece))
    return Ruling((), f"scrapped: {names(chosen.values())}", gone, tuple(chosen.values()))


def scrapped(piece: Piece) -> tuple[Event, ...]:
    """A unit leaves the game for good: no liberation brings it back (13.7.5)."""
    return (*leaves_map(piece, REMOVED), *marked(piece, UnitMark.SCRAPPED))


def scrapping(umpire: Umpire) -> None:
    """Old units leave the game before new ones are drawn (13.6.5)."""
    for order, ruling in umpire.sound_orders("scrap"):
        pieces: tuple[Piece, ...] = ruling.plan
        umpire.apply(*ruling.events)
        by_power: dict[str, list[str]] = {}
        for piece in pieces:
            by_power.setdefault(umpire.position.major(piece.owner), []).append(piece.id)
        for power, units in by_power.items():
            umpire.tell(ScrapVerdict(None, power=power, units=tuple(units)))
        umpire.done(order, ruling.reading)


SCRAP: Final = Section(
    name="scrap",
    title="Old units of the force pools that leave the game",
    step="scrapping",
    schema="scrap",
    cite=CITE,
    check=check_scrap,
    single=True,
)
