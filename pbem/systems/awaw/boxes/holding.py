"""Who holds a mapboard box, what it is worth, supplies and builds, who may be in it (5.2 to 5.9).

Decides control, BRP value, supply, oil, construction and entry as the boxes chart has them. Leaves
what supply and oil do (30, 33), surrenders (71.5, 72.5) and conquest (88.43) to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.charts import Cell
from pbem.core.data.rulebook import implements
from pbem.systems.awaw.boxes.places import MURMANSK, belongs, is_sw_box
from pbem.systems.awaw.world.alliances import faction_of
from pbem.systems.awaw.world.boxes import box_holder
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import Faction, PowerCount, PowerFlag

ALL: Final = "all"
ANY: Final = "any"
COUNTRY: Final = {"box:india": "india", "box:australia": "australia"}
BRITISH: Final = ("box:india",)  # boxes whose BRPs are counted in the British base
SHIPYARDS: Final = {"atlantic": "box:atlantic-us", "pacific": "box:pacific-us"}


def told_of(position: Position, box: str, what: str) -> Cell:
    """A cell of the boxes chart."""
    return position.book.chart("boxes").at(box, what, "boxes")


def place_of(position: Position, box: str, what: str) -> str:
    """What the chart tells of a box as a place."""
    return position.book.chart("boxes").at(box, what, "places").text


def _has_chart(position: Position, box: str) -> bool:
    return box in position.book.chart("boxes").table("boxes").rows.names


@implements(
    "AWAW-5.23-1", "AWAW-5.33-1", "AWAW-5.43-1", "AWAW-5.53-1", "AWAW-5.63-1", "AWAW-5.73-1"
)
def holder_of(position: Position, box: str) -> Faction | None:
    """The faction that holds a box: for ever, until its country surrenders, or till it falls."""
    if not _has_chart(position, box):
        return None
    said, until = (told_of(position, box, what).text for what in ("holder", "until"))
    if until == "conquest":
        return box_holder(position, box)
    surrendered = until == "surrender" and position.state.flag(COUNTRY[box], PowerFlag.SURRENDERED)
    return None if surrendered else Faction.term_for(said)


@implements(
    "AWAW-5.12A-1", "AWAW-5.23-1", "AWAW-5.33-1", "AWAW-5.43-1", "AWAW-5.53-1", "AWAW-5.73-1"
)
def may_be_in(position: Position, piece: Piece, box: str) -> bool:
    """Whether a unit may be in a box at all, of which there may be any number."""
    if is_sw_box(box) or box == MURMANSK:
        return not piece.is_ground
    if not _has_base(position, piece, box):
        return False
    whose = told_of(position, box, "enters").text
    return whose == ANY or faction_of(position.state, piece.owner) == whose


@implements("AWAW-5.68-1", "AWAW-5.78-1")
def _has_base(position: Position, piece: Piece, box: str) -> bool:
    """Whether a box has room for what a unit is: no ships are in Ethiopia and the Urals."""
    is_ship = piece.is_naval or (piece.is_sw and not piece.counter.is_a("bombing"))
    return not is_ship or place_of(position, box, "ships") == "yes"


@implements(
    "AWAW-5.24-1", "AWAW-5.34-1", "AWAW-5.44A-1", "AWAW-5.54-1", "AWAW-5.64-1", "AWAW-5.74-1",
)  # fmt: skip
def value_of(position: Position, box: str) -> int:
    """The BRPs that a box is worth: its own, and the base of the power whose home it is."""
    base = told_of(position, box, "base").text
    own = int(told_of(position, box, "value").number)
    return own + position.state.counter(base, PowerCount.BASE)


@implements("AWAW-5.44A-1")
def counts_for_britain(box: str) -> bool:
    """Whether the BRPs of a box are part of the British base and its limit of construction."""
    return box in BRITISH


@implements(
    "AWAW-5.25A-1", "AWAW-5.35A-1", "AWAW-5.45A-1", "AWAW-5.55A-1", "AWAW-5.65A-1", "AWAW-5.75A-1",
)  # fmt: skip
def supplies(position: Position, box: str, power: str) -> bool:
    """Whether a box is an unlimited source of supply of a power's units."""
    whom = told_of(position, box, "supplies").text
    if whom == ANY:
        return True
    return holder_of(position, box) == whom and faction_of(position.state, power) == whom


@implements(
    "AWAW-5.25B-1", "AWAW-5.35B-1", "AWAW-5.45B-1", "AWAW-5.55B-1", "AWAW-5.65B-1", "AWAW-5.75B-1",
)  # fmt: skip
def oil_of(position: Position, box: str) -> tuple[str | int, int, bool]:
    """Oil counters that a box produces in a turn, the most that its reserve holds, and whether
    units in it are immune from oil effects.
    """
    made = told_of(position, box, "oil").value
    reserve = int(told_of(position, box, "reserve").number)
    return made, reserve, told_of(position, box, "supplies").text == ANY


@implements(
    "AWAW-5.26-1", "AWAW-5.36-1", "AWAW-5.46-1", "AWAW-5.56-1", "AWAW-5.66-1", "AWAW-5.76-1",
)  # fmt: skip
def builds_in(position: Position, counter: str, shipyard: str = "") -> tuple[str, ...]:
    """The boxes in which a counter may be built: American and Canadian units in either U.S. box,
    their ships in that of the shipyard; South African, Indian and Australian ones in theirs.
    """
    known = position.book.counters[counter]
    names = position.book.chart("boxes").table("boxes").rows.names
    found = (box for box in names if known.power in told_of(position, box, "builds").text.split())
    is_ship = known.is_a("naval") or (known.is_a("sw") and not known.is_a("bombing"))
    return tuple(
        box for box in found if not is_ship or shipyard == "" or SHIPYARDS.get(shipyard) == box
    )


@implements("AWAW-5.36-1")
def builds_nowhere_else(position: Position, counter: str) -> bool:
    """Whether a counter is built in boxes alone: South African units are."""
    return "box:south-africa" in builds_in(position, counter)


@implements("AWAW-5.32-2", "AWAW-5.48H-1")
def takes_displaced(position: Position, box: str, port: str) -> bool | None:
    """Whether ships displaced from a port may go to a box; None where the text says nothing."""
    said = place_of(position, box, "displaced")
    if said == "unsaid":
        return None
    return said != "nowhere" and belongs(position, said, port, box)


@implements("AWAW-5.28G-1", "AWAW-5.38F-1", "AWAW-5.48F-1", "AWAW-5.58F-1")
def may_intercept(position: Position, box: str) -> bool:
    """Whether ships in a box intercept."""
    return told_of(position, box, "intercepts").text == "normal"


@implements("AWAW-5.38F-1", "AWAW-5.48F-1")
def engages_raiders(position: Position, box: str, ocean: str) -> bool:
    """Whether ships in a box may engage raiders in an ocean."""
    return told_of(position, box, "raiders").text == ocean
