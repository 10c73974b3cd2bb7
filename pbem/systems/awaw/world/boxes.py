"""Mapboard boxes (5): what is beside them, garrisons, and BRPs lost to enemies beside them.

Decides which enemy units stand beside the India, Australia and Urals boxes, whether enough ground
factors stay in them, and what they cost. Leaves what goes in and out to `moves`, and who has
surrendered (54 to 62, 71.5, 72.5) to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.world.alliances import AXIS_FACTIONS, enemies_of, faction_of
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece, ground_factors
from pbem.systems.awaw.world.vocabulary import Faction

URALS: Final = "box:urals"
INDIA: Final = "box:india"
AUSTRALIA: Final = "box:australia"
HEXES: Final = {INDIA: "india", AUSTRALIA: "australia"}  # the countries whose hexes adjoin a box
HOLDERS: Final = {
    INDIA: Faction.WESTERN_ALLIES,
    AUSTRALIA: Faction.WESTERN_ALLIES,
    URALS: Faction.RUSSIA,
}
INDIAN_NATIONAL_ARMY: Final = "indian-national-army"  # the nationality of its counters


class IndianNationalArmy(Reading, id="AWAW-R-5.47-a"):
    """Whether Indian National Army units count against the garrison of the India box."""

    JAPANESE_ALONE = "japanese-alone"
    COUNTED = "counted"


@implements("AWAW-3.11-26")
def is_box(place: str) -> bool:
    """Whether a place is a box: it stands for a region without hexes."""
    return place.startswith("box:")


def box_holder(position: Position, box: str) -> Faction | None:
    """The faction that holds a box now."""
    held_by = position.controller(box)
    return faction_of(position.state, held_by) if held_by else None


@implements("AWAW-5.41-1", "AWAW-5.51-1", "AWAW-5.71-1")
def hexes_beside(position: Position, box: str) -> tuple[str, ...]:
    """The hexes of land beside a box: those of India and of Australia for theirs."""
    board = position.board
    land = (p for p in board.neighbours[box] if not is_box(p) and board.terrain(p) != "sea")
    own = HEXES.get(box)
    return tuple(sorted(p for p in land if own is None or board.country(p) == own))


def enemies_beside(position: Position, box: str) -> tuple[Piece, ...]:
    """The ground units in hexes beside a box of factions at war with its holder: of the Axis and
    Japan beside the Urals, of Japan alone beside India and Australia.
    """
    facing = AXIS_FACTIONS if box == URALS else (Faction.JAPAN,)
    at_hand = (piece for place in hexes_beside(position, box) for piece in position.at(place))
    return tuple(
        p for p in at_hand if p.is_ground and faction_of(position.state, p.owner) in facing
    )


def _is_of_ina(position: Position, piece: Piece) -> bool:
    return position.game.nationality(piece.unit) == INDIAN_NATIONAL_ARMY


def own_factors(position: Position, box: str) -> int:
    """The ground factors in a box of the faction that holds it."""
    holder = box_holder(position, box)
    inside = (p for p in position.at(box) if faction_of(position.state, p.owner) is holder)
    return ground_factors(inside)


@implements("AWAW-5.T-2", "AWAW-5.47A-2", "AWAW-5.57A-2", "AWAW-5.77A-1b")
def garrison_holds(position: Position, box: str) -> bool:
    """Whether a box has no fewer ground factors in it than enemies beside it."""
    beside: Iterable[Piece] = enemies_beside(position, box)
    ina = position.reading(IndianNationalArmy) is IndianNationalArmy.COUNTED
    if box != INDIA or not ina:
        beside = (piece for piece in beside if not _is_of_ina(position, piece))
    return own_factors(position, box) >= ground_factors(beside)


@implements("AWAW-5.T-3", "AWAW-5.44B-1", "AWAW-5.54-1", "AWAW-5.74-2")
def brps_lost(position: Position, box: str) -> int:
    """The BRPs that enemies beside a box cost: one for each factor beyond those inside.

    Partisans do not count; nothing is lost once the country has surrendered, or where Russia is
    not at war with them. The chart tells the most that are lost.
    """
    if box_holder(position, box) is not HOLDERS[box]:
        return 0
    row = position.book.chart("boxes")
    most, payer = int(row.at(box, "loss", "boxes").number), row.at(box, "payer", "boxes").text
    beside = (piece for piece in enemies_beside(position, box) if not piece.is_partisan)
    counted = (p for p in beside if box != URALS or _at_war_with(position, payer, p.owner))
    return min(most, max(0, ground_factors(counted) - own_factors(position, box)))


def _at_war_with(position: Position, power: str, enemy: str) -> bool:
    """Whether a power is at war with the faction of an enemy."""
    faction = faction_of(position.state, enemy)
    foes = enemies_of(position.state, power)
    return any(faction_of(position.state, foe) is faction for foe in foes)
