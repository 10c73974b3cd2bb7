"""The Chinese Civil War: victory and evolution (13.3, note 42).

Both factions have sheets of their own, so they are played like nations with an economy. The truce
is in `truce`, the warlords are in `warlords`, what holds before evolution in `building` and
`move_orders`.
Decides victory, what becomes of the loser, and evolution. Leaves to `truce` when the factions stop
fighting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_controller, set_place, set_power, set_track
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED, State
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.incomes import zones_of
from pbem.systems.gw.world.facilities import is_home
from pbem.systems.gw.world.nations import CHINA, CHINESE_FACTIONS, at_war, is_sea, rival_of
from pbem.systems.gw.world.vocabulary import Marker, PowerCount, PowerFlag, Relation, TrackName
from pbem.systems.gw.world.zones import value_of_zone


class Evolution(Reading, id="GW-R-25"):
    """What makes a Major Power of a Chinese faction."""

    INCOME = "income"
    VICTORY = "victory"


class CountsForEvolution(Reading, id="GW-R-13.3-a"):
    """Which zones of a Chinese faction count towards its evolution."""

    ALL_ZONES = "all-zones"
    WITHOUT_JOINED = "without-joined"


class LastZones(Reading, id="GW-R-13.3-b"):
    """What becomes of the zones of an eliminated Chinese faction."""

    PASS = "pass"
    FOUGHT_FOR = "fought-for"


EVOLVES_AT: Final = 13
HAINAN: Final = "hainan"
ISLANDS: Final = (HAINAN, "formosa")


@implements("GW-13.3-7", "GW-0.9-8")
def continental_china(board: Board) -> tuple[str, ...]:
    """Continental China: zones with a KMT, CCP or warlord roundel, but Hainan (13.3, note 42)."""
    found = (zone for zone in board.places if board.text(zone, "nation") in CHINA)
    return tuple(sorted(zone for zone in found if zone != HAINAN))


@implements("GW-13.3-7")
def continental_home(game: Game) -> tuple[str, ...]:
    """The Chinese Home Country without islands: Manchuria and Hong Kong are in it (note 42)."""
    home = (zone for zone in game.board.places if is_home(game, CHINESE_FACTIONS[0], zone))
    return tuple(sorted(zone for zone in home if zone not in ISLANDS))


def foreign_units(position: Position) -> int:
    """How many units that are not Chinese stand in Continental China."""
    return sum(
        unit.size
        for zone in continental_china(position.board)
        for unit in position.state.at(zone)
        if unit.owner not in CHINA
    )


# --- victory (13.3) ----------------------------------------------------------------------------


@implements("GW-13.3-4")
def is_eliminated(position: Position, faction: str) -> bool:
    """Whether a faction has no unit left in the continental Chinese Home Country (13.3)."""
    return not any(
        unit.owner == faction
        for zone in continental_home(position.game)
        for unit in position.state.at(zone)
    )


@implements("GW-13.3-4")
def victor(position: Position) -> str:
    """The faction that has eliminated the other while they were at war, if one has (13.3)."""
    gone = [f for f in CHINESE_FACTIONS if f in position.powers and is_eliminated(position, f)]
    if len(gone) != 1 or not at_war(position.state, gone[0], rival_of(gone[0])):
        return ""
    return rival_of(gone[0])


@dataclass(frozen=True, slots=True)
class ChineseVictoryVerdict(Judged):
    """One side of the Chinese Civil War has eliminated the other on the continent."""

    kind: ClassVar[str] = "chinese-victory"
    cite: ClassVar[str] = "13.3"

    loser: PowerId
    zones: Sequence[PlaceId]
    zones_go: str


def chinese_victory(umpire: Umpire) -> bool:
    """The civil war is over when one faction has eliminated the other (13.3)."""
    won = umpire.state.track(TrackName.CHINESE_CIVIL_WAR)
    winner = "" if won in CHINESE_FACTIONS else victor(umpire.position)
    if not winner:
        return False
    loser = rival_of(winner)
    reading = umpire.reading(LastZones)
    held = zones_of(umpire.state, loser)
    zones = tuple(zone for zone in continental_home(umpire.game) if zone in held)
    umpire.apply(*set_track(umpire.state, TrackName.CHINESE_CIVIL_WAR, winner))
    umpire.apply(*removed_abroad(umpire.position, loser))
    if reading == LastZones.PASS:
        umpire.apply(*peace(umpire.state, winner, loser))
        umpire.apply(*zones_pass(umpire.position, zones, loser, winner))
    umpire.tell(
        ChineseVictoryVerdict(at=None, result=winner, loser=loser, zones=zones, zones_go=reading)
    )
    return True


@implements("GW-13.3-4")
def removed_abroad(position: Position, loser: str) -> Iterator[Event]:
    """The loser's units outside the Chinese Home Country leave the game (13.3)."""
    for unit in sorted(position.units.values(), key=lambda one: one.id):
        at_home = unit.at in position.board and is_home(position.game, loser, unit.at)
        off_board = unit.at == REMOVED or unit.at.startswith("track:")
        if unit.owner == loser and not (at_home or off_board):
            yield UnitMoved(unit.id, unit.at, REMOVED, unit.count)


