"""Air-to-air combat (14.3): lines, strength, the combat value, what a result does, bounces.

Decides with values alone. Leaves conducting the rounds to `air_combat`, bounces to `kits/bounces`,
surprise points and carrier planes to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.values import Values

HIGH, LOW = "high", "low"  # the white cloud and the black one
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
    jet: bool = False
    night_fighter: bool = False
    cloud: str = ""  # HIGH, LOW or nothing


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an air combat is fought under: the options that matter, night, high altitude."""

    types: bool = False
    night: bool = False
    high: bool = False
    back_up: int = 0
    fighters_bomb_badly: bool = False


def fought_under(values: Values) -> tuple[int, bool]:
    """What of a book an air combat is fought under in any weather, by day and night."""
    return values.back_up, values.fighters_bomb_badly


DAY: Final = Conditions()


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

    def to_rear(self, plane: Plane) -> Lines:
        """The lines when a fighter has gone to the rear of its line (14.3.3)."""
        others = tuple(other for other in self.fighters if other.id != plane.id)
        return replace(self, fighters=(*others, plane))

    def clear(self, *bombers: Plane) -> Lines:
        """The lines when bombers have been cleared through to the target (14.3.3)."""
        gone = {plane.id for plane in bombers}
        left = tuple(plane for plane in self.bombers if plane.id not in gone)
        return replace(self, bombers=left, cleared=self.cleared + bombers)


@implements(
    "WIF-14.2.5-1", "WIF-14.2.6-1", "WIF-14.3.1-1", "AIF-14.2.1-1", "AIF-14.2.2-1", "AIF-14.3.1-2",
)  # fmt: skip
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


@implements("WIF-14.3-1", "AIF-14.3.1-1")
def must_fight(own: Lines, enemy: Lines) -> bool:
    """Whether there is an air combat: both sides are there, and either has a fighter (14.3)."""
    return bool(own.planes and enemy.planes and (own.fighters or enemy.fighters))


@implements("WIF-14.3.2-4", "WIF-14.3.2-13", "WIF-14.3.2-15", "AIF-14.3.2-4", "AIF-14.3.2-5")
def strength(lines: Lines, under: Conditions = DAY) -> Fraction:
    """Air-to-air strength: the front fighter and a tenth of the others, else the front bomber.

    By night only night fighters add a tenth (14.3.2).
    """
    if not lines.fighters:
        return Fraction(rating_of(lines.bombers[0], under))
    first, *others = lines.fighters
    behind = [plane for plane in others if plane.night_fighter or not under.night]
    more = (Fraction(under.back_up or Fraction(plane.rating, 10)) for plane in behind)
    tenths = sum(more, Fraction(0))
    return rating_of(first, under) + tenths


@implements("WIF-14.3.2-11", "WIF-14.3.2-14", "WIF-14.3.2-15", "AIF-14.3.2-8", "AIF-14.3.2-9")
def rating_of(plane: Plane, under: Conditions) -> Number:
    """The rating with which an aircraft fights in front (14.3.2).

    A point less for a FTR that flies as a bomber (option 8), and for a fighter without a white
    cloud on a mission at high altitude.
    """
    return plane.rating - is_fighter_bomber(plane, under) - is_too_low(plane, under)


@implements("AIF-14.3.2-8")
def is_fighter_bomber(plane: Plane, under: Conditions) -> bool:
    """Whether a FTR flies as a bomber, where that costs it a point (14.3.2)."""
    costs = under.types or under.fighters_bomb_badly
    return costs and plane.role == BOMBER and plane.kind == "FTR"


def is_too_low(plane: Plane, under: Conditions) -> bool:
    """Whether a fighter is not made for the altitude, which costs it a point (14.3.2)."""
    return under.high and plane.role == FIGHTER and plane.cloud != HIGH


@implements("WIF-11.7-4", "WIF-11.7-5")
def takes_part(plane: Plane, under: Conditions) -> bool:
    """Whether an aircraft can fight there at all: not a low fighter at high altitude (11.7)."""
    return not (under.high and plane.role == FIGHTER and plane.cloud == LOW)


@implements("WIF-14.3.2-5", "AIF-14.3.2-3")
def combat_value(own: Fraction, enemy: Fraction) -> int:
    """The combat value: own strength less the enemy's, rounded for each side by itself (14.3.2)."""
    return rounded(own - enemy)


@implements("WIF-14.3.2-6", "AIF-14.3.2-6")
def can_fire(lines: Lines) -> bool:
    """Whether a side rolls: an unarmed front bomber does not (14.3.2)."""
    return not lines.front.unarmed


