"""Small positions for cases: a few hexes, a few units, one weather.

A worked example of the rulebook names hexes and units of the whole game; a case lays out only
what the example needs. Decides what everything else is: clear, fine and at war. Leaves to each
book whose units and which year are meant where a case does not say, and whole positions to the
scenarios.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Chart
from pbem.core.data.counters import Catalogue, counters_from
from pbem.core.data.yamlio import flow_text
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import board_from_text, load_board
from pbem.core.maps.shipped import shipped_map
from pbem.core.record.state import Clock, Mark, Place, Power, State, Track, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.game import Choice, Game, Roster
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.world.position import Piece, Position, position_of
from pbem.systems.flames.world.values import Values
from pbem.systems.flames.world.vocabulary import (
    Marker,
    PlaceFact,
    Relation,
    Side,
    TrackName,
    UnitMark,
)

LETTERS: Final = {
    "c": "clear", "f": "forest", "s": "swamp", "m": "mountain", "d": "desert", "j": "jungle",
    "D": "desert-mountain", "l": "lake", "w": "sea",
}  # fmt: skip
GRID: Final = {
    "id": "{column:2}{row:2}", "columns_from": "east", "rows_from": "south",
    "half_hex_west": "odd", "plane": "europe",
}  # fmt: skip
CASE: Final = "printed: the case"
SINGLE: Final = "N"  # the sheet of a book that has one
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "HQ-A": ("land", "corps", "hq", "motorised"),
    "HQ-I": ("land", "corps", "hq"),
    "ARM": ("land", "corps", "motorised"),
    "MECH": ("land", "corps", "motorised"),
    "MOT": ("land", "corps", "motorised"),
    "FTR": ("air",),
    "LND": ("air",),
    "ATR": ("air",),
    "BB": ("naval",),
}


@dataclass(frozen=True)
class CaseBook:
    """What the cases of one book mean where they do not say: `axis` are powers of the Axis, `ours`
    has all units and hexes, `enemy` is at war with it, `scale` is that of every map sheet.
    """

    system: str
    options: Callable[[Mapping[str, Any]], Any]
    axis: frozenset[str]
    ours: str
    enemy: str
    turn: str
    scale: str

    def situation(self, given: Given) -> Position:
        """The position that a case describes: rows, sides, lines, places, units, control, weather.

        A unit's `nation` is what its counter says, where that is not the power whose it is.
        """
        known, units = shelf(self.system), given.get("units", [])
        counters = {counter.id: counter for counter in _counters(self, units)}
        game = Game(
            system=known.system,
            roster=_roster(self, given),
            board=board_of(self, given),
            book=Book(known.book.charts, Catalogue(counters)),
            interpretations=known.interpretations,
            options=self.options(given.get("options", {})),
        )
        return position_of(game, _state(self, given, game.board, units))

    def chart(self, name: str) -> Chart:
        """A chart that comes with the system."""
        return shelf(self.system).book.chart(name)

    @property
    def values(self) -> Values:
        """What the book says where another one says otherwise."""
        values: Values = shelf(self.system).system.values
        return values

    @property
    def terrain(self) -> Chart:
        """What terrain does to movement and combat."""
        return self.chart("terrain-effects")

    def ask(self, table: Asked) -> Calculations:
        """Calculations that both books have, as questions about this one."""
        return {name: partial(function, self) for name, function in table.items()}


Asked: TypeAlias = Mapping[str, Callable[[CaseBook, Given], Answer]]


def piece_of(position: Position, name: str) -> Piece:
    """The unit of that name."""
    return position.pieces(name)[0]


def _roster(book: CaseBook, given: Given) -> Roster:
    choices = tuple(Choice(name, said) for name, said in given.get("interpretations", {}).items())
    return Roster(game="case", system=book.system, scenario="case", choices=choices)


# --- map -----------------------------------------------------------------------------------------


def board_of(book: CaseBook, given: Given) -> Board:
    """The map of a case: `map`, a shipped one; else `rows` by their westernmost hex, `sides`,
    `lines` (runs), `places`.
    """
    if "map" in given:
        return load_board(shipped_map(given["map"]))
    data: dict[str, Any] = {
        "format": "pbem-map/1",
        "map": "case",
        "title": "a case",
        "date": book.turn[:4] + "-06",
        "grid": _grid(book, given),
        "layers": _layers(given),
        "places": {"provenance": CASE, "at": dict(given.get("places", {}))},
    }
    sides = {
        kind: {"provenance": CASE, "sides": {kind: " ".join(pairs)}}
        for kind, pairs in given.get("sides", {}).items()
    }
    links = {
        kind: {"provenance": CASE, "lines": {f"{kind} {n}": run for n, run in enumerate(runs)}}
        for kind, runs in given.get("lines", {}).items()
    }
    lands = {land: {"name": land, "kind": "home", **row} for land, row in _lands(given).items()}
    countries = {"provenance": CASE, "at": lands} if lands else {}
    extra = (("hexsides", sides), ("links", links), ("countries", countries))
    data |= {key: said for key, said in extra if said}
    return board_from_text(flow_text(data), "the map of the case")


def _lands(given: Given) -> Mapping[str, Mapping[str, Any]]:
    """`map_countries`: what the map says of each: `kind` (else a home), `touches`, `aligned`."""
    said: Mapping[str, Mapping[str, Any]] = given.get("map_countries", {})
    return said


def _grid(book: CaseBook, given: Given) -> dict[str, Any]:
    """Every sheet that the rows name, all numbered like the European ones.

    Of a book with one sheet rows begin with a number: `2742`.
    """
    letters = sorted({row[0] if row[0].isalpha() else "" for row in given["rows"]})
    said = given.get("scale", book.scale)  # of every sheet, or sheet by sheet
    scales = said if isinstance(said, dict) else dict.fromkeys(letters, said)
    planes = {**dict.fromkeys(letters, GRID["plane"]), **given.get("planes", {})}
    return {
        sheet or SINGLE: {
            **GRID,
            "id": sheet + GRID["id"],
            "scale": scales[sheet],
            "plane": planes[sheet],
        }
        for sheet in letters
    }


def _layers(given: Given) -> dict[str, Any]:
    terrain = "".join(f"{first}: {row}\n" for first, row in given["rows"].items())
    return {
        "terrain": {"provenance": CASE, "legend": LETTERS, "rows": terrain},
        "zone": {
            "provenance": CASE,
            "legend": {kind: kind for kind in given.get("weather_at", {}).values()},
            "rows": _zones(given),
            "default": "elsewhere",
        },
    }


def _zones(given: Given) -> str:
    """The hexes whose weather the case names lie in a zone of their own."""
    return "".join(
        f"{place}: {weather}\n" for place, weather in given.get("weather_at", {}).items()
    )


# --- units and state -----------------------------------------------------------------------------


def _counters(book: CaseBook, units: Iterable[Mapping[str, Any]]) -> Iterable[Any]:
    rows = [
        {
            "id": unit["name"],
            "name": unit["name"],
            "kind": unit["kind"],
            "power": unit.get("nation", unit.get("power", book.ours)),
            "classes": [*_classes(unit), *unit.get("classes", [])],
            "ratings": {"combat": 5, "movement": 4, **unit.get("ratings", {})},
        }
        for unit in units
    ]
    return counters_from({"provenance": "printed", "counters": rows})


def _classes(unit: Mapping[str, Any]) -> tuple[str, ...]:
    classes = KINDS.get(unit["kind"], ("land", "corps"))
    if unit.get("division"):
        return tuple("division" if name == "corps" else name for name in classes)
    return classes


def _state(book: CaseBook, given: Given, board: Board, units: Iterable[Mapping[str, Any]]) -> State:
    powers = _powers(book, given, units)
    return State(
        system=book.system,
        scenario="case",
        game="case",
        clock=Clock(given.get("turn", book.turn), 1, given.get("side", "axis"), "orders"),
        units={
            unit["name"]: Unit(
                unit["name"], unit["name"], unit.get("power", book.ours), unit["at"],
                marks=_marks(unit),
            )
            for unit in units
        },
        places=_places(book, given, board),
        powers={power.id: power for power in powers},
        tracks=_tracks(given, board),
    )  # fmt: skip


def _marks(unit: Mapping[str, Any]) -> dict[str, Mark]:
    """The marks that a case gives a unit: `marks: {landing: air}`, `face_down: true`.

    `country`: that of a partisan, with an asterisk if it is a red one.
    """
    said: dict[str, Any] = {str(UnitMark.FACE_DOWN): True} if unit.get("face_down") else {}
    country = str(unit.get("country", ""))
    if country:
        said[str(UnitMark.COUNTRY)] = country.removesuffix("*")
    if country.endswith("*"):
        said[str(UnitMark.RED)] = True
    terms = {str(term): term for term in UnitMark}
    given = {**said, **unit.get("marks", {})}
    return {name: Mark(terms[name].until, value) for name, value in given.items()}


def _powers(book: CaseBook, given: Given, units: Iterable[Mapping[str, Any]]) -> list[Power]:
    """The powers named, each at war with every one of the other side unless the case says not."""
    said: Mapping[str, Any] = given.get("powers", {})
    owners = (unit.get("power", book.ours) for unit in units)
    names = dict.fromkeys([book.ours, book.enemy, *said, *owners])
    sides = {name: said.get(name, {}).get("side") or _usual_side(book, name) for name in names}
    war = str(Relation.WAR)
    return [
        Power(
            name,
            sides[name],
            players=tuple(said.get(name, {}).get("players", (name,))),
            flags=said.get(name, {}).get("flags", {}),
            counters=said.get(name, {}).get("counters", {}),
            homes=tuple(said.get(name, {}).get("homes", ())),
            relations=said.get(name, {}).get(
                "relations",
                {other: war for other in names if sides[other] != sides[name]},
            ),
        )
        for name in names
    ]


def _usual_side(book: CaseBook, power: str) -> str:
    return str(Side.AXIS if power in book.axis else Side.ALLIED)


def _places(book: CaseBook, given: Given, board: Board) -> dict[str, Place]:
    """Who controls what: `control: {ussr: all, germany: [E1932]}`, later lines over earlier.

    `lands`: hexes that belong to another country than the map says; `facts`: what a scenario says.
    """
    held: dict[str, str] = {}
    hexes = [*board.spots, *(p for p in board.by_fact.get("off_map", {}) if p not in board.spots)]
    for power, where in given.get("control", {book.ours: "all"}).items():
        held.update((place, power) for place in (hexes if where == "all" else where))
    taken = {str(Marker.ENEMY_HELD): True}
    marked = {**dict.fromkeys(given.get("enemy_held", []), taken), **given.get("markers", {})}
    lands = {p: {str(PlaceFact.COUNTRY): land} for p, land in given.get("lands", {}).items()}
    facts = lands | given.get("facts", {})
    return {
        place: Place(place, held.get(place), marked.get(place, {}), facts.get(place, {}))
        for place in hexes
    }


def _tracks(given: Given, board: Board) -> dict[str, Track]:
    zones = {"elsewhere", *map(str, board.by_fact.get("zone", {}).values())}
    weather = dict.fromkeys(sorted(zones), given.get("weather", "fine"))
    weather |= {kind: kind for kind in given.get("weather_at", {}).values()}
    values = {TrackName.WEATHER.of(zone): kind for zone, kind in weather.items()}
    values |= given.get("tracks", {})
    return {name: Track(name, value) for name, value in values.items()}
