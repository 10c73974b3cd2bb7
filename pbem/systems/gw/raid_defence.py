"""The defence rolls of a convoy, and the raiders that are lost to them (9.11, 9.13, 9.14).

One for each escort and each aircraft on patrol, and the convoy's own under Advanced ASW. The
raiding player names the raider that is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from pbem.core.decisions import AnswerKey, Decision, DecisionKind, Option
from pbem.core.rulebook import implements
from pbem.core.state import REMOVED, Unit, Until
from pbem.core.umpire import Umpire
from pbem.systems.gw.air_raid import D12
from pbem.systems.gw.cargo import DAMAGED, lost_with, mark_events, moved
from pbem.systems.gw.convoy_raid import Convoy, defence_rolls
from pbem.systems.gw.duties import MINES, RAID, duty_of
from pbem.systems.gw.interception import Throws
from pbem.systems.gw.movement import type_of
from pbem.systems.gw.rulings import EscortRolls
from pbem.systems.gw.units import unit_type

CITE: Final = "9.11"
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


@implements("GW-9.11-10", "GW-9.11-d2", "GW-9.11-d3", "GW-9.13-2", "GW-9.14-2", "GW-9.14-d1")
def defence_of(
    raid: Raiding, convoy: Convoy, payer: str
) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """The rolls of escorts, patrols and the convoy itself, and the raiders that they hit."""
    told: list[dict[str, Any]] = []
    lost: dict[str, int] = {}
    throws = Throws(raid.umpire, {"defence": payer}, CITE)
    for name, count, value, prey in _rolls(convoy, raid.raiders):
        open_ = [unit for unit in raid.raiders if prey(unit)]
        if not open_:
            continue
        faces = throws(f"defence/{name}", count, D12)
        hits = sum(face <= value for face in faces)
        told.append(
            {"who": name, "count": count, "value": value, "faces": list(faces), "hits": hits}
        )
        for unit in _named(raid, open_, hits, name):
            _hit(raid.umpire, unit)
            lost[unit.counter] = lost.get(unit.counter, 0) + 1
    return told, [[name, count] for name, count in lost.items()]


def _rolls(convoy: Convoy, raiders: Sequence[Unit]) -> list[Roll]:
    """The defence rolls with what each can hit; mines draw none, aircraft those of escorts."""
    open_ = [unit for unit in raiders if duty_of(unit) == RAID]
    ships = [unit for unit in open_ if not type_of(unit).is_air]
    under = sum(unit.size for unit in ships if type_of(unit).is_submarine)
    rolls: list[Roll] = []
    each = 1
    if convoy.rulings.escort_rolls is EscortRolls.EACH_RAIDER:
        each = sum(unit.size for unit in open_)
    for name, count, value in defence_rolls(convoy, under, aircraft=not ships) if open_ else ():
        if name == "convoy":
            rolls.append((name, count, value, _raids_under_water))
        elif unit_type(name).is_air:
            rolls.append((name, count * each, value, _raids_afloat))
        else:
            rolls.append((name, count * each, value, _raids_openly))
    layers = [u for u in raiders if duty_of(u) == MINES and type_of(u).is_submarine]
    bare = replace(convoy, escorts={}, patrols={})
    for name, count, value in defence_rolls(bare, sum(u.size for u in layers), mines=True):
        rolls.append((f"{name}-mines", count, value, _lays_mines_under_water))
    return rolls


def _raids_openly(unit: Unit) -> bool:
    return duty_of(unit) == RAID


def _raids_afloat(unit: Unit) -> bool:
    return duty_of(unit) == RAID and not type_of(unit).is_air


def _raids_under_water(unit: Unit) -> bool:
    return duty_of(unit) == RAID and type_of(unit).is_submarine


def _lays_mines_under_water(unit: Unit) -> bool:
    return duty_of(unit) == MINES and type_of(unit).is_submarine


def _named(raid: Raiding, open_: Sequence[Unit], hits: int, about: str) -> list[Unit]:
    """The raiders that are hit, one entry for each, as the raiding player names them."""
    if not hits:
        return []
    cheapest = sorted(open_, key=lambda unit: (type_of(unit).cost, unit.id))
    types = list(dict.fromkeys(unit.counter for unit in cheapest))
    players = raid.umpire.state.powers[raid.power].players
    if len(types) > 1 and players and hits < sum(unit.size for unit in open_):
        decision = Decision(
            kind=RAIDERS.name,
            by=players,
            options=tuple(Option(name, unit_type(name).name) for name in types),
            default=tuple(types),
            question="Which raiders are hit first?",
            cite=CITE,
            about=about,
            at=raid.zone,
            most=len(types),
            ordered=raid.words.get("lose"),
        )
        picks = raid.umpire.decide(decision).picks
        types = [*picks, *(name for name in types if name not in picks)]
    ranked = sorted(cheapest, key=lambda unit: types.index(unit.counter))
    return [unit for unit in ranked for _ in range(unit.size)][:hits]


@implements("GW-12.2-battleship")
def _hit(umpire: Umpire, unit: Unit) -> None:
    """A raider is lost, or damaged if it stands more than one hit."""
    now = umpire.state.units[unit.id]
    mark = now.marks.get(DAMAGED)
    damage = int(mark.value or 0) + 1 if mark else 1
    if damage < type_of(now).hits:
        umpire.apply(*mark_events(now, DAMAGED, damage, Until.LASTING, 1))
    else:
        umpire.apply(*lost_with(umpire.state, now), moved(now, REMOVED, 1))
