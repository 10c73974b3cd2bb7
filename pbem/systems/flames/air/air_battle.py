"""One air-to-air combat in progress (14.3): the lines of both sides, and what becomes of whom.

Decides what everybody knows of it, who speaks for a side, and that a destroyed or aborted aircraft
leaves it. Leaves rounds to `air_combat`, bounces to `bounces`, values to `air_to_air`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import Option
from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.air.air_to_air import (
    ABORTED,
    BOMBER,
    CLEARED,
    DAY,
    DESTROYED,
    Conditions,
    Lines,
    Plane,
    TwinEngines,
    column_of,
    is_hampered,
    is_over,
    one_worse,
)
from pbem.systems.flames.air.air_verdicts import AirRound
from pbem.systems.flames.air.sorties import Sky, return_to_base, struck
from pbem.systems.flames.world.homes import destroy
from pbem.systems.flames.world.named import hex_facts
from pbem.systems.flames.world.position import Umpire

LEAST: Final = 2  # of two dice
MOST: Final = 20
EFFECTS: Final[Mapping[str, str]] = {
    DESTROYED: "lost",
    ABORTED: "aborts",
    CLEARED: "through",
}


class LastAircraft(Reading, id="WIF-14.3.2-R1"):
    """Whether a side rolls that has just lost its last aircraft."""

    ROLLS = "rolls"
    ENDS = "ends"


@dataclass(slots=True)
class AirBattle:
    """One air combat in progress: the lines of both sides, inactive side first."""

    umpire: Umpire
    sky: Sky
    place: str
    lines: dict[str, Lines]
    under: Conditions = DAY
    rounds: list[AirRound] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)

    def other(self, side: str) -> str:
        """The opponent of a side."""
        return next(name for name in self.lines if name != side)

    @property
    def over(self) -> bool:
        """Whether a side has nobody left in it."""
        return is_over(*self.lines.values())

    def players(self, side: str) -> tuple[str, ...]:
        """The players with aircraft in this combat on a side."""
        state = self.umpire.state
        lines = self.lines[side]
        powers = {plane.power for plane in (*lines.planes, *lines.cleared)}
        return self.umpire.position.players_of(powers) or state.players_of(side)

    def facts(self, side: str) -> dict[str, Fact]:
        """What a choice in this combat may be conditioned on."""
        own, enemy = self.lines[side], self.lines[self.other(side)]
        position = self.umpire.position
        power = position.state.powers_of(side)[0].id
        return {
            "enemy fighters": len(enemy.fighters),
            "enemy bombers": len(enemy.bombers),
            "own fighters": len(own.fighters),
            "own bombers": len(own.bombers),
            **hex_facts(position, self.place, power),
        }

    def cost(self, plane: Plane) -> Number:
        """What an aircraft costs to build."""
        return self.sky.flights[plane.id].piece.counter.or_nothing("cost")


def options(planes: Sequence[Plane]) -> tuple[Option, ...]:
    """Aircraft as a player picks them: by name, by class, `bomber` or `fighter`."""
    return tuple(
        Option(
            plane.id,
            plane.name,
            frozenset({plane.kind, plane.role}),
            plane.tactical if plane.role == BOMBER else plane.rating,
        )
        for plane in planes
    )


def remove(battle: AirBattle, plane: Plane, what: str, result: str = "") -> None:
    """A plane is destroyed, or aborts and goes home face-down (14.3.3).

    Without a `result` of air combat nobody survives.
    """
    flight = battle.sky.flights[plane.id]
    if what == ABORTED:
        return_to_base(battle.umpire, battle.sky, flight, aborted=True)
        return
    battle.sky.land(plane.id)
    umpire = battle.umpire
    umpire.apply(*struck(umpire.position, flight))
    aboard = umpire.position.pieces(*battle.sky.left_to(plane.id))
    battle.sky.cargo.pop(plane.id, None)
    lost = (flight.piece, *aboard)
    kits = umpire.position.kits
    survives = bool(result) and kits.crews.survives(umpire, flight.piece, battle.place, result)
    destroy(umpire, lost)
    if survives:
        kits.crews.set_free(umpire, [flight.piece], "survived")


@implements("WIF-14.3.3-1", "AIF-14.3.3-2", "AIF-14.3.3-3", "AIF-14.3.3-6", "AIF-14.3.3-7")
def strike_out(battle: AirBattle, side: str, plane: Plane, result: str) -> str:
    """What a result does to an aircraft of a side; says how it is told."""
    what = result[1]
    if what == CLEARED:
        battle.lines[side] = battle.lines[side].clear(plane)
    else:
        battle.lines[side] = battle.lines[side].without(plane)
        remove(battle, plane, what, result)
    return EFFECTS[what]


@dataclass(frozen=True, slots=True)
class Throw:
    """Two dice on the air combat table: what they show, what the chart says, what comes of it."""

    dice: tuple[int, ...]
    roll: int
    cell: str
    result: str
    hampered: bool


@implements("WIF-14.3.2-12", "WIF-14.3.2-13", "WIF-14.3.2-d1", "AIF-14.3.2-d1")
def throw(battle: AirBattle, side: str, value: int, facing: tuple[Lines, Lines]) -> Throw:
    """A side rolls two dice; twin engines, or the night, may spoil its result (14.3.2)."""
    umpire, by = battle.umpire, battle.players(side)[0]
    roll = umpire.roll(side, dice="2d10", by=by, cite="14.3.2")
    read = min(max(roll.modified, LEAST), MOST)
    cell = umpire.chart("air-to-air").lookup(column=column_of(value), roll=read).text
    hampered = is_hampered_now(battle, *facing)
    result = one_worse(cell) if hampered else cell
    return Throw(roll.values, read, cell, result, hampered)


def is_hampered_now(battle: AirBattle, own: Lines, enemy: Lines) -> bool:
    """Whether a result is one worse; the reading is asked only where it can matter."""
    usual = is_hampered(own, enemy, battle.under)
    always = is_hampered(own, enemy, battle.under, TwinEngines.ALWAYS)
    if usual == always:
        return usual
    return is_hampered(own, enemy, battle.under, battle.umpire.reading(TwinEngines))
