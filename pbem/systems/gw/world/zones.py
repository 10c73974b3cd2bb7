"""Land zones as the map and the state show them: terrain, borders, works, cities (1.1, 1.7-1.23).

A border's features are words: `river`, `mountain`, `maginot-line` …; `river:paris` matters only to
units that enter Paris, and works guard the zone that they name.

Decides: terrain, works, facilities on coasts, and which cities are surrounded.
Leaves to `battlefield`: what ground does to units; to `facilities`: what factories and yards make.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import Place, State, as_text
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.battlefield import (
    OPTION_OF_TERRAIN,
    Battlefield,
    Border,
    city_is_surrounded,
)
from pbem.systems.gw.world.duties import is_blockaded
from pbem.systems.gw.world.nations import (
    MAJOR_POWERS,
    home_of,
    is_enemy_zone,
    is_sea,
)
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact


class OpenCoast(Reading, id="GW-R-1.16-a"):
    """Whether a city on the sea without a harbour can be surrounded."""

    SURROUNDED = "surrounded"
    OPEN = "open"


class Besiegers(Reading, id="GW-R-1.16-b"):
    """Whose possession surrounds a city."""

    ANY_ENEMY = "any-enemy"
    ONE_ALLIANCE = "one-alliance"


class BlockadedCity(Reading, id="GW-R-1.16-c"):
    """Whether an Air Base keeps a blockaded city open."""

    AIR_BASE = "air-base"
    BLOCKADE = "blockade"


class CityBeyondReach(Reading, id="GW-R-1.16-d"):
    """Whether enemies must possess zones round a city that nobody can enter."""

    EVERY_ZONE = "every-zone"
    PASSABLE = "passable"


IMPASSABLE = "impassable"
CLOSED_TO_LAND = (IMPASSABLE, "burma-road", "lake")
NAVAL_FACILITIES = (
    PlaceFact.MINOR_PORT, PlaceFact.MAJOR_PORT, PlaceFact.MINOR_SHIPYARD, PlaceFact.MAJOR_SHIPYARD,
    PlaceFact.MINOR_DOCKYARD, PlaceFact.MAJOR_DOCKYARD,
)  # fmt: skip
MAJOR_BASES = (PlaceFact.MAJOR_PORT, PlaceFact.MAJOR_SHIPYARD, PlaceFact.MAJOR_DOCKYARD)
FACILITIES = (
    *NAVAL_FACILITIES,
    PlaceFact.AIR_BASE,
    PlaceFact.SUBMARINE_BASE,
    PlaceFact.SEAPLANE_BASE,
    PlaceFact.COASTAL_ARTILLERY,
)


def listed(board: Board, zone: str, fact: str) -> tuple[str, ...]:
    """A fact that may be a list, as a list."""
    value = board.fact(zone, fact)
    if value is None:
        return ()
    return tuple(str(item) for item in value) if isinstance(value, tuple) else (str(value),)


def terrain_of_zone(board: Board, zone: str) -> tuple[str, ...]:
    """The terrain in which a zone's roundel lies (1.7)."""
    return listed(board, zone, "terrain")


@implements("GW-1.1-2")
def value_of_zone(board: Board, zone: str) -> int:
    """The IPP value of a zone; none printed is 0 (1.1)."""
    return int(board.text(zone, "value") or 0)


@implements("GW-0.9-20", "GW-1.3-2")
def roundel_of(board: Board, zone: str) -> str:
    """The nation whose roundel the map prints in a zone; a nation is all its zones (0.9, 1.3)."""
    return board.text(zone, "nation")


@implements("GW-1.3-1")
def is_capital(board: Board, zone: str) -> bool:
    """Whether a zone bears its nation's brightest roundel (1.3)."""
    return board.fact(zone, "capital") is True


@implements("GW-1.7-3", "GW-1.18-1", "GW-1.13-1")
def is_impassable(game: Game, zone: str) -> bool:
    """Whether no land unit may enter a zone, nor aircraft land: printed so, or ice (1.7, 1.13)."""
    ice = game.options.tundra and game.board.fact(zone, "ice") is True
    return ice or IMPASSABLE in terrain_of_zone(game.board, zone)


