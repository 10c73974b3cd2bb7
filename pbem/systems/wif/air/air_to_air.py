"""Air-to-air combat (14.3): lines, strength, the combat value, what a result does.

Decides with values alone. Leaves conducting the rounds to `air_combat`; night and altitude
missions, jets, bounce combat (option 44), surprise points and carrier planes to later chapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.wif.world.rounding import rounded

FIGHTER: Final = "fighter"
BOMBER: Final = "bomber"
NO_EFFECT: Final = "-"
DESTROYED: Final = "X"
ABORTED: Final = "A"
CLEARED: Final = "C"
FIRER_CHOOSES: Final = "A"
_LADDER: Final = ("AX", "DX", "AA", "DA", "AC", "DC")
_LEAST, _MOST = -7, 8


class TwinEngines(Reading, id="WIF-14.3.2-R3"):
    """Whether a twin-engined front fighter fares worse against bombers as well."""

    AGAINST_FIGHTERS = "against-fighters"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Plane:
    """An aircraft in an air combat: its ratings, and as what it flies (14.2.5, 14.2.6)."""

    id: str
    name: str
    kind: str
    power: str
    role: str
    rating: Number
    tactical: Number = 0
    unarmed: bool = False
    twin_engined: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """One side's aircraft in the combat, front to back; cleared bombers have left it (14.3.1)."""

    fighters: tuple[Plane, ...] = ()
    bombers: tuple[Plane, ...] = ()
    cleared: tuple[Plane, ...] = ()

    @property
    def planes(self) -> tuple[Plane, ...]:
        """Everything that is still in the combat."""
        return self.fighters + self.bombers

    @property
    def fronts(self) -> tuple[Plane, ...]:
        """The front fighter and the front bomber: the only ones that a result can hit (14.3.1)."""
        return self.fighters[:1] + self.bombers[:1]

    @property
    def front(self) -> Plane:
        """The aircraft that fights: the front fighter, else the front bomber."""
        return self.fronts[0]

    def without(self, plane: Plane) -> Lines:
        """The lines when a plane has been lost or has gone home."""
        return replace(
            self,
            fighters=tuple(other for other in self.fighters if other.id != plane.id),
            bombers=tuple(other for other in self.bombers if other.id != plane.id),
        )

    def clear(self, *bombers: Plane) -> Lines:
        """The lines when bombers have been cleared through to the target (14.3.3)."""
        gone = {plane.id for plane in bombers}
        left = tuple(plane for plane in self.bombers if plane.id not in gone)
        return replace(self, bombers=left, cleared=self.cleared + bombers)


@implements("WIF-14.2.5-1", "WIF-14.2.6-1", "WIF-14.3.1-1")
def line_up(planes: Sequence[Plane], front: Sequence[str] = ()) -> Lines:
    """The lines of a side (14.3.1): as its owner names them, the rest as is usually best.

    Best fighter in front; the bomber with the fewest tactical factors in front.
    """
    named = {plane: place for place, plane in enumerate(front)}
    fighters = [plane for plane in planes if plane.role == FIGHTER]
    bombers = [plane for plane in planes if plane.role == BOMBER]
    last = len(named)
    fighters.sort(key=lambda p: (named.get(p.id, last), -p.rating, p.id))
    bombers.sort(key=lambda p: (named.get(p.id, last), p.tactical, p.id))
    return Lines(tuple(fighters), tuple(bombers))


@implements("WIF-14.3-1")
def must_fight(own: Lines, enemy: Lines) -> bool:
    """Whether there is an air combat: both sides are there, and either has a fighter (14.3)."""
    return bool(own.planes and enemy.planes and (own.fighters or enemy.fighters))


@implements("WIF-14.3.2-4", "WIF-14.3.2-11")
def strength(lines: Lines, aircraft_types: bool = False) -> Fraction:
    """Air-to-air strength: the front fighter and a tenth of the others, else the front bomber.

    With option 8 a FTR that flies as the front bomber counts one less (14.3.2).
    """
    if lines.fighters:
        first, *others = lines.fighters
        return first.rating + sum((Fraction(plane.rating, 10) for plane in others), Fraction(0))
    first = lines.bombers[0]
    return Fraction(first.rating - is_fighter_bomber(first, aircraft_types))


def is_fighter_bomber(plane: Plane, aircraft_types: bool) -> bool:
    """Whether a FTR flies as a bomber, which costs it a point with option 8 (14.3.2)."""
    return aircraft_types and plane.role == BOMBER and plane.kind == "FTR"


@implements("WIF-14.3.2-5")
def combat_value(own: Fraction, enemy: Fraction) -> int:
    """The combat value: own strength less the enemy's, rounded for each side by itself (14.3.2)."""
    return rounded(own - enemy)


@implements("WIF-14.3.2-6")
def can_fire(lines: Lines) -> bool:
    """Whether a side rolls: an unarmed front bomber does not (14.3.2)."""
    return not lines.front.unarmed


@implements("WIF-14.3.2-12", "WIF-14.3.2-15")
def is_hampered(
    firer: Lines, target: Lines, rule: TwinEngines = TwinEngines.AGAINST_FIGHTERS
) -> bool:
    """Whether twin engines spoil the firer's result: only against a single-engined front (14.3.2).

    By the usual reading the front enemy must be a fighter.
    """
    if not firer.fighters or not firer.fighters[0].twin_engined:
        return False
    if not target.fighters:
        return rule is TwinEngines.ALWAYS
    return not target.fighters[0].twin_engined


@implements("WIF-14.3.2-12")
def one_worse(result: str) -> str:
    """A result one step worse for the firer; DC and no effect stay (14.3.2)."""
    if result not in _LADDER[:-1]:
        return result
    return _LADDER[_LADDER.index(result) + 1]


def column_of(value: int) -> int:
    """The value under which the air combat table is read: its ends serve all beyond them."""
    return min(max(value, _LEAST), _MOST)


@implements("WIF-14.3.3-1", "WIF-14.3.1-3")
def candidates(result: str, target: Lines) -> tuple[Plane, ...]:
    """The aircraft that a result may strike: a front one, or for C any bomber (14.3.3)."""
    if result == NO_EFFECT:
        return ()
    return target.bombers if result[1] == CLEARED else target.fronts


@implements("WIF-14.3.3-1")
def firer_chooses(result: str) -> bool:
    """Whether the side that rolled chooses the aircraft (14.3.3)."""
    return result[0] == FIRER_CHOOSES


@implements("WIF-14.3.2-2")
def cleared_at_start(own: Lines, enemy: Lines) -> Lines:
    """The lines at the start of a round: without enemy fighters bombers get through (14.3.2)."""
    return own if enemy.fighters else own.clear(*own.bombers)


@implements("WIF-14.3.2-1")
def is_over(own: Lines, enemy: Lines) -> bool:
    """Whether all aircraft of a side are destroyed, aborted or cleared through (14.3.2)."""
    return not own.planes or not enemy.planes
