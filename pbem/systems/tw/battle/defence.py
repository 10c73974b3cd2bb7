"""What defenders are worth (10.6, 13): multipliers of terrain, and what is added.

Decides the value of one unit in a hex against an attack. Leaves the odds to `odds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.east import is_unready
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import (
    CLEAR,
    DESERT,
    FOREST,
    MOUNTAIN,
    ground,
    has_fortress,
    is_city,
    is_fortified,
    is_one_hex_island,
)
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName, UnitMark
from pbem.systems.tw.world.west import is_in_hostile_france

FOOT: Final = (Kind.INF, Kind.STA)
SECOND: Final = 2
NO_BONUS: Final = (  # countries whose cities help nobody
    Land.MOROCCO, Land.ALGERIA, Land.TUNISIA, Land.LIBYA, Land.EGYPT, Land.PALESTINE, Land.IRAN,
    Land.TRANSJORDAN, Land.SAUDI_ARABIA, Land.KUWAIT, Land.SYRIA, Land.IRAQ,
)  # fmt: skip
GERMAN: Final = (Land.GERMANY, Land.DANZIG)


class CityGround(Reading, id="TW-R-10.6.1-a"):
    """Whether infantry in a city of clear ground loses its doubling in the second impulse."""

    CITY = "city"
    CLEAR = "clear"


class IslandShore(Reading, id="TW-R-7.7.2-a"):
    """Whether an island of one hex is defended against landings as a beach is."""

    GROUND = "ground"
    BEACH = "beach"


class CavalryInFortress(Reading, id="TW-R-13.0-a"):
    """With whom cavalry is multiplied in a fortress, which is said in two ways."""

    ARMOR = "armor"
    INFANTRY = "infantry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault:
    """What matters of an attack to the value of its defenders."""

    impulse: int = 1
    across: bool = False  # all attackers cross a river, canal or strait
    soviet: bool = False  # the attackers are Soviet
    dropped: bool = False  # all attackers have just landed from the air
    landed: bool = False  # all attackers come from the sea
    raid: bool = False  # Commandos are among the attackers


@implements("TW-10.6-1", "TW-10.6.14-1", "TW-9.9.6-2", "TW-2.6-RES-1", "TW-2.6-CDO-1")
def defence_of(position: Position, piece: Piece, place: str, how: Assault) -> Number:
    """What a unit is worth in defence of a hex: its strength multiplied, and what is added."""
    if piece.is_depleted or piece.kind == Kind.CDO or piece.unit.marked(UnitMark.RESERVE):
        return piece.factors
    if is_in_hostile_france(position, piece):
        return piece.strength
    return piece.strength * _multiplier(position, piece, place, how) + _plus(
        position, piece, place, how
    )


@implements("TW-10.6.1-1", "TW-10.6.5-1", "TW-10.6.7-1", "TW-10.6.10-1", "TW-10.6.4-1",
            "TW-10.6.2-1")  # fmt: skip
def _multiplier(position: Position, piece: Piece, place: str, how: Assault) -> int:
    if has_fortress(position, place):
        return _in_fortress(position, piece, place)
    terrain = ground(position, place)
    rows = [terrain]
    if how.landed and _is_beach(position, place):
        stronger = is_fortified(position, place) and not how.raid
        rows.append("fortified-beach" if stronger else "beach")
    elif is_fortified(position, place):
        rows.append("fortification-river" if how.across else "fortification")
    elif how.across:
        rows.append("mountain-river" if terrain in MOUNTAIN else "river")
    elif _is_exposed(position, piece, place, how):
        return 1
    return max(_cell(position, "defence", row, piece.kind) for row in rows)


@implements("TW-10.6.2-1", "TW-7.7.2-1")
def _is_beach(position: Position, place: str) -> bool:
    """Whether a hex is a beach to its defenders."""
    as_beach = position.reading(IslandShore) is IslandShore.BEACH
    island = as_beach and is_one_hex_island(position.board, place)
    return island or bool(position.board.fact(place, "beach"))


@implements("TW-10.6.1-1", "TW-9.8-9", "TW-10.2.5-2", "TW-11.14.4-1")
def _is_exposed(position: Position, piece: Piece, place: str, how: Assault) -> bool:
    """Whether infantry in the open is not doubled: in a desert, and in the second impulse, unless
    parachutists alone attack it, who are no armor; against those STA are not.
    """
    terrain = ground(position, place)
    if piece.kind not in FOOT or terrain not in (CLEAR, *DESERT) or terrain in MOUNTAIN:
        return False
    if how.dropped and piece.kind == Kind.STA:
        return True
    if how.impulse < SECOND or how.dropped:
        return terrain in DESERT
    in_a_city = is_city(position.board, place)
    return not (in_a_city and position.reading(CityGround) is CityGround.CITY)


@implements("TW-10.6.6-1", "TW-13.0-1", "TW-13.2.3-1", "TW-2.6-STA-1")
def _in_fortress(position: Position, piece: Piece, place: str) -> int:
    """The multiplier of a fortress, one less for each siege marker."""
    siege = int(position.state.marker(place, Marker.SIEGE) or 0)
    on_foot = position.reading(CavalryInFortress) is CavalryInFortress.INFANTRY
    kind = FOOT[0] if piece.kind == Kind.CAV and on_foot else piece.kind
    return _cell(position, "siege", str(siege), kind)


@implements("TW-10.6.8-1", "TW-10.6.3-1", "TW-1.2d-4", "TW-10.6.6-3", "TW-10.6.9-1", "TW-1.2a-9")
def _plus(position: Position, piece: Piece, place: str, how: Assault) -> int:
    """What forest and city add to a unit; a fortress cancels the forest."""
    found = 0
    if position.board.terrain(place) == FOREST and not has_fortress(position, place):
        found += _cell(position, "plus", FOREST, piece.kind)
    country = position.board.country(place)
    soviet = piece.owner == PowerName.SOVIET_UNION and is_unready(position, place)
    if is_city(position.board, place) and country not in NO_BONUS and not soviet:
        german = how.soviet and country in GERMAN
        found += _cell(position, "plus", "german-city" if german else "city", piece.kind)
    return found


def _cell(position: Position, table: str, row: str, kind: str) -> int:
    chart = position.book.chart("terrain")
    column = kind if kind in chart.table(table).columns.names else "other"
    return int(chart.at(row, column, table).number)
