"""What a power can produce with: factories and resources (13.6.1, 13.6.2).

Decides which factories and resources of the map are a power's to use. A red factory serves whoever
controls it, a blue one a power at home or in a minor country aligned to it; a partisan in the hex
bars both. What was built counts like what is printed (option 32); ruins count for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import as_number
from pbem.core.rules.book import once
from pbem.systems.flames.world.position import PARTISAN, Position
from pbem.systems.flames.world.vocabulary import Marker, number_of

RED: Final = "red"
BLUE: Final = "blue"
OIL: Final = "oil"
FACTORY: Final = "factory"
RESOURCE: Final = "resource"


@dataclass(frozen=True, slots=True)
class Store:
    """The resources of a hex: general ones and oil."""

    general: int
    oil: int

    @property
    def total(self) -> int:
        return self.general + self.oil

    def plus(self, other: Store) -> Store:
        """Both together."""
        return Store(self.general + other.general, self.oil + other.oil)

    def less(self, other: Store) -> Store:
        """What is left without the other."""
        return Store(self.general - other.general, self.oil - other.oil)


@implements("WIF-13.6.2-1", "WIF-19.12-3", "AIF-13.6.2-1")
def factories_at(position: Position, place: str) -> tuple[str, ...]:
    """The factories of a hex that stand: red and blue ones, without those in ruins.

    Those that were built are blue (4.2.2).
    """
    printed = position.board.fact(place, "factories")
    left = list(map(str, printed)) if isinstance(printed, tuple) else []
    gone = gone_by_rail(position, place)
    if position.country(place) in position.policy.industry.red:
        left, gone = [RED] * (len(left) - gone), 0
    left += [BLUE] * built_at(position, place, FACTORY)
    for _ in range(min(gone, left.count(BLUE))):
        left.remove(BLUE)
    left += [BLUE] * sum(railed_in(position, place).values())
    for colour in (RED, BLUE):
        gone = as_number(position.state.marker(place, Marker.DESTROYED.of(colour)))
        for _ in range(min(gone, left.count(colour))):
            left.remove(colour)
    return tuple(left)


def gone_by_rail(position: Position, place: str) -> int:
    """How many blue factories of a hex have gone away by rail (11.9)."""
    return as_number(position.state.marker(place, Marker.RAILED_AWAY))


def railed_in(position: Position, place: str) -> dict[str, int]:
    """How many blue factories have come to a hex by rail, by the turn in which they came (11.9)."""
    known = position.places.get(place)
    found = Marker.RAILED_IN.among(known.markers) if known else {}
    return {turn: as_number(many) for turn, many in sorted(found.items())}


@implements("WIF-11.9-10")
def idle_factories(position: Position, place: str) -> int:
    """How many factories of a hex came too lately to work: they do from the second turn on."""
    now = number_of(position.clock.turn)
    return sum(n for turn, n in railed_in(position, place).items() if now < number_of(turn) + 2)


def built_at(position: Position, place: str, kind: str) -> int:
    """How many facilities of a kind were built in a hex; of oil and resources their points (32)."""
    return as_number(position.state.marker(place, Marker.BUILT.of(kind)))


@implements(
    "WIF-13.6.1-1", "WIF-13.6.1-4", "WIF-13.6.1-5", "WIF-13.6.1-6", "WIF-13.6.1-7", "AIF-13.6.1-1",
    "AIF-13.6.1-3",
)  # fmt: skip
def resources_at(position: Position, place: str) -> Store:
    """The resources of a hex, printed and built, without what bombs have lost and wells in ruins.

    A facility yields as many as it has points, for whoever holds the hex (13.6.1).
    """
    general = _number(position, place, "resources") + built_at(position, place, RESOURCE)
    lost = as_number(position.state.marker(place, Marker.LOST_OIL))
    oil = printed_oil(position, place) + built_at(position, place, OIL)
    return Store(general, max(0, oil - lost))


def printed_oil(position: Position, place: str) -> int:
    """The printed oil of a hex that is not in ruins."""
    ruined = as_number(position.state.marker(place, Marker.DESTROYED.of(OIL)))
    return max(0, _number(position, place, OIL) - ruined)


def places_with(position: Position, *kinds: str) -> tuple[str, ...]:
    """The hexes where facilities of some kinds were built, or to which factories came by rail."""
    words = {Marker.BUILT.of(kind) for kind in kinds}
    return tuple(
        place.id
        for place in position.places.values()
        if place.markers and (words & place.markers.keys() or railed_in(position, place.id))
    )


def _number(position: Position, place: str, fact: str) -> int:
    value = position.board.fact(place, fact)
    return value if isinstance(value, int) else 0


@implements("WIF-13.6.2-2", "AIF-13.6.2-2", "AIF-13.6.2-3")
def is_usable(position: Position, power: str, place: str, colour: str) -> bool:
    """Whether a major power may use a factory of a hex that it controls (13.6.2)."""
    if colour == RED:
        return True
    country = position.country(place)
    if country in position.powers[power].home_countries:
        return True
    host = position.state.at_home(country)
    return (
        host is not None
        and host != power
        and position.conqueror(country) is None
        and position.major(host) == power
    )


@implements("WIF-13.1.3-3")
def is_held(position: Position, power: str, place: str) -> bool:
    """Whether a power, or a minor country of it, controls a hex in which no enemy partisan is."""
    holder = position.controller(place)
    if holder is None or position.major(holder) != power:
        return False
    side = position.side(power)
    return not any(
        p.kind == PARTISAN and position.side(p.owner) != side for p in position.at(place)
    )


@once
def usable_factories(position: Position, power: str) -> dict[str, int]:
    """How many factories a major power may use in each hex, in byte order of the hexes."""
    came = places_with(position, FACTORY)
    found = {
        place: sum(is_usable(position, power, place, c) for c in factories_at(position, place))
        - idle_factories(position, place)
        for place in sorted({*position.board.by_fact.get("factories", {}), *came})
        if is_held(position, power, place)
    }
    return {place: many for place, many in found.items() if many > 0}


@once
@implements("WIF-13.6.1-2", "AIF-13.6.1-2")
def own_resources(position: Position, power: str) -> dict[str, Store]:
    """The resources that a major power controls, with its minors, in byte order of the hexes."""
    facts = position.board.by_fact
    built = places_with(position, OIL, RESOURCE)
    places = sorted({*facts.get("resources", {}), *facts.get(OIL, {}), *built})
    found = {p: resources_at(position, p) for p in places if is_held(position, power, p)}
    return {place: store for place, store in found.items() if store.total}
