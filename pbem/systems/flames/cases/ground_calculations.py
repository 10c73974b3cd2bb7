"""What cases may calculate of the ground rules in tables: many rows of one rule at once.

Decides what a case writes of whole charts and counters, who may do what to whom, sources and links
of supply, bases, stacks. Leaves moves and single units to `march_calculations`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Provenance
from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.air.flights import base_ban, friendly_way, refuges
from pbem.systems.flames.cases.situation import Asked, CaseBook, piece_of
from pbem.systems.flames.land.combatants import is_winterised
from pbem.systems.flames.land.emergency import can_supply
from pbem.systems.flames.land.overrun import composition_ban
from pbem.systems.flames.land.rail import is_station, passes_zoc, rail_path
from pbem.systems.flames.land.reorganisation import candidates, in_reach, reorganisation_cost
from pbem.systems.flames.land.steps import is_native, railway_bonus, step_cost
from pbem.systems.flames.world.control import passage_ban, take_hex
from pbem.systems.flames.world.named import LAND_UNIT, find_units
from pbem.systems.flames.world.stacking import air_limit, air_room, land_excess
from pbem.systems.flames.world.stacking import candidates as may_be_lost
from pbem.systems.flames.world.supply import (
    blocked,
    limits,
    primary_sources,
    secondary_sources,
    supply_of,
)
from pbem.systems.flames.world.supply_paths import basic_path, railway_path
from pbem.systems.flames.world.terrain import (
    MOTORISED,
    ON_FOOT,
    crossing_cost,
    entry_cost,
    hex_length,
    hexside_in,
    weather_for,
)
from pbem.systems.flames.world.zoc import enemy_zoc

# --- charts, counters, boards --------------------------------------------------------------------


def cells_of_terrain(book: CaseBook, given: Given) -> Answer:
    """`table`: every cell of a table of the terrain effects chart, row by row."""
    table = book.terrain.table(given["table"])
    return {
        row: [table.cells[column, row].text for column in table.columns.names]
        for row in table.rows.names
    }


def less_certain_cells(book: CaseBook, given: Given) -> Answer:
    """`tables`: the cells of each that are less certain than their table, as `row: columns`."""
    chart = book.terrain
    found: dict[str, dict[str, list[str]]] = {}
    for name in given["tables"]:
        rows = found.setdefault(name, {})
        for (column, row), cell in chart.table(name).cells.items():
            if cell.provenance is Provenance.RECONSTRUCTED:
                rows.setdefault(row, []).append(column)
    return found


def costs_of_hexes(book: CaseBook, given: Given) -> Answer:
    """`weather`: for each terrain the points to enter it, on foot and motorised, by scale."""
    chart, table = book.terrain, book.terrain.table("movement")
    return {
        terrain: [
            entry_cost(chart, terrain, given["weather"], f"{scale}-{how}")
            for scale in ("europe", "pacific")
            for how in (ON_FOOT, MOTORISED)
            if f"{scale}-{how}" in table.columns.names
        ]
        for terrain in table.rows.names
    }


def costs_of_hexsides(book: CaseBook, given: Given) -> Answer:
    """`hexsides`, `kinds`: for each hexside (or several, with +) the points added, or null."""
    chart = book.terrain
    return {
        said: [crossing_cost(chart, tuple(said.split("+")), kind) for kind in given["kinds"]]
        for said in given["hexsides"]
    }


def weather_of_hexes(book: CaseBook, given: Given) -> Answer:
    """`terrain`, `weather`: for each terrain what each weather of its zone is there."""
    return {
        terrain: [weather_for(weather, terrain) for weather in given["weather"]]
        for terrain in given["terrain"]
    }


def frozen_hexsides(book: CaseBook, given: Given) -> Answer:
    """`hexside`, `weather`: for each weather on one side, what each on the other makes of it."""
    return {
        here: [hexside_in(given["hexside"], here, there) for there in given["weather"]]
        for here in given["weather"]
    }


def lengths_of_hexes(book: CaseBook, given: Given) -> Answer:
    """`terrain`: what a supply path counts for a hex in Europe, elsewhere, off the map."""
    scales = ("europe", "pacific", "off-map")
    return {
        terrain: [hex_length(terrain, scale) for scale in scales] for terrain in given["terrain"]
    }


def counter_faces(book: CaseBook, given: Given) -> Answer:
    """`of`: what is printed on these counters: power, kind, classes, ratings."""
    counters = shelf(book.system).book.counters
    return {
        counter.id: {
            "power": counter.power,
            "kind": counter.kind,
            "classes": sorted(counter.classes),
            "ratings": dict(counter.ratings),
        }
        for counter in map(counters.__getitem__, given["of"])
    }


def facts_of_board(book: CaseBook, given: Given) -> Answer:
    """`scenario`, `facts`: the hexes of its map with each fact; `terrain`: that of some hexes."""
    board = shelf(book.system).game(given["scenario"]).board
    found: dict[str, Any] = {
        fact: {
            spot: board.fact(spot, fact) for spot in sorted(board.spots) if board.fact(spot, fact)
        }
        for fact in given["facts"]
    }
    return found | {"terrain": {place: board.terrain(place) for place in given["terrain"]}}


# --- units, stacks, powers -----------------------------------------------------------------------


def winterised(book: CaseBook, given: Given) -> Answer:
    """`of`: for each of these units whether it is winterised."""
    position = book.situation(given)
    return {name: is_winterised(position, piece_of(position, name)) for name in given["of"]}


def units_meant(book: CaseBook, given: Given) -> Answer:
    """`player`, `words`: for each word the player's units that it means, or what is wrong."""
    position = replace(book.situation(given), player=given["player"])
    found = {word: find_units(position, word, LAND_UNIT) for word in given["words"]}
    return {
        word: [piece.name for piece in named.pieces] or [f.code for f in named.findings]
        for word, named in found.items()
    }


