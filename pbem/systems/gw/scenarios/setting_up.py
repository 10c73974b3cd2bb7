"""Setting up a world scenario (1.3, 2.1, 2.5, 4.3, 4.8): from its table of forces to a position.

A table of forces is plain data: nations with Alliance, players and money; wars; tracks;
technology; ships on the Production Chart; units by nation and zone. Who holds a zone stands on the
board (`held-1936`, `held-1939`, else the printed roundel), as do facilities (2.5). Every nation on
the board is a power; one without a row belongs to no Alliance.
Leaves to the moderator: other set-ups than these tables.
Decides the first position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import (
    ON_TURN,
    Clock,
    Mark,
    Place,
    Power,
    State,
    Track,
    Unit,
    group_id,
)
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.systems.gw.economy.spending import chart_place
from pbem.systems.gw.world.building import unit_stages
from pbem.systems.gw.world.nations import NEUTRAL, acting, is_sea
from pbem.systems.gw.world.units import unit_type
from pbem.systems.gw.world.vocabulary import (
    Marker,
    Nation,
    PlaceFact,
    PowerCount,
    PowerFlag,
    Relation,
    UnitMark,
)

Table = Mapping[str, Any]
COUNTERS: Final = {
    "cash": PowerCount.CASH,
    "income": PowerCount.INCOME,
    "wartime": PowerCount.WARTIME_INCOME,
    "par": PowerCount.PAR,
}
ABSORBED: Final = (PowerFlag.ALIGNED_WITH, PowerFlag.DEFEATED)  # flags of nations that are no more


@implements("GW-2.1-1", "GW-2.1-2", "GW-2.1-3", "GW-2.5-1")
def set_up(game: Game, neutrals: Table, table: Table) -> State:
    """The position in which a scenario begins (2.1, 2.5)."""
    turn = str(table["turn"])
    powers = powers_of(game.board, neutrals, table)
    clock = Clock(turn, 1, powers["germany"].side, "combat", 0)
    tracks = {name: Track(name, value) for name, value in table["tracks"].items()}
    state = State(
        system="gw",
        scenario=table["scenario"],
        game=table["scenario"],
        clock=clock,
        units=units_of(game.book, neutrals, table, powers),
        places=places_of(game.board, neutrals, table),
        powers=powers,
        tracks=tracks,
    )
    movers = " ".join(power.id for power in acting(position_of(game, state)))
    return replace(state, tracks={**tracks, ON_TURN: Track(ON_TURN, movers)})


# --- nations ---------------------------------------------------------------------------------


@implements("GW-4.1-1", "GW-4.2-1", "GW-4.3-1", "GW-1.3-2", "GW-13.3-1")
def powers_of(board: Board, neutrals: Table, table: Table) -> dict[str, Power]:
    """Every nation: those with a row as it says, the others of no Alliance (4.1-4.3)."""
    land = [zone for zone in board.places if not is_sea(board, zone)]
    printed = {board.text(zone, "nation") for zone in land} - {"", Nation.SPAIN}
    names = sorted(printed | set(table["nations"]) | set(neutrals["forces"]))
    return {name: _power(name, table) for name in names}


def _power(name: str, table: Table) -> Power:
    row = table["nations"].get(name, {})
    stages = table["technology"].get(name, {})
    money = {str(kept): row[said] for said, kept in COUNTERS.items() if said in row}
    markers = {PowerCount.STAGE.of(technology): stage for technology, stage in stages.items()}
    return Power(
        id=name,
        side=row.get("side", NEUTRAL),
        players=tuple(row.get("players", ())),
        counters={**money, **markers},
        flags=dict(row.get("flags", {})),
        relations=dict.fromkeys(
            (foe for war in table["wars"] if name in war for foe in war if foe != name),
            str(Relation.WAR),
        ),
    )


# --- zones -----------------------------------------------------------------------------------


@implements("GW-2.5-2", "GW-4.8-17", "GW-NZ-2")
def places_of(board: Board, neutrals: Table, table: Table) -> dict[str, Place]:
    """Who possesses each land zone; zones that came without a fight, Fortifications (2.5).

    Facilities are those printed on the map. Tanna Tuva is Soviet from the start (4.8). The zones
    are worth what the book states of a nation's income.
    """
    found = {}
    for zone in board.places:
        holder = holder_of(board, zone, str(table["turn"]))
        if holder and not is_sea(board, zone):
            border = neutrals["fortifications"].get(zone)
            works = str(PlaceFact.FORTIFICATION)
            markers: dict[str, Any] = {Marker.BUILT.of(f"{works}:{border}"): 1} if border else {}
            if zone in table["came-without-a-fight"]:
                markers[str(Marker.ALIGNED)] = True
            found[zone] = Place(zone, holder, markers, {works: 1} if border else {})
    return found


def holder_of(board: Board, zone: str, turn: str) -> str:
    """Who possesses a zone when a scenario starts; nothing for a zone of nobody."""
    year = turn.partition("-")[0]
    return board.text(zone, f"held-{year}") or board.text(zone, "nation")


# --- units -----------------------------------------------------------------------------------


def units_of(
    book: Book, neutrals: Table, table: Table, powers: Mapping[str, Power]
) -> dict[str, Unit]:
    """All units: on the board, in holds, on the Production Chart (2.5)."""
    there = [
        name for name, power in powers.items() if not any(flag in power.flags for flag in ABSORBED)
    ]
    forces = {name: neutrals["forces"].get(name, {}) for name in there} | table["forces"]
    found: dict[str, Unit] = {}
    for owner, zones in forces.items():
        for unit in (*_on_board(book, owner, zones), *_in_production(book, owner, table)):
            if unit.id in found:
                raise ValueError(f"{unit.id} is there twice")
            found[unit.id] = unit
    return dict(sorted(found.items()))


def _on_board(book: Book, owner: str, zones: Table) -> Iterator[Unit]:
    """The units of a nation in its zones; carriers take their aircraft aboard."""
    holds = 0
    for zone, forces in zones.items():
        for kind, said in forces.items():
            row = said if isinstance(said, Mapping) else {"count": said}
            marks = {}
            if "aboard" in row:
                holds += 1
                name = f"{owner}-{holds}"
                marks[UnitMark.HOLD] = name
                for cargo, count in row["aboard"].items():
                    yield _group(book, Unit("", cargo, owner, f"in:{name}", count))
            yield _group(book, Unit("", kind, owner, zone, row["count"]), marks)


def _in_production(book: Book, owner: str, table: Table) -> Iterator[Unit]:
    """The ships of a nation that are being built, with where they are to appear (2.5, 7.3)."""
    for row in table["production"].get(owner, ()):
        at = chart_place(owner, row["paid"], len(unit_stages(book, unit_type(book, row["ship"]))))
        ship = Unit("", row["ship"], owner, at, 1)
        yield _group(book, ship, {UnitMark.FOR: row["at"], UnitMark.SEA: row["sea"]})


def _group(book: Book, there: Unit, marks: Mapping[UnitMark, str] | None = None) -> Unit:
    """A group with its id, and with marks that stay."""
    given = {str(name): Mark(name.until, value) for name, value in (marks or {}).items()}
    unit = replace(there, counter=unit_type(book, there.counter).id, marks=given)
    return replace(unit, id=group_id(unit))
