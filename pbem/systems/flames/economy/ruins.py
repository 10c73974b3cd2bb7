"""What bombs and their own side destroy of works, and what is repaired of it (11.7, 13.6.7, 13.8).

Decides what stands in a hex that could be destroyed, the order in which asterisks destroy it, the
markers of it. `destroyed-KIND` of a hex counts printed works in ruins, `built-KIND` facilities.
Leaves the roll to `bombardment`, orders to `wrecking` and `repairs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import as_number
from pbem.systems.flames.economy.holdings import (
    BLUE,
    FACTORY,
    OIL,
    RED,
    RESOURCE,
    built_at,
    factories_at,
    printed_oil,
)
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.terrain import FORT, RAIL, ROAD, demolished
from pbem.systems.flames.world.vocabulary import Marker

FACILITY: Final = "-facility"  # how a facility is told from what is printed: `oil-facility`
BUILT_FACTORY: Final = FACTORY + FACILITY
OIL_FACILITY: Final = OIL + FACILITY
RESOURCE_FACILITY: Final = RESOURCE + FACILITY
RAIL_FACILITY: Final = RAIL + FACILITY
ROAD_FACILITY: Final = ROAD + FACILITY
FORT_FACILITY: Final = FORT + FACILITY
FACTORIES: Final = (BLUE, RED)
WORDS: Final[Mapping[str, str]] = {
    BLUE: "blue factory",
    RED: "red factory",
    OIL: "oil resource",
    RAIL: "railway",
    BUILT_FACTORY: "factory that was built",
    RAIL_FACILITY: "railway that was built",
    ROAD_FACILITY: "road that was built",
    FORT_FACILITY: "fort that was built",
    "site": "oil works on their way",
}


@dataclass(frozen=True, slots=True)
class Ruin:
    """So many works of a kind, destroyed or repaired."""

    what: str
    count: int = 1


@implements("WIF-11.7-14", "WIF-11.7-15", "WIF-11.7-18", "WIF-13.6.6-1", "WIF-13.6.10-31c")
def standing(position: Position, place: str) -> dict[str, int]:
    """What asterisks could destroy in a hex, in the order in which they do (11.7).

    Printed works with option 33, facilities with option 32; a printed railway last.
    """
    kits, works = position.kits, factories_at(position, place)
    built = min(built_at(position, place, FACTORY), works.count(BLUE))
    found: dict[str, int] = {}
    if kits.printed_falls:
        found |= {BLUE: works.count(BLUE) - built, RED: works.count(RED)}
        found |= {OIL: printed_oil(position, place)}
    if kits.built_falls:
        found[BUILT_FACTORY] = built
        for kind in (OIL, RESOURCE, RAIL, ROAD):
            found[kind + FACILITY] = int(built_at(position, place, kind) > 0)
    if kits.printed_falls:
        found[RAIL] = int(has_printed_rail(position, place))
    return {kind: many for kind, many in found.items() if many > 0}


def has_printed_rail(position: Position, place: str) -> bool:
    """Whether a printed railway runs through a hex that is not in ruins (11.7)."""
    if place in position.ground.works.ruined:
        return False
    board = position.board
    return any(RAIL in board.border(place, other) for other in board.neighbours[place])


def hit(asterisks: int, there: Mapping[str, int]) -> dict[str, int]:
    """What so many asterisks destroy of what stands, each one of it (11.7)."""
    found: dict[str, int] = {}
    for kind, many in there.items():
        taken = min(many, asterisks)
        asterisks -= taken
        if taken:
            found[kind] = taken
    return found


@implements("WIF-11.7-16")
def ruined(position: Position, place: str, losses: Mapping[str, int]) -> Iterator[Event]:
    """The markers of what is destroyed: printed works lie in ruins, facilities are gone."""
    for kind, many in losses.items():
        yield from _ruin(position, place, kind, many)


def _ruin(position: Position, place: str, kind: str, many: int) -> tuple[Event, ...]:
    state = position.state
    if kind == RAIL:
        return set_place(state, place, "marker", Marker.DESTROYED_RAIL, 1)
    if kind.endswith(FACILITY):
        what = kind.removesuffix(FACILITY)
        left = built_at(position, place, what) - many if kind == BUILT_FACTORY else 0
        return demolished(state, place, what, left)
    word = Marker.DESTROYED.of(kind)
    total = as_number(state.marker(place, word)) + many
    return set_place(state, place, "marker", word, total)


def ruins_of(position: Position, place: str) -> dict[str, int]:
    """What lies in ruins in a hex that could be repaired: printed works alone (13.6.7)."""
    state = position.state
    words = {kind: Marker.DESTROYED.of(kind) for kind in (BLUE, RED, OIL, RAIL)}
    found = {kind: as_number(state.marker(place, word)) for kind, word in words.items()}
    return {kind: many for kind, many in found.items() if many}


def words_of(kind: str) -> str:
    """A kind of works in a sentence."""
    return WORDS.get(kind, kind.replace("-", " "))


def as_ruins(losses: Mapping[str, int]) -> tuple[Ruin, ...]:
    """Works by kind as a verdict holds them."""
    return tuple(Ruin(kind, many) for kind, many in losses.items())


def told(ruins: Iterable[Ruin]) -> str:
    """`blue factory, 2 oil resource`: works in a sentence."""
    many = ((ruin.count, words_of(ruin.what)) for ruin in ruins)
    return ", ".join(f"{count} × {words}" if count > 1 else words for count, words in many)
