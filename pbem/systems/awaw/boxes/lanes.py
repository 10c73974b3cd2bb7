"""What ships carry between boxes and the map (5.28 to 5.58): destroyers and transports.

Decides how many destroyer factors and transports a load takes, which transports there are, and
which ships protect it. Leaves what destroyers pay (9.51) to `economy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import PowerChanged
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.boxes.ways import NONE, Way
from pbem.systems.awaw.world.alliances import faction_of, members
from pbem.systems.awaw.world.naming import Group, part_factors
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import PowerCount

SQUADRONS = 3  # of an air factor


class Rounding(Reading, id="AWAW-R-5.28-a"):
    """Whether ground and air factors fill transports together."""

    POOLED = "pooled"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Load:
    """What is carried: ground and air factors, BRPs, oil counters."""

    ground: Fraction = Fraction(0)
    air: Fraction = Fraction(0)
    brps: int = 0
    oil: int = 0

    @property
    def factors(self) -> Fraction:
        return self.ground + self.air


@dataclass(frozen=True, slots=True)
class Needs:
    """What a load takes: destroyer factors, and transports of an SW box."""

    destroyers: int
    transports: int
    lane: str


def load_of(groups: Iterable[Group]) -> Load:
    """The ground and air factors of some units; three squadrons are an air factor."""
    ground = air = Fraction(0)
    for piece, many in groups:
        if piece.is_ground:
            ground += part_factors(piece, many)
        elif piece.is_air:
            air += Fraction(many * int(piece.counter.rating("squadrons")), SQUADRONS)
    return Load(ground, air)


@implements(
    "AWAW-5.28C-3", "AWAW-5.28D-3", "AWAW-5.28F-1", "AWAW-5.28H-1", "AWAW-5.38C-2", "AWAW-5.38E-1",
    "AWAW-5.38E-3", "AWAW-5.38G-1", "AWAW-5.48C-2", "AWAW-5.48D-1", "AWAW-5.48E-1", "AWAW-5.48G-1",
    "AWAW-5.58C-2", "AWAW-5.58D-1", "AWAW-5.58E-1", "AWAW-5.58E-2", "AWAW-5.58G-1", "AWAW-5.T-4",
)  # fmt: skip
def needs(position: Position, way: Way, load: Load, held: bool = False) -> Needs:
    """What a load takes on a way; `held`: enemy ground units are in the hex that is invaded.

    A line of supply takes one transport.
    """
    if way.how == "supply":
        return Needs(0, 1, way.carried_by)
    rates = position.book.chart("passages")
    if way.how not in rates.table("rates").rows.names:
        return Needs(0, 0, "")
    escort = int(rates.at(way.how, "held" if held else "destroyers", "rates").number)
    carried = transports(position, way, load) if way.lane != NONE else 0
    return Needs(ceil(escort * load.factors), carried, way.carried_by)


def transports(position: Position, way: Way, load: Load) -> int:
    """One transport for every five factors or part of them, five BRPs, and each oil counter.

    Oil is counted where the text prices it.
    """
    rates = position.book.chart("passages")
    factors, brps = (int(rates.at(way.how, name, "rates").number) for name in ("factors", "brps"))
    pooled = position.reading(Rounding) is Rounding.POOLED
    parts = (load.factors,) if pooled else (load.ground, load.air)
    found = sum(ceil(part / factors) for part in parts)
    found += ceil(Fraction(load.brps, brps)) if brps else 0
    return found + (load.oil if way.oil else 0)


@implements("AWAW-5.931-1")
def transports_left(position: Position, power: str, lane: str) -> int:
    """The transports of a power's faction in an SW box that have not sailed in this player turn."""
    faction = faction_of(position.state, power)
    if faction is None:
        return 0
    powers = members(position.state, faction)
    there = sum(p.size for p in position.at(lane) if p.kind == "transport" and p.owner in powers)
    sailed = PowerCount.SHIPPED.of(lane)
    return there - sum(position.state.counter(member, sailed) for member in powers)


def sail(position: Position, power: str, needed: Needs) -> tuple[PowerChanged, ...]:
    """Transports of an SW box that have sailed for a power."""
    if not needed.transports:
        return ()
    name = PowerCount.SHIPPED.of(needed.lane)
    sailed = position.state.counter(power, name) + needed.transports
    return set_power(position.state, power, "counter", name, sailed)


@implements(
    "AWAW-5.28F-2", "AWAW-5.38E-2", "AWAW-5.38E-3", "AWAW-5.48E-1", "AWAW-5.58E-1", "AWAW-5.58E-2",
)  # fmt: skip
def protectors(position: Position, way: Way, power: str, origin: str) -> tuple[Piece, ...]:
    """The ships that may protect what redeploys by sea: those where it starts and in the SW box."""
    faction = faction_of(position.state, power)
    places: Sequence[str] = (origin, way.carried_by) if way.carried_by else (origin,)
    there = (piece for place in places for piece in position.at(place) if piece.is_naval)
    return tuple(p for p in there if faction_of(position.state, p.owner) is faction)
