"""Where units may be as a scenario begins (7.23 to 7.31).

Decides who may start in a box, in whose areas, and that a deployment limit is kept. Leaves what a
scenario says of forces and limits to its files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.awaw.boxes.places import ETHIOPIA, MURMANSK, is_sw_box
from pbem.systems.awaw.world.alliances import at_war, patron_of
from pbem.systems.awaw.world.boxes import URALS, is_box
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import PowerName, TrackName

ATLANTIC_SW: Final = "box:atlantic-sw"
US_BOXES: Final = ("box:atlantic-us", "box:pacific-us")
COMMONWEALTH: Final = ("canada", "south-africa", "india", "australia", "new-zealand")
YES: Final = "yes"
MERCHANTS: Final = ("transport", "ASW", "submarine", "advanced submarine")
COLONIAL: Final = "fra-inf-1-3"
FRENCH_HOME: Final = "france"


@implements("AWAW-7.11-1", "AWAW-7.31-2")
def raiders_at_sea(position: Position) -> bool:
    """Whether German pocket battleships may begin in the Atlantic: in three printed scenarios."""
    chart = position.book.chart("scenarios")
    name = str(position.track(TrackName.CAMPAIGN) or "")
    known = chart.table("scenarios").rows.names
    return name in known and chart.at(name, "raiders", "scenarios").text == YES


@implements("AWAW-7.31-2")
def may_start_in(position: Position, piece: Piece, box: str) -> bool:
    """Whether a unit may begin in a box: transports, ASW and submarines in SW boxes, one British
    bomber factor and German pocket battleships in the Atlantic one, American and Commonwealth
    units in boxes of land.
    """
    nation = position.game.nationality(piece.unit)
    if is_sw_box(box):
        return piece.kind in MERCHANTS or (
            box == ATLANTIC_SW and _in_the_atlantic(position, piece, nation)
        )
    if box in US_BOXES and nation == PowerName.UNITED_STATES:
        return True
    return nation in COMMONWEALTH and box not in (URALS, ETHIOPIA, MURMANSK)


def _in_the_atlantic(position: Position, piece: Piece, nation: str) -> bool:
    if piece.kind == "strategic bomber":
        return nation == PowerName.BRITAIN and piece.size == 1
    return piece.kind == "PB" and nation == PowerName.GERMANY and raiders_at_sea(position)


def misplaced(position: Position) -> Iterator[tuple[str, str]]:
    """The units of a set-up that stand where they may not, each with the rule."""
    for unit in position.units.values():
        rule = rule_against(position, position.piece(unit))
        if rule:
            yield unit.id, rule


@implements("AWAW-7.24-1", "AWAW-7.23-1", "AWAW-7.31-1")
def rule_against(position: Position, piece: Piece) -> str:
    """The rule by which a unit may not begin where it is; none if it may: in boxes, in areas of
    another power, an ally's too, or French 1-3 infantry outside the colonies.
    """
    place = piece.at
    if place not in position.board:
        return ""
    if is_box(place):
        return "" if may_start_in(position, piece, place) else "7.31"
    if not _is_own(position, piece):
        return "7.24"
    at_home = position.board.country(place) == FRENCH_HOME
    return "7.23" if piece.unit.counter == COLONIAL and at_home else ""


def _is_own(position: Position, piece: Piece) -> bool:
    """Whether a hex is of the unit's power, of a minor of it, or of its patron."""
    holder = position.holder(piece.at)
    state = position.state
    family = {piece.owner, patron_of(state, piece.owner)}
    return holder in family or patron_of(state, holder) in family - {""}


@implements("AWAW-7.21-1")
def wars_at_start(position: Position) -> tuple[tuple[str, str], ...]:
    """The wars of the situation with which a scenario begins; nobody has paid for them."""
    state, powers = position.state, sorted(position.powers)
    return tuple((a, b) for a in powers for b in powers if a < b and at_war(state, a, b))
