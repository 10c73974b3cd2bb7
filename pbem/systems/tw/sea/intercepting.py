"""Interception at sea (7.8): the modified die of a force against another, and where forces try.

Decides who may intercept what from where, what is added to the die, and with how many faces it
succeeds. Leaves the battle to `fighting`, the order of things to `sailing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.air.basing import is_aboard
from pbem.systems.tw.sea.navies import (
    any_deck,
    between,
    counted,
    force_at,
    governing_rating,
    nationality,
    navy_rating,
    reach_of,
    ships_at,
)
from pbem.systems.tw.sea.sea_verdicts import InterceptionVerdict
from pbem.systems.tw.sea.waters import (
    distance,
    is_area,
    is_mediterranean,
    is_strait,
    touches,
)
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.boxes import is_flown_to
from pbem.systems.tw.world.calendar import season_of
from pbem.systems.tw.world.geography import Box, Sea
from pbem.systems.tw.world.hexes import ports_of
from pbem.systems.tw.world.position import Position, Umpire, player_of
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName, Season, TrackName
from pbem.systems.tw.world.west import is_surprise_turn

FACES: Final = 10
MOST_COUNTED: Final = 4  # the column for more than three units
LEAST: Final = 5  # the first row of the table, and its last
LAST: Final = 11
ALWAYS: Final = 1
NEVER: Final = 10
INTERCEPT: Final = "Intercept"
SURPRISED: Final = (PowerName.BRITAIN, PowerName.FRANCE)
AWAY: Final = {1: "away-1", 3: "away-3", 4: "away-4", 5: "away-5"}


class FarAwayPatrol(Reading, id="TW-R-7.8-b"):
    """Whether ships on patrol intercept in other areas too."""

    RANGE = "range"
    OWN = "own"


class NarvikAircraft(Reading, id="TW-R-14.8.5-b"):
    """Whether aircraft in Narvik reach all ships on their way to Murmansk, whatever way it is."""

    RUN = "run"
    BESIDE = "beside"


class LineCounts(Reading, id="TW-R-12.1.2-b"):
    """How many units a supply run is for interception that ships escort."""

    ESCORTS = "escorts"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A force that tries to intercept another in an area; `counter`: for the player who moves.

    `line` is the power whose supply is run there, which counts as a unit.
    """

    position: Position
    base: str
    ships: tuple[Piece, ...]
    target: tuple[Piece, ...]
    area: str
    cargo: bool = False
    counter: bool = False
    line: str = ""

    @property
    def power(self) -> str:
        return self.ships[0].owner

    @property
    def foe(self) -> str:
        """Whom the force tries to intercept."""
        return self.target[0].owner if self.target else self.line

    @property
    @implements("TW-7.8-11", "TW-12.1.2-1")
    def units(self) -> int:
        """How many units are to be intercepted: a supply line is one."""
        beside = self.position.reading(LineCounts) is LineCounts.BESIDE
        line = bool(self.line) and (beside or not self.target)
        return counted(self.target) + line

    @property
    def kind(self) -> str:
        return "counter" if self.counter else "interception"

    def faces(self) -> int:
        """Of the ten faces of the die: how many intercept."""
        return sum(self.succeeds(die) for die in range(1, FACES + 1))

    @implements("TW-7.8-9", "TW-7.8-12", "TW-7.8-11")
    def succeeds(self, die: int) -> bool:
        """Whether an unmodified die intercepts."""
        if die in (ALWAYS, NEVER):
            return die == ALWAYS
        row = min(LAST, max(LEAST, die + sum(one.value for one in modifiers_of(self))))
        column = min(MOST_COUNTED, max(1, self.units))
        chart = self.position.book.chart("interception")
        return chart.at(str(row), str(column), "result").text == INTERCEPT


@implements("TW-7.8-12", "TW-18.2-10", "TW-7.8-13", "TW-7.4-2", "TW-7.8.1-1")
def modifiers_of(attempt: Attempt) -> tuple[Modifier, ...]:
    """What is added to the die of an attempt."""
    chart = attempt.position.book.chart("interception")
    found = [Modifier("nationality", _nationality(attempt))]
    for row, times in _counts(attempt):
        value = int(chart.at(row, attempt.kind, "modifier").number)
        found.append(Modifier(row, times * value))
    return tuple(one for one in found if one.value)


def _nationality(attempt: Attempt) -> int:
    """What the ratings of both add: a line without ships has that of its navy."""
    position = attempt.position
    if attempt.target:
        return nationality(position, attempt.ships, attempt.target)
    rating = governing_rating(position, attempt.ships)
    return between(position, rating, navy_rating(position, attempt.line))


def _counts(attempt: Attempt) -> Iterator[tuple[str, int]]:
    """How often each row of the modifiers counts."""
    position, area = attempt.position, attempt.area
    struck = any(ship.owner in SURPRISED for ship in attempt.ships)
    yield "western-surprise", int(struck and is_surprise_turn(position))
    winter = season_of(position.clock.turn) is Season.WINTER
    yield "winter", int(winter and not is_mediterranean(area))
    yield "carrier", any_deck(position, attempt.ships) - _deck_of(attempt)
    yield "aircraft", int(has_aircraft(position, attempt.power, area))
    held = is_strait(position.board, area) and holds_port_on(position, attempt.power, area)
    yield "strait", int(held)
    yield from _distance(attempt)
    yield "enemy-aircraft", int(has_aircraft(position, attempt.foe, area))
    yield "patrol", int(has_patrol(position, attempt.power, area))
    yield "cargo", int(attempt.cargo)
    yield "evasion", int(is_hidden_by_chit(attempt))


