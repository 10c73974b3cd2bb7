"""Repair of ships (7.10, 15.1.3.2, 15.1.5): `{units: Fleet, at: Southampton, spaces: 2}`.

Each shipyard repairs one space of one ship in a player turn, or two of a Fleet at the double price
of each. Decides which ships, and what it costs. Leaves new ships to rules
that are not played: TW-15.1.5-2, TW-15.1.5-3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling
from pbem.systems.tw.economy.prices import DEAR_AIR, spend
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.geography import Box
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName, UnitMark

FAST: Final = 2  # spaces of a Fleet in a player turn, at the double price
SLOW: Final = 1


def check_docked(check: Check, ships: Sequence[Piece], place: str) -> Ruling:
    """A ship on the track of a shipyard comes a space nearer to be whole, or two."""
    spaces = int(check.order.data.get("spaces", SLOW))
    _may_be_in_dock(check, ships, place, spaces)
    if not check.ok:
        return check.ruling("")
    ship = ships[0]
    lacks = int(str(ship.unit.marks[UnitMark.DAMAGED].value))
    done = min(spaces, lacks)
    dear = spend(check, check.position.patron(ship.owner), _price(check, ship, done))
    left = lacks - done
    mark = Mark(UnitMark.DAMAGED.until, left) if left else None
    check.does(set_mark(ship.unit, UnitMark.DAMAGED, mark))
    if not left:
        check.does(set_mark(check.state.units[ship.id], UnitMark.DEPLETED, None))
    check.does(set_place(check.state, place, "marker", Marker.DOCKED, done))
    after = f"{left} left" if left else "repaired"
    spaces_told = "1 space" if done == 1 else f"{done} spaces"
    return check.ruling(
        f"{told([ship])} in {check.label(place)}: {spaces_told}, {after}, {dear} NARFs"
    )


@implements("TW-15.1.3.2-3", "TW-15.1.5.2-1", "TW-15.1.5.4-1", "TW-7.10-5")
def _price(check: Check, ship: Piece, spaces: int) -> int:
    """NARFs of some spaces: of two each costs double; carriers of the Axis are dear."""
    dear = ship.kind == Kind.CV and ship.owner in DEAR_AIR
    row = f"{Kind.CV}-germany-italy" if dear else ship.kind
    column = "double-pace" if spaces == FAST else "space"
    return spaces * int(check.book.chart("costs").at(row, column, "naval").number)


@implements("TW-8.8.9-1")
def has_yard(board: Board, place: str) -> bool:
    """Whether a place is a shipyard; the boxes of America and Canada have one."""
    return bool(board.fact(place, "shipyard") or board.fact(place, "shipyards"))


@implements(
    "TW-8.8.3-1",
    "TW-15.1.3.2-2", "TW-7.10-6", "TW-15.1.5.1-1", "TW-15.1.5.4-1", "TW-15.2.1-3", "TW-15.1.5.2-3",
    "TW-3.9.2-2",
)  # fmt: skip
def _may_be_in_dock(check: Check, ships: Sequence[Piece], place: str, spaces: int) -> None:
    """One Depleted ship in a shipyard that has not worked yet, not in the turn of its Depletion."""
    position, ship = check.position, ships[0]
    hurt = ship.unit.marked(UnitMark.HURT)
    busy = bool(position.state.marker(place, Marker.DOCKED))
    abroad = ship.owner == PowerName.UNITED_STATES and place != Box.US
    hindrances = (
        ("one", len(ships) > 1, "a shipyard works on one ship", "15.1.5.1"),
        ("no-yard", not has_yard(check.board, place), "there is no shipyard", "15.1.3.2"),
        ("america", abroad, "American ships are repaired in the U.S. Box", "8.8.3"),
        ("whole", not ship.unit.marked(UnitMark.DAMAGED), "it is not Depleted", "15.1.3.2"),
        ("hurt", hurt, "it was Depleted in this turn", "7.10"),
        ("busy", busy, "the shipyard has worked in this player turn", "15.1.3.2"),
        ("carrier", spaces > SLOW and ship.kind == Kind.CV, "no carrier goes faster", "15.1.5.4"),
        ("cut-off", supply_of(position, ship) != FULL, "the port is out of supply", "15.2.1"),
    )
    name = ship.counter.name
    check.first(hindrances, before=f"{name} in {check.label(place)}: ", about=name)