def features(board: Board, zone: str, other: str) -> dict[str, str]:
    """What lies on a border, by name, with what stands behind the colon: `crossing:2`."""
    found = (feature.partition(":") for feature in board.border(zone, other))
    return {name: more for name, _, more in found}


@implements("GW-1.1-3", "GW-1.15-4", "GW-1.17-3", "GW-AppB-1")
def is_land_border(board: Board, zone: str, other: str) -> bool:
    """Whether land units may simply walk over a border.

    Not where it is impassable, nor where only a crossing or a special road joins the zones.
    """
    if is_sea(board, zone) or is_sea(board, other):
        return False
    return not any(name in CLOSED_TO_LAND for name in features(board, zone, other))


@implements("GW-12.6-1")
def facilities_at(position: Position, zone: str) -> tuple[str, ...]:
    """The undamaged facilities of a land zone: printed ones, and those built in play."""
    place = position.places.get(zone)
    built = place.facts if place else {}
    printed = listed(position.board, zone, "facilities")
    return tuple(
        name
        for name in dict.fromkeys((*printed, *built))
        if name in FACILITIES and built.get(name, 1) and not is_damaged(position.state, zone, name)
    )


def facilities_facing(position: Position, zone: str, sea: str) -> tuple[str, ...]:
    """The undamaged facilities of a land zone that lie on a sea zone.

    Where a border names a facility, the zone's facilities of that kind lie there only.
    """
    board = position.board
    found = []
    for name in facilities_at(position, zone):
        coasts = [o for o in board.neighbours[zone] if name in features(board, zone, o)]
        on_coast = name != PlaceFact.AIR_BASE and board.adjacent(zone, sea)
        if sea in coasts or (not coasts and on_coast):
            found.append(name)
    return tuple(found)


@implements("GW-1.12-1", "GW-1.12-2", "GW-1.7-2")
def border_into(book: Book, board: Board, zone: str, origin: str) -> Border:
    """What units meet that enter a zone from another: terrain, and works that guard the zone."""
    terrain: list[str] = []
    works = ""
    for feature in board.border(zone, origin):
        name, _, towards = feature.partition(":")
        if towards not in ("", zone):
            continue
        if name in OPTION_OF_TERRAIN:
            terrain.append(name)
        elif name in book.chart("terrain").table("works").rows.names:
            works = name
    return Border(origin, tuple(terrain), works)


@implements("GW-12.8-1")
def guards_every_border(board: Board, zone: str) -> bool:
    """Whether works guard all of a zone: cities, islands abroad, some others (12.8)."""
    island = board.fact(zone, "island") is True and home_of(board, zone) not in MAJOR_POWERS
    return island or is_city(board, zone) or board.fact(zone, "special-fortification") is True


def built_on(place: Place | None, kind: str) -> dict[str, int]:
    """How many works of a kind were built, by the zone beyond the border on which they stand."""
    found = Marker.BUILT.among(place.markers if place else {})
    works = ((name.partition(":"), number) for name, number in sorted(found.items()))
    return {zone: int(number or 0) for (name, _, zone), number in works if name == kind}


@implements("GW-1.22-2", "GW-1.23-5")
def standing_border(position: Position, zone: str, origin: str) -> Border:
    """A border into a zone with the works that guard it, printed or built (1.22, 12.7).

    Those on the map are gone once the zone has been conquered.
    """
    border = border_into(position.book, position.board, zone, origin)
    place = position.places.get(zone)
    if origin in built_on(place, PlaceFact.FORTIFICATION) and not guards_every_border(
        position.board, zone
    ):
        return replace(border, works=PlaceFact.FORTIFICATION)
    lost = position.state.marker(zone, Marker.WORKS_LOST) is True
    return replace(border, works="") if lost else border


@implements("GW-12.7-1", "GW-12.8-1")
def is_fortified(position: Position, zone: str, origin: str) -> bool:
    """Whether works guard a border already: one Fortification a border, or a small zone (12.8)."""
    if standing_border(position, zone, origin).works:
        return True
    built = built_on(position.places.get(zone), PlaceFact.FORTIFICATION)
    return bool(built) and guards_every_border(position.board, zone)


