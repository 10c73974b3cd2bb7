"""Units destroyed in land combat, and the build points that they are worth at home (13.6.3).

Decides which losses count: corps of major powers, in supply, in their home country; for the USSR in
East Poland and the Baltic States too, while it holds a city there; with option 36 those lost near
an HQ elsewhere, too. Warlords count nowhere.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.control import major
from pbem.systems.flames.world.countries import country_of, one_more
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.units import WARLORD, Piece, destroyed, is_of_partisans
from pbem.systems.flames.world.vocabulary import PowerCount
from pbem.systems.wif.world.vocabulary import MinorName, PowerName

BALTIC_STATES: Final = (MinorName.ESTONIA, MinorName.LATVIA, MinorName.LITHUANIA)
EAST_POLAND: Final = "east-poland"


class CadresOfMinors(Reading, id="WIF-13.6.10-R6"):
    """Whether lost units of minor countries that produce apart leave cadres."""

    MAJORS = "majors"
    EACH = "each"


@implements("WIF-13.6.3-8")
def killed(position: Position, piece: Piece) -> tuple[Event, ...]:
    """The changes when a unit is destroyed in the land combat step."""
    if not is_worth_a_point(position, piece):
        return destroyed(piece)
    country = country_of(position, piece)
    return (*destroyed(piece), *one_more(position, country, PowerCount.BONUS_POINTS, 1))


@implements("WIF-11.15.5-31", "WIF-13.6.3-5", "WIF-13.6.3-7")
def is_worth_a_point(position: Position, piece: Piece) -> bool:
    """Whether the loss of a unit brings its power a build point (13.6.3)."""
    if not piece.is_land or piece.is_division or is_of_partisans(piece):
        return False
    if piece.counter.is_a(WARLORD):
        return False
    if major(position.state, piece.owner) != piece.owner:
        return is_cadre_of_minor(position, piece)
    near = is_home(position, piece.owner, piece.at) or is_cadre(position, piece)
    return near and in_supply(position, piece)


@implements("WIF-13.6.10-37a")
def is_cadre_of_minor(position: Position, piece: Piece) -> bool:
    """Whether a unit of a minor country that produces apart leaves a cadre (13.6.10, option 36)."""
    if country_of(position, piece) != piece.owner or not is_cadre(position, piece):
        return False
    whose = position.reading(CadresOfMinors)
    return whose is CadresOfMinors.EACH and in_supply(position, piece)


@implements("WIF-13.6.3-9", "WIF-13.6.3-10", "WIF-13.6.3-11")
def is_cadre(position: Position, piece: Piece) -> bool:
    """Whether a face-up HQ of its power is there, or near enough, to save a unit's cadre (36)."""
    if not position.options.cadres:
        return False
    near = (piece.at, *position.board.neighbours[piece.at])
    hqs = (other for place in near for other in position.land_at(place) if other.is_hq)
    return any(
        hq.owner == piece.owner and not hq.face_down and _within_reach(position, piece.at, hq)
        for hq in hqs
    )


def _within_reach(position: Position, here: str, hq: Piece) -> bool:
    """Whether motors pay no more from a hex to the HQ's than what it reorganises (13.6.3)."""
    ground = position.ground
    if hq.at == here:
        return True
    entry, cross = ground.motors[hq.at], ground.cross(here, hq.at, hq.kind)
    return entry is not None and cross is not None and entry + cross <= hq.reorganisation


@implements("WIF-13.6.3-6")
def is_home(position: Position, power: str, place: str) -> bool:
    """Whether a hex counts as a power's home for bonus points (13.6.3)."""
    if position.country(place) in position.powers[power].home_countries:
        return True
    claimed = claimed_region(position, place)
    if power != PowerName.USSR or not claimed:
        return False
    cities = position.board.by_fact.get("city", {})
    return any(
        claimed_region(position, city) == claimed and position.controller(city) == power
        for city in cities
    )


def claimed_region(position: Position, place: str) -> str:
    """East Poland or the Baltic States, where a hex lies in one of them."""
    if position.country(place) in BALTIC_STATES:
        return "baltic-states"
    region = position.board.text(place, "region")
    return region if region == EAST_POLAND else ""