def land_stacks(book: CaseBook, given: Given) -> Answer:
    """`stacks` (corps and divisions of each): how many land units are too many."""
    small = book.situation({"rows": {"1111": "c"}, **given}).kits.small_units
    stacks = given["stacks"]
    return {"too many": [land_excess(corps, few, small=small) for corps, few in stacks]}


def airfields(book: CaseBook, given: Given) -> Answer:
    """`hexes`: rows of city, port, terrain, HQs, engineers: how many aircraft may stand there."""
    return {
        "limits": [
            air_limit(city, port, terrain, sum(more))
            for city, port, terrain, *more in given["hexes"]
        ]
    }


def room_for_aircraft(book: CaseBook, given: Given) -> Answer:
    """`hexes`: how many aircraft may stand in each."""
    position = book.situation(given)
    return {place: air_room(position, place) for place in given["hexes"]}


def first_to_go(book: CaseBook, given: Given) -> Answer:
    """`hexes`: of which units one must go that are too many there, land units, then aircraft."""
    position = book.situation(given)
    return {
        place: [
            [piece.name for piece in may_be_lost(position, place, pieces)]
            for pieces in (position.land_at(place), position.air_at(place))
        ]
        for place in given["hexes"]
    }


def terms_of_powers(book: CaseBook, given: Given) -> Answer:
    """`pairs`: whether the first co-operates with the second; why it may not enter its hexes."""
    position = book.situation(given)
    return {
        f"{first} - {second}": [
            position.policy.cooperate(position.state, first, second),
            passage_ban(position, first, second) or None,
        ]
        for first, second in given["pairs"]
    }


def hexes_taken(book: CaseBook, given: Given) -> Answer:
    """`by` (hex: units that enter it): who controls each hex then, and whether it is marked."""
    position = book.situation(given)
    found: dict[str, Any] = {}
    for place, names in given["by"].items():
        changes = take_hex(position, place, position.pieces(*names))
        news = {change.what: change.new for change in changes if hasattr(change, "what")}
        found[place] = [news.get("controller"), bool(news.get("marker"))]
    return found


def masters(book: CaseBook, given: Given) -> Answer:
    """`of`: the major power of each power."""
    position = book.situation(given)
    return {power: position.major(power) for power in given["of"]}


def zones_of_enemies(book: CaseBook, given: Given) -> Answer:
    """`of` (powers): the hexes in the zones of control of the enemies of each."""
    position = book.situation(given)
    return {power: sorted(enemy_zoc(position, power)) for power in given["of"]}


# --- supply --------------------------------------------------------------------------------------


def sources_of_supply(book: CaseBook, given: Given) -> Answer:
    """`power`: its sources, those of the second kind that are supplied, hexes shut to its paths."""
    position, power = book.situation(given), given["power"]
    return {
        "primary": sorted(primary_sources(position, power)),
        "secondary": sorted(secondary_sources(position, power)),
        "supplied": sorted(supply_of(position, power).supplied),
        "blocked": sorted(blocked(position, power)),
    }


def supply_links(book: CaseBook, given: Given) -> Answer:
    """`links` (name: from, to, basic or railway), `power`: the path of each link, or null."""
    position = book.situation(given)
    bounds = limits(position, given.get("power", book.ours))
    found: dict[str, Any] = {}
    for name, (start, goal, way) in given["links"].items():
        trace = railway_path if way == "railway" else basic_path
        path = trace(position.ground, bounds, start, frozenset({goal}))
        found[name] = list(path) if path else None
    return found


def emergency_supply(book: CaseBook, given: Given) -> Answer:
    """`hq`, `of`: for each of these units whether the HQ may supply it in an emergency."""
    position = book.situation(given)
    hq = piece_of(position, given["hq"])
    return {name: can_supply(position, hq, piece_of(position, name)) for name in given["of"]}


