"""Ways from Burma to China: the Burma Road (1.17), and the Air Hump, an optional rule (1.24).

The road opens as a calendar turn begins, in July 1938 at the earliest, while Japan is at war with
China, Yunnan is Nationalist and Burma Allied. The track `burma-road` is open or closed; until the
first calendar turn of a game is over the conditions alone decide.

Decides: whether the road is open; which ways cross the Himalayas, and who crashes there.
Leaves to `rail`: whose unit the road takes; to `supply`: what goes over it; to `moves` and
`lend_lease`: who flies over the mountains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_track
from pbem.core.record.events import Event
from pbem.core.record.state import REMOVED, Scalar, State, Unit
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.cargo import lost_with, mark_events, moved
from pbem.systems.gw.world.nations import CHINA, at_war
from pbem.systems.gw.world.vocabulary import Alliance, Nation, Road, TrackName, UnitMark
from pbem.systems.gw.world.zones import IMPASSABLE, features


class BurmaWar(Reading, id="GW-R-1.17-b"):
    """Which war with Japan the Burma Road needs."""

    ANY_CHINA = "any-china"
    KMT = "kmt"


class BurmaClosing(Reading, id="GW-R-1.17-c"):
    """What becomes of the open Burma Road when one of its conditions fails."""

    CLOSES = "closes"
    STAYS_OPEN = "stays-open"


OPENS: Final = (1938, True)  # the year, and whether it is July already

HIMALAYAS: Final = "himalayas"
CRASH: Final = 11


@implements("GW-1.17-1")
def burma_road_open(position: Position) -> bool:
    """Whether the Burma Road is open now (1.17)."""
    opened = position.track(TrackName.BURMA_ROAD)
    if opened == Road.OPEN and position.reading(BurmaClosing) is BurmaClosing.STAYS_OPEN:
        return True
    return opened != Road.CLOSED and conditions_met(position)


@implements("GW-1.17-1")
def conditions_met(position: Position) -> bool:
    """Whether the date, the war and the possessors of Yunnan and Burma are as they must be."""
    year, month = position.clock.turn.split("-")
    if (int(year), month == "jul") < OPENS:
        return False
    return (
        _at_war_with_japan(position)
        and position.controller("yunnan") == Nation.NATIONALIST_CHINA
        and position.side_of(position.holder("burma")) == Alliance.ALLIES
    )


def _at_war_with_japan(position: Position) -> bool:
    if at_war(position.state, "japan", Nation.NATIONALIST_CHINA):
        return True
    others = any(at_war(position.state, "japan", power) for power in CHINA)
    return others and position.reading(BurmaWar) is BurmaWar.ANY_CHINA


@implements("GW-1.17-1")
def open_burma_road(umpire: Umpire) -> None:
    """As a calendar turn begins the road opens, or is closed until the next one (1.17)."""
    position = umpire.position
    stays = position.track(TrackName.BURMA_ROAD) == Road.OPEN and burma_road_open(position)
    if "burma" in position.board and not stays:
        now = Road.OPEN if conditions_met(position) else Road.CLOSED
        umpire.apply(*set_track(position.state, TrackName.BURMA_ROAD, now))


def crosses_himalayas(board: Board, places: Sequence[str]) -> bool:
    """Whether a way leads over the mountains, or over the pass between Burma and Yunnan."""
    steps = pairwise(places)
    return HIMALAYAS in places[:-1] or any(IMPASSABLE in features(board, a, b) for a, b in steps)


def hump_mark(game: Game, places: Sequence[str]) -> dict[UnitMark, Scalar]:
    """The mark of an aircraft that will have to roll."""
    over = game.options.air_hump and crosses_himalayas(game.board, places)
    return {UnitMark.HUMP: True} if over else {}


@dataclass(frozen=True, slots=True)
class AirHumpVerdict(Judged):
    """Aircraft have crossed the Himalayas."""

    kind: ClassVar[str] = "air-hump"
    cite: ClassVar[str] = "1.24"

    unit: str
    owner: PowerId
    count: int
    faces: Sequence[int]
    crashed: int


@implements("GW-1.24-1", "GW-1.24-d1")
def fly_the_hump(umpire: Umpire) -> None:
    """Every aircraft that has just crossed rolls a die; on an 11 or 12 it is eliminated (1.24)."""
    for unit in [u for u in umpire.state.units.values() if u.marked(UnitMark.HUMP)]:
        with umpire.step("himalayan-air-hump", unit.id):
            roll = umpire.roll("crash", f"{unit.size}d12", by=unit.owner, cite="1.24")
        faces = roll.throws[-1]
        crashed = sum(face >= CRASH for face in faces)
        umpire.apply(*_crash(umpire.state, unit, crashed))
        umpire.tell(
            AirHumpVerdict(
                at=unit.at,
                result="crashed" if crashed else "crossed",
                unit=unit.counter,
                owner=unit.owner,
                count=unit.size,
                faces=list(faces),
                crashed=crashed,
            )
        )


def _crash(state: State, unit: Unit, crashed: int) -> list[Event]:
    """Those that crash leave the board with their cargo; the others need not roll again."""
    events: list[Event] = []
    if crashed:
        events += lost_with(state, unit) if crashed == unit.size else []
        events.append(moved(unit, REMOVED, crashed))
    if crashed < unit.size:
        events += mark_events(unit, {UnitMark.HUMP: None}, unit.size - crashed)
    return events