@implements("TW-7.8.2-2")
def is_hidden_by_chit(attempt: Attempt) -> bool:
    """Whether a chit hides ships of the mission, for the port from which they sailed."""
    track = attempt.position.track
    return any(track(TrackName.EVADES.of(one.owner)) == one.at for one in attempt.target)


def _deck_of(attempt: Attempt) -> bool:
    """Whether the force to be intercepted has a whole carrier with its aircraft."""
    return any_deck(attempt.position, attempt.target)


@implements("TW-7.8-10")
def _distance(attempt: Attempt) -> Iterator[tuple[str, int]]:
    """The row of the distance of a force: that of ports on the area, else by sea areas."""
    if touches(attempt.position, attempt.base, attempt.area):
        yield "adjacent", 1
        return
    far = distance(attempt.position, attempt.power, attempt.base, attempt.area)
    if far in AWAY:
        yield AWAY[far], 1


def has_aircraft(position: Position, power: str, area: str) -> bool:
    """Whether a power, or one that stands with it, has bombers on land beside a sea area."""
    return any(
        piece.kind != Kind.FTR for piece in aircraft_beside(position, area)
        if position.stand_together(power, piece.owner)
    )  # fmt: skip


@implements(
    "TW-7.8.3-2", "TW-7.9.1-1", "TW-8.8.7-3", "TW-8.8.8-1", "TW-11.2.1-2", "TW-2.6-MDM-2",
    "TW-11.2.1.2-3", "TW-14.8.5-3",
)  # fmt: skip
def aircraft_beside(position: Position, area: str) -> tuple[Piece, ...]:
    """All aircraft on land whose bases touch a sea area, without those on decks of carriers; those
    in Narvik and Murmansk too, whom who sails to Murmansk must pass.
    """
    found: tuple[Piece, ...] = position.kept(
        ("beside", area), lambda: tuple(_aircraft_beside(position, area))
    )
    return found


def _aircraft_beside(position: Position, area: str) -> Iterator[Piece]:
    board = position.board
    by_narvik = area == Sea.HAMMERFEST and position.reading(NarvikAircraft) is NarvikAircraft.RUN
    for _, unit in sorted(position.units.items()):
        based = unit.at in board.spots or is_flown_to(position, unit.at)
        if based and (area in board.seas(unit.at) or (by_narvik and unit.at == Box.NARVIK)):
            piece = position.piece(unit)
            if piece.is_air and not is_aboard(position, piece):
                yield piece


def holds_port_on(position: Position, power: str, area: str) -> bool:
    """Whether a port on a sea area is in friendly hands."""
    board = position.board
    ports = (port for port in ports_of(position) if area in board.seas(port))
    return any(position.is_friendly(power, port) for port in ports)


def has_patrol(position: Position, power: str, area: str) -> bool:
    """Whether ships of a power, or of one that stands with it, patrol an area."""
    return bool(force_at(position, power, area))


# --- who may try ---------------------------------------------------------------------------------


@implements("TW-7.8-1", "TW-7.8-3", "TW-7.10-1", "TW-12.2.3-1", "TW-12.6.3-2")
def forces_against(position: Position, power: str) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
    """The naval forces of a power's enemies: their port or area, and their whole ships."""
    found: dict[str, tuple[Piece, ...]] = {}
    for place in havens(position):
        hostile = [s for s in ships_at(position, place) if position.at_war(power, s.owner)]
        fit = tuple(s for s in hostile if not s.is_depleted and is_supplied(position, s))
        if fit:
            found[place] = fit
    return tuple(sorted(found.items()))


def havens(position: Position) -> Iterator[str]:
    """The ports and seas of the map where ships may be: all places of units on it."""
    places = dict.fromkeys(unit.at for _, unit in sorted(position.units.items()))
    yield from (place for place in places if place in position.board)


def is_supplied(position: Position, ship: Piece) -> bool:
    """Whether a ship lies in a port in full supply; who is at sea has it from home."""
    if is_area(ship.at):
        return True
    return supply_of(position, ship) == FULL


@implements("TW-7.8-2", "TW-7.8-10", "TW-7.3-6")
def areas_of(
    position: Position, base: str, ships: Sequence[Piece], way: Iterable[str]
) -> tuple[str, ...]:
    """The areas of a way in which a force may try, in their order."""
    power = ships[0].owner
    stays = is_area(base) and position.reading(FarAwayPatrol) is FarAwayPatrol.OWN
    far = ((one, distance(position, power, base, one)) for one in way)
    near = (one for one, away in far if away is not None and away <= reach_of(ships))
    return tuple(one for one in dict.fromkeys(near) if one == base or not stays)


def attempt(umpire: Umpire, trial: Attempt, name: str) -> bool:
    """A force throws its die, and the log tells what comes of it."""
    position = umpire.position
    modifiers = modifiers_of(trial)
    roll = umpire.roll(name, "d10", player_of(position, trial.power), "7.8", modifiers)
    found = trial.succeeds(roll.total)
    umpire.tell(
        InterceptionVerdict(
            trial.area,
            base=trial.base,
            ships=tuple(ship.id for ship in trial.ships),
            target=tuple(piece.id for piece in trial.target),
            counter=trial.counter,
            die=roll.total,
            modifiers={one.name: one.value for one in modifiers},
            row=roll.modified,
            found=found,
        )
    )
    return found
