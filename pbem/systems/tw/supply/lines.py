"""Supply lines (12.1, 12.2, 12.7): one outward search from the sources of a power.

Decides which hexes a power's full and limited sources reach, over land and sea. Leaves what
happens to units without supply to `cutting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.maps.paths import labelled_reach
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.commandos import is_hidden
from pbem.systems.tw.world.geography import LADOGA, Box, City, Land, Sea
from pbem.systems.tw.world.hexes import crosses, is_port, ports_of
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName, UnitMark
from pbem.systems.tw.world.zoc import enemy_zones, has_zone

LAND: Final = "land"
AT_SEA: Final = "at sea"  # no Fleet of the power's alliance has been found in a port yet
ESCORTED: Final = "escorted"
SEA: Final = "sea:"
CANAL: Final = frozenset({Sea.LEVANT, Sea.RED_SEA})
SUEZ_FACTORS: Final = 4  # of ground units that Suez supplies
EDGE: Final = "edge"
ALL: Final = "all"  # who has no other source once both capitals have fallen
HOME: Final = "home"
FULL: Final = "full"
LIMITED: Final = "limited"
FROM_SUEZ: Final = "suez"
NONE: Final = "none"
MAJORS: Final = (
    PowerName.GERMANY, PowerName.ITALY, PowerName.BRITAIN, PowerName.FRANCE,
    PowerName.UNITED_STATES, PowerName.SOVIET_UNION,
)  # fmt: skip
PROVIDED: Final = (UnitMark.DROPPED, UnitMark.LANDED, UnitMark.PROVIDED)
NORTH_EDGE: Final = "00"  # hexes of the first row


class OwnHex(Reading, id="TW-R-12.1.1-a"):
    """Whether an enemy zone in the very hex of a unit cuts its own supply line."""

    FREE = "free"
    CUT = "cut"


class LineBySuez(Reading, id="TW-R-12.1.1-b"):
    """Whether a supply line goes through the Suez Canal while Suez is in other hands."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Lines:
    """The hexes and areas that the supply of a power reaches."""

    full: frozenset[str]
    limited: frozenset[str]
    suez: frozenset[str] = frozenset()

    def reach(self, place: str) -> bool:
        """Whether supply of some kind reaches a place."""
        return any(place in one for one in (self.full, self.limited, self.suez))


def lines_of(position: Position, power: str) -> Lines:
    """The supply lines of a power, worked out once for a state."""
    return position.kept(("supply", power), lambda: _search(position, power))


def _search(position: Position, power: str) -> Lines:
    full = frozenset(reached(position, power, sources_of(position, power, FULL)))
    if power == PowerName.SOVIET_UNION:
        full |= _to_leningrad(position, full)
    limited = frozenset(reached(position, power, sources_of(position, power, LIMITED)))
    suez = frozenset(reached(position, power, sources_of(position, power, FROM_SUEZ)))
    barred = _without_capitals(position, power)
    return Lines(full, limited - barred, suez - barred)


@implements("TW-12.7.2-1")
def sources_of(position: Position, power: str, kind: str) -> tuple[str, ...]:
    """The places from which a kind of supply comes: its sources, and ports to which it was run."""
    found = {FULL: full_sources, FROM_SUEZ: suez, LIMITED: limited_sources}[kind]
    run = (
        place.id
        for _, place in sorted(position.state.places.items())
        if place.markers.get(Marker.SUPPLY_RUN) == kind and position.is_friendly(power, place.id)
    )
    return (*found(position, power), *run)


@implements("TW-12.2.2-3")
def _without_capitals(position: Position, power: str) -> frozenset[str]:
    """Where no other source supplies a power either, as both its capitals have fallen: everywhere
    Germans and French, at home the British.
    """
    chart, board = position.book.chart("sources"), position.board
    if power not in chart.table("lost").rows.names or full_sources(position, power):
        return frozenset()
    where = chart.at(power, "where", "lost").text
    homes = position.powers[power].home_countries if where == HOME else ()
    return frozenset(p for p in board.places if where == ALL or board.country(p) in homes)


