"""New units of the British Empire and of America (8.8, 15.2.2, 23.11): in the boxes of their homes.

Decides which unit appears where, and how many in Suez. Leaves what they cost to `prices`, their way
to the board to `sea`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.systems.tw.supply.lines import lines_of, may_live_off_suez
from pbem.systems.tw.world.boxes import CHART
from pbem.systems.tw.world.geography import Box, City
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName, Side
from pbem.systems.tw.world.zoc import enemy_zones

BUILDS: Final = "builds"
ANZAC: Final = "anzac"
IN_SUEZ: Final = 1  # British or ANZAC units of a player turn


@implements(
    "TW-15.2.2-3", "TW-15.2.2-5", "TW-8.8.3-1", "TW-8.8.4-1", "TW-8.8.5-1", "TW-8.8.9-1",
    "TW-23.11-3",
)  # fmt: skip
def birthplace(position: Position, piece: Piece) -> str:
    """The one place where a unit of the Empire or of America appears; nothing for all others."""
    if piece.counter.is_a(ANZAC):
        suez = position.city(City.SUEZ)
        axis = position.side_of(position.holder(suez)) == Side.AXIS
        return str(Box.SOUTH_AFRICA) if axis else suez
    chart = position.book.chart(CHART)
    rows = chart.table(BUILDS).rows.names
    own = next((row for row in rows if row == piece.owner or piece.counter.is_a(row)), None)
    return chart.at(own, "place", BUILDS).text if own is not None else ""


def appear_abroad(check: Check, power: str, place: str, pieces: Sequence[Piece]) -> bool:
    """Whether units appear away from the hexes of their home; what is wrong with it is noted."""
    position = check.position
    bound = {piece.id: birthplace(position, piece) for piece in pieces}
    for piece in pieces:
        if bound[piece.id] and bound[piece.id] != place:
            name, where = piece.counter.name, check.label(bound[piece.id])
            message = f"{name} is built in {where}"
            check.complain("abroad", message, f"at: {where}", "15.2.2", about=name)
            return True
    british = power == PowerName.BRITAIN and all(piece.is_ground for piece in pieces)
    if british and place == position.city(City.SUEZ):
        _in_suez(check, power, place, pieces)
        return True
    abroad = all(bound.values())
    if abroad and not position.is_friendly(power, place):
        message = f"{check.label(place)} is not friendly"
        check.complain("not-friendly", message, cite="15.2.2", about=check.order.data["at"])
    return abroad


@implements("TW-15.2.2-3", "TW-12.2.4-1")
def _in_suez(check: Check, power: str, place: str, pieces: Sequence[Piece]) -> None:
    """One British or ANZAC unit of a player turn appears in Suez, out of zones, and in supply: of
    Suez itself, or a strong one by a line to Britain.
    """
    position = check.position
    now = position.state.counter(power, PowerCount.IN_SUEZ) + len(pieces)
    strong = not all(may_live_off_suez(position, piece) for piece in pieces)
    cut_off = strong and place not in lines_of(position, power).full
    said = (
        ("not-friendly", position.holder(place) != power, "is not British"),
        ("no-supply", cut_off, "has no supply"),
        ("zone", place in enemy_zones(position, power), "is in an enemy zone of control"),
        ("once", now > IN_SUEZ, "is the place of one new unit in a turn"),
    )
    about = check.order.data["at"]
    if check.first(said, before=f"{check.label(place)} ", cite="15.2.2", about=about):
        return
    check.does(set_power(check.state, power, "counter", PowerCount.IN_SUEZ, now))
