"""The Monroe Doctrine: American attacks without a war (5.7).

The United States and a foreign Major Power are enemies until the Combat Phase is over, in and
beside the Americas only: their relation is `monroe`, not `war`. Decides where that is and when it
ends. Leaves the attack itself to `attacks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event, PowerChanged
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.halves import USA
from pbem.systems.gw.world.nations import MAJOR_POWERS, MONROE, WAR
from pbem.systems.gw.world.zones import is_sea


class AfterMonroe(Reading, id="GW-R-5.7-a"):
    """What follows an attack under the Monroe Doctrine."""

    PEACE = "peace"
    WAR = "war"


AMERICAS: Final = ("north-america", "south-america")


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
        yield from set_power(state, one, "relation", other, MONROE)


def under_doctrine_now(events: Iterable[Event]) -> tuple[str, ...]:
    """The nations that events make enemies of the United States under the doctrine."""
    return tuple(
        event.name
        for event in events
        if isinstance(event, PowerChanged) and event.power == USA and event.new == MONROE
    )


@implements("GW-5.7-3")
def doctrine_rests(umpire: Umpire) -> None:
    """After the Combat Phase there is peace again between those whom only the doctrine parted.

    By the other reading they are at war now; nobody has declared it.
    """
    for power in umpire.state.powers.values():
        for other, relation in power.relations.items():
            if relation == MONROE:
                war = umpire.reading(AfterMonroe) is AfterMonroe.WAR
                after = WAR if war else None
                umpire.apply(*set_power(umpire.state, power.id, "relation", other, after))
