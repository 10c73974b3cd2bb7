"""Enemies without a war: the Monroe Doctrine (5.7), annexation, and attacks by a pact (0.9, 14.2).

Under the doctrine the United States and a foreign Major Power are enemies until the Combat Phase is
over, in and beside the Americas only: their relation is `monroe`, not `war`. A foreign zone that is
entered otherwise bears the marker `invaded-by: NATION` until combat is over.

Decides: where the doctrine reaches and when it ends; which zones may be entered without a war.
Leaves to `attacks`: the attack itself; to `annexation` and the battles: what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import Event, PlaceChanged, PowerChanged
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import MAJOR_POWERS, at_war, invader_of, is_sea
from pbem.systems.gw.world.treaties import CHART, GERMANY, in_force
from pbem.systems.gw.world.vocabulary import Alliance, Marker, PowerFlag, Relation, title


class AfterMonroe(Reading, id="GW-R-5.7-a"):
    """What follows an attack under the Monroe Doctrine."""

    PEACE = "peace"
    WAR = "war"


AMERICAS: Final = ("north-america", "south-america")

NONE: Final = "none"
FIGHTS: Final = "fights"
STRIKES: Final = ("strategic bombing", "carpet bombing", "attrition")  # these take no zone
WARSAW: Final = "warsaw"
POLISH: Final = ("lubelskie", "east-poland")


def in_americas(game: Game, zone: str) -> bool:
    """Whether a land zone lies in North or South America (0.7)."""
    return game.board.text(zone, "region") in AMERICAS


@implements("GW-5.7-1", "GW-5.7-2")
def under_doctrine(position: Position, power: str, on: str, zone: str) -> bool:
    """Whether the United States may attack a foreign Major Power in a zone without a war (5.7).

    In a zone of the Americas that it captured or aligned, or at sea beside the Americas.
    """
    if power != USA or on not in MAJOR_POWERS or position.side_of(on) == position.side_of(USA):
        return False
    if is_sea(position.board, zone):
        return any(in_americas(position.game, other) for other in position.board.neighbours[zone])
    return in_americas(position.game, zone) and position.board.text(zone, "nation") != on


@implements("GW-5.7-3")
def enemies_without_war(state: State, power: str, on: str) -> Iterator[Event]:
    """Both are enemies for this turn, which is no war and raises nobody's income (5.7)."""
    for one, other in ((power, on), (on, power)):
        yield from set_power(state, one, "relation", other, Relation.MONROE)


def under_doctrine_now(events: Iterable[Event]) -> tuple[str, ...]:
    """The nations that events make enemies of the United States under the doctrine."""
    return tuple(
        event.name
        for event in events
        if isinstance(event, PowerChanged) and event.power == USA and event.new == Relation.MONROE
    )


@implements("GW-5.7-3")
def doctrine_rests(umpire: Umpire) -> None:
    """After the Combat Phase there is peace again between those whom only the doctrine parted.

    By the other reading they are at war now; nobody has declared it.
    """
    for power in umpire.state.powers.values():
        for other, relation in power.relations.items():
            if relation == Relation.MONROE:
                war = umpire.reading(AfterMonroe) is AfterMonroe.WAR
                after = Relation.WAR if war else None
                umpire.apply(*set_power(umpire.state, power.id, "relation", other, after))


def cell(book: Book, zone: str, column: str) -> str:
    """What the chart says of a zone that can be entered without a war."""
    return book.chart(CHART).at(zone, column, "zones").text


def zones_for(book: Book, power: str) -> tuple[str, ...]:
    """The zones that a nation may enter without a war."""
    return tuple(
        z for z in book.chart(CHART).table("zones").rows.names if cell(book, z, "by") == power
    )


# --- the move --------------------------------------------------------------------------------


@implements("GW-0.9-4", "GW-14.2-3", "GW-14.2-4", "GW-14.2-5")
def may_enter(position: Position, power: str, zone: str) -> bool:
    """Whether a nation may move into a zone against its possessor without a war (0.9, 14.2)."""
    book, holder = position.book, position.holder(zone)
    if zone not in zones_for(book, power) or holder in ("", power):
        return False
    pact = cell(book, zone, "pact")
    if at_war(position.state, power, holder) or (pact != NONE and not in_force(position, pact)):
        return False
    owns = holder == position.board.text(zone, "nation")
    if zone not in POLISH:
        return owns
    allied = position.side_of(holder) == Alliance.ALLIES
    return (owns or allied) and position.controller(WARSAW) == GERMANY


def enters_without_war(check: Check, power: str, zone: str) -> bool:
    """Let a move into a zone be an annexation, or an attack that a pact allows, if it is one."""
    position = check.position
    if check.order.data.get("as") in STRIKES:
        return False
    if not may_enter(position, power, zone):
        return False
    if invader_of(position.state, zone) == power:
        return True
    group = cell(check.book, zone, "group")
    if group != NONE and _annexed_already(position, power, group):
        check.complain(
            "one-a-turn",
            f"{check.title(power)} has annexed a nation in this turn",
            "one of Austria, Bohemia and Slovakia a turn; a war must be declared first",
            "0.9",
            zone,
        )
        return True
    check.does(set_place(position.state, zone, "marker", Marker.INVADED_BY, power))
    return True


def entered(book: Book, events: Iterable[Event]) -> Iterator[str]:
    """What the player is told of his move: `; annexes Austria without a war`."""
    for event in events:
        if isinstance(event, PlaceChanged) and event.name == Marker.INVADED_BY:
            verb = "attacks" if cell(book, event.place, "forces") == FIGHTS else "annexes"
            yield f"; {verb} {title(event.place)} without a war"


def _annexed_already(position: Position, power: str, group: str) -> bool:
    """Whether a nation annexes another zone of a group in this turn, or has."""
    if position.state.flag(power, PowerFlag.ANNEXED_IN.of(group)) == position.clock.turn:
        return True
    return any(
        cell(position.book, zone, "group") == group and invader_of(position.state, zone) == power
        for zone in zones_for(position.book, power)
    )


def invaded(state: State) -> tuple[str, ...]:
    """The zones that are entered without a war in this turn."""
    return tuple(sorted(zone for zone in state.places if invader_of(state, zone)))


def is_annexed(position: Position, zone: str) -> bool:
    """Whether a zone that is entered without a war changes hands without a fight, too."""
    entered_by = invader_of(position.state, zone)
    return bool(entered_by) and cell(position.book, zone, "forces") != FIGHTS