def suez(position: Position, power: str) -> tuple[str, ...]:
    """Suez, as a source of the Western Allies."""
    place = position.city(City.SUEZ)
    western = power in (PowerName.BRITAIN, PowerName.UNITED_STATES)
    return (place,) if western and position.is_friendly(power, place) else ()


@implements("TW-12.2.4-1")
def may_live_off_suez(position: Position, piece: Piece) -> bool:
    """Whether Suez supplies a unit: not ground units of more than four factors, nor their parts."""
    if not piece.is_ground:
        return True
    wholes = (one for one in position.book.counters if piece.unit.counter in _parts(one))
    factors = (piece.strength, *(int(one.rating("combat")) for one in wholes))
    return all(number <= SUEZ_FACTORS for number in factors)


def _parts(counter: Counter) -> tuple[str, ...]:
    """The counters into which a counter breaks down."""
    return tuple(str(counter.ratings.get("pieces", "")).split())


@implements("TW-12.1.1-2")
def _to_leningrad(position: Position, full: frozenset[str]) -> frozenset[str]:
    """Leningrad, if a line leads from it through enemy zones to a hex in supply: all hexes of it in
    such zones hold Soviet ground units with a zone of their own.
    """
    power, start = PowerName.SOVIET_UNION, LADOGA[0]
    zones = enemy_zones(position, power)
    way = Way(position, power, start, zones, Harbours({}, frozenset(), frozenset()))

    def held(place: str) -> bool:
        there = position.ground_at(place)
        return place not in zones or any(has_zone(position, piece) for piece in there)

    def step(label: str, here: str, there: str) -> str | None:
        crossed = crosses(position.board, here, there)
        return LAND if crossed and way.passes(there) and held(there) else None

    reach = labelled_reach(way.neighbours, start, LAND, step)
    return frozenset({start}) if any(place in full for place, _ in reach) else frozenset()


class EnoughSupply(Reading, id="TW-R-12.2.3-a"):
    """Whether who has a limited source alone is in supply where a rule asks for no more."""

    LIMITED = "limited"
    FULL = "full"


class SupplyOfMurmansk(Reading, id="TW-R-8.8-b"):
    """Whether units in the Murmansk Box need a supply line."""

    FREE = "free"
    LINE = "line"


def is_supplied(position: Position, piece: Piece) -> bool:
    """Whether a unit is in supply, where full supply is not asked for."""
    enough = (LIMITED, FULL) if limited_is_enough(position) else (FULL,)
    return supply_of(position, piece) in enough


def limited_is_enough(position: Position) -> bool:
    return position.reading(EnoughSupply) is EnoughSupply.LIMITED


@implements("TW-12.0-1", "TW-1.2c-6", "TW-12.2.3-1")
def supply_of(position: Position, piece: Piece) -> str:
    """Whether a unit has full supply, a limited source alone, or none."""
    free = is_always_supplied(piece) or _is_in_murmansk(position, piece)
    if free or is_hidden(position, piece):
        return FULL
    lines = lines_of(position, piece.owner)
    zones = enemy_zones(position, piece.owner)
    if position.reading(OwnHex) is OwnHex.CUT and piece.at in zones:
        return NONE
    if piece.at in lines.full or (piece.at in lines.suez and may_live_off_suez(position, piece)):
        return FULL
    return LIMITED if piece.at in lines.limited else NONE


def _is_in_murmansk(position: Position, piece: Piece) -> bool:
    """Whether a unit is in the Murmansk Box, and needs no line from there."""
    return piece.at == Box.MURMANSK and position.reading(SupplyOfMurmansk) is SupplyOfMurmansk.FREE


@implements("TW-11.14.5-1", "TW-12.3-1", "TW-12.3-2", "TW-12.5-1")
def is_always_supplied(piece: Piece) -> bool:
    """Whether a unit needs no supply line: partisans, those behind the Urals, and for a time who
    has dropped or gone ahead.
    """
    provided = any(map(piece.unit.marked, PROVIDED))
    return piece.kind == Kind.PART or piece.at == Box.URALS or provided


# --- sources -------------------------------------------------------------------------------------


