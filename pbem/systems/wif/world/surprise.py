"""Surprise (15): who is surprised by whom in the impulse in which war is declared.

Decides: which powers, which of their enemies' units surprise them, and what flies unopposed. A
declaration counts `surprised-by-POWER` on the power until the impulse ends. Leaves what surprise
changes to the rules that it changes; hexes flown over, transports and ships to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.wif.world.control import at_war, major
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.units import Piece
from pbem.systems.wif.world.vocabulary import PowerCount

NOT_HALVING: Final = ("river", "canal")  # where a surprised land unit is attacked


class SurprisedMinors(Reading, id="WIF-15-R1"):
    """Whether the minors of a surprised power are surprised with it."""

    ALONG = "along"
    POWER_ONLY = "power-only"


@implements("WIF-15-1", "WIF-15-5")
@once
def declarers(position: Position, power: str) -> tuple[str, ...]:
    """The major powers that have declared war on a power in this impulse: they surprise it (15)."""
    state = position.state
    struck = {power}
    master = major(state, power)
    along = master != power and _has_counts(position, master)
    if along and position.reading(SurprisedMinors) is SurprisedMinors.ALONG:
        struck.add(master)
    return tuple(
        other
        for other in state.powers
        if any(state.powers[p].counters.get(PowerCount.SURPRISED_BY.of(other)) for p in struck)
    )


def _has_counts(position: Position, power: str) -> bool:
    names = position.powers[power].counters
    return any(PowerCount.term_for(name) is PowerCount.SURPRISED_BY for name in names)


def is_surprised(position: Position, power: str) -> bool:
    """Whether a power's units are surprised in this impulse."""
    return bool(declarers(position, power))


@implements("WIF-15-2", "WIF-15-3")
def surprises(position: Position, piece: Piece, power: str) -> bool:
    """Whether a unit surprises a power (15): one of a major power that has just declared war on it.

    Not where it began the impulse in a hex of a country with which that power was at war before.
    """
    new = declarers(position, power)
    if not new or major(position.state, piece.owner) not in new:
        return False
    began = position.start.units.get(piece.id, piece.unit).at
    holder = position.start.controller(began)
    if holder is None or major(position.state, holder) in new:
        return True
    return not at_war(position.state, holder, power)


def all_surprise(position: Position, pieces: Iterable[Piece], power: str) -> bool:
    """Whether some units, at least one, all surprise a power."""
    found = tuple(pieces)
    return bool(found) and all(surprises(position, piece, power) for piece in found)


@implements("WIF-15.1-5")
def unopposed(position: Position, fliers: Iterable[Piece], targets: Iterable[str]) -> bool:
    """Whether aircraft ignore enemy patrols and cannot be intercepted (15.1).

    All of them surprise everybody whose units or hex their mission is about.
    """
    found, powers = tuple(fliers), tuple(targets)
    return bool(powers) and all(all_surprise(position, found, power) for power in powers)


@implements("WIF-15.1-10")
def halving_sides(
    position: Position, piece: Piece, place: str, across: tuple[str, ...]
) -> tuple[str, ...]:
    """The hexsides that may halve an attacker: rivers and canals not against the surprised (15.1).

    One surprised land unit in the hex will do.
    """
    if not across or not any(
        surprises(position, piece, other.owner) for other in position.land_at(place)
    ):
        return across
    return tuple(side for side in across if side not in NOT_HALVING)
