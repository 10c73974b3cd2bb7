"""Final reorganisation: all units are ready again (13.5), but with option 35 not the isolated.

Decides who is isolated: out of supply, without a path of any length to a primary source. Leaves
units at sea and supply units to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.rules.book import once
from pbem.systems.wif.turn.turn_verdicts import FinalReorganisationVerdict
from pbem.systems.wif.world.control import is_neutral, major
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.supply import blocked, in_supply, primary_sources
from pbem.systems.wif.world.units import Piece, turned_up


@implements("WIF-13.5-1", "WIF-13.5-2")
def final_reorganisation(umpire: Umpire) -> None:
    """Every face-down unit on the map turns face-up (13.5)."""
    position = now(umpire)
    down = [piece for piece in position.on_map if piece.face_down]
    isolated = [piece for piece in down if stays_down(position, piece)]
    up = [piece for piece in down if piece not in isolated]
    umpire.apply(*(change for piece in up for change in turned_up(piece)))
    umpire.tell(
        FinalReorganisationVerdict(
            None, up=tuple(p.id for p in up), isolated=tuple(p.id for p in isolated)
        )
    )


@implements("WIF-13.5-3", "WIF-13.5-4")
def stays_down(position: Position, piece: Piece) -> bool:
    """Whether a unit is too isolated to turn face-up: with option 35, never a neutral one."""
    if not position.options.isolated_reorganisation:
        return False
    if is_neutral(position.state, major(position.state, piece.owner)):
        return False
    return not in_supply(position, piece) and piece.at not in linked(position, piece.owner)


@once
def linked(position: Position, power: str) -> frozenset[str]:
    """The hexes from which a basic path of any length leads to a primary source of a power."""
    shut = blocked(position, power)
    open_ends = [place for place in primary_sources(position, power) if place not in shut]
    found = set(open_ends)
    reach = position.ground.path_reach
    while open_ends:
        place = open_ends.pop()
        for there in _into(reach[place], found):
            found.add(there)
            if there not in shut:
                open_ends.append(there)
    return frozenset(found)


def _into(places: tuple[str, ...], found: set[str]) -> Iterator[str]:
    return (place for place in places if place not in found)
