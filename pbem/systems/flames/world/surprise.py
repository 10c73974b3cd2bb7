"""Surprise (15): who is surprised by whom in the impulse in which war is declared.

Decides: which powers, which of their enemies' units surprise them, and what flies unopposed. A
declaration counts `surprised-by-POWER` on the power until the impulse ends. Leaves what surprise
changes to the rules that it changes, and ships to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.flames.world.vocabulary import PowerCount, UnitMark

NOT_HALVING: Final = ("river", "canal")  # where a surprised land unit is attacked


class SurprisedMinors(Reading, id="WIF-15-R1"):
    """Whether the minors of a surprised power are surprised with it."""

    ALONG = "along"
    POWER_ONLY = "power-only"


class FlownOver(Reading, id="WIF-15-R2"):
    """Which hexes aircraft fly over, since no order names their way."""

    SHORTEST = "shortest"
    NONE = "none"


class JointAttack(Reading, id="WIF-15-R3"):
    """Whether who has just declared war surprises those whom an old enemy attacks with him."""

    NOBODY = "nobody"
    BY_ITSELF = "by-itself"


@implements("WIF-15-1", "WIF-15-5", "WIF-9.8-10", "AIF-15-1")
@once
def declarers(position: Position, power: str) -> tuple[str, ...]:
    """The major powers that have declared war on a power in this impulse: they surprise it (15)."""
    state = position.state
    struck = {power}
    master = position.major(power)
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


@implements("WIF-15-2", "WIF-15-3", "WIF-15-4")
def surprises(position: Position, piece: Piece, power: str, over: str = "") -> bool:
    """Whether a unit surprises a power (15): one of a major power that has just declared war on it.

    Not where it began the impulse in a hex of a country with which that power was at war before,
    or flies to a hex over such hexes, nor if such a country's aircraft have carried it.
    """
    new = declarers(position, power)
    if not new or position.major(piece.owner) not in new:
        return False
    carrier = piece.unit.mark(UnitMark.CARRIED_BY)
    if carrier is not None and position.major(str(carrier)) not in new:
        return not position.at_war(str(carrier), power)
    began = position.start.units.get(piece.id, piece.unit).at
    if is_old_enemys(position, began, power):
        return False
    return not (over and flies_over_old_enemies(position, (began, over), power))


@implements("WIF-15-2")
def surprised_in_attack(position: Position, attackers: Iterable[Piece], power: str) -> bool:
    """Whether a unit of an attack surprises a power; none does beside an old enemy (15)."""
    found, new = tuple(attackers), declarers(position, power)
    warned = any(
        position.major(piece.owner) not in new and position.at_war(piece.owner, power)
        for piece in found
    )
    if warned and position.reading(JointAttack) is JointAttack.NOBODY:
        return False
    return any(surprises(position, piece, power) for piece in found)


def is_old_enemys(position: Position, place: str, power: str) -> bool:
    """Whether, when the impulse began, a hex was a country's with which a power was at war."""
    holder = position.start.controller(place)
    if holder is None or position.major(holder) in declarers(position, power):
        return False
    return position.at_war(holder, power)


@implements("WIF-15-3")
def flies_over_old_enemies(position: Position, way: tuple[str, str], power: str) -> bool:
    """Whether every shortest way between two hexes leads over an old enemy's (15)."""
    start, target = way
    board = position.board
    far = board.distance(start, target) if {start, target} <= board.neighbours.keys() else None
    if far is None or position.reading(FlownOver) is FlownOver.NONE:
        return False
    reached = {start}
    for left in range(far - 1, 0, -1):
        near = {hex for place in reached for hex in board.neighbours[place]}
        nearer = {hex for hex in near if board.distance(hex, target) == left}
        reached = {hex for hex in nearer if not is_old_enemys(position, hex, power)}
    return not reached


def all_surprise(position: Position, pieces: Iterable[Piece], power: str, over: str = "") -> bool:
    """Whether some units, at least one, all surprise a power; aircraft on their way to a hex."""
    found = tuple(pieces)
    return bool(found) and all(surprises(position, piece, power, over) for piece in found)


@implements("WIF-15.1-5", "AIF-15-2", "AIF-15-4")
def unopposed(
    position: Position, fliers: Iterable[Piece], targets: Iterable[str], over: str = ""
) -> bool:
    """Whether aircraft ignore enemy patrols and cannot be intercepted (15.1).

    All of them surprise everybody whose units or hex their mission is about.
    """
    found, powers = tuple(fliers), tuple(targets)
    return bool(powers) and all(all_surprise(position, found, power, over) for power in powers)


@implements("WIF-15.1-10", "WIF-11.15.1-8h", "AIF-15-9", "AIF-11.16.1-15")
def halving_sides(
    position: Position, piece: Piece, place: str, across: tuple[str, ...],
    *, attackers: Iterable[Piece] = (),
) -> tuple[str, ...]:  # fmt: skip
    """The hexsides that may halve an attacker: rivers and canals not against the surprised (15.1).

    One surprised land unit in the hex will do. `attackers`: all that attack with it.
    """
    together = (piece, *attackers)
    if not across or not any(
        surprises(position, piece, other.owner)
        and surprised_in_attack(position, together, other.owner)
        for other in position.land_at(place)
    ):
        return across
    return tuple(side for side in across if side not in NOT_HALVING)