def has_works(book: Book, board: Board, zone: str) -> bool:
    """Whether printed works guard a zone on any border."""
    return any(border_into(book, board, zone, other).works for other in board.neighbours[zone])


@implements("GW-1.16-1")
def is_city(board: Board, zone: str) -> bool:
    """Whether the map shows the zone as a city (1.16)."""
    return board.fact(zone, "city") is True


def is_damaged(state: State, zone: str, facility: str) -> bool:
    """Whether a facility bears damage markers (0.4)."""
    return bool(state.marker(zone, Marker.DAMAGE.of(facility)))


@implements("GW-1.16-5")
def is_surrounded(position: Position, zone: str) -> bool:
    """Whether a city is surrounded now (1.16)."""
    if not is_city(position.board, zone):
        return False
    holder = position.holder(zone)
    if not _besieged(position, holder, zone) or _open_to_the_sea(position, zone, holder):
        return False
    sound = facilities_at(position, zone)
    blockaded = is_cut_off(position, zone, holder)
    if blockaded and position.reading(BlockadedCity) is BlockadedCity.BLOCKADE:
        return True
    return city_is_surrounded(
        all_neighbours_enemy=True,
        borders_neutral_power=False,
        undamaged_air_base=PlaceFact.AIR_BASE in sound,
        undamaged_naval_facility=any(facility in NAVAL_FACILITIES for facility in sound),
        blockaded=blockaded,
    )


@implements("GW-1.16-6")
def _besieged(position: Position, holder: str, zone: str) -> bool:
    """Whether enemies possess every zone round a city, and no Neutral Power one of them (1.16)."""
    near = [other for other in position.board.neighbours[zone] if not is_sea(position.board, other)]
    around = [other for other in near if not is_impassable(position.game, other)]
    if around != near and position.reading(CityBeyondReach) is CityBeyondReach.EVERY_ZONE:
        around = near
    if not all(is_enemy_zone(position.state, holder, other) for other in around):
        return False
    sides = {position.side_of(str(position.controller(other))) for other in around}
    if len(sides) < 2:
        return True
    return position.reading(Besiegers) is Besiegers.ANY_ENEMY


def _open_to_the_sea(position: Position, zone: str, holder: str) -> bool:
    """Whether the sea keeps a city open that has no naval facility at all (1.16)."""
    seas = [other for other in position.board.neighbours[zone] if is_sea(position.board, other)]
    if not seas or any(name in NAVAL_FACILITIES for name in facilities_at(position, zone)):
        return False
    if all(is_blockaded(position, holder, sea) for sea in seas):
        return False
    return position.reading(OpenCoast) is OpenCoast.OPEN


@implements("GW-8.11-6")
def is_cut_off(position: Position, zone: str, holder: str) -> bool:
    """Whether every sea zone on which a zone's naval facilities lie is blockaded (1.16, 8.11)."""
    seas = [
        sea
        for sea in position.board.neighbours[zone]
        if is_sea(position.board, sea)
        and any(name in NAVAL_FACILITIES for name in facilities_facing(position, zone, sea))
    ]
    return bool(seas) and all(is_blockaded(position, holder, sea) for sea in seas)


@implements("GW-12.7-1", "GW-12.8-1")
def battlefield(position: Position, zone: str, origins: Iterable[str]) -> Battlefield:
    """The ground of a battle in a zone that is attacked from others.

    A Fortification in a special zone guards it against every border (12.8).
    """
    built = built_on(position.places.get(zone), PlaceFact.FORTIFICATION)
    return Battlefield(
        terrain=terrain_of_zone(position.board, zone),
        city=is_city(position.board, zone),
        surrounded=is_surrounded(position, zone),
        works=PlaceFact.FORTIFICATION
        if built and guards_every_border(position.board, zone)
        else "",
        borders=tuple(standing_border(position, zone, origin) for origin in origins),
    )


@implements("GW-14.2-7")
def guest_base(state: State, zone: str) -> str:
    """Whose submarine base stands in another nation's zone: Germany's in Murmansk (14.2)."""
    return as_text(state.marker(zone, Marker.BASIS_NORD))