def range_of_hq(book: CaseBook, given: Given) -> Answer:
    """`hq`: every hex in which it may reorganise units, with the points of the way."""
    position = book.situation(given)
    return dict(sorted(in_reach(position, piece_of(position, given["hq"])).items()))


def costs_of_reorganising(book: CaseBook, given: Given) -> Answer:
    """`rows` (branch, action, foreign, kind, turns, by an HQ-A): the points of each."""
    options = book.options(given.get("options", {}))
    return {
        "points": [
            reorganisation_cost(
                branch, action, variable=options.variable_reorganisation,
                foreign=foreign, kind=kind, turns=turns, by_armoured_hq=by_armoured_hq,
            )
            for branch, action, foreign, kind, turns, by_armoured_hq in given["rows"]
        ]
    }  # fmt: skip


def to_reorganise(book: CaseBook, given: Given) -> Answer:
    """`player`: the units that he may have reorganised."""
    position = replace(book.situation(given), player=given["player"])
    return {"units": [piece.name for piece in candidates(position)]}


# --- on the way ----------------------------------------------------------------------------------


def movement_steps(book: CaseBook, given: Given) -> Answer:
    """`steps` (name: unit, from, to), `overrun`: the points that each step costs, or null."""
    position = book.situation(given)
    bonus = railway_bonus(position)
    return {
        name: step_cost(
            position.ground, piece_of(position, unit), here, there,
            doubled=given.get("overrun", False), railway_bonus=bonus,
            native=is_native(position, piece_of(position, unit)),
        )
        for name, (unit, here, there) in given["steps"].items()
    }  # fmt: skip


def bans_of_overrun(book: CaseBook, given: Given) -> Answer:
    """`rows` (ours, theirs; kinds, `ARM div` a division): why ours may not overrun, or null."""
    return {
        "bans": [
            composition_ban(
                *([(w.removesuffix(" div"), w.endswith(" div")) for w in s] for s in row)
            )
            or None
            for row in given["rows"]
        ]
    }


def stations(book: CaseBook, given: Given) -> Answer:
    """`unit`, `hexes`: whether each is a station for it, and whether it may pass an enemy ZoC."""
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    return {
        place: [is_station(position, place, piece), passes_zoc(position, place, piece)]
        for place in given["hexes"]
    }


def rides(book: CaseBook, given: Given) -> Answer:
    """`rides` (name: unit, to, hexes that it goes through): the way of each by rail, or null."""
    position = book.situation(given)
    found: dict[str, Any] = {}
    for name, (unit, goal, *via) in given["rides"].items():
        path = rail_path(position, piece_of(position, unit), goal, via)
        found[name] = list(path.places) if path else None
    return found


def bases(book: CaseBook, given: Given) -> Answer:
    """`unit`, `hexes`: why an aircraft may not be based there, or null."""
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    return {place: base_ban(position, piece, place) or None for place in given["hexes"]}


def ways_over_friends(book: CaseBook, given: Given) -> Answer:
    """`unit`, `limit`, `hexes`: whether it can fly there over friendly hexes and safe seas."""
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    return {place: friendly_way(position, piece, place, given["limit"]) for place in given["hexes"]}


def places_to_flee(book: CaseBook, given: Given) -> Answer:
    """`units`, `leaving`: the hexes to which each of these aircraft may flee, in order."""
    position = book.situation(given)
    return {
        name: list(refuges(position, piece_of(position, name), given["leaving"]))
        for name in given["of"]
    }


GROUND_CALCULATIONS: Final[Asked] = {
    "terrain.cells": cells_of_terrain,
    "terrain.less-certain": less_certain_cells,
    "terrain.hexes": costs_of_hexes,
    "terrain.hexsides": costs_of_hexsides,
    "terrain.weather": weather_of_hexes,
    "terrain.frozen": frozen_hexsides,
    "terrain.lengths": lengths_of_hexes,
    "counters.faces": counter_faces,
    "board.facts": facts_of_board,
    "units.winterised": winterised,
    "units.meant": units_meant,
    "stacking.stacks": land_stacks,
    "stacking.airfields": airfields,
    "stacking.room": room_for_aircraft,
    "stacking.first-to-go": first_to_go,
    "control.terms": terms_of_powers,
    "control.hexes": hexes_taken,
    "control.masters": masters,
    "zoc.enemies": zones_of_enemies,
    "supply.sources": sources_of_supply,
    "supply.links": supply_links,
    "supply.emergency": emergency_supply,
    "reorganisation.range": range_of_hq,
    "reorganisation.costs": costs_of_reorganising,
    "reorganisation.units": to_reorganise,
    "movement.steps": movement_steps,
    "overrun.bans": bans_of_overrun,
    "rail.stations": stations,
    "rail.rides": rides,
    "rebase.bases": bases,
    "rebase.ways": ways_over_friends,
    "rebase.refuges": places_to_flee,
}
