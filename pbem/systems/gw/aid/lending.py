"""Lend-lease as rules (7.9, 8.11, 11.4).

Decides: who lends what to whom, which way it goes, and who can intercept it.
Leaves to `lend_lease`: orders and deliveries; to the moderator: the conditions of the National
Reference Sheets, which are not to be had.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import LabelledPath, labelled_path
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.battle.values import round_up
from pbem.systems.gw.economy.incomes import IPPS, has_economy, value_of_zones
from pbem.systems.gw.politics.declarations import american_income_needed
from pbem.systems.gw.world.duties import is_blockaded
from pbem.systems.gw.world.facilities import damage_of, facilities, is_home, passes
from pbem.systems.gw.world.fallen_france import FRANCE, FREE_FRANCE, VICHY
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.nations import (
    MAJOR_POWERS,
    at_war,
    controller_of,
    enemies_in,
    has_surrendered,
    home_of,
    is_sea,
    one_power,
)
from pbem.systems.gw.world.rail import over_burma
from pbem.systems.gw.world.sea_movement import patrols_in
from pbem.systems.gw.world.supply import carries_goods, may_trace, sails_on
from pbem.systems.gw.world.treaties import forbidden_lease
from pbem.systems.gw.world.units import is_warship, type_of
from pbem.systems.gw.world.vocabulary import PowerCount, PowerFlag
from pbem.systems.gw.world.zones import facilities_facing


class Lenders(Reading, id="GW-R-7.9-b"):
    """Who may lend."""

    MAJORS = "majors"
    PLAYERS = "players"


class FreeFrenchHarbour(Reading, id="GW-R-11.4-a"):
    """Where lend-lease to Free France arrives."""

    ANY_ZONE = "any-zone"
    FRANCE = "france"


LAND, SEA, THERE = "land", "sea", "there"
INTERDICTORS: Final = 3  # surface warships of one nation (11.4)
ZONE: Final = 1000  # what a step costs: of equally short ways the one past fewest enemies is taken


@dataclass(frozen=True, slots=True)
class Loan:
    """What a nation would lend: to whom, IPPs or what else, and the zone that it names."""

    sender: str
    receiver: str
    what: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Shipment:
    """What goes from whom to whom: its worth, and the ports that the sender chose, if he did."""

    sender: str
    receiver: str
    worth: int
    leaves_by: str = ""
    arrives_at: str = ""


@implements("GW-7.9-2", "GW-11.4-9")
def most_lent(income: int) -> int:
    """How many IPPs may be lent to a nation: half its income, without bonus (7.9)."""
    return round_up(income, 2)


@implements("GW-7.9-1", "GW-13.2-2", "GW-9.22-4")
def why_not_lend(position: Position, loan: Loan) -> str:
    """Why a nation cannot lend to another at all; nothing if it can (7.9)."""
    anybody = position.reading(Lenders) is Lenders.PLAYERS
    evolved = position.state.flag(loan.sender, PowerFlag.EVOLVED) is True
    refused = _why_not_taken(position, loan)
    if not refused and loan.sender not in MAJOR_POWERS and not evolved and not anybody:
        return "only Major Powers lend"
    return refused or _why_not_between(position, loan.sender, loan.receiver)


def _why_not_taken(position: Position, loan: Loan) -> str:
    """Why a nation takes no lend-lease, or none of this kind.

    Minor Powers without an income, like Abyssinia, take units but no IPPs (13.2).
    """
    known = position.state.power(loan.receiver)
    if has_surrendered(position.state, loan.receiver):
        return f"{position.title(loan.receiver)} has surrendered (9.22)"
    if has_economy(known):
        return ""
    if not known.players or loan.receiver in MAJOR_POWERS:
        return f"{position.title(loan.receiver)} takes no lend-lease here"
    return (
        f"{position.title(loan.receiver)} has no income; lend it a unit"
        if loan.what == IPPS
        else ""
    )


def _why_not_between(position: Position, sender: str, receiver: str) -> str:
    """Why this nation does not lend to that one."""
    if one_power(sender, receiver):
        return "a nation does not lend to itself"
    if receiver == VICHY and sender != controller_of(position.state, VICHY):
        return "only Germany lends to Vichy (14.4.3)"
    needed = american_income_needed(position, "lend-lease") if sender == USA else 0
    if needed:
        return f"the United States at peace lend from an income of {needed} on (5)"
    enemies = "they are at war" if at_war(position.state, sender, receiver) else ""
    return forbidden_lease(position, sender, receiver) or enemies


@implements("GW-7.9-2", "GW-14.4-12")
def income_of(position: Position, receiver: str) -> int:
    """Of which income half may be lent: of Vichy, whose money is Germany's, its zones' (7.9)."""
    if receiver == VICHY:
        return value_of_zones(position, VICHY)
    return position.state.counter(receiver, PowerCount.INCOME)


# --- the way ---------------------------------------------------------------------------------


@implements("GW-11.4-1", "GW-11.4-4", "GW-1.5-8", "GW-1.5-9")
def lend_lease_path(position: Position, sent: Shipment, origin: str) -> LabelledPath | None:
    """The shortest way from a zone to the first zone of the receiver's Home Country (11.4).

    Nothing reaches a nation that has surrendered: it waits.
    """
    board = position.board
    if has_surrendered(position.state, sent.receiver):
        return None

    def step(label: str, here: str, there: str) -> tuple[int, str] | None:
        if label == THERE:
            return None
        if is_sea(board, there):
            sails = puts_to_sea(position, sent, here, there)
            return (_sea_step(position, sent, there), SEA) if sails else None
        arrived = comes_to_land(position, sent, here, there)
        goes = arrived == THERE or not is_sea(board, origin)  # a ship stays at sea
        return (ZONE, arrived) if arrived and goes else None

    return labelled_path(
        lambda zone: board.neighbours[zone],
        origin,
        SEA if is_sea(board, origin) else LAND,
        step,
        lambda _, label: label == THERE,
    )


@implements("GW-11.4-3")
def puts_to_sea(position: Position, sent: Shipment, here: str, sea: str) -> bool:
    """Whether a shipment goes into a sea zone: by a harbour at home, or on from another (11.4)."""
    if is_sea(position.board, here):
        return sails_on(position, sent.sender, here, sea)
    chosen = sent.leaves_by in ("", here) and is_home(position.game, sent.sender, here)
    return chosen and ships_through(position, sent, here, sea)


@implements("GW-11.4-2", "GW-7.9-7")
def is_destination(position: Position, receiver: str, zone: str) -> bool:
    """Whether lend-lease to a nation ends in a zone: one of its Home Country (11.4).

    Free France has none while France is lost; by the plain reading any zone of its own will do.
    """
    if receiver != FREE_FRANCE:
        return is_home(position.game, receiver, zone)
    if home_of(position.board, zone) == FRANCE:
        return True
    return position.reading(FreeFrenchHarbour) is FreeFrenchHarbour.ANY_ZONE


@implements("GW-11.4-2", "GW-11.4-3", "GW-1.17-4")
def comes_to_land(position: Position, sent: Shipment, here: str, there: str) -> str:
    """Where a shipment is in a land zone, THERE or on its way; nothing if it cannot get to it.

    It goes by rail and river through own zones, and from the sea into a harbour of the receiver's
    Home Country (11.4), or of Burma where the road to China begins (1.17, note 10).
    """
    holder = position.holder(there)
    arrives = one_power(holder, sent.receiver) and is_destination(position, sent.receiver, there)
    if is_sea(position.board, here):
        if sent.arrives_at not in ("", there) or not ships_through(position, sent, there, here):
            return ""
        by_road = LAND if _road_begins(position, sent.sender, there) else ""
        return THERE if arrives else by_road
    if not carries_goods(position, sent.sender, here, there):
        return ""
    on_its_way = LAND if one_power(holder, sent.sender) else ""
    return THERE if arrives else on_its_way


@implements("GW-1.17-4", "GW-1.5-5")
def _road_begins(position: Position, sender: str, zone: str) -> bool:
    """Whether the open Burma Road begins in a zone that a sender's goods may go through (1.17)."""
    roads = (over_burma(position, zone, other) for other in position.board.neighbours[zone])
    return any(roads) and may_trace(position, sender, zone)