def peace(state: State, one: str, other: str) -> Iterator[Event]:
    """Two nations are at war with each other no more."""
    for power, foe in (one, other), (other, one):
        if state.powers[power].relations.get(foe) == Relation.WAR:
            yield from set_power(state, power, "relation", foe, None)


def zones_pass(
    position: Position, zones: tuple[str, ...], loser: str, winner: str
) -> Iterator[Event]:
    """Zones go from one nation to another without a fight, and their income with them."""
    for zone in zones:
        yield from set_controller(position.state, zone, winner)
        if not position.state.marker(zone, Marker.ALIGNED):
            yield from set_place(position.state, zone, "marker", Marker.ALIGNED, True)
    worth = sum(value_of_zone(position.board, zone) for zone in zones)
    for power, change in (loser, -worth), (winner, worth):
        old = position.powers[power].counters.get(PowerCount.INCOME)
        if old is not None:
            yield from set_power(
                position.state, power, "counter", PowerCount.INCOME, max(0, old + change)
            )


# --- evolution (13.3.1, 13.3.2) ----------------------------------------------------------------


@implements("GW-13.3-6")
def worth_of_zones(position: Position, faction: str, reading: str) -> int:
    """The IPP values of a faction's land zones, without bonus income (13.3.1)."""
    return sum(
        value_of_zone(position.board, zone)
        for zone in zones_of(position.state, faction)
        if zone in position.board
        and not is_sea(position.board, zone)
        and (
            reading == CountsForEvolution.ALL_ZONES
            or not position.state.marker(zone, Marker.ALIGNED)
        )
    )


@dataclass(frozen=True, slots=True)
class EvolutionVerdict(Judged):
    """A Chinese faction is a Major Power from now on."""

    kind: ClassVar[str] = "evolution"
    cite: ClassVar[str] = "13.3"

    worth: int
    needed: int


def evolutions(umpire: Umpire) -> bool:
    """A faction whose zones are worth 13 IPP becomes a Major Power at once (13.3.1)."""
    due = [faction for faction in CHINESE_FACTIONS if _evolves(umpire, faction)]
    for faction in due:
        worth = worth_of_zones(umpire.position, faction, CountsForEvolution.ALL_ZONES)
        umpire.apply(*set_power(umpire.state, faction, "flag", PowerFlag.EVOLVED, True))
        umpire.tell(EvolutionVerdict(at=None, result=faction, worth=worth, needed=EVOLVES_AT))
    return bool(due)


@implements("GW-13.3-6")
def _evolves(umpire: Umpire, faction: str) -> bool:
    """Whether a faction becomes a Major Power now: by the worth of its zones, or by victory."""
    position = umpire.position
    if position.state.flag(faction, PowerFlag.EVOLVED) is True:
        return False
    won = position.track(TrackName.CHINESE_CIVIL_WAR) == faction
    every = worth_of_zones(position, faction, CountsForEvolution.ALL_ZONES)
    if every < EVOLVES_AT and not won:
        return False
    if umpire.reading(Evolution) is Evolution.VICTORY:
        return won
    return worth_of_zones(position, faction, umpire.reading(CountsForEvolution)) >= EVOLVES_AT
