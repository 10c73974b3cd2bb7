"""The defence rolls of a convoy, and the raiders that are lost to them (9.11, 9.13, 9.14).

One for each escort and each aircraft on patrol, and the convoy's own under Advanced ASW. The
raiding player names the raider that is lost.
Decides who rolls at whom, and who is lost. Leaves to `convoy_raid` how many dice at what value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading
from pbem.systems.gw.battle.air_raid import D12
from pbem.systems.gw.battle.convoy_raid import Convoy, defence_rolls
from pbem.systems.gw.combat.air.interception import Throws
from pbem.systems.gw.world.cargo import lost_with, mark_events, moved
from pbem.systems.gw.world.duties import duty_of
from pbem.systems.gw.world.units import hits_of, type_of, unit_type
from pbem.systems.gw.world.vocabulary import Duty, UnitMark


class EscortRolls(Reading, id="GW-R-20"):
    """How often an escort rolls at raiders."""

    ONCE = "once"
    EACH_RAIDER = "each-raider"


CITE: Final = "9.11"
CONVOY: Final = "convoy"  # the roll of the convoy itself
RAIDERS: Final = DecisionKind(
    "raider-losses",
    "Losses of raiders",
    "when a convoy's defenders hit; by default the cheapest raider is lost",
    "9.11",
    (AnswerKey("in_battle", "lose"), AnswerKey("attack", "lose")),
)
Roll = tuple[str, int, int, Callable[[Unit], bool]]


class Raiding(Protocol):
    """What a raid in progress tells here."""

    umpire: Umpire
    zone: str
    words: Mapping[str, Any]
    power: str

    @property
    def raiders(self) -> list[Unit]:
        """The raiders that are still there."""


@dataclass(frozen=True, slots=True)
class DefenceRoll:
    """The dice of those of a kind that defend a convoy: at which value, and how many hit."""

    who: str
    count: int
    value: int
    faces: Sequence[int]
    hits: int


@dataclass(frozen=True, slots=True)
class Defence:
    """What came of the defence rolls: the dice, and what is lost and damaged, by type."""

    rolls: tuple[DefenceRoll, ...]
    lost: Mapping[str, int]
    damaged: Mapping[str, int]


@implements("GW-9.11-10", "GW-9.11-d2", "GW-9.11-d3", "GW-9.13-2", "GW-9.14-2", "GW-9.14-d1")
def defence_of(raid: Raiding, convoy: Convoy, payer: str) -> Defence:
    """The rolls of escorts, patrols and the convoy itself, and the raiders that they hit."""
    told: list[DefenceRoll] = []
    lost: Counter[str] = Counter()
    damaged: Counter[str] = Counter()
    throws = Throws(raid.umpire, {"defence": payer}, CITE)
    for name, count, value, prey in _rolls(convoy, raid.raiders):
        open_ = [unit for unit in raid.raiders if prey(unit)]
        if not open_:
            continue
        faces = throws(f"defence/{name}", count, D12)
        hits = sum(face <= value for face in faces)
        told.append(DefenceRoll(name, count, value, faces, hits))
        for kind in _named(raid, open_, hits, name):
            sunk = _hit(raid, kind, prey)
            (lost if sunk else damaged)[kind] += 1
    return Defence(tuple(told), lost, damaged)


def _rolls(convoy: Convoy, raiders: Sequence[Unit]) -> list[Roll]:
    """The defence rolls with what each can hit; mines draw none, aircraft those of escorts."""
    open_ = [unit for unit in raiders if _raids_openly(unit)]
    layers = [unit for unit in raiders if _lays_mines_under_water(convoy.rules.book, unit)]
    return [*_rolls_at_raiders(convoy, open_), *_rolls_at_layers(convoy, layers)]


def _rolls_at_raiders(convoy: Convoy, open_: Sequence[Unit]) -> Iterator[Roll]:
    """What is rolled at those who raid openly."""
    book, ships = convoy.rules.book, [u for u in open_ if _raids_afloat(convoy.rules.book, u)]
    under = sum(unit.size for unit in ships if type_of(book, unit).is_submarine)
    each = 1
    if convoy.rules.reading(EscortRolls) is EscortRolls.EACH_RAIDER:
        each = sum(unit.size for unit in open_)
    for name, count, value in defence_rolls(convoy, under, aircraft=not ships) if open_ else ():
        if name == CONVOY:
            yield name, count, value, partial(_raids_under_water, book)
        elif unit_type(book, name).is_air:
            yield name, count * each, value, partial(_raids_afloat, book)
        else:
            yield name, count * each, value, _raids_openly


def _rolls_at_layers(convoy: Convoy, layers: Sequence[Unit]) -> Iterator[Roll]:
    """What is rolled at submarines that lay mines: the convoy's own dice alone."""
    bare = replace(convoy, escorts={}, patrols={})
    for name, count, value in defence_rolls(bare, sum(u.size for u in layers), mines=True):
        yield f"{name}-mines", count, value, partial(_lays_mines_under_water, convoy.rules.book)


def _raids_openly(unit: Unit) -> bool:
    return duty_of(unit) == Duty.RAID


def _raids_afloat(book: Book, unit: Unit) -> bool:
    return duty_of(unit) == Duty.RAID and not type_of(book, unit).is_air


def _raids_under_water(book: Book, unit: Unit) -> bool:
    return duty_of(unit) == Duty.RAID and type_of(book, unit).is_submarine


def _lays_mines_under_water(book: Book, unit: Unit) -> bool:
    return duty_of(unit) == Duty.MINES and type_of(book, unit).is_submarine


def _named(raid: Raiding, open_: Sequence[Unit], hits: int, about: str) -> list[str]:
    """The types that are hit, one entry for each hit, as the raiding player names them."""
    if not hits:
        return []
    cheapest = sorted(open_, key=lambda unit: (type_of(raid.umpire.book, unit).cost, unit.id))
    types = list(dict.fromkeys(unit.counter for unit in cheapest))
    players = raid.umpire.state.powers[raid.power].players
    if len(types) > 1 and players and hits < sum(_bears(raid.umpire.book, unit) for unit in open_):
        decision = RAIDERS.ask(
            "Which raiders are hit first?",
            players,
            (Option(name, unit_type(raid.umpire.book, name).name) for name in types),
            types,
            about=about,
            at=raid.zone,
            most=len(types),
            ordered=raid.words.get("lose"),
        )
        picks = raid.umpire.decide(decision).picks
        types = [*picks, *(name for name in types if name not in picks)]
    ranked = sorted(cheapest, key=lambda unit: types.index(unit.counter))
    return [unit.counter for unit in ranked for _ in range(_bears(raid.umpire.book, unit))][:hits]


def _bears(book: Book, unit: Unit) -> int:
    """How many hits a group of raiders still stands, all in all."""
    return unit.size * (type_of(book, unit).hits - hits_of(unit))


@implements("GW-12.2-battleship")
def _hit(raid: Raiding, kind: str, prey: Callable[[Unit], bool]) -> bool:
    """A raider of a type is damaged, or lost if none of them stands another hit; whether lost."""
    there = [unit for unit in raid.raiders if unit.counter == kind and prey(unit)]
    unit = min(there, key=lambda one: hits_of(one) + 1 >= type_of(raid.umpire.book, one).hits)
    damage = hits_of(unit) + 1
    if damage < type_of(raid.umpire.book, unit).hits:
        raid.umpire.apply(*mark_events(unit, {UnitMark.DAMAGED: damage}, 1))
        return False
    raid.umpire.apply(*lost_with(raid.umpire.state, unit), moved(unit, REMOVED, 1))
    return True
