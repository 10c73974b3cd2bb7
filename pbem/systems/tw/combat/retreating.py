"""Retreats (10.4): two hexes towards the nearest source of supply, and on until there is room.

Decides where a unit may retreat to, what enemy zones do to it, and who falls. Leaves which results
make units retreat to `resolving`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.rules.readings import Reading
from pbem.systems.tw.combat.losing import Casualties, deplete, eliminate, survives, worn
from pbem.systems.tw.supply.lines import (
    full_sources,
    limited_sources,
    lines_of,
    may_live_off_suez,
    suez,
)
from pbem.systems.tw.world.hexes import crosses, ports_of
from pbem.systems.tw.world.homes import are_apart, may_be_in
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.stacking import excess_with
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.zoc import enemy_zones

HEXES: Final = 2
WHOLE: Final = 0  # how often a way depletes a unit that lives through it
DEPLETED: Final = 1


class SourceBehind(Reading, id="TW-R-10.4-b"):
    """Which sources of supply say where a retreat leads."""

    ANY = "any"
    FULL = "full"


class SourceOverseas(Reading, id="TW-R-10.4-c"):
    """Where a retreat leads whose sources of supply all lie across the sea."""

    PORT = "port"
    ANYWHERE = "anywhere"


RETREAT: Final = DecisionKind(
    "retreat",
    "Where a unit retreats to",
    "when a unit of yours must retreat and may end in several hexes; default: out of enemy zones, "
    "as near as may be to its source of supply",
    "10.4",
    (AnswerKey("retreats", "to"),),
    {"hexes": "among how many hexes you choose"},
)


@dataclass(frozen=True, slots=True)
class Way:
    """A retreat: the hexes after the first, and which of them deplete the unit."""

    places: tuple[str, ...]
    costly: int = 0

    @property
    def end(self) -> str:
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Country:
    """What a retreating unit may enter: how far each hex is from supply, and the enemy's zones."""

    position: Position
    piece: Piece
    zones: frozenset[str]
    apart: dict[str, int]
    anywhere: bool = False  # as no way towards supply has room
    pressed: bool = False  # nor one that goes into enemy zones only where nothing else is beside it

    def steps(self, here: str, behind: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """The hexes into which a unit may go on, and whether it is Depleted there."""
        beside = [
            place
            for place in self.position.board.neighbours[here]
            if place not in behind and self._may_enter(here, place)
        ]
        free = self._free(here, beside)
        yield from ((place, False) for place in free)
        if self.pressed or not free:
            held = (one for one in beside if one in self.zones and self._is_held(one))
            yield from ((place, True) for place in held)

    def _free(self, here: str, beside: Sequence[str]) -> Sequence[str]:
        """Of some hexes those out of enemy zones: nearer to supply, where there are such."""
        free = [place for place in beside if place not in self.zones]
        nearer = [place for place in free if self.far(place) < self.far(here)]
        return nearer if nearer and not self.anywhere else free

    def far(self, place: str) -> int:
        """How many hexes a source of supply is away; more than there are where none is."""
        return self.apart.get(place, len(self.position.board.spots))

    @implements("TW-10.4-5", "TW-10.4-6", "TW-10.1.2-1")
    def _may_enter(self, here: str, there: str) -> bool:
        """Whether a retreat leads from one hex into the next; from Narvik none does."""
        position, power = self.position, self.piece.owner
        if not crosses(position.board, here, there) or position.enemy_ground(power, there):
            return False
        held = position.is_friendly(power, there) or self._is_held(there)
        return held and may_be_in(position, power, there)

    def _is_held(self, place: str) -> bool:
        """Whether a friendly ground unit stands in a hex."""
        ground = self.position.ground_at(place)
        return any(self.position.stand_together(self.piece.owner, p.owner) for p in ground)


def country_of(position: Position, piece: Piece) -> Country:
    """What lies around a unit that must retreat."""
    zones = enemy_zones(position, piece.owner)
    return Country(position, piece, zones, _apart(position, piece))


def _apart(position: Position, piece: Piece) -> dict[str, int]:
    """How many hexes each hex is from the nearest source of supply, through no enemies: where all
    lie across the sea, from the nearest port to which it comes.

    A source in the hex that a unit has to leave is none.
    """
    found = _rings(position, piece, _sources(position, piece))
    by_port = position.reading(SourceOverseas) is SourceOverseas.PORT
    if by_port and piece.at not in found:
        return _rings(position, piece, _ports(position, piece))
    return found


@implements("TW-12.2.4-1")
def _sources(position: Position, piece: Piece) -> tuple[str, ...]:
    """The sources of supply of a unit; Suez of one that lives off it."""
    power = piece.owner
    sources = full_sources(position, power)
    if may_live_off_suez(position, piece):
        sources = (*sources, *suez(position, power))
    if position.reading(SourceBehind) is SourceBehind.ANY:
        sources = (*sources, *limited_sources(position, power))
    return sources


def _ports(position: Position, piece: Piece) -> tuple[str, ...]:
    """The friendly ports that the supply of a unit reaches."""
    lines = lines_of(position, piece.owner)
    limited = position.reading(SourceBehind) is SourceBehind.ANY
    fed = lines.full | lines.limited if limited else lines.full
    own = (port for port in ports_of(position) if position.is_friendly(piece.owner, port))
    return tuple(port for port in own if port in fed)


def _rings(position: Position, piece: Piece, sources: Sequence[str]) -> dict[str, int]:
    """How many hexes each hex is from the nearest of some places, through no enemies."""
    ring = [one for one in sources if one != piece.at]
    found: dict[str, int] = {}
    for far in count():
        found |= dict.fromkeys(ring, far)
        beside = dict.fromkeys(
            there
            for here in ring
            for there in position.board.neighbours[here]
            if there not in found and crosses(position.board, here, there)
        )
        ring = [place for place in beside if not position.enemy_ground(piece.owner, place)]
        if not ring:
            break
    return found


@implements("TW-10.4-1", "TW-10.4-2", "TW-10.4-3", "TW-10.4-4")
def ways_of(country: Country) -> dict[str, Way]:
    """The hexes in which a retreat may end, each with its best way: whole rather than Depleted, and
    of such ways towards supply where there are any.
    """
    anywhere = replace(country, anywhere=True)
    found = [_ways_in(one) for one in (country, anywhere, replace(anywhere, pressed=True))]
    most = DEPLETED if survives(country.piece) else WHOLE
    for costly in range(most + 1):
        for ways in found:
            if fit := {way.end: way for way in ways if way.costly == costly}:
                return fit
    return {}


def _ways_in(country: Country) -> Sequence[Way]:
    """The ways through a country at whose end there is room, the best of each end last."""
    starting = _ways(country, Way((country.piece.at,)), HEXES)
    settled = [way for one in starting if (way := _with_room(country, one)) is not None]
    return sorted(settled, key=lambda way: _rank(country, way), reverse=True)


def _ways(country: Country, way: Way, left: int) -> Iterator[Way]:
    if not left:
        yield way
        return
    for place, costs in country.steps(way.end, way.places):
        yield from _ways(country, Way((*way.places, place), way.costly + costs), left - 1)


def _with_room(country: Country, way: Way) -> Way | None:
    """A way that goes on until its unit is not overstacked; None where that never is."""
    while _is_full(country, way):
        steps = list(country.steps(way.end, way.places))
        if not steps:
            return None
        place, costs = min(steps, key=lambda one: (one[1], country.far(one[0]), one[0]))
        way = Way((*way.places, place), way.costly + costs)
    return way


@implements("TW-10.4-2")
def _is_full(country: Country, way: Way) -> bool:
    """Whether the hex at the end of a way has no room for the unit, Depleted if the way makes it
    so, or holds some with whom it never stands.
    """
    piece = worn(country.piece) if way.costly else country.piece
    if are_apart((*country.position.ground_at(way.end), piece)):
        return True
    return excess_with(country.position, piece, way.end) > 0


def _rank(country: Country, way: Way) -> tuple[int, int, int, tuple[str, ...]]:
    """Which way is best: no Depletion, near to supply, short."""
    return way.costly, country.far(way.end), len(way.places), way.places


def retreat(umpire: Umpire, unit: str, cost: Casualties) -> tuple[str, ...]:
    """One unit retreats; the hexes that it goes through, or none where it falls instead."""
    position = umpire.position
    piece = position.piece(position.units[unit])
    country = country_of(position, piece)
    ways = ways_of(country)
    if not ways:
        eliminate(umpire, [piece], cost)
        return ()
    way = _chosen(umpire, country, ways)
    if way.costly:
        deplete(umpire, unit, cost)
    umpire.apply(UnitMoved(unit, piece.at, way.end))
    return way.places


def _chosen(umpire: Umpire, country: Country, ways: dict[str, Way]) -> Way:
    """The way that the unit's owner takes."""
    best = sorted(ways.values(), key=lambda way: _rank(country, way))
    if len(best) == 1:
        return best[0]
    board, piece = country.position.board, country.piece
    answer = umpire.decide(
        RETREAT.ask(
            f"Where does {piece.counter.name} retreat to?",
            country.position.powers[piece.owner].players,
            [Option(way.end, board.name(way.end)) for way in best],
            [best[0].end],
            about=piece.id,
            at=piece.at,
            facts={"hexes": len(best)},
        )
    )
    return ways[answer.pick]
