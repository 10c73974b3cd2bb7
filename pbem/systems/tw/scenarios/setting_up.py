"""Setting up a scenario: from its table of forces to a position.

A table of forces is plain data: powers with side, players and what they have; what each holds, by
country of the map or by hex; wars; rows of units at a hex, each with the mark of where it comes
from; what is in the force pools, and what joins them later; markers; tracks. Every counter becomes
a unit of its own.
Decides the first position. Leaves other set-ups than these tables to whoever writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.state import Clock, Mark, Place, Power, State, Track, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.systems.tw.world.hexes import is_land
from pbem.systems.tw.world.vocabulary import (
    Pool,
    PowerCount,
    PowerFlag,
    Relation,
    Side,
    UnitMark,
)

Table = Mapping[str, Any]
MARKS: Final = ("printed", "reconstructed")
COUNTERS: Final = (
    PowerCount.NARFS, PowerCount.BASE, PowerCount.INCOME, PowerCount.ARMY, PowerCount.SMP,
)  # fmt: skip
FLAGS: Final = (PowerFlag.PATRON, PowerFlag.FREE_EFFORT)
NEUTRAL: Final = "neutral"


def set_up(game: Game, table: Table) -> State:
    """The position in which a scenario begins: wars, control, forces, NARFs."""
    return State(
        system="tw",
        scenario=str(table["scenario"]),
        game=str(table["scenario"]),
        clock=Clock(str(table["turn"]), 1, Side.AXIS, str(table["window"]), 0),
        units={unit.id: unit for unit in units_of(game.book, table)},
        places=places_of(game.board, table),
        powers={name: _power(name, row or {}, table) for name, row in table["powers"].items()},
        tracks={name: Track(name, value) for name, value in table["tracks"].items()},
    )


@implements("TW-1.1-4")
def _power(name: str, row: Table, table: Table) -> Power:
    """A power as its row says; those without a side are neutral."""
    foes = [other for pair in table["wars"] for other in pair if name in pair and other != name]
    flags = {str(flag): row[flag] for flag in FLAGS if flag in row}
    return Power(
        name,
        str(row.get("side", NEUTRAL)),
        tuple(row.get("players", ())),
        counters={str(count): row[count] for count in COUNTERS if count in row},
        flags=flags,
        relations=dict.fromkeys(foes, str(Relation.WAR)),
        homes=tuple(row.get("homes", ())),
    )


def places_of(board: Board, table: Table) -> dict[str, Place]:
    """Who controls each hex of land and each box, by its country or by name; and markers."""
    holders = {str(land): power for power, lands in table["holds"].items() for land in lands}
    markers = table.get("markers", {})
    found: dict[str, Place] = {}
    for place in board.places:
        country = board.country(place) if is_land(board, place) else ""
        holder = holders.get(place, holders.get(board.text(place, "region"), holders.get(country)))
        if holder or place in markers:
            found[place] = Place(place, holder, markers=dict(markers.get(place, {})))
    return found


def units_of(book: Book, table: Table) -> Iterator[Unit]:
    """The units of every row on the board, in the force pools, and of those that come later."""
    numbers: dict[str, int] = {}
    for power, said in table["forces"].items():
        for row in (*said.get("at_start", ()), *_waiting(power, said, str(table["turn"]))):
            marks = _marks(row)
            for word, many in row["units"].items():
                counter = counter_of(book, power, str(word))
                for _ in range(int(many)):
                    numbers[counter] = numbers.get(counter, 0) + 1
                    name = f"{counter}.{numbers[counter]}"
                    yield Unit(name, counter, power, str(row["at"]), marks=dict(marks))


def _marks(row: Table) -> dict[str, Mark]:
    """Units in pools have never been built; some cost nothing the first time."""
    if not str(row["at"]).startswith("pool:"):
        return {}
    mark = UnitMark.FREE if row.get("free") else UnitMark.UNBUILT
    return {str(mark): Mark(mark.until)}


def _waiting(power: str, said: Table, first: str) -> Iterator[Table]:
    """What is in the force pool, and what joins it at the beginning of later turns."""
    yield {"at": f"pool:{power}/{Pool.FORCE}", "units": said.get("pool", {})}
    for row in said.get("arrivals", ()):
        pool = Pool.FORCE if row["turn"] == first else row["turn"]
        yield {**row, "at": f"pool:{power}/{pool}"}


def counter_of(book: Book, power: str, word: str) -> str:
    """The counter that a word of a table means: the power's own, else one of minor countries."""
    found = [counter for counter in book.counters if counter.name == word]
    own = [counter.id for counter in found if counter.power == power]
    others = [counter.id for counter in found if not counter.power]
    if not own and not others:
        raise KeyError(f"{power} has no counter '{word}'")
    return (own or others)[0]
