"""The defence rolls of a convoy, and the raiders that are lost to them (9.11, 9.13, 9.14).

One for each escort and each aircraft on patrol, and the convoy's own under Advanced ASW. The
raiding player names the raider that is lost.
Decides who rolls at whom, and who is lost. Leaves to `convoy_raid` how many dice at what value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED
from pbem.core.rules.readings import Reading
from pbem.systems.gw.battle.air_raid import D12
from pbem.systems.gw.battle.convoy_raid import Convoy, defence_rolls
from pbem.systems.gw.combat.air.interception import Throws
from pbem.systems.gw.world.cargo import lost_with, mark_events, moved
from pbem.systems.gw.world.units import Piece, unit_type
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
Prey = Callable[[Piece], bool]
Roll = tuple[str, int, int, Prey]


class Raiding(Protocol):
    """What a raid in progress tells here."""

    umpire: Umpire
    zone: str
    words: Mapping[str, Any]
    power: str

    @property
    def raiders(self) -> list[Piece]:
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


def _rolls(convoy: Convoy, raiders: Sequence[Piece]) -> list[Roll]:
    """The defence rolls with what each can hit; mines draw none, aircraft those of escorts."""
    open_, layers = filter(_raids_openly, raiders), filter(_lays_mines_under_water, raiders)
    return [*_rolls_at_raiders(convoy, list(open_)), *_rolls_at_layers(convoy, list(layers))]


def _rolls_at_raiders(convoy: Convoy, open_: Sequence[Piece]) -> Iterator[Roll]:
    """What is rolled at those who raid openly."""
    ships = [raider for raider in open_ if _raids_afloat(raider)]
    under = sum(ship.size for ship in ships if ship.is_submarine)
    each = 1
    if convoy.rules.reading(EscortRolls) is EscortRolls.EACH_RAIDER:
        each = sum(unit.size for unit in open_)
    for name, count, value in defence_rolls(convoy, under, aircraft=not ships) if open_ else ():
        if name == CONVOY:
            yield name, count, value, _raids_under_water
        elif unit_type(convoy.rules.book, name).is_air:
            yield name, count * each, value, _raids_afloat
        else:
            yield name, count * each, value, _raids_openly


def _rolls_at_layers(convoy: Convoy, layers: Sequence[Piece]) -> Iterator[Roll]:
    """What is rolled at submarines that lay mines: the convoy's own dice alone."""
    bare = replace(convoy, escorts={}, patrols={})
    for name, count, value in defence_rolls(bare, sum(u.size for u in layers), mines=True):
        yield f"{name}-mines", count, value, _lays_mines_under_water


def _raids_openly(raider: Piece) -> bool:
    return raider.duty == Duty.RAID


def _raids_afloat(raider: Piece) -> bool:
    return raider.duty == Duty.RAID and not raider.is_air


def _raids_under_water(raider: Piece) -> bool:
    return raider.duty == Duty.RAID and raider.is_submarine


def _lays_mines_under_water(raider: Piece) -> bool:
    return raider.duty == Duty.MINES and raider.is_submarine


def _named(raid: Raiding, open_: Sequence[Piece], hits: int, about: str) -> list[str]:
    """The types that are hit, one entry for each hit, as the raiding player names them."""
    if not hits:
        return []
    cheapest = sorted(open_, key=lambda raider: (raider.type.cost, raider.id))
    types = list(dict.fromkeys(raider.type.id for raider in cheapest))
    players = raid.umpire.state.powers[raid.power].players
    if len(types) > 1 and players and hits < sum(map(_bears, open_)):
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
    ranked = sorted(cheapest, key=lambda raider: types.index(raider.type.id))
    return [raider.type.id for raider in ranked for _ in range(_bears(raider))][:hits]


def _bears(raider: Piece) -> int:
    """How many hits a group of raiders still stands, all in all."""
    return raider.size * (raider.type.hits - raider.hits)


@implements("GW-12.2-battleship")
def _hit(raid: Raiding, kind: str, prey: Prey) -> bool:
    """A raider of a type is damaged, or lost if none of them stands another hit; whether lost."""
    there = [raider for raider in raid.raiders if raider.type.id == kind and prey(raider)]
    hit = min(there, key=lambda one: one.hits + 1 >= one.type.hits)
    if hit.hits + 1 < hit.type.hits:
        raid.umpire.apply(*mark_events(hit.unit, {UnitMark.DAMAGED: hit.hits + 1}, 1))
        return False
    raid.umpire.apply(*lost_with(raid.umpire.state, hit.unit), moved(hit.unit, REMOVED, 1))
    return True
