"""Clashes (3): strengths, the die, the chart, and who may go in.

Decides: the result of a clash and what is lost. Leaves to `play` who goes where.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, Decision, DecisionKind, Option
from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import PlaceChanged, UnitMoved
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.record.verdicts import Judged
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading

DRIVEN: Final = "driven"
EXCHANGE: Final = "exchange"


class Emptied(Reading, id="DEMO-3-R1"):
    """Who controls a place in which both sides were lost."""

    DEFENDER = "defender"
    NOBODY = "nobody"


ADVANCE: Final = DecisionKind(
    "advance",
    "Go in after a clash",
    "when the enemy has been driven out",
    "3",
    (AnswerKey("in_clash", "advance"), AnswerKey("clash", "advance")),
    {},
)


@implements("DEMO-3-1")
def result_of(chart: Chart, attack: int, defence: int, die: int) -> str:
    """The cell of the chart under the odds and the die."""
    return chart.lookup(column=Fraction(attack, defence), roll=die).text


def strength(book: Book, units: Iterable[Unit]) -> int:
    """What units count together."""
    return sum(int(book.counters[unit.counter].or_nothing("strength")) for unit in units)


def enemies_in(state: State, place: str, power: str) -> tuple[Unit, ...]:
    """The units in a place that are not of a power's side."""
    side = state.side_of(power)
    return tuple(unit for unit in state.at(place) if state.side_of(unit.owner) != side)


@dataclass(frozen=True, slots=True)
class ClashVerdict(Judged):
    """A unit has fought all enemies in a place: odds, die, and what is lost."""

    kind: ClassVar[str] = "clash"
    cite: ClassVar[str] = "3"

    odds: str
    die: int
    lost: tuple[str, ...]


@implements("DEMO-3-2")
def clash(umpire: Umpire, unit: Unit, place: str) -> str:
    """One unit against all enemies in a place: the result, with the losses taken off."""
    enemies = enemies_in(umpire.state, place, unit.owner)
    attack = strength(umpire.book, [unit])
    defence = strength(umpire.book, enemies) * walls(umpire, place)
    roll = umpire.roll("clash", "d6", unit.owner, "3")
    result = result_of(umpire.chart("clash"), attack, defence, roll.modified)
    lost = {DRIVEN: enemies, EXCHANGE: (*enemies, unit)}.get(result, ())
    umpire.apply(*(UnitMoved(one.id, one.at, REMOVED) for one in lost))
    if result == EXCHANGE and umpire.reading(Emptied) is Emptied.NOBODY:
        umpire.apply(PlaceChanged(place, "controller", umpire.state.controller(place), None))
    names = tuple(umpire.book.counters[one.counter].name for one in lost)
    odds = f"{attack}:{defence}"
    umpire.tell(ClashVerdict(at=place, result=result, odds=odds, die=roll.modified, lost=names))
    return result


@implements("DEMO-3.1-1")
def walls(umpire: Umpire, place: str) -> int:
    """How often defenders of a place count: twice behind a wall, where walls are played."""
    return 2 if umpire.options.walls and umpire.game.board.text(place, "wall") else 1


@implements("DEMO-3-3")
def advances(umpire: Umpire, unit: Unit, place: str, player: str) -> bool:
    """Whether the winner goes in: his player decides."""
    choice = Decision(
        kind=ADVANCE.name,
        by=(player,),
        options=(Option("enter"), Option("stay")),
        default=("enter",),
        question=f"Does {unit.id} go into {place}?",
        cite="3",
        at=place,
        owner=player,
    )
    return umpire.decide(choice).pick == "enter"
