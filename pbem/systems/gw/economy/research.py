"""Technology research (7.6, 7.7, 14.2): dice by Major Factories, stages, completion.

How far a nation is stands in its counters `stage-<technology>`; a completed technology is a flag
`tech-<technology>` too. The Commonwealth has one marker for all (2.3). Decides who may roll
for what, and what a roll completes. Leaves what a technology does to those who use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.state import Scalar, State
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.economy.incomes import zones_of
from pbem.systems.gw.economy.spending import nation_of, pay
from pbem.systems.gw.world.building import why_not_develop
from pbem.systems.gw.world.facilities import (
    MAJOR_FACTORY,
    counts,
    damage_of_each,
    facilities,
    is_captured,
    lenders,
)
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import when
from pbem.systems.gw.world.treaties import NAZI_SOVIET, SOVIET_UNION, in_force
from pbem.systems.gw.world.vocabulary import PowerCount, PowerFlag


class ResearchPrice(Reading, id="GW-R-7.6-a"):
    """What a technology roll costs."""

    FREE = "free"
    ONE_IPP = "one-ipp"


class ResearchDamage(Reading, id="GW-R-7.6-d"):
    """Which damage of a Major Factory takes its technology roll."""

    ANY = "any"
    NO_OUTPUT = "no-output"


class CapturedResearch(Reading, id="GW-R-7.6-b"):
    """Whether a captured Major Factory gives a technology die."""

    NO_DIE = "no-die"
    DIE = "die"


class CommonwealthResearch(Reading, id="GW-R-7.6-c"):
    """How the nations of the Commonwealth count their technology dice and rolls."""

    OWN_DICE = "own-dice"
    POOLED = "pooled"
    EACH = "each"


OPEN_DATE: Final = "1939-jul"
OPEN_STAGE: Final = 2


@implements("GW-7.7-1", "GW-7.6-d1")
def passes(book: Book, technology: str, stage: int, die: int) -> bool:
    """Whether a die completes the next stage of a technology: its number or more (7.7)."""
    return die >= needed(book, technology, stage)


def stages(book: Book) -> tuple[str, ...]:
    """The stages of a technology; the last one completes it."""
    return book.chart("technology").table("stages").columns.names


def needed(book: Book, technology: str, stage: int) -> int:
    """The number that the stage after `stage` stages takes."""
    return int(book.chart("technology").at(technology, stages(book)[stage], "stages").number)


@implements("GW-7.6-4")
def may_research(turn: str, stage: int) -> bool:
    """Whether the next stage may be researched: none beyond II before July 1939 (7.6)."""
    return stage < OPEN_STAGE or when(turn) >= when(OPEN_DATE)


@implements("GW-7.6-1", "GW-7.6-3", "GW-7.7-3", "GW-14.2-6")
def dice_of(factories: Mapping[str, int], pact: bool, borne: int = 0) -> int:
    """The dice of a nation: one for each undamaged Major Factory; one more by the pact (14.2).

    `factories`: the damage of each Major Factory that it possesses and did not capture; `borne`:
    the damage with which it still counts.
    """
    return sum(1 for damage in factories.values() if damage <= borne) + (1 if pact else 0)


def technologies(position: Position, power: str) -> tuple[str, ...]:
    """The technologies that a nation has."""
    flags = position.powers[power].flags
    return tuple(
        name
        for name in position.book.chart("technology").table("stages").rows.names
        if flags.get(PowerFlag.TECH.of(name)) is True
    )


@implements("GW-7.7-2", "GW-2.3-3")
def stage_of(state: State, power: str, technology: str) -> int:
    """How many stages of a technology a nation has done; the Commonwealth shares them (2.3)."""
    counter = PowerCount.STAGE.of(technology)
    return max((state.counter(name, counter) for name in lenders(power)), default=0)


@implements("GW-7.6-1", "GW-7.6-3", "GW-2.3-3")
def research_dice(position: Position, power: str, borne: int = 0) -> int:
    """The technology dice of a nation in this turn, of those whose dice are counted together."""
    factories: dict[str, int] = {}
    captured_too = position.reading(CapturedResearch) is CapturedResearch.DIE
    for name in pooled(position, power):
        for zone in zones_of(position.state, name):
            if captured_too or not is_captured(position, zone):
                number = counts(position, zone).get(MAJOR_FACTORY, 0)
                each = damage_of_each(position, zone, MAJOR_FACTORY, number)
                factories |= {f"{zone}-{index}": damage for index, damage in enumerate(each)}
    pact = power == SOVIET_UNION and in_force(position, NAZI_SOVIET)
    return dice_of(factories, pact, borne)


@implements("GW-2.3-3")
def pooled(position: Position, power: str) -> tuple[str, ...]:
    """The nations whose dice are counted together: those of the Commonwealth by one reading."""
    together = position.reading(CommonwealthResearch) is CommonwealthResearch.POOLED
    return lenders(power) if together else (power,)


@implements("GW-2.3-3", "GW-7.6-2")
def limited_together(position: Position, power: str) -> tuple[str, ...]:
    """The nations that roll once a turn for a technology between them (2.3, 7.6)."""
    alone = position.reading(CommonwealthResearch) is CommonwealthResearch.EACH
    return (power,) if alone else lenders(power)


def after_success(position: Position, power: str, technology: str) -> tuple[Event, ...]:
    """What a completed stage changes, for all who share the marker."""
    stage = stage_of(position.state, power, technology) + 1
    events: list[Event] = []
    for name in lenders(power):
        if name in position.powers:
            events += set_power(
                position.state, name, "counter", PowerCount.STAGE.of(technology), stage
            )
            if stage == len(stages(position.book)):
                events += set_power(
                    position.state, name, "flag", PowerFlag.TECH.of(technology), True
                )
    return tuple(events)


# --- the section -----------------------------------------------------------------------------


@implements("GW-7.6-2")
def check_research(position: Position, order: Order) -> Ruling:
    """Whether a nation may roll for the technologies that it names, one roll each (7.6)."""
    check = Check(position, order)
    power = nation_of(check, order.data)
    known = technology_names(check.book)
    names = [check.meant(name, known) for name in as_list(order.data["roll"])]
    reason = why_not_develop(check.state, power) if check.ok else ""
    if reason:
        check.complain("not-evolved", f"{position.title(power)}: {reason}", cite="13.3")
    for name in names if check.ok else ():
        _check_one(check, power, name)
        turn = check.state.clock.turn
        check.does(set_power(check.state, power, "flag", PowerFlag.ROLLED.of(name), turn))
    if check.ok:
        rolls = rolls_made(check.position, power)
        dice = research_dice(check.position, power, _borne(check))
        if rolls > dice:
            message = f"{rolls} rolls this turn, but only {dice} technology dice"
            check.complain("no-dice", message, "one for each undamaged Major Factory", "7.6")
    if check.ok and check.reading(ResearchPrice) is ResearchPrice.ONE_IPP:
        pay(check, power, len(names), "research")
    return check.ruling(f"research: {', '.join(names)}", (power, tuple(names)))


def _borne(check: Check) -> int:
    """The damage with which a Major Factory still gives a die (7.6)."""
    if check.reading(ResearchDamage) is ResearchDamage.ANY:
        return 0
    return facilities(check.book)[MAJOR_FACTORY].output - 1


def technology_names(book: Book) -> Sequence[str]:
    """The technologies that can be researched."""
    return book.chart("technology").table("stages").rows.names


def _check_one(check: Check, power: str, name: str) -> None:
    known = technology_names(check.book)
    if name not in known:
        check.complain(
            "unknown-technology", f"there is no technology {name}", ", ".join(known), about=name
        )
        return
    stage = stage_of(check.state, power, name)
    together = limited_together(check.position, power)
    if any(_rolled(check.state, other, name) == check.state.clock.turn for other in together):
        check.complain(
            "twice", f"{name}: one roll for a technology each turn", cite="7.6", about=name
        )
    elif stage == len(stages(check.book)):
        check.complain("complete", f"{name} is complete", about=name)
    elif not may_research(check.state.clock.turn, stage):
        check.complain(
            "too-early", f"{name}: nothing beyond stage II before July 1939", cite="7.6", about=name
        )


def _rolled(state: State, power: str, name: str) -> Scalar:
    """The turn in which a nation last rolled for a technology."""
    return state.flag(power, PowerFlag.ROLLED.of(name))


def rolls_made(position: Position, power: str) -> int:
    """How many technology dice a nation has rolled in this turn, with those it shares them with."""
    return sum(
        1
        for name in pooled(position, power)
        if name in position.powers
        for turn in PowerFlag.ROLLED.among(position.powers[name].flags).values()
        if turn == position.clock.turn
    )


def research(umpire: Umpire) -> None:
    """Roll for the technologies that the orders name (7.6, 7.7)."""
    for order, ruling in umpire.sound_orders(RESEARCH.name):
        umpire.apply(*ruling.events)
        power, names = ruling.plan
        for name in names:
            _roll(umpire, power, name)
        umpire.done(order, ruling.reading)


@dataclass(frozen=True, slots=True)
class ResearchVerdict(Judged):
    """A technology roll."""

    kind: ClassVar[str] = "research"
    cite: ClassVar[str] = "7.7"

    nation: PowerId
    technology: str
    stage: int
    needed: int
    die: int


def _roll(umpire: Umpire, power: str, name: str) -> None:
    """One roll for one technology; the marker goes on if it is enough (7.7)."""
    umpire.chart("technology")
    stage = stage_of(umpire.state, power, name)
    roll = umpire.roll(f"research-{power}-{name}", dice="d12", by=power, cite="7.7")
    success = passes(umpire.book, name, stage, roll.total)
    if success:
        umpire.apply(*after_success(umpire.position, power, name))
    umpire.tell(
        ResearchVerdict(
            at=None,
            result="stage-done" if success else "nothing",
            nation=power,
            technology=name,
            stage=stage + 1,
            needed=needed(umpire.book, name, stage),
            die=roll.total,
        )
    )


RESEARCH: Final = Section(
    "research",
    "Technology research",
    "research",
    "gw/research",
    "7.6",
    check_research,
)