@implements("GW-11.4-4")
def _sea_step(position: Position, sent: Shipment, sea: str) -> int:
    """What a sea zone adds to a way: where two are as short, the sender avoids enemies (11.4)."""
    return ZONE + (1 if interdictors(position, sent.sender, sea) else 0)


@implements("GW-11.4-3", "GW-11.4-6", "GW-12.6-5", "GW-8.11-2")
def ships_through(position: Position, sent: Shipment, zone: str, sea: str) -> bool:
    """Whether an undamaged, unblockaded harbour lets so much through (11.4)."""
    if is_blockaded(position, position.holder(zone), sea):
        return False
    return any(
        passes(position.book, kind, damage_of(position.state, zone, kind), sent.worth)
        for kind in facilities_facing(position, zone, sea)
        if kind in facilities(position.book)
    )


@implements("GW-11.4-5")
def interdictors(position: Position, sender: str, sea: str) -> tuple[str, ...]:
    """The enemies that can intercept lend-lease in a sea zone (11.4): with a submarine, with
    aircraft on patrol, or with three surface warships of one power."""
    found: dict[str, int] = {}
    for unit in enemies_in(position.state, sender, sea):
        kind = type_of(position.book, unit)
        weight = INTERDICTORS if kind.is_submarine else int(is_warship(position, kind))
        whose = _counted_with(found, unit.owner)
        found[whose] = found.get(whose, 0) + weight * unit.size
    for unit in patrols_in(position, sender, sea):
        found[_counted_with(found, unit.owner)] = INTERDICTORS
    return tuple(sorted(owner for owner, weight in found.items() if weight >= INTERDICTORS))


@implements("GW-2.3-1")
def _counted_with(nations: Iterable[str], nation: str) -> str:
    """Under whose name a nation's forces count: the first one's of its power, as those of 2.3."""
    return next((other for other in nations if one_power(other, nation)), nation)


@implements("GW-11.4-5", "GW-11.4-d1")
def is_intercepted(interdictor: int, sender: int) -> bool:
    """Whether lend-lease is lost: the interdictor's die is higher, a tie lets it through (11.4)."""
    return interdictor > sender


# --- recruits --------------------------------------------------------------------------------


@implements("GW-11.5-2", "GW-11.5-d1")
def recruits(die: int, zones: int) -> bool:
    """Whether a die brings recruits to a nation with so many land zones (11.5)."""
    return die <= zones
