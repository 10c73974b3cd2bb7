"""Partisans as units: their country, whom they fight, with whom they work (13.1.3, 18.1).

Decides the hexes of a country or region of the partisan table, where partisans may go, that they
fight whoever holds their country, with which units any two units work together. Leaves how they
rise to the end of the turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL
from pbem.core.rules.book import once
from pbem.systems.flames.world.control import enemy_units, entry_ban, is_enemy_hex
from pbem.systems.flames.world.local_units import kept_home
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    other_side,
)
from pbem.systems.flames.world.vocabulary import UnitMark

NOBODY: Final = "-"


# --- their country -------------------------------------------------------------------------------


@once
def hexes_of(position: Position, name: str) -> tuple[str, ...]:
    """The land hexes of a country or region of the table on this map, in byte order."""
    return tuple(
        place for place in sorted(_inside(position, name)) if position.ground.is_land(place)
    )


def _inside(position: Position, name: str) -> list[str]:
    """The hexes of a region that the map knows, of a wild one, or of some countries."""
    board, ground = position.board, position.ground
    regions = board.by_fact.get("region", {})
    inside = [place for place, region in regions.items() if region == name]
    if inside:
        return inside
    wanted = countries_of(position, name)
    inside = [place for place in board.spots if position.country(place) in wanted]
    if name not in position.policy.wild_regions:
        return inside
    return [place for place in inside if ground.scale(place) == "pacific"]


@once
def countries_of(position: Position, name: str) -> tuple[str, ...]:
    """The countries that a name of the table means; of a region that in which it lies."""
    board = position.board
    regions = board.by_fact.get("region", {})
    inside = next((place for place in sorted(regions) if regions[place] == name), None)
    if inside is not None:
        return (board.country(inside),)
    if name in position.policy.wild_regions:
        return (position.policy.wild_regions[name],)
    chart = position.book.chart("partisan-regions")
    table = chart.table()
    if name not in table.rows.names:
        return (name,)
    cells = (chart.at(name, column).text for column in table.columns.names)
    return tuple(cell for cell in cells if cell != NOBODY)


def home_of(position: Position, piece: Piece) -> tuple[str, ...]:
    """The countries that a partisan may not leave; none of a unit that is no partisan."""
    name = piece.unit.mark(UnitMark.COUNTRY) if piece.kind == PARTISAN else None
    return countries_of(position, str(name)) if name else ()


def is_red(piece: Piece) -> bool:
    """Whether a partisan is of a country printed in red."""
    return piece.unit.marked(UnitMark.RED)


@implements("WIF-13.1.3-9", "AIF-13.1-15")
def leaves_home(position: Position, piece: Piece, place: str) -> str:
    """Why a unit bound to a country or city does not go to a hex.

    A partisan never leaves its country, other regions aside.
    """
    home = home_of(position, piece)
    if not home:
        return kept_home(position, piece, place)
    if position.country(place) in home:
        return ""
    return f"{piece.name} never leaves {' or '.join(map(position.called, home))}"


def entry_ban_of(position: Position, piece: Piece, place: str) -> str:
    """Why a land unit may not enter a hex: a partisan's own country is open to it (13.1.3)."""
    if home_of(position, piece):
        return leaves_home(position, piece, place)
    return entry_ban(position, piece.owner, place) or kept_home(position, piece, place)


# --- whom they fight -----------------------------------------------------------------------------


@implements("WIF-13.1.3-14", "WIF-13.1.3-15")
def fights(position: Position, piece: Piece, power: str) -> bool:
    """Whether a unit is at war with a power: partisans are whatever their power does (13.1.3).

    Those of a green country with everybody on the other side, those of a red one with the side of
    whoever controls it.
    """
    if position.at_war(piece.owner, power):
        return True
    side = position.side(power)
    if not home_of(position, piece) or side == NEUTRAL:
        return False
    if is_red(piece):
        return side in {position.side(holder) for holder in _holders(position, piece)}
    return side == other_side(position.side(piece.owner))


def _holders(position: Position, piece: Piece) -> Iterable[str]:
    """The major powers that control the country of a red partisan."""
    state = position.state
    for country in home_of(position, piece):
        owner = position.conqueror(country) or state.at_home(country)
        if owner is not None:
            yield position.major(owner)


@implements("WIF-13.1.3-14", "WIF-13.1.3-15", "WIF-9.8-4", "WIF-9.8-8")
def hostile_units(position: Position, place: str, piece: Piece) -> tuple[Piece, ...]:
    """The units in a hex that a unit may fight, or that fight it as partisans do.

    In an enemy's hex all of the other side are, also those at peace with it (9.8).
    """
    enemy = {other.id for other in enemy_units(position, place, piece.owner)}
    if is_enemy_hex(position, place, piece.owner):
        rivals = position.state.rivals(position.side(piece.owner))
        enemy |= {p.id for p in position.at(place) if position.side(p.owner) in rivals}
    return tuple(
        other
        for other in position.at(place)
        if other.id in enemy
        or fights(position, piece, other.owner)
        or fights(position, other, piece.owner)
    )


@implements("WIF-11.15.1-2", "WIF-11.10.6-1")
def may_be_fought_in(position: Position, place: str, piece: Piece) -> bool:
    """Whether a unit may attack or overrun a hex: an enemy's, or one with an enemy partisan."""
    if is_enemy_hex(position, place, piece.owner):
        return True
    controller = position.controller(place)
    if controller is not None and home_of(position, piece) and fights(position, piece, controller):
        return True
    return any(other.kind == PARTISAN for other in hostile_units(position, place, piece))


# --- with whom they work -------------------------------------------------------------------------


@implements("WIF-13.1.3-11", "WIF-18.1-7", "AIF-13.1-15", "AIF-18.1-1")
def work_together(position: Position, one: Piece, two: Piece) -> bool:
    """Whether two units co-operate (18.1): green partisans with units of their country alone, red
    ones with partisans alone.
    """
    pairs = [(a, b) for a, b in ((one, two), (two, one)) if home_of(position, a)]
    if not pairs:
        return position.cooperate(one.owner, two.owner)
    return all(_partisan_works_with(position, a, b) for a, b in pairs)


def _partisan_works_with(position: Position, partisan: Piece, other: Piece) -> bool:
    if is_red(partisan):
        return other.kind == PARTISAN
    home = home_of(position, partisan)
    powers = position.powers
    for country, power in position.policy.partisans_of.items():
        if country in home and power in powers:
            return other.owner == power
    theirs = home_of(position, other) or powers[other.owner].home_countries
    return not set(home).isdisjoint(theirs)


def strangers_to(position: Position, piece: Piece, others: Iterable[Piece]) -> tuple[Piece, ...]:
    """Those of some units that do not work together with one."""
    return tuple(other for other in others if not work_together(position, piece, other))
