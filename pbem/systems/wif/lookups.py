"""The tables that a player of World in Flames has beside him: counters, terrain, hexsides, steps.

Decides what stands in them, from counters, charts and steps alone. Leaves the printing to the core.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pbem.core.data.charts import Chart, Key
from pbem.core.data.counters import Counter
from pbem.core.rules.book import Book
from pbem.core.rules.lookups import Lookup, steps_of
from pbem.systems.flames.land.combat_table import TERRAIN
from pbem.systems.wif.sequence import BETWEEN_TURNS, IMPULSE

NONE: Final = "–"
RATINGS: Final = (
    "combat", "movement", "reorganisation", "air-to-air", "tactical", "range", "cost", "turns"
)  # fmt: skip
MOVEMENT: Final = ("europe-leg", "europe-motorised", "pacific-leg", "pacific-motorised")
DEFENCE: Final = ("MTN", "others")
ADDED: Final = ("MTN", "MAR", "others")
ATTACK: Final = ("MTN", "MAR", "engineers", "others")


def units(book: Book) -> Lookup:
    """Every counter of the shipped scenario, with the ratings that are printed on it."""
    rows = {
        counter.id: (
            counter.name,
            *(_rating(counter, name) for name in RATINGS),
            str(counter.provenance),
        )
        for counter in book.counters
    }
    notes = (
        "– is a rating that the counter does not have",
        "turns: how long it is built; costs of aircraft are those without pilots",
    )
    columns = ("name", *RATINGS[:2], "reorg.", *RATINGS[3:], "source")
    return Lookup("Counters of the eastern front", "2.3, 4.2", "checked", columns, rows, notes)


def _rating(counter: Counter, name: str) -> str:
    return str(counter.ratings.get(name, NONE))


def terrain(book: Book) -> Lookup:
    """What each kind of terrain costs to enter, and how it helps a defender."""
    chart = book.chart(TERRAIN)
    rows = {
        str(name): (
            *_cells(chart, "movement", name, MOVEMENT),
            *(f"×{factor}" for factor in _cells(chart, "defence", name, DEFENCE)),
            "yes" if chart.at(name, "overrun", "ground").number else "no",
        )
        for name in chart.table("movement").rows.names
    }
    weather = ", ".join(
        f"{name} ×{chart.at(name, table='weather').text}"
        for name in chart.table("weather").rows.names
    )
    notes = (f"the weather multiplies the cost: {weather}", *chart.notes)
    columns = (
        "leg", "motorised", "Pacific leg", "Pacific motorised", "MTN defends", "others defend",
        "overruns",
    )  # fmt: skip
    return Lookup("Terrain", "11.10.2", str(chart.provenance), columns, rows, notes)


def hexsides(book: Book) -> Lookup:
    """What each kind of hexside adds to a move, and by what it multiplies an attack across it."""
    chart = book.chart(TERRAIN)
    kinds = (chart.table(table).rows.names for table in ("hexsides", "attack-across"))
    rows = {
        str(name): (
            *_cells(chart, "hexsides", name, ADDED),
            *_cells(chart, "attack-across", name, ATTACK),
        )
        for name in dict.fromkeys(kind for names in kinds for kind in names)
    }
    columns = (*(f"move {who}" for who in ADDED), *(f"attack {who}" for who in ATTACK))
    notes = (
        "move: movement points added; attack: factors multiplied by; none: may not cross",
        "that a river or a canal adds nothing is reconstructed",
    )
    return Lookup("Hexsides", "11.10.2, 11.15", "printed", columns, rows, notes)


def _cells(chart: Chart, table: str, row: Key, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Cells of a row as they are printed; a dash where the table has no such row."""
    if row not in chart.table(table).rows.names:
        return (NONE,) * len(columns)
    return tuple(chart.at(row, column, table).text for column in columns)


def sequence(book: Book) -> Lookup:
    """The steps of a turn, as far as they are played."""
    return steps_of(
        (*IMPULSE, *BETWEEN_TURNS), "A turn, step by step, as far as it is played", "3.1"
    )


LOOKUPS: Final[Mapping[str, Callable[[Book], Lookup]]] = {
    "units": units,
    "terrain": terrain,
    "hexsides": hexsides,
    "sequence": sequence,
}