@implements("WIF-14.3.2-12", "WIF-14.3.2-13", "WIF-14.3.2-15")
def is_hampered(
    firer: Lines,
    target: Lines,
    under: Conditions,
    rule: TwinEngines = TwinEngines.AGAINST_FIGHTERS,
) -> bool:
    """Whether the firer's result is one worse (14.3.2).

    By night unless its front fighter is a night fighter; by day where that has twin engines and
    the front enemy only one: a fighter, by the usual reading.
    """
    if not firer.fighters:
        return False
    front = firer.fighters[0]
    if under.night:
        return not front.night_fighter
    if not (under.types and front.twin_engined):
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


@implements(
    "WIF-14.3.3-1", "WIF-14.3.1-3", "AIF-14.3.1-3", "AIF-14.3.3-1", "AIF-14.3.3-4", "AIF-14.3.3-8",
)  # fmt: skip
def candidates(result: str, target: Lines) -> tuple[Plane, ...]:
    """The aircraft that a result may strike: a front one, or for C any bomber (14.3.3)."""
    if result == NO_EFFECT:
        return ()
    return target.bombers if result[1] == CLEARED else target.fronts


@implements("WIF-14.3.3-1", "AIF-14.3.3-1", "AIF-14.3.3-3", "AIF-14.3.3-5", "AIF-14.3.3-7")
def firer_chooses(result: str) -> bool:
    """Whether the side that rolled chooses the aircraft (14.3.3)."""
    return result[0] == FIRER_CHOOSES


def usual_plane(
    struck: Sequence[Plane], own: bool, clearing: bool, cost: Mapping[str, Number]
) -> Plane:
    """The aircraft that is taken where nobody says otherwise; `own`: who rolled chooses.

    Of bombers to be cleared the weakest or the best; the enemy's last, one's own cheapest.
    """
    if clearing:
        ranked = sorted(struck, key=lambda plane: (plane.tactical, plane.id))
        return ranked[0] if own else ranked[-1]
    return struck[-1] if own else min(struck, key=lambda plane: cost[plane.id])


@implements("WIF-14.3.2-2", "AIF-14.3.2-2")
def cleared_at_start(own: Lines, enemy: Lines) -> Lines:
    """The lines at the start of a round: without enemy fighters bombers get through (14.3.2)."""
    return own if enemy.fighters else own.clear(*own.bombers)


@implements("WIF-14.3.2-1", "AIF-14.3.2-1")
def is_over(own: Lines, enemy: Lines) -> bool:
    """Whether all aircraft of a side are destroyed, aborted or cleared through (14.3.2)."""
    return not own.planes or not enemy.planes


# --- jets and bounces (14.3.3) -------------------------------------------------------------------


@implements("WIF-14.3.3-5", "WIF-14.3.3-10")
def has_jet_edge(own: Plane | None, enemy: Lines) -> bool:
    """Whether an aircraft is a jet and the enemy's front fighter is none (option 8)."""
    slow = not (enemy.fighters and enemy.fighters[0].jet)
    return own is not None and own.jet and slow


@implements("WIF-14.3.3-6")
def may_bounce(result: str, own: Lines, enemy: Lines) -> bool:
    """Whether a side may bounce instead of having a bomber cleared through (option 44)."""
    return result[1:] == CLEARED and bool(own.fighters and enemy.planes)


@implements("WIF-14.3.3-7", "WIF-14.3.3-10")
def bounceable(result: str, own: Lines, enemy: Lines, types: bool) -> tuple[Plane, ...]:
    """The enemy aircraft that a bounce may choose (14.3.3).

    On AC a fighter while there is one, unless jets lead against who has none in front.
    """
    edge = types and has_jet_edge(own.fighters[0], enemy)
    if result[0] == FIRER_CHOOSES and enemy.fighters and not edge:
        return enemy.fighters
    return enemy.planes


@implements("WIF-14.3.3-8")
def bounce_values(bouncer: Plane, bounced: Plane, under: Conditions) -> tuple[int, int]:
    """The combat values of the bouncing aircraft and of the other one (14.3.3).

    One more for the bouncer; nobody behind them counts.
    """
    ours = Fraction(rating_of(bouncer, under) + 1)
    theirs = Fraction(rating_of(bounced, under))
    return combat_value(ours, theirs), combat_value(theirs, ours)


def alone(plane: Plane) -> Lines:
    """The lines of a side for which one aircraft fights."""
    return Lines((plane,)) if plane.role == FIGHTER else Lines((), (plane,))