@implements("TW-12.2.1-1", "TW-12.2.2-1", "TW-12.2.2-2", "TW-12.2.2-3")
def full_sources(position: Position, power: str) -> tuple[str, ...]:
    """The places of full supply: the capital, or what takes its place once it has fallen."""
    chart = position.book.chart("sources")
    if power not in chart.table("full").rows.names:
        return _own_capitals(position, power)
    first, second = (chart.at(power, column, "full").text for column in ("capital", "second"))
    if first == EDGE:
        return tuple(_edges(position, power, second))
    for name in (first, second):
        place = position.city(name)
        if position.is_friendly(power, place):
            return (place,)
    return ()


@implements("TW-21.5-1")
def _edges(position: Position, power: str, second: str) -> Iterator[str]:
    """What reaches the edge of the map: for the Soviet Union its hexes there, and Baku."""
    if power == PowerName.UNITED_STATES:
        yield Box.US
        return
    board = position.board
    for place in board.places:
        if board.country(place) != Land.USSR:
            continue
        at_edge = Box.URALS in board.neighbours[place] or place.startswith(NORTH_EDGE)
        if at_edge and position.is_friendly(power, place):
            yield place
    if position.is_friendly(power, position.city(second)):
        yield position.city(second)


def _own_capitals(position: Position, power: str) -> tuple[str, ...]:
    """The capital of a minor country, while it is in friendly hands."""
    homes = position.powers[power].home_countries
    return tuple(
        place
        for place, country in _capitals(position.board)
        if country in homes and position.is_friendly(power, place)
    )


def _capitals(board: Board) -> Iterator[tuple[str, str]]:
    yield from ((place, str(said)) for place, said in board.by_fact.get("capital", {}).items())


@implements("TW-12.2.3-1", "TW-12.2.6-1", "TW-12.2.5-1", "TW-1.2a-6")
def limited_sources(position: Position, power: str) -> tuple[str, ...]:
    """Capitals of colonies and of minor countries, conquered or allied, in friendly hands."""
    majors = [position.powers[name] for name in MAJORS if name in position.powers]
    homes = {country for major in majors for country in major.home_countries}
    homes |= set(position.powers[power].home_countries)
    chart = position.book.chart("sources")
    colonial = [(position.city(row), row) for row in chart.table("limited").rows.names]
    return tuple(
        place
        for place, country in (*_capitals(position.board), *colonial)
        if country not in homes and position.is_friendly(power, place)
    )


# --- the search ----------------------------------------------------------------------------------


