"""Ways into and out of mapboard boxes (5.2 to 5.9), as the passages chart has them.

`Way` is one of them. Decides which ways lead a unit from a box to a place or back in a phase: what
no row allows is forbidden. Leaves conditions to `conditions`, and ships that carry to `lanes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.boxes.places import ANY, ETHIOPIA, belongs
from pbem.systems.awaw.world.alliances import faction_of
from pbem.systems.awaw.world.boxes import AUSTRALIA, is_box
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import PowerName

NONE: Final = "none"
BOX: Final = "box:"
NR: Final = "NR"
AUSTRALIAN_BASES: Final = "australia-base"


class IntoBoxes(Reading, id="AWAW-R-5.38-a"):
    """Whether ships redeploy into boxes of which the text names the way out alone."""

    BOTH_WAYS = "both-ways"
    OUT_ALONE = "out-alone"


class AustralianBases(Reading, id="AWAW-R-5.58-a"):
    """Where ships of the Australia box may change base, for which another box's list is printed."""

    AS_REDEPLOYED = "as-redeployed"
    AS_PRINTED = "as-printed"


class FromEthiopia(Reading, id="AWAW-R-5.57-a"):
    """Whether units may redeploy from Ethiopia to Australia, which is priced but not listed."""

    ALLOWED = "allowed"
    AS_LISTED = "as-listed"


@dataclass(frozen=True, slots=True)
class Way:
    """A way as the chart has it; `origin` and `goal` are words of it."""

    name: str
    units: tuple[str, ...]
    owners: str
    origin: str
    goal: str
    back: str
    phase: str
    how: str
    lane: str
    oil: bool
    via: str
    rule: str

    @property
    def carried_by(self) -> str:
        """The SW box whose transports carry what goes this way; nothing where none are needed."""
        return "" if self.lane == NONE else f"{BOX}{self.lane}"


def all_ways(position: Position) -> Iterator[Way]:
    """Every row of the chart."""
    table = position.book.chart("passages").table("passages")
    for name in table.rows.names:
        row = {column: str(table.cells[column, name].value) for column in table.columns.names}
        yield Way(
            name,
            tuple(row["units"].split()),
            row["owners"],
            row["from"],
            row["to"],
            row["back"],
            row["phase"],
            row["how"],
            row["lane"],
            row["oil"] == "yes",
            row["via"],
            row["rule"],
        )


@implements("AWAW-5.T-1")
def ways(
    position: Position, piece: Piece, goal: str, phase: str, *, how: str = "", origin: str = ""
) -> tuple[Way, ...]:
    """The ways by which a unit may go to a goal in a phase, from where it is or from an origin."""
    known = (way for way in all_ways(position) if phase == way.phase and how in ("", way.how))
    start = origin or piece.at
    return tuple(
        way for way in known if _goes(position, way, piece) and leads(position, way, start, goal)
    )


@implements("AWAW-5.82-1", "AWAW-5.23-1", "AWAW-5.33-1", "AWAW-5.73-1")
def _goes(position: Position, way: Way, piece: Piece) -> bool:
    """Whether a unit is of those that go a way."""
    if way.owners == PowerName.GERMANY:
        owns = position.game.nationality(piece.unit) == PowerName.GERMANY
    else:
        owns = way.owners in (ANY, faction_of(position.state, piece.owner))
    return owns and not words_of(piece).isdisjoint(way.units)


@implements("AWAW-3.11-59", "AWAW-5.931-1")
def words_of(piece: Piece) -> frozenset[str]:
    """The words of the chart that mean a unit. Submarines are told apart from ships (5.934)."""
    words = {
        "ground": piece.is_ground,
        "armor": piece.is_armor,
        "air": piece.is_air,
        "ship": piece.is_naval,
        "merchant": piece.kind in ("transport", "ASW"),
        "submarine": piece.counter.is_a("submarine"),
        "bomber": piece.counter.is_a("bombing"),
    }
    return frozenset(word for word, holds in words.items() if holds)


@implements("AWAW-5.943-3")
def leads(position: Position, way: Way, origin: str, goal: str) -> bool:
    """Whether a way leads from one place to another, forth or back."""
    if way.name == AUSTRALIAN_BASES and not _has_bases(position):
        return False
    if origin == ETHIOPIA and goal == AUSTRALIA and not _from_ethiopia(position):
        return False
    return _connects(position, way, origin, goal) or (
        is_open_back(position, way) and _connects(position, way, goal, origin)
    )


@implements("AWAW-5.58B-1")
def _has_bases(position: Position) -> bool:
    return position.reading(AustralianBases) is AustralianBases.AS_REDEPLOYED


@implements("AWAW-5.57C-1")
def _from_ethiopia(position: Position) -> bool:
    return position.reading(FromEthiopia) is FromEthiopia.ALLOWED


@implements("AWAW-5.38E-4", "AWAW-5.48E-2", "AWAW-5.58E-3")
def is_open_back(position: Position, way: Way) -> bool:
    """Whether a way leads back too; of ships that redeploy the text names the way out alone."""
    if way.back != "reading":
        return way.back == "yes"
    return position.reading(IntoBoxes) is IntoBoxes.BOTH_WAYS


def _connects(position: Position, way: Way, origin: str, goal: str) -> bool:
    box = origin if is_box(origin) else goal
    starts = any(belongs(position, word, origin, box) for word in way.origin.split())
    return starts and any(belongs(position, word, goal, box) for word in way.goal.split())


@implements("AWAW-5.28E-1")
def touches(position: Position, way: Way, stops: tuple[str, ...]) -> bool:
    """Whether ships that go a way start, end or stop at one of the places that it must touch."""
    if way.via == NONE:
        return True
    words = way.via.split()
    return any(belongs(position, word, place, place) for word in words for place in stops)


@implements("AWAW-5.67-1", "AWAW-5.67-2", "AWAW-5.37C-1")
def is_asked(origin: str, goal: str) -> bool:
    """Whether 88.42, which the text has not, says who comes into Ethiopia and out of it."""
    return ETHIOPIA in (origin, goal)
