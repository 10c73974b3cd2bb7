"""Setting up a scenario (7.21 to 7.31): from its table of forces to a position.

A table of forces is plain data: powers with side, players, faction and what they have of BRPs,
points and airbases; what each holds, by country of the map or by hex; wars; rows of units, each
with the mark of where it comes from; tracks. Units of `later` wait on the track of their power for
the game turn in which its force pool gets them (7.223).
Decides the first position. Leaves other set-ups than these tables to whoever writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import Clock, Place, Power, State, Track, Unit, regrouped
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.systems.awaw.world.hexes import has_land
from pbem.systems.awaw.world.islands import UNPLAYABLE
from pbem.systems.awaw.world.vocabulary import Pool, PowerCount, PowerFlag, Relation, Side

Table = Mapping[str, Any]
MARKS: Final = ("printed", "reported", "historical", "reconstructed", "missing")
COUNTERS: Final = (
    PowerCount.BASE, PowerCount.BRPS, PowerCount.GROWTH, PowerCount.VALUE, PowerCount.RPS,
    PowerCount.AIRBASES,
)  # fmt: skip
FLAGS: Final = (PowerFlag.FACTION, PowerFlag.STATUS, PowerFlag.PATRON)
NEUTRAL: Final = "neutral"
PREFIX: Final = {"united-states": "usa", "britain": "bri"}  # of counters; else three letters
NOT_UNITS: Final = ("at", "mark", "why", "aboard")


@implements("AWAW-7.21-1", "AWAW-7.221-1", "AWAW-7.222-1", "AWAW-7.224-1")
def set_up(game: Game, table: Table) -> State:
    """The position in which a scenario begins: duration, wars, control, forces, BRPs, points."""
    clock = Clock(str(table["turn"]), 1, Side.AXIS, str(table["window"]), 0)
    tracks = {name: Track(name, value) for name, value in table["tracks"].items()}
    return State(
        system="awaw",
        scenario=str(table["scenario"]),
        game=str(table["scenario"]),
        clock=clock,
        units={unit.id: unit for unit in units_of(game.book, table)},
        places=places_of(game.board, table),
        powers={name: _power(name, row or {}, table) for name, row in table["powers"].items()},
        tracks=tracks,
    )


def _power(name: str, row: Table, table: Table) -> Power:
    """A power as its row says; those without a side are neutral."""
    pairs = [tuple(pair) for pair in table["wars"]]
    foes = [b if a == name else a for a, b in pairs if name in (a, b)]
    return Power(
        name,
        str(row.get("side", NEUTRAL)),
        tuple(row.get("players", ())),
        counters={str(count): row[count] for count in COUNTERS if count in row},
        flags={str(flag): row[flag] for flag in FLAGS if flag in row},
        relations=dict.fromkeys(foes, str(Relation.WAR)),
        homes=tuple(row.get("homes", ())),
    )


@implements("AWAW-7.24-1")
def places_of(board: Board, table: Table) -> dict[str, Place]:
    """Who controls each hex of land and each box, by its country or by name."""
    holders = {str(land): power for power, lands in table["holds"].items() for land in lands}
    markers = table.get("markers", {})
    found: dict[str, Place] = {}
    for place in board.places:
        playable = has_land(board, place) and not board.fact(place, UNPLAYABLE)
        land = board.country(place) if playable else ""
        holder = holders.get(place, holders.get(board.text(place, "region"), holders.get(land)))
        if holder or place in markers:
            found[place] = Place(place, holder, markers=dict(markers.get(place, {})))
    return found


def units_of(book: Book, table: Table) -> Iterator[Unit]:
    """The units of every row, on the board, in force pools, and on tracks of turns to come."""
    for power, said in table["forces"].items():
        for row in said.get("at_start", ()):
            yield from _of_a_row(book, power, row, str(row.get("at", "")))
        for where, rows in (
            (f"pool:{power}/{Pool.FORCE}", said.get("builds", ())),
            *((f"track:{power}/{turn}", rows) for turn, rows in said.get("later", {}).items()),
        ):
            for row in rows:
                yield from _of_a_row(book, power, row, where)


@implements("AWAW-7.223-1")
def _of_a_row(book: Book, power: str, row: Table, where: str) -> Iterator[Unit]:
    """Like units as one group, each named ship by itself, aboard a carrier what is aboard it."""
    at = f"in:{row['aboard']}" if "aboard" in row else where
    for word, many in row.items():
        if word in NOT_UNITS:
            continue
        if word == "ships":
            yield from (_ship(book, power, str(name), at) for name in many)
            continue
        counter = counter_of(book, power, word)
        yield regrouped(Unit(counter, counter, power, at, int(many)))


def _ship(book: Book, power: str, name: str, at: str) -> Unit:
    counter = counter_of(book, power, name)
    return Unit(counter, counter, power, at)


def counter_of(book: Book, power: str, word: str) -> str:
    """The counter that a word of the table means: the power's own, a minor country's, or its id."""
    prefix = PREFIX.get(power, power[:3])
    tries: Sequence[str] = (f"{prefix}-{word}", f"minor-{word}", word)
    found = next((name for name in tries if name in book.counters), None)
    if found is None:
        raise KeyError(f"{power} has no counter '{word}'")
    return found
