"""Setting up a scenario (24): from its table of forces to a position.

A table of forces is plain data: powers, who holds whose hexes, tracks, victory points, and unit by
unit where it stands or waits, each with its mark (published, historical, reconstructed). The map
says what country a hex is of.
Decides the first position: who controls each hex, and the pool or the turn in which a unit waits.
Leaves to who writes the table that it is good history, and to tests that it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pbem.core.data.counters import Counter
from pbem.core.maps.board import Board
from pbem.core.record.state import Clock, Mark, Place, Power, State, Track, Unit
from pbem.core.rules.game import Game
from pbem.systems.flames.world.vocabulary import (
    PlaceFact,
    Pool,
    Relation,
    Side,
    TrackName,
    UnitMark,
)

Table = Mapping[str, Any]
PoolOf = Callable[[Counter], object]  # the pool in which a unit of an option waits
PARTISANS: Final = "partisans"  # the pool from which all partisans come
POOLS: Final = {"reserves": Pool.RESERVE, "force-pool": Pool.FORCE, "militia": Pool.MILITIA}


def set_up(game: Game, table: Table, pool_of: PoolOf) -> State:
    """The position in which a scenario begins (24)."""
    scenario, turn = table["scenario"], str(table["turn"])
    tracks = {name: Track(name, value) for name, value in tracks_of(table).items()}
    units = units_of(game, table, pool_of)
    return State(
        system=game.system.name,
        scenario=scenario,
        game=scenario,
        clock=Clock(turn, 1, str(table["tracks"][TrackName.FIRST_SIDE]), "orders", 0),
        units={unit.id: unit for unit in sorted(units, key=lambda unit: unit.id)},
        places=places_of(game.board, table),
        powers=powers_of(table),
        tracks=tracks,
    )


def tracks_of(table: Table) -> dict[str, Any]:
    """The tracks as they begin, nobody having moved, and what points amount to."""
    levels = table["victory"]["levels"]
    impulses = {TrackName.IMPULSES.of(side): 0 for side in Side}
    amounts = {TrackName.VICTORY_LEVEL.of(points): levels[points] for points in levels}
    return dict(sorted({**impulses, **amounts, **table["tracks"]}.items()))


def powers_of(table: Table) -> dict[str, Power]:
    """The powers as their rows say."""
    return {name: _power(name, row) for name, row in sorted(table["powers"].items())}


def _power(name: str, row: Table) -> Power:
    return Power(
        id=name,
        side=row["side"],
        players=tuple(row.get("players", ())),
        counters=dict(row.get("counters", {})),
        flags=dict(row.get("flags", {})),
        relations=dict.fromkeys(row.get("at-war-with", ()), str(Relation.WAR)),
        homes=tuple(row.get("homes", ())),
    )


# --- places --------------------------------------------------------------------------------------


def places_of(board: Board, table: Table) -> dict[str, Place]:
    """Every hex of a country with who controls it, and what it is worth or leads to."""
    worth = table["victory"]["points"]
    taken = {place: power for power, held in table.get("held", {}).items() for place in held}
    found = {}
    for place in board.places:
        holder = taken.get(place) or holder_of(board, place, table)
        facts: dict[str, Any] = {}
        if place in worth:
            facts[str(PlaceFact.VICTORY_POINTS)] = worth[place]
        if place in table["supply-sources"]:
            facts[str(PlaceFact.SUPPLY_SOURCE)] = table["supply-sources"][place]
        if place in table.get("rail-exits", {}):
            facts[str(PlaceFact.RAIL_EXIT)] = table["rail-exits"][place]
        if holder:
            found[place] = Place(place, holder, {}, facts)
    return dict(sorted(found.items()))


def holder_of(board: Board, place: str, table: Table) -> str:
    """Who controls a hex by what it is: a part of its region, of its country; nobody at sea."""
    country = board.country(place)
    holder = table["holders"].get(country, country)
    return str(table["regions"].get(board.text(place, "region"), holder) or "")


# --- units ---------------------------------------------------------------------------------------


def units_of(game: Game, table: Table, pool_of: PoolOf) -> Iterator[Unit]:
    """All units: on the map, in pools, on the production circle."""
    for owner, row in _rows(table, "on-map"):
        yield _unit(owner, row["unit"], row["at"], row)
    for owner, row in _rows(table, "on-alignment"):
        yield _neutral(owner, row)
    for owner, row in _rows(table, "arriving"):
        yield _unit(owner, row["unit"], f"track:{owner}/{row['in']}", row)
    for part, pool in POOLS.items():
        for owner, row in _rows(table, part):
            yield _unit(owner, row["unit"], _pool(owner, pool), row)
    for owner, name in _rows(table, "of-later-years"):
        yield Unit(name, name, owner, _pool(owner, game.counters[name].rating("year")))
    for owner, name in _rows(table, "of-options"):
        yield Unit(name, name, owner, _pool(owner, pool_of(game.counters[name])))
    yield from _partisans(game, table)


def _this_year(table: Table) -> int:
    return int(str(table["turn"]).partition("-")[0])


def _rows(table: Table, part: str) -> Iterator[tuple[str, Any]]:
    """The rows of a part of the table, each with whose it is."""
    return ((owner, row) for owner, rows in table.get(part, {}).items() for row in rows)


def _unit(owner: str, name: str, at: str, row: Table) -> Unit:
    marks = {str(mark): Mark(mark.until, True) for mark in UnitMark if row.get(str(mark))}
    return Unit(name, name, owner, at, marks=marks)


def _pool(owner: str, pool: object) -> str:
    return f"pool:{owner}/{pool}"


def _neutral(owner: str, row: Table) -> Unit:
    """A unit of a country that is neutral, with the hex where it is set up (19.4.1)."""
    marks = {str(UnitMark.SET_UP_AT): Mark(UnitMark.SET_UP_AT.until, row["at"])}
    return Unit(row["unit"], row["unit"], owner, _pool(owner, Pool.SET_UP), marks=marks)


def _partisans(game: Game, table: Table) -> Iterator[Unit]:
    """All partisans: those of this year or earlier to be drawn, the others in their year."""
    for name in sorted(game.counters.of_class("partisan")):
        year = game.counters[name].rating("year")
        pool = str(Pool.FORCE) if year <= _this_year(table) else str(year)
        yield Unit(name, name, table["partisans-of"], _pool(PARTISANS, pool))
