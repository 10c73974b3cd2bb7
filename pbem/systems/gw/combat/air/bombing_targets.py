"""What can be bombed in a zone, what it can suffer, whether it has guns (9.16, 9.18, 7.3, 15.10).

A target is named by the end of its damage marker: `major-factory`, `rail:paris`, `suez-canal`,
`building-air-base`. Two facilities of a kind in one zone bear their damage together.
Decides what can be bombed and what damage does to it. Leaves the raid to `bombing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import id_said
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.battle.air_raid import Facility
from pbem.systems.gw.world.battlefield import OPTION_OF_TERRAIN
from pbem.systems.gw.world.building import (
    DONE,
    ROUGH,
    construction_bombed,
    payments_made,
    works_in,
    works_marker,
)
from pbem.systems.gw.world.capture import damaged
from pbem.systems.gw.world.facilities import counts, damage_of, facilities
from pbem.systems.gw.world.rail import RAIL, railways
from pbem.systems.gw.world.vocabulary import Marker
from pbem.systems.gw.world.zones import listed, terrain_of_zone

RAILWAYS: Final = ("rail", "railway", "railroad")
UNDER_CONSTRUCTION: Final = "under-construction"
UNLIMITED: Final = 1_000  # what is under construction is pushed back instead (7.3)


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be bombed: where, the end of its marker, and how it stands."""

    zone: str
    id: str
    stands: Facility

    @property
    def under_construction(self) -> bool:
        """Whether it is being built still."""
        return self.id.startswith(Marker.BUILDING)


def targets_in(position: Position, zone: str) -> tuple[Target, ...]:
    """Everything that can be bombed in a zone, by name."""
    ids = [kind for kind in counts(position, zone) if kind in facilities(position.book)]
    ids += [f"{RAIL}:{other}" for other in railways(position, zone)]
    if position.options.bombed_canals:
        ids += listed(position.board, zone, "canal")
    place = position.places.get(zone)
    if position.options.bombed_construction and place:
        ids += [name for name in place.markers if name.startswith(Marker.BUILDING)]
    found = (target_of(position, zone, name) for name in sorted(ids))
    return tuple(target for target in found if target.stands.maximum)


@implements("GW-9.16-6", "GW-12.5-2", "GW-12.5-3", "GW-7.3-9", "GW-15.10-1")
def target_of(position: Position, zone: str, name: str) -> Target:
    """A target with its damage, the most it can have, and its guns (9.16, 12.5).

    Railways and what is under construction have no guns. Fortifications and Coastal Artillery can
    suffer nothing, the Burma Road is no railway.
    """
    damage = damage_of(position.state, zone, name)
    if name.startswith(Marker.BUILDING):
        return Target(zone, name, Facility(damage, UNLIMITED, guns=False))
    kind, _, border = name.partition(":")
    if kind == RAIL:
        damage += damage_of(position.state, border, f"{RAIL}:{zone}")
        return Target(
            zone, name, Facility(damage, railway_bears(position.game, zone, border), guns=False)
        )
    if kind in facilities(position.book):
        number = counts(position, zone).get(kind, 0)
        return Target(zone, name, Facility(damage, facilities(position.book)[kind].damage * number))
    return Target(zone, name, Facility(damage, canal_bears(position.book)))


def canal_bears(book: Book) -> int:
    """The most damage of a canal (15.10)."""
    return int(book.chart("facilities").at("canal", "damage", "canals").number)


def railway_bears(game: Game, zone: str, border: str) -> int:
    """The most damage of a railway, by the terrain that it runs through (12.10)."""
    terrain = {*terrain_of_zone(game.board, zone), *terrain_of_zone(game.board, border)}
    rough = any(
        name in terrain and getattr(game.options, OPTION_OF_TERRAIN[name]) for name in ROUGH
    )
    row = "rough" if rough else "open"
    return int(game.book.chart("facilities").at(row, "damage", "railroads").number)


def wanted(words: str, border: str) -> str:
    """The end of the marker that words mean: `Major Factory`, `Air Base under construction`."""
    folded = id_said(words)
    building = folded.endswith(UNDER_CONSTRUCTION)
    kind = folded.removesuffix(UNDER_CONSTRUCTION).strip("-")
    kind = RAIL if kind in RAILWAYS else kind
    name = f"{kind}:{border}" if border else kind
    return Marker.BUILDING.of(name) if building else name


def title(name: str) -> str:
    """A target in words, without the zone at the other end of a railway: `Major Factory`."""
    kind = name.removeprefix(Marker.BUILDING).partition(":")[0]
    told = "Railroad" if kind == RAIL else kind.replace("-", " ").title()
    return f"{told} under construction" if name.startswith(Marker.BUILDING) else told


# --- what bombs do ---------------------------------------------------------------------------


@implements("GW-9.18-1", "GW-7.3-10", "GW-7.3-11")
def hit(position: Position, target: Target, more: int) -> tuple[Event, ...]:
    """What bombs change: the damage of a target; what is built is pushed back or gone (7.3)."""
    marker = Marker.DAMAGE.of(target.id)
    old = damage_of(position.state, target.zone, target.id)
    if not target.under_construction:
        stands = target.stands
        new = damaged(stands.damage, more, stands.maximum) - stands.damage + old
        return set_place(position.state, target.zone, "marker", marker, new or None)
    works = works_in(position.places[target.zone].markers[target.id])
    before = _payments(position.book, target, works[0])
    payments, left = construction_bombed(before, old, more)
    first = works[:1]
    if payments != before:
        first = (str(payments),) if payments else ()
    now = works_marker((*first, *works[1:]))
    return (
        *set_place(position.state, target.zone, "marker", target.id, now),
        *set_place(position.state, target.zone, "marker", marker, left or None),
    )


def _payments(book: Book, target: Target, work: str) -> int:
    """How many payments were made for what is under construction."""
    if work != DONE:
        return payments_made(work)
    kind = target.id.removeprefix(Marker.BUILDING).partition(":")[0]
    return 1 if kind == RAIL else len(facilities(book)[kind].stages)
