"""Sea areas (7.2, 7.3): ways of ships from port to port, straits, and how far a port is away.

Decides which areas a ship of a power may pass, the way of a mission, and the distance for
interception. Leaves who meets whom on the way to `intercepting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.rules.readings import Reading
from pbem.systems.tw.supply.lines import CANAL
from pbem.systems.tw.world.boxes import NONE, is_box, said_of
from pbem.systems.tw.world.geography import City, Land, Sea
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import WEST, PowerName

RANGE: Final = 12  # sea areas of a mission
NEAR: Final = 5  # sea areas from which a force intercepts
AWAY: Final = "away"  # how far the chart says that a box is from its sea
NEXT: Final = "1"
BALTIC_EXIT: Final = frozenset({Sea.WEST_BALTIC, Sea.DANISH_NORTH_SEA})
GIBRALTAR_EXIT: Final = frozenset({Sea.STRAITS, Sea.WESTERN_MEDITERRANEAN})
DARDANELLES: Final = frozenset({Sea.AEGEAN_SEA, Sea.BLACK_SEA})
MEDITERRANEAN: Final = (
    Sea.WESTERN_MEDITERRANEAN, Sea.ALGERIAN_COAST, Sea.LIGURIAN_SEA, Sea.SARDINIAN_SEA,
    Sea.CENTRAL_MED, Sea.IONIAN_SEA, Sea.ADRIATIC_SEA, Sea.GULF_OF_SIDRA,
    Sea.TOBRUK_WATERS, Sea.AEGEAN_SEA, Sea.LEVANT,
)  # fmt: skip
SOUND: Final = (Land.DENMARK, Land.SWEDEN)  # one of them keeps the Baltic open


class Away(Reading, id="TW-R-7.8-a"):
    """How far away is a port that touches a sea area?"""

    FIRST = "first"
    NONE = "none"


class SuezCanal(Reading, id="TW-R-8.2-a"):
    """Whether ships go through the Suez Canal while Suez is in other hands."""

    CLOSED = "closed"
    OPEN = "open"


@implements("TW-1.2a-14")
def is_area(place: str) -> bool:
    """Whether a place is a sea area."""
    return place.startswith("sea:")


@implements("TW-1.2a-16")
def is_strait(board: Board, area: str) -> bool:
    """Whether a sea area is a strait."""
    return bool(board.fact(area, "strait"))


@implements("TW-1.2a-5", "TW-1.2a-15")
def doors(board: Board, place: str) -> tuple[str, ...]:
    """The sea areas that the water of a coastal hex belongs to, into which ships sail from there; a
    patrol is at sea already.
    """
    return (place,) if is_area(place) else board.seas(place)


@implements("TW-1.2a-8")
def is_zone(board: Board, areas: Iterable[str]) -> bool:
    """Whether sea areas lie in one invasion zone: three areas that adjoin, or fewer."""
    wanted = set(areas)
    if len(wanted) <= 1:
        return True
    steps = [frozenset({one, other}) for one in board.places for other in board.neighbours[one]
             if is_area(one) and is_area(other)]  # fmt: skip
    joined = (first | second for first in steps for second in steps if first & second)
    return any(wanted <= zone for zone in joined)


# --- straits -------------------------------------------------------------------------------------


@implements("TW-7.3-1", "TW-7.3-2", "TW-7.3-3", "TW-7.3-4")
def may_sail(position: Position, power: str, here: str, there: str) -> bool:
    """Whether ships of a power may go from a sea area into the next, or out of port into one."""
    step = frozenset({here, there})
    if there == Sea.WEST_BALTIC and _is_western(position, power):
        return _sound_is_allied(position)
    if step == GIBRALTAR_EXIT:
        return _is_friendly(position, power, City.GIBRALTAR)
    if step == DARDANELLES:
        return _is_friendly(position, power, City.ISTANBUL)
    if step == CANAL and position.reading(SuezCanal) is SuezCanal.CLOSED:
        return _is_friendly(position, power, City.SUEZ)
    if step == BALTIC_EXIT and position.patron(power) == PowerName.SOVIET_UNION:
        return any(_holds(position, power, land) for land in SOUND)
    return True


def _is_western(position: Position, power: str) -> bool:
    """Whether a power is of the Western Allies: one of the three, or their Satellite."""
    return position.patron(power) in WEST


def _sound_is_allied(position: Position) -> bool:
    """Whether Denmark or Sweden is in the hands of an Allied major power or its Satellite."""
    allies = (*WEST, PowerName.SOVIET_UNION)
    return any(_lord(position, land) in allies for land in SOUND)


def _holds(position: Position, power: str, land: str) -> bool:
    return _lord(position, land) == position.patron(power)


def _lord(position: Position, land: str) -> str:
    """The major power that runs a country, by its capital."""
    capitals = position.board.by_fact.get("capital", {}).items()
    return next((position.patron(position.holder(p)) for p, one in capitals if one == land), "")


def _is_friendly(position: Position, power: str, name: str) -> bool:
    return position.is_friendly(power, position.city(name))


@implements("TW-7.3-5")
def may_go_through(position: Position, power: str, area: str) -> bool:
    """Whether ships of a power go through an area that they have entered from another one: Germans
    through the Channel when all French ports on it are German.
    """
    if area != Sea.CHANNEL or position.patron(power) != PowerName.GERMANY:
        return True
    board = position.board
    ports = (p for p in board.by_fact.get("port", {}) if Sea.CHANNEL in board.seas(p))
    french = (p for p in ports if board.country(p) == Land.FRANCE)
    return all(position.is_friendly(power, port) for port in french)


# --- ways ----------------------------------------------------------------------------------------


@implements("TW-7.2-1", "TW-7.3-6")
def ways_from(position: Position, power: str, start: str) -> dict[str, tuple[str, ...]]:
    """The shortest way of ships of a power from a port or area to every area: the areas of it, of
    which the first touches the port.
    """
    key = ("ways", position.patron(power), start)
    return position.kept(key, lambda: _ways(position, power, start))


def _ways(position: Position, power: str, start: str) -> dict[str, tuple[str, ...]]:
    board = position.board
    first = [one for one in doors(board, start) if may_sail(position, power, start, one)]
    found: dict[str, tuple[str, ...]] = {one: (one,) for one in first}
    ring = list(first)
    while ring:
        after: list[str] = []
        for here in ring:
            entered = here not in first
            if entered and not may_go_through(position, power, here):
                continue
            for there in board.neighbours[here]:
                if is_area(there) and there not in found and may_sail(position, power, here, there):
                    found[there] = (*found[here], there)
                    after.append(there)
        ring = after
    return found


def way_between(
    position: Position, power: str, ports: tuple[str, str], via: Sequence[str] = ()
) -> tuple[str, ...]:
    """The areas of the shortest way from a port to another, through some areas in their order;
    nothing where there is none.
    """
    start, goal = ports
    way: tuple[str, ...] = ()
    for area in via:
        leg = ways_from(position, power, way[-1] if way else start).get(area)
        if leg is None:
            return ()
        way = (*way, *(leg[1:] if way else leg))
    known = ways_from(position, power, way[-1] if way else start)
    ends = [known[area] for area in doors(position.board, goal) if area in known]
    if not ends:
        return ()
    last = min(ends, key=lambda one: (len(one), one))
    whole = (*way, *last[1:]) if way else last
    return whole if all(_passes(position, power, whole)) else ()


def _passes(position: Position, power: str, way: Sequence[str]) -> Iterator[bool]:
    """Whether ships may go through each area of a way that they neither begin nor end in."""
    for area in way[1:-1]:
        yield may_go_through(position, power, area)


# --- distances -----------------------------------------------------------------------------------


@implements("TW-7.8-10", "TW-7.2-2", "TW-8.8.7-2")
def distance(position: Position, power: str, base: str, area: str) -> int | None:
    """How many sea areas ships of a power have to go from a port or patrol; None beyond five. From
    the boxes of America they reach the sea beside these alone, from most others none.
    """
    away = said_of(position, base, AWAY) if is_box(base) else NEXT
    if away != NEXT:
        return int(away) if away != NONE and area in doors(position.board, base) else None
    way = ways_from(position, power, base).get(area)
    if way is None:
        return None
    far = len(way) - (is_area(base) or position.reading(Away) is Away.NONE)
    return far if far <= NEAR else None


def touches(position: Position, base: str, area: str) -> bool:
    """Whether a port lies on a sea area, or a patrol in it; boxes of America lie far away."""
    near = not is_box(base) or said_of(position, base, AWAY) == NEXT
    return near and area in doors(position.board, base)


def is_mediterranean(area: str) -> bool:
    """Whether a sea area is one of the Mediterranean, where no winter hides ships."""
    return area in MEDITERRANEAN
