"""What play has built and ruined of railways, roads and forts (4.2.2, 11.7, 11.10.2, 22.9).

Decides which hexes of a state differ so from the printed map. Leaves what a line or a fort does to
`terrain`, building and ruining to `economy`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.systems.flames.world.vocabulary import Marker

ROAD: Final = "road"
RAIL: Final = "rail"
FORT: Final = "fort"
KEPT_WHEN_TAKEN: Final = ("oil", "resource")  # facilities that serve whoever holds their hex
_KEPT: Final = "works"


@dataclass(frozen=True, slots=True)
class Works:
    """Hexes that are not as printed; of each fort that was built the hexes that it looks at."""

    ruined: frozenset[str] = frozenset()
    roads: frozenset[str] = frozenset()
    rails: frozenset[str] = frozenset()
    razed: frozenset[str] = frozenset()
    forts: tuple[tuple[str, frozenset[str]], ...] = ()

    def looks_at(self, place: str) -> frozenset[str]:
        """The hexes towards which a fort was built in a hex."""
        return next((sides for at, sides in self.forts if at == place), frozenset())


UNCHANGED: Final = Works()


def works_of(state: State, shelf: dict[str, Any]) -> Works:
    """What was built and ruined; kept on a shelf for as long as no place changes."""
    kept: tuple[object, Works] = shelf.get(_KEPT, (None, UNCHANGED))
    if kept[0] is not state.places:
        kept = shelf[_KEPT] = (state.places, _found(state))
    return kept[1]


def _found(state: State) -> Works:
    marked = [place for place in state.places.values() if place.markers]
    fort = Marker.BUILT.of(FORT)
    if not marked:
        return UNCHANGED

    def bearing(name: str) -> frozenset[str]:
        return frozenset(place.id for place in marked if place.markers.get(name))

    return Works(
        bearing(Marker.DESTROYED_RAIL),
        bearing(Marker.BUILT.of(ROAD)),
        bearing(Marker.BUILT.of(RAIL)),
        bearing(Marker.RAZED_FORT),
        tuple(
            (place.id, frozenset(str(place.markers[fort]).split()))
            for place in marked
            if place.markers.get(fort)
        ),
    )


@implements("WIF-11.10.2-6", "WIF-11.10.6-19")
def overrun_works(board: Board, state: State, place: str) -> tuple[Event, ...]:
    """What enemies destroy who come into a hex: its printed fort, facilities but oil and resources.

    What was built there serves nobody else; oil and resources do (11.10.6).
    """
    razed = bool(board.fact(place, FORT))
    return (
        *(set_place(state, place, "marker", Marker.RAZED_FORT, True) if razed else ()),
        *overrun_facilities(state, place),
    )


@implements("WIF-11.10.6-19", "WIF-13.1.3-7")
def overrun_facilities(state: State, place: str) -> tuple[Event, ...]:
    """What was built in a hex goes when enemies come, partisans too; oil and resources stay."""
    known = state.places.get(place)
    built = Marker.BUILT.among(known.markers) if known else {}
    return tuple(
        change
        for kind in sorted(built)
        if kind not in KEPT_WHEN_TAKEN
        for change in demolished(state, place, kind)
    )


@implements("WIF-13.6.6-7")
def demolished(state: State, place: str, kind: str, left: int = 0) -> tuple[Event, ...]:
    """A facility is gone, and its counter can be built anew; `left`: so many stand (13.6.6)."""
    return (
        *set_place(state, place, "marker", Marker.BUILT.of(kind), left or None),
        *set_place(state, place, "marker", Marker.COUNTER.of(kind), None),
    )
