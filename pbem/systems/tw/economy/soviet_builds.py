"""What the Soviet Union builds for nothing, and where (8.8.2, 15.2.2, 21.7.1).

Free builds are ordered with `price: nothing`. Decides how many there are, which new units appear
behind the Urals, and where those of the mobilization may be placed. Leaves prices to `prices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.rules.readings import Reading
from pbem.systems.tw.economy.prices import price_of
from pbem.systems.tw.world.east import is_inside
from pbem.systems.tw.world.geography import Box
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName, UnitMark

FOR_NOTHING: Final = "nothing"
BEHIND: Final = 3  # new units of a player turn that appear behind the Urals


class BehindTheUrals(Reading, id="TW-R-15.2.2-a"):
    """Which new units appear in the Urals Box."""

    FIRST = "first"
    DEAREST = "dearest"


@implements("TW-21.7.1-1", "TW-21.7.1-2", "TW-21.7.1-3")
def is_placed_anywhere(position: Position, piece: Piece) -> bool:
    """Whether a Soviet unit is one of the mobilization, built for the first time."""
    return piece.unit.marked(UnitMark.FREE)


@implements("TW-21.7.1-3")
def placed_anywhere(check: Check, power: str, place: str) -> None:
    """Units of the mobilization appear in any friendly hex inside the borders of 1939."""
    position = check.position
    if not is_inside(position, place) or not position.is_friendly(power, place):
        message = f"{check.label(place)} is no friendly hex inside the Soviet Union of 1939"
        check.complain("not-inside", message, cite="21.7.1", about=check.order.data["at"])


@implements("TW-15.2.2-6")
def to_the_urals(check: Check, place: str, pieces: Sequence[Piece]) -> None:
    """The first three Soviet ground units of a player turn appear in the Urals Box, or the dearest;
    aircraft need a city wherever they appear.
    """
    power, position = pieces[0].owner, check.position
    pieces = [piece for piece in pieces if piece.is_ground]
    if power != PowerName.SOVIET_UNION or not pieces:
        return
    behind = position.state.counter(power, PowerCount.BEHIND_URALS)
    if place == Box.URALS:
        before = position.state.counter(power, PowerCount.URALS_WORTH)
        worth = [price_of(position, piece) for piece in pieces] + ([before] if before else [])
        count = behind + len(pieces)
        check.does(set_power(check.state, power, "counter", PowerCount.BEHIND_URALS, count))
        check.does(set_power(check.state, power, "counter", PowerCount.URALS_WORTH, min(worth)))
        return
    if behind < BEHIND:
        message = f"the first {BEHIND} new units appear in the Urals Box"
        check.complain("urals", message, "at: Urals Box", "15.2.2", about=check.order.data["at"])
    elif position.reading(BehindTheUrals) is BehindTheUrals.DEAREST:
        _no_dearer(check, pieces)


def _no_dearer(check: Check, pieces: Sequence[Piece]) -> None:
    """Those who appear elsewhere cost no more than those behind the Urals."""
    position, power = check.position, pieces[0].owner
    least = position.state.counter(power, PowerCount.URALS_WORTH)
    for piece in pieces:
        if price_of(position, piece) > least:
            message = f"{piece.counter.name} costs more than a unit that appeared in the Urals Box"
            check.complain("urals", message, "at: Urals Box", "8.8.2", about=piece.counter.name)
            return


@implements("TW-21.7.1-6")
def use_free_builds(check: Check, power: str, pieces: Sequence[Piece]) -> None:
    """Ground units of any kind for nothing, as many as the turn grants."""
    left = check.state.counter(power, PowerCount.FREE_BUILDS)
    if not all(piece.is_ground for piece in pieces):
        check.complain("free", "free builds are ground units", cite="21.7.1")
    if len(pieces) > left:
        message = f"{check.title(power)} has {left} free builds in this turn"
        check.complain("free", message, "leave out `price`", "21.7.1")
    count = left - len(pieces)
    check.does(set_power(check.state, power, "counter", PowerCount.FREE_BUILDS, count))