def reached(position: Position, power: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Every hex from which a line leads to a source; the hexes of enemies are never in it."""
    found: dict[str, None] = {}
    for source in sources:
        if source in found:
            continue
        way = Way(position, power, source, enemy_zones(position, power), harbours(position, power))
        reach = labelled_reach(way.neighbours, source, LAND, way.step)
        found.update(dict.fromkeys(place for place, label in reach if label == LAND))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Harbours:
    """The friendly ports of each sea area, and the areas on which an undepleted Fleet lies."""

    ports: Mapping[str, tuple[str, ...]]
    escorted: frozenset[str]
    closed: frozenset[str]  # sea areas under enemy control, or in which lines are cut


@dataclass(frozen=True, slots=True)
class Way:
    """How supply goes on from a place."""

    position: Position
    power: str
    source: str
    zones: frozenset[str]
    harbours: Harbours

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Where a line may go from a place: hexes beside it, from ports to sea and back."""
        board = self.position.board
        if place in board.spots:
            over = LADOGA if place in LADOGA else ()
            seas = board.seas(place) if is_port(self.position, place) else ()
            return (*board.neighbours[place], *over, *seas)
        return (*board.neighbours[place], *self.harbours.ports.get(place, ()))

    def step(self, label: str, here: str, there: str) -> str | None:
        """What a line is after one step more: on land or at sea, with or without a Fleet."""
        board = self.position.board
        if there in board.spots:
            return self._landing(label, here, there)
        if self._is_shut(here, there):
            return None
        if not there.startswith(SEA):
            return LAND if label == ESCORTED else None
        if here in board.spots and not self.position.is_friendly(self.power, here):
            return None
        return ESCORTED if label == ESCORTED or there in self.harbours.escorted else AT_SEA

    @implements("TW-12.1.1-1", "TW-12.1.1-3", "TW-9.7-7", "TW-12.4-1")
    def _landing(self, label: str, here: str, there: str) -> str | None:
        """A step into a hex: over land out of enemy zones, or ashore in a friendly port."""
        if not self.passes(there):
            return None
        if here not in self.position.board.spots:
            return LAND if label == ESCORTED else None
        if here in self.zones and here != self.source:
            return None
        return LAND if self._adjoin(here, there) else None

    @implements("TW-12.2.2-1")
    def _adjoin(self, here: str, there: str) -> bool:
        """Whether hexes adjoin by land, or across Lake Ladoga while its far shore is Soviet."""
        if here in LADOGA and there in LADOGA:
            soviet = self.power == PowerName.SOVIET_UNION
            return soviet and self.position.holder(LADOGA[1]) == self.power
        return crosses(self.position.board, here, there)

    def _is_shut(self, here: str, there: str) -> bool:
        """Whether enemies close a sea area, or the Suez Canal, if lines are read to need it."""
        position = self.position
        if frozenset({here, there}) != CANAL or position.reading(LineBySuez) is LineBySuez.OPEN:
            return there in self.harbours.closed
        free = position.is_friendly(self.power, position.city(City.SUEZ))
        return not free or there in self.harbours.closed

    def passes(self, place: str) -> bool:
        """Whether a line may run through a hex, worked out once for a state."""
        return place in self.position.kept(("passes", self.power), self._passable)

    def _passable(self) -> frozenset[str]:
        return frozenset(filter(self._is_open, self.position.board.spots))

    def _is_open(self, place: str) -> bool:
        """Whether a hex is without enemies, and of no neutral country."""
        position, power = self.position, self.power
        if position.enemy_ground(power, place):
            return False
        return position.is_friendly(power, place) or position.at_war(power, position.holder(place))


@implements("TW-12.1.1-4", "TW-12.7.1-1", "TW-12.7.2-1", "TW-12.7.4-1")
def harbours(position: Position, power: str) -> Harbours:
    """Friendly ports by sea area, where a Fleet lies in one of them, and what enemies control."""
    found: Harbours = position.kept(("harbours", power), lambda: _harbours(position, power))
    return found


def _harbours(position: Position, power: str) -> Harbours:
    board = position.board
    friendly = [p for p in ports_of(position) if position.is_friendly(power, p)]
    ports: dict[str, list[str]] = {}
    escorted: dict[str, None] = {}
    for port in friendly:
        if any(_is_fit_fleet(position, power, piece) for piece in position.at(port)):
            escorted.update(dict.fromkeys(board.seas(port)))
        for sea in () if is_cut(position, power, port) else board.seas(port):
            ports.setdefault(sea, []).append(port)
    return Harbours(
        {sea: tuple(found) for sea, found in ports.items()},
        frozenset(escorted),
        frozenset(sea for sea in board.places if _is_barred(position, power, sea)),
    )


def _is_barred(position: Position, power: str, sea: str) -> bool:
    """Whether no line of a power passes a sea area."""
    if not sea.startswith(SEA):
        return False
    return is_closed(position, power, sea) or is_cut(position, power, sea)


@implements("TW-7.8.4-2")
def is_cut(position: Position, power: str, place: str) -> bool:
    """Whether enemies have cut a power's supply line by sea: to a port, or in a sea area."""
    return bool(position.state.marker(place, Marker.CUT.of(power)))


def _is_fit_fleet(position: Position, power: str, piece: Piece) -> bool:
    own = position.stand_together(power, piece.owner)
    return own and piece.kind == Kind.FLEET and not piece.is_depleted


def is_closed(position: Position, power: str, sea: str) -> bool:
    """Whether enemies alone have ships in a sea area."""
    ships = [piece for piece in position.at(sea) if piece.is_naval]
    hostile = any(position.at_war(power, piece.owner) for piece in ships)
    return hostile and not any(position.stand_together(power, piece.owner) for piece in ships)
