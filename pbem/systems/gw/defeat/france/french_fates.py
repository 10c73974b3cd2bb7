"""What the dice of a French surrender decide, as functions over the position (14.4.2).

Decides what each die means. Leaves throwing them to `french_surrender` and `french_navy`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.defeat.minor_defeat import home_zones
from pbem.systems.gw.economy.spending import on_chart
from pbem.systems.gw.economy.transfers import units_of
from pbem.systems.gw.world.fallen_france import FRANCE, FREE_FRANCE, VICHY
from pbem.systems.gw.world.nations import is_sea
from pbem.systems.gw.world.treaties import GERMANY
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Alliance

CHART: Final = "french-surrender"
JAPAN: Final = "japan"
OWNER_OF: Final = {"free-french": FREE_FRANCE, "vichy": VICHY}
EASTERN: Final = ("indian", "pacific")


def home_country(game: Game) -> tuple[str, ...]:
    """The zones of the French Home Country."""
    return home_zones(game, FRANCE)


def capital(game: Game) -> str:
    """The French capital; nothing on maps without one."""
    return next((z for z in home_country(game) if game.board.fact(z, "capital")), "")


def zones_that_become(game: Game, what: str) -> tuple[str, ...]:
    """The zones of Vichy at its creation, or those that become Japanese instead (14.4.2)."""
    rows = game.book.chart(CHART).table("zones").rows.names
    there = (zone for zone in rows if zone in game.board)
    return tuple(
        zone for zone in there if game.book.chart(CHART).at(zone, "becomes", "zones").text == what
    )


@implements("GW-14.4-7", "GW-14.4-10", "GW-14.4-12", "GW-14.4-d1", "GW-14.4-d2", "GW-14.4-d3")
def fate(book: Book, table: str, die: int) -> str:
    """Whose a colony or a ship becomes by a die; scuttled ships are nobody's (14.4.2)."""
    for row in book.chart(CHART).table(table).rows.names:
        low, high = (int(book.chart(CHART).at(row, end, table).number) for end in ("from", "to"))
        if low <= die <= high:
            return row
    raise AssertionError(f"{table}: no fate for {die}")


@implements("GW-14.4-7")
def colonies(position: Position) -> dict[str, list[str]]:
    """The colonies that are still French, by the name of their roll: alone, or in a group."""
    table = position.book.chart(CHART).table("groups")
    kept = {*home_country(position.game), *zones_that_become(position.game, "vichy")}
    found: dict[str, list[str]] = {}
    for zone in sorted(
        name for name, place in position.places.items() if place.controller == FRANCE
    ):
        if (
            zone in position.board
            and zone not in kept
            and position.board.text(zone, "nation") == FRANCE
        ):
            known = zone in table.rows.names
            name = position.book.chart(CHART).at(zone, "group", "groups").text if known else zone
            found.setdefault(name, []).append(zone)
    return dict(sorted(found.items()))


@implements("GW-14.4-8")
def owner_of_colonies(position: Position, zones: list[str], outcome: str) -> str:
    """Who gets the colonies of a roll: Indochina and its islands are Japan's, not Vichy's."""
    eastern = not set(zones).isdisjoint(zones_that_become(position.game, JAPAN))
    return (
        JAPAN if outcome == "vichy" and eastern and JAPAN in position.powers else OWNER_OF[outcome]
    )


@implements("GW-14.4-10")
def owner_of_ship(position: Position, sea: str, outcome: str) -> str:
    """Whose a ship becomes: those that join the Axis are Japan's in the Indian and Pacific Ocean.

    Nothing for one that is scuttled.
    """
    if outcome != Alliance.AXIS:
        return OWNER_OF.get(outcome, "")
    eastern = sea in position.board and position.board.text(sea, "ocean") in EASTERN
    return JAPAN if eastern and JAPAN in position.powers else GERMANY


def french_ships(position: Position) -> tuple[Unit, ...]:
    """The French ships on the board, group by group."""
    return tuple(
        unit
        for unit in units_of(position.state, FRANCE)
        if type_of(position.book, unit).is_naval
        and unit.at in position.board
        and is_sea(position.board, unit.at)
    )


def ships_in_production(position: Position) -> tuple[Unit, ...]:
    """The French ships on the Production Chart, group by group."""
    return tuple(
        unit for unit in on_chart(position.state, FRANCE) if type_of(position.book, unit).is_naval
    )


@implements("GW-14.4-10")
def gathering_place(game: Game) -> str:
    """The sea zone in which the ships of Vichy gather; nothing on maps without it (14.4.2)."""
    number = int(game.book.chart(CHART).at("vichy", "number", "navy").number)
    board = game.board
    return next((zone for zone in board.places if board.fact(zone, "number") == number), "")
