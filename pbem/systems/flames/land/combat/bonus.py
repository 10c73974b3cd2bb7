"""Units destroyed in land combat, and the build points that they are worth at home (13.6.3).

Decides which losses count: corps of major powers, in supply, in their home country or what the book
counts as one; those that an optional rule saves elsewhere. Warlords count nowhere.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.countries import country_of, one_more
from pbem.systems.flames.world.position import (
    WARLORD,
    Piece,
    Position,
    destroyed,
    is_of_partisans,
)
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import PowerCount


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
    if position.major(piece.owner) != piece.owner:
        return is_cadre_of_minor(position, piece)
    near = is_home(position, piece.owner, piece.at) or position.kits.leaves_cadre(position, piece)
    return near and in_supply(position, piece)


@implements("WIF-13.6.10-37a")
def is_cadre_of_minor(position: Position, piece: Piece) -> bool:
    """Whether a unit of a minor country that produces apart leaves a cadre (13.6.10, option 36)."""
    if country_of(position, piece) != piece.owner or not position.kits.leaves_cadre(
        position, piece
    ):
        return False
    whose = position.reading(CadresOfMinors)
    return whose is CadresOfMinors.EACH and in_supply(position, piece)


@implements("WIF-13.6.3-6")
def is_home(position: Position, power: str, place: str) -> bool:
    """Whether a hex counts as a power's home for bonus points (13.6.3)."""
    if position.country(place) in position.powers[power].home_countries:
        return True
    return position.policy.held_as_home(position, power, place)
