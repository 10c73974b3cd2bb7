"""What the Chinese factions may not do before they evolve, and what they build (13.3.1, 13.3.2).

Their build tables are on sheets that are not to be had whole: the chart `national-sheets` says what
is reported of them.

Decides: where they may go, and what they may build.
Leaves to `factions`: which factions there are; to `civil_wars`: how one evolves.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import State
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.factions import CHINESE_FACTIONS
from pbem.systems.gw.world.nations import EVOLVED
from pbem.systems.gw.world.zones import home_of, is_sea


class CoastOfChina(Reading, id="GW-R-13.3-c"):
    """Whether an unevolved faction's ships and aircraft may go to the sea before its coast."""

    COASTAL_SEAS = "coastal-seas"
    LAND_ONLY = "land-only"


CHINA: Final = "china"


def is_unevolved(state: State, power: str) -> bool:
    """Whether a nation is a Chinese faction that is not a Major Power yet."""
    return power in CHINESE_FACTIONS and state.powers[power].flags.get(EVOLVED) is not True


@implements("GW-13.3-5")
def why_not_go(board: Board, zone: str, reading: str) -> str:
    """Why units of an unevolved faction may not move to a zone; nothing if they may (13.3).

    They stay in the Chinese Home Country; by the reading they may go off its coast.
    """
    if home_of(board, zone) == CHINA:
        return ""
    coasts = (home_of(board, other) == CHINA for other in board.neighbours[zone])
    if reading == CoastOfChina.COASTAL_SEAS and is_sea(board, zone) and any(coasts):
        return ""
    return "outside the Chinese Home Country, before the faction has evolved"


@implements("GW-13.3-5")
def why_not_develop(state: State, power: str) -> str:
    """Why a nation may build no facility and do no research: an unevolved faction (13.3.1)."""
    return "only once the faction has evolved (13.3)" if is_unevolved(state, power) else ""


@implements("GW-13.3-5", "GW-13.3-6")
def why_not_on_list(position: Position, power: str, unit: str, has_factory: bool) -> str:
    """Why a faction may not buy a unit: its own build table, until it has evolved and a factory."""
    if power not in CHINESE_FACTIONS or unit in own_builds(position.book, power):
        return ""
    if is_unevolved(position.state, power):
        return "not on its build table, before the faction has evolved (13.3)"
    return "" if has_factory else "not on its build table; a factory would open others (13.3)"


def own_builds(book: Book, power: str) -> tuple[str, ...]:
    """The units on a faction's own build table, as far as it is known."""
    return tuple(book.chart("national-sheets").at(power, "units", "builds").text.split())


def needs_no_factory(position: Position, power: str, unit: str, zone: str) -> bool:
    """Whether a faction places a unit anywhere in its Home Country, as its sheet is reported."""
    if power not in CHINESE_FACTIONS or home_of(position.board, zone) != CHINA:
        return False
    return (
        unit in position.book.chart("national-sheets").at(power, "anywhere", "builds").text.split()
    )
